"""What a person decided about single pages: corrected values, and expectations.

Decisions of a person about single articles, which override all rules.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model.fields import LIST_FIELDS

ARTICLE_ID = re.compile(r"a[a-z2-7]{16}")
"""The form of an article's id (extract.article_id)."""


@dataclass(frozen=True)
class Override:
    """One row of ``<portal>.overrides.tsv``: a value of a metadata field, or an empty one to remove
    the field, and the reason."""

    field: str
    value: str
    reason: str
    line: int = dataclasses.field(default=0, compare=False, repr=False)  # in no digest of the row


def find_clashes(row: Override, previous_rows: Iterable[Override]) -> bool:
    """Return True if ``row`` contradicts one of ``previous_rows`` of the same article: only lists
    may have several values, each once."""
    values = [other.value for other in previous_rows if other.field == row.field]
    return bool(values) and (
        row.field not in LIST_FIELDS or "" in (row.value, *values) or row.value in values
    )


@dataclass(frozen=True, eq=False)
class ManualOverrides:
    """The overrides (article → rows) and exclusions (article → reason) of a portal.

    An article is named by its id or by one of its addresses, as written. Compared by identity, so
    that an index of the overrides can be cached for the object.
    """

    overrides: Mapping[str, tuple[Override, ...]] = field(default_factory=dict)
    excluded: Mapping[str, str] = field(default_factory=dict)

    def articles(self) -> tuple[str, ...]:
        """Return the names of all articles, sorted."""
        return tuple(sorted({*self.overrides, *self.excluded}))
