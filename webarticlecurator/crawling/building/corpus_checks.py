"""What a corpus is asked for: which check finds which doubts, when, and where; one function makes
all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.doubts.doubt_table import list_kinds
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building import build_doubts
from webarticlecurator.crawling.states import (
    article_twins,
    capture_classes,
    cut_pages,
    foreign_listing,
    gone_at_once,
    later_articles,
    missing_pages,
    silent_spans,
    unread_lists,
    withdrawn_again,
)
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView

ARCHIVE_READ, CAUGHT_UP, WARCS_READ = "archive read", "caught up", "WARC files read"
ROWS_READ, SITEMAPS_READ = "rows read", "sitemaps read"
OUTCOMES_KNOWN, TEI_WRITTEN, TEI_COMPARED = "outcomes known", "TEI written", "TEI compared"
TEI_BUILT, RUN_ENDED, CRAWL_ENDED = "TEI built", "run ended", "crawl ended"
"""When a check is made: all stored archive pages were read again; the index is up to date; WARC
files of other tools were listed; the override table was read; the portal's sitemaps were; a build
knows what it takes; has written what it may; has compared it; has ended; a crawl or a build has
ended; a crawl has."""


def take_found(_portal: Portal, _corpus: CorpusView, found: Iterable[Problem]) -> Iterable[Problem]:
    """Return the problems that whoever makes the check has found."""
    return found


@dataclass(frozen=True)
class CorpusCheck:
    """A check of a corpus, made ``at`` one of the times above. ``find`` returns the problems of
    these ``kinds``; it gets the portal, the corpus, and what whoever makes the check hands in.
    ``list_places`` returns the places that it judges, None for all: what was known there and is not
    found again is over."""

    kinds: tuple[str, ...]
    at: str
    find: Callable[..., Iterable[Problem]] = take_found
    list_places: Callable[[Portal, CorpusView], Collection[str] | None] = lambda *_: None


CHECKS = (
    CorpusCheck(("archive-page-unread",), ARCHIVE_READ, list_places=build_doubts.list_own_unread),
    CorpusCheck(("lost",), CAUGHT_UP, build_doubts.find_lost_answers),
    CorpusCheck(foreign_listing.KINDS_OF_WARCS, WARCS_READ, foreign_listing.keep_unread),
    CorpusCheck(("by-hand-unknown",), ROWS_READ, build_doubts.find_unknown_rows),
    CorpusCheck(("not-listed",), SITEMAPS_READ),
    CorpusCheck(("rules-take-tei",), OUTCOMES_KNOWN),
    CorpusCheck(("layout-drift",), TEI_WRITTEN),
    CorpusCheck(
        (
            *("same-title", "field-empty", "field-affix", "repeated-text", "published-is-now"),
            *("unfollowed-page", "text-outside"),
        ),
        TEI_COMPARED,
    ),
    CorpusCheck(("unlisted-articles",), TEI_BUILT, build_doubts.find_unlisted_articles),
    CorpusCheck(
        (*missing_pages.MISSING_KINDS, missing_pages.PAGE_GONE),
        RUN_ENDED,
        missing_pages.find_missing_pages,
    ),
    CorpusCheck((missing_pages.ASSET,), RUN_ENDED, missing_pages.find_missing_assets),
    CorpusCheck((capture_classes.UNCLASSIFIED,), RUN_ENDED, foreign_listing.find_unclassified),
    CorpusCheck(("cut-page",), RUN_ENDED, cut_pages.find_cut_pages),
    CorpusCheck(
        ("no-links",), RUN_ENDED, silent_spans.find_silent_spans, silent_spans.list_span_places
    ),
    CorpusCheck((gone_at_once.KIND,), RUN_ENDED, gone_at_once.find_gone_at_once),
    CorpusCheck((article_twins.KIND,), RUN_ENDED, article_twins.find_article_twins),
    CorpusCheck((withdrawn_again.KIND,), RUN_ENDED, withdrawn_again.find_withdrawn_again),
    CorpusCheck(
        ("list-not-whole", "skipped-links", "walk-looped"),
        CRAWL_ENDED,
        unread_lists.find_unread_lists,
        unread_lists.list_judged_places,
    ),
    CorpusCheck((later_articles.KIND,), CRAWL_ENDED, later_articles.find_later_articles),
)
"""All checks of a corpus, in their order. A new one is a row here, and of the table of doubts."""


def require_corpus_checks() -> None:
    """Raise TypeError unless the checks find the kinds whose rows say that a corpus is asked."""
    made = {kind for check in CHECKS for kind in check.kinds}
    if wrong := sorted(made ^ {kind.name for kind in list_kinds("corpus")}):
        raise TypeError(
            "CHECKS of crawling/building/corpus_checks.py and the table of doubts (base/doubts)"
            f" differ: {', '.join(wrong)}; add the check, or take `corpus` from `asked` of the row"
        )


require_corpus_checks()


def note_doubts(portal: Portal, corpus: WritableCorpus, time: str, *evidence: Any) -> None:
    """Make the checks of a time: what they find stands in place of what was known. Needs
    ``corpus.commit``."""
    for check in (check for check in CHECKS if check.at == time):
        corpus.run_log.renew_problems(
            check.find(portal, corpus, *evidence),
            kinds=check.kinds,
            places=check.list_places(portal, corpus),
        )
