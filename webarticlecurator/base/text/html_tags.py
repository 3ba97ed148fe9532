"""Properties of HTML elements, by the standard and by the parser, on which all layers agree."""

from __future__ import annotations

CODE_TAGS = frozenset(("script", "style"))
"""Elements that contain code: the parser finds no tags in it, and it is not text of the page."""

FALLBACK_TAGS = frozenset(("iframe", "video", "audio", "object"))
"""Elements whose content is shown only where the browser cannot play them."""

UNCLOSED_TAGS = frozenset(("bgsound", "command", "embed", "keygen", "source", "track", "wbr"))
"""Void elements (WHATWG HTML) that libxml2 does not know as such: it puts everything after them, to
the end of the parent, into them."""

EMPTY_TAGS = frozenset(
    "area base basefont br col frame hr img input isindex link meta param".split()
)
"""Void elements that libxml2 knows: it puts neither text nor tags into them."""
