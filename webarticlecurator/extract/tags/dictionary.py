"""The tag dictionary at work: element → operation.

A row with exactly the element's signature comes first; then the rows that match as CSS: most ids,
then most classes and attributes, then the narrowest context, then rows with a tag
(``model/tag_context.rank``). The rows of the portal come before those of the base dictionary.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.extract.tags.context_match import matches_context
from webarticlecurator.extract.tags.operation import UNWRAP, Operation, compile_operation
from webarticlecurator.extract.tags.signature import signature, signature_attributes
from webarticlecurator.model.compound import Compound, compile_compound
from webarticlecurator.model.portal import SignatureRule, TagRow
from webarticlecurator.model.tag_context import Context, rank_context, read_context
from webarticlecurator.model.verdict import Problem

_MEMO_LIMIT = 20_000
ElementKey = tuple[object, ...]
"""Tag and watched attributes of an element: what looks the same is the same to every row without a
context."""


@dataclass(frozen=True)
class DictionaryEntry:
    """One compiled row."""

    row: TagRow
    compound: Compound
    exact: str | None
    context: Context | None
    operation: Operation

    def rank(self, found: str) -> tuple[object, ...]:
        """The higher, the more the row has to say about an element with the signature ``found``."""
        return (int(self.exact == found), *rank_context(self.compound, self.context))


@dataclass(frozen=True)
class TagDecision:
    """What to do with an element. ``base``: no row of the portal spoke about it. ``tie``: the row
    that says something else with the same right, or None."""

    operation: Operation
    signature: str
    base: bool
    row: TagRow | None = None
    tie: TagRow | None = None


class TagDictionary:
    """Rows, compiled once and indexed. Faulty rows are left out and told in ``problems`` (config
    reports them before)."""

    def __init__(self, rows: Iterable[TagRow]) -> None:
        self.problems: list[Problem] = []
        self._index: dict[tuple[str, str], list[DictionaryEntry]] = {}
        self._exact: dict[str, list[DictionaryEntry]] = {}
        names: set[str] = set()
        for row in rows:
            entry = self._compiled(row)
            if entry:
                self._index.setdefault(_key(entry.compound), []).append(entry)
                if entry.exact:
                    self._exact.setdefault(entry.exact, []).append(entry)
                names.update(entry.compound.attribute_names)
        self.attributes = tuple(sorted(names - {"id", "class"}))

    def _compiled(self, row: TagRow) -> DictionaryEntry | None:
        try:
            compound = compile_compound(row.signature)
            return DictionaryEntry(
                row,
                compound,
                compound.exact,
                read_context(row.context),
                compile_operation(row.operation, row.keep),
            )
        except ValueError as error:
            self.problems.append(
                Problem("tag-row", f"line {row.line}", f"{row.signature}: {error}")
            )
            return None

    def candidates(self, element: etree._Element, found: str) -> tuple[DictionaryEntry, ...]:
        """The rows that match ``element`` whatever its context, best first, equals in the order of
        the table."""
        entries = dict.fromkeys(self._exact.get(found, ()))
        for key in _keys(element):
            entries.update(
                dict.fromkeys(e for e in self._index.get(key, ()) if e.compound.holds(element))
            )
        return tuple(sorted(entries, key=lambda e: e.rank(found), reverse=True))


def _key(compound: Compound) -> tuple[str, str]:
    if compound.ids:
        return ("#", compound.ids[0])
    if compound.classes:
        return (".", compound.classes[0])
    return ("", compound.tag)


def _keys(element: etree._Element) -> list[tuple[str, str]]:
    keys = [("", str(element.tag)), ("", "")]
    keys.extend((".", c) for c in (element.get("class") or "").split())
    if element.get("id"):
        keys.append(("#", element.get("id") or ""))
    return keys


class Tagger:
    """The portal's rows before the base rows; remembers what it found for elements that look the
    same. ``rules``: the portal's own for signatures."""

    def __init__(
        self,
        portal: Iterable[TagRow],
        base: Iterable[TagRow],
        rules: tuple[SignatureRule, ...] = (),
    ) -> None:
        self._rules = rules
        self._portal = TagDictionary(portal)
        self._base = TagDictionary(base)
        self.problems = tuple(self._portal.problems + self._base.problems)
        self._watched = frozenset(
            (
                "class",
                "id",
                *signature_attributes(rules),
                *self._portal.attributes,
                *self._base.attributes,
            )
        )
        self._memo: dict[
            ElementKey, tuple[str, tuple[DictionaryEntry, ...], tuple[DictionaryEntry, ...]]
        ] = {}
        self._settled: dict[ElementKey, TagDecision] = {}

    def choose(self, element: etree._Element) -> TagDecision:
        """The operation for ``element``; an element that no row knows is unwrapped."""
        key = self._look(element)
        settled = self._settled.get(key)
        if settled:
            return settled
        found, portal, base = self._candidates(element, key)
        choice = _first(element, found, portal, base=False) or _first(
            element, found, base, base=True
        )
        choice = choice or TagDecision(UNWRAP, found, base=True)
        if not any(e.context for e in portal) and not any(e.context for e in base):
            self._settled[key] = choice
        return choice

    def _look(self, element: etree._Element) -> ElementKey:
        watched = self._watched
        return (element.tag, *[pair for pair in element.items() if pair[0] in watched])

    def _candidates(
        self, element: etree._Element, key: ElementKey
    ) -> tuple[str, tuple[DictionaryEntry, ...], tuple[DictionaryEntry, ...]]:
        known = self._memo.get(key)
        if known is None:
            if len(self._memo) > _MEMO_LIMIT:
                self._memo.clear()
                self._settled.clear()
            found = signature(element, self._rules)
            known = (
                found,
                self._portal.candidates(element, found),
                self._base.candidates(element, found),
            )
            self._memo[key] = known
        return known


def _first(
    element: etree._Element, found: str, entries: tuple[DictionaryEntry, ...], *, base: bool
) -> TagDecision | None:
    holding = [e for e in entries if matches_context(e.context, element)]
    if not holding:
        return None
    best = holding[0]
    rank = best.rank(found)
    tie = next(
        (e.row for e in holding[1:] if e.rank(found) == rank and e.operation != best.operation),
        None,
    )
    return TagDecision(best.operation, found, base, best.row, tie)


_Tables = tuple[tuple[TagRow, ...], tuple[TagRow, ...], tuple[SignatureRule, ...]]
_tagger_memo: dict[tuple[int, ...], tuple[_Tables, Tagger]] = {}


def build_tagger(
    portal: tuple[TagRow, ...], base: tuple[TagRow, ...], rules: tuple[SignatureRule, ...] = ()
) -> Tagger:
    """The Tagger of two tables and the portal's rules for signatures; the same objects give the
    same Tagger, so that it is compiled once a run."""
    tables = (portal, base, rules)
    key = tuple(map(id, tables))
    known = _tagger_memo.get(key)
    if known and all(one is other for one, other in zip(known[0], tables, strict=True)):
        return known[1]
    made = Tagger(portal, base, rules)
    if len(_tagger_memo) >= 64:
        _tagger_memo.clear()
    _tagger_memo[key] = (tables, made)
    return made
