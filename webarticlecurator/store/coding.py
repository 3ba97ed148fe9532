"""HTTP body bytes as stored → the bytes the portal meant: transfer and content codings taken off
(RFC 9112 §7, RFC 9110 §8.4), and what is wrong with them.

Tolerant where real archives are: a header that names a coding the stored body no longer has is
ignored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from webarticlecurator.model.capture import DAMAGED, TOO_LARGE, TRUNCATED
from webarticlecurator.model.portal import FetchPolicy
from webarticlecurator.store.decoders import DECODERS, Output, TooLarge, TruncatedData

MAX_BODY_BYTES = FetchPolicy.max_bytes
"""No decoded body is larger (bytes), at no coding of several: as much as ``fetch.max_bytes`` is if
the portal file does not say it."""

_MOST_CODINGS = 8
_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\f\r\x1b"))


@dataclass(frozen=True)
class DecodedBody:
    """``content`` is what could be decoded; ``fault`` and ``words`` as in ``model.capture.Body``.
    TOO_LARGE: more than LARGEST bytes."""

    content: bytes
    fault: str = ""
    words: str = ""


def decode_body(raw: bytes, transfer: str, content: str) -> DecodedBody:
    """Take the codings off ``raw``, the body as stored. Never raises.

    ``transfer`` and ``content`` are the values of Transfer-Encoding and Content-Encoding, "" if
    absent. The character set is untouched.
    """
    found = DecodedBody(raw)
    if "chunked" in _names(transfer):
        found = dechunk(raw)
    names = _names(content) + [name for name in _names(transfer) if name != "chunked"]
    if len(names) > _MOST_CODINGS:
        return DecodedBody(found.content, TRUNCATED, f"{len(names)} content codings (at most 8)")
    for name in reversed(names):
        found = _worse(found, _decode(found.content, name))
    return found


def dechunk(raw: bytes) -> DecodedBody:
    """The body without its chunk frames; unchanged if it is not chunked after all; what is there if
    it breaks off."""
    parts: list[bytes] = []
    position = 0
    while position < len(raw):
        chunk = _chunk(raw, position)
        if chunk is None:  # no chunk size here: never chunked, or broken in the middle
            return _cut(b"".join(parts) + raw[position:]) if parts else DecodedBody(raw)
        start, size = chunk
        if size == 0:
            return DecodedBody(b"".join(parts))
        parts.append(raw[start : start + size])
        position = start + size
        if raw[position : position + 2] not in (b"\r\n", b"\r", b""):
            whole = b"".join(parts) + raw[position:]
            return DecodedBody(raw) if len(parts) == 1 else _cut(whole)
        position += 2
    return _cut(b"".join(parts)) if parts else DecodedBody(raw)


def _cut(content: bytes) -> DecodedBody:
    return DecodedBody(content, TRUNCATED, "chunked: the last chunk is missing")


def _chunk(raw: bytes, position: int) -> tuple[int, int] | None:
    """(start, size) of the chunk whose size line stands at ``position``, or None."""
    end = raw.find(b"\r\n", position, position + 4096)
    if end < 0:
        return None
    digits = raw[position:end].split(b";")[0].strip()
    if not digits or len(digits) > 16 or digits.strip(b"0123456789abcdefABCDEF"):
        return None
    return end + 2, int(digits, 16)


def _names(header: str) -> list[str]:
    names = (name.strip().lower() for name in header.split(","))
    return [name for name in names if name and name != "identity"]


def _worse(before: DecodedBody, after: DecodedBody) -> DecodedBody:
    """``after`` with the fault of the two that weighs more."""
    weight = ("", DAMAGED, TRUNCATED, TOO_LARGE)
    if weight.index(before.fault) > weight.index(after.fault):
        return replace(after, fault=before.fault, words=before.words)
    return after


def _decode(raw: bytes, name: str) -> DecodedBody:
    """One coding taken off. A body that is not coded as its header says is left as it is."""
    decoder = DECODERS.get(name)
    if not raw or (decoder is None and _is_plain(raw)):  # browsers pass over names like utf-8, too
        return DecodedBody(raw)
    if decoder is None:
        return DecodedBody(raw, DAMAGED, f"{name[:30]!r}: unknown content coding; read as it is")
    out = Output(MAX_BODY_BYTES)
    try:
        decoder(raw, out)
    except TooLarge:
        return DecodedBody(
            out.content, TOO_LARGE, f"{name}: more than {MAX_BODY_BYTES} bytes when decoded"
        )
    except TruncatedData as trouble:
        if _is_plain(raw):
            return DecodedBody(raw, DAMAGED, f"{name}: the body is not compressed; read as it is")
        return DecodedBody(out.content, TRUNCATED, f"{name}: {trouble}")
    words = f"{name}: {out.remarks[0]}; the text is kept" if out.remarks else ""
    return DecodedBody(out.content, DAMAGED if words else "", words)


def _is_plain(raw: bytes) -> bool:
    """True for text, in whatever character set: compressed data has control characters."""
    head = raw[:1024]
    return len(head.translate(None, _CONTROLS)) == len(head)
