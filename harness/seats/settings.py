"""What every seat that asks a model over HTTP can be told in a league file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from harness.seats.retry import Patience

LESS_EFFORT: Mapping[str, str] = {"max": "high", "xhigh": "high", "high": "medium", "medium": "low"}
"""The effort of the second ask when the first reply was cut while the model still thought."""

OWN = frozenset({"messages", "model", "system", "stream", "response_format", "output_config"})
"""Keys of a request body that the harness sets itself."""

SECRET_HEADERS = frozenset({"authorization", "x-api-key", "api-key", "cookie", "proxy-authorization"})


def _address(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("it must be an address like http://127.0.0.1:8080/v1")
    if parts.username or parts.password:
        raise ValueError("it must hold no name or password: keys come from environment variables only")
    return url.rstrip("/")


def _parameters(params: dict[str, Any]) -> dict[str, Any]:
    if taken := sorted(OWN & params.keys()):
        raise ValueError(f"{', '.join(taken)} cannot be set here: the harness writes that part of the request")
    return params


def _headers(headers: dict[str, str]) -> dict[str, str]:
    if secret := sorted(name for name in headers if name.lower() in SECRET_HEADERS):
        raise ValueError(f"{', '.join(secret)} cannot be set here: name the key's variable in `api_key_env`")
    for name, value in headers.items():
        if not (name + value).isascii() or not (name + value).isprintable():
            raise ValueError(f"{name!r} must be printable ASCII")
    return headers


Address = Annotated[str, AfterValidator(_address)]
Parameters = Annotated[dict[str, Any], AfterValidator(_parameters)]
Headers = Annotated[dict[str, str], AfterValidator(_headers)]


class ModelSettings(BaseModel):
    """Keys of every model seat.

    `max_tokens` bounds a reply with its reasoning. `params` go into the request
    body as given, `headers` to every request. `attempts` and `attempt_seconds`
    bound the retries of one call. `max_tokens_again` bounds the second reply when
    the first was cut.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str = Field(min_length=1)
    max_tokens: int = Field(16_000, ge=1)
    max_tokens_again: int | None = Field(None, ge=1)
    params: Parameters = Field(default_factory=dict)
    headers: Headers = Field(default_factory=dict)
    attempts: int = Field(6, ge=1, le=20)
    attempt_seconds: float | None = Field(None, gt=0)

    def room_again(self, *, generous: bool) -> int:
        """The bound on a reply after one that was cut: twice as much where the server is known to grant it."""
        return self.max_tokens_again or self.max_tokens * (2 if generous else 1)

    @property
    def patience(self) -> Patience:
        """The bounds on the retries of one call."""
        if self.attempt_seconds is None:
            return Patience(self.attempts)
        return Patience(self.attempts, self.attempt_seconds)
