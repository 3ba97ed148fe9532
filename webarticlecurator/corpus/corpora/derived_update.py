"""Bring a derived file of a corpus (``storage/texts/derived_file.py``) up to date with its TEI."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Any

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.corpus.corpora.exporting import (
    Convert,
    ExportedCorpus,
    read_converted,
    return_convert,
)
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.export.tei_articles import ReadFile
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.texts.derived_file import DerivedFile, TeiChange

BATCH = 500
"""Articles between two commits."""


def _list_changed(
    file: DerivedFile, changes: Iterable[TeiChange], waiting: dict[str, TeiChange]
) -> Iterator[ReadFile[Any]]:
    """Yield the files that must be read, and add their changes to ``waiting``; remove those that
    are gone at once."""
    for change in changes:
        if not change.digest:
            file.remove_text(change.path)
            continue
        waiting[change.path] = change
        yield ReadFile(change.path)


def update_derived(
    file: DerivedFile,
    corpus: ExportedCorpus,
    convert: Convert,
    record: Callable[[TeiChange, Any], None],
    jobs: int | None = None,
) -> list[Problem]:
    """Read the TEI files that are new or changed, and record what ``convert`` makes of each
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
        if state == file.read_state():
            return []
        waiting: dict[str, TeiChange] = {}
        files = _list_changed(file, file.list_changes(view.tei_files), waiting)
        # nothing is started for no file
        first = list(islice(files, 1))
        for number, result in enumerate(
            read_converted(
                everything, partial(return_convert, convert), chain(first, files), jobs, "read"
            )
            if first
            else (),
            1,
        ):
            change = waiting.pop(result.path)
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
