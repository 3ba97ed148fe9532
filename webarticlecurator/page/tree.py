"""Text → one lxml tree, whatever the text is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree, html

from webarticlecurator.page.bounds import is_too_deep, trim_attributes
from webarticlecurator.page.depth import LOWER_MAX_DEPTH, MAX_DEPTH, flatten_deep_elements
from webarticlecurator.page.differences import (
    OUTSIDE_TABLE,
    UNCERTAIN_SIGNS,
    ParserDifference,
    find_differences,
    has_same_places,
)
from webarticlecurator.page.html5 import parse_html5

_SURROGATE = re.compile("[\ud800-\udfff]")
_ELEMENTS = etree.ElementDefaultClassLookup(
    element=html.HtmlElement, comment=html.HtmlComment, pi=html.HtmlProcessingInstruction
)
"""As lxml.html has it, but for forms; chosen without asking Python for each element."""


@dataclass(frozen=True)
class ParsedTree:
    """``root``: the ``html`` element. ``differences``: where libxml2's tree is not a browser's;
    ``is_html5``: ``root`` is as the HTML standard says there; else it is libxml2's, since the
    standard leaves out elements of the source (a cell in no table) or makes the tree too large."""

    root: html.HtmlElement
    differences: tuple[ParserDifference, ...] = ()
    is_html5: bool = False


def parse(text: str, utf8: bytes | None = None) -> html.HtmlElement:
    """Return the root element (``html``) of a page, as ``parse_tree`` finds it."""
    return parse_tree(text, utf8).root


def parse_tree(text: str, utf8: bytes | None = None) -> ParsedTree:
    """Return the tree of a page. Never raises: NUL and lone surrogates become U+FFFD as in
    browsers, an XML declaration is passed over, nothing at all gives an empty page, a fragment gets
    its ``html`` and ``body``, and elements nested deeper than the parser goes are opened up
    (``depth.py``). Where libxml2 closes elements at other places than a browser, the page is read
    again as the HTML standard says. ``utf8``: ``text`` in UTF-8, where that is at hand."""
    source = trim_attributes(
        (_encoded(text) if utf8 is None else utf8).replace(b"\0", b"\xef\xbf\xbd")
    )
    parser, root, is_whole = _parsed(source)
    for depth in (MAX_DEPTH, LOWER_MAX_DEPTH):
        if is_whole and (root is None or not is_too_deep(root, source)):
            break
        source = flatten_deep_elements(source.decode("utf-8"), depth).encode("utf-8")
        parser, root, is_whole = _parsed(source)
    if root is None or root.tag != "html":  # comments or processing instructions alone
        _, root, _ = _parsed(b"<html><body></body></html>")
        is_whole = False
    assert root is not None
    return _as_browsers_show(root, source, parser) if is_whole else ParsedTree(root)


def _gather_after_end(root: html.HtmlElement) -> None:
    """Move the elements that the source has after ``</html>`` to the end of ``body``.

    Browsers show them there (HTML 13.2.6.4.22); libxml2 makes a second root of them, which is not
    below the first one.
    """
    later = [element for element in root.itersiblings() if element.tag == "html"]
    if not later:
        return
    body = root.find("body")
    if body is None:
        body = etree.SubElement(root, "body")
    for other in later:
        _add_missing_attributes(root, other)
        for part in other:
            if part.tag in ("head", "body"):
                _add_missing_attributes(body if part.tag == "body" else part, part)
                _append_content(body, part)
            else:
                body.append(part)
        body.append(other)  # a second root can only be removed from an element
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


def _as_browsers_show(root: html.HtmlElement, source: bytes, parser: html.HTMLParser) -> ParsedTree:
    differences = find_differences(root, parser.error_log, source)
    if not differences:
        return ParsedTree(root)
    is_complete = all(one.sign != OUTSIDE_TABLE for one in differences)
    other = parse_html5(source, parser) if is_complete else None
    if other is None:
        _gather_after_end(root)
        return ParsedTree(root, differences)
    if all(one.sign in UNCERTAIN_SIGNS for one in differences) and has_same_places(root, other):
        return ParsedTree(root)
    return ParsedTree(other, differences, is_html5=True)


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    # surrogates; looking for them in every page would cost as much as a third of its parsing
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text).encode("utf-8")


def _parsed(source: bytes) -> tuple[html.HTMLParser, html.HtmlElement | None, bool]:
    """The parser with its log, the root, and False if the parser gave up before the end."""
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    parser.set_element_class_lookup(_ELEMENTS)
    try:
        root = etree.fromstring(source, parser)
    except etree.XMLSyntaxError:  # empty, or nothing that libxml2 takes for content
        return parser, None, True
    last = parser.error_log.last_error
    return parser, root, last is None or last.type != etree.ErrorTypes.ERR_RESOURCE_LIMIT
