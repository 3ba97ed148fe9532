"""Finds rows of a tag dictionary that can never be used because of another row, or of ``drop``.

Only rows that are dead on every possible page are reported. Precedence among rows is that of
``extract/tags/dictionary.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from webarticlecurator.config.scalars import quote_value
from webarticlecurator.config.tag_faults import CheckedRow
from webarticlecurator.config.tag_winners import Winners, certain_conditions
from webarticlecurator.model.compound import Compound, compile_compound
from webarticlecurator.model.css import split_top
from webarticlecurator.model.html_tags import FALLBACK_TAGS, UNCLOSED_TAGS
from webarticlecurator.model.portal import SignatureRule
from webarticlecurator.model.rule import Place, Rule
from webarticlecurator.model.selector_logic import class_names, implies
from webarticlecurator.model.tag_context import AncestorCondition, covers

Key = tuple[str, str, str]
"""Index key of a row: the tag, the kind (``#``, ``.`` or none) and the name of its rarest part."""
BASE = "base tags"
"""The path of the rows of the base dictionary, in place of a path in the portal file."""

ROOT_TAGS = frozenset(
    "html body div main article section form center font table tbody tr td ul ol li dl dd "
    "noscript".split()
)
"""Tags that may be the root of an article or an ancestor of it: their content is read whatever a
row says about them."""


@dataclass(frozen=True)
class PlacedRows:
    """Everything that decides about a tag in one layout: its rows in order, those of the base
    dictionary, the rules of ``drop``, and the portal's rules for signatures."""

    rows: tuple[CheckedRow, ...]
    base: tuple[CheckedRow, ...] = ()
    drop: tuple[Rule, ...] = ()
    signature: tuple[SignatureRule, ...] = ()


@dataclass(frozen=True)
class Dropped:
    """One compound selector of ``drop``, with its line."""

    selector: str
    line: int
    compound: Compound

    def __str__(self) -> str:
        return f"`drop: {self.selector}` in line {self.line}"


def find_dead_rows(known: PlacedRows) -> dict[Place, str]:
    """Return the place of each row that can never be used → the reason and the cure."""
    dead = dict(_find_shadowed(known.rows))
    dropped = tuple(_compound_selectors(known.drop))
    winners = Winners(known.rows, known.base, known.signature)
    for row in known.rows:
        message = _explain_dropped(row, dropped, known.signature) or _explain_inside(
            row, dropped, winners
        )
        if message:
            dead.setdefault(row.at.place, message)
    return dead


def _find_shadowed(rows: tuple[CheckedRow, ...]) -> Iterator[tuple[Place, str]]:
    """Yield the rows over which another row always takes precedence."""
    index: dict[Key, list[int]] = {}
    for number, row in enumerate(rows):
        index.setdefault(_rarest_part(row.compound), []).append(number)
    for number, row in enumerate(rows):
        names = class_names(row.compound)
        similar = (
            n for key in _index_keys(row.compound) for n in index.get(key, ()) if n != number
        )
        candidates = sorted(n for n in similar if names.issuperset(rows[n].compound.classes))
        above = next((rows[n] for n in candidates if _shadows(rows[n], row, n < number)), None)
        if above is not None:
            yield row.at.place, _explain_shadowed(row, above)


def _shadows(one: CheckedRow, other: CheckedRow, earlier: bool) -> bool:
    """Return True if ``one`` applies wherever ``other`` does, and takes precedence."""
    if not implies(other.compound, one.compound) or not covers(other.context, one.context):
        return False
    if other.compound.exact not in (None, one.compound.exact):
        return False  # a tag may have exactly the signature of the other
    return one.rank > other.rank or (one.rank == other.rank and earlier)


def _explain_shadowed(row: CheckedRow, above: CheckedRow) -> str:
    where = _describe_line(above, row)
    if (
        row.rank == above.rank
        and implies(above.compound, row.compound)
        and covers(above.context, row.context)
    ):
        return f"duplicate row: {quote_value(row.row.signature)}, already in {where}; remove one"
    return (
        f"the row {row} can never be used: {above} in {where} applies wherever it does and takes"
        " precedence; remove one of the two"
    )


def _describe_line(row: CheckedRow, other: CheckedRow) -> str:
    """Return the line of ``row`` for a message about ``other``, with the file where they differ."""
    place = row.at.place
    if place.file == other.at.place.file:
        return f"line {place.line}"
    return f"{place.file}:{place.line}"


def _rarest_part(compound: Compound) -> Key:
    """Return the key under which a row is indexed."""
    if compound.ids:
        return (compound.tag, "#", compound.ids[0])
    if compound.classes:
        return (compound.tag, ".", compound.classes[0])
    return (compound.tag, "", "")


def _index_keys(compound: Compound) -> set[Key]:
    """Return the index keys of the rows that may apply to all tags of ``compound``."""
    ids = [test.value for test in compound.attributes if test.name == "id"]
    parts = [
        ("", ""),
        *(("#", name) for name in (*compound.ids, *ids)),
        *((".", name) for name in class_names(compound)),
    ]
    return {(tag, *part) for tag in (compound.tag, "") for part in parts}


def _compound_selectors(drop: Iterable[Rule]) -> Iterator[Dropped]:
    """Yield the compound selectors of ``drop``: each drops every tag that it matches.

    Learned rules are left out: the author of a row cannot know them.
    """
    for rule in drop:
        if rule != Rule("css", rule.expression) or rule.place.file.endswith(".learned.yaml"):
            continue
        for piece in split_top(rule.expression, ","):
            try:
                yield Dropped(piece, rule.place.line, compile_compound(piece))
            except ValueError:  # a combinator, a pseudo-class
                continue


def _explain_dropped(
    row: CheckedRow, drop: tuple[Dropped, ...], rules: tuple[SignatureRule, ...]
) -> str:
    """Return why ``drop`` removes every tag of the row; empty if it does not."""
    certain = certain_conditions(row.compound, rules)
    dropped = next((dropped for dropped in drop if implies(certain, dropped.compound)), None)
    if dropped is None:
        return ""
    return (
        f"the row {row} can never be used: {dropped} removes every such tag before; remove one of"
        " the two"
    )


def _explain_inside(row: CheckedRow, drop: tuple[Dropped, ...], winners: Winners) -> str:
    """Return why no tag inside the context of the row is ever read; empty if one may be."""
    outer = row.context.compound if isinstance(row.context, AncestorCondition) else None
    if outer is None or not outer.tag or outer.tag in ROOT_TAGS:
        return ""
    # the parser puts what follows such a tag into it, and that is read whatever a row says
    if outer.tag in UNCLOSED_TAGS:
        return ""
    dropped = next((dropped for dropped in drop if implies(outer, dropped.compound)), None)
    if dropped is not None:
        reason = f"{dropped} removes the tag around it"
    else:
        reason = _explain_unread(row, winners.of(outer))
    return f"the row {row} can never be used: {reason}; remove one of the two" if reason else ""


def _explain_unread(row: CheckedRow, outer_rows: tuple[CheckedRow, ...]) -> str:
    """Return why nothing is read inside the tag around ``row``, about which ``outer_rows`` decide;
    empty if something may be."""
    if not outer_rows or not isinstance(row.context, AncestorCondition):
        return ""
    best = max(outer_rows, key=lambda outer: outer.rank)
    if best.at.path == BASE:
        subject = f"the base dictionary's {best}"
    else:
        subject = f"{best} in {_describe_line(best, row)}"

    if all(outer.row.operation == "drop" for outer in outer_rows):
        return f"{subject} drops the tag around it"
    if row.context.compound.tag in FALLBACK_TAGS and all(
        outer.names or outer.row.operation == "drop" for outer in outer_rows
    ):
        return f"{subject} makes the tag around it a medium, and nothing inside a medium is read"
    makes_block = row.row.operation == "auto" or row.names not in ((), ("line-break",))
    if makes_block and all(outer.row.operation in ("drop", "flatten") for outer in outer_rows):
        return f"{subject} flattens the tag around it, so that nothing inside becomes a block"
    return ""


def find_dead_everywhere(
    layouts: Iterable[tuple[Mapping[Place, str], Iterable[Place]]],
) -> dict[Place, str]:
    """Return the rows that are dead in every layout that has them.

    A layout is its dead rows, with reasons, and the places of all its rows.
    """
    dead: dict[Place, str] = {}
    alive: set[Place] = set()
    for reasons, places in layouts:
        for place in places:
            if place in reasons:
                dead.setdefault(place, reasons[place])
            else:
                alive.add(place)
    return {place: reason for place, reason in dead.items() if place not in alive}
