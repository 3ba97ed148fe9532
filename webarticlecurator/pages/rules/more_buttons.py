"""What tells a button that loads more: its text, its classes or its attributes."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml import etree

from webarticlecurator.base.text.words import list_lines
from webarticlecurator.pages.rules.elements import text_of

MAX_TEXT_LENGTH = 40
"""In characters; a longer text is not that of a button."""
MORE_NAME = re.compile(
    r"(?:^|[^a-z])(?:load|show|view|fetch)[-_]?(?:more|next)"
    r"|(?:^|[^a-z])more[-_]?(?:btn|button|articles|posts|news|items|stories)",
    re.IGNORECASE,
)
"""Classes, ids and values of attributes such as ``load-more`` and ``btn-show-more``."""
_PROGRAM_ATTRIBUTES = ("id", "class", "name", "data-action", "data-role", "data-target", "onclick")


def rank_more_button(element: etree._Element) -> int:
    """Return how likely a button loads more; 0 for another one."""
    has_name = any(MORE_NAME.search(element.get(name) or "") for name in _PROGRAM_ATTRIBUTES)
    has_name |= any(MORE_NAME.search(str(name)) for name in element.attrib)
    text = read_button_text(element)
    has_text = len(text) <= MAX_TEXT_LENGTH and match_more_text(text)
    # A name is written for the program that loads more, a text for any reader.
    return 2 * has_name + has_text


def read_button_text(element: etree._Element) -> str:
    """Return what a button shows, or is called for those who do not see it."""
    text = element.get("value") if element.tag == "input" else text_of(element)
    return " ".join((text or element.get("aria-label") or "").split())


def match_more_text(text: str) -> bool:
    """Return True for a text that buttons have that load more of a list."""
    return bool(_more_text().match(text))


@lru_cache(maxsize=1)
def _more_text() -> re.Pattern[str]:
    texts = "|".join(list_lines("more-buttons", "texts"))
    return re.compile(rf"\W*(?:{texts})".replace(" ", r"\s+").replace(r"\s+?", r"\s*"), re.I)
