"""Where libxml2 may have closed an element earlier or later than the HTML standard, and so than a
browser.

There are three signs, all fast to find: elements at places that the standard does not allow (a
``section`` in a ``p``), end tags without an element to close, and anything after ``</html>``,
which libxml2 loses. The last two may be wrong (the end tag may be part of a script), so the words
of both trees are compared (``page_elements.py``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, TypeAlias, cast

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import first_values
from webarticlecurator.base.text.html_tags import EMPTY_TAGS
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.page.page_elements import PageElements

MAX_LOG_ENTRIES = 1000
"""Entries of the parser's log that are read."""

MAX_ANCESTORS = 20
"""Ancestors of a list item among which another item is searched."""

END_TAG = make_message("its end tag does not match what is open")
AFTER_END = make_message("something follows its end tag")
UNCERTAIN_SIGNS = (END_TAG, AFTER_END)
"""The signs that may be wrong; the others are certain."""

OUTSIDE_TABLE = make_message("is outside a table")
"""The sign of an element that the standard drops."""

_AFTER_CONTENT = re.compile(rb"<!--.*?(?:-->|\Z)|</(?:html|body)\b[^>]*>?|\s+", re.S | re.I)
"""Text that may follow the end of a page without being content."""

_ENDS_OTHERS = frozenset("html head body br p h1 h2 h3 h4 h5 h6".split())
"""Names whose end tags do something where no such element is open, or where another one is."""
_DOCTYPE = re.compile(rb"\s*<!doctype html\s*>", re.IGNORECASE)
_MAX_SPARE_NAMES = 8
"""For each name, the page is read as bytes."""
_RAW_TEXT_TAGS = "script style textarea title iframe noembed noframes xmp".split()
_FIND_MARKUP_IN_ATTRIBUTES = etree.XPath("descendant-or-self::*/@*[contains(., '</')]")

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_ENDS_P = frozenset(
    "address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption"
    " figure footer form header hgroup hr li main menu nav ol p pre listing search section summary"
    " ul xmp plaintext h1 h2 h3 h4 h5 h6".split()
)
_ENDS_PARENT = {
    **dict.fromkeys(_HEADINGS, _HEADINGS),
    **dict.fromkeys(("rb", "rp", "rt", "rtc"), ("rb", "rp", "rt")),
}
"""Element → the parents that it ends."""
_LISTS = {"li": ("li",), "dt": ("dt", "dd"), "dd": ("dt", "dd")}
_TRANSPARENT = frozenset(
    # not "special" in HTML, or listed there as not ending the search for an open list item
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q"
    " s samp small span strike strong sub sup time tt u var address div p".split()
)
_NOT_INSIDE_ITSELF = ("a", "button", "form", "nobr")
_ONLY_OUTSIDE = frozenset(("p", *_NOT_INSIDE_ITSELF))
"""Elements that are misplaced only by what is in them."""
_IN_TABLE = frozenset(
    "caption colgroup col thead tbody tfoot tr td th script style template input form".split()
)
_TABLE_PARTS = ("table", "thead", "tbody", "tfoot", "tr")
_IN_PARTS = {"td": _TABLE_PARTS, "th": _TABLE_PARTS, "tr": _TABLE_PARTS[:4], "caption": ("table",)}


@dataclass(frozen=True)
class ParserDifference:
    """One difference: an element, its line on the page (from 1; 0 if not known) and the sign."""

    element: str
    line: int
    sign: str

    def __str__(self) -> str:
        return make_message(
            "<{element}>, line {line}: {sign}", element=self.element, line=self.line, sign=self.sign
        )


def find_differences(
    elements: PageElements, log: etree._ListErrorLog, source: bytes
) -> tuple[ParserDifference, ...]:
    """Return the first sign of each kind and element name.

    ``source``: the page in UTF-8.
    """
    mismatches = (
        (entry.message.rpartition(": ")[2].split(" and ")[0].strip(), int(entry.line))
        for entry in _iter_mismatches(log)
    )
    in_log = (ParserDifference(name, line, END_TAG) for name, line in mismatches)
    found = chain(_find_after_end(elements.root, source), in_log, _find_misplaced(elements))
    return tuple(first_values(((each.element, each.sign), each) for each in found).values())


def has_spare_end_tags(
    elements: PageElements,
    log: etree._ListErrorLog,
    source: bytes,
    differences: Sequence[ParserDifference],
) -> bool:
    """Return True if the only differences are end tags that browsers skip as well: of elements that
    have none, or more of a name than elements, each of which has one. ``</p>`` alone is an empty
    paragraph in both, since the same tags end a paragraph (but for ``table`` on pages without the
    doctype of HTML, and those for which there is a certain sign).

    So half of the pages with uncertain signs need no second parse, 8 ms.
    """
    signs = {(each.element, each.sign) for each in differences}
    allowed = {"p"} if _DOCTYPE.match(source) or not elements.with_tag("table") else set[str]()
    # It ended before: words are in neither ``head`` nor ``body`` for ``WordPlaces``
    if signs == {("head", END_TAG)}:
        return True
    if any(sign != END_TAG or name in _ENDS_OTHERS - allowed for name, sign in signs):
        return False
    spare: Counter[str] = Counter()
    for entry in _iter_mismatches(log):
        kind, _, name = entry.message.partition(" : ")
        if kind != "Unexpected end tag":
            return False
        spare[name.strip()] += 1
    names = spare.keys() - EMPTY_TAGS - allowed
    if len(names) > _MAX_SPARE_NAMES:
        return False
    no_tags = _join_text_like_tags(elements) if names else ""
    for name in names:
        end = f"</{name}>"
        ends = source.count(end.encode()) - no_tags.count(end)
        if ends - spare[name] != len(elements.with_tag(name)):
            return False
    return True


def _join_text_like_tags(elements: PageElements) -> str:
    """Return everything on the page that may have tags which are none."""
    root, raw = elements.root, chain.from_iterable(map(elements.with_tag, _RAW_TEXT_TAGS))
    texts = chain(
        chain.from_iterable((each.text, *(inner.tail for inner in each)) for each in raw),
        (comment.text for comment in root.iter(etree.Comment)),
        cast("list[str]", _FIND_MARKUP_IN_ATTRIBUTES(root)),
    )
    return "\n".join(filter(None, texts))


def _iter_mismatches(log: etree._ListErrorLog) -> Iterator[etree._LogEntry]:
    """Yield the entries of the log about end tags."""
    for entry in islice(log, MAX_LOG_ENTRIES):
        if entry.type == etree.ErrorTypes.ERR_TAG_NAME_MISMATCH:
            yield entry


def _find_after_end(root: etree._Element, source: bytes) -> Iterator[ParserDifference]:
    """Yield the difference if there is content after the end tag of ``html``.

    The last end tag is found fast from the end; elements after an earlier one have a second root.
    """
    end = source.rfind(b"</html")
    end = source.rfind(b"</HTML") if end < 0 else end
    has_second_root = next(root.itersiblings("html"), None) is not None
    if has_second_root or (end >= 0 and _AFTER_CONTENT.sub(b"", source[end:])):
        yield ParserDifference("html", source.count(b"\n", 0, max(end, 0)) + 1, AFTER_END)


def _find_misplaced(elements: PageElements) -> Iterator[ParserDifference]:
    if not any(any(map(check, _list_unlike(elements, tag))) for tag, check in _SIGNS.items()):
        return
    for element in elements.root.iter(*_SIGNS):
        misplaced = _SIGNS[element.tag](element)
        if misplaced is not None:
            ended, sign = misplaced
            line: Any = ended.sourceline
            yield ParserDifference(str(ended.tag), line or 0, sign)


def _list_unlike(elements: PageElements, tag: str) -> Iterable[etree._Element]:
    """Return the elements with a tag that may be misplaced: a list has a hundred items, all of one
    parent, and most links and paragraphs have texts alone."""
    found = elements.with_tag(tag)
    if tag in _LISTS:
        return dict(zip(map(etree._Element.getparent, found), found, strict=True)).values()
    return filter(len, found) if tag in _ONLY_OUTSIDE else found


_Misplaced: TypeAlias = tuple[etree._Element, str] | None


def _check_paragraph(element: etree._Element) -> _Misplaced:
    if not len(element):
        return None
    # iterdescendants() with so many tags takes longer than most paragraphs
    inner = next((e for e in element.iterdescendants() if e.tag in _ENDS_P), None)
    return (
        None
        if inner is None
        else (
            element,
            make_message("{tag} ends it", tag=inner.tag),
        )
    )


def _check_parent(element: etree._Element) -> _Misplaced:
    outer = element.getparent()
    if outer is None or outer.tag not in _ENDS_PARENT[str(element.tag)]:
        return None
    return outer, make_message("{tag} ends it", tag=element.tag)


def _check_same_inside(element: etree._Element) -> _Misplaced:
    inner = next(element.iterdescendants(str(element.tag)), None) if len(element) else None
    return None if inner is None else (element, make_message("the next one ends it"))


def _check_list_item(element: etree._Element) -> _Misplaced:
    outer = element.getparent()  # nearly always the list
    for _ in range(MAX_ANCESTORS):
        if outer is None or outer.tag not in _TRANSPARENT:
            break
        outer = outer.getparent()
    else:
        return None
    is_open = outer is not None and outer.tag in _LISTS[str(element.tag)]
    return (outer, make_message("the next one ends it")) if outer is not None and is_open else None


def _check_table_part(element: etree._Element) -> _Misplaced:
    # content that the standard moves out of a table
    if (element.text or "").strip() or any(
        (child.tail or "").strip() or (isinstance(child.tag, str) and child.tag not in _IN_TABLE)
        for child in element
    ):
        return element, make_message("content outside the cells appears before the table")
    return _check_in_table(element) if element.tag in _IN_PARTS else None


def _check_in_table(element: etree._Element) -> _Misplaced:
    outer = element.getparent()
    is_lost = outer is not None and outer.tag not in _IN_PARTS[str(element.tag)]
    return (element, OUTSIDE_TABLE) if is_lost else None


_SIGNS: dict[str, Callable[[etree._Element], _Misplaced]] = {
    "p": _check_paragraph,
    **dict.fromkeys(_ENDS_PARENT, _check_parent),
    **dict.fromkeys(_NOT_INSIDE_ITSELF, _check_same_inside),
    **dict.fromkeys(_LISTS, _check_list_item),
    **dict.fromkeys(_IN_PARTS, _check_in_table),
    **dict.fromkeys(_TABLE_PARTS, _check_table_part),
}
