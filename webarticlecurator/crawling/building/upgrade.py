"""An upgrade is shown before it is written: what a new output version changes in the TEI that is
there, by kind, with examples, and as a table of all in ``reports/``.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path

from webarticlecurator.base.errors import CuratorError, UsageError
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.table_text import report_line, restore_cell
from webarticlecurator.base.text.translation import (
    Message,
    as_message,
    join_messages,
    make_message,
)
from webarticlecurator.crawling.building.older_tei import keep_older, read_older
from webarticlecurator.crawling.captures.tei_drafts import TeiDraft, find_drafts_folder
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.index.disk import convert_os_errors, digest_of
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.tei_verification import FOLDER
from webarticlecurator.tei.documents.output_changes import (
    HEADER,
    NO_TEI,
    OTHER_CAUSES,
    PARTS,
    DocumentChange,
    find_output_changes,
)
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION

TABLE = f"reports/upgrade-{OUTPUT_VERSION}.tsv"
"""The file in the corpus folder: what the upgrade to this output version changes."""
HEAD = ("address", "change", "part", "before", "after", "output_version_before")
EXAMPLES = 3
_SHOWN, _LONGEST = 120, 10_000
"""Characters of a value in an example, and in the table, at most."""
_FILES_PER_RECORD = 10_000


def read_upgrade(folder: Path, url: str) -> Iterator[dict[str, str]]:
    """Yield the rows of the table of the corpus in ``folder`` about an article, or about any
    ("all"), by the names of HEAD. Raises UsageError without a table."""
    table = folder / TABLE
    if not table.is_file():
        raise UsageError(
            make_message("no upgrade has changed TEI of this corpus: no file {file}", file=table),
            "`curator build` writes it when a new output version changes TEI.",
        )
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            if url in ("all", row["address"]):
                yield {name: restore_cell(cell) for name, cell in row.items()}


def describe_difference(row: Mapping[str, str], longest: int = _LONGEST) -> Message:
    """Return a row of the table as a line; without its values if they are empty, each of which has
    at most ``longest`` characters."""
    values = [shorten(row[name], longest) for name in ("before", "after")]
    shown = [" | ".join(values)] if any(values) else []
    return join_messages(": ", (row["address"], row["change"], *shown))


class Upgrade:
    """What a build changes in TEI of an older output version; ``build_doubts.TakenTei`` counts with
    it. Of the articles ``compared``, ``changed`` say something else.

    The rows of the table, and the digests of what is replaced, are written to drafts beside those
    of the documents, while they are found.
    """

    def __init__(self, corpus: WritableCorpus) -> None:
        self._corpus = corpus
        self._drafts = find_drafts_folder(corpus.folder)
        self._rows = self._drafts / "upgrade.tsv"
        self._digests = self._drafts / "upgrade.sha256"
        self._kinds: Counter[str] = Counter()
        self._sentences: dict[Message, Message] = {}
        self._examples: list[tuple[int, Message]] = []
        self._versions: set[int] = set()
        self.changed = self.compared = 0

    def compare(self, row: ArticleRow, draft: TeiDraft | None, reason: str = "") -> bool:
        """Compare the TEI of an article, if it is older, with the draft of what takes its place, or
        note the ``reason`` why nothing does. Return True if it is older and kept."""
        older = read_older(self._corpus, row)
        if older is None:
            return False
        version, content = older
        self.compared += 1
        self._versions.add(version)
        _append(self._digests, [f"{digest_of(content)}  {FOLDER}/{row.tei}\n"])
        changes = self._find_changes(content, draft, reason)
        self.changed += bool(changes)
        rows = [self._make_row(row.canonical, change, version) for change in changes]
        _append(self._rows, (report_line(each.values()) for each in rows))
        for kind, found in {each["change"]: each for each in rows}.items():
            if self._kinds[kind] < EXAMPLES and found["part"] not in OTHER_CAUSES:
                self._examples.append((self._kinds[kind], describe_difference(found, _SHOWN)))
            self._kinds[kind] += 1
        return self._corpus.build_queue.keeps_older

    def _find_changes(
        self, content: bytes, draft: TeiDraft | None, reason: str
    ) -> Sequence[DocumentChange]:
        if draft is None:
            return [DocumentChange(NO_TEI, after=reason)]
        # imported here: it reads TEI, which most runs do not
        from webarticlecurator.tei.documents.documents_compared import compare_documents

        try:
            return compare_documents(content, (self._drafts / draft.name).read_bytes())
        except CuratorError as error:  # the old file is damaged
            return [DocumentChange(HEADER, str(error))]

    def _make_row(self, url: str, change: DocumentChange, version: int) -> dict[str, str]:
        found = find_output_changes(change.part, version)
        self._sentences.update({as_message(row.name): as_message(row.sentence) for row in found})
        kind = join_messages(
            " / ", [as_message(row.name) for row in found] or [PARTS.get(change.part, change.part)]
        )
        before, after = (shorten(text, _LONGEST) for text in (change.before, change.after))
        return dict(zip(HEAD, (url, kind, change.part, before, after, str(version)), strict=True))

    def settle(self, progress: Progress, key: str) -> None:
        """Show what changes, and ask whether to write it if somebody is there. Then record what a
        build with ``key`` replaces, or keep it; commits. Raises DiskFull, StoreDamaged."""
        keeps_older = self._corpus.build_queue.keeps_older
        if self.changed:
            self._write_table()
            for line in self._describe():
                progress.show_message(line)
        if self.changed and not keeps_older:
            answer = progress.ask(
                make_message("Write the new TEI? (no: only that of new articles)")
            )
            keeps_older = answer is False
            if answer is None:
                progress.show_message(
                    "nobody is asked here: the new TEI is written (--keep-old keeps what there is)"
                )
        if keeps_older:
            keep_older(self._corpus, key)
        elif self.compared:
            self._record()

    def _describe(self) -> Iterator[Message]:
        """Yield what changes, by kind; what the program does since; and examples of as many kinds
        as possible."""
        counts = (join_messages(": ", (kind, str(number))) for kind, number in self._kinds.items())
        yield make_message(
            "output version {version} of the program changes {number} of {of} articles in TEI:"
            " {kinds} ({table} lists all of them)",
            version=OUTPUT_VERSION,
            number=self.changed,
            of=self.compared,
            kinds=join_messages("; ", counts),
            table=TABLE,
        )
        for name, sentence in self._sentences.items():
            yield join_messages("", ("  ", name, ": ", sentence))
        for _, example in sorted(self._examples, key=lambda each: each[0])[:EXAMPLES]:
            yield join_messages("", ("  ", example))

    def _write_table(self) -> None:
        """Write the table: behind what it has of articles that are not built now, which an earlier
        build has replaced or kept."""
        table = self._corpus.folder / TABLE
        draft = table.with_name(f"{table.name}.new")
        with convert_os_errors(table):
            table.parent.mkdir(exist_ok=True)
            draft.unlink(missing_ok=True)
            others = self._read_other_rows(table) if table.is_file() else ()
            with self._rows.open(encoding="utf-8", newline="\n") as rows:
                _append(draft, chain([report_line(HEAD)], others, rows))
            draft.replace(table)

    def _read_other_rows(self, table: Path) -> Iterator[str]:
        with table.open(encoding="utf-8", newline="\n") as lines:
            for line in islice(lines, 1, None):
                row = self._corpus.frontier.article(line.partition("\t")[0])
                if (
                    row is None
                    or self._corpus.build_queue.is_kept(row)
                    or read_older(self._corpus, row) is None
                ):
                    yield line

    def _record(self) -> None:
        """Store which TEI files are replaced in a WARC file."""
        versions = ",".join(map(str, sorted(self._versions)))
        with convert_os_errors(self._digests), self._digests.open("rb") as lines:
            while files := [*islice(lines, _FILES_PER_RECORD)]:
                block = b"".join(files)
                state = f"{OUTPUT_VERSION} {versions} {len(files)} sha256:{digest_of(block)}"
                self._corpus.record_tei_state(f"{state} webarticlecurator {__version__}", block)
        self._corpus.commit()


def _append(path: Path, lines: Iterable[str]) -> None:
    with (
        convert_os_errors(path.parent),
        path.open("a", encoding="utf-8", errors="replace", newline="\n") as out,
    ):
        out.writelines(lines)
