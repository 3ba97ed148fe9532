"""Write the deposit of a corpus: a folder with all that a repository needs, complete or not at all.

Its files lie side by side, since repositories have no folders. Nothing in it comes from a clock:
the same corpus and portal file make the same bytes.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from webarticlecurator.errors import UsageError
from webarticlecurator.export import (
    ExportOptions,
    SelectionOptions,
    make_selections,
    write_file,
)
from webarticlecurator.export.deposit import TERMS_NAME, DepositDescription
from webarticlecurator.export.deposit_metadata import (
    CITATION_NAME,
    DATACITE_NAME,
    README_NAME,
    RO_CRATE_NAME,
    make_datacite_record,
    make_ro_crate,
    write_citation,
    write_deposit_readme,
)
from webarticlecurator.export.manifest_file import manifest_chunks
from webarticlecurator.export.output import draft_folder
from webarticlecurator.model.corpus_numbers import CorpusTerms
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.run.analysis.corpus_counting import count_corpus, open_counted_corpus
from webarticlecurator.run.analysis.reporting import to_tsv
from webarticlecurator.run.depositing.deposit_checks import (
    check_editors,
    check_has_articles,
    check_nothing_reserved,
    check_replaceable,
    check_wacz,
)
from webarticlecurator.run.depositing.deposit_files import describe_files, write_rules
from webarticlecurator.run.depositing.dspace_item import (
    DSPACE_ITEM,
    write_dspace_files,
)
from webarticlecurator.run.depositing.terms_check import find_terms, list_terms
from webarticlecurator.run.exporting import ExportedCorpus, export_corpora
from webarticlecurator.run.manifest_making import ManifestMaker, view_locked_corpus
from webarticlecurator.run.packing import check_publishable, pack_locked_wacz
from webarticlecurator.run.redacting import copy_clean_warcs
from webarticlecurator.run.setup import Runtime
from webarticlecurator.run.tei_zips import zip_locked_tei
from webarticlecurator.store import CorpusView

TABLES = ("csv", "jsonl", "parquet")
"""The formats of tables, which are also the endings of their files."""
METADATA_COLUMNS = tuple(
    "id url title subtitle authors published modified section keywords language access column"
    " words pages captured rights aliases path".split()
)
"""The columns of a table without texts: what a catalogue says of an article."""


@dataclass(frozen=True)
class DepositOptions:
    """What a deposit holds: ``tables`` in these formats, texts, WARC files. ``includes_reserved``:
    also texts that their portal has reserved. ``for_dspace``: as an item of a Simple Archive Format
    folder, for the ``collections`` of these handles."""

    tables: tuple[str, ...] = ("csv", "jsonl")
    has_text: bool = True
    has_warcs: bool = True
    includes_reserved: bool = False
    for_dspace: bool = False
    collections: tuple[str, ...] = ()


@dataclass(frozen=True)
class WrittenDeposit:
    """The description of what was written, and what could not be listed in the WACZ."""

    description: DepositDescription
    problems: tuple[Problem, ...] = ()


def write_deposit(
    portal: Portal,
    folder: Path,
    output: Path,
    options: DepositOptions | None = None,
    runtime: Runtime | None = None,
) -> WrittenDeposit:
    """Write the deposit of the corpus in ``folder`` to the folder ``output``; an earlier deposit
    there is replaced.

    Raises UsageError (no editors, reserved texts, articles that wait for a build, ``output`` has
    files of others, wacz is not installed), CorpusLocked, CorpusMismatch, StoreDamaged, DiskFull.
    """
    options = options or DepositOptions()
    if not options.has_text:
        options = replace(options, has_warcs=False)
    check_editors(portal)
    check_replaceable(output)
    if options.has_warcs:
        check_wacz()
    with view_locked_corpus(folder, portal) as corpus:
        terms = find_terms(portal, corpus)
        check_has_articles(terms)
        if options.has_text and not options.includes_reserved:
            check_nothing_reserved(terms)
        writer = _Writer(portal, corpus, terms, options, runtime or Runtime())
        with draft_folder(output) as draft:
            if not options.for_dspace:
                return writer.write(draft)
            item = draft / DSPACE_ITEM
            item.mkdir()
            written = writer.write(item)
            write_dspace_files(written.description, item, options.collections)
            return written


class _Writer:
    """Writes the files of one deposit."""

    def __init__(
        self,
        portal: Portal,
        corpus: CorpusView,
        terms: CorpusTerms,
        options: DepositOptions,
        runtime: Runtime,
    ) -> None:
        self._portal, self._corpus, self._terms = portal, corpus, terms
        self._options, self._runtime = options, runtime
        self._problems: tuple[Problem, ...] = ()

    def write(self, draft: Path) -> WrittenDeposit:
        """Write all files to the empty folder ``draft``."""
        if not self._options.has_warcs:
            return self._write_files(draft, {})
        check_publishable(self._portal, self._corpus)
        with tempfile.TemporaryDirectory(dir=draft.parent, prefix=f"{draft.name}.") as temporary:
            warcs = copy_clean_warcs(self._portal, self._corpus.folder, Path(temporary))
            return self._write_files(draft, warcs)

    def _write_files(self, draft: Path, warcs: Mapping[str, Path]) -> WrittenDeposit:
        """Write all files; ``warcs`` are the WARC files without secrets, by their paths in the
        corpus, which the manifest describes, too."""
        name, options = self._portal.id, self._options
        self._write_manifest(draft / f"{name}.manifest.jsonl", warcs)
        if options.has_text:
            zip_locked_tei(self._portal, self._corpus, draft, self._runtime.progress)
        for table in options.tables:
            self._write_table(draft, table)
        if options.has_warcs:
            wacz = draft / f"{name}.wacz"
            packed = pack_locked_wacz(
                self._portal, self._corpus, wacz, self._runtime.progress, warcs.values()
            )
            self._problems = packed.problems
        write_file(draft / TERMS_NAME, to_tsv(list_terms(self._terms)))
        write_rules(self._portal, draft)
        description = self._describe(draft)
        self._write_description(draft, description)
        return WrittenDeposit(description, self._problems)

    def _write_manifest(self, path: Path, warcs: Mapping[str, Path]) -> None:
        maker = ManifestMaker(self._portal, self._corpus, self._runtime, warcs)
        write_file(path, manifest_chunks(maker.entries()))
        if maker.counts.stale:
            raise UsageError(
                f"{maker.counts.stale} articles wait for a build: their TEI is not that of the"
                " present rules and captures",
                "Run `curator build`, then again.",
            )

    def _write_table(self, draft: Path, table: str) -> None:
        (selection,) = make_selections(SelectionOptions(), [self._portal])
        exported = ExportedCorpus(self._portal, self._corpus.folder, selection, self._runtime)
        columns = () if self._options.has_text else METADATA_COLUMNS
        path = draft / f"{self._portal.id}.{table}"
        articles = export_corpora([exported], table, path, options=ExportOptions(columns))
        self._problems += tuple(articles.problems)

    def _describe(self, draft: Path) -> DepositDescription:
        with open_counted_corpus(self._portal, self._corpus.folder) as counted:
            numbers = count_corpus(counted)
        crawled = self._corpus.captures.days()
        return DepositDescription(
            self._portal,
            numbers,
            self._terms,
            crawled,
            crawled[1],
            describe_files(draft),
            self._options.has_text,
            self._options.has_warcs,
        )

    def _write_description(self, draft: Path, description: DepositDescription) -> None:
        write_file(draft / README_NAME, [write_deposit_readme(description).encode("utf-8")])
        write_file(draft / CITATION_NAME, [write_citation(description).encode("utf-8")])
        write_file(draft / DATACITE_NAME, [encode_json(make_datacite_record(description))])
        crate = make_ro_crate(description, describe_files(draft))
        write_file(draft / RO_CRATE_NAME, [encode_json(crate)])


def encode_json(value: Any) -> bytes:
    """Return a value as JSON for a file that people read, too."""
    return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "replace") + b"\n"
