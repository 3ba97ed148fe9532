"""``curator withdraw``: take articles out of a corpus, so that nothing of their text is left in it.

First a journal in the corpus folder says all that is to be done; it has digests of the text, never
the text. Each step may be done twice, so a killed command is finished by running it again. What
stays is a line in ``withdrawn.jsonl`` and the articles' ids on the exclude list, by which no crawl
fetches them again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from datetime import date
from pathlib import Path

from webarticlecurator.articles.by_rules.identity import article_id, canonical_address
from webarticlecurator.base.dataclasses import asdict, dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.session_secrets import NO_SECRETS
from webarticlecurator.base.system.output_files import change_file, write_file
from webarticlecurator.base.text.table_text import rows_to_tsv
from webarticlecurator.base.text.times import write_utc_second
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.judging.judged_shares import RESULT
from webarticlecurator.corpus.judging.judgements import forget_judgements
from webarticlecurator.corpus.keeping.manifests import addresses_of, view_locked_corpus
from webarticlecurator.corpus.keeping.text_masking import TextMasker, find_runs
from webarticlecurator.corpus.keeping.warc_redaction import UnwantedAddresses, replace_files
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.changes import find_named_articles
from webarticlecurator.crawling.captures.tei_drafts import LAST_COPIES
from webarticlecurator.crawling.states.problem_report import PROBLEMS
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.states.withdrawn_again import find_withdrawn_again
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.frontier.cdx_file import NAME as CDX_FILE
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.index.disk import locate_stored_file, warc_files
from webarticlecurator.storage.index.index import index_files
from webarticlecurator.storage.index.lock import Lock
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.record_cleaning import Redaction
from webarticlecurator.storage.store.redact import plan_redaction
from webarticlecurator.storage.store.tei_verification import FOLDER as TEI_FOLDER
from webarticlecurator.storage.store.view import CorpusView, check_folder, view_corpus
from webarticlecurator.storage.store.withdrawn_texts import (
    Tombstone,
    add_tombstones,
    read_tombstones,
)
from webarticlecurator.storage.texts.duplicate_file import KIND as DUPLICATES
from webarticlecurator.storage.texts.language_file import LANGUAGES
from webarticlecurator.storage.texts.search_file import KIND as SEARCH
from webarticlecurator.tei.documents.read import TEI, parse_document

JOURNAL = "withdrawal.json"
"""The file of a withdrawal that has begun, in the corpus folder."""

_DERIVED = (SEARCH.name, DUPLICATES.name, LANGUAGES.name, CDX_FILE)
"""Files made of the TEI, and again when they are asked for."""


@dataclass(frozen=True)
class Withdrawal:
    """Articles that are being withdrawn: what stays of them, all their addresses, the records to
    leave out by id and the addresses that led to them, and the digests of the runs of their words,
    by length."""

    articles: tuple[Tombstone, ...]
    addresses: tuple[str, ...]
    records: tuple[str, ...]
    leading: tuple[str, ...]
    runs: dict[int, list[str]]

    def choose(self, portal: Portal) -> UnwantedAddresses:
        """Return what says which addresses must not occur."""
        ids = [each.id for each in self.articles]
        return UnwantedAddresses(ids, portal.address, self.addresses)


@dataclass(frozen=True)
class Withdrawn:
    """What was done: the ids of the articles, the numbers of WARC files written anew and of records
    that were left out or masked, other pages that show some of their words, other articles that
    have the very text of one, and the build."""

    ids: tuple[str, ...]
    files: int
    records: int
    shown: tuple[str, ...]
    again: tuple[str, ...]
    build: Summary


def begin_withdrawal(
    portal: Portal, folder: Path, names: Sequence[str], reason: str, day: date
) -> Withdrawal | None:
    """Write down what is to be withdrawn: the articles that ``names`` has by id or address. Return
    what an earlier command has begun and not finished, if it has; None if all of them are withdrawn
    already.

    Raises UsageError (no such article, one of several articles on a page), CorpusLocked,
    CorpusMismatch, StoreDamaged.
    """
    journal = folder / JOURNAL
    if journal.is_file():
        return _read_journal(journal)
    done = read_tombstones(folder)
    with view_locked_corpus(folder, portal) as corpus:
        found = find_named_articles(portal, corpus, names)
        for name in names:
            if name not in found and name not in done:
                raise UsageError(
                    make_message("no article of this corpus: {name}", name=name),
                    "Give an address or an id that `curator why` knows.",
                )
        rows = {article_id(row.canonical): row for row in found.values()}
        rows = {name: row for name, row in rows.items() if name not in done}
        if not rows:
            return None
        withdrawal = _plan(portal, corpus, rows, reason, day)
    write_file(journal, [json.dumps(asdict(withdrawal)).encode()])
    return withdrawal


def _read_journal(path: Path) -> Withdrawal:
    stored = json.loads(path.read_bytes())
    articles = tuple(Tombstone(**each) for each in stored["articles"])
    runs = {int(size): digests for size, digests in stored["runs"].items()}
    addresses, records, leading = (
        tuple(stored[name]) for name in ("addresses", "records", "leading")
    )
    return Withdrawal(articles, addresses, records, leading, runs)


def _plan(
    portal: Portal, corpus: CorpusView, rows: dict[str, ArticleRow], reason: str, day: date
) -> Withdrawal:
    articles: list[Tombstone] = []
    addresses: dict[str, None] = {}
    texts: list[str] = []
    for name, row in sorted(rows.items()):
        if "#" in row.requested:
            raise UsageError(
                make_message(
                    "{url} is one of several articles on a page, and the record of the page"
                    " contains them all",
                    url=row.requested,
                ),
                "Withdraw the page: give its address without # and the part after it.",
            )
        declared = corpus.headlines.list_declared_pages(row.id)
        urls = dict.fromkeys((*addresses_of(corpus, row), *declared))
        addresses |= urls
        captures = corpus.captures.of_addresses(urls)
        records = tuple((each.record_id, each.payload_digest) for each in captures)
        titles = [*corpus.headlines.of(row.id)]
        if row.tei:
            path = locate_stored_file(corpus.folder, f"{TEI_FOLDER}/{row.tei}")
            own, paragraphs = _read_texts(path)
            titles += own
            texts += paragraphs
        texts += titles
        facts = corpus.article_facts.of([row.id]).get(row.id)
        text = facts.text_digest.hex() if facts is not None and facts.words else ""
        year = (row.tei or "").partition("/")[0]
        left = Tombstone(name, day.isoformat(), reason, records, find_runs(titles), text)
        articles.append(replace(left, year=year if year.isdigit() else ""))
    begun = Withdrawal(tuple(articles), tuple(addresses), (), (), find_runs(texts))
    paths = [corpus.folder / name.file for name in warc_files(corpus.folder, portal.id)]
    found = plan_redaction(paths, begun.choose(portal))
    return replace(begun, records=tuple(sorted(found.ids)), leading=tuple(sorted(found.urls)))


def _read_texts(path: Path) -> tuple[list[str], list[str]]:
    """Return the titles and the paragraphs of a TEI file, each with what is inside it."""
    if not path.is_file():
        return [], []
    root = parse_document(path.read_bytes())
    titles, paragraphs = (
        [" ".join("".join(map(str, each.itertext())).split()) for each in root.iterfind(place)]
        for place in (f".//{TEI}titleStmt/{TEI}title", f".//{TEI}body//*")
    )
    return titles, paragraphs


def exclude_withdrawn(portal: Portal, withdrawal: Withdrawal) -> None:
    """Put the ids of all addresses of withdrawn articles on the portal's exclude list."""
    first = withdrawal.articles[0]
    note = " ".join(f"withdrawn {first.day}: {first.reason}".split())
    ids = {canonical_address(url, portal.address) for url in withdrawal.addresses}
    names = sorted({each.id for each in withdrawal.articles} | set(map(article_id, ids)))

    def add(content: bytes | None) -> bytes | None:
        text = "id\treason\n" if content is None else content.decode("utf-8-sig")
        columns = [name.strip() for name in text.partition("\n")[0].split("\t")]
        known = {cell for line in text.splitlines() for cell in line.split("\t")}
        rows = [{"id": name, "reason": note} for name in names if name not in known]
        lines = rows_to_tsv([row.get(column, "") for column in columns] for row in rows)
        return f"{text.rstrip()}\n{lines}".encode() if rows else None

    change_file(portal.path.with_name(f"{portal.path.stem}.exclude.tsv"), add)


def finish_withdrawal(
    portal: Portal, folder: Path, withdrawal: Withdrawal, runtime: Runtime | None = None
) -> Withdrawn:
    """Take the articles out of the corpus; ``portal`` excludes them already.

    Raises CorpusLocked, CorpusMismatch, StoreDamaged, DiskFull, WarcUnreadable.
    """
    runtime = runtime or Runtime()
    ids = tuple(each.id for each in withdrawal.articles)
    check_folder(folder, create=False)
    with closing(Lock(folder)):  # which refuses links
        (folder / PROBLEMS).unlink(missing_ok=True)  # the build writes it again
        for each in ids:  # the last copy of a text, too, which a build keeps
            tei, other = (folder / name for name in (TEI_FOLDER, LAST_COPIES))
            for copy in (*tei.rglob(f"{each}.xml"), *other.glob(f"{each}-*.xml")):
                copy.unlink()
    summary = build(portal, folder, None, runtime)
    masker = TextMasker(
        NO_SECRETS, runs={size: frozenset(each) for size, each in withdrawal.runs.items()}
    )
    files, records = _rewrite_warcs(portal, folder, withdrawal, masker, runtime)
    for name in _DERIVED:
        for file in index_files(name):
            (folder / file).unlink(missing_ok=True)
    forget_judgements(folder, withdrawal.addresses)
    # its numbers are those of another corpus: `curator judge --summary` writes it again
    (folder / RESULT).unlink(missing_ok=True)
    # now, since it may have taken an hour: who harvests asks for what has changed since
    gone = write_utc_second(runtime.clock.now())
    add_tombstones(folder, (replace(each, time=gone) for each in withdrawal.articles))
    (folder / JOURNAL).unlink(missing_ok=True)
    with view_corpus(folder, portal.id) as corpus:
        again = tuple(problem.where for problem in find_withdrawn_again(portal, corpus))
    return Withdrawn(ids, files, records, tuple(sorted(masker.shown)), again, summary)


def _rewrite_warcs(
    portal: Portal, folder: Path, withdrawal: Withdrawal, masker: TextMasker, runtime: Runtime
) -> tuple[int, int]:
    """Return the numbers of files that were written anew, and of records that are not the same."""
    with open_corpus(folder, portal.id, runtime.store_options(), create=False) as corpus:
        names = [name.file for name in warc_files(folder, portal.id)]
        redaction = Redaction(
            withdrawal.choose(portal), frozenset(withdrawal.records), frozenset(withdrawal.leading)
        )
        replaced = replace_files(corpus, names, masker, runtime.progress, redaction)
        corpus.forget_listed_texts(withdrawal.addresses)
    return replaced
