"""Where the sources of metadata disagree: the table of ``curator report metadata``."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.system.input_files import MAX_TABLE, read_regular
from webarticlecurator.corpus.corpora.reporting import CONFLICTS
from webarticlecurator.portal_file.values.tables import read_table_file

CONFLICTS_NAME = "metadata-conflicts.tsv"


@dataclass(frozen=True)
class SourceConflict:
    """Two sources of a field, of which ``in_force`` counts: on ``differ`` of ``both`` articles they
    have different values, such as these on the first of ``examples``."""

    field: str
    in_force: str
    other: str
    both: str
    differ: str
    value_in_force: str
    value_other: str
    examples: tuple[str, ...]


def read_conflicts(table: Path) -> list[SourceConflict] | None:
    """Return the rows of the table; None if there is none yet. Raises OSError."""
    if not table.is_file():
        return None
    rows = read_table_file(read_regular(table, MAX_TABLE).decode("utf-8", "replace"))
    conflicts = []
    for row in rows[1:]:
        cells = dict(zip(CONFLICTS, row.cells, strict=False))
        examples = tuple(cells.pop("examples", "").split())
        conflicts.append(SourceConflict(**cells, examples=examples))
    return conflicts
