"""What a corpus is asked for after a crawl or a build: which check finds which doubts, where."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.doubts.doubt_table import list_kinds
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.crawling.building.build_doubts import (
    describe_portal_file,
    find_unlisted_articles,
)
from webarticlecurator.crawling.states import cut_pages, missing_pages, silent_spans, unread_lists
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView

TEI_BUILT, RUN_ENDED, CRAWL_ENDED = "TEI built", "run ended", "crawl ended"
"""When a check is made: after TEI was written; at the end of a crawl or a build; of a crawl."""


@dataclass(frozen=True)
class CorpusCheck:
    """A check of a whole corpus, made ``at`` one of the times above. ``find`` yields the problems
    of these ``kinds``; ``list_places`` returns the places that it judges, None for all: what was
    known there and is not found again is over."""

    kinds: tuple[str, ...]
    at: str
    find: Callable[[Portal, CorpusView], Iterator[Problem]]
    list_places: Callable[[Portal, CorpusView], Collection[str] | None]


CHECKS = (
    CorpusCheck(
        ("unlisted-articles",),
        TEI_BUILT,
        find_unlisted_articles,
        lambda portal, _: (describe_portal_file(portal),),
    ),
    CorpusCheck(
        (*missing_pages.MISSING_KINDS, missing_pages.PAGE_GONE),
        RUN_ENDED,
        missing_pages.find_missing_pages,
        lambda *_: None,
    ),
    CorpusCheck((cut_pages.CUT_PAGE,), RUN_ENDED, cut_pages.find_cut_pages, lambda *_: None),
    CorpusCheck(
        ("no-links",), RUN_ENDED, silent_spans.find_silent_spans, silent_spans.list_span_places
    ),
    CorpusCheck(
        ("list-not-whole", "skipped-links", "walk-looped"),
        CRAWL_ENDED,
        unread_lists.find_unread_lists,
        unread_lists.list_judged_places,
    ),
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


def note_doubts(portal: Portal, corpus: WritableCorpus, *times: str) -> None:
    """Make the checks of these times: what they find stands in place of what was known. Needs
    ``corpus.commit``."""
    log = corpus.run_log
    for check in (check for check in CHECKS if check.at in times):
        places = check.list_places(portal, corpus)
        known = log.problems(check.kinds) if places is None else log.problems_at(*places)
        judged = [problem for problem in known if problem.kind in check.kinds]
        log.renew_problems(judged, check.find(portal, corpus))
