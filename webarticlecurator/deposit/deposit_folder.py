"""Write the deposit of a corpus: a folder with all that a repository needs, complete or not at all.

Its files lie side by side, since repositories have no folders. Nothing in it comes from a clock:
the same corpus and portal file make the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from webarticlecurator.corpora.corpus_counting import (
    count_corpus,
    count_selected,
    open_counted_corpus,
)
from webarticlecurator.corpora.exporting import ExportedCorpus, export_corpora, read_selected
from webarticlecurator.corpora.manifests import ManifestMaker, view_locked_corpus
from webarticlecurator.corpora.packing import (
    NOT_SIGNED_IN,
    CleanWarcs,
    check_publishable,
    copy_clean_warcs,
    leave_out_signed_in,
    pack_locked_wacz,
    zip_locked_tei,
)
from webarticlecurator.corpora.reporting import Row, list_signals, to_tsv
from webarticlecurator.corpora.wacz import Sign
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.deposit.deposit_metadata import (
    CITATION_NAME,
    DATACITE_NAME,
    README_NAME,
    RO_CRATE_NAME,
    RULES_ENDING,
    TERMS_NAME,
    DepositDescription,
    DepositedFile,
    make_datacite_record,
    make_ro_crate,
    write_citation,
    write_deposit_readme,
    write_dublin_core,
)
from webarticlecurator.errors import UsageError
from webarticlecurator.export import (
    ExportOptions,
    Selection,
    SelectionOptions,
    make_folder,
    make_selections,
    make_zip_entry,
    write_file,
)
from webarticlecurator.export.exporter import draft_folder, replace_when_complete
from webarticlecurator.export.manifest_file import manifest_chunks
from webarticlecurator.model.article import RightsStatement
from webarticlecurator.model.corpus_numbers import CorpusTerms, Terms, TermsGroup, TermsSource
from webarticlecurator.model.hosts import origin_of
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.store import CorpusView
from webarticlecurator.text.characters import report_line
from webarticlecurator.workers.executor import Runtime

TABLES = ("csv", "jsonl", "parquet")
"""The formats of tables, which are also the endings of their files."""
METADATA_COLUMNS = tuple(
    "id url title subtitle authors published modified section keywords language access column"
    " words pages captured signed_in rights aliases path".split()
)
"""The columns of a table without texts: what a catalogue says of an article."""


@dataclass(frozen=True)
class DepositOptions:
    """What a deposit holds: ``tables`` in these formats, texts, WARC files. ``includes_reserved``:
    also texts that their portal has reserved. ``for_dspace``: as an item of a Simple Archive Format
    folder, for the ``collections`` of these handles. ``with_subscriber``: also what was read in a
    subscriber's session. ``sign``: what signs the WACZ. ``with_assets``: also the style sheets,
    fonts and pictures that pages use."""

    tables: tuple[str, ...] = ("csv", "jsonl")
    has_text: bool = True
    has_warcs: bool = True
    includes_reserved: bool = False
    for_dspace: bool = False
    collections: tuple[str, ...] = ()
    with_subscriber: bool = False
    sign: Sign | None = None
    with_assets: bool = False


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
            "corpus.editors is missing in the portal file: a deposit names who made it",
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
                "Leave the texts out with --without-text; or, if you may pass them on all the same,"
                " give --include-reserved. `curator report permissions` lists the statements.",
            )
        writer = _Writer(portal, corpus, terms, options, runtime)
        with draft_folder(output) as draft:
            if not options.for_dspace:
                return writer.write(draft)
            item = draft / DSPACE_ITEM
            item.mkdir()
            description, problems = writer.write(item)
            lines = [_describe_bitstream(file.name, file.summary) for file in describe_files(item)]
            write_file(item / _METADATA, [write_dublin_core(description)])
            write_file(item / _CONTENTS, ["".join(lines).encode("utf-8")])
            if options.collections:
                handles = "".join(f"{each}\n" for each in options.collections)
                write_file(item / _COLLECTIONS, [handles.encode()])
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
        with tempfile.TemporaryDirectory(dir=draft.parent, prefix=f"{draft.name}.") as temporary:
            warcs = copy_clean_warcs(
                self._portal,
                self._corpus.folder,
                Path(temporary),
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
                f"{maker.stale} articles wait for a build: their TEI is not that of the"
                " present rules and captures",
                "Run `curator build`, then again.",
            )
        if options.has_text:
            zip_locked_tei(self._portal, self._corpus, draft, self._runtime.progress)
        for table in options.tables:
            self._write_table(draft, table)
        if options.has_warcs:
            wacz = draft / f"{name}.wacz"
            packed = pack_locked_wacz(
                self._portal,
                self._corpus,
                wacz,
                self._runtime.progress,
                warcs,
                sign=self._options.sign,
            )
            self._problems = packed.problems
        write_file(draft / TERMS_NAME, to_tsv(list_terms(self._terms)))
        write_rules(self._portal, draft)
        description = self._describe(draft)
        write_file(draft / README_NAME, [write_deposit_readme(description).encode("utf-8")])
        write_file(draft / CITATION_NAME, [write_citation(description).encode("utf-8")])
        write_file(draft / DATACITE_NAME, [encode_json(make_datacite_record(description))])
        crate = make_ro_crate(description, describe_files(draft))
        write_file(draft / RO_CRATE_NAME, [encode_json(crate)])
        return description, self._problems

    def _select(self) -> Selection:
        where = () if self._options.with_subscriber else (NOT_SIGNED_IN,)
        (selection,) = make_selections(SelectionOptions(where=where), [self._portal])
        return selection

    def _write_table(self, draft: Path, table: str) -> None:
        selection = self._select()
        exported = ExportedCorpus(self._portal, self._corpus.folder, selection, self._runtime)
        columns = () if self._options.has_text else METADATA_COLUMNS
        path = draft / f"{self._portal.id}.{table}"
        articles = export_corpora([exported], table, path, options=ExportOptions(columns))
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


# Check whether the deposit of a corpus may be written, and to which folder.


def list_deposited_names(folder: Path) -> Sequence[str]:
    """Return the names of the files of a deposit, by its RO-Crate. Raises UsageError for a folder
    that is not a deposit."""
    try:
        graph = json.loads((folder / RO_CRATE_NAME).read_bytes())["@graph"]
        names = [str(entity["@id"]) for entity in graph if entity["@type"] == "File"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"{folder} is not a folder that `curator package` wrote",
            "Give a new folder with --output.",
        ) from error
    return [*names, RO_CRATE_NAME]


def check_replaceable(output: Path) -> None:
    """Raise UsageError for a folder with files that are not those of an earlier deposit."""
    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is a file (expected a folder)", "Give another.")
    item = output / DSPACE_ITEM
    others = _list_names(output)
    if item.is_dir():
        others = (others - {DSPACE_ITEM}) | (_list_names(item) - set(list_deposited_names(item)))
        others -= DSPACE_NAMES
    elif others:
        others -= set(list_deposited_names(output))
    if others:
        raise UsageError(
            f"{output} has files that are not of the deposit: {', '.join(sorted(others)[:5])}",
            "Move them away, or give another folder.",
        )


def _list_names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.is_dir() else set()


# The files of a deposit: what each of them is, and the rules among them.

_PIECE = 1 << 20
_KINDS = (
    (".tei.zip", "TEI P5 of the articles, by WARC file", "application/zip"),
    (RULES_ENDING, "the portal file and the files that it names: the rules", "application/zip"),
    (".manifest.jsonl", "every article with its captures and digests", "application/jsonl"),
    (".wacz", "the archived pages (WARC), for ReplayWeb.page and pywb", "application/wacz"),
    (".csv", "the articles as a table", "text/csv"),
    (".jsonl", "the articles as JSON lines", "application/jsonl"),
    (".parquet", "the articles as a table with typed columns", "application/vnd.apache.parquet"),
    (TERMS_NAME, "the terms of the texts", "text/tab-separated-values"),
    (README_NAME, "what the deposit holds", "text/markdown"),
    (CITATION_NAME, "how to cite it", "application/yaml"),
    (DATACITE_NAME, "metadata for a DOI (DataCite)", "application/json"),
)
"""Ending of a name → what the file holds, and its media type."""


def describe_files(folder: Path) -> tuple[DepositedFile, ...]:
    """Return the files of a deposit, by name."""
    files = []
    for path in sorted(folder.iterdir()):
        summary, media_type = next(
            (kind[1:] for kind in _KINDS if path.name.endswith(kind[0])),
            ("", "application/octet-stream"),
        )
        digest = digest_file(path, "sha256")
        files.append(DepositedFile(path.name, summary, media_type, path.stat().st_size, digest))
    return tuple(files)


def digest_file(path: Path, algorithm: str) -> str:
    """Return the digest of a file, in hexadecimal."""
    digest = hashlib.new(algorithm, usedforsecurity=False)
    with path.open("rb") as stream:
        while piece := stream.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


def write_rules(portal: Portal, folder: Path) -> None:
    """Write the portal file and the files that it names to a zip, as the WARC files have them: with
    ``…`` in place of secrets."""
    if not portal.files:
        return
    with (
        replace_when_complete(folder / f"{portal.id}{RULES_ENDING}") as draft,
        ZipFile(draft, "w", ZIP_DEFLATED) as packed,
    ):
        for file in portal.files:
            packed.writestr(make_zip_entry(file.name), file.content)


# Find under which terms the texts of a corpus are, and which of them their portal has reserved.
#
# A text is reserved by the TDM Reservation Protocol (``meta`` counts before the header, the header
# before tdmrep.json), by the directive ``noai``, or by a signal of robots.txt against the training
# of models. Directives about the copies of search engines (``noarchive``) do not count.

TERMS_COLUMNS: Row = ("licence", "stated by", "reserved by", "articles", "example")
_LICENCES = ("link:license", "header:Link", "jsonld:license", "jsonld:license.url")
_TDM = ("meta:tdm-reservation", "header:TDM-Reservation", "tdmrep:tdm-reservation")
"""Where the TDM Reservation Protocol is looked for; the first one with a value counts."""
_DIRECTIVES = ("meta:robots", "header:X-Robots-Tag")
_NO_AI = re.compile(r"(?<![\w-])noai(?![\w-])", re.IGNORECASE)
_NO_TRAINING = re.compile(r"(?<![\w-])(?:ai-train|ai-input|train-ai|tdm|ai)\s*=\s*(?:no|n)\b")


def find_terms(portal: Portal, corpus: CorpusView) -> CorpusTerms:
    """Return the terms of all articles in TEI."""
    # origin → the signals against training in its robots.txt, as it was answered last
    signals: dict[str, Sequence[str]] = {}
    for fetch in corpus.captures.fetches_of_levels("robots"):
        if fetch.final is not None and fetch.final.status == 200:
            lines = list_signals(corpus.read(fetch.final).content)
            found = [f"robots.txt: {line}" for line in lines if _NO_TRAINING.search(line.lower())]
            signals[origin_of(fetch.url)] = tuple(dict.fromkeys(found))
    counts: Counter[Terms] = Counter()
    examples: dict[Terms, str] = {}
    for row in corpus.frontier.articles_by_address():
        if row.state != "tei" or row.tei is None:
            continue
        statements = corpus.tei_files.rights_of(row.tei)
        reserved = [*_list_reservations(statements), *signals.get(origin_of(row.canonical), ())]
        terms = Terms(*_find_licence(portal, statements), "; ".join(reserved))
        counts[terms] += 1
        examples.setdefault(terms, row.canonical)
    ordered = sorted(counts, key=lambda terms: (-counts[terms], terms))
    return CorpusTerms(tuple(TermsGroup(each, counts[each], examples[each]) for each in ordered))


def list_terms(terms: CorpusTerms) -> list[Row]:
    """Return the rows of the table of the terms, after its head."""
    rows = (
        (
            each.terms.licence,
            each.terms.source,
            each.terms.reserved_by,
            str(each.articles),
            each.example,
        )
        for each in terms.groups
    )
    return [TERMS_COLUMNS, *rows]


def _find_licence(portal: Portal, statements: Sequence[RightsStatement]) -> tuple[str, str]:
    """Return the licence of a text and where it is stated."""
    stated = sorted({each.value for each in statements if each.source in _LICENCES})
    if stated:
        return "; ".join(stated), TermsSource.PAGE.value
    if portal.rights:
        words = " ".join(filter(None, (portal.rights.text, portal.rights.url)))
        return words, TermsSource.PORTAL_FILE.value
    return "", TermsSource.NOTHING.value


def _list_reservations(statements: Sequence[RightsStatement]) -> Iterator[str]:
    """Yield the statements about an article that reserve its text."""
    for source in _TDM:
        values = [each.value.strip() for each in statements if each.source == source]
        if values:
            if "1" in values:
                yield f"{source}: 1"
            break
    for each in statements:
        if each.source in _DIRECTIVES and _NO_AI.search(each.value):
            yield f"{each.source}: noai"


# The files that make a folder an item of DSpace's Simple Archive Format.

DSPACE_ITEM = "item_001"
"""The folder of the item in the folder that is imported."""
_METADATA, _CONTENTS, _COLLECTIONS = "dublin_core.xml", "contents", "collections"
DSPACE_NAMES = frozenset({_METADATA, _CONTENTS, _COLLECTIONS})


def _describe_bitstream(name: str, summary: str) -> str:
    parts = [name, "bundle:ORIGINAL"]
    if summary:
        parts.append(f"description:{summary}")
    if name == README_NAME:
        parts.append("primary:true")
    return report_line(parts)
