"""``reports/problems.tsv``: every problem of a corpus, one line each."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.model.table_text import report_line
from webarticlecurator.model.verdict import BUILD_FAILURES, PROBLEM_REASONS, SERIOUS
from webarticlecurator.store import CorpusView, WritableCorpus

HEAD = ("serious", "kind", "address", "message")


def write_reports(corpus: WritableCorpus) -> None:
    """Write the file: failed and pending articles, rejections that are problems (such as a missing
    root), other problems and remarks, in a fixed order."""
    folder = corpus.folder / "reports"
    folder.mkdir(exist_ok=True)
    draft = folder / "problems.tsv.new"
    with draft.open("w", encoding="utf-8", errors="replace", newline="\n") as out:
        out.writelines(report_line(cells) for cells in (HEAD, *report_rows(corpus)))
    draft.replace(folder / "problems.tsv")


def report_rows(corpus: CorpusView) -> Iterator[tuple[str, str, str, str]]:
    """Yield the rows of the file: serious (``yes`` or ``no``), kind, address, message. Serious rows
    come first, those of pending articles last."""
    for row in corpus.frontier.articles("failed"):
        yield "yes", f"failed: {row.reason}", row.requested, row.evidence
    for reason in PROBLEM_REASONS:
        for row in corpus.frontier.rejected_for(reason):
            yield "yes", reason, row.requested, row.evidence
    # the others are rows of failed articles
    problems = [
        problem for problem in corpus.run_log.problems() if problem.kind not in BUILD_FAILURES
    ]
    for serious in (True, False):
        for problem in problems:
            if (problem.kind in SERIOUS) is serious:
                yield "yes" if serious else "no", problem.kind, problem.where, problem.message
    for row in corpus.frontier.articles("pending"):
        yield "yes", "pending", row.requested, "listed, not requested yet"
