"""What all parts of a TEI document use: its input, elements with their text, tables,
and the attributes that several elements share (addresses, languages, numbers, list styles).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from ipaddress import AddressValueError, IPv6Address
from typing import NamedTuple
from urllib.parse import quote

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.article import Article
from webarticlecurator.model.block_rows import BLOCK_TYPES
from webarticlecurator.model.block_types import BlockType, TeiForm
from webarticlecurator.model.blocks import NAMES, Node, block_words
from webarticlecurator.model.portal import Portal
from webarticlecurator.text.characters import ILLEGAL, REPLACEMENT
from webarticlecurator.text.times import find_zone, parse_iso_time

# XML elements as plain values, and their serialisation without additional white space in text.
#
# An element is either *structural* (it contains only elements, each on a line of its own, indented
# by
# one space per level) or a *run* (text and inline elements, written without line breaks).


class Element(NamedTuple):  # faster to create than a dataclass
    """One element with its ``attributes`` in the order of the output."""

    name: str
    content: tuple[Element | str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    structural: bool = False


def text_run(name: str, content: Iterable[Element | str] = (), **attributes: str | None) -> Element:
    """Return an element with text.

    ``_`` in the name of an attribute is written as ``:``; attributes that are None are left out.
    """
    return Element(name, tuple(content), _attribute_pairs(attributes) if attributes else ())


def structure_element(name: str, content: Iterable[Element], **attributes: str | None) -> Element:
    """Return an element that contains only elements; ``attributes`` as in ``text_run``."""
    return Element(
        name, tuple(content), _attribute_pairs(attributes) if attributes else (), structural=True
    )


def _attribute_pairs(attributes: dict[str, str | None]) -> tuple[tuple[str, str], ...]:
    return tuple(
        [(name.replace("_", ":"), value) for name, value in attributes.items() if value is not None]
    )


def clean_text(text: str) -> tuple[str, int]:
    """Return ``text`` as XML 1.0 allows it, and the number of replaced characters.

    Every illegal character (https://www.w3.org/TR/xml/#charsets) becomes U+FFFD, every line end LF.
    """
    if text.isprintable():  # printable characters are legal and include no line ends
        return text, 0
    text, count = ILLEGAL.subn(REPLACEMENT, text)
    return text.replace("\r\n", "\n").replace("\r", "\n"), count


def escape(text: str) -> str:
    """Return ``text`` as character data."""
    if not text.isprintable():
        text = clean_text(text)[0]
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(text: str) -> str:
    """Return ``text`` as the value of an attribute in double quotes."""
    if text.isprintable():
        return escape(text).replace('"', "&quot;")
    return escape(text).replace('"', "&quot;").replace("\t", "&#9;").replace("\n", "&#10;")


def serialise(elements: Sequence[Element], indent: int = 0) -> str:
    """Return elements as text, each on its own line behind ``indent`` spaces, without a last LF."""
    pieces: list[str] = []
    for number, element in enumerate(elements):
        pieces.append(("\n" if number else "") + " " * indent)
        _write(element, indent, pieces)
    return "".join(pieces)


def _write(element: Element, indent: int, pieces: list[str]) -> None:
    name, content, attributes, structural = element
    start = name
    for key, value in attributes:
        start += f' {key}="{escape_attribute(value)}"'
    if not content:
        pieces.append(f"<{start}/>")
        return
    first = content[0]
    if isinstance(first, str) and len(content) == 1 and not structural:
        pieces.append(f"<{start}>{escape(first)}</{name}>")
        return
    pieces.append(f"<{start}>")
    edge = "\n" + " " * indent if structural else ""
    for child in content:
        if isinstance(child, str):
            pieces.append(escape(child))
            continue
        if structural:
            pieces.append(edge + " ")
        _write(child, indent + 1, pieces)
    pieces.append(f"{edge}</{name}>")


# Write tables: rows, cells with their spans, and the size of the grid.


_MAX_SPAN = 1000
"""The limit of HTML for colspan; a rowspan ends with the table."""
_MAX_COLUMNS = 10_000
"""Columns are counted up to here: no real table is wider, and each row would take as long."""


def write_table(
    headings: Sequence[Element],
    rows: Sequence[Node],
    write_content: Callable[[Node], list[Element]],
) -> Element | None:
    """Return a ``table`` with ``@rows`` and ``@cols``, its ``headings`` first.

    ``write_content`` returns the content of a cell. Rows without cells are left out. Headings
    without rows become a floatingText, without headings the result is None.
    """
    filled = [(row, nodes) for row in rows if (nodes := row.nodes)]
    if not filled:
        if not headings:
            return None
        lines = [
            head._replace(name="ab", attributes=(("type", "table-heading"), *head.attributes))
            for head in headings
        ]
        return structure_element("floatingText", [structure_element("body", lines)], type="table")
    content = []
    for row, nodes in filled:
        cells = []
        for cell in nodes:
            if not cell.attributes:  # as most cells: a table has thousands
                cells.append(structure_element("cell", write_content(cell)))
                continue
            height, width = _span(cell, "rows"), _span(cell, "cols")
            spans = {
                "rows": str(height) if height > 1 else None,
                "cols": str(width) if width > 1 else None,
            }
            cells.append(structure_element("cell", write_content(cell), role=_role(cell), **spans))
        content.append(structure_element("row", cells, role=_role(row)))
    width = _count_columns([nodes for _, nodes in filled])
    return structure_element("table", [*headings, *content], rows=str(len(filled)), cols=str(width))


def _role(node: Node) -> str | None:
    return "label" if node.get("role") == "label" else None


def _span(cell: Node, attribute: str) -> int:
    """Return the number of rows or columns of a cell; an invalid span counts as 1, as in HTML."""
    if not cell.attributes:
        return 1
    raw = (cell.get(attribute) or "").strip()
    if not (raw.isascii() and raw.isdigit() and len(raw) < 10):
        return 1
    return min(max(int(raw), 1), _MAX_SPAN)


def _count_columns(grid: Sequence[Sequence[Node]]) -> int:
    """Return the number of columns; cells that span rows also occupy columns of later rows."""
    occupied: list[int] = []  # for each column, how many more rows its cell spans
    for cells in grid:
        if len(occupied) > _MAX_COLUMNS:  # row spans that add up without end
            break
        column = 0
        next_occupied = [max(0, n - 1) for n in occupied]
        for cell in cells:
            while column < len(occupied) and occupied[column] > 0:
                column += 1
            rows, cols = _span(cell, "rows"), _span(cell, "cols")
            missing = column + cols - len(next_occupied)
            next_occupied.extend([0] * missing)
            occupied.extend([0] * missing)
            next_occupied[column : column + cols] = [rows - 1] * cols
            column += cols
        occupied = next_occupied
    return len(occupied)


# The input of a TEI document.


@dataclass(frozen=True)
class TeiContext:
    """One article and its portal."""

    article: Article
    portal: Portal

    @cached_property
    def words(self) -> list[str]:
        """The words of the body, in order."""
        return tei_words(self.article.blocks)


# The words of the TEI body of an article.


def tei_words(blocks: Iterable[Node]) -> list[str]:
    """Return the words of the blocks as in the TEI ``body``, in order."""
    return block_words(blocks, _clean)


def _clean(text: str) -> str:
    return text if text.isprintable() else clean_text(text)[0]


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
