"""Text → one lxml tree according to the HTML standard, by lexbor: as in the inspector of a browser.

It differs from a browser on purpose in two points, because the usual parser does, and portal files
rely on both: elements that the standard inserts (``tbody``, ``colgroup``, ``tr``) are left out, and
``<div/>`` is empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from lxml import etree, html
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from webarticlecurator.model.html_tags import EMPTY_TAGS, UNCLOSED_TAGS

MAX_NODES = 300_000
"""The standard reopens an unclosed ``<b>`` and the like in each block, so the tree of a small page
could become that large."""

_MARK = "curator-was-in-the-source"
_INSERTED_TAG = re.compile(rb"<(tbody|colgroup|tr)(?=[\s/>])", re.IGNORECASE)
_SELF_CLOSED = re.compile(
    rb"""<([a-z][a-z0-9:_-]*)(?:\s+[^\s<>"'=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+(?=\s)))?)*\s*/>""",
    re.IGNORECASE,
)
"""Does not match ``<a href=x/>``, where the slash belongs to the value."""

_MARK_TEXT = re.compile(rf" {_MARK}|</[^\s<>/]+ {_MARK}>")
_FORMATTING = re.compile(
    rb"<(/?)(a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])", re.IGNORECASE
)
_ILLEGAL_IN_NAME = re.compile(r"[^\w.-]|^[^\w]")
_DASH_BEFORE_DASH = re.compile(r"-(?=-|\Z)")
_ILLEGAL_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def parse_html5(source: bytes, parser: html.HTMLParser) -> html.HtmlElement | None:
    """Return the ``html`` element of UTF-8 markup, or None if the tree would be too large.

    ``parser`` creates the elements.
    """
    if _count_unclosed_formatting(source) * source.count(b"<") > MAX_NODES:
        return None
    try:
        document = LexborHTMLParser(_mark_source(source), scripting=True).root
    except SelectolaxError:  # larger than lexbor accepts
        return None
    return None if document is None else _convert(document, parser)


def _count_unclosed_formatting(source: bytes) -> int:
    """Return the maximum number of elements of one formatting tag that are open at a time.

    Only an end tag of the same name counts as closing an element.
    """
    open_counts: Counter[bytes] = Counter()
    maximum = 0
    for tag in _FORMATTING.finditer(source):
        name = tag[2].lower()
        open_counts[name] = max(0, open_counts[name] + (-1 if tag[1] else 1))
        maximum = max(maximum, open_counts[name])
    return maximum


def _mark_source(source: bytes) -> bytes:
    """Mark the tags that the standard may insert, and close each self-closed element."""
    source = _INSERTED_TAG.sub(rb"<\1 " + _MARK.encode(), source)
    pieces, begin = [], 0
    for slash in re.finditer(rb"/>", source):
        opening = source.rfind(b"<", begin, slash.start())
        tag = _SELF_CLOSED.match(source, opening, slash.end()) if opening >= 0 else None
        name = tag[1].decode().lower() if tag else ""
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
            parent.append(
                etree.Comment(
                    _DASH_BEFORE_DASH.sub("- ", _replace_illegal(node.comment_content or ""))
                )
            )
    return root


def _make_root(parser: html.HTMLParser, attributes: dict[str, str]) -> html.HtmlElement:
    try:
        root: html.HtmlElement = parser.makeelement("html", attributes)
    except ValueError:  # a name or a value that is not allowed in XML
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
    """Return the content of ``noscript`` as nodes, in reverse; it is one text where scripts run."""
    text = noscript.first_child
    if text is None:
        return []
    child = LexborHTMLParser(text.text_content or "", is_fragment=True).root
    nodes = []
    while child is not None:
        nodes.append(child)
        child = child.next
    return nodes[::-1]


def _add_element(parent: etree._Element, node: LexborNode) -> etree._Element:
    """Append the element of a node to ``parent`` and return it.

    The result is ``parent`` for an element that the standard inserted.
    """
    attributes, in_source = _attributes(node)
    tag = (node.tag or "").lower()
    if tag in ("tbody", "colgroup", "tr") and not in_source:
        return parent
    try:
        return etree.SubElement(parent, tag, attributes)
    except ValueError:  # a name or a value that is not allowed in XML
        return etree.SubElement(
            parent, _ILLEGAL_IN_NAME.sub("_", tag), _legal_attributes(attributes)
        )


def _attributes(node: LexborNode) -> tuple[dict[str, str], bool]:
    """Return the attributes of an element, and True if it is marked as one of the source."""
    attributes = {
        name.lower(): value or "" for name, value in node.attributes.items() if name[:1] != "{"
    }
    in_source = attributes.pop(_MARK, None) is not None
    if any(_MARK in value for value in attributes.values()):
        attributes = {name: _MARK_TEXT.sub("", value) for name, value in attributes.items()}
    return attributes, in_source


def _legal_attributes(attributes: dict[str, str]) -> dict[str, str]:
    return {
        _ILLEGAL_IN_NAME.sub("_", name): _replace_illegal(value)
        for name, value in attributes.items()
    }


def _add_text(parent: etree._Element, text: str) -> None:
    if _MARK in text:
        text = _MARK_TEXT.sub("", text)
    try:
        _set_text(parent, text)
    except ValueError:  # control characters
        _set_text(parent, _replace_illegal(text))


def _set_text(parent: etree._Element, text: str) -> None:
    try:
        last = parent[-1]
    except IndexError:
        parent.text = (parent.text or "") + text
    else:
        last.tail = (last.tail or "") + text


def _replace_illegal(text: str) -> str:
    return _ILLEGAL_CHARACTER.sub("\ufffd", text)
