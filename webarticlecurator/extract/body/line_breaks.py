"""The HTML elements that end a line of text in a browser.

They are those with the display types block, list-item and table parts (WHATWG HTML, "Rendering").
"""

from __future__ import annotations

import re

from lxml import etree

BLOCK_TAGS = frozenset(
    """address article aside blockquote body caption center colgroup col dd details dialog dir
    div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr
    html legend li listing main menu nav ol optgroup option p plaintext pre search section
    summary table tbody td tfoot th thead tr ul xmp""".split()
)

_BLOCK_STYLE = re.compile(r"(?:^|[;\s])display\s*:\s*(?:block|flex|grid|table|list-item)\b", re.I)

VERBATIM_TAGS = frozenset(("listing", "plaintext", "pre", "xmp"))
"""Elements that show white space as it is written."""


def is_block(element: etree._Element) -> bool:
    """Return True for an element that ends a line, by its tag or by its own ``style``."""
    if element.tag in BLOCK_TAGS:
        return True
    style = element.get("style")
    return style is not None and _BLOCK_STYLE.search(style) is not None
