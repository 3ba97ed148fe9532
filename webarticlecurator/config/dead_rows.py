"""Rows of a tag dictionary that can never be used because of what stands beside them: another row,
or ``drop``.

Only what is sure whatever the pages are is an error. What a row says about a tag is decided as in
``extract/tags/dictionary.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from webarticlecurator.config.scalars import quote_value
from webarticlecurator.config.tag_faults import CheckedRow
from webarticlecurator.config.tag_winners import Winners, has_exact_match_only
from webarticlecurator.model.compound import Compound, compile_compound
from webarticlecurator.model.css import split_top
from webarticlecurator.model.html_tags import FALLBACK_TAGS, UNCLOSED_TAGS
from webarticlecurator.model.portal import SignatureRule
from webarticlecurator.model.rule import Place, Rule
from webarticlecurator.model.selector_logic import class_names, implies
from webarticlecurator.model.tag_context import Surroundings, covers

Key = tuple[str, str, str]
"""Tag, kind and name of the part by which a row is found."""
BASE = "base tags"
"""The path of rows of the base dictionary."""

AROUND = frozenset(
    "html body div main article section form center font table tbody tr td ul ol li dl dd "
    "noscript".split()
)
"""Tags that may be the root of an article, or stand around it: what is inside them is read whatever
a row says about them."""


@dataclass(frozen=True)
class PlacedRows:
    """What decides about a tag in one layout: its rows in their order, those of the base
    dictionary, what is dropped before, and the portal's own rules for signatures."""

    rows: tuple[CheckedRow, ...]
    base: tuple[CheckedRow, ...] = ()
    drop: tuple[Rule, ...] = ()
    signature: tuple[SignatureRule, ...] = ()


@dataclass(frozen=True)
class Dropped:
    """One compound selector of ``drop``, and the line in which it stands."""

    selector: str
    line: int
    compound: Compound

    def __str__(self) -> str:
        return f"`drop: {self.selector}` in line {self.line}"


def find_dead_rows(known: PlacedRows) -> dict[Place, str]:
    """Where a row stands that can never be used → why, and the cure."""
    found = dict(_shadowed(known.rows))
    dropped = tuple(_plain(known.drop))
    winners = Winners(known.rows, known.base, known.signature)
    for row in known.rows:
        said = _dropped(row, dropped, known.signature) or _inside(row, dropped, winners)
        if said:
            found.setdefault(row.at.place, said)
    return found


def _shadowed(rows: tuple[CheckedRow, ...]) -> Iterator[tuple[Place, str]]:
    """Rows before which another one always goes."""
    index: dict[Key, list[int]] = {}
    for number, row in enumerate(rows):
        index.setdefault(_rarest(row.compound), []).append(number)
    for number, row in enumerate(rows):
        names = class_names(row.compound)
        near = (n for key in _keys(row.compound) for n in index.get(key, ()) if n != number)
        beside = sorted(n for n in near if names.issuperset(rows[n].compound.classes))
        above = next((rows[n] for n in beside if _always_first(rows[n], row, n < number)), None)
        if above is not None:
            yield row.at.place, _why_shadowed(row, above)


def _always_first(one: CheckedRow, other: CheckedRow, earlier: bool) -> bool:
    """True if ``one`` holds wherever ``other`` does, and goes before it."""
    if not implies(other.compound, one.compound) or not covers(other.context, one.context):
        return False
    if other.compound.exact not in (None, one.compound.exact):
        return False  # some tag has exactly the signature of the other
    return one.rank > other.rank or (one.rank == other.rank and earlier)


def _why_shadowed(row: CheckedRow, above: CheckedRow) -> str:
    where = _line(above, row)
    if (
        row.rank == above.rank
        and implies(above.compound, row.compound)
        and covers(above.context, row.context)
    ):
        return f"the row {quote_value(row.row.signature)} stands already in {where}; remove one"
    return (
        f"the row {row} can never be used: {above} in {where} holds wherever it does and goes"
        " before it; remove one of the two"
    )


def _line(row: CheckedRow, other: CheckedRow) -> str:
    place = row.at.place
    return (
        f"line {place.line}" if place.file == other.at.place.file else f"{place.file}:{place.line}"
    )


def _rarest(compound: Compound) -> Key:
    if compound.ids:
        return (compound.tag, "#", compound.ids[0])
    if compound.classes:
        return (compound.tag, ".", compound.classes[0])
    return (compound.tag, "", "")


def _keys(compound: Compound) -> set[Key]:
    """Where a row stands that may hold for all tags that match ``compound``."""
    ids = [test.value for test in compound.attributes if test.name == "id"]
    parts = [
        ("", ""),
        *(("#", name) for name in (*compound.ids, *ids)),
        *((".", name) for name in class_names(compound)),
    ]
    return {(tag, *part) for tag in (compound.tag, "") for part in parts}


def _plain(drop: Iterable[Rule]) -> Iterator[Dropped]:
    """The rules that drop every tag that matches one compound selector; of a list, each of its
    selectors. What was learned is no mistake of who wrote a row."""
    for rule in drop:
        if rule != Rule("css", rule.expression) or rule.place.file.endswith(".learned.yaml"):
            continue
        for piece in split_top(rule.expression, ","):
            try:
                yield Dropped(piece, rule.place.line, compile_compound(piece))
            except ValueError:  # a combinator, a pseudo-class
                continue


def _dropped(row: CheckedRow, drop: tuple[Dropped, ...], rules: tuple[SignatureRule, ...]) -> str:
    sure = has_exact_match_only(row.compound, rules)
    said = next((str(dropped) for dropped in drop if implies(sure, dropped.compound)), "")
    return (
        f"the row {row} can never be used: {said} takes every such tag out before; remove one of"
        " the two"
        if said
        else ""
    )


def _inside(row: CheckedRow, drop: tuple[Dropped, ...], winners: Winners) -> str:
    """Why nothing inside its context ever comes to the row."""
    outer = row.context.compound if isinstance(row.context, Surroundings) else None
    if outer is None or not outer.tag or outer.tag in AROUND:
        return ""
    # what comes after it stands in it: it is read whatever a row says about the tag
    if outer.tag in UNCLOSED_TAGS:
        return ""
    taken = next(
        (
            f"{dropped} takes out what it stands in"
            for dropped in drop
            if implies(outer, dropped.compound)
        ),
        "",
    )
    said = taken or _unread(row, winners.of(outer))
    return f"the row {row} can never be used: {said}; remove one of the two" if said else ""


def _unread(row: CheckedRow, found: tuple[CheckedRow, ...]) -> str:
    """Why nothing comes to ``row`` from inside a tag about which the rows ``found`` decide; ``row``
    has a place for context."""
    if not found or not isinstance(row.context, Surroundings):
        return ""
    best = max(found, key=lambda read: read.rank)
    who = (
        f"the base dictionary's {best}" if best.at.path == BASE else f"{best} in {_line(best, row)}"
    )
    if all(read.row.operation == "drop" for read in found):
        return f"{who} drops what it stands in, with all inside"
    if row.context.compound.tag in FALLBACK_TAGS and all(
        read.names or read.row.operation == "drop" for read in found
    ):
        return f"{who} makes a medium of what it stands in, and nothing inside a medium is read"
    makes = row.row.operation == "auto" or row.names not in ((), ("line-break",))
    if makes and all(read.row.operation in ("drop", "flatten") for read in found):
        return f"{who} flattens what it stands in, so that nothing inside becomes a block"
    return ""


def is_dead_everywhere(
    found: Iterable[tuple[Mapping[Place, str], Iterable[Place]]],
) -> dict[Place, str]:
    """Of several layouts, each with its dead rows and the places of all its rows: the rows that are
    dead wherever they stand."""
    dead: dict[Place, str] = {}
    alive: set[Place] = set()
    for faults, places in found:
        for place in places:
            if place in faults:
                dead.setdefault(place, faults[place])
            else:
                alive.add(place)
    return {place: said for place, said in dead.items() if place not in alive}
