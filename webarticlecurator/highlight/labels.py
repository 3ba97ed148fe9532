"""Text of a page as it may stand in the HTML of its view: escaped, labels in one short line."""

from __future__ import annotations

import re
from html import escape

from lxml import etree

from webarticlecurator.model.visible import escape_cell

MAX_LABEL = 200
"""Characters of a label; addresses and class names can be of any length."""
MEDIA = {
    "img": "image",
    "amp-img": "image",
    "image": "image",
    "svg": "drawing",
    "canvas": "drawing",
    "iframe": "frame",
    "frame": "frame",
    "video": "video",
    "audio": "audio",
    "object": "object",
    "embed": "object",
    "applet": "object",
    "input": "input",
}
"""Elements that show more than their text → what their box says."""

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Characters that HTML does not allow."""
_TEXT_ATTRIBUTES = ("alt", "title", "aria-label", "placeholder", "value")
_ADDRESS_ATTRIBUTES = ("src", "data-src", "data")


def escape_text(text: str | None) -> str:
    """Return running text as HTML."""
    return escape(_CONTROLS.sub("\ufffd", text)) if text else ""


def escape_label(text: str) -> str:
    """Return a text in one line of at most MAX_LABEL characters, as HTML that may also stand in an
    attribute; characters that change the direction of text are escaped."""
    line = escape_cell(" ".join(text.split()))
    return escape(line if len(line) <= MAX_LABEL else line[: MAX_LABEL - 1] + "…")


def describe_medium(element: etree._Element) -> str:
    """Return the label of a medium: its kind, its text alternative, its address."""
    texts = ((element.get(name) or "").strip() for name in _TEXT_ATTRIBUTES)
    addresses = ((element.get(name) or "").strip() for name in _ADDRESS_ATTRIBUTES)
    parts = [
        next((text for text in texts if text), ""),
        next((a for a in addresses if a and not a.lower().startswith("data:")), ""),
    ]
    described = " — ".join(part for part in parts if part)
    kind = MEDIA[str(element.tag)]
    return f"{kind}: {described}" if described else kind
