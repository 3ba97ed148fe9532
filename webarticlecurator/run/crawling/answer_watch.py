"""Watch what the portal answers for articles while it is crawled: when too many answers in a row
are not as expected, ask for an article that was well before.

If that is well, the others are missing, and the crawl goes on. If it is not, the portal is out of
order, and the crawl ends before it asks for all other articles. What becomes of the answers is
decided afterwards, from what is stored (``run.doubtful_answers``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch.politeness import AFTER_WALLS
from webarticlecurator.model.capture import Origin
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.article_state import StateUpdater
from webarticlecurator.run.crawling.requester import Requester
from webarticlecurator.run.doubtful_answers import (
    MAX_AFTER_KNOWN,
    MAX_SHARING,
    MIN_SHARING,
    SHARED_TEXT,
    AnswerStreak,
)
from webarticlecurator.store import WritableCorpus
from webarticlecurator.store.portal_answers import WELL, AnswerRow

HOME = "home"
"""Level of a request for the home page, while no article is known that was well."""


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
        fetch = self.corpus.captures.last_fetch(url)
        answer = self.corpus.answers.of_fetch(fetch.id) if fetch is not None else None
        if answer is None or (self._recent and self._recent[-1].fetch == answer.fetch):
            return
        self._recent.append(answer)
        self._count_text(answer)
        known = partial(self.corpus.answers.was_well_earlier, answer.fetch, url)
        self._streak.add(answer.fetch, is_well=self._is_well(answer), was_well_before=known)
        if self._streak.is_suspicious and not self._is_asking:
            self._ask_known()
        self._stop_if_out_of_order(url)

    def ask_known(self) -> None:
        """Ask for an article that was well before, so that this crawl can prove that the portal is
        well; without one, nothing is asked."""
        doubtful = {row.url for row in self._recent if not self._is_well(row)}
        url = self.corpus.answers.last_well("article", doubtful)
        if url is not None:
            self.ask_article(url)
            self.note(url)

    def _ask_known(self) -> None:
        self._is_asking = True
        self.ask_known()
        self.known_is_well = not self._streak.fetches
        if self.known_is_well:
            self.requester.reset_walls()
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
            for earlier in reversed([*self._recent][:-1]):
                if self._is_well(earlier):
                    break
                row.insert(0, earlier.fetch)
            self._streak.fetches[:] = row

    def _is_well(self, answer: AnswerRow) -> bool:
        sharing = self._sharing.get(answer.text, ()) if answer.text is not None else ()
        return answer.outcome == WELL and len(sharing) < MIN_SHARING

    def _stop_if_out_of_order(self, url: str) -> None:
        """Raise PortalRefused at the limit of the breaker, unless the home page is well while no
        article is known."""
        in_a_row = len(self._streak.fetches)
        is_known_to_be_well = self._home_is_well and not self._streak.has_known
        limit = self.portal.fetch.breaker
        if not self._streak.is_too_long or in_a_row < limit or is_known_to_be_well:
            return
        since = self.corpus.answers.time_of(self._streak.fetches[0])
        raise PortalRefused(
            f"the portal seems to be out of order since {since:%Y-%m-%d %H:%M:%S} UTC:"
            f" {in_a_row} answers in a row were not as expected, last {url}",
            AFTER_WALLS,
        )
