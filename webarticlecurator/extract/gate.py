"""Pages that are no articles, although their status is 200: told by the portal's own ``reject`` rules, then by evidence in words.

Conservative: what carries an article's own marks (a headline or date in JSON-LD, ``article:published_time``, ``og:type``
article) is never called a wall, a challenge or a soft 404 here, and titles are compared whole. A portal that needs more
says so in ``reject``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from webarticlecurator.extract.gate_words import (
    CHALLENGE,
    CHALLENGE_MARKS,
    CONSENT_ACTIONS,
    CONSENT_STEMS,
    CONSENT_TITLES,
    NOT_FOUND,
    STATUS_ALONE,
)
from webarticlecurator.model.article import Rejected
from webarticlecurator.model.portal import ArticleRules
from webarticlecurator.model.rule import Condition, Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import holds, values

FEW_WORDS = 250
"""A challenge page, and a page that says no more than 404, has fewer words than this."""
CONSENT_WORDS = 1500
CONSENT_SHARE = 1 / 12
"""A consent wall has fewer words than the one, more than this part of them are words of consent, and it has a button."""

_SILENT = frozenset(("script", "style", "template", "title"))
"""Not ``noscript``: it speaks to crawlers, and some portals put the article there. Not ``head``: where a page leaves out its body
tag, libxml2 puts elements that it does not know (``main``) there."""
_ARTICLE_MARKS = (
    Rule(kind="jsonld", expression="headline"),
    Rule(kind="jsonld", expression="datePublished"),
    Rule(kind="meta", expression="article:published_time"),
    Rule(kind="css", expression="[itemprop~=articleBody]"),
)


@dataclass(frozen=True)
class Shown:
    """What a reader sees of a page: its visible words, and its titles, each as a (folded, as written) pair."""

    words: tuple[str, ...]
    titles: tuple[tuple[str, str], ...]


def gate(page: Page, rules: ArticleRules) -> Rejected | None:
    """Why ``page`` is no article, or None. A JSON answer, and a page that carries its article inside a script (``article.page``),
    is only tested by ``reject`` rules: what it shows says nothing."""
    for reject in rules.reject:
        if holds(Condition(has=(reject.rule,)), page):
            return Rejected(page.url, reject.reason, f"reject rule {_said(reject.rule)} holds")
    return None if rules.page or page.json is not None else by_words(page)


def by_words(page: Page) -> Rejected | None:
    """The tests that need no rules; for HTML pages."""
    if _has_article_marks(page):
        return None
    shown = _shown(page)
    if not shown.words:
        return Rejected(page.url, "empty", "the page shows no text at all")
    for reason, test in _TESTS:
        evidence = test(page, shown)
        if evidence:
            return Rejected(page.url, reason, evidence)
    return None


def _said(rule: Rule) -> str:
    where = f" ({rule.place.file}:{rule.place.line})" if rule.place.line else ""
    return f"{rule.kind} {rule.expression}".strip() + where


def _has_article_marks(page: Page) -> bool:
    if any(values((rule,), page) for rule in _ARTICLE_MARKS):
        return True
    return any(found.value.strip().lower() == "article" for found in values((Rule(kind="meta", expression="og:type"),), page))


def _shown(page: Page) -> Shown:
    words: list[str] = []
    pending = [page.root]
    while pending:  # document order does not matter for counting
        element = pending.pop()
        if isinstance(element.tag, str) and element.tag not in _SILENT:
            words.extend((element.text or "").split())
            pending.extend(element)
        words.extend((element.tail or "").split())
    return Shown(tuple(words), tuple(_titles(page)))


def _titles(page: Page) -> list[tuple[str, str]]:
    found = [" ".join(e.text_content().split()) for tag in ("title", "h1") for e in page.root.iter(tag)]
    pieces = [piece for title in found for piece in (title, *re.split(r"\s+[-–—|•·:»/]+\s+|\s*[|»]\s*", title))]
    return [(_folded(piece), piece) for piece in pieces if piece]


def _folded(title: str) -> str:
    return " ".join(re.sub(r"[^\w\s]|_", "", title.casefold()).split())


def _title_among(shown: Shown, phrases: tuple[str, ...]) -> str | None:
    return next((f"its title says {written!r}" for folded, written in shown.titles if folded in phrases), None)


def _challenge(page: Page, shown: Shown) -> str | None:
    if len(shown.words) >= FEW_WORDS:
        return None
    for selector in CHALLENGE_MARKS:
        if holds(Condition(has=(Rule(kind="css", expression=selector),)), page):
            return f"it has an element of a bot challenge ({selector}) and only {len(shown.words)} words"
    return _title_among(shown, CHALLENGE)


def _not_found(_: Page, shown: Shown) -> str | None:
    few = len(shown.words) < FEW_WORDS
    return _title_among(shown, NOT_FOUND) or (_title_among(shown, STATUS_ALONE) if few else None)


def _consent(page: Page, shown: Shown) -> str | None:
    if not 0 < len(shown.words) < CONSENT_WORDS:
        return None
    telling = sum(word.casefold().strip("„“”\"'(»«").startswith(CONSENT_STEMS) for word in shown.words)
    share = telling / len(shown.words)
    titled = _title_among(shown, CONSENT_TITLES)
    enough = (telling >= 6 and share > CONSENT_SHARE) or (titled and telling >= 3 and share > CONSENT_SHARE / 2)
    if not enough or not _has_consent_button(page):
        return None
    return f"{telling} of its {len(shown.words)} words are about consent to cookies and data, and it has a button to give it"


def _has_consent_button(page: Page) -> bool:
    texts = (e.get("value") if e.tag == "input" else e.text_content() for e in page.root.iter("button", "a", "input"))
    return any((text or "").strip().casefold().startswith(CONSENT_ACTIONS) for text in texts)


_TESTS: tuple[tuple[str, Callable[[Page, Shown], str | None]], ...] = (
    ("challenge", _challenge),
    ("soft-404", _not_found),
    ("consent-wall", _consent),
)
"""Reason → a function that gives the evidence, or None."""
