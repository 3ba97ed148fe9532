"""Bytes → text, within limits.

Bytes → text, with the evidence for the character encoding.

The sources are, in this order: byte order mark, HTTP ``charset``, ``<meta>`` or XML declaration,
``encoding`` of the portal file, the escapes of ISO-2022-JP, UTF-8, the declared language,
detection. Labels have the meaning of the WHATWG Encoding Standard: ``iso-8859-1`` means
windows-1252, ``gb2312`` means gb18030.

A browser follows the labels, and shows garbled text where they are wrong. Here, bytes that are
demonstrably UTF-8 override a different label, because portals have moved to UTF-8 and left old
labels in their pages. A label that does not name a text encoding of the web (``rot13``, ``utf-7``;
``base/text/characters.py``) is ignored, and listed in ``Decoded.ignored``.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection, Iterable, Iterator

from w3lib.encoding import read_bom

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.charsets import printable_label, text_codec

DETECTION_BYTES = 100_000
"""Detection reads the beginning of a page only: more bytes cost more time and change little."""

MIN_UTF8_PROOF = 10
"""So many continuation bytes without an error prove UTF-8, whatever a label says: text in another
encoding breaks the pattern at nearly every accent or second ideograph. One is enough where the
label is that of Western Europe, the default of many servers: on no page of it do all accents stand
before a sign such as ``©``."""

WEB_CODECS = (
    "cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 iso8859_2 iso8859_5 iso8859_7"
    " koi8_r koi8_u big5hkscs cp932 cp949 euc_jp gb18030"
).split()
"""Detection chooses among encodings used on the web, not among all codecs of Python."""


@dataclass(frozen=True)
class Decoded:
    """A decoded body.

    - ``text``: without byte order mark;
    - ``encoding``: the Python codec;
    - ``evidence``: the source of the encoding, and the sources refused before it
      (``meta: windows-1250; http: utf-8 refused``);
    - ``replaced``: the number of byte sequences that became U+FFFD;
    - ``utf8``: the bytes of ``text`` if they are valid UTF-8, so that the text need not be encoded
      again;
    - ``ignored``: the declarations that do not name a text encoding (``http: rot13``).
    """

    text: str
    encoding: str
    evidence: str
    replaced: int = 0
    utf8: bytes | None = None
    ignored: tuple[str, ...] = ()


def decode(
    content: bytes,
    content_type: str | None = None,
    encoding: str | None = None,
    language: str = "",
    other_encodings: Collection[str] = (),
) -> Decoded:
    """Return the decoded body.

    ``content_type``: the value of the HTTP header; ``encoding`` and ``language``: the portal
    file's; ``other_encodings``: those that it names for pages of other days. One of these is used
    if the letters of the language speak for it and against ``encoding``: the border between the
    days, or the order of the entries, may be wrong.

    Never raises: after an unknown label, or a declared encoding that does not fit, the next source
    is used. Both are recorded in ``evidence``.
    """
    refused: list[str] = []
    ignored: list[str] = []
    bom, mark = read_bom(content)
    if bom is not None:
        body = content[len(mark or b"") :]
        text, replaced = _decode_with(body, bom)
        return Decoded(text, bom, f"bom: {bom}", replaced, _utf8_bytes(body, bom, replaced))

    for source, label, codec in _list_sources(content, content_type, encoding, language):
        if codec is None:
            refused.append(f"{source}: {label} unknown")
            ignored.append(f"{source}: {label}")
            continue
        if codec != "utf-8" and _is_utf8(content, codec):
            refused.append(f"{source}: {label} refused")
            continue
        text, replaced = _decode_with(content, codec)
        if replaced and not _is_tolerable(content, codec, replaced):
            refused.append(f"{source}: {label} refused")
            continue
        if source == "config" and codec != "utf-8":
            by_letters = _find_language_codec(content, language, codec)
            other_text = text if by_letters is None else content.decode(by_letters, "replace")
            if other_text != text:
                refused.append(f"{BY_LANGUAGE}: {by_letters}{_DISAGREES}")
                other = _find_equal(content, other_text, other_encodings)
                if other is not None:
                    refused.insert(0, f"{source}: {label} refused")
                    label, codec = other
                    text, replaced = _decode_with(content, codec)
        evidence = "; ".join([f"{source}: {label}", *refused])
        utf8 = _utf8_bytes(content, codec, replaced)
        text = text.removeprefix("\ufeff")
        return Decoded(text, codec, evidence, replaced, utf8, tuple(ignored))
    # pragma: no cover
    raise AssertionError("detection ends with windows-1252, which fits anything")


BY_LANGUAGE = "language"
"""The source of an encoding that was chosen among those of the page's language."""
_DISAGREES = " disagrees"
_CHARSET = re.compile(r"\s*charset\s*", re.IGNORECASE)
_JAPANESE_ESCAPE = re.compile(rb"\x1b\$[@B]")
"""The beginning of kanji in ISO-2022-JP, whose bytes are ASCII; no text has it otherwise."""
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)


def _list_sources(
    content: bytes, content_type: str | None, encoding: str | None, language: str
) -> Iterator[tuple[str, str, str | None]]:
    """Yield source, label and codec of each declared or detected encoding.

    The codec is None for an unknown label.
    """
    # The `charset` parameter of the header; if several headers were joined, that of the first
    parameters = (part.partition("=") for part in re.split("[;,]", content_type or "")[1:])
    labels = (value.strip(" \t\"'") for name, _, value in parameters if _CHARSET.fullmatch(name))
    http = next(filter(None, labels), None)
    if http is not None:
        yield "http", printable_label(http), text_codec(http)
    # imported here, as the other detector is below, because it takes longer than most commands
    from bs4.dammit import EncodingDetector

    declared = EncodingDetector.find_declared_encoding(
        _COMMENT.sub(b"", content[:4096]), is_html=True, search_entire_document=True
    )
    if declared is not None:
        # A declaration that was readable as ASCII cannot be right about UTF-16 and UTF-32, which
        # are UTF-8 in the Encoding Standard.
        codec = text_codec(declared) or ""
        is_wide = codec.startswith(("utf-16", "utf-32"))
        yield "meta", printable_label(declared), "utf-8" if is_wide else codec or None
    if encoding is not None:
        yield "config", printable_label(encoding), text_codec(encoding)
    # UTF-8, then the language of the page, then the best guess of charset-normalizer, then
    # windows-1252, the default of web pages without a label. The guess alone read a third of the
    # pages of a Hungarian portal as Baltic.
    if _JAPANESE_ESCAPE.search(content):
        yield "escapes", "iso-2022-jp", "iso2022_jp"
    yield "detected", "utf-8", "utf-8"
    by_language = _find_language_codec(content, language)
    if by_language is not None:
        yield BY_LANGUAGE, by_language, by_language
    from charset_normalizer import from_bytes

    best = from_bytes(content[:DETECTION_BYTES], cp_isolation=WEB_CODECS).best()
    if best is not None:
        yield "detected", best.encoding, text_codec(best.encoding)
    yield "default", "windows-1252", "cp1252"


def _find_language_codec(content: bytes, language: str, written: str = "") -> str | None:
    # imported here, with its tables: most pages declare their encoding
    from webarticlecurator.pages.page.language_charsets import find_language_codec

    return find_language_codec(content, language, written)


def _find_equal(content: bytes, text: str, labels: Iterable[str]) -> tuple[str, str] | None:
    """Return the label, and its codec, that reads ``content`` as ``text``; None without."""
    for label in labels:
        named = text_codec(label)
        if named is not None and content.decode(named, "replace") == text:
            return label, named
    return None


def is_encoding_declared(evidence: str) -> bool:
    """Return True if the page itself names its encoding; ``evidence`` as in ``Decoded``."""
    return evidence.partition(":")[0] in ("bom", "http", "meta")


def is_encoding_doubtful(evidence: str) -> bool:
    """Return True if the encoding of a page is a guess by its bytes alone, or the letters of its
    language contradict the encoding in the portal file; ``evidence`` as in ``Decoded``."""
    source, _, label = evidence.partition(";")[0].partition(": ")
    is_guess = source in ("detected", "default") and label != "utf-8"
    return is_guess or evidence.endswith(_DISAGREES)


def _decode_with(content: bytes, codec: str) -> tuple[str, int]:
    """Return the text, and the number of byte sequences that ``codec`` cannot decode.

    They are U+FFFD in the text.
    """
    try:
        return content.decode(codec), 0
    except UnicodeDecodeError:
        text = content.decode(codec, "replace")
        return text, len(text) - len(content.decode(codec, "ignore"))


def _is_utf8(content: bytes, labelled: str) -> bool:
    """Return True for UTF-8 that is ``labelled`` as another codec."""
    least = 1 if labelled == "cp1252" else MIN_UTF8_PROOF
    try:
        return len(content) - len(content.decode("utf-8")) >= least
    except UnicodeDecodeError:
        return False


def _utf8_bytes(content: bytes, codec: str, replaced: int) -> bytes | None:
    return content if codec == "utf-8" and not replaced else None


def _is_tolerable(content: bytes, codec: str, errors: int) -> bool:
    """Return True if the errors are few, compared with the characters that support the codec.

    One broken byte must not turn a whole UTF-8 page into windows-1252, and a few undefined bytes do
    not refute a single-byte codec.
    """
    if codec == "cp1252":
        return True
    good = sum(1 for char in content.decode(codec, "ignore") if char > "\x7f")
    if good == 0:
        return False
    prefixes = ("cp12", "cp8", "iso8859", "koi8", "mac")
    is_single_byte = codecs.lookup(codec).name.startswith(prefixes)
    return errors * (20 if is_single_byte else 4) <= good
