"""Recognise pages that are not articles although their status is 200: by the portal's own
``reject`` rules, then by markup and phrases in many languages.

The checks are conservative. A page with the metadata of an article (a headline or date in JSON-LD,
``article:published_time``, ``og:type`` article) is never taken for a wall, a challenge or a soft
404. Lines are compared as a whole, and all but the plainest titles count only on a page of few
words. A portal that needs more checks has ``reject`` rules, one that needs fewer has ``gate_off``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from webarticlecurator.articles.walls.challenges import MAX_CHALLENGE_WORDS, find_challenge
from webarticlecurator.articles.walls.consent_walls import find_consent_wall
from webarticlecurator.articles.walls.visible_text import (
    MAX_COUNTED_WORDS,
    TextLine,
    VisibleText,
    fold_phrase,
    folded_phrases,
    split_sentences,
)
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.model.verdict import GATED, GATED_BY_RUN, require_checks
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal_rules import list_rules_of_articles
from webarticlecurator.base.portal.rule import Condition, Rule
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.base.text.word_borders import count_words
from webarticlecurator.base.text.words import list_phrases, phrases_by_language
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import condition_holds, select_values

# How much text a page may have to be no article. In one trial eleven of 21 tiny articles without
# metadata, titled exactly like a wall, were refused: gate_off is for such portals.
MAX_WORDS_NOTICE = 250
"""Words from which a page is more than a notice (404, closed for maintenance, a login form): the
menus and the footer around a notice have fewer."""
MAX_WORDS_ANY_LINE = 120
"""Words from which only titles are compared, and not every short line: a longer page has teasers,
whose lines can say anything."""
MAX_WORDS_SHELL = 60
"""Words from which a page does more than ask for JavaScript, or say that a program failed."""
MAX_WORDS_AFTER_ERROR = 20
"""Words that may follow the error at which a program ended: a trace, a footer."""
MIN_PROSE_WORDS = 25
"""Words of paragraphs beside a phrase from which it is no message of the page: a short article."""
MIN_HEADLINE_WORDS = 4
"""Words from which a heading is the headline of an article."""
NO_HTML = make_message("it is JSON, not a page, and no rule of the portal file reads JSON")

_SCRIPT_PLACES = frozenset(("app", "root", "__next", "__nuxt", "___gatsby", "svelte", "react-root"))
"""Ids of the element that a framework fills in the browser."""
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

    A page with its article inside JSON or a script (``article.page``, a rule that reads JSON) is
    only checked by ``reject`` rules, since its visible text tells nothing. ``rules.gate_off``:
    reasons that are not looked for. A page that is too large to be parsed, and a file that is no
    page, are always refused.
    """
    # These two come before the portal's own rules, since nothing can be selected on such pages.
    if page.file_kind:
        evidence = make_message(
            "its first bytes are those of a file: {kind}", kind=as_message(page.file_kind)
        )
        return Rejected(page.url, "not-html", evidence)
    if page.excess:
        cure = make_message(
            "look at it with `curator warc cat`; a line in <portal>.exclude.tsv leaves it out"
        )
        return Rejected(
            page.url, "too-large", make_message("{excess}; {cure}", excess=page.excess, cure=cure)
        )
    for reject in rules.reject:
        if condition_holds(Condition(has=(reject.rule,)), page):
            rule = reject.rule
            place = reject.rule.place
            where = f" ({place.file}:{place.line})" if place.line else ""
            evidence = make_message(
                "reject rule {rule} matches",
                rule=f"{f'{rule.kind} {rule.expression}'.strip()}{where}",
            )
            return Rejected(page.url, reject.reason, evidence)
    # The visible text is not where the article is, so its words say nothing of it.
    if rules.page:
        return None
    if isinstance(page.json, dict | list):
        reads_json = any(rule.kind == "json" for rule in list_rules_of_articles(rules))
        is_expected = "error-page" in rules.gate_off or reads_json
        return None if is_expected else Rejected(page.url, "error-page", NO_HTML)
    return check_by_words(page, rules.gate_off)


def check_by_words(page: Page, off: Iterable[str] = ()) -> Rejected | None:
    """Return why an HTML page is not an article, by the checks that need no rules; or None.
    ``off``: reasons that are not looked for."""
    # Walls and errors declare no headline or day; an article may well quote one of them.
    if _has_article_metadata(page):
        return None
    visible = VisibleText(page)
    for reason, most_words, find_evidence in _CHECKS:
        is_checked = reason not in off and visible.word_count < most_words
        evidence = find_evidence(visible) if is_checked else None
        if evidence:
            return Rejected(page.url, reason, evidence)
    return None


def _has_article_metadata(page: Page) -> bool:
    if any(found.value.strip().lower() == "article" for found in select_values((_TYPE,), page)):
        return True
    return any(select_values((rule,), page) for rule in _ARTICLE_METADATA)


def _any_phrase(phrases: Iterable[str]) -> str:
    """Return the pattern of one of the ``phrases`` in a folded line, the longest first."""
    patterns = {re.escape(fold_phrase(phrase)) for phrase in phrases}
    return "|".join(sorted(patterns, key=lambda phrase: (-len(phrase), phrase)))


def _not_found_rows(before: int, after: int) -> str:
    """Return the pattern of a noun and a verdict of one language in either order, with at most
    ``before`` and ``after`` other characters around them."""
    verdicts = phrases_by_language("notices", "not found: verdicts")
    rows = []
    for language, nouns in phrases_by_language("notices", "not found: nouns").items():
        noun, verdict = _any_phrase(nouns), _any_phrase(verdicts[language])
        either_order = rf"(?:{noun}).{{0,30}}?(?:{verdict})|(?:{verdict}).{{0,20}}?(?:{noun})"
        rows.append(rf".{{0,{before}}}?(?:{either_order}).{{0,{after}}}")
    return "|".join(rows)


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
    # On a longer page the same words may be a caption or a teaser, so only its titles count.
    return visible.lines if visible.word_count < MAX_WORDS_ANY_LINE else visible.titles


def _find_soft_404(visible: VisibleText) -> str | None:
    title = _not_found_title()
    # A title that says nothing else is enough, whatever menus and footers are around it.
    line = next((t for t in visible.titles if title.fullmatch(t.folded_text)), None)
    if line is None and visible.word_count < MAX_WORDS_NOTICE:
        known = folded_phrases("notices", "status alone")
        pattern = _not_found_line()
        lines = _compared_lines(visible)
        line = next(
            (t for t in lines if t.folded_text in known or pattern.fullmatch(t.folded_text)), None
        )
    if line is None:
        return None
    # The article may be about a page that was not found, or a Peugeot 404.
    headline = _find_headline(visible)
    announces = _not_found_line().fullmatch(headline) or _apology_or_status().search(headline)
    return None if headline and not announces else _quote_line(line, visible)


def _find_headline(visible: VisibleText) -> str:
    """Return the first heading of an article that is long enough for a headline, folded, or ""."""
    for heading in visible.page.root.iter("h1"):
        line = fold_phrase(heading.text_content())
        if count_words(line) >= MIN_HEADLINE_WORDS and any(
            outer.tag in ("article", "main") for outer in heading.iterancestors()
        ):
            return line
    return ""


def _find_maintenance(visible: VisibleText) -> str | None:
    known = folded_phrases("notices", "maintenance")
    line = next((t for t in _compared_lines(visible) if t.folded_text in known), None)
    return _quote_line(line, visible) if line else None


def _find_error_page(visible: VisibleText) -> str | None:
    # The article may be about a portal that was down.
    headline = _find_headline(visible)
    if headline and not _is_error(headline):
        return None
    match = _program_errors().search(visible.text)
    # Programs end their page at the error; an article about the error goes on.
    if match and count_words(visible.text[match.end() :]) <= MAX_WORDS_AFTER_ERROR:
        return make_message(
            "it ends with {found!r}, and has only {number} words",
            found=match.group(),
            number=visible.word_count,
        )
    line = next((t for t in _error_lines(visible) if _is_error(t.folded_text)), None)
    return _quote_line(line, visible) if line else None


def _error_lines(visible: VisibleText) -> Iterator[TextLine]:
    """Yield the titles; of a page that shows hardly anything else, all lines and sentences."""
    yield from visible.titles
    if visible.word_count < MAX_WORDS_SHELL and not _has_prose(visible, _is_error):
        yield from visible.lines
        for sentence in (visible.text, *split_sentences(visible.text)):
            yield TextLine(fold_phrase(sentence), sentence)


def _has_prose(visible: VisibleText, is_message: Callable[[str], object]) -> bool:
    """Return True if the page says more than a message in its paragraphs: a short article, with the
    message in a box or a link."""
    words = 0
    for element in visible.page.root.iter("p"):
        text = fold_phrase(element.text_content())
        sentences = (text, *map(fold_phrase, split_sentences(element.text_content())))
        if not any(map(is_message, sentences)):
            words += count_words(text)
    return words >= MIN_PROSE_WORDS


def _is_error(folded_line: str) -> bool:
    return folded_line in folded_phrases("notices", "errors") or bool(
        _error_status().fullmatch(folded_line)
    )


@cache
def _error_status() -> re.Pattern[str]:
    """Return the pattern of a line with the number and the name of a status of RFC 9110 §15.6."""
    words = _any_phrase(list_phrases("notices", "status words"))
    names = _any_phrase(list_phrases("notices", "error statuses"))
    return re.compile(
        rf"(?:(?:{words})\s+)*(?:5[0-3][0-9]\s+)?(?:(?:{words})\s+)*(?:{names})(?: 5[0-3][0-9])?"
    )


@cache
def _program_errors() -> re.Pattern[str]:
    """Return the pattern of errors at which a program ends its page, as PHP, databases and others
    write them into a case-folded text."""
    return re.compile(
        r"\b(?:php )?(?:fatal|parse) error\s*: .{1,600}? on line \d+"
        r"|\buncaught (?:error|exception|\w*exception)\b.{1,600}? on line \d+"
        r"|\bsqlstate\[\w+\]"
        r"|\bora-\d{5}:"
        r"|\btraceback \(most recent call last\)"
        r"|\bmysql(?:i?_connect\(\)|i::(?:__construct|real_connect)\(\)| server has gone away)"
    )


def _quote_line(line: TextLine, visible: VisibleText) -> str:
    """Return a line as evidence."""
    is_short = visible.word_count < MAX_WORDS_NOTICE
    if line in visible.titles and is_short:
        return make_message(
            "its title says {line!r}, and it has only {number} words",
            line=line.written,
            number=visible.word_count,
        )
    if line in visible.titles:
        return make_message("its title says {line!r}", line=line.written)
    if is_short:
        return make_message(
            "its text says {line!r}, and it has only {number} words",
            line=line.written,
            number=visible.word_count,
        )
    return make_message("its text says {line!r}", line=line.written)


def _find_empty_page(visible: VisibleText) -> str | None:
    if not visible.word_count:
        return make_message("the page shows no text at all")
    if visible.word_count >= MAX_WORDS_SHELL:
        return None
    asks_for_scripts = _phrases_pattern("javascript").search
    match = asks_for_scripts(visible.text)
    if match and not _has_prose(visible, asks_for_scripts):
        return make_message(
            "it only asks for {found!r}: {number} words",
            found=match.group(),
            number=visible.word_count,
        )
    root = visible.page.root
    if next(root.iter("script"), None) is None:
        return None
    # Only an empty element: a page that was filled on the server keeps the same id.
    for element in root.iter("div", "main", "body"):
        if element.get("id") in _SCRIPT_PLACES and not "".join(element.itertext()).strip():
            return make_message(
                "scripts fill {place!r}, which is empty without them: {number} words",
                place=element.get("id"),
                number=visible.word_count,
            )
    return None


def _find_login_wall(visible: VisibleText) -> str | None:
    inputs = visible.page.root.iter("input")
    if not any((each.get("type") or "").lower() == "password" for each in inputs):
        return None
    # Title and password field together: an article may have a form to log in above its text.
    known = folded_phrases("notices", "login titles")
    title = next((t for t in visible.titles if t.folded_text in known), None)
    if title is None:
        return None
    return make_message(
        "its title says {line!r}, it asks for a password and has only {number} words",
        line=title.written,
        number=visible.word_count,
    )


def _find_geo_block(visible: VisibleText) -> str | None:
    match = _phrases_pattern("geo blocks").search(visible.text)
    if match is None:
        return None
    return make_message(
        "it says {found!r}, and has only {number} words",
        found=match.group(),
        number=visible.word_count,
    )


# The first that finds something gives the reason: the markup of a service goes before words.
_CHECKS: tuple[tuple[str, float, Callable[[VisibleText], str | None]], ...] = (
    ("challenge", MAX_CHALLENGE_WORDS, find_challenge),
    ("geo-block", MAX_WORDS_NOTICE, _find_geo_block),
    ("soft-404", math.inf, _find_soft_404),
    ("maintenance", MAX_WORDS_NOTICE, _find_maintenance),
    ("error-page", MAX_WORDS_NOTICE, _find_error_page),
    ("login-wall", MAX_WORDS_NOTICE, _find_login_wall),
    ("consent-wall", MAX_COUNTED_WORDS, find_consent_wall),
    ("empty", math.inf, _find_empty_page),
)
"""Reason, words from which a page is not looked at, function that returns the evidence or None."""
require_checks(
    [reason for reason, _, _ in _CHECKS],
    set(GATED) - GATED_BY_RUN,
    "articles/walls/page_checks.py",
)
