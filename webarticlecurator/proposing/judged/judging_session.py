"""A person judges the sample of a corpus: one article after the other, in the terminal or the
studio.

The following article is read while the person looks at one, so that it is there at the next key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date
from itertools import groupby
from pathlib import Path
from time import monotonic

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import join_messages, make_message
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
    read_article_to_judge,
)
from webarticlecurator.storage.store.view import view_corpus

SEED, HALF_WIDTH = 1, 0.05
"""What a sample is drawn with, unless the person says otherwise."""
_SHOWN = 4
"""Texts that were left out inside the text, the longest ones, and as many before it and behind it,
the nearest ones."""
KEYS = make_message(
    "r right · c cut · t too much · 1–{fields} field is wrong · n no article · Enter next with"
    " faults · b back · s skip · m note · o whole text · l all left out",
    fields=len(JUDGED_FIELDS),
)
ENTER = "\n"
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


def describe_judged(article: ArticleToJudge, view: str = "") -> Iterator[str]:
    """Yield the lines that a person judges by: fields, paragraphs, and texts that were left out;
    in the ``view`` ``o`` all paragraphs, in ``l`` all that was left out."""
    text = article.text
    for number, (name, value, source) in enumerate(text.fields, 1):
        yield f" {number} {name}: {value or '–'}" + (f"  [{source}]" if source else "")
    yield ""
    if view == "o":
        yield from text.lines
        yield from (f"[{kind}] {line}" for kind, line in text.beside)
    else:
        yield from text.lines if len(text.lines) < 3 else (text.lines[0], "…", text.lines[-1])
    yield ""
    yield make_message(
        "{paragraphs} paragraphs; in captions, boxes and the like: {beside}; left out: {number}"
        " texts",
        paragraphs=len(text.lines),
        beside=len(text.beside),
        number=len(article.left_out),
    )
    places = groupby(article.left_out, lambda each: (each.distance > 0) - (each.distance < 0))
    for _, left_out in places:
        texts = [*left_out]
        first = sorted(texts, key=lambda each: (abs(each.distance), -len(each.text)))
        shown = texts if view == "l" else [each for each in texts if each in first[:_SHOWN]]
        yield from (join_messages(": ", (each.rule, each.text)) for each in shown)
    yield from (article.trouble,) * bool(article.trouble)


class JudgingSession:
    """One person at work; ``close`` it. ``queue``: the addresses of the sample, first those that
    are judged, ``place``: where the person is. ``faults``, ``note``: what is said of this article
    so far; ``view``: how much of it is shown."""

    def __init__(
        self,
        portal: Portal,
        folder: Path,
        judge: str,
        sample: JudgedSample,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._portal, self._folder, self._now = portal, folder, now
        self.judge, self.sample, self.view = judge, sample, ""
        self.judged: dict[str, Judgement] = read_judgements(folder, judge)
        self._texts = read_digests(portal, folder, sample)
        waiting = self.list_open()
        done = [url for url, _ in sample.articles if url in self._texts and url not in waiting]
        self.queue = done + waiting
        self._thread = ThreadPoolExecutor(1)
        self._read: dict[str, Future[ArticleToJudge | None]] = {}
        self._go_to(len(done))

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
            self._go_to(self.place + 1)
        return None

    def list_open(self) -> list[str]:
        """Return the addresses that wait for a judgement."""
        return list_open(self.sample, self.judged, self._texts)

    def press(self, key: str) -> bool:
        """Do what a key of ``KEYS`` says, but for the note; return False for another key."""
        if key in FAULT_KEYS:
            self.faults ^= {FAULT_KEYS[key]}
        elif key in ("o", "l"):
            self.view = "" if self.view == key else key
        elif key in ("b", "s"):
            self._go_to(self.place + (1 if key == "s" else -1))
        elif key in ("r", "n") or (key == ENTER and self.faults):
            self.add({"r": (), "n": ("no-article",)}.get(key, self.faults))
        else:
            return False
        return True

    def add(self, faults: Iterable[str]) -> None:
        """Store the judgement of the article, with the note, and go to the next one. Raises
        UsageError."""
        article = self.article()
        if article is not None:
            seconds = self._now() - self._since
            made = make_judgement(article.url, article.text.digest, faults, self.note, seconds)
            add_judgement(self._folder, self.judge, made)
            self.judged[made.url] = made
            self._go_to(self.place + 1)

    def describe_place(self) -> str:
        """Return which article of the sample is judged, and by whom."""
        return make_message(
            "{place} of {number} · {judge}",
            place=self.place + 1,
            number=len(self.queue),
            judge=self.judge,
        )

    def _go_to(self, place: int) -> None:
        """Go to an article; what was said of it before is shown."""
        self.place = min(max(place, 0), len(self.queue))
        wanted = self.queue[max(self.place - 1, 0) : self.place + 3]
        for url in wanted:
            if url not in self._read:
                self._read[url] = self._thread.submit(
                    read_article_to_judge, self._portal, self._folder, url
                )
        self._read = {url: self._read[url] for url in wanted}
        url = self.queue[self.place] if self.place < len(self.queue) else ""
        said = self.judged.get(url)
        is_known = said is not None and said.text == self._texts[url]
        self.faults = {*said.faults} if said is not None and is_known else set[str]()
        self.note = said.note if said is not None and is_known else ""
        self.view = ""
        self._since = self._now()
