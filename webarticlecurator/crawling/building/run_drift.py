"""Compare the articles that a run built first with those of earlier runs, by column and layout.

Where many of them have no root, lack a field, or are much shorter or longer, the portal has
probably changed its pages. Only articles that are younger than those of the earlier runs are
compared: old pages often have an old layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from math import erfc, exp, expm1, lgamma, log, log1p, sqrt

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article_shape import ArticleShape, ShapeCounts
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import Message, make_message
from webarticlecurator.crawling.captures.build_outcome import BuildOutcome
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.run_log import RunLog
from webarticlecurator.storage.store.run_shapes import ShapeKey

MIN_EARLIER = 20
"""Articles of earlier runs with which new ones are compared."""
MIN_EARLIER_ALL = 8
"""The same for what none of them lacked, and all new ones lack."""
MIN_CHANGE = 0.2
"""Least difference of two shares: a smaller one is news, not a new layout."""
CHANCE = 0.0001
"""Largest probability of a difference that is called a change."""
CHANCE_OF_ALL = 0.003
"""The same for what none of the earlier ones lacked, and all new ones lack: three are enough."""
MIN_RATIO = 2.0
"""Least ratio of two lengths."""
MIN_NEW_LENGTHS = 8
"""New articles of one run whose lengths are compared: agencies send five short notes in a day."""
MAX_AS_EVER = 0.2
"""Share of the new articles that may be as long as ever: a new layout is that of all pages."""
MIN_AS_EVER = 3
"""New articles of one run that refute, by their lengths, that lengths have changed; fewer do if
they are far from those that have shown it."""
DEVIATIONS = 4.0
"""Least distance of the mean lengths, in standard errors."""

KIND = "layout-drift"
REPAIRED = frozenset((KIND, "later-capture", "no-links"))
"""Kinds of problems that ``curator repair`` mends where the rules have fitted before."""

GrownSpans = Mapping[tuple[str, int], str]
"""Column and number of a span → the key of its last window that was walked before a crawl."""


class DriftKind(Enum):
    """What differs in the new articles."""

    ROOT = "root"
    FIELD = "field"
    LENGTH = "length"


@dataclass(frozen=True)
class Drift:
    """A sign of a new layout: ``words`` says what differs, ``shows`` is the address of the first
    article that has it."""

    column: str
    layout: str
    kind: DriftKind
    words: Message
    shows: str

    @property
    def place(self) -> str:
        """The name of the column, and of the layout if there is one."""
        return name_place(self.column, self.layout)

    @property
    def measure(self) -> str:
        """The name of the measure that differs, as ``compare_shapes``."""
        is_field = self.kind is DriftKind.FIELD and isinstance(self.words, Message)
        return f"{self.words.values['name']}" if is_field else self.kind.value


@dataclass(frozen=True)
class Measure:
    """What is expected and seen of the articles of a build: how many have a root or a field, or how
    many words they have; and the chance of so few, or of words so far away."""

    name: str
    expected: float
    seen: float
    chance: float


def name_place(column: str, layout: str) -> str:
    """Return the name of a column, and of a layout of it if there is one."""
    column = column or "none"
    if not layout:
        return column
    return make_message("{column}, layout {layout}", column=column, layout=layout)


def find_grown_spans(corpus: WritableCorpus, portal: Portal) -> GrownSpans:
    """Return the spans that were walked to their end before, each with its last such window."""
    latest = {key: corpus.walks.latest_complete(*key) for key in portal.spans}
    return {key: window for key, window in latest.items() if window is not None}


class DriftRecorder:
    """Counts the shapes of the articles of one build; ``key`` is that of the rules.

    With ``everything``, articles that were built before are counted again. ``grown`` is the result
    of ``find_grown_spans`` before the crawl; without a crawl, nothing is compared.
    """

    def __init__(
        self, corpus: WritableCorpus, key: str, grown: GrownSpans, *, everything: bool
    ) -> None:
        self._corpus, self._key, self._everything = corpus, key, everything
        self._grown = grown
        # an index that was made again has counted none
        self._counts_all = everything or not corpus.run_shapes.sum_runs(key)
        self._all: dict[ShapeKey, ShapeCounts] = {}
        self._new: dict[ShapeKey, list[tuple[str, ArticleShape]]] = {}

    def count(self, row: ArticleRow, outcome: BuildOutcome) -> None:
        """Count the articles of an outcome; ``row`` is what the index held before."""
        if row.build is None and row.tei is not None and not self._counts_all:
            return  # counted before: only its file or its captures have changed
        is_new = row.build is None and row.tei is None and self._is_young(row)
        for canonical, shape in _shapes_of(outcome):
            key = row.column or "", shape.layout
            self._all.setdefault(key, ShapeCounts()).count(shape)
            if is_new:
                self._new.setdefault(key, []).append((canonical, shape))

    def _is_young(self, row: ArticleRow) -> bool:
        """Return True if a span lists the article that was walked to its end before, or a window
        after the last one that was."""
        if not self._grown:
            return False
        walks = [listing.walk for listing in self._corpus.listings.of(row.canonical)]
        since = [(walk.window, self._grown.get((walk.column, walk.span))) for walk in walks]
        return any(last is not None and window >= last for window, last in since)

    def find_problems(self, portal: Portal) -> Iterator[Problem]:
        """Yield the problems of what has changed: those that are known of a column and layout and
        that new articles do not refute, and others."""
        known_shapes = {} if self._everything else self._corpus.run_shapes.sum_runs(self._key)
        found = [
            each
            for each in read_drifts(self._corpus.run_log)
            if not self._is_over(each, known_shapes.get((each.column, each.layout)))
        ]
        known = {(drift.column, drift.layout) for drift in found}
        drifts = find_drifts(known_shapes, self._new)
        found += [each for each in drifts if (each.column, each.layout) not in known]
        file = portal.path.name if portal.path else "the portal file"
        yield from (describe_drift(each, file) for each in found)

    def _is_over(self, drift: Drift, before: ShapeCounts | None) -> bool:
        """Return True for a drift of the lengths after which articles are as long as ever, or are
        surely not as long as those that showed it."""
        new = self._new.get((drift.column, drift.layout), ())
        is_length = drift.kind is DriftKind.LENGTH and isinstance(drift.words, Message)
        if not is_length or before is None or not new:
            return False
        usual = before.log_words / before.with_root
        present = sum(log1p(shape.words) for _, shape in new) / len(new)
        if len(new) >= MIN_AS_EVER and abs(present - usual) < log(MIN_RATIO) / 2:
            return True
        # those that showed it are among the usual ones by now
        drifted = log1p(float(drift.words.values["present"]))
        error = sqrt(before.variance / len(new))
        is_nearer = abs(present - usual) < abs(present - drifted)
        return is_nearer and abs(present - drifted) > DEVIATIONS / 2 * error

    def store_counts(self) -> None:
        """Store the counts for later builds. Needs ``corpus.commit``."""
        if self._everything:
            self._corpus.run_shapes.forget()
        if self._all:
            self._corpus.run_shapes.add_run(self._key, self._all)


def describe_drift(drift: Drift, file: str) -> Problem:
    """Return the problem as which a drift is recorded; ``file`` is the name of the portal file."""
    return make_problem(
        KIND,
        drift.shows,
        of=drift.place,
        words=drift.words,
        file=file,
        url=drift.shows,
        # for ``read_drifts``
        column=drift.column,
        layout=drift.layout,
        kind=drift.kind.value,
    )


def read_drifts(run_log: RunLog) -> Iterator[Drift]:
    """Yield the signs of a new layout that builds have recorded."""
    for problem in run_log.problems([KIND]):
        values = problem.message.values if isinstance(problem.message, Message) else {}
        if "kind" in values:
            kind = DriftKind(values["kind"])
            yield Drift(values["column"], values["layout"], kind, values["words"], problem.where)


def _shapes_of(outcome: BuildOutcome) -> Iterator[tuple[str, ArticleShape]]:
    if outcome.shape is not None:
        yield outcome.canonical, outcome.shape
    for _, part in outcome.parts:
        yield from _shapes_of(part)


def find_drifts(
    previous_counts: Mapping[ShapeKey, ShapeCounts],
    new: Mapping[ShapeKey, list[tuple[str, ArticleShape]]],
) -> Iterator[Drift]:
    """Yield the signs of a new layout, at most one for each column and layout.

    A layout of which too few articles were seen is compared with all of its column.
    """
    for (column, layout), articles in sorted(new.items()):
        before = previous_counts.get((column, layout), ShapeCounts())
        if before.articles < MIN_EARLIER:
            before = ShapeCounts()
            for key, counts in previous_counts.items():
                if key[0] == column:
                    before.add(counts)
        if before.articles < MIN_EARLIER_ALL:
            continue
        sign = _find_sign(before, articles)
        if sign is not None:
            yield Drift(column, layout, *sign)


def _find_sign(
    before: ShapeCounts, articles: list[tuple[str, ArticleShape]]
) -> tuple[DriftKind, Message, str] | None:
    """Return what differs most clearly, in words, and the first article that shows it."""
    without = [canonical for canonical, shape in articles if not shape.has_root]
    if _is_change(before.no_root, before.articles, len(without), len(articles)):
        words = make_message(
            "{number} of {of} new articles have no root (before: {before} of {of_before})",
            number=len(without),
            of=len(articles),
            before=before.no_root,
            of_before=before.articles,
        )
        return DriftKind.ROOT, words, without[0]

    read = [(canonical, shape) for canonical, shape in articles if shape.has_root]
    for name in sorted(before.filled):
        lacking = [canonical for canonical, shape in read if name not in shape.filled]
        lacked = before.with_root - before.filled[name]
        if _is_change(lacked, before.with_root, len(lacking), len(read)):
            words = make_message(
                "{number} of {of} new articles have no {name} (before: {before} of {of_before})",
                number=len(lacking),
                of=len(read),
                name=name,
                before=lacked,
                of_before=before.with_root,
            )
            return DriftKind.FIELD, words, lacking[0]
    return _compare_lengths(before, read)


def _is_change(before: int, of_before: int, now: int, of_now: int) -> bool:
    """Return True if ``now`` of ``of_now`` are too many to be chance, by what was before."""
    if not now or not of_before or now / of_now - before / of_before < MIN_CHANGE:
        return False
    tail = _chance_of_so_many(before, of_before, now, of_now)
    if before == 0 and now == of_now:
        return tail < CHANCE_OF_ALL
    return of_before >= MIN_EARLIER and tail < CHANCE


def _chance_of_so_many(before: int, of_before: int, now: int, of_now: int) -> float:
    share = (before + 1) / (of_before + 2)  # rule of succession: what was never seen may happen
    # by logarithms: the number of choices among a thousand articles is too large for a float
    return sum(
        exp(
            lgamma(of_now + 1)
            - lgamma(n + 1)
            - lgamma(of_now - n + 1)
            + n * log(share)
            + (of_now - n) * log1p(-share)
        )
        for n in range(now, of_now + 1)
    )


def compare_shapes(before: ShapeCounts, now: ShapeCounts) -> Iterator[Measure]:
    """Yield what the articles of earlier builds let expect of those of one, and what it has."""
    of_before, of_now = before.articles, now.articles
    shares = [(DriftKind.ROOT.value, before.with_root, now.with_root, of_before, of_now)]
    shares += [
        (name, before.filled[name], now.filled[name], before.with_root, now.with_root)
        for name in sorted(before.filled)
    ]
    for name, had, has, of_before, of_now in shares:
        if of_before and of_now:
            chance = _chance_of_so_many(of_before - had, of_before, of_now - has, of_now)
            yield Measure(name, had / of_before * of_now, has, chance)
    if before.with_root and now.with_root:
        usual, present = before.log_words / before.with_root, now.log_words / now.with_root
        error = sqrt(before.variance * (1 / before.with_root + 1 / now.with_root))
        chance = erfc(abs(present - usual) / error / sqrt(2))
        yield Measure(DriftKind.LENGTH.value, expm1(usual), expm1(present), chance)


def _compare_lengths(
    before: ShapeCounts, articles: list[tuple[str, ArticleShape]]
) -> tuple[DriftKind, Message, str] | None:
    now = ShapeCounts()
    for _, shape in articles:
        now.count(shape)
    if now.articles < MIN_NEW_LENGTHS or before.with_root < MIN_EARLIER:
        return None
    usual, present = before.log_words / before.with_root, now.log_words / now.articles
    # some short notes among articles as ever are no new layout; one odd article proves nothing
    as_ever = [
        shape
        for _, shape in articles
        if abs(log1p(shape.words) - usual) < abs(log1p(shape.words) - present)
    ]
    if len(as_ever) > max(1, now.articles * MAX_AS_EVER):
        return None
    lengths = sorted((log1p(shape.words) for _, shape in articles), key=lambda x: abs(x - present))
    mean = sum(lengths[:-1]) / (now.articles - 1)
    spread = sum((each - mean) ** 2 for each in lengths[:-1]) / (now.articles - 1)
    error = sqrt(max(spread, before.variance) / now.articles + before.variance / before.with_root)
    longer, shorter = max(usual, present), min(usual, present)
    is_change = abs(present - usual) > DEVIATIONS * error and expm1(longer) > MIN_RATIO * max(
        expm1(shorter), 1
    )
    if not is_change:
        return None
    words = make_message(
        "new articles have {present:.0f} words (before: {usual:.0f})",
        present=expm1(present),
        usual=expm1(usual),
    )
    is_shorter = present < usual
    first = next(
        canonical
        for canonical, shape in articles
        if (log1p(shape.words) < usual) is is_shorter and log1p(shape.words) != usual
    )
    return DriftKind.LENGTH, words, first
