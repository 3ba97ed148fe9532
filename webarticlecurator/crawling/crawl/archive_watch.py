"""Watch what the portal answers for archive pages during a crawl: when too many answers in a row
are not as expected, walk a window that was well before.

If that is well, the others list nothing, and the crawl goes on. If it is not, the portal is out of
order, and the crawl ends. ``answer_watch.py`` does the same for articles.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.model.looks import WELL
from webarticlecurator.base.portal.log_lines import get_logger
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.crawl.crawl_plan import CrawlPlan
from webarticlecurator.crawling.fetch.politeness import AFTER_WALLS
from webarticlecurator.crawling.states.archive_disorder import find_odd_row
from webarticlecurator.crawling.states.doubtful_answers import AnswerStreak
from webarticlecurator.crawling.states.replay import ListingPlace
from webarticlecurator.storage.store.corpus import WritableCorpus

_log = get_logger(__name__)


@dataclass
class ArchiveWatch:
    """Follows the answers for archive pages; one per crawl. ``walk`` walks a window to its end."""

    plan: CrawlPlan
    corpus: WritableCorpus
    clock: Clock
    walk: Callable[[ListingPlace], object]
    _streak: AnswerStreak = field(default_factory=lambda: AnswerStreak(has_known=True))
    _is_proving: bool = False

    def prove_run(self) -> None:
        """Walk one window again that is known to be well, where this run has only seen pages that
        list nothing: otherwise it would prove nothing."""
        if self.corpus.answers.was_well("archive", self.clock.now(), ""):
            return
        place = self.plan.known_well(self.corpus)
        if place is not None:
            _log.debug("this run has only seen pages without articles: looks at one that was well")
            self.walk(place)

    def note(self, url: str) -> None:
        """Count the answer for an archive page. Raises PortalRefused if the portal is out of
        order."""
        answers = self.corpus.answers
        answer = answers.of_last_fetch(url)
        if answer is None:
            return
        known = partial(answers.was_well_earlier, answer.fetch, url)
        self._streak.add(answer.fetch, is_well=answer.outcome == WELL, was_well_before=known)
        if self._streak.is_suspicious and not self._is_proving:
            self._is_proving = True
            place = self.plan.known_well(self.corpus)
            _log.debug("too many archive pages are not as expected: looks at one that was well")
            if place is not None:
                self.walk(place)
            self._is_proving = False
        in_a_row = len(self._streak.fetches)
        if in_a_row < self.plan.portal.fetch.breaker or not self._streak.is_too_long:
            return
        run = answers.run_of(self.clock.now())
        if self._streak.fetches[0] in find_odd_row(self.corpus, run):
            since = answers.time_of(self._streak.fetches[0])
            raise PortalRefused(
                make_message(
                    "the portal seems to have been out of order since {since:%Y-%m-%d %H:%M:%S}"
                    " UTC: {in_a_row} archive pages in a row were not as expected, the last"
                    " {url}",
                    since=since,
                    in_a_row=in_a_row,
                    url=url,
                ),
                AFTER_WALLS,
            )
