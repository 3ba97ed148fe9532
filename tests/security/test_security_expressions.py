"""No expression of the package can hang: what a text costs it grows with the square of its letters
at most, for the texts that cost it most and for pages that are strange but valid."""

from __future__ import annotations

import math
import re
import signal
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

import webarticlecurator
from tests.expressions import Collector, Expression, make_texts
from webarticlecurator.articles.facts import date_lines, name_separators, unread_days
from webarticlecurator.articles.units import class_names, introductions
from webarticlecurator.articles.walls import challenges, page_checks
from webarticlecurator.base.text import date_tokens, dates
from webarticlecurator.proposing.fields import written_days
from webarticlecurator.proposing.propose import later_parts

SIZES = (512, 2048)
DOUBTFUL_SECONDS = 0.01
"""Of the processor, for the fewest letters: where one text takes more, its growth is measured."""
MOST_GROWTH = 32
"""From one of SIZES to the other: the square of the letters makes it 16, the cube 64."""
STOP_SECONDS = 10.0
"""After which a reading is stopped: it counts as growth without end."""

OF_THE_PORTAL_FILE = "an expression of the portal file, whose time `rule-timeout` limits"
OF_A_COMMAND = "an expression that a person wrote into a command or a form"
PROPOSED = (
    "made of the words of a page with `re.escape`, and parts without a repetition inside another"
)
OWN_TEXT = "it reads text of the package, or of a file that a person wrote"
ONE_OF_SEVERAL = "its expressions are asked by the names of their tables, or below by an example"
NOT_BY_NAME = {
    "articles.walls.challenges": ONE_OF_SEVERAL,
    "articles.walls.page_checks": ONE_OF_SEVERAL,
    "articles.by_rules.pseudonyms": PROPOSED,
    "articles.blocks.text_cleaning": OF_THE_PORTAL_FILE,
    "articles.facts.counted_addresses": PROPOSED,
    "articles.units.class_names": ONE_OF_SEVERAL,
    "articles.units.introductions": ONE_OF_SEVERAL,
    "articles.facts.date_lines": ONE_OF_SEVERAL,
    "articles.facts.name_separators": ONE_OF_SEVERAL,
    "articles.facts.unread_days": ONE_OF_SEVERAL,
    "base.portal.patterns": OF_THE_PORTAL_FILE,
    "base.proposal.proposal": PROPOSED,
    "base.text.date_tokens": ONE_OF_SEVERAL,
    "base.text.dates": ONE_OF_SEVERAL,
    "base.text.search_folding": OWN_TEXT,
    "base.text.word_borders": "our own, and words of a search with `regex.escape`",
    "cli.argument_types": OWN_TEXT,
    "cli.commands.portals": OWN_TEXT,
    "corpus.export.field_conditions": OF_A_COMMAND,
    "corpus.stored_pages.mirrors": "words of an address with `re.escape`",
    "crawling.archive.address_match": OF_THE_PORTAL_FILE,
    "crawling.archive.portal_sitemaps": PROPOSED,
    "crawling.fetch.subscriber": "words of a session with `re.escape`",
    "crawling.states.article_twins": PROPOSED,
    "pages.page.signature": OF_THE_PORTAL_FILE,
    "pages.rules.elements": OF_THE_PORTAL_FILE,
    "pages.rules.select": OF_THE_PORTAL_FILE,
    "pages.rules.selectors": OF_THE_PORTAL_FILE,
    "pages.rules.value_steps": OF_THE_PORTAL_FILE,
    "portal_file.values.expressions": OF_THE_PORTAL_FILE,
    "portal_file.config.portal_secrets": OWN_TEXT,
    "portal_file.written.proposed_file": PROPOSED,
    "portal_file.values.scalars": OWN_TEXT,
    "portal_file.values.standard_scalars": OWN_TEXT,
    "proposing.list_pages.json_places": PROPOSED,
    "proposing.propose.later_parts": ONE_OF_SEVERAL,
    "portal_file.importing.html2tei_python": OWN_TEXT,
    "proposing.propose.article_samples": OF_THE_PORTAL_FILE,
    "proposing.text_rules.block_drops": PROPOSED,
    "proposing.fields.byline_cuts": PROPOSED,
    "proposing.fields.byline_rules": PROPOSED,
    "proposing.fields.field_selectors": PROPOSED,
    "proposing.list_pages.paging": PROPOSED,
    "proposing.fields.places_around_text": PROPOSED,
    "proposing.fields.post_authors": PROPOSED,
    "proposing.text_rules.pointed_drops": PROPOSED,
    "proposing.list_pages.pointed_links": PROPOSED,
    "proposing.text_rules.pointed_selectors": PROPOSED,
    "proposing.list_pages.rule_trials": PROPOSED,
    "proposing.text_rules.shared_blocks": PROPOSED,
    "proposing.fields.term_links": PROPOSED,
    "proposing.fields.title_candidates": PROPOSED,
    "proposing.propose.visits": OF_THE_PORTAL_FILE,
    "proposing.fields.written_days": PROPOSED,
    "service.listed_conditions": OF_A_COMMAND,
    "storage.index.disk": OWN_TEXT,
    "studio.frame.short_commands": OWN_TEXT,
    "studio.archive.archive_panel": OF_THE_PORTAL_FILE,
    "studio.archive.archive_proposals": PROPOSED,
    "studio.article.proposal_support": PROPOSED,
    "studio.article.rule_proposals": PROPOSED,
    "tei.documents.document_check": OWN_TEXT,
}
"""The modules with functions that make expressions of their arguments, and why none of these is
asked here."""


@pytest.fixture(scope="module")
def collected() -> Collector:
    return Collector(Path(webarticlecurator.__file__).parent)


def _list_examples() -> list[re.Pattern[str]]:
    """Return expressions that functions make of their arguments, each as it is made most often."""
    context = dates.DateContext(None, "en")
    services = (*challenges.CHALLENGE_MARKUP.values(), *challenges.SHARED_MARKUP.values())
    return [
        *(re.compile(expression) for _, expression in services),
        *map(page_checks._phrases_pattern, ("javascript", "geo blocks")),
        *map(class_names._compile_words, ("dates", "byline")),
        *map(introductions._introduction, (True, False)),
        *map(name_separators.compile_separators, ("en", "zh")),
        *map(unread_days._date_alone, ("en", "zh")),
        *map(date_lines._number_alone, ("en", "ru")),
        date_lines._words_of_numbers(),
        *map(date_tokens._pattern, ("en", "hu")),
        *map(re.compile, later_parts.OWN_ADDRESS),
        dates.compile_format("%A, %d. %B %Y, %H:%M %Z", "de"),
        re.compile(written_days.find_date_shape("Monday, 4 March 2024 at 10:05", context)),
    ]


class TooSlow(Exception):
    """The time is over."""


def measure(pattern: re.Pattern[str], method: str, text: object, limit: float) -> float:
    """Return the seconds of the processor that an expression takes, at most ``limit``."""
    begin = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    try:
        getattr(pattern, method)(text)
    except TooSlow:
        return limit
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return min(time.process_time() - begin, limit)


def has_no_end(
    pattern: re.Pattern[str], method: str, texts: tuple[str | bytes, ...], limit: float
) -> bool:
    """Return True if the time grows with more than the square of the letters, by the least times of
    several: a busy machine disturbs some of them."""
    few = many = math.inf
    for _ in range(8):
        few, many = (
            min(least, measure(pattern, method, text, limit))
            for least, text in zip((few, many), texts, strict=True)
        )
        if many < limit and many <= MOST_GROWTH * few:
            return False
    return True


def find_slow(
    expressions: Iterable[Expression], limit: float = STOP_SECONDS
) -> list[tuple[str, str, object]]:
    """Return place, method and the beginning of the text of what grows with more than the square
    of the letters, or takes longer than ``limit``."""

    def stop(*_: object) -> None:
        raise TooSlow

    former = signal.signal(signal.SIGVTALRM, stop)
    slow = []
    try:
        for expression in expressions:
            flags = expression.flags & int(re.I | re.S | re.M | re.X | re.A)
            pattern = re.compile(expression.pattern, flags)
            worst: tuple[float, str, tuple[str | bytes, ...]] = (DOUBTFUL_SECONDS, "", ())
            for method in sorted(expression.methods):
                for texts in make_texts(expression, SIZES):
                    seconds = measure(pattern, method, texts[0], limit)
                    worst = max(worst, (seconds, method, texts), key=lambda each: each[0])
                    if seconds >= limit:
                        break
            _, method, texts = worst
            if texts and has_no_end(pattern, method, texts, limit):
                slow.append((min(expression.places), method, texts[0][:40]))
    finally:
        signal.signal(signal.SIGVTALRM, former)
    return slow


needs_timer = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="the system has no timer of the processor's time"
)


@needs_timer
def test_none_hangs(collected: Collector):
    assert len(collected.expressions) > 500
    assert find_slow(list(collected.expressions.values())) == []


@needs_timer
def test_none_that_functions_make_hangs():
    made = [
        Expression(each.pattern, each.flags, {"search", "match"}, {each.pattern[:60]})
        for each in _list_examples()
    ]
    assert find_slow(made) == []


@needs_timer
@pytest.mark.parametrize(
    "pattern",
    [
        rb"\s*(?:<!--.*?-->\s*)*<rss",
        rb"(?:a+)+b",
        rb"<(?:[^>]*\s*)*>",
        rb"(?:\w+\s?)+:",
        rb".*a.*b.*c.*d.*e",
        rb"\s*(?:<!--(?:[^-]|-(?!->)|--)*-->\s*)*<rss",
        rb"[a-z]*[a-y]*[a-x]*!",
    ],
)
def test_one_that_hangs_is_seen(pattern: bytes):
    assert find_slow([Expression(pattern, int(re.S), {"match"}, {"here"})], 0.03)


def test_each_that_is_not_asked_has_its_reason(collected: Collector):
    assert {place.partition(":")[0] for place in collected.unknown} == set(NOT_BY_NAME)
