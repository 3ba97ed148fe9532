"""Labels of what a page shows besides text."""

from __future__ import annotations

from lxml import etree

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

_TEXT_ATTRIBUTES = ("alt", "title", "aria-label", "placeholder", "value")
_ADDRESS_ATTRIBUTES = ("src", "data-src", "data")


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
