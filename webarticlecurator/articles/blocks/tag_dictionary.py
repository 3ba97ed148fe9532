"""The tag dictionary at work: element → row → operation.

Apply the tag dictionary: find the operation for an element.

A row with exactly the signature of the element comes first. Next come the rows that match as CSS
selectors, in the order of ``rules.selectors.rank_context``: most ids, most classes and
attributes, narrowest context, rows with a tag. All rows of the portal come before those of the base
dictionary.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from lxml import etree

from webarticlecurator.articles.blocks.context_match import matches_context
from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model.blocks import NAMES
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.article_rules import SignatureRule, TagRow
from webarticlecurator.pages.page.css_compound import Compound, compile_compound
from webarticlecurator.pages.page.signature import signature, signature_attributes
from webarticlecurator.pages.rules.selectors import OPERATIONS, block_names
from webarticlecurator.pages.rules.tag_context import Context, parse_context, rank_context

_MEMO_LIMIT = 20_000
"""Distinct elements to remember before the cache is emptied."""

ElementKey = tuple[object, ...]
"""Tag and relevant attributes of an element.

Rows without a context treat all elements with the same key alike.
"""


@dataclass(frozen=True)
class DictionaryEntry:
    """One compiled row; ``exact``: the signature that it matches exactly, if there is one."""

    row: TagRow
    compound: Compound
    exact: str | None
    context: Context | None
    operation: Operation

    def rank(self, signature: str) -> tuple[object, ...]:
        """Return the precedence for an element with ``signature``; the highest row wins."""
        return (int(self.exact == signature), *rank_context(self.compound, self.context))


@dataclass(frozen=True)
class TagDecision:
    """What to do with an element.

    ``base``: no row of the portal matches it. ``row``: the row that decides, None if no row matches
    at all. ``tie``: another row with the same precedence and a different operation, or None.
    """

    operation: Operation
    signature: str
    base: bool
    row: TagRow | None = None
    tie: TagRow | None = None


class TagDictionary:
    """The rows of one table, compiled and indexed.

    Faulty rows are left out and reported in ``problems``; ``config`` reports them earlier.
    ``attributes``: the attributes besides id and class that rows look at.
    """

    def __init__(self, rows: Iterable[TagRow]) -> None:
        self.problems: list[Problem] = []
        self._index: dict[tuple[str, str], list[DictionaryEntry]] = {}
        self._exact: dict[str, list[DictionaryEntry]] = {}
        names: set[str] = set()
        for row in rows:
            entry = self._compile(row)
            if entry:
                compound = entry.compound
                key = ("", compound.tag)
                if compound.ids:
                    key = ("#", compound.ids[0])
                elif compound.classes:
                    key = (".", compound.classes[0])
                self._index.setdefault(key, []).append(entry)
                if entry.exact:
                    self._exact.setdefault(entry.exact, []).append(entry)
                names.update(compound.attribute_names)
        self.attributes = tuple(sorted(names - {"id", "class"}))

    def _compile(self, row: TagRow) -> DictionaryEntry | None:
        try:
            compound = compile_compound(row.signature)
            return DictionaryEntry(
                row,
                compound,
                compound.exact,
                parse_context(row.context),
                compile_operation(row.operation, row.keep),
            )
        except ValueError as error:
            self.problems.append(
                make_problem(
                    "tag-row",
                    f"line {row.line}",
                    signature=row.signature,
                    error=error.args[0] if error.args else "",
                )
            )
            return None

    def candidates(self, element: etree._Element, signature: str) -> tuple[DictionaryEntry, ...]:
        """Return the rows that match ``element`` apart from their context, best first.

        Rows of the same precedence keep the order of the table.
        """
        entries = dict.fromkeys(self._exact.get(signature, ()))
        keys = [("", str(element.tag)), ("", "")]
        keys.extend((".", c) for c in (element.get("class") or "").split())
        if element.get("id"):
            keys.append(("#", element.get("id") or ""))
        for key in keys:
            entries.update(
                dict.fromkeys(e for e in self._index.get(key, ()) if e.compound.matches(element))
            )
        return tuple(sorted(entries, key=lambda e: e.rank(signature), reverse=True))


@dataclass(slots=True)
class Candidates:
    """The rows that match the elements with one key, apart from their contexts, best first.

    ``contexts``: those of the rows. ``decisions``: which of the contexts an element has → the
    decision about it.
    """

    signature: str
    portal: tuple[DictionaryEntry, ...]
    base: tuple[DictionaryEntry, ...]
    contexts: tuple[Context, ...]
    decisions: dict[tuple[bool, ...], TagDecision] = field(default_factory=dict)


class Tagger:
    """Decides about elements by the rows of the portal, then by those of the base dictionary.

    Decisions are cached for elements with the same tag and attributes, and with the same contexts
    of the rows for them: a table has thousands of cells. ``rules``: the portal's rules for
    signatures.
    """

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
        self._relevant_attributes = frozenset(
            (
                "class",
                "id",
                *signature_attributes(rules),
                *self._portal.attributes,
                *self._base.attributes,
            )
        )
        self._memo: dict[ElementKey, Candidates] = {}

    def choose(self, element: etree._Element) -> TagDecision:
        """Return the decision about ``element``; an element without any row is unwrapped."""
        relevant = self._relevant_attributes
        key = (element.tag, *[pair for pair in element.items() if pair[0] in relevant])
        candidates = self._memo.get(key)
        if candidates is None:
            if len(self._memo) > _MEMO_LIMIT:
                self._memo.clear()
            candidates = self._memo[key] = self._find_candidates(element)
        # To match the contexts again takes a seventh of the time of ranking the rows again.
        has = tuple([matches_context(context, element) for context in candidates.contexts])
        decision = candidates.decisions.get(has)
        if decision is None:
            decision = candidates.decisions[has] = _decide(candidates, has)
        return decision

    def _find_candidates(self, element: etree._Element) -> Candidates:
        name = signature(element, self._rules)
        portal = self._portal.candidates(element, name)
        base = self._base.candidates(element, name)
        contexts = dict.fromkeys(entry.context for entry in (*portal, *base) if entry.context)
        return Candidates(name, portal, base, tuple(contexts))


def _decide(candidates: Candidates, has: tuple[bool, ...]) -> TagDecision:
    """Return the decision about elements that have those contexts of the rows where ``has`` is
    True."""
    present = {None, *compress(candidates.contexts, has)}
    name = candidates.signature
    for entries, is_base in ((candidates.portal, False), (candidates.base, True)):
        matching = [entry for entry in entries if entry.context in present]
        if not matching:
            continue
        best = matching[0]
        rank = best.rank(name)
        tie = next(
            (
                entry.row
                for entry in matching[1:]
                if entry.rank(name) == rank and entry.operation != best.operation
            ),
            None,
        )
        return TagDecision(best.operation, name, is_base, best.row, tie)
    return TagDecision(UNWRAP, name, base=True)


_MAX_TAGGERS = 64
_Tables = tuple[tuple[TagRow, ...], tuple[TagRow, ...], tuple[SignatureRule, ...]]
_tagger_memo: dict[tuple[int, ...], tuple[_Tables, Tagger]] = {}


def build_tagger(
    portal: tuple[TagRow, ...], base: tuple[TagRow, ...], rules: tuple[SignatureRule, ...] = ()
) -> Tagger:
    """Return the Tagger of two tables and the portal's rules for signatures.

    It is cached for the same objects, so that the tables are compiled once per run.
    """
    tables = (portal, base, rules)
    key = tuple(map(id, tables))
    cached = _tagger_memo.get(key)
    if cached and all(one is other for one, other in zip(cached[0], tables, strict=True)):
        return cached[1]

    tagger = Tagger(portal, base, rules)
    if len(_tagger_memo) >= _MAX_TAGGERS:
        _tagger_memo.clear()
    _tagger_memo[key] = (tables, tagger)
    return tagger


@dataclass(frozen=True)
class Operation:
    """What becomes of an element.

    ``kind``: drop, unwrap, flatten, auto or rename. ``names``: the new name, or two of them (outer,
    inner). ``keep``: attributes that may hold an address, best first; empty for the default ones of
    the name.
    """

    kind: str
    names: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()


UNWRAP = Operation("unwrap")
"""Keep the content of an element without its tag."""


def compile_operation(text: str, keep: tuple[str, ...] = ()) -> Operation:
    """Return the operation that a row describes; raises ValueError with the reason."""
    names = block_names(text)
    if not names:
        return Operation(text, (), keep)
    unknown = [n for n in names if n not in NAMES]
    if unknown or len(names) > 2:
        raise ValueError(
            f"the operation {text!r} is none of {', '.join(sorted(OPERATIONS))}, a block name, or"
            " outer>inner"
        )
    return Operation("rename", names, keep)
