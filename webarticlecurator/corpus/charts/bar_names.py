"""What bars, gaps and numbers are called."""

from __future__ import annotations

from itertools import pairwise

from webarticlecurator.base.model.corpus_dimensions import CAPTURED, DIMENSIONS_BY_KEY, LENGTHS
from webarticlecurator.base.model.corpus_numbers import Gap
from webarticlecurator.base.text.translation import format_number, translate, translate_count

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
