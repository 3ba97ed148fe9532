"""A small chart of the articles by month, for a cell of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from webarticlecurator.base.model.corpus_numbers import ArticleCount
from webarticlecurator.base.model.month_gaps import list_months
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import translate, translate_count

MAX_MONTHS = 240
"""Months that are drawn: the last ones."""
_HEIGHT, _LINE, _MIN_WIDTH = 28, 5, 12
_MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])", re.ASCII)


def draw_months(counts: Sequence[ArticleCount]) -> str:
    """Return the chart as an element of SVG, "" where no month is known: a bar for each month, a
    red line for one without articles. What it shows is said in its label."""
    articles = {count.name: count.articles for count in counts if _MONTH.fullmatch(count.name)}
    if not articles:
        return ""
    last = max(articles)
    months = list_months(min(articles), last)[-MAX_MONTHS:]
    values = [articles.get(month, 0) for month in months]
    most = max(values)
    path = "".join(
        f"M{place} {_HEIGHT}v-{max(round(_HEIGHT * value / most, 1), 1):g}h1v{_HEIGHT}z"
        for place, value in enumerate(values)
        if value
    )
    label = translate(
        "Articles by month, {first} to {last}: at most {most:,}, in {month}",
        first=write_date(months[0]),
        last=write_date(last),
        most=most,
        month=write_date(months[values.index(most)]),
    )
    empty = [place for place, value in enumerate(values) if not value]
    if empty:
        label += "; " + translate_count(
            "{number:,} month without any", "{number:,} months without any", len(empty)
        )
    line = "".join(f"M{place} {_HEIGHT}v-{_LINE}h1v{_LINE}z" for place in empty)
    return (
        f'<svg class="month-bars" role="img" aria-label="{label}"'
        f' viewBox="0 0 {max(len(months), _MIN_WIDTH)} {_HEIGHT}" preserveAspectRatio="none">'
        f'<title>{label}</title><path d="{path}"/><path class="empty" d="{line}"/></svg>'
    )
