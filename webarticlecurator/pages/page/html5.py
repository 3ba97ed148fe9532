"""Text → one lxml tree according to the HTML standard, by lexbor: as in the inspector of a browser.

It differs from a browser on purpose in two points, because the usual parser does, and portal files
rely on both: elements that the standard inserts (``tbody``, ``colgroup``, ``tr``) are left out, and
``<div/>`` is empty.
"""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree, html
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from webarticlecurator.base.text.characters import ILLEGAL
from webarticlecurator.base.text.html_tags import EMPTY_TAGS, UNCLOSED_TAGS

MAX_NODES = 300_000
"""The standard reopens an unclosed ``<b>`` and the like in each block, so the tree of a small page
could become that large."""

_MARK = "curator-was-in-the-source"
_INSERTED_TAG = re.compile(rb"<(tbody|colgroup|tr)(?=[\s/>])", re.IGNORECASE)
_TAG_NAME = re.compile(rb"<([a-z][a-z0-9:_-]*)", re.IGNORECASE)
_SELF_CLOSED = re.compile(
    rb"""<([a-z][a-z0-9:_-]*)(?:\s+[^\s<>"'=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+(?=\s)))?)*\s*/>""",
    re.IGNORECASE,
)
"""Does not match ``<a href=x/>``, where the slash belongs to the value."""

_INSERTED_TAGS = ("tbody", "colgroup", "tr")
_MARK_TEXT = re.compile(rf" {_MARK}|</[^\s<>/]+ {_MARK}>")
_FORMATTING = re.compile(
    rb"<(/?)(a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])", re.IGNORECASE
)
_ILLEGAL_IN_NAME = re.compile(r"[^\w.-]|^[^\w]")
_DASH_BEFORE_DASH = re.compile(r"-(?=-|\Z)")


def parse_html5(source: bytes) -> LexborNode | None:
    """Return the ``html`` node of UTF-8 markup, or None if the tree would be too large."""
    # The maximum number of elements of one formatting tag that are open at a time
    open_counts: Counter[bytes] = Counter()
    maximum = 0
    for slash, name in _FORMATTING.findall(source):
        name = name.lower()
        if not slash:
            open_counts[name] += 1
            maximum = max(maximum, open_counts[name])
        elif open_counts[name]:
            open_counts[name] -= 1
    if maximum * source.count(b"<") > MAX_NODES:
        return None
    try:
        return LexborHTMLParser(_mark_source(source), scripting=True).root
    except SelectolaxError:  # larger than lexbor accepts
        return None


def convert_html5(document: LexborNode, parser: html.HTMLParser) -> html.HtmlElement:
    """Return the ``html`` element of what ``parse_html5`` returns. ``parser`` creates elements."""
    attributes = _attributes(document)[0]
    try:
        root: html.HtmlElement = parser.makeelement("html", attributes)
    except ValueError:  # a name or a value that is not allowed in XML
        root = parser.makeelement("html", _legal_attributes(attributes))
    pending: list[tuple[LexborNode, etree._Element, bool]] = []
    _push_children(pending, document, root, True)
    while pending:
        node, parent, is_scripted = pending.pop()
        if node.is_text_node:
            text = node.text_content or ""
            text = _MARK_TEXT.sub("", text) if _MARK in text else text
            try:
                _set_text(parent, text)
            except ValueError:  # control characters
                _set_text(parent, _replace_illegal(text))
        elif node.is_element_node:
            tag, inner = (node.tag or "").lower(), parent
            attributes, in_source = _attributes(node)
            if tag not in _INSERTED_TAGS or in_source:
                inner = _add_element(parent, tag, attributes)
            if is_scripted and tag == "noscript":
                pending += [(child, inner, False) for child in _reversed_markup(node)]
            else:
                content = next(iter(node.template_fragments()), node) if tag == "template" else node
                _push_children(pending, content, inner, is_scripted)
        elif node.is_comment_node:
            comment = _replace_illegal(node.comment_content or "")
            parent.append(etree.Comment(_DASH_BEFORE_DASH.sub("- ", comment)))
    return root


def _mark_source(source: bytes) -> bytes:
    """Mark the tags that the standard may insert, and close each self-closed element."""
    source = _INSERTED_TAG.sub(rb"<\1 " + _MARK.encode(), source)
    pieces, begin = [], 0
    for slash in re.finditer(rb"/>", source):
        opening = source.rfind(b"<", begin, slash.start())
        start = _TAG_NAME.match(source, opening) if opening >= 0 else None
        name = start[1].decode().lower() if start else ""
        if not name or name in EMPTY_TAGS or name in UNCLOSED_TAGS:
            continue
        if _SELF_CLOSED.match(source, opening, slash.end()):
            pieces.append(source[begin : slash.end()] + f"</{name} {_MARK}>".encode())
            begin = slash.end()
    return b"".join((*pieces, source[begin:]))


def _push_children(
    pending: list[tuple[LexborNode, etree._Element, bool]],
    node: LexborNode,
    parent: etree._Element,
    is_scripted: bool,
) -> None:
    """Append the children of a node, the last one first, with the element that they are in."""
    child = node.last_child
    while child is not None:
        pending.append((child, parent, is_scripted))
        child = child.prev


def _add_element(parent: etree._Element, tag: str, attributes: dict[str, str]) -> etree._Element:
    """Append an element and return it."""
    try:
        return etree.SubElement(parent, tag, attributes)
    except ValueError:  # a name or a value that is not allowed in XML
        return etree.SubElement(
            parent, _ILLEGAL_IN_NAME.sub("_", tag), _legal_attributes(attributes)
        )


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


def _attributes(node: LexborNode) -> tuple[dict[str, str], bool]:
    """Return the attributes of an element, and True if it is marked as one of the source."""
    attributes = {
        name.lower(): value or "" for name, value in node.attributes.items() if name[:1] != "{"
    }
    in_source = attributes.pop(_MARK, None) is not None
    if _MARK in "".join(attributes.values()):
        attributes = {name: _MARK_TEXT.sub("", value) for name, value in attributes.items()}
    return attributes, in_source


def _legal_attributes(attributes: dict[str, str]) -> dict[str, str]:
    return {
        _ILLEGAL_IN_NAME.sub("_", name): _replace_illegal(value)
        for name, value in attributes.items()
    }


def _set_text(parent: etree._Element, text: str) -> None:
    if len(parent):
        last = parent[-1]
        last.tail = (last.tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def _replace_illegal(text: str) -> str:
    # the expression takes ten times as long
    return text if text.isprintable() else ILLEGAL.sub("\ufffd", text)
