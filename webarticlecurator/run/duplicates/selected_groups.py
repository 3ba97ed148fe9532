"""The groups of duplicates with an article that a user has selected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from webarticlecurator.export import Articles, ReadFile, StoredArticle, find_tei, read_file
from webarticlecurator.export.article_fields import make_field_reader
from webarticlecurator.export.selection import SampleChooser, find_rank
from webarticlecurator.run.duplicates.grouping import ComparedArticle
from webarticlecurator.run.exporting import ExportedCorpus, with_lookups

GroupMember = tuple[int, ComparedArticle]
"""The number of a group, and an article in it."""


def read_groups(members: Iterable[GroupMember], corpora: Sequence[ExportedCorpus]) -> Articles[int]:
    """Return the number of a group for each of its articles that the selection of its corpus
    selects; of a sample, for those in it."""
    return Articles(_read_groups(members, {corpus.portal.id: corpus for corpus in corpora}))


def _read_groups(
    members: Iterable[GroupMember], corpora: Mapping[str, ExportedCorpus]
) -> Iterator[ReadFile[int]]:
    sample = next(iter(corpora.values())).selection.sample
    chooser = None if sample is None else SampleChooser[int](sample.size)
    for group, article in members:
        read = _read_article(article, corpora[article.portal])
        if read.item is not None and chooser is not None and sample is not None:
            chooser.add(find_rank(make_field_reader(read.item), sample), group)
        else:
            item = None if read.item is None else group
            yield ReadFile(read.path, item, read.problem, read.is_undated)
    if chooser is not None:
        yield from (ReadFile("", group) for group in chooser.chosen())


def _read_article(article: ComparedArticle, corpus: ExportedCorpus) -> ReadFile[StoredArticle]:
    selection = with_lookups(corpus.selection, corpus.folder)
    return read_file(article.path, find_tei(corpus.folder), selection)
