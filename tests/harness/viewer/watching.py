"""A page under watch: whatever it complains about or asks of a network is an error."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import axe_playwright_python
from playwright.async_api import Browser, Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")

Theme = Literal["light", "dark"]


@asynccontextmanager
async def opened(
    browser: Browser, address: str, *, width: int = 1280, height: int = 800, theme: Theme = "light"
) -> AsyncIterator[Page]:
    """A page at an address; on leaving, nothing may have gone wrong in it or left this machine."""
    context = await browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
    )
    wrong: list[str] = []
    page = await context.new_page()
    page.set_default_timeout(10_000)
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("console", lambda said: wrong.append(f"{said.type}: {said.text}") if said.type != "log" else None)
    page.on("dialog", lambda dialog: wrong.append(f"dialog: {dialog.message}"))
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith(("file:", "http://127.0.0.1")) else wrong.append(f"asks for {request.url}")
        ),
    )
    await page.goto(address)
    yield page
    await context.close()
    assert wrong == []


async def violations(page: Page) -> list[str]:
    """What an axe scan of the page finds, one line an element."""
    await page.evaluate(AXE)
    found: dict[str, Any] = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [f"{rule['id']}: {node['html'][:160]}" for rule in found["violations"] for node in rule["nodes"]]
