"""Where a page offers to read on for money or after a login: in a box that is marked so, or in
words beside the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from lxml import etree

from webarticlecurator.extract.page_checks.access_words import BOX_CLASSES, IN_BOX, OFFERS
from webarticlecurator.extract.page_checks.visible_text import (
    count_words,
    fold_phrase,
    read_visible_text,
)
from webarticlecurator.page import Page
from webarticlecurator.page.ancestors import self_and_ancestors
from webarticlecurator.rules.white_space import collapse_white_space

MAX_OFFER_WORDS = 200
"""An element with more words than this is no offer: it holds the article."""

_BOX = re.compile(rf"(?:^|[\s_-])(?:{BOX_CLASSES})", re.IGNORECASE)
_OFFERS = tuple(
    (phrase, phrase.split()[:-1])
    for phrase in dict.fromkeys(
        fold_phrase(one) for row in OFFERS.values() for one in row.split("|")
    )
)
"""Phrase → its words but the last; none of them where the script has no blanks."""
_FIRST_UNSPACED = "\u0e00"
"""Thai; what is written without blanks comes after it."""
_BOX_PARTS = tuple(
    "wall gate scri paid content- restrict ion-box leaky pmpro rcp mepr mp_ memb gh- "
    "steady lp_ lp- plen poool piano tp- zeph evol ev- blen pelc later swg newsp read- "
    "lock abo offer premium".split()
)
"""One of them is in each of the names: a quick look before the slow one."""
_IN_BOX = tuple(IN_BOX.split("|"))
_ELSEWHERE = frozenset(("nav", "header", "footer", "aside", "a", "li", "figure"))
"""Where portals praise subscriptions, and mark other articles that need one."""
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_UNSEEN = frozenset(("template", "noscript", "script", "style"))
_LEFT_OUT = _ELSEWHERE | _UNSEEN


def find_offer(page: Page) -> str | None:
    """Where the page offers to read on for money or after a login, in words; None if it does
    not."""
    for element in _boxes(page.root):
        text = read_element_text(element)
        if 3 <= count_words(text) < MAX_OFFER_WORDS and (
            find_offers(text) or any(stem in text.casefold() for stem in _IN_BOX)
        ):
            return f"{_named(element)} says {text[:80]!r}"
    said = find_offers(" ".join(read_visible_text(page.root, _is_elsewhere)))
    return f"the page says {said!r}" if said else None


def find_offers(text: str) -> str | None:
    """The first of our phrases that the text has. A phrase begins with a whole word; its last may
    go on."""
    likely = _likely(text.casefold())
    plain = fold_phrase(text) if likely else ""
    return next((phrase for phrase in likely if phrase in plain), None)


def _likely(text: str) -> list[str]:
    """The phrases of which the text has all words but the last: most texts have none, so that they
    need not be searched."""
    words = {word if word.isalnum() else fold_phrase(word) for word in set(text.split())}
    unspaced = max(words, default="") >= _FIRST_UNSPACED
    return [
        phrase for phrase, needed in _OFFERS if (words.issuperset(needed) if needed else unspaced)
    ]


def _boxes(root: etree._Element) -> Iterator[etree._Element]:
    for element in root.iter("div", "section", "aside", "p", "dialog", "form"):
        name = f"{element.get('class') or ''} {element.get('id') or ''}"
        if (
            _is_box(name)
            and not _unseen(element)
            and next(element.iter("h1", "article"), None) is None
        ):
            yield element


@lru_cache(maxsize=4096)
def _is_box(name: str) -> bool:
    small = name.casefold()
    return any(part in small for part in _BOX_PARTS) and _BOX.search(name) is not None


def _unseen(element: etree._Element) -> bool:
    return any(outer.tag in _UNSEEN or _hides(outer) for outer in self_and_ancestors(element))


def _is_elsewhere(element: etree._Element) -> bool:
    """True for menus, margins, footers, lists, links and what is hidden: an offer there is none for
    this article."""
    return element.tag in _LEFT_OUT or _hides(element)


def _hides(element: etree._Element) -> bool:
    return element.get("hidden") is not None or bool(_HIDDEN.search(element.get("style") or ""))


def read_element_text(element: etree._Element) -> str:
    """What a reader sees of an element, in one line."""
    return collapse_white_space(" ".join(read_visible_text(element)))


def _named(element: etree._Element) -> str:
    classes = (element.get("class") or "").split()
    marked = next((c for c in classes if _BOX.search(c)), "")
    return f"{element.tag}.{marked}" if marked else f"{element.tag}#{element.get('id') or ''}"


_WORDS = {
    "free": ("free", "true", "yes", "1", "unlocked", "public"),
    "partial": ("partial", "metered"),
    "closed": (
        "closed",
        "false",
        "no",
        "0",
        "locked",
        "paid",
        "premium",
        "subscriber",
        "subscribers",
    ),
}
_READ = {word: access for access, words in _WORDS.items() for word in words}


def read_access_word(text: str) -> str | None:
    """``isAccessibleForFree`` of Schema.org (``True``, ``false``, ``https://schema.org/False``),
    ``article:content_tier`` (``free``, ``metered``, ``locked``) or our own words, as one of ours;
    None for anything else."""
    return _READ.get(text.strip().rpartition("/")[2].casefold())
