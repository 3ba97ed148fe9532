"""Text → one lxml tree, for any text: deep ones, and those that libxml2 and browsers read
differently.

Text → one lxml tree, for any text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from html.parser import HTMLParser
from itertools import chain, islice
from typing import Any, TypeAlias, cast

import selectolax
from lxml import etree, html
from selectolax.lexbor import LEXBOR_VERSION_MAJOR, LEXBOR_VERSION_MINOR

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.page.decoding import is_too_deep, trim_attributes
from webarticlecurator.page.html5 import convert_html5, list_html5_places, parse_html5
from webarticlecurator.page.page_elements import PageElements, Paths, list_word_places
from webarticlecurator.text.characters import EMPTY_TAGS, UNCLOSED_TAGS
from webarticlecurator.text.translation import make_message

_SURROGATE = re.compile("[\ud800-\udfff]")
_ELEMENT_CLASSES = etree.ElementDefaultClassLookup(
    element=html.HtmlElement, comment=html.HtmlComment, pi=html.HtmlProcessingInstruction
)
"""The classes of lxml.html except those of forms; this lookup does not call Python per element."""

_IS_OLDER = etree.LIBXML_VERSION < (2, 14)
"""Older releases drop characters that XML cannot hold and what follows a second ``</html>``, and
log nothing; lxml's wheels for Windows have 2.11. Their words are always compared."""


@dataclass(frozen=True)
class ParsedTree:
    """The tree of a page.

    ``root``: the ``html`` element; ``differences``: where the tree of libxml2 differs from a
    browser's; ``is_html5``: ``root`` follows the HTML standard there. Otherwise ``root`` is the
    tree of libxml2, because the standard drops elements of the source (a cell outside a table) or
    makes the tree too large. ``elements``: those of ``root``.
    """

    root: html.HtmlElement
    elements: PageElements
    differences: tuple[ParserDifference, ...] = ()
    is_html5: bool = False


def parse(text: str, utf8: bytes | None = None) -> html.HtmlElement:
    """Return the root element (``html``) of the page that ``parse_tree`` returns."""
    return parse_tree(text, utf8).root


def parse_tree(text: str, utf8: bytes | None = None) -> ParsedTree:
    """Return the tree of a page. Never raises.

    NUL and lone surrogates become U+FFFD, as in browsers. An XML declaration is skipped, an empty
    text results in an empty page, a fragment gets ``html`` and ``body``, and elements that are
    nested too deeply for the parser lose their tags (``tree.py``). Where libxml2 closes elements
    at other places than a browser, the page is parsed again according to the HTML standard.

    ``utf8``: ``text`` in UTF-8, if available.
    """
    source = _encode(text) if utf8 is None else utf8
    source = trim_attributes(source.replace(b"\0", b"\xef\xbf\xbd"))
    parser, elements, is_complete = _parse_source(source)
    for depth in (MAX_DEPTH, LOWER_MAX_DEPTH):
        if is_complete and (elements is None or not is_too_deep(elements.all, source)):
            break
        source = flatten_deep_elements(source.decode("utf-8"), depth).encode("utf-8")
        parser, elements, is_complete = _parse_source(source)

    # comments or processing instructions alone
    if elements is None or elements.root.tag != "html":
        _, elements, _ = _parse_source(b"<html><body></body></html>")
        is_complete = False
    assert elements is not None
    root = cast("html.HtmlElement", elements.root)
    if not is_complete:
        return ParsedTree(root, elements)
    # The tree according to the HTML standard, if the tree of libxml2 differs from it
    differences = find_differences(elements, parser.error_log, source)
    if not differences and not _IS_OLDER:
        return ParsedTree(root, elements)

    is_certain = any(difference.sign not in UNCERTAIN_SIGNS for difference in differences)
    # it nests them, and nobody looks for a second ``body``
    is_certain = is_certain or (_IS_OLDER and len(elements.with_tag("html")) > 1)
    if not (is_certain or _IS_OLDER) and _has_spare_end_tags(
        elements, parser.error_log, source, differences
    ):
        return ParsedTree(root, elements)

    drops_elements = any(difference.sign == OUTSIDE_TABLE for difference in differences)
    document = None if drops_elements else parse_html5(source)
    if document is None:
        _gather_after_end(root)
        return ParsedTree(root, PageElements(root), differences)

    if not is_certain:
        # Both may have every word, image and line break in the same elements, in the same order.
        paths: Paths = {}
        if list_word_places(root, paths) == list_html5_places(document, paths):
            return ParsedTree(root, elements)
    root = convert_html5(document, parser)
    return ParsedTree(root, PageElements(root), differences, is_html5=True)


def _gather_after_end(root: html.HtmlElement) -> None:
    """Move the elements that follow ``</html>`` in the source to the end of ``body``.

    Browsers put them there (HTML 13.2.6.4.22); libxml2 puts them into a second root, which is not
    below the first one, and before 2.14 into it.
    """
    nested = root.iterdescendants("html") if _IS_OLDER else ()
    other_roots = [*root.itersiblings("html"), *nested]
    if not other_roots:
        return
    body = root.find("body")
    if body is None:
        body = etree.SubElement(root, "body")
    for other in other_roots:
        _add_missing_attributes(root, other)
        for part in other:
            if part.tag in ("head", "body"):
                _add_missing_attributes(body if part.tag == "body" else part, part)
                _append_content(body, part)
            else:
                body.append(part)
        body.append(other)  # only a child can be removed, so the root becomes one first
        body.remove(other)


def _append_content(body: etree._Element, part: etree._Element) -> None:
    """Move the text and the children of ``part`` to the end of ``body``."""
    if part.text:
        if len(body):
            body[-1].tail = (body[-1].tail or "") + part.text
        else:
            body.text = (body.text or "") + part.text
    body.extend(list(part))


def _add_missing_attributes(element: etree._Element, other: etree._Element) -> None:
    for name, value in other.items():
        if name not in element.attrib:
            element.set(name, value)


def _encode(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    # surrogates; searching every page for them would take a third of the time of parsing
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text).encode("utf-8")


def _parse_source(source: bytes) -> tuple[html.HTMLParser, PageElements | None, bool]:
    """Return the parser with its log, the elements, and False if the parser gave up before the
    end."""
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    parser.set_element_class_lookup(_ELEMENT_CLASSES)
    try:
        root = etree.fromstring(source, parser)
    except etree.XMLSyntaxError:  # empty, or without anything that libxml2 regards as content
        return parser, None, True
    last = parser.error_log.last_error
    is_complete = last is None or last.type != etree.ErrorTypes.ERR_RESOURCE_LIMIT
    return parser, None if root is None else PageElements(root), is_complete


# Pages nested more deeply than libxml2 accepts (2048): it would stop there, and silently lose the
# rest of the page.
#
# Such pages exist, for example where ``<font>`` is opened in every post and never closed. Browsers
# stop nesting at 512 levels and go on.

MAX_SAME_TAG_DEPTH = 150
"""The tags of an element inside so many open elements of its own name are removed; its content
stays."""

MAX_DEPTH = 1000
"""The same for open elements of any name."""

LOWER_MAX_DEPTH = 50
"""The same on a page with so many deep elements that each level costs time."""

_UNCOUNTED = frozenset(
    # never have content, or their end tag is optional: the next element closes them
    "area base br col hr img input link meta param "
    "a p li td th tr tbody option colgroup html head body "
    # contain only text, which must stay inside
    "script style textarea title iframe noembed noframes xmp".split()
)
_DESCRIPTION_PARTS = frozenset("dd dt".split())
"""They end one another, but not in libxml2."""


def flatten_deep_elements(text: str, depth: int = MAX_DEPTH) -> str:
    """Return the page without the tags of elements that are nested too deeply.

    The limit is ``depth``, and ``MAX_SAME_TAG_DEPTH`` inside elements of the same name.
    """
    flattener = _Flattener(depth)
    flattener.feed(text)
    flattener.close()
    return "".join(flattener.kept)


class _Flattener(HTMLParser):
    """Collects the source of a page in ``kept``, without the tags that are nested too deeply."""

    def __init__(self, depth: int) -> None:
        super().__init__(convert_charrefs=False)
        self.kept: list[str] = []
        self._depth = depth
        self._count = 0
        # name → for each open element, whether its tags are kept
        self._open: dict[str, list[bool]] = defaultdict(list)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        start = self.get_starttag_text() or ""
        # otherwise each of thousands of ``wbr`` in a paragraph would be nested in the one before
        if tag in UNCLOSED_TAGS:
            self.kept.append(f"{start}</{tag}>")
            return
        if tag in _UNCOUNTED:
            self.kept.append(start)
            return
        is_kept = len(self._open[tag]) < MAX_SAME_TAG_DEPTH and self._count < self._depth
        if is_kept:
            self.kept.append(start)
        elif tag in _DESCRIPTION_PARTS:
            self.kept.append("<br>")  # their contents stay separate
        self._open[tag].append(is_kept)
        self._count += is_kept

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        # otherwise each of thousands of ``wbr`` in a paragraph would be nested in the one before
        if tag in UNCLOSED_TAGS:
            return
        is_open = tag not in _UNCOUNTED and bool(self._open[tag])
        is_kept = self._open[tag].pop() if is_open else True
        self._count -= is_open and is_kept
        if is_kept:
            self.kept.append(f"</{tag}>")

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Parse ``<![…`` as browsers do, up to the next ``>``.

        Python raises AssertionError for an unknown section.
        """
        return self.parse_bogus_comment(i, report)

    def handle_data(self, data: str) -> None:
        self.kept.append(data)

    def handle_entityref(self, name: str) -> None:
        self.kept.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.kept.append(f"&#{name};")


# Where libxml2 may have closed an element earlier or later than the HTML standard, and so than a
# browser.
#
# There are three signs, all fast to find: elements at places that the standard does not allow (a
# ``section`` in a ``p``), end tags without an element to close, and anything after ``</html>``,
# which libxml2 loses. The last two may be wrong (the end tag may be part of a script), so the words
# of both trees are compared (``page_elements.py``).

MAX_LOG_ENTRIES = 1000
"""Entries of the parser's log that are read."""

MAX_ANCESTORS = 20
"""Ancestors of a list item among which another item is searched."""

END_TAG = make_message("its end tag does not match what is open")
AFTER_END = make_message("something stands after its end tag")
UNCERTAIN_SIGNS = (END_TAG, AFTER_END)
"""The signs that may be wrong; the others are certain."""

OUTSIDE_TABLE = make_message("stands in no table")
"""The sign of an element that the standard drops."""

_AFTER_CONTENT = re.compile(rb"<!--.*?(?:-->|\Z)|</(?:html|body)\b[^>]*>?|\s+", re.S | re.I)
"""Text that may follow the end of a page without being content."""

_ENDS_OTHERS = frozenset("html head body br p h1 h2 h3 h4 h5 h6".split())
"""Names whose end tags do something where no such element is open, or where another one is."""
_MAX_SPARE_NAMES = 8
"""For each name, the page is read as bytes."""
_FIND_RAW_TEXT = etree.XPath(
    "descendant::text()[parent::script or parent::style or parent::textarea or parent::title or"
    " parent::iframe or parent::noembed or parent::noframes or parent::xmp]"
)
_FIND_MARKUP_IN_ATTRIBUTES = etree.XPath("descendant-or-self::*/@*[contains(., '</')]")

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_ENDS_P = frozenset(
    "address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption"
    " figure footer form header hgroup hr li main menu nav ol p pre listing search section summary"
    " ul xmp plaintext h1 h2 h3 h4 h5 h6".split()
)
_LISTS = {"li": ("li",), "dt": ("dt", "dd"), "dd": ("dt", "dd")}
_TRANSPARENT = frozenset(
    # not "special" in HTML, or listed there as not ending the search for an open list item
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q"
    " s samp small span strike strong sub sup time tt u var address div p".split()
)
_NOT_INSIDE_ITSELF = ("a", "button", "form", "nobr")
_HAS_LINK_INSIDE_LINK = etree.XPath("boolean(/descendant::a[descendant::a])")
"""Of ``//a//a``, with many links in one another, libxml2 would make long sets."""
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
    differences: dict[tuple[str, str], ParserDifference] = {}
    for difference in chain(
        _find_after_end(elements.root, source), in_log, _find_misplaced(elements)
    ):
        differences.setdefault((difference.element, difference.sign), difference)
    return tuple(differences.values())


def _has_spare_end_tags(
    elements: PageElements,
    log: etree._ListErrorLog,
    source: bytes,
    differences: Sequence[ParserDifference],
) -> bool:
    """Return True if the only differences are end tags that browsers skip as well: of elements that
    have none, or more of a name than elements, each of which has one.

    So a quarter of the pages with uncertain signs needs no second parse, 8 ms.
    """
    signs = {(each.element, each.sign) for each in differences}
    # It ended before: words are in neither ``head`` nor ``body`` for ``WordPlaces``
    if signs == {("head", END_TAG)}:
        return True
    if any(sign != END_TAG or name in _ENDS_OTHERS for name, sign in signs):
        return False
    spare: Counter[str] = Counter()
    for entry in _iter_mismatches(log):
        kind, _, name = entry.message.partition(" : ")
        if kind != "Unexpected end tag":
            return False
        spare[name.strip()] += 1
    names = spare.keys() - EMPTY_TAGS
    if len(names) > _MAX_SPARE_NAMES:
        return False
    no_tags = _join_text_like_tags(elements.root) if names else ""
    for name in names:
        end = f"</{name}>"
        ends = source.count(end.encode()) - no_tags.count(end)
        if ends - spare[name] != len(elements.with_tag(name)):
            return False
    return True


def _join_text_like_tags(root: etree._Element) -> str:
    """Return everything on the page that may have tags which are none."""
    strings = chain(
        cast("list[str]", _FIND_RAW_TEXT(root)), cast("list[str]", _FIND_MARKUP_IN_ATTRIBUTES(root))
    )
    return "\n".join((*strings, *(comment.text or "" for comment in root.iter(etree.Comment))))


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
    # links are the most frequent of these elements, and XPath asks all of them at once
    if not _HAS_LINK_INSIDE_LINK(elements.root) and not any(
        check(element) is not None
        for tag, check in _SIGNS.items()
        if tag != "a"
        for element in elements.with_tag(tag)
    ):
        return
    for element in elements.root.iter(*_SIGNS):
        misplaced = _SIGNS[element.tag](element)
        if misplaced is not None:
            ended, sign = misplaced
            line: Any = ended.sourceline
            yield ParserDifference(str(ended.tag), line or 0, sign)


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


def _check_heading(element: etree._Element) -> _Misplaced:
    outer = element.getparent()
    if outer is None or outer.tag not in _HEADINGS:
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
    if (element.text or "").strip() or any(_is_misplaced(child) for child in element):
        return element, make_message("what is in no cell stands before the table")
    return _check_in_table(element) if element.tag in _IN_PARTS else None


def _check_in_table(element: etree._Element) -> _Misplaced:
    outer = element.getparent()
    is_lost = outer is not None and outer.tag not in _IN_PARTS[str(element.tag)]
    return (element, OUTSIDE_TABLE) if is_lost else None


def _is_misplaced(child: etree._Element) -> bool:
    """Return True for content that the standard moves out of a table."""
    return bool((child.tail or "").strip()) or (
        isinstance(child.tag, str) and child.tag not in _IN_TABLE
    )


_SIGNS: dict[str, Callable[[etree._Element], _Misplaced]] = {
    "p": _check_paragraph,
    **dict.fromkeys(_HEADINGS, _check_heading),
    **dict.fromkeys(_NOT_INSIDE_ITSELF, _check_same_inside),
    **dict.fromkeys(_LISTS, _check_list_item),
    **dict.fromkeys(_IN_PARTS, _check_in_table),
    **dict.fromkeys(_TABLE_PARTS, _check_table_part),
}


# The versions of the HTML parsers. They are not part of any digest: what is built stays built when
# a parser changes.

PARSER_VERSIONS: dict[str, str] = {
    "libxml2": ".".join(map(str, etree.LIBXML_VERSION)),
    "lexbor": f"{LEXBOR_VERSION_MAJOR}.{LEXBOR_VERSION_MINOR}",
    "lxml": ".".join(map(str, etree.LXML_VERSION[:3])),
    "selectolax": selectolax.__version__,
}

GOLDEN_VERSIONS: dict[str, str] = {"libxml2": "2.14.6", "lexbor": "3.1"}
"""The versions with which the golden files (``examples/golden``, ``tests/portals``) were built."""


def describe_parsers() -> str:
    """Return the installed parsers and their versions in one line."""
    return ", ".join(f"{name} {version}" for name, version in PARSER_VERSIONS.items())


def find_version_differences() -> str:
    """Return in words which parsers differ from those of the golden files, or ""."""
    others = [
        f"{name} {PARSER_VERSIONS[name]} (expected {expected})"
        for name, expected in GOLDEN_VERSIONS.items()
        if PARSER_VERSIONS[name] != expected
    ]
    if not others:
        return ""
    return (
        f"not the parsers that curator was tested with: {', '.join(others)}; badly formed pages may"
        " give another text"
    )
