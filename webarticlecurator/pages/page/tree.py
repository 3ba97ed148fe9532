"""Text → one lxml tree, for any text: deep ones, and those that libxml2 and browsers read
differently.

Text → one lxml tree, for any text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from lxml import etree, html

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.pages.page.html5 import convert_html5, parse_html5
from webarticlecurator.pages.page.page_elements import PageElements
from webarticlecurator.pages.page.page_size_limits import is_too_deep, trim_attributes
from webarticlecurator.pages.page.parser_differences import (
    OUTSIDE_TABLE,
    UNCERTAIN_SIGNS,
    ParserDifference,
    find_differences,
    has_spare_end_tags,
)
from webarticlecurator.pages.page.shadow_roots import MARK, show_shadow_roots
from webarticlecurator.pages.page.streamed_parts import find_streamed_places, show_streamed_parts
from webarticlecurator.pages.page.tree_depth import (
    LOWER_MAX_DEPTH,
    MAX_DEPTH,
    flatten_deep_elements,
)
from webarticlecurator.pages.page.word_places import Paths, list_word_places

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


def parse_tree(text: str, utf8: bytes | None = None) -> ParsedTree:
    """Return the tree of a page. Never raises.

    NUL and lone surrogates become U+FFFD, as in browsers. An XML declaration is skipped, an empty
    text results in an empty page, a fragment gets ``html`` and ``body``, and elements that are
    nested too deeply for the parser lose their tags (``tree.py``). Where libxml2 closes elements
    at other places than a browser, the page is parsed again according to the HTML standard.

    Declarative shadow roots are shown (``shadow_roots.py``), and parts that come later in the
    source are put into their places (``streamed_parts.py``). ``utf8``: ``text`` in UTF-8, if
    available.
    """
    tree = _parse_text(text, utf8)
    templates = tree.elements.with_tag("template")
    places = find_streamed_places(templates)
    has_shadow_roots = any(template.get(MARK) for template in templates)
    if not (places or has_shadow_roots):
        return tree
    if places:
        show_streamed_parts(tree.root, places)
    if has_shadow_roots:
        show_shadow_roots(tree.root)
    return replace(tree, elements=PageElements(tree.root))


def link_next(tree: ParsedTree, addresses: Iterable[str]) -> ParsedTree:
    """Return a tree with a ``link`` to each of the next pages at its end, where it changes the
    number of no other element."""
    for address in addresses:
        etree.SubElement(tree.root, "link", rel="next", href=address)
    return replace(tree, elements=PageElements(tree.root))


def _parse_text(text: str, utf8: bytes | None) -> ParsedTree:
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
    if not (is_certain or _IS_OLDER) and has_spare_end_tags(
        elements, parser.error_log, source, differences
    ):
        return ParsedTree(root, elements)

    drops_elements = any(difference.sign == OUTSIDE_TABLE for difference in differences)
    document = None if drops_elements else parse_html5(source)
    if document is None:
        _gather_after_end(root)
        return ParsedTree(root, PageElements(root), differences)

    browsers = convert_html5(document, parser)
    # Both may have every word, image and line break in the same elements, in the same order.
    paths: Paths = {}
    if not is_certain and list_word_places(root, paths) == list_word_places(browsers, paths):
        return ParsedTree(root, elements)
    return ParsedTree(browsers, PageElements(browsers), differences, is_html5=True)


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
