"""What the index knows of a stored HTTP response: status, headers, decoded body."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from urllib.parse import urljoin

from warcio.statusandheaders import StatusAndHeadersParser

from webarticlecurator.store.coding import decode_body
from webarticlecurator.store.record import payload_start


@dataclass(frozen=True)
class Response:
    """A parsed HTTP response. ``status`` is 0 where the status line has none; ``raw`` is the body as stored."""

    status: int
    headers: tuple[tuple[str, str], ...]
    raw: bytes

    def get(self, name: str) -> str | None:
        return next((v for k, v in self.headers if k.lower() == name.lower()), None)

    def body(self) -> bytes:
        """The decoded payload; see ``coding.decode_body``."""
        joined = {n: ", ".join(v for k, v in self.headers if k.lower() == n) for n in ("transfer-encoding", "content-encoding")}
        return decode_body(self.raw, joined["transfer-encoding"], joined["content-encoding"])

    def location(self, url: str) -> str | None:
        """The absolute target of a redirect (RFC 9110 §10.2.2), seen from ``url``; None for other responses."""
        target = self.get("location")
        if target is None or not 300 <= self.status < 400:
            return None
        try:
            return urljoin(url, target)
        except ValueError:
            return target


def read_response(url: str, block: bytes) -> Response:
    """The response in the block of a ``response`` or ``revisit`` record of ``url``. Never raises: what is no HTTP response
    has status 0 (a block without HTTP headers, as in records of other schemes, is all body)."""
    start = payload_start("response", url, block)
    if not start:
        return Response(0, (), block)
    parsed = StatusAndHeadersParser([], verify=False).parse(BytesIO(block))
    code = parsed.get_statuscode()
    headers = tuple((k, v.strip()) for k, v in parsed.headers)
    return Response(int(code) if code.isascii() and code.isdigit() else 0, headers, block[start:])
