"""The loopback server says what it was told to, in both dialects, to the real clients."""

from __future__ import annotations

import anthropic
import openai
import pytest

from tests.loopback import Broken, Loopback, Raw, Said


async def test_a_list_of_answers_is_said_in_order_and_the_last_repeats() -> None:
    async with Loopback(["one", Said("two", cut=True)]) as server:
        client = openai.AsyncOpenAI(base_url=server.base_url, api_key="k", max_retries=0)
        async with client:
            said = [
                await client.chat.completions.create(model="m", messages=[{"role": "user", "content": "hi"}])
                for _ in range(3)
            ]
    assert [(reply.choices[0].message.content, reply.choices[0].finish_reason) for reply in said] == [
        ("one", "stop"),
        ("two", "length"),
        ("two", "length"),
    ]
    assert [sent.texts for sent in server.requests] == [(("user", "hi"),)] * 3


async def test_a_callable_answers_the_request_and_streams_when_asked() -> None:
    async with Loopback(lambda sent: sent.texts[-1][1].upper()) as server:
        client = anthropic.AsyncAnthropic(base_url=server.base_url, api_key="k", max_retries=0)
        async with client:
            turn = {"role": "user", "content": [{"type": "text", "text": "hold"}, {"type": "text", "text": " venice"}]}
            async with client.messages.stream(model="m", max_tokens=9, system="rules", messages=[turn]) as stream:
                message = await stream.get_final_message()
    assert message.content[0].text == "HOLD VENICE"
    assert server.requests[0].texts == (("system", "rules"), ("user", "hold venice"))


@pytest.mark.parametrize("line", [Broken("reset"), Broken("truncate"), Raw({"error": {"message": "no"}}, status=503)])
async def test_a_broken_line_is_an_error_for_the_client(line: Broken | Raw) -> None:
    async with Loopback(line) as server:
        client = openai.AsyncOpenAI(base_url=server.base_url, api_key="k", max_retries=0)
        async with client:
            with pytest.raises(openai.APIError):
                await client.chat.completions.create(model="m", messages=[{"role": "user", "content": "hi"}])
    assert len(server.requests) == 1
