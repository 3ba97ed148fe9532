"""The numbers of a corpus as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from webarticlecurator.charts.corpus_charts import (
    HEADING,
    choose_bars,
    choose_runs,
    count_articles,
    describe_gap,
    describe_other_runs,
    name_bar,
)
from webarticlecurator.model.corpus_numbers import CHARTED, CorpusNumbers, Dimension
from webarticlecurator.text.characters import shorten

_MAX_GAPS = 20
_MAX_NAME = 40
_BAR = 30
"""Characters of the longest bar."""
_IN_CALENDAR = ("years", "months")
"""The dimensions that one table shows."""


def write_corpus_text(numbers: CorpusNumbers) -> Iterator[str]:
    """Yield the lines."""
    yield f"{numbers.portal}: {count_articles(numbers.articles)} in TEI, {numbers.words:,} words"
    if numbers.unread:
        yield (
            f"{count_articles(numbers.unread)} not counted, since their TEI cannot be read;"
            " `curator build` writes it again"
        )
    if numbers.articles:
        yield from _write_calendar(numbers)
    for dimension in CHARTED:
        if dimension.key not in _IN_CALENDAR:
            yield from _write_bars(dimension, numbers)
    if numbers.verdicts:
        rows = ((each.name, f"{each.articles:,}") for each in numbers.verdicts)
        yield from _write_table(("Verdict", "addresses"), rows)
    yield from _write_growth(numbers)
    yield from _write_gaps(numbers)
    if numbers.same_texts:
        yield ""
        yield (
            f"{len(numbers.same_texts):,} texts are those of several articles, word for word:"
            f" {count_articles(sum(numbers.same_texts))}"
        )
    if numbers.duplicates is not None:
        yield ""
        yield numbers.duplicates.describe()


def _write_calendar(numbers: CorpusNumbers) -> Iterator[str]:
    """Write a row for each year, with the articles of its months."""
    months = {count.name: count.articles for count in numbers.counts["months"]}
    head = ("Year", "articles", "words", *(f"{month:02}" for month in range(1, 13)))
    rows = [
        (
            name_bar("years", year.name),
            f"{year.articles:,}",
            f"{year.words:,}",
            *(_show(months.get(f"{year.name}-{month:02}", 0)) for month in range(1, 13)),
        )
        for year in numbers.counts["years"]
    ]
    yield from _write_table(head, rows)


def _show(articles: int) -> str:
    return f"{articles:,}" if articles else "·"


def _write_bars(dimension: Dimension, numbers: CorpusNumbers) -> Iterator[str]:
    shown = choose_bars(dimension, numbers)
    if not shown:
        return
    all_bars = numbers.counts[dimension.key]
    most = max(count.articles for count in shown)
    rows = [
        (
            name_bar(dimension.key, count.name),
            f"{count.articles:,}",
            f"{count.words:,}",
            "#" * max(round(_BAR * count.articles / most), 1),
        )
        for count in shown
    ]
    yield from _write_table((dimension.heading, "articles", "words", ""), rows)
    if len(all_bars) > len(shown):
        yield f"and {len(all_bars) - len(shown):,} more; --json has all"


def _write_growth(numbers: CorpusNumbers) -> Iterator[str]:
    rows = [
        (
            each.name,
            f"{each.counts.listed:,}",
            f"{each.counts.fetched:,}",
            f"{each.counts.rejected:,}",
            f"{each.counts.tei:,}",
            "?" if each.counts.words is None else f"{each.counts.words:,}",
        )
        for each in choose_runs(numbers.runs)
    ]
    if rows:
        yield from _write_table((HEADING, "listed", "fetched", "rejected", "in TEI", "words"), rows)
    yield from describe_other_runs(numbers.runs)


def _write_gaps(numbers: CorpusNumbers) -> Iterator[str]:
    lines = [describe_gap(gap) for gap in numbers.gaps]
    lines += [f"{span.place}: {span.message}" for span in numbers.silent_spans]
    if not lines:
        return
    yield ""
    yield "Gaps"
    yield from (f"  {line}" for line in lines[:_MAX_GAPS])
    if len(lines) > _MAX_GAPS:
        yield f"and {len(lines) - _MAX_GAPS:,} more; --json has all"


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
