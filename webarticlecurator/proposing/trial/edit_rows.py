"""``curator export --format edits``: what portals changed in their articles afterwards, a row each.

Rows are told apart by where they stand, not by words: a note of correction is a paragraph that is
set apart (a note, a box, or wholly in emphasis) and that came to the beginning or the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import Article
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.table_text import csv_line
from webarticlecurator.corpus.corpora.selected_articles import read_selected
from webarticlecurator.corpus.export.csv_format import csv_chunks
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.proposing.trial.compare_articles import (
    CHANGED,
    MARKED,
    NEW,
    REMOVED,
    LineChange,
    compare_articles,
)
from webarticlecurator.proposing.trial.version_comparison import read_article_versions
from webarticlecurator.storage.store.view import CorpusView, view_corpus

COLUMNS = "id url published version before_time after_time kind block line before after".split()
_FIGURES = frozenset(("figure", "gallery", "caption", "media-link", "embed"))
_SET_APART = frozenset(("note", "box"))
_EMPHASIS = frozenset(("bold", "italic", "emphasis"))
_TEXT_KINDS = {CHANGED: "reworded", NEW: "added", REMOVED: "removed", MARKED: "marked"}
"""What became of a line → the kind of its row."""


@dataclass(frozen=True)
class Edit:
    """A change between a version and the one before. ``kind``: ``title``, ``metadata``, ``added``,
    ``removed``, ``reworded``, ``marked`` (other links or emphasis alone), ``figure``, ``comment``,
    ``correction-note``; ``block``: the block, or the field of the metadata."""

    kind: str
    block: str
    line: int
    before: str
    after: str


class EditTable:
    """The table of the edits of the selected articles of a corpus; its numbers are complete after
    the last row."""

    def __init__(self, portal: Portal, folder: Path, selection: Selection) -> None:
        self._portal, self._folder, self._selection = portal, folder, selection
        self.edits = self.articles = 0
        self.problems: tuple[Problem, ...] = ()

    def chunks(self) -> Iterator[bytes]:
        """Yield the bytes of the table. Raises CorpusMismatch, StoreDamaged."""
        yield from csv_chunks(COLUMNS, self._rows())

    def _rows(self) -> Iterator[bytes]:
        selected = read_selected((self._folder, self._selection))
        with view_corpus(self._folder, self._portal.id) as corpus:
            for stored in selected:
                if len(stored.header.versions) > 1:
                    published = stored.header.metadata.first("published") or ""
                    head = (stored.header.id, stored.header.url, published)
                    yield from self._rows_of(corpus, head)
        self.problems = tuple(selected.problems)

    def _rows_of(self, corpus: CorpusView, head: tuple[str, str, str]) -> Iterator[bytes]:
        row = corpus.frontier.find_article(head[1])
        versions = read_article_versions(self._portal, corpus, row) if row is not None else ()
        used = [version for version in versions if version.is_used]
        self.articles += len(used) > 1
        for number, (one, other) in enumerate(pairwise(used), 2):
            times = map(_write_time, (one.capture.time, other.capture.time))
            place = (*head, str(number), *times)
            for edit in list_article_edits(one.article, other.article):
                self.edits += 1
                cells = (edit.kind, edit.block, str(edit.line or ""), edit.before, edit.after)
                yield csv_line((*place, *cells)).encode("utf-8", "replace")


def _write_time(time: datetime) -> str:
    return time.isoformat().replace("+00:00", "Z")


def list_article_edits(old: Article, new: Article) -> Iterator[Edit]:
    """Yield what changed between two versions of an article: metadata, then text in its order."""
    compared = compare_articles(old, new)
    for change in compared.metadata:
        kind = "title" if change.field == "title" else "metadata"
        yield Edit(kind, change.field, 0, "; ".join(change.old), "; ".join(change.new))
    last = len(compared.new_nodes)
    for line in compared.lines:
        kind = _kind_of(line, compared.new_nodes, last)
        yield Edit(kind, line.kind, line.number, line.old, line.new)


def _kind_of(line: LineChange, nodes: Sequence[Node], last: int) -> str:
    words = frozenset(line.kind.split())
    if "comment" in words:
        return "comment"
    if words & _FIGURES or "://" in (line.new or line.old).partition(" ")[0]:
        return "figure"
    is_at_end = line.change == NEW and line.number in (1, last)
    if is_at_end and (words & _SET_APART or _is_emphasised(nodes[line.number - 1])):
        return "correction-note"
    return _TEXT_KINDS[line.change]


def _is_emphasised(node: Node) -> bool:
    """Return True for a block all of whose text is in emphasis."""
    plain = "".join(child for child in node.children if isinstance(child, str)).strip()
    return not plain and bool(node.nodes) and all(n.name in _EMPHASIS for n in node.nodes)
