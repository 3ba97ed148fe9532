"""The numbers of a corpus as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from webarticlecurator.base.model.corpus_dimensions import CHARTED, Dimension
from webarticlecurator.base.model.corpus_numbers import ArticleCount, CorpusNumbers
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.translation import format_number, make_message, translate
from webarticlecurator.corpus.charts.bar_names import (
    UNITS,
    count_articles,
    count_words,
    describe_gaps,
    list_words,
    name_bar,
)
from webarticlecurator.corpus.charts.corpus_charts import choose_bars
from webarticlecurator.corpus.charts.growth_chart import HEADING, choose_runs, describe_other_runs

_MAX_GAPS = 20
_MAX_NAME = 40
_BAR = 30
"""Characters of the longest bar."""
_IN_CALENDAR = ("years", "months")
"""The dimensions that one table shows."""


def write_corpus_text(numbers: CorpusNumbers) -> Iterator[str]:
    """Yield the lines."""
    in_tei = translate("{articles} in TEI", articles=count_articles(numbers.articles))
    yield from (translate(line) for doubt in numbers.doubts for line in doubt.lines())
    yield f"{numbers.portal}: {in_tei}, {list_words(numbers)}"
    yield from numbers.description.judged
    if numbers.unread:
        yield translate(
            "{articles} not counted, because their TEI cannot be read; `curator build` writes"
            " it again",
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
            "{number:,} texts belong to several articles, word for word: {articles}",
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
        translate(UNITS[numbers.unit]),
        *(f"{month:02}" for month in range(1, 13)),
    )
    rows = [
        (
            name_bar("years", year.name),
            format_number(year.articles),
            _write_words(year, numbers),
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
            _write_words(count, numbers),
            "#" * max(round(_BAR * count.articles / most), 1),
        )
        for count in shown
    ]
    head = (translate(dimension.heading), translate("articles"), translate(UNITS[numbers.unit]), "")
    yield from _write_table(head, rows)
    if len(all_bars) > len(shown):
        yield translate("and {number:,} more; --json has all", number=len(all_bars) - len(shown))


def _write_words(count: ArticleCount, numbers: CorpusNumbers) -> str:
    if count.unit == numbers.unit:
        return format_number(count.words)
    return count_words(count.words, count.unit)


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
            UNITS[numbers.unit],
        )
        yield from _write_table((translate(HEADING), *map(translate, names)), rows)
    yield from describe_other_runs(numbers.runs)


def _write_gaps(numbers: CorpusNumbers) -> Iterator[str]:
    lines = [line for gap in numbers.gaps for line in describe_gaps((gap,))]
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
