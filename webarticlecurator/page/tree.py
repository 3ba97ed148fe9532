"""Text → one lxml tree, whatever the text is."""

from __future__ import annotations

import re

from lxml import etree, html

from webarticlecurator.page.depth import flattened

_SURROGATE = re.compile("[\ud800-\udfff]")
_ELEMENTS = etree.ElementDefaultClassLookup(element=html.HtmlElement, comment=html.HtmlComment, pi=html.HtmlProcessingInstruction)
"""As lxml.html has it, but for forms; chosen without asking Python for each element."""


def parse(text: str, utf8: bytes | None = None) -> html.HtmlElement:
    """The root element (``html``) of a page. Never raises: NUL and lone surrogates become U+FFFD as in browsers, an XML
    declaration is passed over, nothing at all gives an empty page, a fragment gets its ``html`` and ``body``, and elements
    nested deeper than the parser goes are opened up (``depth.py``). ``utf8``: ``text`` in UTF-8, where that is at hand."""
    source = (_encoded(text) if utf8 is None else utf8).replace(b"\0", b"\xef\xbf\xbd")
    root, whole = _parsed(source)
    if not whole:
        root, _ = _parsed(flattened(source.decode("utf-8")).encode("utf-8"))
    if root is None or root.tag != "html":  # comments or processing instructions alone
        root, _ = _parsed(b"<html><body></body></html>")
    assert root is not None
    return root


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:  # surrogates; looking for them in every page would cost as much as a third of its parsing
        return _SURROGATE.sub("\ufffd", text).encode("utf-8")


def _parsed(source: bytes) -> tuple[html.HtmlElement | None, bool]:
    """The root, and False if the parser gave up before the end."""
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    parser.set_element_class_lookup(_ELEMENTS)
    try:
        root = etree.fromstring(source, parser)
    except etree.XMLSyntaxError:  # empty, or nothing that libxml2 takes for content
        return None, True
    last = parser.error_log.last_error
    return root, last is None or last.type != etree.ErrorTypes.ERR_RESOURCE_LIMIT
