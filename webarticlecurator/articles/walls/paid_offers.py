"""Paid articles: offers to read on, and how much of the text a page has.

Find offers on a page to read on for money or after a login: in an element marked as a paywall,
or in words beside the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from lxml import etree

from webarticlecurator.articles.walls.visible_text import (
    fold_phrase,
    read_visible_text,
)
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.base.text.word_borders import count_words, is_spaceless
from webarticlecurator.base.text.words import list_phrases, phrases_by_language
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.displayed import is_hidden
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import collapse_white_space

# What an offer is: how long its element, and where none is looked for.
MAX_OFFER_WORDS = 200
"""Words from which an element is not an offer, but holds the article."""

_MIN_OFFER_WORDS = 3
"""Words below which a marked element is a label or a lock symbol."""
_BOX_PARTS = tuple(
    "wall gate scri paid content- restrict ion-box leaky pmpro rcp mepr mp_ memb gh- "
    "steady lp_ lp- plen poool piano tp- zeph evol ev- blen pelc later swg newsp read- "
    "lock abo offer premium".split()
)
"""Each of ``[box classes]`` in ``words/access.txt`` contains one of them: a fast test before the
slow one."""
_ELSEWHERE = frozenset(("nav", "header", "footer", "aside", "a", "li", "figure"))
"""Elements in which portals advertise subscriptions, and mark other articles that need one."""
_UNSEEN_TAGS = frozenset(("template", "noscript", "script", "style"))
_SKIPPED_TAGS = _ELSEWHERE | _UNSEEN_TAGS


def find_offer(page: Page) -> str | None:
    """Return where the page offers to read on for money or after a login, in words; None if it
    does not."""
    for element in _offer_boxes(page.root):
        text = read_element_text(element)
        # The class name alone is no evidence: free pages have the empty box of a paywall, too.
        if _MIN_OFFER_WORDS <= count_words(text) < MAX_OFFER_WORDS and (
            find_offers(text)
            or any(stem in text.casefold() for stem in list_phrases("access", "stems in boxes"))
        ):
            # div.paywall, or div#paywall if the id is the mark
            classes = (element.get("class") or "").split()
            box_class = next((name for name in classes if _box_class().search(name)), "")
            mark = f".{box_class}" if box_class else f"#{element.get('id') or ''}"
            return f"{element.tag}{mark} says {text[:80]!r}"
    # Words outside of a marked box count only beside the text: menus, lists and links advertise on
    # every page.
    texts = read_visible_text(page.root, lambda e: e.tag in _SKIPPED_TAGS or is_hidden(e))
    phrase = find_offers(" ".join(texts))
    return make_message("the page says {phrase!r}", phrase=phrase) if phrase else None


def find_offers(text: str) -> str | None:
    """Return the first phrase of ``[offers]`` in the text, or None. All words of a phrase but the
    last are whole words; the last one may be longer in the text."""
    folded_text = text.casefold()
    # Sets of words before phrases: hardly a page has all words of any offer but the last, and then
    # nothing is folded or searched.
    words = {word if word.isalnum() else fold_phrase(word) for word in set(folded_text.split())}
    likely = [
        phrase
        for phrase, needed in _offer_phrases()
        if (words.issuperset(needed) if needed else is_spaceless(folded_text))
    ]
    plain = fold_phrase(text) if likely else ""
    return next((phrase for phrase in likely if phrase in plain), None)


@lru_cache(maxsize=1)
def _offer_phrases() -> tuple[tuple[str, list[str]], ...]:
    """Return (phrase, its words but the last); no words where the script has no spaces."""
    rows = phrases_by_language("access", "offers").values()
    phrases = dict.fromkeys(fold_phrase(phrase) for row in rows for phrase in row)
    return tuple((phrase, phrase.split()[:-1]) for phrase in phrases)


def _offer_boxes(root: etree._Element) -> Iterator[etree._Element]:
    """Yield the visible elements with class names of paywalls that do not hold the article."""
    for element in root.iter("div", "section", "aside", "p", "dialog", "form"):
        names = f"{element.get('class') or ''} {element.get('id') or ''}"
        if (
            _has_box_class(names)
            and not any(
                outer.tag in _UNSEEN_TAGS or is_hidden(outer)
                for outer in self_and_ancestors(element)
            )
            # A box with the headline or the article holds the text; an offer is shorter.
            and next(element.iter("h1", "article"), None) is None
        ):
            yield element


@lru_cache(maxsize=4096)
def _has_box_class(names: str) -> bool:
    folded_names = names.casefold()
    return (
        any(part in folded_names for part in _BOX_PARTS) and _box_class().search(names) is not None
    )


@lru_cache(maxsize=1)
def _box_class() -> re.Pattern[str]:
    """Return the pattern of the beginning of a class name of paywalls."""
    classes = "|".join(list_phrases("access", "box classes"))
    return re.compile(rf"(?:^|[\s_-])(?:{classes})", re.IGNORECASE)


def read_element_text(element: etree._Element) -> str:
    """Return the visible text of an element in one line."""
    return collapse_white_space(" ".join(read_visible_text(element)))
