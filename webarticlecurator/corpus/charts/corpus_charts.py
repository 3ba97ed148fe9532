"""What is shown of a corpus in numbers, and in which words: charts, growth over its runs, lines.

The charts of a corpus, by their names as files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webarticlecurator.base.model.corpus_dimensions import (
    CHARTED,
    SAME_TEXTS,
    VERDICTS,
    BarKey,
    Dimension,
)
from webarticlecurator.base.model.corpus_numbers import ArticleCount, CorpusNumbers
from webarticlecurator.base.model.month_gaps import list_months
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import format_number, make_message, translate
from webarticlecurator.base.text.word_borders import WORDS
from webarticlecurator.corpus.charts.bar_chart import Bar, draw_columns, draw_rows
from webarticlecurator.corpus.charts.bar_names import UNITS, name_bar
from webarticlecurator.corpus.charts.drawing import Drawing
from webarticlecurator.corpus.charts.growth_chart import GROWTH, HEADING, choose_runs

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
            yield name, draw_dimension(dimension.key, dimension.heading, counts, unit, numbers.unit)
    verdicts = [Bar(name_bar(VERDICTS, each.name), each.articles) for each in numbers.verdicts]
    yield "verdicts", draw_rows(translate("Verdict"), translate("addresses"), verdicts)
    shown = choose_runs(numbers.runs)
    if shown:
        articles = [
            Bar(each.name, each.counts.tei, write_date(each.run.started[:10])) for each in shown
        ]
        heading, axis = translate(HEADING), translate(_RUNS)
        yield GROWTH, draw_columns(heading, translate("articles in TEI"), articles, axis)
        words = [
            Bar(each.name, each.counts.words or 0, write_date(each.run.started[:10]))
            for each in shown
        ]
        yield f"{GROWTH}-words", draw_columns(heading, translate(UNITS[numbers.unit]), words, axis)


def draw_dimension(
    key: str,
    heading: str,
    counts: Sequence[ArticleCount],
    unit: str = "articles",
    counted_in: str = WORDS,
) -> Drawing:
    """Return the chart of a dimension; ``unit``: ``articles`` or ``words``, which are what
    ``counted_in`` says."""
    # words and characters are never in one chart
    values = {
        count.name: getattr(count, unit) * (unit != "words" or count.unit == counted_in)
        for count in counts
    }
    heading = translate(heading)
    counted = translate(UNITS[counted_in]) if unit == "words" else translate("articles")
    if key not in _UPRIGHT:
        return draw_rows(
            heading, counted, [Bar(name_bar(key, name), values[name]) for name in values]
        )
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
