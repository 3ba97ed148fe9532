"""Rate how probably a link leads to the next page: by its text, its names and its address."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, urlsplit

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.rule import Rule, TextTest
from webarticlecurator.base.text.words import list_phrases
from webarticlecurator.crawling.archive.link_anchors import Anchor, is_article_address
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.stable_names import CAMEL_WORD
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve
from webarticlecurator.pages.rules.more_buttons import match_more_text
from webarticlecurator.proposing.list_pages.address_numbers import compare_numbers
from webarticlecurator.proposing.list_pages.page_numbers import is_other_window

MAX_LINES = 40
"""Characters of the text of a button; a longer text is a headline."""
_ADDED_NUMBER = re.compile(r"[/_.,;:-]?(?:[a-z]+[/_.,;:-]?)?\d{1,4}", re.IGNORECASE)
_NUMBERED_NAME = re.compile(r"([a-z]{3,})[-_]?[1-9]\d{0,3}((?:\.\w+)?)", re.IGNORECASE)
_NEXT_NAMES = frozenset(("next", "older", "nxt"))
_PREVIOUS_NAMES = frozenset(("prev", "previous", "newer"))
_LAST_NAMES = frozenset(("last", "double", "first"))
MIRRORED_WORDS = {
    "prev": "next",
    "previous": "next",
    "newer": "older",
    "left": "right",
}
NEXT_ARROWS = "»›→⟩❯>"
ARROWS_BACK = "«‹←⟨❮<"
_OTHER_ARROWS = "↓↑"
_RIGHT, _LEFT = "right", "left"


def css_rule(expression: str, text: TextTest | None = None) -> Rule:
    """Return the rule with a selector, and a condition on the text of what it finds."""
    return Rule(kind="css", expression=expression, text=text)


STANDARD_RULES = (
    css_rule("a[rel~=next]"),
    css_rule("link[rel~=next]"),
)


@dataclass(frozen=True)
class RatedLink:
    """A link that may lead to the next page: what speaks for it, in points."""

    anchor: Anchor
    score: float
    is_named: bool


def find_href(page: Page, element: etree._Element) -> str:
    """Return the address that an element links, "" where that is none."""
    try:
        return normalize_address(resolve(page.base, element.get("href") or ""))
    except NotAnAddress:
        return ""


def rate_name(classes: str) -> float:
    words = {word.lower() for name in classes.split() for word in CAMEL_WORD.findall(name)}
    # WordPress: what was written before is on the next page
    if {"nav", "previous"} <= words:
        return 3
    if {"nav", "next"} <= words:
        return 0.5
    if words & _PREVIOUS_NAMES or words & _LAST_NAMES:
        return -3
    return 3 if words & _NEXT_NAMES else 2 * (_RIGHT in words) - 2 * (_LEFT in words)


def rate_text(text: str) -> float:
    if not text or len(text) > MAX_LINES:
        return 0
    plain = text.lower().strip(f"{NEXT_ARROWS}{ARROWS_BACK}{_OTHER_ARROWS}|[]() \u00a0.")
    # a word says more than an arrow: "« older posts"
    for section, points in (("next", 3), ("previous", -3)):
        if plain.startswith(_list_starts(section)):
            return points
    if match_more_text(plain):
        return 2
    arrows = re.sub(r"\s", "", text)
    if arrows[-1:] and arrows[-1] in NEXT_ARROWS:
        return 2
    return -2 if arrows[:1] and arrows[0] in ARROWS_BACK else 0


@lru_cache(maxsize=2)
def _list_starts(section: str) -> tuple[str, ...]:
    return tuple(phrase.lower() for phrase in list_phrases("next-links", section))


def rate_address(url: str, target: str) -> float:
    """Return what the address of a link says, beside that of its page."""
    if is_other_window(url, target):
        return -9
    order = compare_numbers(normalize_address(url), target)
    if order:
        return 4.0 * order if order > 0 else -6.0
    here, there = urlsplit(normalize_address(url)), urlsplit(target)
    if adds_number(url, target):
        return 4
    if here.netloc == there.netloc and here.path.rstrip("/") == there.path.rstrip("/"):
        return 1
    if there.path.startswith(f"{here.path.rstrip('/')}/") and len(here.path) > 1:
        return 0.5
    if here.netloc == there.netloc and _has_numbered_name(here.path, there.path):
        return 0.5
    return -5 if is_article_address(target.partition("?")[0]) else -3


def _has_numbered_name(here: str, there: str) -> bool:
    """Return True for a path as ``/mail2.html`` beside ``/maillist.html``: in the same folder, a
    number is behind the beginning of a name."""
    (folder, _, name), (other, _, longer) = here.rpartition("/"), there.rpartition("/")
    start, suffix = _NUMBERED_NAME.fullmatch(longer), here.rpartition(".")[2]
    if start is None or folder != other:
        return False
    return name.startswith(start[1]) and start[2].removeprefix(".") in ("", suffix)


def adds_number(url: str, target: str) -> bool:
    """Return True if an address is that of a page with a page number behind it, as that of a second
    page is: in the path, or as one more value of the query."""
    here, there = urlsplit(normalize_address(url)), urlsplit(target)
    path, longer = (re.sub(r"\.\w+$", "", each.path).rstrip("/") for each in (here, there))
    if here.netloc != there.netloc or not longer.startswith(path):
        return False
    if path != longer:
        return here.query == there.query and bool(_ADDED_NUMBER.fullmatch(longer[len(path) :]))
    before, after = (parse_qsl(each.query, keep_blank_values=True) for each in (here, there))
    added = [each for each in after if each not in before]
    return len(added) == 1 == len(after) - len(before) and added[0][1].isdecimal()
