"""An operation for every row of an inventory that is not decided, with a confidence and the reason.
Nothing is applied.

Evidence is added up per operation: what other portals say of the signature, of the words in its
names, of its element (``portal_decisions.py``); what such words usually mean (``lexicon.py``); the
base dictionary; and what the counts show: text repeated over pages, text that is all links.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from webarticlecurator.extract.analysis.inventory.decisions import Line, Table, with_columns
from webarticlecurator.extract.analysis.suggestions.class_words import (
    example_element,
    last_words,
    parse_signature,
    split_class_words,
)
from webarticlecurator.extract.analysis.suggestions.decision_counts import (
    CONTAINERS,
    Evidence,
    RowCounts,
)
from webarticlecurator.extract.analysis.suggestions.lexicon import MEANING, OF_IMAGES, OF_PROPERTIES
from webarticlecurator.extract.analysis.suggestions.neighbourhood import Neighbourhood
from webarticlecurator.extract.analysis.suggestions.portal_decisions import DecisionIndex, Votes
from webarticlecurator.extract.tags.dictionary import Tagger
from webarticlecurator.model.compound import Compound
from webarticlecurator.model.portal import TagRow

COLUMNS = ("suggestion", "confidence", "reason")
EXACT, WORD, BARE_WORD, ELEMENT = 4.0, 1.0, 0.6, 0.5
"""Weight of one portal's voice about the signature, a word of its names with the same element and
with any, the element."""
LEXICON = 2.0
"""Weight of what a word usually means; half if it is not the last one of its name."""
BASE_OF_A_NAME, BASE, BASE_UNSURE = 4.0, 2.0, 1.0
"""Weight of the base dictionary: where it knows the name; where it knows the element; where it only
keeps the text."""
DOUBT = 0.5
"""Weight of what nobody knows: alone, little evidence makes no certainty."""
_RENAMED = frozenset(
    "article aside center div footer header ol p section small span time ul".split()
)
"""Elements that are used for everything: what their names mean counts. In the others a name only
shows what to drop."""
_NAMED = (
    CONTAINERS
    | _RENAMED
    | frozenset("a blockquote button dl figcaption img h2 h3 h4 h5 h6".split())
)
_SAYS_NOTHING = frozenset("a div h1 h2 h3 h4 h5 h6 li p section span td".split())
"""Elements of which other portals' names say nothing here."""
_TO_DROP = 1.5


@dataclass(frozen=True)
class Suggestion:
    """``confidence`` from 0 to 1: the operation's share of all evidence; ``reason`` the weightiest
    evidence, in words."""

    operation: str
    confidence: float
    reason: str


class TagSuggester:
    """``base``: rows of the base dictionary."""

    def __init__(self, chorus: DecisionIndex, base: Iterable[TagRow]) -> None:
        self._chorus = chorus
        self._base = Tagger((), base)

    def suggest(self, row: Line, around: Neighbourhood | None = None) -> Suggestion:
        """For one row of an inventory; counts that are missing show nothing, nor does what stands
        ``around`` if nobody knows."""
        compound = parse_signature(row.get("signature"))
        if compound is None or not compound.tag:
            return Suggestion("unwrap", 0.0, "its element is not known")
        counts = RowCounts(row, compound.tag)
        base = self._of_base(compound)
        found = [e for e in self._evidence(compound, counts) if counts.possible(e.operation)]
        if around is not None:
            signature = row.get("signature")
            found = [around.instead(signature, base.operation, e) for e in found]
            found += around.evidence(signature, counts)
        return _weighed([base, *found])

    def firmly(self, signature: str) -> str:
        """What the base dictionary makes of it, if that is more than to keep its text; else
        empty."""
        compound = parse_signature(signature)
        operation = (
            self._of_base(compound).operation if compound is not None and compound.tag else ""
        )
        return "" if operation in ("auto", "unwrap") else operation

    def _evidence(self, compound: Compound, counts: RowCounts) -> Iterator[Evidence]:
        yield from self._voices(compound)
        named = bool(compound.ids or compound.classes or compound.attributes)
        yield from counts.of_times(named=named)
        if compound.tag in _NAMED and named:
            yield from _of_words(compound)
            yield from counts.evidence()

    def _voices(self, compound: Compound) -> Iterator[Evidence]:
        tag = compound.tag
        if split_class_words(compound):
            yield from _heard(
                self._chorus.exactly(compound.exact or ""), EXACT, "the same signature"
            )
        words = split_class_words(compound)
        for word in words:
            weight = 1.0 if word in last_words(compound) else 0.5
            yield from _heard(
                self._chorus.by_word(tag, word), WORD * weight, f"{tag} with {word!r} in its name"
            )
            yield from _heard(
                self._chorus.by_word("", word), BARE_WORD * weight, f"{word!r} in the name"
            )
        if tag not in _SAYS_NOTHING:
            said = self._chorus.by_element(tag, named=bool(words))
            yield from _heard(
                said, ELEMENT, f"other {tag} elements" if words else f"{tag} without a name"
            )

    def _of_base(self, compound: Compound) -> Evidence:
        choice = self._base.choose(example_element(compound))
        operation = choice.row.operation if choice.row else "unwrap"
        weight = BASE_UNSURE if operation in ("auto", "unwrap") else BASE
        if choice.row is not None and choice.row.signature != compound.tag:
            weight = BASE_OF_A_NAME
        return Evidence(
            operation,
            weight,
            f"base dictionary: {choice.row.signature if choice.row else 'nothing'}",
        )


def _weighed(evidence: list[Evidence]) -> Suggestion:
    sums: dict[str, float] = {}
    for one in evidence:
        sums[one.operation] = sums.get(one.operation, 0.0) + one.weight
    best = _best(sums)
    reasons = sorted((e for e in evidence if e.operation == best), key=lambda e: -e.weight)
    confidence = sums[best] / (sum(sums.values()) + DOUBT)
    return Suggestion(
        best, round(confidence, 2), "; ".join(dict.fromkeys(e.reason for e in reasons[:3]))
    )


def _best(sums: dict[str, float]) -> str:
    """The operation with most evidence. A drop loses text: it needs more than all others together
    by half as much again."""
    kept = sum(weight for operation, weight in sums.items() if operation != "drop")
    allowed = [o for o in sorted(sums) if o != "drop" or sums[o] > kept * _TO_DROP] or ["drop"]
    return max(allowed, key=lambda operation: round(sums[operation], 6))


def _heard(said: Votes, weight: float, words: str) -> Iterator[Evidence]:
    for operation, portals in said.items():
        names = ", ".join(sorted(portals))
        yield Evidence(
            operation, weight * sum(portals.values()), f"{words}: {operation} in {names}"
        )


def _of_words(compound: Compound) -> Iterator[Evidence]:
    for attribute in compound.attributes:
        if attribute.name == "itemprop" and attribute.value in OF_PROPERTIES:
            reason = f"the property {attribute.value} is meant for machines"
            yield Evidence(OF_PROPERTIES[attribute.value], 2 * LEXICON, reason)
    meaning = OF_IMAGES if compound.tag == "img" else MEANING
    heads = last_words(compound)
    found = (
        (meaning[word], word in heads, word)
        for word in split_class_words(compound)
        if word in meaning
    )
    loudest: dict[str, Evidence] = {}
    for operation, is_head, word in found:
        if operation != "drop" and compound.tag not in _RENAMED:
            continue
        weight = 2 * LEXICON if compound.tag == "img" else LEXICON if is_head else LEXICON / 2
        if operation not in loudest or loudest[operation].weight < weight:
            loudest[operation] = Evidence(
                operation, weight, f"a name with {word!r} usually means {operation}"
            )
    yield from loudest.values()


def with_suggestions(table: Table, adviser: TagSuggester, accept: float | None = None) -> Table:
    """The table with three columns more, filled for every row without an operation. ``accept``:
    suggestions of at least this confidence become the row's operation."""
    around = build_neighbourhood(table, adviser)
    lines = tuple(_advised(line, adviser.suggest(line, around), accept) for line in table.lines)
    return Table(with_columns(table, COLUMNS), lines)


def build_neighbourhood(table: Table, adviser: TagSuggester) -> Neighbourhood:
    """What stands around each row and in it, as it is decided or, by itself alone, would be
    suggested."""
    rows = [line for line in table.lines if line.key is not None and not line.get("context")]
    firm = {
        line.get("signature"): _decision(line) or adviser.firmly(line.get("signature"))
        for line in rows
    }
    return Neighbourhood(
        rows,
        {
            line.get("signature"): _decision(line) or adviser.suggest(line).operation
            for line in rows
        },
        firm,
    )


def _decision(line: Line) -> str:
    """The operation that is decided, by whatever row; empty if there is none."""
    return line.get("operation") or (
        line.get("in_force").partition(" | ")[0] if _is_decided(line) else ""
    )


def _is_decided(line: Line) -> bool:
    """By its own operation, or by rows that say more than one signature."""
    sources = line.get("source").split(" | ")
    return bool(line.get("operation")) or all(source.startswith("portal") for source in sources)


def _advised(line: Line, found: Suggestion, accept: float | None) -> Line:
    cells = {column: value for column, value in line.cells.items() if column not in COLUMNS}
    if line.key is None or _is_decided(line):
        return Line(cells, line.number)
    advice = dict(
        zip(COLUMNS, (found.operation, f"{found.confidence:.2f}", found.reason), strict=True)
    )
    taken = (
        {"operation": found.operation} if accept is not None and found.confidence >= accept else {}
    )
    return Line({**cells, **advice, **taken}, line.number)
