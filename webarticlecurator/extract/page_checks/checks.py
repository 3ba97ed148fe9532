"""Pages that are no articles, although their status is 200: told by the portal's own ``reject``
rules, then by what they are made of and what they say, in many languages.

Conservative: what carries an article's own marks (a headline or date in JSON-LD,
``article:published_time``, ``og:type`` article) is never called a wall, a challenge or a soft 404
here; lines are compared whole; all but the plainest titles count only on a page of few words. A
portal that needs more says so in ``reject``, one that needs less in ``gate_off``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from webarticlecurator.extract.page_checks.challenge import find_challenge
from webarticlecurator.extract.page_checks.consent import find_consent_wall
from webarticlecurator.extract.page_checks.phrases import (
    APOLOGIES,
    GEO_BLOCKS,
    JAVASCRIPT_WORDS,
    LOGIN_TITLES,
    MAINTENANCE,
    NOT_FOUND,
    NOT_FOUND_ALONE,
    STATUS_ALONE,
    STATUS_WORDS,
)
from webarticlecurator.extract.page_checks.visible_text import (
    TextLine,
    VisibleText,
    compile_phrases,
    count_words,
    fold_phrase,
)
from webarticlecurator.model.article import Rejected
from webarticlecurator.model.portal import ArticleRules
from webarticlecurator.model.rule import Condition, Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import condition_holds, select_values

MAX_WORDS_NOTICE = 250
"""A page that says no more than 404, or 'closed for maintenance', has fewer words than this."""
MAX_WORDS_ANY_LINE = 120
"""Below this many words, lines that are no titles count, too."""
MAX_WORDS_SHELL = 60
"""A page that only asks for JavaScript has fewer words."""

_TYPE = Rule(kind="meta", expression="og:type")
_ARTICLE_MARKS = (  # what is looked up most quickly first
    Rule(kind="meta", expression="article:published_time"),
    Rule(kind="jsonld", expression="headline"),
    Rule(kind="jsonld", expression="datePublished"),
    Rule(kind="css", expression="[itemprop~=articleBody]"),
)


def check_page(page: Page, rules: ArticleRules) -> Rejected | None:
    """Why ``page`` is no article, or None. A JSON answer, and a page that carries its article
    inside a script (``article.page``), is only tested by ``reject`` rules: what it shows says
    nothing. ``rules.gate_off``: reasons that are not looked for. A page that is too large to be
    parsed is always refused."""
    if page.excess:
        cure = "look at it with `curator warc cat`; a line in <portal>.exclude.tsv leaves it out"
        return Rejected(page.url, "too-large", f"{page.excess}; {cure}")
    for reject in rules.reject:
        if condition_holds(Condition(has=(reject.rule,)), page):
            return Rejected(page.url, reject.reason, f"reject rule {_said(reject.rule)} holds")
    return None if rules.page or page.json is not None else check_by_words(page, rules.gate_off)


def check_by_words(page: Page, off: Iterable[str] = ()) -> Rejected | None:
    """The tests that need no rules; for HTML pages. ``off``: reasons that are not looked for."""
    if _has_article_marks(page):
        return None
    shown = VisibleText(page)
    for reason, test in _TESTS:
        evidence = None if reason in off else test(shown)
        if evidence:
            return Rejected(page.url, reason, evidence)
    return None


def _said(rule: Rule) -> str:
    where = f" ({rule.place.file}:{rule.place.line})" if rule.place.line else ""
    return f"{rule.kind} {rule.expression}".strip() + where


def _has_article_marks(page: Page) -> bool:
    if any(found.value.strip().lower() == "article" for found in select_values((_TYPE,), page)):
        return True
    return any(select_values((rule,), page) for rule in _ARTICLE_MARKS)


def _either(words: str) -> str:
    """One of the words, as they stand in a folded line; the longest first."""
    return "|".join(
        sorted(
            {re.escape(fold_phrase(word)) for word in words.split("|")},
            key=lambda word: (-len(word), word),
        )
    )


def _not_there(nouns: str, said: str, before: int, after: int) -> str:
    noun, verdict = _either(nouns), _either(said)
    either_way = rf"(?:{noun}).{{0,30}}?(?:{verdict})|(?:{verdict}).{{0,20}}?(?:{noun})"
    return rf".{{0,{before}}}?(?:{either_way}).{{0,{after}}}"


_BEFORE = rf"(?:(?:{_either(STATUS_WORDS)}|{_either(APOLOGIES)})\b\s*)*"


@cache
def _not_there_line() -> re.Pattern[str]:
    """Return the pattern of a line; compiled for the first page, since that takes a fifth of the
    start of a command."""
    return re.compile(
        f"{_BEFORE}(?:{'|'.join(_not_there(*row, 24, 12) for row in NOT_FOUND.values())})"
    )


@cache
def _not_there_title() -> re.Pattern[str]:
    """Return the same with hardly a letter more: a title that is enough on a page of any length."""
    rows = "|".join(_not_there(*row, 4, 4) for row in NOT_FOUND.values())
    return re.compile(f"{_BEFORE}(?:{rows}|{_either(NOT_FOUND_ALONE)})")


_STATUS_ALONE = compile_phrases(STATUS_ALONE)
_MAINTENANCE = compile_phrases(MAINTENANCE)
_LOGIN = compile_phrases(LOGIN_TITLES)
_STATUS = re.compile(rf"(?:{_either(APOLOGIES)})\b|40[34]\Z|\A40[34]")
_HEADLINE = 4
"""Words that a headline has."""
_SCRIPTS = re.compile("|".join(map(re.escape, JAVASCRIPT_WORDS.split("|"))))
_ELSEWHERE = re.compile("|".join(map(re.escape, GEO_BLOCKS.split("|"))))


def _few(shown: VisibleText) -> tuple[TextLine, ...]:
    """The lines that count on this page."""
    return shown.lines if shown.words < MAX_WORDS_ANY_LINE else shown.titles


def _not_found(shown: VisibleText) -> str | None:
    plain = next((t for t in shown.titles if _not_there_title().fullmatch(t.folded)), None)
    if plain is None and shown.words < MAX_WORDS_NOTICE:
        lines = _few(shown)
        plain = next(
            (
                t
                for t in lines
                if t.folded in _STATUS_ALONE or _not_there_line().fullmatch(t.folded)
            ),
            None,
        )
    return _says(plain, shown) if plain and not _headed(shown) else None


def _headed(shown: VisibleText) -> bool:
    """True if an article has a heading that says something else: it may be about a page that was
    not found, or a Peugeot 404."""
    for heading in shown.page.root.iter("h1"):
        line = fold_phrase(heading.text_content())
        if count_words(line) >= _HEADLINE and any(
            outer.tag in ("article", "main") for outer in heading.iterancestors()
        ):
            return not (_not_there_line().fullmatch(line) or _STATUS.search(line))
    return False


def _among(phrases: frozenset[str]) -> Callable[[VisibleText], str | None]:
    def test(shown: VisibleText) -> str | None:
        found = (
            None
            if shown.words >= MAX_WORDS_NOTICE
            else next((t for t in _few(shown) if t.folded in phrases), None)
        )
        return _says(found, shown) if found else None

    return test


def _says(line: TextLine, shown: VisibleText) -> str:
    where = "title" if line in shown.titles else "text"
    few = f", and it has only {shown.words} words" if shown.words < MAX_WORDS_NOTICE else ""
    return f"its {where} says {line.written!r}{few}"


def _empty(shown: VisibleText) -> str | None:
    if not shown.words:
        return "the page shows no text at all"
    found = _SCRIPTS.search(shown.text) if shown.words < MAX_WORDS_SHELL else None
    return f"it only asks for {found.group()!r}: {shown.words} words" if found else None


def _login(shown: VisibleText) -> str | None:
    if shown.words >= MAX_WORDS_NOTICE or not any(
        (e.get("type") or "").lower() == "password" for e in shown.page.root.iter("input")
    ):
        return None
    found = next((t for t in shown.titles if t.folded in _LOGIN), None)
    return (
        f"its title says {found.written!r}, it asks for a password and has only {shown.words} words"
        if found
        else None
    )


def _elsewhere(shown: VisibleText) -> str | None:
    found = _ELSEWHERE.search(shown.text) if shown.words < MAX_WORDS_NOTICE else None
    return f"it says {found.group()!r}, and has only {shown.words} words" if found else None


_TESTS: tuple[tuple[str, Callable[[VisibleText], str | None]], ...] = (
    ("challenge", find_challenge),
    ("geo-block", _elsewhere),
    ("soft-404", _not_found),
    ("maintenance", _among(_MAINTENANCE)),
    ("login-wall", _login),
    ("consent-wall", find_consent_wall),
    ("empty", _empty),
)
"""Reason → a function that gives the evidence, or None."""
