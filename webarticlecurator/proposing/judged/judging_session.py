"""A person judges the sample of a corpus: one article after the other, in the terminal or the
studio.

The following article is read while the person looks at one, so that it is there at the next key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date
from pathlib import Path
from time import monotonic

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.judging.drawn_sample import draw_sample, read_text_digests
from webarticlecurator.corpus.judging.judged_shares import JudgedResult, find_result
from webarticlecurator.corpus.judging.judgements import (
    FIELD_FAULT,
    JUDGED_FIELDS,
    JudgedSample,
    Judgement,
    add_judgement,
    list_judges,
    list_open,
    make_judgement,
    read_judgements,
    read_sample,
    write_sample,
)
from webarticlecurator.crawling.workers.shared_worker import end_worker
from webarticlecurator.proposing.judged.judged_article import (
    ArticleToJudge,
    LeftOutText,
    read_article_to_judge,
)
from webarticlecurator.storage.store.view import view_corpus

SEED, HALF_WIDTH = 1, 0.05
"""What a sample is drawn with, unless the person says otherwise."""
_SHOWN = 6
"""Texts that were left out, the longest ones, beside the first and the last paragraph."""
KEYS = make_message(
    "r right · c cut · t too much · 1–{fields} field is wrong · n no article · Enter next with"
    " faults · b back · s skip · m note · o whole text · l all left out",
    fields=len(JUDGED_FIELDS),
)
FAULT_KEYS = {
    "c": "cut",
    "t": "too-much",
    **{str(number): f"{FIELD_FAULT}{name}" for number, name in enumerate(JUDGED_FIELDS, 1)},
}
"""Key → the fault that it says."""


def find_sample(
    portal: Portal, folder: Path, seed: int, half_width: float, today: date, *, is_new: bool = False
) -> JudgedSample:
    """Return the sample of a corpus; draw it, if there is none or ``is_new``. Raises UsageError
    for an empty corpus, StoreDamaged."""
    sample = None if is_new else read_sample(folder)
    if sample is None:
        with view_corpus(folder, portal.id) as view:
            sample = draw_sample(portal, view, seed, half_width, today)
        write_sample(folder, sample)
    return sample


def read_digests(portal: Portal, folder: Path, sample: JudgedSample) -> dict[str, str]:
    """Return the digest of the present text of each article of a sample that is in TEI."""
    with view_corpus(folder, portal.id) as view:
        return read_text_digests(view, sample)


def summarise_judgements(
    portal: Portal, folder: Path, sample: JudgedSample, judge: str = ""
) -> JudgedResult | None:
    """Return what the judgements of all people say of the corpus, or those of one; None without
    any."""
    judges = [judge] if judge else list_judges(folder)
    judged = {each: read_judgements(folder, each) for each in judges}
    return find_result(sample, judged, read_digests(portal, folder, sample))


def choose_shown(article: ArticleToJudge, view: str) -> tuple[tuple[str, ...], list[LeftOutText]]:
    """Return the paragraphs and the left-out texts of an article that are shown: in the ``view``
    ``o`` all paragraphs, in ``l`` all that was left out."""
    lines = article.text.lines
    if view != "o" and len(lines) > 2:
        lines = (lines[0], "…", lines[-1])
    longest = sorted(article.left_out, key=lambda each: -len(each.text))
    shown = longest[: None if view == "l" else _SHOWN]
    return lines, [each for each in article.left_out if each in shown]


class JudgingSession:
    """One person at work; ``close`` it. ``queue``: the addresses that waited for a judgement at the
    begin, ``place``: where the person is; ``changed``: how many were judged before, with another
    text."""

    def __init__(
        self,
        portal: Portal,
        folder: Path,
        judge: str,
        sample: JudgedSample,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._portal, self._folder, self._now = portal, folder, now
        self.judge, self.sample, self.place = judge, sample, 0
        self.judged: dict[str, Judgement] = read_judgements(folder, judge)
        self._texts = read_digests(portal, folder, sample)
        self.queue = list_open(sample, self.judged, self._texts)
        self.changed = sum(url in self.judged for url in self.queue)
        self._thread = ThreadPoolExecutor(1)
        self._read: dict[str, Future[ArticleToJudge | None]] = {}
        self._since = now()
        self._read_ahead()

    def close(self) -> None:
        """End the session; what was judged is stored already."""
        for each in self._read.values():
            each.cancel()
        self._thread.submit(end_worker)
        self._thread.shutdown()

    def article(self) -> ArticleToJudge | None:
        """Return the article to judge; None if none is left. One that is not in TEI any more is
        passed over."""
        while self.place < len(self.queue):
            found = self._read[self.queue[self.place]].result()
            if found is not None:
                return found
            self._move(1)
        return None

    def count_open(self) -> int:
        """Return how many articles of the queue wait for a judgement."""
        return len(list_open(self.sample, self.judged, self._texts))

    def add(self, faults: Iterable[str], note: str = "") -> None:
        """Store the judgement of the article, and go to the next one. Raises UsageError."""
        article = self.article()
        if article is not None:
            seconds = self._now() - self._since
            made = make_judgement(article.url, article.text.digest, faults, note, seconds)
            add_judgement(self._folder, self.judge, made)
            self.judged[made.url] = made
            self._move(1)

    def skip(self) -> None:
        """Go to the next article; this one waits for another session."""
        self._move(1)

    def back(self) -> None:
        """Go to the article before: what is said now counts instead."""
        self._move(-1)

    def _move(self, by: int) -> None:
        self.place = min(max(self.place + by, 0), len(self.queue))
        self._since = self._now()
        self._read_ahead()

    def _read_ahead(self) -> None:
        wanted = self.queue[max(self.place - 1, 0) : self.place + 3]
        for url in wanted:
            if url not in self._read:
                self._read[url] = self._thread.submit(
                    read_article_to_judge, self._portal, self._folder, url
                )
        self._read = {url: self._read[url] for url in wanted}
