"""Decode the body of an HTTP response: transfer and content codings are removed (RFC 9112 §7,
RFC 9110 §8.4), and faults are reported.

Tolerant, as real archives require: a header that names a coding which the stored body no longer has
is ignored.
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.capture import DAMAGED, TOO_LARGE, TRUNCATED
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.warc.coding_decoders import DECODERS, Output, TooLarge, TruncatedData

MAX_BODY_BYTES = FetchPolicy.max_bytes
"""No decoded body is larger, nor any step of several codings: the default of
``fetch.max_bytes``."""

_MAX_CODINGS = 8
_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\f\r\x1b"))


@dataclass(frozen=True)
class DecodedBody:
    """A decoded body.

    ``content`` is what could be decoded; ``fault`` and ``words`` as in ``model.capture.Body``.
    TOO_LARGE: more than MAX_BODY_BYTES.
    """

    content: bytes
    fault: str = ""
    words: str = ""


def decode_body(raw: bytes, transfer: str, content: str) -> DecodedBody:
    """Remove the codings of ``raw``, the body as stored. Never raises.

    ``transfer`` and ``content`` are the values of Transfer-Encoding and Content-Encoding, "" if
    absent. The character encoding is not touched.
    """
    body = dechunk(raw) if "chunked" in _coding_names(transfer) else DecodedBody(raw)
    names = _coding_names(content) + [n for n in _coding_names(transfer) if n != "chunked"]
    if len(names) > _MAX_CODINGS:
        return DecodedBody(
            body.content,
            TRUNCATED,
            make_message("{number} content codings (at most 8)", number=len(names)),
        )
    for name in reversed(names):
        body = _with_worse_fault(body, _decode(body.content, name))
    return body


def dechunk(raw: bytes) -> DecodedBody:
    """Return the body without its chunk framing.

    It is unchanged if it is not chunked after all, and incomplete if the last chunk is missing.
    """
    parts: list[bytes] = []
    position = 0
    while position < len(raw):
        chunk = _parse_chunk_size(raw, position)
        if chunk is None:  # never chunked, or damaged
            return (
                _without_last_chunk(b"".join(parts) + raw[position:]) if parts else DecodedBody(raw)
            )
        start, size = chunk
        if size == 0:
            return DecodedBody(b"".join(parts))
        parts.append(raw[start : start + size])
        position = start + size
        if raw[position : position + 2] not in (b"\r\n", b"\r", b""):
            whole = b"".join(parts) + raw[position:]
            return DecodedBody(raw) if len(parts) == 1 else _without_last_chunk(whole)
        position += 2
    return _without_last_chunk(b"".join(parts)) if parts else DecodedBody(raw)


def _without_last_chunk(content: bytes) -> DecodedBody:
    return DecodedBody(content, TRUNCATED, make_message("chunked: the last chunk is missing"))


def _parse_chunk_size(raw: bytes, position: int) -> tuple[int, int] | None:
    """Return (start, size) of the chunk whose size line is at ``position``, or None."""
    end = raw.find(b"\r\n", position, position + 4096)
    if end < 0:
        return None
    digits = raw[position:end].split(b";")[0].strip()
    if not digits or len(digits) > 16 or digits.strip(b"0123456789abcdefABCDEF"):
        return None
    return end + 2, int(digits, 16)


def _coding_names(header: str) -> list[str]:
    names = (name.strip().lower() for name in header.split(","))
    return [name for name in names if name and name != "identity"]


def _with_worse_fault(before: DecodedBody, after: DecodedBody) -> DecodedBody:
    """Return ``after`` with the more serious fault of the two."""
    by_severity = ("", DAMAGED, TRUNCATED, TOO_LARGE)
    if by_severity.index(before.fault) > by_severity.index(after.fault):
        return replace(after, fault=before.fault, words=before.words)
    return after


def _decode(raw: bytes, name: str) -> DecodedBody:
    """Remove one coding. A body that is not coded as its header says is left as it is."""
    decoder = DECODERS.get(name)
    if not raw or (decoder is None and _is_plain(raw)):  # browsers ignore names like utf-8, too
        return DecodedBody(raw)
    if decoder is None:
        return DecodedBody(
            raw,
            DAMAGED,
            make_message("{name!r}: unknown content coding; read as it is", name=name[:30]),
        )
    out = Output(MAX_BODY_BYTES)
    try:
        decoder(raw, out)
    except TooLarge:
        return DecodedBody(
            out.content,
            TOO_LARGE,
            make_message(
                "{name}: more than {number} bytes when decoded",
                name=name,
                number=MAX_BODY_BYTES,
            ),
        )
    except UsageError as error:  # a library is missing
        return DecodedBody(
            raw,
            DAMAGED,
            make_message("{name}: {error}; read as it is", name=name, error=str(error)),
        )
    except TruncatedData as error:
        if _is_plain(raw):
            return DecodedBody(
                raw,
                DAMAGED,
                make_message("{name}: the body is not compressed; read as it is", name=name),
            )
        return DecodedBody(
            out.content,
            TRUNCATED,
            make_message("{name}: {error}", name=name, error=error.args[0]),
        )
    words = (
        make_message("{name}: {remark}; the text is kept", name=name, remark=out.remarks[0])
        if out.remarks
        else ""
    )
    return DecodedBody(out.content, DAMAGED if words else "", words)


def _is_plain(raw: bytes) -> bool:
    """Return True for text in any character encoding: compressed data has control characters."""
    head = raw[:1024]
    return len(head.translate(None, _CONTROLS)) == len(head)
