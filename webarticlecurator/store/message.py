"""What the index knows of a stored HTTP response: status, headers, decoded body."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from urllib.parse import urljoin

from warcio.statusandheaders import StatusAndHeadersParser

from webarticlecurator.model.capture import TRUNCATED
from webarticlecurator.model.hosts import without_userinfo
from webarticlecurator.store.coding import DecodedBody, decode_body
from webarticlecurator.store.record import payload_start


@dataclass(frozen=True)
class Response:
    """A parsed HTTP response. ``status`` is 0 where the status line has none; ``raw`` is the body
    as stored."""

    status: int
    headers: tuple[tuple[str, str], ...]
    raw: bytes

    def get(self, name: str) -> str | None:
        return next((v for k, v in self.headers if k.lower() == name.lower()), None)

    def decoded(self) -> DecodedBody:
        """The payload without its codings, and what is wrong with it; see
        ``coding.decode_body``."""
        transfer, content = self._joined("transfer-encoding"), self._joined("content-encoding")
        found = decode_body(self.raw, transfer, content)
        if not found.fault and not transfer and len(self.raw) < (told := self._content_length()):
            words = f"{len(self.raw)} of {told} bytes (Content-Length)"
            return replace(found, fault=TRUNCATED, words=words)
        return found

    def body(self) -> bytes:
        """The decoded payload."""
        return self.decoded().content

    def _joined(self, name: str) -> str:
        return ", ".join(value for key, value in self.headers if key.lower() == name)

    def _content_length(self) -> int:
        """The length that the server announced; 0 if it did not, or not in one readable number."""
        told = {value.strip() for value in self._joined("content-length").split(",")}
        value = told.pop() if len(told) == 1 else ""
        return int(value) if value.isascii() and value.isdigit() and len(value) < 19 else 0

    def location(self, url: str) -> str | None:
        """The absolute target of a redirect (RFC 9110 §10.2.2), seen from ``url``; None for other
        responses."""
        target = self.get("location")
        if target is None or not 300 <= self.status < 400:
            return None
        try:
            return without_userinfo(urljoin(url, target))
        except ValueError:
            return without_userinfo(target)


def read_response(url: str, block: bytes) -> Response:
    """The response in the block of a ``response`` or ``revisit`` record of ``url``. Never raises:
    what is no HTTP response has status 0 (a block without HTTP headers, as in records of other
    schemes, is all body)."""
    start = payload_start("response", url, block)
    if not start:
        return Response(0, (), block)
    parsed = StatusAndHeadersParser([], verify=False).parse(BytesIO(block))
    code = parsed.get_statuscode()
    headers = tuple((k, v.strip()) for k, v in parsed.headers)
    return Response(
        int(code) if code.isascii() and code.isdigit() and len(code) == 3 else 0,
        headers,
        block[start:],
    )
