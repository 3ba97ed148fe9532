"""Two states of an article compared, by ``curator diff`` and in the studio: the values of its
metadata, and its text word by word; its versions, and what a change of rules does to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Article, Metadata
from webarticlecurator.base.model.blocks import INLINE, Node, block_words

SAME, GONE, ADDED = "same", "gone", "added"
"""What became of a run of words."""
CHANGED, REMOVED, NEW, MARKED = "changed", "removed", "added", "marked"
"""What became of a line of text. ``marked``: its words are the same, but not its links, its
emphasis, or what kind of block it is."""

_SIMILAR = 0.4
"""Least share of common words of two lines that are taken for one that has changed."""


@dataclass(frozen=True)
class WordRun:
    """Words that two versions share, or that only one of them has."""

    fate: str
    text: str


@dataclass(frozen=True)
class LineChange:
    """A line of text that differs.

    ``number`` counts the lines of the new version from 1, those of the old one if it was removed.
    ``kind`` is the block with its container (``comment paragraph``). ``old`` and ``new`` are the
    words of the line, or the address of a picture, empty where a version lacks it; ``runs`` are the
    words of both in one.
    """

    change: str
    kind: str
    number: int
    old: str
    new: str
    runs: tuple[WordRun, ...]


@dataclass(frozen=True)
class FieldChange:
    """A metadata field with other values."""

    field: str
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True)
class ArticleComparison:
    """What differs between two states of an article; the numbers count words of the text.
    ``new_nodes``: the blocks of the lines of the later one, which their numbers count."""

    metadata: tuple[FieldChange, ...]
    lines: tuple[LineChange, ...]
    words_gone: int
    words_added: int
    new_nodes: tuple[Node, ...] = ()


@dataclass(frozen=True)
class _Line:
    """The words of a block that holds running text."""

    kind: str
    words: tuple[str, ...]
    node: Node

    @property
    def key(self) -> tuple[str, ...]:
        """What the line is told by: its words, or else its address."""
        return self.words or (self.text,)

    @property
    def text(self) -> str:
        """The words; of a block without any, such as a picture, its address."""
        return " ".join(self.words) or next(
            (value for _, value in self.node.attributes if "://" in value), ""
        )


def compare_articles(old: Article | None, new: Article | None) -> ArticleComparison:
    """Return what differs between two states of an article, of which one may have no text."""
    texts = [
        [line for block in (article.blocks if article else ()) for line in _lines_below(block, "")]
        for article in (old, new)
    ]
    lines = tuple(_compare_lines(*texts))
    counts = [
        sum(len(run.text.split()) for line in lines for run in line.runs if run.fate == fate)
        for fate in (GONE, ADDED)
    ]
    before, after = (each.metadata if each else Metadata() for each in (old, new))
    names = dict.fromkeys(name for name, _ in (*before.fields, *after.fields))
    fields = (FieldChange(n, tuple(before.texts(n)), tuple(after.texts(n))) for n in names)
    changed = tuple(each for each in fields if each.old != each.new)
    nodes = tuple(line.node for line in texts[1])
    return ArticleComparison(changed, lines, counts[0], counts[1], nodes)


def _lines_below(node: Node, container: str) -> Iterator[_Line]:
    """Yield the lines of a block: one for each block below it that holds words itself."""
    inner = [child for child in node.nodes if child.name not in INLINE]
    has_text = any(isinstance(child, str) and child.strip() for child in node.children)
    # There may be emphasis beside blocks, without text of its own.
    if has_text or not inner or len(inner) < len(node.nodes):
        words = tuple(block_words([node]))
        if words or not inner or not has_text:
            yield _Line(f"{container} {node.name}".strip(), words, node)
        return
    for child in inner:
        yield from _lines_below(child, node.name)


def _compare_lines(old: Sequence[_Line], new: Sequence[_Line]) -> Iterator[LineChange]:
    matcher = SequenceMatcher(
        None, [line.key for line in old], [line.key for line in new], autojunk=False
    )
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            yield from (
                _to_line_change(MARKED, old[i], new[j], j + 1)
                for i, j in zip(range(i1, i2), range(j1, j2), strict=True)
                if (old[i].kind, old[i].node) != (new[j].kind, new[j].node)
            )
            continue
        yield from _compare_differing(old, new, range(i1, i2), range(j1, j2))


def _compare_differing(
    old: Sequence[_Line], new: Sequence[_Line], removed: range, added: range
) -> Iterator[LineChange]:
    """Yield the changes of two runs of lines that have no line in common; a line of each that are
    similar are one changed line."""
    i = removed.start
    for j in added:
        similar = next((n for n in range(i, removed.stop) if _is_similar(old[n], new[j])), None)
        if similar is None:
            yield _to_line_change(NEW, None, new[j], j + 1)
            continue
        for n in range(i, similar):
            yield _to_line_change(REMOVED, old[n], None, n + 1)
        # of two pictures, neither has words
        change = MARKED if old[similar].words == new[j].words else CHANGED
        yield _to_line_change(change, old[similar], new[j], j + 1)
        i = similar + 1
    for n in range(i, removed.stop):
        yield _to_line_change(REMOVED, old[n], None, n + 1)


def _is_similar(old: _Line, new: _Line) -> bool:
    matcher = SequenceMatcher(None, old.words, new.words, autojunk=False)
    return matcher.quick_ratio() >= _SIMILAR and matcher.ratio() >= _SIMILAR


def _to_line_change(change: str, old: _Line | None, new: _Line | None, number: int) -> LineChange:
    before, after = old.words if old else (), new.words if new else ()
    kind = (new or old or _Line("", (), Node(""))).kind
    runs = tuple(_compare_words(before, after))
    return LineChange(change, kind, number, old.text if old else "", new.text if new else "", runs)


def _compare_words(old: Sequence[str], new: Sequence[str]) -> Iterator[WordRun]:
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield WordRun(SAME, " ".join(new[j1:j2]))
            continue
        if i1 < i2:
            yield WordRun(GONE, " ".join(old[i1:i2]))
        if j1 < j2:
            yield WordRun(ADDED, " ".join(new[j1:j2]))


CONTEXT_WORDS = 8
"""Words that are shown before and after a change; longer runs of unchanged words are cut."""


def shorten_runs(runs: Sequence[WordRun]) -> Iterator[WordRun]:
    """Yield the runs of a line, with ``…`` in place of unchanged words far from a change."""
    last = len(runs) - 1
    for number, run in enumerate(runs):
        words = run.text.split()
        before = CONTEXT_WORDS if number > 0 else 0
        after = CONTEXT_WORDS if number < last else 0
        if run.fate == SAME and len(words) > before + after + 1:
            words[before : len(words) - after] = ["…"]
        yield replace(run, text=" ".join(words))


def count_unchanged(lines: Sequence[LineChange]) -> Iterator[int]:
    """Yield for each change how many unchanged lines are between it and the one before, or the
    beginning of the article."""
    old = new = 0
    for line in lines:
        if line.change == REMOVED:
            unchanged = line.number - old - 1
            old, new = line.number, new + unchanged
        else:
            unchanged = line.number - new - 1
            old, new = old + unchanged + (line.change != NEW), line.number
        yield unchanged
