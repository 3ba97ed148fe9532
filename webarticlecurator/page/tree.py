"""Text → one lxml tree, whatever the text is."""

from __future__ import annotations

import re

from lxml import etree, html

_UNPARSABLE = re.compile("[\0\ud800-\udfff]")


def parse(text: str) -> html.HtmlElement:
    """The root element (``html``) of a page. Never raises: NUL and lone surrogates become U+FFFD as in browsers, an XML
    declaration is passed over, nothing at all gives an empty page, a fragment gets its ``html`` and ``body``."""
    source = _UNPARSABLE.sub("\ufffd", text)
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    try:
        root = etree.fromstring(source.encode("utf-8"), parser)
    except etree.XMLSyntaxError:  # empty, or nothing that libxml2 takes for content
        root = None
    if root is None or root.tag != "html":  # comments or processing instructions alone
        return _empty()
    return root


def _empty() -> html.HtmlElement:
    return etree.fromstring(b"<html><body></body></html>", html.HTMLParser(encoding="utf-8"))
