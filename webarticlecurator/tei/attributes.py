"""Attributes, pointers and names in the TEI.

Attributes that several elements share: addresses, languages, numbers, list styles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import AddressValueError, IPv6Address
from urllib.parse import quote

from webarticlecurator.model.block_rows import BLOCK_TYPES
from webarticlecurator.model.block_types import BlockType, TeiForm
from webarticlecurator.model.blocks import NAMES, Node
from webarticlecurator.tei.xml import Element, text_run
from webarticlecurator.text.times import find_zone, parse_iso_time

_LANGUAGE_TAG = re.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")


def pointer_attributes(attribute: str, raw: str | None) -> dict[str, str]:
    """Return an address as an attribute; one that cannot become a URI is kept in ``@n``."""
    if raw is None:
        return {}
    uri = valid_uri(raw)
    return {"n": raw} if uri is None else {attribute: uri}


def write_reference(raw: str | None, content: Sequence[Element | str]) -> Element:
    """Return a ``ref``; with ``type="unresolvable" n="RAW"`` if the address cannot become a URI."""
    uri = valid_uri(raw) if raw is not None else None
    if uri is not None:
        return text_run("ref", content, target=uri)
    return text_run("ref", content, type="unresolvable", n=raw or "")


def language_attributes(node: Node) -> dict[str, str]:
    """Return ``xml:lang`` of a piece as an attribute, if it has a valid language tag."""
    tag = node.get("lang")
    return {"xml_lang": tag} if tag is not None and _LANGUAGE_TAG.fullmatch(tag) else {}


def item_number(text: str | None) -> str | None:
    """Return the value of ``@n`` of an item if ``text`` is a whole number, else None."""
    return text if text is not None and re.fullmatch(r"-?[0-9]{1,9}", text) else None


def list_rendition(node: Node) -> str | None:
    """Return the value of ``rend`` of a list, None for a plain one.

    It is ``description``, or ``numbered`` with the CSS name of the numbers and ``reversed``.
    """
    if node.get("numbered") != "yes":
        return "description" if node.get("kind") == "description" else None
    marks = node.get("marks")
    words = (
        "numbered",
        marks if marks in LIST_MARKS else "",
        "reversed" if node.get("reversed") == "yes" else "",
    )
    return " ".join(word for word in words if word)


# Turn addresses into valid URI references (RFC 3986), as TEI pointers require.

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(?=:)")
_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_STRIPPED = "".join(map(chr, range(0x21)))
_HOST = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*")
_PCHAR = "/:@!$&'()*+,;=~%-._"

_USUAL = r"A-Za-z0-9/:@!$&'()*+,;=~%._\-"
_READY = re.compile(
    rf"https?://[A-Za-z0-9.-]+(?::[0-9]{{1,5}})?(?:/[{_USUAL}]*)?(?:\?[{_USUAL}?]*)?(?:#[{_USUAL}?]*)?"
)
"""Addresses that are already valid URIs, provided that each ``%`` begins an escape.

Most addresses are, and one match is faster than encoding them.
"""


def valid_uri(raw: str) -> str | None:
    """Return an absolute address as a valid URI, or None if that is impossible.

    Characters that are not allowed are percent-encoded as UTF-8, a host outside ASCII gets its IDNA
    form, a ``%`` that begins no escape becomes ``%25``. Impossible are ``http://[bad``, an invalid
    port and an empty address.
    """
    if _READY.fullmatch(raw) and ("%" not in raw or not _BAD_PERCENT.search(raw)):
        return raw
    return _encoded(raw)


def _encoded(raw: str) -> str | None:
    text = re.sub(r"[\t\r\n]", "", raw.strip(_STRIPPED))
    text = _BAD_PERCENT.sub("%25", text.encode("utf-8", "replace").decode("utf-8"))
    scheme = _SCHEME.match(text)
    rest = text[scheme.end() + 1 :] if scheme else text
    start = f"{scheme.group()}:" if scheme else ""
    if rest.startswith("//"):
        end = re.search(r"[/?#]|$", rest[2:])
        cut = 2 + (end.start() if end else 0)
        authority = _encode_authority(rest[2:cut])
        return None if authority is None else f"{start}//{authority}{_parts(rest[cut:])}"
    # RFC 3986 forbids a colon in the first segment of a relative reference.
    if not rest or (not scheme and ":" in re.split(r"[/?#]", rest, maxsplit=1)[0]):
        return None
    return start + _parts(rest)


def _encode_authority(text: str) -> str | None:
    user, at, server = text.rpartition("@")
    found = re.fullmatch(r"(\[[^\]]*\]|[^:\[\]]*)(?::([0-9]{0,5}))?", server)
    if not found:
        return None
    host = found.group(1)
    try:
        if host.startswith("["):
            host = f"[{IPv6Address(host[1:-1])}]"
        elif not host.isascii():
            host = host.encode("idna").decode("ascii")
    except (AddressValueError, UnicodeError):
        return None
    if not host or not (host.startswith("[") or _HOST.fullmatch(host)):
        return None
    port = f":{found.group(2)}" if found.group(2) else ""
    return (quote(user, safe=":!$&'()*+,;=~%") + at if at else "") + host + port


def _parts(text: str) -> str:
    before, hash_, fragment = text.partition("#")
    path, mark, query = before.partition("?")
    return (
        quote(path, safe=_PCHAR)
        + (mark + quote(query, safe=_PCHAR + "?") if mark else "")
        + (hash_ + quote(fragment, safe=_PCHAR + "?") if hash_ else "")
    )


# The TEI element and type of every name of the block model, in words for docs/tei-reference.md.

TEI_TYPES: dict[str, str | None] = {block.name: block.tei_type or None for block in BLOCK_TYPES}
"""Block → value of ``@type`` (``@rend`` of ``hi``), None for a block without one."""

LIST_MARKS = ("lower-alpha", "upper-alpha", "lower-roman", "upper-roman")
"""List numbers other than decimal, as values in ``list/@rend``."""

_FORMS: dict[TeiForm, tuple[str, str]] = {
    TeiForm.LINE: ('ab type="{type}"', ""),
    TeiForm.FLOATING_TEXT: ('floatingText type="{type}" / body', ""),
    TeiForm.QUOTE: ("quote, @source", ""),
    TeiForm.LIST: ('list type="{type}"', ""),
    TeiForm.FIGURE: ('figure type="{type}"', ""),
    TeiForm.EMBED: (
        'figure type="{type}" / ab / ref',
        'in running text: figure type="{type}" / head / ref',
    ),
    TeiForm.HIGHLIGHT: ('hi rend="{type}"', ""),
}
"""Form → its elements among blocks, and elsewhere; other forms are named as their element."""


def _describe_elements(block: BlockType) -> tuple[str, str, str]:
    here, elsewhere = _FORMS.get(block.form, (block.form.value, ""))
    return (
        block.name,
        block.tei or here.format(type=block.tei_type),
        block.tei_elsewhere or elsewhere.format(type=block.tei_type),
    )


ELEMENTS: tuple[tuple[str, str, str], ...] = tuple(
    _describe_elements(block) for block in BLOCK_TYPES if block.name in NAMES
)
"""Every name that a tag dictionary may use, its elements among blocks, and elsewhere (inside
running text, or where noted)."""


# Format dates for ``@when`` (W3C XML Schema date, dateTime), and name the folder of a month.


_MONTH = re.compile(r"(\d{4})(?:-(\d\d))?")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?")


@lru_cache(maxsize=64)  # a date of an article is written several times
def format_when(value: str | None) -> str | None:
    """Return a date or time in ISO 8601 as the value of ``@when``.

    A time without seconds gets them. None if ``value`` is not a date of the calendar.
    """
    if value is None:
        return None
    text = value.strip()
    month = _MONTH.fullmatch(text)
    if month:
        is_valid = int(month.group(1)) > 0 and 1 <= int(month.group(2) or 1) <= 12
        return text if is_valid else None
    if _DAY.fullmatch(text):
        return text if _exists(f"{text}T00:00") else None

    time = _TIME.fullmatch(text)
    if not time:
        return None
    day, minute, second, offset = time.groups()
    offset = re.sub(r"([+-]\d\d):?(\d\d)", r"\1:\2", offset or "")
    result = f"{day}T{minute}{second or ':00'}{offset}"
    return result if _exists(result) else None


def _exists(text: str) -> bool:
    try:
        parsed = parse_iso_time(text)
    except ValueError:
        return False
    offset = parsed.utcoffset()
    return offset is None or abs(offset.total_seconds()) <= 14 * 3600  # XML Schema: at most 14:00


def month_folder(published: str | None, timezone: str) -> str:
    """Return ``2019/03`` for a date of publication, ``undated`` without a valid one.

    ``timezone``: IANA name of the portal's zone, in which the month counts.
    """
    text = find_local_day(published, timezone) or format_when(published)
    return f"{text[:4]}/{text[5:7]}" if text and len(text) >= 7 else "undated"


def find_local_day(published: str | None, timezone: str) -> str | None:
    """Return the day of a date of publication as YYYY-MM-DD; None if it has none.

    ``timezone``: IANA name of the portal's zone, in which the day counts.
    """
    text = format_when(published)
    if text is None or "T" not in text:
        return text if text and _DAY.fullmatch(text) else None
    moment = parse_iso_time(text)
    try:
        local = moment.astimezone(find_zone(timezone)) if moment.tzinfo else moment
    except OverflowError:  # the first or the last day of the calendar
        local = moment
    return local.date().isoformat()
