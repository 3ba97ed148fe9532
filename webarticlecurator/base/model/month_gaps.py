"""Months without an article between months that have some."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from webarticlecurator.base.model.corpus_numbers import Gap

_MONTH = re.compile(r"(\d{4})-(\d\d)", re.ASCII)


def find_gaps(months: Iterable[tuple[str, ...]]) -> tuple[Gap, ...]:
    """Return the gaps of a corpus, then those of its columns that are not gaps of all of it, the
    longest first.

    ``months``: pairs of a column and a month (YYYY-MM) with articles; other dates do not count.
    """
    by_column: dict[str, set[int]] = {}
    for column, month in months:
        if found := _MONTH.fullmatch(month):
            by_column.setdefault(column, set()).add(int(found[1]) * 12 + int(found[2]) - 1)
    of_all = _find_missing(set().union(*by_column.values()))
    gaps = [*_group(of_all, "")]
    if len(by_column) > 1:
        for column, known in by_column.items():
            gaps += _group(_find_missing(known) - of_all, column)
    return tuple(sorted(gaps, key=lambda gap: (bool(gap.column), -gap.months, gap)))


def list_months(first: str, last: str) -> list[str]:
    """Return all months from one to another, as YYYY-MM."""
    start, end = (int(month[:4]) * 12 + int(month[5:7]) - 1 for month in (first, last))
    return [_month_name(number) for number in range(start, end + 1)]


def _find_missing(known: set[int]) -> set[int]:
    return set(range(min(known), max(known))) - known if known else set()


def _group(missing: set[int], column: str) -> Iterator[Gap]:
    """Yield a gap for each row of months that follow one another."""
    for first in sorted(month for month in missing if month - 1 not in missing):
        last = first
        while last + 1 in missing:
            last += 1
        yield Gap(column, _month_name(first), _month_name(last), last - first + 1)


def _month_name(number: int) -> str:
    return f"{number // 12:04}-{number % 12 + 1:02}"
