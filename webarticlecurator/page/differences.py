"""Where libxml2 may have closed an element earlier or later than the HTML standard, and so than a
browser, says.

Three signs, all cheap: elements that stand where the standard lets none stand (a ``section`` in a
``p``), end tags that libxml2 found nothing to close for, and anything after ``</html>``, which
libxml2 loses. The latter two may be wrong (the end tag may stand in a script); ``has_same_places``
compares the trees.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import Any, TypeAlias

from lxml import etree

from webarticlecurator.model.html_tags import UNCLOSED_TAGS

MAX_LOG_ENTRIES = 1000
"""So many entries of the parser's log are read."""
MAX_ANCESTORS = 20
"""So far around a list item another one is looked for."""

END_TAG = "its end tag does not match what is open"
AFTER_END = "something stands after its end tag"
UNCERTAIN_SIGNS = (END_TAG, AFTER_END)
"""The signs that may be wrong; the others never are."""
OUTSIDE_TABLE = "stands in no table"
"""The standard leaves such an element out."""

_NOTHING = re.compile(rb"<!--.*?(?:-->|\Z)|</(?:html|body)\b[^>]*>?|\s+", re.S | re.I)
"""What may follow the end of a page without being a part of it."""

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_ENDS_P = (
    "address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption"
    " figure footer form header hgroup hr li main menu nav ol p pre listing search section summary"
    " ul xmp plaintext"
).split()
_ENDS_P += _HEADINGS
_LISTS = {"li": ("li",), "dt": ("dt", "dd"), "dd": ("dt", "dd")}
_PASSED = frozenset(
    # HTML: not special, or named as not ending the search for an open list item
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q"
    " s samp small span strike strong sub sup time tt u var address div p".split()
)
_NOT_INSIDE_ITSELF = ("a", "button", "form", "nobr")
_IN_TABLE = frozenset(
    "caption colgroup col thead tbody tfoot tr td th script style template input form".split()
)
_TABLE_PARTS = ("table", "thead", "tbody", "tfoot", "tr")
_IN_PARTS = {"td": _TABLE_PARTS, "th": _TABLE_PARTS, "tr": _TABLE_PARTS[:4], "caption": ("table",)}


@dataclass(frozen=True)
class ParserDifference:
    """``line`` is that of the page, counted from 1 (0: not known)."""

    element: str
    line: int
    sign: str

    def __str__(self) -> str:
        return f"<{self.element}>, line {self.line}: {self.sign}"


def find_differences(
    root: etree._Element, log: etree._ListErrorLog, source: bytes
) -> tuple[ParserDifference, ...]:
    """Return the first sign of each kind and element name. ``source``: the page in UTF-8."""
    found: dict[tuple[str, str], ParserDifference] = {}
    for difference in chain(_after_end(root, source), _logged(log), _misplaced(root)):
        found.setdefault((difference.element, difference.sign), difference)
    return tuple(found.values())


def _after_end(root: etree._Element, source: bytes) -> Iterator[ParserDifference]:
    """The last end tag is found at once from the end; elements after an earlier one have a root of
    their own."""
    end = source.rfind(b"</html")
    end = source.rfind(b"</HTML") if end < 0 else end
    has_second_root = next(root.itersiblings("html"), None) is not None
    if has_second_root or (end >= 0 and _NOTHING.sub(b"", source[end:])):
        yield ParserDifference("html", source.count(b"\n", 0, max(end, 0)) + 1, AFTER_END)


def _logged(log: etree._ListErrorLog) -> Iterator[ParserDifference]:
    for entry in islice(log, MAX_LOG_ENTRIES):
        if entry.type == etree.ErrorTypes.ERR_TAG_NAME_MISMATCH:
            name = entry.message.rpartition(": ")[2].split(" and ")[0]
            yield ParserDifference(name.strip(), int(entry.line), END_TAG)


def _misplaced(root: etree._Element) -> Iterator[ParserDifference]:
    for element in root.iter(*_SIGNS):
        found = _SIGNS[element.tag](element)
        if found is not None:
            where, sign = found
            line: Any = where.sourceline
            yield ParserDifference(str(where.tag), line or 0, sign)


_Sign: TypeAlias = tuple[etree._Element, str] | None


def _paragraph(element: etree._Element) -> _Sign:
    inner = next(element.iterdescendants(*_ENDS_P), None) if len(element) else None
    return None if inner is None else (element, f"{inner.tag} ends it")


def _heading(element: etree._Element) -> _Sign:
    outer = element.getparent()
    return (
        (outer, f"{element.tag} ends it") if outer is not None and outer.tag in _HEADINGS else None
    )


def _not_inside_itself(element: etree._Element) -> _Sign:
    inner = next(element.iterdescendants(str(element.tag)), None) if len(element) else None
    return None if inner is None else (element, "the next one ends it")


def _list_item(element: etree._Element) -> _Sign:
    around = islice(element.iterancestors(), MAX_ANCESTORS)
    outer = next((one for one in around if one.tag not in _PASSED), None)
    is_open = outer is not None and outer.tag in _LISTS[str(element.tag)]
    return (outer, "the next one ends it") if outer is not None and is_open else None


def _table_part(element: etree._Element) -> _Sign:
    if (element.text or "").strip() or any(_is_misplaced(child) for child in element):
        return element, "what is in no cell stands before the table"
    return _in_table(element) if element.tag in _IN_PARTS else None


def _in_table(element: etree._Element) -> _Sign:
    outer = element.getparent()
    is_lost = outer is not None and outer.tag not in _IN_PARTS[str(element.tag)]
    return (element, OUTSIDE_TABLE) if is_lost else None


def _is_misplaced(child: etree._Element) -> bool:
    """True for what the standard moves out of a table."""
    return bool((child.tail or "").strip()) or (
        isinstance(child.tag, str) and child.tag not in _IN_TABLE
    )


_SIGNS: dict[str, Callable[[etree._Element], _Sign]] = {
    "p": _paragraph,
    **dict.fromkeys(_HEADINGS, _heading),
    **dict.fromkeys(_NOT_INSIDE_ITSELF, _not_inside_itself),
    **dict.fromkeys(_LISTS, _list_item),
    **dict.fromkeys(_IN_PARTS, _in_table),
    **dict.fromkeys(_TABLE_PARTS, _table_part),
}

_PASSED_OVER = frozenset(("script", "style", "template", "title"))
_NO_PLACE = UNCLOSED_TAGS | {"html", "head", "body"}
"""Both trees have the first three whatever the source says; in the others libxml2 puts what comes
after them."""
_MEDIA = frozenset("img video audio iframe object br hr canvas svg table".split())


def has_same_places(one: etree._Element, other: etree._Element) -> bool:
    """Return True if every word, picture and line break of two trees stands in the same elements,
    in the same order."""
    paths: dict[tuple[int, str], int] = {}
    return all(a == b for a, b in zip_longest(_places(one, paths), _places(other, paths)))


def _places(root: etree._Element, paths: dict[tuple[int, str], int]) -> Iterator[tuple[int, str]]:
    """Yield each word and medium with the number of its path; ``paths``: number of the outer path
    and tag → number."""
    pending: list[tuple[etree._Element, int, bool]] = [(root, 0, False)]
    while pending:
        element, outer, is_tail = pending.pop()
        if is_tail:
            yield from ((outer, word) for word in (element.tail or "").split())
            continue
        tag = element.tag
        if not isinstance(tag, str) or tag in _PASSED_OVER:
            continue
        path = outer if tag in _NO_PLACE else paths.setdefault((outer, tag), len(paths) + 1)
        if tag in _MEDIA:
            yield path, ""
        yield from ((path, word) for word in (element.text or "").split())
        for child in reversed(element):
            pending += [(child, path, True), (child, path, False)]
