"""Write the deposit of a corpus: a folder with all that a repository needs, complete or not at all.

Its files lie side by side, since repositories have no folders. Nothing in it comes from a clock:
the same corpus and portal file make the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.corpus_terms import CorpusTerms
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.output_files import (
    draft_folder,
    make_folder,
    work_folder,
    write_file,
)
from webarticlecurator.corpus.corpora.corpus_counting import count_corpus, open_counted_corpus
from webarticlecurator.corpus.corpora.exporting import ExportedCorpus, export_corpora
from webarticlecurator.corpus.corpora.reporting import to_tsv
from webarticlecurator.corpus.corpora.selected_articles import read_selected
from webarticlecurator.corpus.corpora.selected_counting import count_selected
from webarticlecurator.corpus.corpora.terms_check import find_terms, list_terms
from webarticlecurator.corpus.deposit.bag import make_bag
from webarticlecurator.corpus.deposit.cmdi_record import CMDI_NAME, write_cmdi_record
from webarticlecurator.corpus.deposit.data_package import (
    CROISSANT_NAME,
    DATA_PACKAGE_NAME,
    make_croissant,
    make_data_package,
    read_table_columns,
)
from webarticlecurator.corpus.deposit.datacite_record import DATACITE_NAME, make_datacite_record
from webarticlecurator.corpus.deposit.deposit_files import describe_files, write_rules, zip_derived
from webarticlecurator.corpus.deposit.deposit_metadata import (
    CITATION_NAME,
    TERMS_NAME,
    DepositDescription,
    write_citation,
)
from webarticlecurator.corpus.deposit.deposit_readme import README_NAME, write_deposit_readme
from webarticlecurator.corpus.deposit.dspace_item import (
    COLLECTIONS_FILE,
    CONTENTS_FILE,
    DSPACE_ITEM,
    METADATA_FILE,
    check_replaceable,
    describe_bitstream,
)
from webarticlecurator.corpus.deposit.dublin_core import write_dublin_core
from webarticlecurator.corpus.deposit.ro_crate import RO_CRATE_NAME, make_ro_crate
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.selection import Selection, SelectionOptions, make_selections
from webarticlecurator.corpus.keeping.manifests import ManifestMaker, view_locked_corpus
from webarticlecurator.corpus.keeping.packing import (
    NOT_SIGNED_IN,
    check_publishable,
    leave_out_signed_in,
    pack_locked_wacz,
)
from webarticlecurator.corpus.keeping.tei_zips import zip_locked_tei
from webarticlecurator.corpus.keeping.wacz import Sign
from webarticlecurator.corpus.keeping.warc_redaction import CleanWarcs, copy_clean_warcs
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.store.view import CorpusView
from webarticlecurator.storage.texts.manifest_file import manifest_chunks

TABLES = ("csv", "jsonl", "parquet")
"""The formats of tables, which are also the endings of their files."""
METADATA_COLUMNS = tuple(
    "id url title subtitle authors published modified section keywords language access column"
    " words word_unit pages captured signed_in rights aliases path".split()
)
"""The columns of a table without texts: what a catalogue says of an article."""


@dataclass(frozen=True)
class DepositOptions:
    """What a deposit holds: ``tables`` in these formats, texts, WARC files. ``includes_reserved``:
    also texts that their portal has reserved. ``for_dspace``: as an item of a Simple Archive Format
    folder, for the ``collections`` of these handles. ``with_subscriber``: also what was read in a
    subscriber's session. ``sign``: what signs the WACZ. ``with_assets``: also the style sheets,
    fonts and pictures that pages use. ``derived``: folders of `curator derive`. ``as_bag``: as a
    bag (BagIt)."""

    tables: tuple[str, ...] = ("csv", "jsonl")
    has_text: bool = True
    has_warcs: bool = True
    includes_reserved: bool = False
    for_dspace: bool = False
    collections: tuple[str, ...] = ()
    with_subscriber: bool = False
    sign: Sign | None = None
    with_assets: bool = False
    derived: tuple[Path, ...] = ()
    as_bag: bool = False


def write_deposit(
    portal: Portal,
    folder: Path,
    output: Path,
    options: DepositOptions,
    runtime: Runtime,
) -> tuple[DepositDescription, tuple[Problem, ...]]:
    """Write the deposit of the corpus in ``folder`` to the folder ``output``; an earlier deposit
    there is replaced. Return what was written, and what could not be listed in the WACZ.

    Raises UsageError (no editors, reserved texts, articles that wait for a build, ``output`` has
    files of others), CorpusLocked, CorpusMismatch, StoreDamaged, DiskFull.
    """
    if not options.has_text:
        options = replace(options, has_warcs=False)
    if not portal.corpus.editors:
        raise UsageError(
            "corpus.editors is missing from the portal file: a deposit must name the people who"
            " made it",
            "Add them, such as: curator set CONFIG corpus.editors '[{name: \"Editor, Anna\"}]'",
        )
    check_replaceable(output)
    with _make_parents(output), view_locked_corpus(folder, portal) as corpus:
        if not options.with_subscriber:
            options = replace(options, with_subscriber=not leave_out_signed_in(corpus, runtime))
        terms = find_terms(portal, corpus)
        if not terms.groups:
            raise UsageError(
                "the corpus has no article in TEI",
                "Run `curator crawl` first, or `curator build` if the pages are stored.",
            )
        if options.has_text and not options.includes_reserved and terms.reserved:
            largest = terms.reserved[0]
            raise UsageError(
                f"the portal has reserved the texts of {terms.reserved_articles} articles"
                f" ({largest.terms.reserved_by}), such as {largest.example}",
                "Leave out the texts with --without-text, and add derived forms instead"
                " (`curator derive`, then --derived FOLDER). If you may pass them on anyway,"
                " give --include-reserved. `curator report permissions` lists the statements.",
            )
        writer = _Writer(portal, corpus, terms, options, runtime)
        with draft_folder(output) as draft:
            if not options.for_dspace:
                description, problems = writer.write(draft)
                if options.as_bag:
                    make_bag(draft, description)
                return description, problems
            item = draft / DSPACE_ITEM
            item.mkdir()
            description, problems = writer.write(item)
            lines = [describe_bitstream(file.name, file.summary) for file in describe_files(item)]
            write_file(item / METADATA_FILE, [write_dublin_core(description)])
            write_file(item / CONTENTS_FILE, ["".join(lines).encode("utf-8")])
            if options.collections:
                handles = "".join(f"{each}\n" for each in options.collections)
                write_file(item / COLLECTIONS_FILE, [handles.encode()])
            return description, problems


@contextmanager
def _make_parents(output: Path) -> Iterator[None]:
    """Make the folders above ``output``; those that are new are removed if nothing is written."""
    missing = [each for each in output.parents if not each.exists()]
    make_folder(output.parent)
    try:
        yield
    except BaseException:
        for each in missing:
            with suppress(OSError):
                each.rmdir()
        raise


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

    def write(self, draft: Path) -> tuple[DepositDescription, tuple[Problem, ...]]:
        """Write all files to the empty folder ``draft``."""
        if not self._options.has_warcs:
            return self._write_files(draft, CleanWarcs({}))
        check_publishable(self._portal, self._corpus)
        with work_folder(draft) as temporary:
            warcs = copy_clean_warcs(
                self._portal,
                self._corpus.folder,
                temporary,
                with_subscriber=self._options.with_subscriber,
                with_assets=self._options.with_assets,
            )
            return self._write_files(draft, warcs)

    def _write_files(
        self, draft: Path, warcs: CleanWarcs
    ) -> tuple[DepositDescription, tuple[Problem, ...]]:
        """Write all files; ``warcs`` are the WARC files without secrets, which the manifest
        describes, too."""
        name, options = self._portal.id, self._options
        path = draft / f"{name}.manifest.jsonl"
        maker = ManifestMaker(self._portal, self._corpus, self._runtime, warcs.paths)
        write_file(path, manifest_chunks(maker.entries()))
        if maker.stale:
            raise UsageError(
                f"{maker.stale} articles have not been built yet: their TEI is older than the"
                " rules or the captures",
                "Run `curator build`, then this command again.",
            )
        if options.has_text:
            zip_locked_tei(self._portal, self._corpus, draft, self._runtime.progress)
        for table in options.tables:
            self._write_table(draft, table)
        for source in options.derived:
            zip_derived(source, name, draft)
        if options.has_warcs:
            self._problems = pack_locked_wacz(
                self._portal,
                self._corpus,
                draft / f"{name}.wacz",
                self._runtime.progress,
                warcs,
                sign=self._options.sign,
            ).problems
        write_file(draft / TERMS_NAME, to_tsv(list_terms(self._terms)))
        write_rules(self._portal, draft)
        description = self._describe(draft)
        write_file(draft / README_NAME, [write_deposit_readme(description).encode("utf-8")])
        write_file(draft / CITATION_NAME, [write_citation(description).encode("utf-8")])
        write_file(draft / DATACITE_NAME, [encode_json(make_datacite_record(description))])
        write_file(draft / CMDI_NAME, [write_cmdi_record(description)])
        tables = {path.name: read_table_columns(path) for path in draft.glob("*.csv")}
        for made, make in (DATA_PACKAGE_NAME, make_data_package), (CROISSANT_NAME, make_croissant):
            write_file(draft / made, [encode_json(make(description, tables))])
        write_file(
            draft / RO_CRATE_NAME, [encode_json(make_ro_crate(description, describe_files(draft)))]
        )
        return description, self._problems

    def _select(self) -> Selection:
        where = () if self._options.with_subscriber else (NOT_SIGNED_IN,)
        (selection,) = make_selections(SelectionOptions(where=where), [self._portal])
        return selection

    def _write_table(self, draft: Path, table: str) -> None:
        exported = ExportedCorpus(self._portal, self._corpus.folder, self._select(), self._runtime)
        columns = () if self._options.has_text else METADATA_COLUMNS
        articles = export_corpora(
            [exported], table, draft / f"{self._portal.id}.{table}", options=ExportOptions(columns)
        )
        self._problems += tuple(articles.problems)

    def _describe(self, draft: Path) -> DepositDescription:
        folder = self._corpus.folder
        if self._options.with_subscriber:
            with open_counted_corpus(self._portal, folder) as counted:
                numbers = count_corpus(counted)
        else:
            numbers = count_selected(self._portal, folder, read_selected((folder, self._select())))
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


def encode_json(value: Any) -> bytes:
    """Return a value as JSON for a file that people read, too."""
    return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "replace") + b"\n"
