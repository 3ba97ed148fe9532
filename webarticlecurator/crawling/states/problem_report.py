"""``reports/problems.tsv``: every problem of a corpus, one line each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import filterfalse
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.base.doubts.doubt_table import DOUBT_KINDS, is_serious
from webarticlecurator.base.model.verdict import BUILD_FAILURES, PROBLEM_REASONS
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.table_text import report_line
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.states.other_hosts import list_on_silent_hosts
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.view import CorpusView

if TYPE_CHECKING:
    from webarticlecurator.storage.store.corpus import WritableCorpus

PROBLEMS = "reports/problems.tsv"
"""The file in the corpus folder."""
HEAD = ("serious", "kind", "address", "message")
WRITTEN_NOTE = "reports"
"""Name of the note that says what of the index the file was written from, and which file it is."""


def write_reports(portal: Portal, corpus: WritableCorpus) -> None:
    """Write the file: failed and pending articles, rejections that are problems (such as a missing
    root), other problems and remarks, in a fixed order; commits. A file that would be the same is
    left as it is."""
    path = corpus.folder / PROBLEMS
    if corpus.run_log.get_meta(WRITTEN_NOTE) == _describe_written(portal, corpus, path):
        return
    path.parent.mkdir(exist_ok=True)
    draft = path.with_name("problems.tsv.new")
    with draft.open("w", encoding="utf-8", errors="replace", newline="\n") as out:
        out.writelines(report_line(cells) for cells in (HEAD, *report_rows(portal, corpus)))
    draft.replace(path)
    corpus.run_log.set_meta(WRITTEN_NOTE, _describe_written(portal, corpus, path))
    corpus.commit()


def _describe_written(portal: Portal, corpus: CorpusView, path: Path) -> str:
    """Return what the file at ``path`` follows from, with its size and time of change."""
    kinds = repr(
        (
            *(HEAD, PROBLEM_REASONS, (*filter(is_serious, DOUBT_KINDS),), tuple(BUILD_FAILURES)),
            sorted(portal_hosts(portal).names),
        )
    )
    version = hashlib.sha256(kinds.encode()).hexdigest()[:16]
    status = path.stat() if path.is_file() else None
    file = (status.st_size, status.st_mtime_ns) if status else ()
    return f"{version} {corpus.run_log.count_report_changes()} {file}"


def report_rows(portal: Portal, corpus: CorpusView) -> Iterator[tuple[str, str, str, str]]:
    """Yield the rows of the file: serious (``yes`` or ``no``), kind, address, message. Serious rows
    come first, those of pending articles last."""
    elsewhere = list_on_silent_hosts(portal, corpus)
    yield from _failed_rows(
        "yes", filterfalse({*elsewhere}.__contains__, corpus.frontier.articles("failed"))
    )
    for reason in PROBLEM_REASONS:
        for row in corpus.frontier.with_verdict("rejected", reason):
            yield "yes", reason, row.requested, row.evidence
    kinds = [kind for kind in corpus.run_log.count_problems() if kind not in BUILD_FAILURES]
    for problem in corpus.run_log.problems(list(BUILD_FAILURES)):
        article = corpus.frontier.article(problem.where)
        if article is None or article.state != "failed":  # those of failed articles are above
            yield "yes", problem.kind, problem.where, problem.message
    for serious in (True, False):
        chosen = [kind for kind in kinds if is_serious(kind) is serious]
        for problem in corpus.run_log.problems(chosen):
            yield "yes" if serious else "no", problem.kind, problem.where, problem.message
    yield from _failed_rows("no", elsewhere)
    for row in corpus.frontier.articles("pending"):
        yield "yes", "pending", row.requested, make_message("listed, not requested yet")


def _failed_rows(serious: str, rows: Iterable[ArticleRow]) -> Iterator[tuple[str, str, str, str]]:
    return ((serious, f"failed: {row.reason}", row.requested, row.evidence) for row in rows)
