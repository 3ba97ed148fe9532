"""What a person has decided about single articles, beside the portal file. It wins over all
rules."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from webarticlecurator.model.article import LISTS

ARTICLE_ID = re.compile(r"a[a-z2-7]{16}")
"""What an article's id looks like (extract.article_id)."""


@dataclass(frozen=True)
class Override:
    """One row of ``<portal>.overrides.tsv``: a value of a metadata field (empty: the field is to
    have none), and why."""

    field: str
    value: str
    reason: str
    line: int = dataclasses.field(default=0, compare=False, repr=False)  # in no digest of the row


def find_clashes(row: Override, earlier: Iterable[Override]) -> bool:
    """True if ``earlier`` rows of the same article leave no place for ``row``: lists alone take
    several values, each once."""
    values = [other.value for other in earlier if other.field == row.field]
    return bool(values) and (
        row.field not in LISTS or "" in (row.value, *values) or row.value in values
    )


@dataclass(frozen=True, eq=False)
class ManualOverrides:
    """``overrides``: article → its rows; ``excluded``: article → why. An article is named by its id
    or by one of its addresses, as written. Not compared by value, so that what is made of it can be
    kept with it."""

    overrides: Mapping[str, tuple[Override, ...]] = field(default_factory=dict)
    excluded: Mapping[str, str] = field(default_factory=dict)

    def articles(self) -> tuple[str, ...]:
        """Everything that is named, sorted."""
        return tuple(sorted({*self.overrides, *self.excluded}))
