"""What is shown of a corpus in numbers, and in which words: charts, growth over its runs, lines.

The charts of a corpus, by their names as files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from webarticlecurator.charts.bar_chart import Bar, Drawing, draw_columns, draw_rows
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.corpus_numbers import (
    CAPTURED,
    CHARTED,
    DIMENSIONS_BY_KEY,
    LENGTHS,
    SAME_TEXTS,
    VERDICTS,
    ArticleCount,
    BarKey,
    CorpusNumbers,
    Dimension,
    Gap,
    Run,
    RunCounts,
    list_months,
)
from webarticlecurator.text.characters import shorten
from webarticlecurator.text.translation import (
    format_number,
    make_message,
    translate,
    translate_count,
)

MAX_MONTHS = 600
"""Months of a chart: a wrong date must not stretch it to a thousand years. Those before the last
ones are left out, with a word in the title."""
_RUNS = make_message("Day on which a run began")
_UPRIGHT = ("years", "months", "lengths", "stored")
_OF_MONTHS = ("months", "stored")
MAX_LABELLED_MONTHS = 24
"""Months of a chart that have their own labels; of more, each January has that of its year."""
_WITH_WORDS = ("years", "months")
"""Charts that there are of articles and of words."""


def draw_corpus(numbers: CorpusNumbers) -> Iterator[tuple[str, Drawing]]:
    """Yield the name and the drawing of each chart."""
    for dimension in CHARTED:
        counts = choose_bars(dimension, numbers)
        if not counts:
            continue
        for unit in ("articles", "words") if dimension.key in _WITH_WORDS else ("articles",):
            name = dimension.key if unit == "articles" else f"{dimension.key}-{unit}"
            yield name, draw_dimension(dimension.key, dimension.heading, counts, unit)
    verdicts = [Bar(verdict.name, verdict.articles) for verdict in numbers.verdicts]
    yield "verdicts", draw_rows(translate("Verdict"), translate("addresses"), verdicts)
    shown = choose_runs(numbers.runs)
    if shown:
        articles = [Bar(each.name, each.counts.tei, each.run.started[:10]) for each in shown]
        heading, axis = translate(HEADING), translate(_RUNS)
        yield GROWTH, draw_columns(heading, translate("articles in TEI"), articles, axis)
        words = [Bar(each.name, each.counts.words or 0, each.run.started[:10]) for each in shown]
        yield f"{GROWTH}-words", draw_columns(heading, translate("words"), words, axis)


def draw_dimension(
    key: str, heading: str, counts: Sequence[ArticleCount], unit: str = "articles"
) -> Drawing:
    """Return the chart of a dimension; ``unit``: ``articles`` or ``words``."""
    values = {count.name: getattr(count, unit) for count in counts}
    heading = translate(heading)
    counted = translate("words") if unit == "words" else translate("articles")
    if key not in _UPRIGHT:
        bars = [Bar(name_bar(key, name), values[name]) for name in values]
        return draw_rows(heading, counted, bars)
    return draw_time(key, heading, values, counted)


def draw_time(key: str, heading: str, values: dict[str, int], unit: str) -> Drawing:
    """Return a chart with upright bars, of ``years`` or ``months`` also those that have none."""
    shown, left_out = _fill_time(key, values)
    unknown = values.get("", 0)
    notes = [translate("{number:,} earlier", number=left_out)] if left_out else []
    notes += [f"{format_number(unknown)} {name_bar(key, '')}"] if unknown else []
    title = heading
    if notes:
        title = translate("{heading} (and {notes})", heading=heading, notes=", ".join(notes))
    has_years = key in _OF_MONTHS and len(shown) > MAX_LABELLED_MONTHS
    bars = [
        Bar(name_bar(key, name), values.get(name, 0), _name_year(name) if has_years else None)
        for name in shown
    ]
    return draw_columns(title, unit, bars, heading)


def _name_year(month: str) -> str:
    """Return the label below the bar of a month among many: its year below January."""
    return month[:4] if month.endswith("-01") else ""


def _fill_time(key: str, values: dict[str, int]) -> tuple[list[str], int]:
    """Return the names of the bars, with the months or years between them that have none, and the
    sum of those that are too early to be shown."""
    known = [name for name in values if name]
    if not known or key == "lengths":
        return known, 0
    if key == "years":
        months = list_months(f"{known[0]}-01", f"{known[-1]}-12")[-MAX_MONTHS:]
        names = list(dict.fromkeys(month[:4] for month in months))
    else:
        names = list_months(known[0], known[-1])[-MAX_MONTHS:]
    return names, sum(values[name] for name in known if name < names[0])


# Which bars of a corpus are drawn.

MAX_BARS = 30
"""Bars of a chart without an order of its own, such as that of authors: the largest ones."""


def choose_bars(dimension: Dimension, numbers: CorpusNumbers) -> tuple[ArticleCount, ...]:
    """Return the bars of a dimension that are drawn: all that have an order, else the largest
    ones, and that of what is not known."""
    counts = numbers.counts.get(dimension.key, ())
    if dimension.order or len(counts) <= MAX_BARS:
        return counts
    return (*counts[:MAX_BARS], *(count for count in counts[MAX_BARS:] if not count.name))


def list_bars(numbers: CorpusNumbers) -> frozenset[BarKey]:
    """Return all bars that are drawn."""
    bars = {(each.key, bar.name) for each in CHARTED for bar in choose_bars(each, numbers)}
    bars.update((VERDICTS, verdict.name) for verdict in numbers.verdicts)
    bars.update(each.bar for each in choose_runs(numbers.runs))
    bars.update((SAME_TEXTS, str(n)) for n in range(1, len(numbers.same_texts[:MAX_BARS]) + 1))
    return frozenset(bars)


# The growth of a corpus over its runs: which runs are shown, and in which words.

GROWTH = "growth"
"""The name of the chart as a file, and of its part of a page."""
HEADING = make_message("Growth over runs")
MAX_RUNS = 30
"""Runs that are shown; of more, the last one of each day, month or year."""
_PERIODS = (None, len("2019-03-15"), len("2019-03"), len("2019"))
"""How much of a date runs share of which one is shown; None: nothing."""


@dataclass(frozen=True)
class ShownRun:
    """A run that is shown, with its counts, and those of the one that is shown before it.
    ``since``: the first day of the first run behind that one."""

    run: Run
    counts: RunCounts
    before: RunCounts | None
    since: str

    @property
    def bar(self) -> BarKey:
        """The bar of the articles first captured since then, up to the last day of this run."""
        return (CAPTURED, f"{self.since}/{self.run.days[1]}")

    @property
    def name(self) -> str:
        """When the run began, and its command."""
        started = self.run.started
        return f"{started[:10]} {started[11:16]} UTC, {self.run.command}"

    @property
    def size(self) -> str:
        """The articles in TEI, and their words if these are known."""
        articles = count_articles(self.counts.tei)
        if self.counts.words is None:
            return articles
        return translate("{articles}, {words:,} words", articles=articles, words=self.counts.words)

    @property
    def details(self) -> str:
        """The other counts, and what is new since the run before."""
        counts, new = self.counts, self.counts.tei - (self.before.tei if self.before else 0)
        return translate(
            "{new:+,} in TEI; {listed:,} listed, {fetched:,} fetched, {rejected:,} rejected",
            new=new,
            listed=counts.listed,
            fetched=counts.fetched,
            rejected=counts.rejected,
        )


def choose_runs(runs: Iterable[Run]) -> tuple[ShownRun, ...]:
    """Return the runs that are shown, oldest first: those with counts, at most ``MAX_RUNS``."""
    counted = [(run, run.counts) for run in runs if run.counts is not None]
    chosen = counted
    for length in _PERIODS:
        last = {
            run.started[:length] if length else str(run.id): (run, each) for run, each in counted
        }
        chosen = [*last.values()]
        if len(chosen) <= MAX_RUNS:
            break
    shown, before, since = [], None, ""
    ids = {run.id for run, _ in chosen}
    for run, counts in counted:
        since = since or run.days[0]
        if run.id in ids:
            shown.append(ShownRun(run, counts, before, since))
            before, since = counts, ""
    return tuple(shown[-MAX_RUNS:])


def describe_other_runs(runs: Iterable[Run]) -> tuple[str, ...]:
    """Return sentences about the runs that are not shown."""
    every = tuple(runs)
    counted = sum(run.counts is not None for run in every)
    left_out = counted - len(choose_runs(every))
    uncounted = len(every) - counted
    sentences = []
    if left_out:
        sentences.append(
            translate_count(
                "{number:,} run is left out: of a day, a month or a year, the last one is shown.",
                "{number:,} runs are left out: of a day, a month or a year, the last one is shown.",
                left_out,
            )
        )
    if uncounted:
        sentences.append(
            translate_count(
                "{number:,} run has not counted what the corpus holds.",
                "{number:,} runs have not counted what the corpus holds.",
                uncounted,
            )
        )
    return tuple(sentences)


# What bars, gaps and numbers are called.

_LENGTHS = {str(least): (least, following - 1) for least, following in pairwise(LENGTHS)}


def name_bar(dimension: str, name: str) -> str:
    """Return what a bar is called."""
    if not name:
        return translate(DIMENSIONS_BY_KEY[dimension].unknown)
    if dimension == CAPTURED:
        first, _, last = name.partition("/")
        if first == last:
            return first
        return translate("{first} to {last}", first=first, last=last or translate("now"))
    if dimension == "lengths":
        if name not in _LENGTHS:
            return translate("{number:,} and more", number=LENGTHS[-1])
        return "–".join(map(format_number, _LENGTHS[name]))
    return name


def count_articles(number: int) -> str:
    """Return ``1 article``, ``2,000 articles``."""
    return translate_count("{number:,} article", "{number:,} articles", number)


def describe_gap(gap: Gap) -> str:
    """Return a gap as a line."""
    months = gap.first
    if gap.months > 1:
        months = translate(
            "{first} to {last}, {number} months",
            first=gap.first,
            last=gap.last,
            number=gap.months,
        )
    words = translate("no articles in {months}", months=months)
    if not gap.column:
        return words
    return translate("column {column}: {words}", column=gap.column, words=words)


# The numbers of a corpus as lines of text.

_MAX_GAPS = 20
_MAX_NAME = 40
_BAR = 30
"""Characters of the longest bar."""
_IN_CALENDAR = ("years", "months")
"""The dimensions that one table shows."""


def write_corpus_text(numbers: CorpusNumbers) -> Iterator[str]:
    """Yield the lines."""
    counted = translate(
        "{articles} in TEI, {words:,} words",
        articles=count_articles(numbers.articles),
        words=numbers.words,
    )
    yield f"{numbers.portal}: {counted}"
    if numbers.unread:
        yield translate(
            "{articles} not counted, since their TEI cannot be read; `curator build` writes it"
            " again",
            articles=count_articles(numbers.unread),
        )
    if numbers.articles:
        yield from _write_calendar(numbers)
    for dimension in CHARTED:
        if dimension.key not in _IN_CALENDAR:
            yield from _write_bars(dimension, numbers)
    if numbers.verdicts:
        rows = ((each.name, format_number(each.articles)) for each in numbers.verdicts)
        yield from _write_table((translate("Verdict"), translate("addresses")), rows)
    yield from _write_growth(numbers)
    yield from _write_gaps(numbers)
    if numbers.same_texts:
        yield ""
        yield translate(
            "{number:,} texts are those of several articles, word for word: {articles}",
            number=len(numbers.same_texts),
            articles=count_articles(sum(numbers.same_texts)),
        )
    if numbers.duplicates is not None:
        yield ""
        yield translate(numbers.duplicates.describe())


def _write_calendar(numbers: CorpusNumbers) -> Iterator[str]:
    """Write a row for each year, with the articles of its months."""
    months = {each.name: format_number(each.articles) for each in numbers.counts["months"]}
    head = (
        translate("Year"),
        translate("articles"),
        translate("words"),
        *(f"{month:02}" for month in range(1, 13)),
    )
    rows = [
        (
            name_bar("years", year.name),
            format_number(year.articles),
            format_number(year.words),
            *(months.get(f"{year.name}-{month:02}", "·") for month in range(1, 13)),
        )
        for year in numbers.counts["years"]
    ]
    yield from _write_table(head, rows)


def _write_bars(dimension: Dimension, numbers: CorpusNumbers) -> Iterator[str]:
    shown = choose_bars(dimension, numbers)
    if not shown:
        return
    all_bars = numbers.counts[dimension.key]
    most = max(count.articles for count in shown)
    rows = [
        (
            name_bar(dimension.key, count.name),
            format_number(count.articles),
            format_number(count.words),
            "#" * max(round(_BAR * count.articles / most), 1),
        )
        for count in shown
    ]
    head = (translate(dimension.heading), translate("articles"), translate("words"), "")
    yield from _write_table(head, rows)
    if len(all_bars) > len(shown):
        left_out = len(all_bars) - len(shown)
        yield translate("and {number:,} more; --json has all", number=left_out)


def _write_growth(numbers: CorpusNumbers) -> Iterator[str]:
    rows = [
        (
            each.name,
            format_number(each.counts.listed),
            format_number(each.counts.fetched),
            format_number(each.counts.rejected),
            format_number(each.counts.tei),
            "?" if each.counts.words is None else format_number(each.counts.words),
        )
        for each in choose_runs(numbers.runs)
    ]
    if rows:
        names = (
            make_message("listed"),
            make_message("fetched"),
            make_message("rejected"),
            make_message("in TEI"),
            make_message("words"),
        )
        yield from _write_table((translate(HEADING), *map(translate, names)), rows)
    yield from describe_other_runs(numbers.runs)


def _write_gaps(numbers: CorpusNumbers) -> Iterator[str]:
    lines = [describe_gap(gap) for gap in numbers.gaps]
    lines += [f"{span.place}: {translate(span.message)}" for span in numbers.silent_spans]
    if not lines:
        return
    yield ""
    yield translate("Gaps")
    yield from (f"  {line}" for line in lines[:_MAX_GAPS])
    if len(lines) > _MAX_GAPS:
        yield translate("and {number:,} more; --json has all", number=len(lines) - _MAX_GAPS)


def _write_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Write a table after an empty line: names to the left, numbers to the right, bars as they
    are."""
    cells = [head, *([shorten(" ".join(row[0].split()), _MAX_NAME), *row[1:]] for row in rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(head))]
    yield ""
    for name, *others in cells:
        line = name.ljust(widths[0])
        for text, width, title in zip(others, widths[1:], head[1:], strict=True):
            line += f"  {text.rjust(width) if title else text}"
        yield line.rstrip()
