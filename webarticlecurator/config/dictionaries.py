"""Checks the tag dictionaries of all layouts of a portal for rows that can never be used."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.config.dead_rows import (
    BASE,
    PlacedRows,
    find_dead_everywhere,
    find_dead_rows,
)
from webarticlecurator.config.load_context import LoadContext, Location
from webarticlecurator.config.tag_faults import CheckedRow, compile_row
from webarticlecurator.config.tags import base_tags
from webarticlecurator.model.portal import BodyRules, Portal, TagRow
from webarticlecurator.model.rule import Place


def check_dictionaries(context: LoadContext, portal: Portal) -> None:
    """Report the rows that no layout can ever use, because of another row or of ``drop``."""
    base = read_rows(base_tags(), BASE)
    seen: dict[Place, Location] = {}
    results = []
    for path, body in _layouts(portal):
        rows = read_rows(body.tags, path)
        for row in rows:
            seen.setdefault(row.at.place, row.at)
        known = PlacedRows(rows, base, body.drop, body.signature)
        results.append((find_dead_rows(known), tuple(row.at.place for row in rows)))
    for place, message in find_dead_everywhere(results).items():
        context.add_problem(seen[place], message, allowed="rows that can be used")


def read_rows(rows: tuple[TagRow, ...], path: str) -> tuple[CheckedRow, ...]:
    """Return the rows, which were checked when they were read, with compiled selectors."""
    checked = []
    for row in rows:
        inline = not row.place.file.endswith(".tsv")
        where = Location(row.place, f"{path}.{row.signature}" if inline else path)
        checked.append(compile_row(row, where))
    return tuple(checked)


def _layouts(portal: Portal) -> Iterator[tuple[str, BodyRules]]:
    yield "article.body.tags", portal.article.body
    for number, layout in enumerate(portal.layouts):
        yield f"article.layouts[{number}].body.tags", layout.rules.body
