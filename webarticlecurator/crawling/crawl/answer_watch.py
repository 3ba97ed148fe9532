"""Watch what the portal answers for articles during a crawl: when too many answers in a row are not
as expected, ask for an article that was well before.

If that is well, the others are missing, and the crawl goes on. If it is not, the portal is out of
order, and the crawl ends before it asks for all other articles. What becomes of the answers is
decided afterwards, from what is stored (``states.doubtful_answers``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.model.looks import WELL
from webarticlecurator.base.portal.log_lines import get_logger
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.crawl.requester import Requester
from webarticlecurator.crawling.fetch.politeness import AFTER_WALLS
from webarticlecurator.crawling.states.article_state import StateUpdater
from webarticlecurator.crawling.states.doubtful_answers import (
    MAX_AFTER_KNOWN,
    MAX_SHARING,
    MIN_SHARING,
    SHARED_TEXT,
    AnswerStreak,
)
from webarticlecurator.crawling.states.later_articles import HOME
from webarticlecurator.storage.answers.portal_answers import AnswerRow
from webarticlecurator.storage.store.corpus import WritableCorpus

_log = get_logger(__name__)


@dataclass
class AnswerWatch:
    """Follows the answers for articles; one per crawl. ``ask_article`` requests an article that is
    stored if it has changed. ``known_is_well``: when such an article was asked for last, it was
    well, so that the answers since then do not count for the breaker."""

    portal: Portal
    corpus: WritableCorpus
    requester: Requester
    states: StateUpdater
    ask_article: Callable[[str], None]
    known_is_well: bool = False
    _streak: AnswerStreak = field(default_factory=AnswerStreak)
    _recent: deque[AnswerRow] = field(default_factory=lambda: deque(maxlen=MAX_AFTER_KNOWN))
    # hash of what pages show → some of the addresses that show it
    _sharing: dict[int, set[str]] = field(default_factory=dict)
    _is_asking: bool = False
    _home_is_well: bool = False

    def __post_init__(self) -> None:
        self._streak.has_known = self.corpus.answers.last_well("article", ()) is not None

    def note(self, url: str) -> None:
        """Count the last answer for the article ``url``. Raises PortalRefused if the portal is out
        of order."""
        answer = self.corpus.answers.of_last_fetch(url)
        if answer is None or (self._recent and self._recent[-1].fetch == answer.fetch):
            return
        self._recent.append(answer)
        self._count_text(answer)
        known = partial(self.corpus.answers.was_well_earlier, answer.fetch, url)
        self._streak.add(answer.fetch, is_well=self._is_well(answer), was_well_before=known)
        if self._streak.is_suspicious and not self._is_asking:
            self._ask_known()
        # the limit of the breaker does not hold while the home page is well and no article is known
        in_a_row = len(self._streak.fetches)
        is_known_to_be_well = self._home_is_well and not self._streak.has_known
        limit = self.portal.fetch.breaker
        if not self._streak.is_too_long or in_a_row < limit or is_known_to_be_well:
            return
        since = self.corpus.answers.time_of(self._streak.fetches[0])
        raise PortalRefused(
            make_message(
                "the portal seems to have been out of order since {since:%Y-%m-%d %H:%M:%S}"
                " UTC: {in_a_row} answers in a row were not as expected, the last for {url}",
                since=since,
                in_a_row=in_a_row,
                url=url,
            ),
            AFTER_WALLS,
        )

    def ask_known(self) -> None:
        """Ask for an article that was well before, so that this crawl can prove that the portal is
        well; without one, nothing is asked."""
        doubtful = {row.url for row in self._recent if not self._is_well(row)}
        url = self.corpus.answers.last_well("article", doubtful)
        if url is not None:
            self.ask_article(url)
            self.note(url)

    def _ask_known(self) -> None:
        _log.debug("too many answers are not as expected: asks for an article that was well")
        self._is_asking = True
        self.ask_known()
        self.known_is_well = not self._streak.fetches
        if self.known_is_well:
            self.requester.client.reset_walls()
        elif not self._streak.has_known:
            answer = self.requester.get(self.portal.home, Origin(HOME))
            final = answer.final
            self._home_is_well = final is not None and not answer.trouble and final.status == 200
        self._is_asking = False

    def _count_text(self, answer: AnswerRow) -> None:
        """Count an address that shows a text. The third one makes all of them unexpected."""
        if answer.text is None or SHARED_TEXT in self.portal.article.gate_off:
            return
        sharing = self._sharing.setdefault(answer.text, set())
        if len(sharing) < MAX_SHARING:
            sharing.add(answer.url)
        if len(sharing) == MIN_SHARING:
            row: list[int] = []
            for previous_answer in reversed([*self._recent][:-1]):
                if self._is_well(previous_answer):
                    break
                row.insert(0, previous_answer.fetch)
            self._streak.fetches[:] = row

    def _is_well(self, answer: AnswerRow) -> bool:
        sharing = self._sharing.get(answer.text, ()) if answer.text is not None else ()
        return answer.outcome == WELL and len(sharing) < MIN_SHARING
