"""An operation suggested for every undecided row of an inventory, with a confidence and reasons.

Nothing is applied. Evidence is added up per operation: the decisions of other portals about the
signature and the words in its names (``portal_decisions.py``); the usual meaning of such words
(``words/class-meanings.txt``); the base dictionary; and the counts, such as text that consists of
links.

What other portals do with the element alone made suggestions worse, and so did text that repeats
over pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from webarticlecurator.articles.blocks.tag_dictionary import Tagger
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.block_rows import BLOCK_TYPES
from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.base.text.words import list_words
from webarticlecurator.pages.page.css_compound import Compound
from webarticlecurator.proposing.tags.class_words import (
    example_element,
    last_words,
    parse_signature,
    split_class_words,
)
from webarticlecurator.proposing.tags.count_evidence import (
    CONTAINERS,
    COUNT_WEIGHT,
    Evidence,
    RowCounts,
    parse_cell,
)
from webarticlecurator.proposing.tags.inventory_table import Line, Table, with_columns
from webarticlecurator.proposing.tags.portal_decisions import DecisionIndex, Votes
from webarticlecurator.proposing.tags.tag_reasons import TagReason, say_reasons, write_reasons

COLUMNS = ("suggestion", "confidence", "reason")
TOPIC = "class-meanings"
"""The word list of the usual meanings of words in ids and classes."""
# Weights of the voices. With each portal left out in turn, 92.7 % of the suggestions are as in its
# own file (83.8 % by the commonest operation of the element; bench/text/tags_suggest.py).
EXACT, WORD, BARE_WORD = 4.0, 1.0, 0.6
"""Weight of one portal's vote about the signature, about a word of its names with the same element,
and about the word with any element."""
LEXICON = 2.0
"""Weight of the usual meaning of a word; half if it is not the last one of its name."""
BASE_OF_A_NAME, BASE, BASE_UNSURE = 4.0, 2.0, 1.0
"""Weight of the base dictionary: if it knows the name; if it knows the element; if it only keeps
the text."""
DOUBT = 0.5
"""Weight of the unknown: without it, little evidence alone would make certainty."""
_RENAMED = frozenset(
    "article aside center div footer header ol p section small span time ul".split()
)
"""Elements that are used for everything, so that their names count. In others a name only suggests
a drop."""
_NAMED = (
    CONTAINERS
    | _RENAMED
    | frozenset("a blockquote button dl figcaption img h2 h3 h4 h5 h6".split())
)
_DROP_FACTOR = 1.5
"""A drop needs this many times the evidence for all other operations, since it loses text."""


@dataclass(frozen=True)
class Suggestion:
    """A suggested operation.

    ``confidence`` is its share of all evidence, from 0 to 1; ``reasons`` the strongest evidence.
    """

    operation: str
    confidence: float
    reasons: tuple[TagReason, ...]


class TagSuggester:
    """Suggests operations from the decisions of portals and the rows of the base dictionary."""

    def __init__(self, decisions: DecisionIndex, base: Iterable[TagRow]) -> None:
        self._decisions = decisions
        self._base = Tagger((), base)

    def suggest(self, row: Line, neighbours: Neighbourhood | None = None) -> Suggestion:
        """Return the suggestion for one row of an inventory.

        Missing counts and unknown neighbours do not count.
        """
        signature = row.get("signature")
        compound = parse_signature(signature)
        if compound is None or not compound.tag:
            return Suggestion("unwrap", 0.0, (("unknown-element",),))
        counts = RowCounts(row, compound.tag)
        base = self._base_evidence(compound)
        is_named = bool(compound.ids or compound.classes or compound.attributes)
        found = [*self._vote_evidence(compound), *counts.time_evidence(named=is_named)]
        if compound.tag in _NAMED and is_named:
            found += [*_lexicon_evidence(compound), *counts.evidence()]
        evidence = [each for each in found if counts.possible(each.operation)]
        if neighbours is not None:
            evidence = [neighbours.adjust(signature, base.operation, e) for e in evidence]
            evidence += neighbours.entry_evidence(signature, counts)
        return _weigh([base, *evidence])

    def base_operation(self, signature: str) -> str:
        """Return the operation of the base dictionary; empty if it only keeps the text."""
        compound = parse_signature(signature)
        if compound is None or not compound.tag:
            return ""
        operation = self._base_evidence(compound).operation
        return "" if operation in ("auto", "unwrap") else operation

    def _vote_evidence(self, compound: Compound) -> Iterator[Evidence]:
        words, index = split_class_words(compound), self._decisions
        if words:
            votes = index.by_signature.get(compound.exact or "", {})
            yield from _weigh_votes(votes, EXACT, ("same-signature",))
        for word in words:
            # The last word of a name says what it is, the others where it belongs.
            weight = 1.0 if word in last_words(compound) else 0.5
            votes = index.by_word.get((compound.tag, word), {})
            source = ("element-and-word", compound.tag, word)
            yield from _weigh_votes(votes, WORD * weight, source)
            votes = index.by_word.get(("", word), {})
            yield from _weigh_votes(votes, BARE_WORD * weight, ("word", word))

    def _base_evidence(self, compound: Compound) -> Evidence:
        row = self._base.choose(example_element(compound)).row
        operation = row.operation if row else "unwrap"
        weight = BASE_UNSURE if operation in ("auto", "unwrap") else BASE
        if row is not None and row.signature != compound.tag:
            weight = BASE_OF_A_NAME
        return Evidence(
            operation,
            weight,
            ("base", row.signature) if row else ("base-nothing",),
        )


def _weigh(evidence: list[Evidence]) -> Suggestion:
    sums: dict[str, float] = {}
    for each in evidence:
        sums[each.operation] = sums.get(each.operation, 0.0) + each.weight
    # A drop only if it has _DROP_FACTOR times the evidence for all others.
    kept = sum(weight for operation, weight in sums.items() if operation != "drop")
    allowed = [o for o in sorted(sums) if o != "drop" or sums[o] > kept * _DROP_FACTOR]
    # Rounded, and sorted by name before: the sum of floats must not decide between equals.
    best = max(allowed or ["drop"], key=lambda operation: round(sums[operation], 6))
    confidence = sums[best] / (sum(sums.values()) + DOUBT)
    strongest = sorted((e for e in evidence if e.operation == best), key=lambda e: -e.weight)
    return Suggestion(
        best, round(confidence, 2), tuple(dict.fromkeys(e.reason for e in strongest[:3]))
    )


def _weigh_votes(votes: Votes, weight: float, source: TagReason) -> Iterator[Evidence]:
    for operation, weights in votes.items():
        reason = (*source, operation, ",".join(sorted(weights)))
        yield Evidence(operation, weight * sum(weights.values()), reason)


def _lexicon_evidence(compound: Compound) -> Iterator[Evidence]:
    """Yield the evidence of the usual meaning of words; of each operation the strongest."""
    for attribute in compound.attributes:
        if attribute.name == "itemprop" and attribute.value in list_words(TOPIC, "properties"):
            yield Evidence("drop", 2 * LEXICON, ("for-machines", attribute.value))
    meanings = _usual_meanings(of_images=compound.tag == "img")
    important = last_words(compound)
    strongest: dict[str, Evidence] = {}
    for word in split_class_words(compound):
        operation = meanings.get(word)
        if operation is None or (operation != "drop" and compound.tag not in _RENAMED):
            continue
        weight = LEXICON if word in important else LEXICON / 2
        weight = 2 * LEXICON if compound.tag == "img" else weight
        if operation not in strongest or strongest[operation].weight < weight:
            reason = ("usual-meaning", word, operation)
            strongest[operation] = Evidence(operation, weight, reason)
    yield from strongest.values()


@lru_cache(maxsize=2)
def _usual_meanings(*, of_images: bool) -> dict[str, str]:
    """Return word → operation, of words in the names of images or of other elements."""
    if of_images:
        return dict.fromkeys(list_words(TOPIC, "images"), "drop")
    return {
        **dict.fromkeys(list_words(TOPIC, "drop"), "drop"),
        **{word: block.name for block in BLOCK_TYPES for word in block.class_words.split()},
    }


def with_suggestions(table: Table, suggester: TagSuggester, accept: float | None = None) -> Table:
    """Return the table with the columns COLUMNS, filled for every undecided row.

    Suggestions of at least the confidence ``accept`` become the row's operation.
    """
    neighbours = Neighbourhood(table, suggester)
    lines = []
    for line in table.lines:
        cells = {column: value for column, value in line.cells.items() if column not in COLUMNS}
        if line.key is not None and not _is_decided(line):
            found = suggester.suggest(line, neighbours)
            values = (found.operation, f"{found.confidence:.2f}", write_reasons(found.reasons))
            cells |= dict(zip(COLUMNS, values, strict=True))
            if accept is not None and found.confidence >= accept:
                cells["operation"] = found.operation
        lines.append(Line(cells, line.number))
    return Table(with_columns(table, COLUMNS), tuple(lines))


def with_reasons_in_words(table: Table) -> Table:
    """Return the table with its reasons in words, in the language of the reader."""
    lines = (
        Line({**line.cells, "reason": say_reasons(line.get("reason"))}, line.number)
        for line in table.lines
    )
    return Table(table.columns, tuple(lines))


def _is_decided(line: Line) -> bool:
    """True if the row has an operation, or other rows of the portal decide its elements."""
    return bool(line.get("operation")) or all(
        source.startswith("portal") for source in line.get("source").split(" | ")
    )


_MAX_ANCESTORS = 12
_MAX_DESCENDANTS = 200
_LINES = frozenset("feed-time feed-author comment-time comment-author".split())
_NOT_NESTED = _LINES | frozenset(
    "caption embed figure feed-entry gallery heading lead quote social source".split()
)
"""Operations that are not applied both to an element and to one inside it."""
_INCLUDING = {"figure": ("gallery", "media-link"), "embed": ("figure",), "quote": ("social",)}
"""Operation → others that make it superfluous: a figure is made of every image in a gallery."""


class Neighbourhood:
    """The signatures of a table with their ancestors and descendants.

    ``_operations`` maps a signature to its decided operation, or else to the one that is suggested
    for it alone. ``_firm`` maps it to its decided operation, or else to one that the base
    dictionary is sure of; empty if there is none.
    """

    def __init__(self, table: Table, suggester: TagSuggester) -> None:
        self._parents: dict[str, str] = {}
        self._children: dict[str, list[str]] = {}
        self._frequency: dict[str, float] = {}
        self._operations: dict[str, str] = {}
        self._firm: dict[str, str] = {}
        for line in table.lines:
            if line.key is None or line.get("context"):
                continue
            signature, parent = line.get("signature"), line.get("parent")
            decided = line.get("operation")
            if not decided and _is_decided(line):
                decided = line.get("in_force").partition(" | ")[0]
            self._firm[signature] = decided or suggester.base_operation(signature)
            # Suggested alone first: neighbours are judged by that, so that no order of the rows
            # matters.
            self._operations[signature] = decided or suggester.suggest(line).operation
            if signature not in self._parents:
                self._parents[signature] = parent
                self._children.setdefault(parent, []).append(signature)
                self._frequency[signature] = parse_cell(line.get("frequency"))

    def ancestors(self, signature: str) -> list[str]:
        """Return the signatures around, the nearest first."""
        found: list[str] = []
        parent = self._parents.get(signature, "")
        while parent and parent not in found and len(found) < _MAX_ANCESTORS:
            found.append(parent)
            parent = self._parents.get(parent, "")
        return found

    def descendants(self, signature: str) -> list[str]:
        """Return the signatures inside, the nearest first."""
        found: list[str] = []
        pending = list(self._children.get(signature, ()))
        while pending and len(found) < _MAX_DESCENDANTS:
            child = pending.pop(0)
            if child not in found:
                found.append(child)
                pending.extend(self._children.get(child, ()))
        return found

    def adjust(self, signature: str, base: str, evidence: Evidence) -> Evidence:
        """Return the evidence as it counts among the neighbours.

        It is evidence for ``base`` instead if the operation is applied to an ancestor or to a
        descendant already.
        """
        operation = evidence.operation
        if operation not in _NOT_NESTED:
            return evidence
        same = (operation, *_INCLUDING.get(operation, ()))
        # Times and names of entries may be inside others that are named alike; only the inner one
        # counts.
        if operation not in _LINES:
            for name in self.ancestors(signature):
                found = self._operations.get(name)
                if found in same:
                    return Evidence(base, evidence.weight, ("inside", name, found))
        operations = self._operations if operation in _LINES else self._firm
        for name in self.descendants(signature):
            if operations.get(name) in same:
                return Evidence(base, evidence.weight, ("holds", name, operations[name]))
        return evidence

    def entry_evidence(self, signature: str, counts: RowCounts) -> Iterator[Evidence]:
        """Yield the evidence that an element is an entry of a live blog.

        An entry is the largest element that nearly always holds one line with a time.
        """
        if not counts.counted or not counts.possible("feed-entry"):
            return
        if any(self._are_as_frequent(signature, name) for name in self.ancestors(signature)):
            return
        for name in self.descendants(signature):
            is_time = self._operations.get(name) == "feed-time"
            if is_time and self._are_as_frequent(signature, name):
                yield Evidence("feed-entry", 2 * COUNT_WEIGHT, ("holds-a-time", name))
                return

    def _are_as_frequent(self, one: str, other: str) -> bool:
        # Nearly as often: some entries have no time, and some have a second one.
        frequency = self._frequency.get(one, 0.0)
        return 0.6 * frequency <= self._frequency.get(other, 0.0) <= 1.5 * frequency
