"""Bring a derived file of a corpus (``store/derived_file.py``) up to date with its TEI."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any
from webarticlecurator.export import ReadFile, Selection
from webarticlecurator.model.verdict import Problem
from webarticlecurator.corpora.exporting import ExportedCorpus, MakeConvert, read_converted
from webarticlecurator.store import view_corpus
from webarticlecurator.store.derived_file import DerivedFile, TeiChange
from webarticlecurator.model.article import Metadata, Value
from webarticlecurator.tei import Header


BATCH = 500
"""Articles between two commits."""


@dataclass
class _Changes:
    """The changes that are being read; files that are gone are removed at once."""

    file: DerivedFile
    changes: Iterator[TeiChange]
    waiting: dict[str, TeiChange] = field(default_factory=dict)

    def files(self) -> Iterator[ReadFile[Any]]:
        """Yield the files that must be read."""
        for change in self.changes:
            if not change.digest:
                self.file.remove_text(change.path)
                continue
            self.waiting[change.path] = change
            yield ReadFile(change.path)


def update_derived(
    file: DerivedFile,
    corpus: ExportedCorpus,
    make_convert: MakeConvert,
    record: Callable[[TeiChange, Any], None],
    jobs: int | None = None,
) -> list[Problem]:
    """Read the TEI files that are new or changed, and record what ``make_convert`` makes of each
    with ``record``; forget those that are gone.

    Commits every ``BATCH`` articles: what a killed command has done is not done again. Returns a
    problem for each file that cannot be read; it is tried again the next time. Where no TEI has
    changed, the files are not even listed.
    """
    everything = replace(
        corpus, selection=Selection(portal=corpus.portal.id, timezone=corpus.portal.timezone)
    )
    problems = []
    with view_corpus(corpus.folder, corpus.portal.id) as view:
        # before they are listed: what changes meanwhile is found the next time
        state = view.tei_files.read_state()
        if state is not None and state == file.read_state():
            return []
        changes = _Changes(file, file.list_changes(view.tei_files))
        files = changes.files()
        # nothing is started for no file
        first = list(islice(files, 1))
        results = (
            read_converted(everything, make_convert, chain(first, files), jobs, "read")
            if first
            else ()
        )
        for number, result in enumerate(results, 1):
            change = changes.waiting.pop(result.path)
            if result.problem is not None:
                file.remove_text(change.path)
                problems.append(result.problem)
            else:
                record(change, result.item)
            if number % BATCH == 0:
                file.commit()
        file.record_state(None if problems else state)
        file.commit()
    return problems


# The header of an article of which little is known, for what reads fields from headers.

PUBLISHED = "published"


def make_partial_header(
    article_id: str,
    published: str = "",
    *,
    url: str = "",
    column: str | None = None,
    problems: tuple[tuple[str, str], ...] = (),
) -> Header:
    """Return a header with these values; ``published``: the date of publication, if it is known."""
    dates = (Value(published, "", ""),) if published else ()
    return Header(
        id=article_id,
        kind="",
        url=url,
        aliases=(),
        column=column,
        language="",
        metadata=Metadata(((PUBLISHED, dates),)),
        captures=(),
        publisher="",
        words=0,
        problems=problems,
        extra=(),
        output_version="",
        rules_digest="",
    )
