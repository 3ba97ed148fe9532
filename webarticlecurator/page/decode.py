"""Bytes → text, with the evidence for the character set kept.

Order: byte order mark, HTTP ``charset``, ``<meta>`` or XML declaration, the portal file's
``encoding``, detection. Labels are read as the WHATWG Encoding Standard reads them: ``iso-8859-1``
means windows-1252, ``gb2312`` means gb18030. A browser obeys them and shows gibberish where they
are wrong; here bytes that prove themselves UTF-8 win over a label that says something else, since
portals have moved to UTF-8 and left old labels in their pages. A label that names no text encoding
of the web (``rot13``, ``utf-7``; ``model/charsets.py``) counts as absent and is named in
``Decoded.ignored``.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from charset_normalizer import from_bytes
from w3lib.encoding import read_bom

from webarticlecurator.model.charsets import printable_label, text_codec

DETECTION_BYTES = 100_000
"""Detection looks at this much of a page: its cost grows with the length, its answer does not."""

MIN_UTF8_PROOF = 10
"""So many continuation bytes without a fault are UTF-8, whatever a label says: text in another
character set breaks the pattern at nearly every accent or second ideograph."""

WEB_CODECS = (
    "cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 iso8859_2 iso8859_5 iso8859_7"
    " koi8_r koi8_u big5hkscs cp932 cp949 euc_jp gb18030"
).split()
"""Detection chooses among what the web has been written in, not among every codec Python knows."""


@dataclass(frozen=True)
class Decoded:
    """``text`` without byte order mark; ``encoding`` the Python codec that was used; ``evidence``
    what spoke for it and what was tried before (``meta: windows-1250; http: utf-8 refused``);
    ``replaced`` how many byte sequences became U+FFFD; ``ignored`` the declarations that name no
    text encoding (``http: rot13``); ``utf8`` the bytes of ``text`` where it came as UTF-8 without a
    fault, so that nobody needs to encode it again."""

    text: str
    encoding: str
    evidence: str
    replaced: int = 0
    utf8: bytes | None = None
    ignored: tuple[str, ...] = ()


def decode(content: bytes, content_type: str | None = None, encoding: str | None = None) -> Decoded:
    """Decode a body. ``content_type`` is the HTTP header's value, ``encoding`` the portal file's.
    Never raises: an unknown label, or a declared character set that does not fit, falls to the next
    source and is named in ``evidence``."""
    refused: list[str] = []
    ignored: list[str] = []
    bom, mark = read_bom(content)
    if bom is not None:
        body = content[len(mark or b"") :]
        text, replaced = _read(body, bom)
        return Decoded(text, bom, f"bom: {bom}", replaced, _utf8(body, bom, replaced))
    for source, label, codec in _candidates(content, content_type, encoding):
        if codec is None:
            refused.append(f"{source}: {label} unknown")
            ignored.append(f"{source}: {label}")
            continue
        if codec != "utf-8" and _is_utf8(content):
            refused.append(f"{source}: {label} refused")
            continue
        text, replaced = _read(content, codec)
        if replaced and not _tolerable(content, codec, replaced):
            refused.append(f"{source}: {label} refused")
            continue
        evidence = "; ".join([f"{source}: {label}", *refused])
        whole = _utf8(content, codec, replaced)
        return Decoded(
            text.removeprefix("\ufeff"), codec, evidence, replaced, whole, tuple(ignored)
        )
    # pragma: no cover
    raise AssertionError("detection ends with windows-1252, which fits anything")


_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)


def _candidates(
    content: bytes, content_type: str | None, encoding: str | None
) -> Iterator[tuple[str, str, str | None]]:
    """Source, label and codec (None if the label is unknown) of everything that speaks for a
    character set."""
    # takes longer to import than most commands take: only where a page is read
    from bs4.dammit import EncodingDetector

    http = _http_label(content_type)
    if http is not None:
        yield "http", printable_label(http), text_codec(http)
    head = _COMMENT.sub(b"", content[:4096])
    declared = EncodingDetector.find_declared_encoding(
        head, is_html=True, search_entire_document=True
    )
    if declared is not None:
        yield "meta", printable_label(declared), _ascii_compatible(text_codec(declared))
    if encoding is not None:
        yield "config", printable_label(encoding), text_codec(encoding)
    yield from _detected(content)


def _http_label(content_type: str | None) -> str | None:
    """The raw ``charset`` parameter of a Content-Type header; of several headers that were joined,
    the first one's."""
    for parameter in re.split("[;,]", content_type or "")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset" and value.strip(" \t\"'"):
            return value.strip(" \t\"'")
    return None


def _ascii_compatible(codec: str | None) -> str | None:
    """A declaration that could be read as ASCII cannot mean UTF-16 or UTF-32: the Encoding Standard
    takes UTF-8 then."""
    return "utf-8" if codec is not None and codec.startswith(("utf-16", "utf-32")) else codec


def _detected(content: bytes) -> Iterator[tuple[str, str, str | None]]:
    """UTF-8 if it fits, else the best guess of charset-normalizer, else windows-1252, which web
    pages mean by saying nothing."""
    yield "detected", "utf-8", "utf-8"
    best = from_bytes(content[:DETECTION_BYTES], cp_isolation=WEB_CODECS).best()
    if best is not None:
        yield "detected", best.encoding, text_codec(best.encoding)
    yield "default", "windows-1252", "cp1252"


def _read(content: bytes, codec: str) -> tuple[str, int]:
    """The text, and how many byte sequences ``codec`` cannot decode: they are U+FFFD in it."""
    try:
        return content.decode(codec), 0
    except UnicodeDecodeError:
        whole = content.decode(codec, "replace")
        return whole, len(whole) - len(content.decode(codec, "ignore"))


def _is_utf8(content: bytes) -> bool:
    try:
        return len(content) - len(content.decode("utf-8")) >= MIN_UTF8_PROOF
    except UnicodeDecodeError:
        return False


def _utf8(content: bytes, codec: str, replaced: int) -> bytes | None:
    return content if codec == "utf-8" and not replaced else None


def _tolerable(content: bytes, codec: str, errors: int) -> bool:
    """True if the errors are few against the characters that prove the codec: one broken byte must
    not turn a whole UTF-8 page into windows-1252. For single-byte codecs a few undefined bytes are
    no disproof either."""
    good = sum(1 for c in content.decode(codec, "ignore") if c > "\x7f")
    single = codecs.lookup(codec).name.startswith(("cp12", "cp8", "iso8859", "koi8", "mac"))
    return (
        codec == "cp1252"
        if good == 0
        else errors * (20 if single else 4) <= good or codec == "cp1252"
    )
