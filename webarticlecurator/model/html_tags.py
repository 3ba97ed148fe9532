"""What HTML, and the parser that reads it here, know of elements whatever the page: what all layers
have to agree on."""

from __future__ import annotations

CODE_TAGS = frozenset(("script", "style"))
"""What they hold is code: the parser finds no tags in it, and it is no text of a page."""

FALLBACK_TAGS = frozenset(("iframe", "video", "audio", "object"))
"""What they hold is shown only where the browser cannot play them."""

UNCLOSED_TAGS = frozenset(("bgsound", "command", "embed", "keygen", "source", "track", "wbr"))
"""Never have content (WHATWG HTML, "Void elements"), but libxml2 does not know it: what comes after
them, to the end of the parent, is found inside them."""

EMPTY_TAGS = frozenset(
    "area base basefont br col frame hr img input isindex link meta param".split()
)
"""Never have content, and libxml2 knows it: it finds neither text nor tags in them."""
