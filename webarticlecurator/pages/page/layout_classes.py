"""Classes that say how an element looks or in what state it is, not what it is."""

from __future__ import annotations

import re

_STATES = frozenset(
    "active current selected open show hidden collapsed expanded compressed first last odd even cf"
    " clear clearfix row".split()
)
_SIZE = "xs|sm|md|lg|xl|xxl"
_UTILITY = re.compile(
    rf"""(?:
    (?:is|has)-.*
    |(?:[whmp][tblrxyse]?|g[xy]?|col|row|gap|order|offset|span|top|bottom|left|right|z|max-[wh]|min-[wh]|leading
      |text|font|bg|border|rounded|shadow|flex|grid|items|align|justify|self|float|d|size)
     -(?:(?:{_SIZE})-)?
     (?:\d[\w.-]*|{_SIZE}|auto|full|none|start|end|center|between|bold|light|muted|dark|white|black|primary|secondary)
    |(?:text|float|align)[-_](?:left|right|center)|clear[-_]both
    |(?:d|flex|grid)-(?:(?:{_SIZE})-)?(?:wrap|nowrap|column|row|block|inline|flex|grid)
    |(?:col|row|flex|grid|between|around|start|end|center|middle|{_SIZE})-(?:{_SIZE})
    )$""",
    re.VERBOSE | re.IGNORECASE,
)
_PREFIX = re.compile(r"(?:tw|u)-+")
"""What Tailwind and SUIT CSS may put before their utility classes."""
_LAYOUT = re.compile(
    r"""(?!(?:h-(?:entry|feed|card|cite)|p-(?:name|author|category|summary))$)(?:
    (?:is|has|js|no|col|row|flex|grid|items|justify|self|float|text|font|bg|border|rounded|shadow|space|gap|leading|tracking
    |max|min|top|bottom|left|right|order|z|[whmp][tblrxy]?)-.*
    |(?:xs|sm|md|lg|xl)-(?:\d|up|down|only|hid|vis|show|none|block|flex|inline|left|right|cent|auto|full|col|row|grid
    |offset|push|pull|order|text|float|display|[mp][tblrxy]?-).*
    |(?:small|medium|large)-(?:\d|abs-|push-|pull-|offset-|only|up|centered).*
    |left|right|cols?|columns?|flex|grid|block|inline|relative|absolute|sticky|static
    |(?:l-)?(?:container|wrapper)|inner|outer|bold|italic|uppercase|truncate
    )$""",
    re.VERBOSE,
)
"""Without the classes of microformats, such as ``h-entry``."""


def is_state_class(name: str) -> bool:
    """Return True for a class of the state or place of an element, such as ``active`` or ``first``:
    the same element may not have it on the next page."""
    return name.lower() in _STATES


def is_utility_class(name: str) -> bool:
    """Return True for a class of a CSS framework, such as ``px-3`` or ``col-md-7``: it does not say
    what an element is, and any change of the design changes it."""
    return bool(_UTILITY.match(_PREFIX.sub("", name, count=1)))


def is_layout_class(name: str) -> bool:
    """Return True for one of these, or a class that quite different elements may have, such as
    ``left-column`` or ``wrapper``."""
    return is_state_class(name) or is_utility_class(name) or bool(_LAYOUT.match(name))
