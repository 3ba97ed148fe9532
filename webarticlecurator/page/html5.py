"""Text → one lxml tree as the HTML standard says, by lexbor: what a browser's inspector shows.

Two things differ from a browser on purpose. Elements that the standard inserts and the source lacks
(``tbody``, ``colgroup``, ``tr``) are left out, and ``<div/>`` is empty: the usual parser reads
pages so, and portal files rely on both.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from lxml import etree, html
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from webarticlecurator.model.html_tags import EMPTY_TAGS, UNCLOSED_TAGS

MAX_NODES = 300_000
"""The standard opens unclosed ``<b>`` and the like again in each block: a small page could become
so large a tree."""

_MARK = "curator-was-in-the-source"
_OPTIONAL = re.compile(rb"<(tbody|colgroup|tr)(?=[\s/>])", re.IGNORECASE)
_SELF_CLOSED = re.compile(
    rb"""<([a-z][a-z0-9:_-]*)(?:\s+[^\s<>"'=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+(?=\s)))?)*\s*/>""",
    re.IGNORECASE,
)
"""Not ``<a href=x/>``: there the slash belongs to the value."""
_ADDED = re.compile(rf" {_MARK}|</[^\s<>/]+ {_MARK}>")
_FORMATTING = re.compile(
    rb"<(/?)(a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])", re.IGNORECASE
)
_NO_NAME = re.compile(r"[^\w.-]|^[^\w]")
_OPEN_DASH = re.compile(r"-(?=-|\Z)")
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def parse_html5(source: bytes, parser: html.HTMLParser) -> html.HtmlElement | None:
    """Return the ``html`` element of UTF-8 markup, its elements made by ``parser``; None if the
    tree would be too large."""
    if _unclosed_formatting(source) * source.count(b"<") > MAX_NODES:
        return None
    try:
        document = LexborHTMLParser(_marked(source), scripting=True).root
    except SelectolaxError:  # more than it takes
        return None
    return None if document is None else _convert(document, parser)


def _unclosed_formatting(source: bytes) -> int:
    """Return how many formatting elements are open at most, were each closed only by an end tag of
    its own name."""
    opened: Counter[bytes] = Counter()
    most = 0
    for found in _FORMATTING.finditer(source):
        name = found[2].lower()
        opened[name] = max(0, opened[name] + (-1 if found[1] else 1))
        most = max(most, opened[name])
    return most


def _marked(source: bytes) -> bytes:
    """Mark what ``_OPTIONAL`` finds, and end each element that ends in its start tag."""
    source = _OPTIONAL.sub(rb"<\1 " + _MARK.encode(), source)
    pieces, begin = [], 0
    for slash in re.finditer(rb"/>", source):
        opening = source.rfind(b"<", begin, slash.start())
        found = _SELF_CLOSED.match(source, opening, slash.end()) if opening >= 0 else None
        name = found[1].decode().lower() if found else ""
        if name and name not in EMPTY_TAGS and name not in UNCLOSED_TAGS:
            pieces.append(source[begin : slash.end()] + f"</{name} {_MARK}>".encode())
            begin = slash.end()
    return b"".join((*pieces, source[begin:]))


def _convert(document: LexborNode, parser: html.HTMLParser) -> html.HtmlElement:
    root = _make_root(parser, _attributes(document)[0])
    pending = [(child, root, True) for child in _reversed_children(document)]
    while pending:
        node, parent, is_scripted = pending.pop()
        if node.is_text_node:
            _add_text(parent, node.text_content or "")
        elif node.is_element_node:
            element = _add_element(parent, node)
            if is_scripted and node.tag == "noscript":
                pending += [(child, element, False) for child in _reversed_markup(node)]
            else:
                pending += [(child, element, is_scripted) for child in _reversed_children(node)]
        elif node.is_comment_node:
            parent.append(etree.Comment(_OPEN_DASH.sub("- ", _legal(node.comment_content or ""))))
    return root


def _make_root(parser: html.HTMLParser, attributes: dict[str, str]) -> html.HtmlElement:
    try:
        root: html.HtmlElement = parser.makeelement("html", attributes)
    except ValueError:  # a name or a value that no XML tree takes
        root = parser.makeelement("html", _legal_attributes(attributes))
    return root


def _reversed_children(node: LexborNode) -> Iterator[LexborNode]:
    if node.tag == "template":
        node = next(iter(node.template_fragments()), node)
    child = node.last_child
    while child is not None:
        yield child
        child = child.prev


def _reversed_markup(noscript: LexborNode) -> list[LexborNode]:
    """Return what ``noscript`` holds, which is one text where scripts run, as nodes."""
    text = noscript.first_child
    child = (
        None if text is None else LexborHTMLParser(text.text_content or "", is_fragment=True).root
    )
    found = []
    while child is not None:
        found.append(child)
        child = child.next
    return found[::-1]


def _add_element(parent: etree._Element, node: LexborNode) -> etree._Element:
    """Append the element of a node and return it; ``parent`` where the standard inserted one that
    the source lacks."""
    attributes, in_source = _attributes(node)
    tag = (node.tag or "").lower()
    if tag in ("tbody", "colgroup", "tr") and not in_source:
        return parent
    try:
        return etree.SubElement(parent, tag, attributes)
    except ValueError:  # a name or a value that no XML tree takes
        return etree.SubElement(parent, _NO_NAME.sub("_", tag), _legal_attributes(attributes))


def _attributes(node: LexborNode) -> tuple[dict[str, str], bool]:
    """Return the attributes of an element, and whether it is marked as one of the source."""
    found = {
        name.lower(): value or "" for name, value in node.attributes.items() if name[:1] != "{"
    }
    in_source = found.pop(_MARK, None) is not None
    if any(_MARK in value for value in found.values()):
        found = {name: _ADDED.sub("", value) for name, value in found.items()}
    return found, in_source


def _legal_attributes(attributes: dict[str, str]) -> dict[str, str]:
    return {_NO_NAME.sub("_", name): _legal(value) for name, value in attributes.items()}


def _add_text(parent: etree._Element, text: str) -> None:
    if _MARK in text:
        text = _ADDED.sub("", text)
    try:
        _set_text(parent, text)
    except ValueError:  # control characters
        _set_text(parent, _legal(text))


def _set_text(parent: etree._Element, text: str) -> None:
    try:
        last = parent[-1]
    except IndexError:
        parent.text = (parent.text or "") + text
    else:
        last.tail = (last.tail or "") + text


def _legal(text: str) -> str:
    return _ILLEGAL.sub("\ufffd", text)
