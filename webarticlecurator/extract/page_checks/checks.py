"""Recognise pages that are not articles although their status is 200: by the portal's own
``reject`` rules, then by markup and phrases in many languages.

The checks are conservative. A page with the metadata of an article (a headline or date in JSON-LD,
``article:published_time``, ``og:type`` article) is never taken for a wall, a challenge or a soft
404. Lines are compared as a whole, and all but the plainest titles count only on a page of few
words. A portal that needs more checks has ``reject`` rules, one that needs fewer has ``gate_off``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from webarticlecurator.extract.page_checks.challenge import find_challenge
from webarticlecurator.extract.page_checks.consent import find_consent_wall
from webarticlecurator.extract.page_checks.visible_text import (
    TextLine,
    VisibleText,
    count_words,
    fold_phrase,
    folded_phrases,
)
from webarticlecurator.model.article import Rejected
from webarticlecurator.model.article_rules import ArticleRules
from webarticlecurator.model.rule import Condition, Rule
from webarticlecurator.model.word_lists import list_phrases, phrases_by_language
from webarticlecurator.page import Page
from webarticlecurator.rules import condition_holds, select_values

MAX_WORDS_NOTICE = 250
"""Words from which a page is more than a notice (404, closed for maintenance, a login form): the
menus and the footer around a notice have fewer."""
MAX_WORDS_ANY_LINE = 120
"""Words from which only titles are compared, and not every short line: a longer page has teasers,
whose lines can say anything."""
MAX_WORDS_SHELL = 60
"""Words from which a page does more than ask for JavaScript."""
MIN_HEADLINE_WORDS = 4
"""Words from which a heading is the headline of an article."""

_TYPE = Rule(kind="meta", expression="og:type")
_ARTICLE_METADATA = (  # in the order of the time that they take
    Rule(kind="meta", expression="article:published_time"),
    Rule(kind="jsonld", expression="headline"),
    Rule(kind="jsonld", expression="datePublished"),
    Rule(kind="css", expression="[itemprop~=articleBody]"),
)
"""Metadata that only articles have."""


def check_page(page: Page, rules: ArticleRules) -> Rejected | None:
    """Return why ``page`` is not an article, or None.

    A JSON page, and one with its article inside a script (``article.page``), is only checked by
    ``reject`` rules, since its visible text tells nothing. ``rules.gate_off``: reasons that are not
    looked for. A page that is too large to be parsed, and a file that is
    no page, are always refused.
    """
    if page.file_kind:
        evidence = f"its first bytes are those of a file: {page.file_kind}"
        return Rejected(page.url, "not-html", evidence)
    if page.excess:
        cure = "look at it with `curator warc cat`; a line in <portal>.exclude.tsv leaves it out"
        return Rejected(page.url, "too-large", f"{page.excess}; {cure}")
    for reject in rules.reject:
        if condition_holds(Condition(has=(reject.rule,)), page):
            evidence = f"reject rule {_rule_with_place(reject.rule)} holds"
            return Rejected(page.url, reject.reason, evidence)
    return None if rules.page or page.json is not None else check_by_words(page, rules.gate_off)


def check_by_words(page: Page, off: Iterable[str] = ()) -> Rejected | None:
    """Return why an HTML page is not an article, by the checks that need no rules; or None.
    ``off``: reasons that are not looked for."""
    if _has_article_metadata(page):
        return None
    visible = VisibleText(page)
    for reason, find_evidence in _CHECKS:
        evidence = None if reason in off else find_evidence(visible)
        if evidence:
            return Rejected(page.url, reason, evidence)
    return None


def _rule_with_place(rule: Rule) -> str:
    place = f" ({rule.place.file}:{rule.place.line})" if rule.place.line else ""
    return f"{rule.kind} {rule.expression}".strip() + place


def _has_article_metadata(page: Page) -> bool:
    if any(found.value.strip().lower() == "article" for found in select_values((_TYPE,), page)):
        return True
    return any(select_values((rule,), page) for rule in _ARTICLE_METADATA)


def _any_phrase(phrases: Iterable[str]) -> str:
    """Return the pattern of one of the ``phrases`` in a folded line, the longest first."""
    folded = {re.escape(fold_phrase(phrase)) for phrase in phrases}
    return "|".join(sorted(folded, key=lambda phrase: (-len(phrase), phrase)))


def _not_found_pattern(
    nouns: Iterable[str], verdicts: Iterable[str], before: int, after: int
) -> str:
    """Return the pattern of a noun and a verdict in either order, with at most ``before`` and
    ``after`` other characters around them."""
    noun, verdict = _any_phrase(nouns), _any_phrase(verdicts)
    either_order = rf"(?:{noun}).{{0,30}}?(?:{verdict})|(?:{verdict}).{{0,20}}?(?:{noun})"
    return rf".{{0,{before}}}?(?:{either_order}).{{0,{after}}}"


def _not_found_rows(before: int, after: int) -> str:
    """Return the pattern of a noun and a verdict of one language."""
    verdicts = phrases_by_language("notices", "not found: verdicts")
    nouns = phrases_by_language("notices", "not found: nouns")
    return "|".join(
        _not_found_pattern(nouns[language], verdicts[language], before, after) for language in nouns
    )


def _lead_in() -> str:
    """Return the pattern of status words and apologies before a line that means 'not found'."""
    words = (*list_phrases("notices", "status words"), *list_phrases("notices", "apologies"))
    return rf"(?:(?:{_any_phrase(words)})\b\s*)*"


@cache
def _not_found_line() -> re.Pattern[str]:
    return re.compile(f"{_lead_in()}(?:{_not_found_rows(24, 12)})")


@cache
def _not_found_title() -> re.Pattern[str]:
    """Return the same with hardly a letter more: a title that is enough on a page of any length."""
    alone = _any_phrase(list_phrases("notices", "not found alone"))
    return re.compile(f"{_lead_in()}(?:{_not_found_rows(4, 4)}|{alone})")


@cache
def _apology_or_status() -> re.Pattern[str]:
    apologies = _any_phrase(list_phrases("notices", "apologies"))
    return re.compile(rf"(?:{apologies})\b|40[34]\Z|\A40[34]")


@cache
def _phrases_pattern(section: str) -> re.Pattern[str]:
    """Return the pattern of one of the phrases of a section of ``words/notices.txt``."""
    return re.compile("|".join(map(re.escape, list_phrases("notices", section))))


def _compared_lines(visible: VisibleText) -> tuple[TextLine, ...]:
    """Return the lines that are compared on this page: the titles, or on a short page all lines."""
    return visible.lines if visible.word_count < MAX_WORDS_ANY_LINE else visible.titles


def _find_soft_404(visible: VisibleText) -> str | None:
    title = _not_found_title()
    line = next((t for t in visible.titles if title.fullmatch(t.folded)), None)
    if line is None and visible.word_count < MAX_WORDS_NOTICE:
        line = next((t for t in _compared_lines(visible) if _is_not_found(t.folded)), None)
    return _quote_line(line, visible) if line and not _has_other_headline(visible) else None


def _is_not_found(folded: str) -> bool:
    return folded in folded_phrases("notices", "status alone") or bool(
        _not_found_line().fullmatch(folded)
    )


def _has_other_headline(visible: VisibleText) -> bool:
    """Return True if the first heading of an article does not announce an error: the article may be
    about a page that was not found, or a Peugeot 404."""
    for heading in visible.page.root.iter("h1"):
        line = fold_phrase(heading.text_content())
        if count_words(line) >= MIN_HEADLINE_WORDS and any(
            outer.tag in ("article", "main") for outer in heading.iterancestors()
        ):
            return not (_not_found_line().fullmatch(line) or _apology_or_status().search(line))
    return False


def _find_maintenance(visible: VisibleText) -> str | None:
    if visible.word_count >= MAX_WORDS_NOTICE:
        return None
    known = folded_phrases("notices", "maintenance")
    line = next((t for t in _compared_lines(visible) if t.folded in known), None)
    return _quote_line(line, visible) if line else None


def _quote_line(line: TextLine, visible: VisibleText) -> str:
    """Return a line as evidence."""
    where = "title" if line in visible.titles else "text"
    is_short = visible.word_count < MAX_WORDS_NOTICE
    count = f", and it has only {visible.word_count} words" if is_short else ""
    return f"its {where} says {line.written!r}{count}"


def _find_empty_page(visible: VisibleText) -> str | None:
    if not visible.word_count:
        return "the page shows no text at all"
    if visible.word_count >= MAX_WORDS_SHELL:
        return None
    match = _phrases_pattern("javascript").search(visible.text)
    return f"it only asks for {match.group()!r}: {visible.word_count} words" if match else None


def _find_login_wall(visible: VisibleText) -> str | None:
    if visible.word_count >= MAX_WORDS_NOTICE or not _asks_for_password(visible.page):
        return None
    known = folded_phrases("notices", "login titles")
    title = next((t for t in visible.titles if t.folded in known), None)
    if title is None:
        return None
    return (
        f"its title says {title.written!r}, it asks for a password and has only"
        f" {visible.word_count} words"
    )


def _asks_for_password(page: Page) -> bool:
    return any((e.get("type") or "").lower() == "password" for e in page.root.iter("input"))


def _find_geo_block(visible: VisibleText) -> str | None:
    if visible.word_count >= MAX_WORDS_NOTICE:
        return None
    match = _phrases_pattern("geo blocks").search(visible.text)
    if match is None:
        return None
    return f"it says {match.group()!r}, and has only {visible.word_count} words"


_CHECKS: tuple[tuple[str, Callable[[VisibleText], str | None]], ...] = (
    ("challenge", find_challenge),
    ("geo-block", _find_geo_block),
    ("soft-404", _find_soft_404),
    ("maintenance", _find_maintenance),
    ("login-wall", _find_login_wall),
    ("consent-wall", find_consent_wall),
    ("empty", _find_empty_page),
)
"""Reason → a function that returns the evidence, or None."""
