"""Which HTML elements end a line of text in a browser (WHATWG HTML, "Rendering": display block, list-item, table parts)."""

from __future__ import annotations

import re

from lxml import etree

BLOCK_TAGS = frozenset(
    """address article aside blockquote body caption center colgroup col dd details dialog dir div dl dt fieldset figcaption
    figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p
    plaintext pre search section summary table tbody td tfoot th thead tr ul xmp""".split()
)

_SHOWN = re.compile(r"(?:^|[;\s])display\s*:\s*(?:block|flex|grid|table|list-item)\b", re.I)

VERBATIM_TAGS = frozenset(("listing", "plaintext", "pre", "xmp"))
"""White space in them is shown as it is written."""

CODE_TAGS = frozenset(("script", "style"))
"""What they hold is code, no text of the page: it is in no account of words, unless a row keeps it."""

FALLBACK_TAGS = frozenset(("iframe", "video", "audio", "object"))
"""What they hold is shown only where the browser cannot play them."""

VOID_TAGS = frozenset(("bgsound", "command", "embed", "keygen", "source", "track", "wbr"))
"""Never have content (WHATWG HTML, "Void elements"), but libxml2 does not know it: what comes after them, to the end of the
parent, is found inside them."""


def is_block(element: etree._Element) -> bool:
    """True for an element that ends a line: by its tag, or by what its own ``style`` says."""
    if element.tag in BLOCK_TAGS:
        return True
    style = element.get("style")
    return style is not None and _SHOWN.search(style) is not None
