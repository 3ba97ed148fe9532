"""Whether an element is displayed, by its own attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lxml import etree

_NO_DISPLAY = re.compile(r"display\s*:\s*none", re.IGNORECASE)


def is_not_displayed(element: etree._Element | Mapping[Any, Any]) -> bool:
    """Return True for an element, or its attributes, with ``hidden`` (WHATWG HTML 6.1) or the style
    ``display: none``."""
    if element.get("hidden") is not None:
        return True
    style = element.get("style")
    return bool(style and _NO_DISPLAY.search(style))
