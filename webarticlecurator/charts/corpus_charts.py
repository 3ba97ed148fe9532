"""The charts of a corpus, by their names as files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webarticlecurator.charts.bar_chart import Bar, draw_columns, draw_rows
from webarticlecurator.charts.bar_names import name_bar
from webarticlecurator.charts.corpus_bars import choose_bars
from webarticlecurator.charts.drawing import Drawing
from webarticlecurator.charts.growth import draw_growth
from webarticlecurator.model.corpus_dimensions import CHARTED
from webarticlecurator.model.corpus_numbers import ArticleCount, CorpusNumbers
from webarticlecurator.model.month_gaps import list_months

MAX_MONTHS = 600
"""Months of a chart: a wrong date must not stretch it to a thousand years. Those before the last
ones are left out, with a word in the title."""
_UPRIGHT = ("years", "months", "lengths", "stored")
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
    yield "verdicts", draw_rows("Verdict", "addresses", verdicts)
    yield from draw_growth(numbers.runs)


def draw_dimension(
    key: str, heading: str, counts: Sequence[ArticleCount], unit: str = "articles"
) -> Drawing:
    """Return the chart of a dimension; ``unit``: ``articles`` or ``words``."""
    values = {count.name: getattr(count, unit) for count in counts}
    if key not in _UPRIGHT:
        return draw_rows(heading, unit, [Bar(name_bar(key, name), values[name]) for name in values])
    shown, left_out = _fill_time(key, values)
    unknown = values.get("", 0)
    notes = [f"{left_out:,} earlier"] if left_out else []
    notes += [f"{unknown:,} {name_bar(key, '')}"] if unknown else []
    title = f"{heading} (and {', '.join(notes)})" if notes else heading
    bars = [Bar(name_bar(key, name), values.get(name, 0), _label(key, name)) for name in shown]
    return draw_columns(title, unit, bars)


def _label(key: str, name: str) -> str | None:
    """Return the label below a bar (the year below January, where bars are months); None for the
    default."""
    if key == "months":
        return name[:4] if name.endswith("-01") else ""
    return None


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
