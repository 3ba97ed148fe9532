"""Text → one lxml tree according to the HTML standard, by lexbor: as in the inspector of a browser.

It differs from a browser on purpose in two points, because the usual parser does, and portal files
rely on both: elements that the standard inserts (``tbody``, ``colgroup``, ``tr``) are left out, and
``<div/>`` is empty.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Protocol, TypeVar

from lxml import etree, html
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from webarticlecurator.base.text.html_tags import EMPTY_TAGS, UNCLOSED_TAGS
from webarticlecurator.pages.page.word_places import IGNORED_TAGS, Paths, WordPlaces

P = TypeVar("P")

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
_PLAIN_NAME = re.compile("[a-z][a-z0-9-]*")
_MARK_TEXT = re.compile(rf" {_MARK}|</[^\s<>/]+ {_MARK}>")
_FORMATTING = re.compile(
    rb"<(/?)(a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])", re.IGNORECASE
)
_ILLEGAL_IN_NAME = re.compile(r"[^\w.-]|^[^\w]")
_DASH_BEFORE_DASH = re.compile(r"-(?=-|\Z)")
_ILLEGAL_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


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
    _visit(document, root, _TreeMaker())
    return root


def list_html5_places(document: LexborNode, paths: Paths) -> WordPlaces:
    """Return the places of the words of what ``parse_html5`` returns: those of the tree that
    ``convert_html5`` makes, without making it."""
    lister = _PlaceLister(WordPlaces(paths))
    _visit(document, (0,), lister)
    lister.end_text()
    return lister.places


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


class _Visitor(Protocol[P]):
    """What is done with the parts of a page, in document order; ``P``: a place in the result."""

    def add_text(self, parent: P, text: str) -> None: ...
    def add_comment(self, parent: P, text: str) -> None: ...
    def add_element(self, parent: P, node: LexborNode, tag: str) -> P | None:
        """Return the place inside an element, or None if its content is not visited."""


def _visit(document: LexborNode, root: P, visitor: _Visitor[P]) -> None:
    pending: list[tuple[LexborNode, P, bool]] = []
    _push_children(pending, document, root, True)
    while pending:
        node, parent, is_scripted = pending.pop()
        if node.is_text_node:
            text = node.text_content or ""
            visitor.add_text(parent, _MARK_TEXT.sub("", text) if _MARK in text else text)
        elif node.is_element_node:
            tag = (node.tag or "").lower()
            inner: P | None = parent
            if tag not in _INSERTED_TAGS or _attributes(node)[1]:
                inner = visitor.add_element(parent, node, tag)
            if inner is None:
                continue
            if is_scripted and tag == "noscript":
                pending += [(child, inner, False) for child in _reversed_markup(node)]
            else:
                content = next(iter(node.template_fragments()), node) if tag == "template" else node
                _push_children(pending, content, inner, is_scripted)
        elif node.is_comment_node:
            visitor.add_comment(parent, node.comment_content or "")


def _push_children(
    pending: list[tuple[LexborNode, P, bool]], node: LexborNode, parent: P, is_scripted: bool
) -> None:
    """Append the children of a node, the last one first, with the place that they are in."""
    child = node.last_child
    while child is not None:
        pending.append((child, parent, is_scripted))
        child = child.prev


class _TreeMaker:
    """Makes elements of nodes; a place is an element."""

    def add_text(self, parent: etree._Element, text: str) -> None:
        """Append text to the element."""
        try:
            _set_text(parent, text)
        except ValueError:  # control characters
            _set_text(parent, _replace_illegal(text))

    def add_comment(self, parent: etree._Element, text: str) -> None:
        """Append a comment to the element."""
        parent.append(etree.Comment(_DASH_BEFORE_DASH.sub("- ", _replace_illegal(text))))

    def add_element(self, parent: etree._Element, node: LexborNode, tag: str) -> etree._Element:
        """Append the element of a node and return it."""
        attributes, _ = _attributes(node)
        try:
            return etree.SubElement(parent, tag, attributes)
        except ValueError:  # a name or a value that is not allowed in XML
            return etree.SubElement(
                parent, _ILLEGAL_IN_NAME.sub("_", tag), _legal_attributes(attributes)
            )


_Place = tuple[int]
"""The path of one element; another element with the same path is another object."""


@lru_cache(maxsize=1024)
def _is_plain_name(tag: str) -> bool:
    return _PLAIN_NAME.fullmatch(tag) is not None


class _PlaceLister:
    """Lists the words of nodes. Texts that are one text of an element are split into words
    together."""

    def __init__(self, places: WordPlaces) -> None:
        self.places = places
        self._parent: _Place | None = None
        self._text = ""

    def add_text(self, parent: _Place, text: str) -> None:
        """Add text to what directly precedes it in the same element."""
        if parent is self._parent:
            self._text += _replace_illegal(text)
        elif text.strip(" \t\r\n"):
            self.end_text()
            self._parent, self._text = parent, _replace_illegal(text)
        elif self._parent is not None:
            self.end_text()

    def add_comment(self, _parent: _Place, _text: str) -> None:
        """End the text before a comment."""
        self.end_text()

    def add_element(self, parent: _Place, node: LexborNode, tag: str) -> _Place | None:
        """Return the path inside an element."""
        if self._parent is not None:
            self.end_text()
        if not _is_plain_name(tag):
            tag = str(_TreeMaker().add_element(html.Element("div"), node, tag).tag)
        return None if tag in IGNORED_TAGS else (self.places.enter(parent[0], tag),)

    def end_text(self) -> None:
        """Add the words of the text so far."""
        if self._parent is not None:
            self.places.add(self._parent[0], self._text.split())
        self._parent = None


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
    return text if text.isprintable() else _ILLEGAL_CHARACTER.sub("\ufffd", text)
