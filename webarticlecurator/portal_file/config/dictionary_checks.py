"""Checks the tag dictionaries of all layouts of a portal for rows that are equal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.page.css_compound import Compound, compile_compound
from webarticlecurator.pages.rules.tag_context import AncestorCondition, Context, parse_context
from webarticlecurator.portal_file.config.load_context import LoadContext, Location
from webarticlecurator.portal_file.values.value_fault import quote_value


def check_dictionaries(context: LoadContext, portal: Portal) -> None:
    """Report each row that an earlier row of its layout is equal to, so that it is never used."""
    reported: set[Place] = set()
    bodies = [
        ("article.body.tags", portal.article.body),
        *(
            (f"article.layouts[{number}].body.tags", layout.rules.body)
            for number, layout in enumerate(portal.layouts)
        ),
    ]
    for path, body in bodies:
        for row, first_row in find_duplicates(body.tags):
            if row.place not in reported:
                reported.add(row.place)
                inline = not row.place.file.endswith(".tsv")
                where = Location(row.place, f"{path}.{row.signature}" if inline else path)
                line = f"line {first_row.place.line}"
                if first_row.place.file != row.place.file:
                    line = f"{first_row.place.file}:{first_row.place.line}"
                context.add_problem(
                    where,
                    make_message(
                        "duplicate row: {signature}, already in {line}; remove one",
                        signature=quote_value(row.signature),
                        line=line,
                    ),
                    allowed="rows that can be used",
                )


def find_duplicates(rows: Iterable[TagRow]) -> Iterator[tuple[TagRow, TagRow]]:
    """Yield each row that is equal to an earlier one, with that one.

    Rows are equal if their selectors and contexts are: the order of the parts does not matter.
    """
    first: dict[tuple[Compound, Context | None], TagRow] = {}
    for row in rows:
        selector = _sort_parts(compile_compound(row.signature))
        first_row = first.setdefault((selector, _sort_context(parse_context(row.context))), row)
        if first_row is not row:
            yield row, first_row


def _sort_parts(compound: Compound) -> Compound:
    """Return the selector with its parts in the one order in which equal selectors have them."""
    return Compound(
        compound.tag,
        tuple(sorted(compound.ids)),
        tuple(sorted(compound.classes)),
        tuple(sorted(compound.attributes, key=repr)),
        tuple(sorted(map(_sort_parts, compound.negated), key=repr)),
    )


def _sort_context(context: Context | None) -> Context | None:
    if isinstance(context, AncestorCondition):
        return AncestorCondition(context.kind, _sort_parts(context.compound))
    return context
