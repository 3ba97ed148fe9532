"""Which HTML elements end a line of text in a browser (WHATWG HTML, "Rendering": display block,
list-item, table parts)."""

from __future__ import annotations

import re

from lxml import etree

BLOCK_TAGS = frozenset(
    """address article aside blockquote body caption center colgroup col dd details dialog dir
    div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr
    html legend li listing main menu nav ol optgroup option p plaintext pre search section
    summary table tbody td tfoot th thead tr ul xmp""".split()
)

_SHOWN = re.compile(r"(?:^|[;\s])display\s*:\s*(?:block|flex|grid|table|list-item)\b", re.I)

VERBATIM_TAGS = frozenset(("listing", "plaintext", "pre", "xmp"))
"""White space in them is shown as it is written."""


def is_block(element: etree._Element) -> bool:
    """True for an element that ends a line: by its tag, or by what its own ``style`` says."""
    if element.tag in BLOCK_TAGS:
        return True
    style = element.get("style")
    return style is not None and _SHOWN.search(style) is not None
