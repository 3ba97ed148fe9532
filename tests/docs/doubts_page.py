"""The page *Every doubt*: every kind with what to do, as the program has it.

It is a page of the site and no file: ``make docs`` asks for it by the ``hooks`` of mkdocs.yml.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from webarticlecurator.base.doubts.doubt_kinds import COSTS, DoubtKind
from webarticlecurator.base.doubts.doubt_table import DOUBT_KINDS, list_kinds
from webarticlecurator.base.model.doubts import PENDING, Doubt, doubt_articles
from webarticlecurator.base.model.verdict import PROBLEM_REASONS

PAGE = "doubts-reference.md"
START = """\
# Every doubt

This page is generated from the program. [What it says, and what you do](what-it-says.md) begins with where you meet doubts.

*What shows it* is the evidence of a doubt. *What takes it back* ends it, without anybody who removes it. *Keys* are those of the portal file that answer it.

`curator new` begins with such a list of what it could not prove, and so does the file that it writes: the
[last table](#about-a-proposed-file). Its exit code is 0, since nothing is lost yet.
"""
TABLE = (
    "| doubt | what it is | what to do | what shows it | what takes it back | keys |\n"
    "|---|---|---|---|---|---|\n"
)
OF_ARTICLES = ("its state, which `curator why` explains", "another state of the articles")
"""What shows and takes back the doubts about articles that are pending, failed or rejected."""
HEADINGS = {
    "articles": "Articles are missing",
    "texts": "Parts of texts are missing or wrong",
    "fields": "Fields are missing or wrong",
    "later": "Nothing is lost yet",
}


def write_page() -> str:
    """Return the page."""
    return START + "".join(_write_tables())


def _write_tables() -> Iterator[str]:
    articles = [
        doubt_articles("failed", "REASON", "", "", 1),
        *(doubt_articles("rejected", reason, "", "", 1) for reason in PROBLEM_REASONS),
        doubt_articles(PENDING, "", "", "", 1),
    ]
    rows: list[Doubt | DoubtKind] = [
        *articles,
        *(kind for kind in DOUBT_KINDS.values() if kind.is_serious),
    ]
    for cost in COSTS:
        yield f"\n## {HEADINGS[cost]}\n\n{TABLE}"
        for row in rows:
            if row.cost == cost:
                yield _write_row(row)
    yield f"\n## About a proposed file\n\n{TABLE}"
    yield from map(_write_row, list_kinds("proposal"))


def _write_row(row: Doubt | DoubtKind) -> str:
    name = row.kind if isinstance(row, Doubt) else row.name
    meaning = row.what if isinstance(row, Doubt) else row.meaning
    cure = row.cure.replace("<", "&lt;")
    proof, refutation = OF_ARTICLES if isinstance(row, Doubt) else (row.proof, row.refutation)
    keys = "" if isinstance(row, Doubt) else ", ".join(f"`{key}`" for key in row.keys)
    return f"| `{name}` | {meaning} | {cure} | {proof} | {refutation} | {keys} |\n"


def on_files(files: Any, config: Any) -> None:
    """Add the page to the files of the site (an event of MkDocs)."""
    # here, since tests read the page without what builds the site
    from mkdocs.structure.files import File

    files.append(File.generated(config, PAGE, content=write_page()))
