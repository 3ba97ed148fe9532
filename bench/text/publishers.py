"""How well the shipped portal files of news publishers read their articles, on pages with reviewed
answers (the Fundus pages).

usage: python -m bench.text.publishers [SHARED] [--pages] [--cjk] [--only NAME …]

Reads the pages of SHARED/cases/fundus (default ../shared) whose publisher has a file in
site_configs/ (its name in lower case), each by that file's rules, and scores them by
SHARED/tools/score_fundus.py: one line per portal, with the lines of rules below its ``article:``.
The text is lead, headings, paragraphs, quotes and lists. ``--pages`` adds a line per page,
``--cjk`` compares Chinese and Japanese character by character instead of clause by clause.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

from bench.shared.options import parser_with_shared
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.model.article import Article, Rejected
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.one_article import extract
from webarticlecurator.tei.documents.plain_text import plain_lines

Row = dict[str, Any]
LINE = "{:24}{:>6}{:>6}{:>8}{:>8}{:>8}{:>8}{:>9}"


@dataclass(frozen=True)
class Score:
    """One page against its gold: body F1, title and time exact, authors F1 (None where the gold has
    no author)."""

    id: str
    f1: float
    title: bool
    date: bool
    authors: float | None


@dataclass(frozen=True)
class Answers:
    """The pages with their gold, per publisher's portal id; and the scorer."""

    folder: Path
    rows: dict[str, list[Row]]
    scorer: ModuleType


def answers(shared: Path) -> Answers:
    """The gold pages whose publisher has a portal file, by the id of the portal."""
    folder = shared / "cases" / "fundus"
    rows: dict[str, list[Row]] = {}
    for line in (folder / "pages.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if portal_file(row["publisher"].lower()).is_file():
            rows.setdefault(row["publisher"].lower(), []).append(row)
    return Answers(folder, dict(sorted(rows.items())), load_scorer(shared))


def portal_file(name: str) -> Path:
    return data_folder("site_configs") / f"{name}.yaml"


def load_scorer(shared: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "score_fundus", shared / "tools" / "score_fundus.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read(portal: Portal, row: Row, folder: Path) -> Article | Rejected:
    """One page by the rules of ``portal``."""
    content = gzip.decompress((folder / row["html_file"]).read_bytes())
    captured = date.fromisoformat(row["crawl_date"][:10])
    return extract(portal, row["url"], content, "text/html; charset=utf-8", captured)


def predict(portal: Portal, row: Row, folder: Path) -> Row:
    """What curator reads, as the scorer wants it; a page that it takes for no article gives
    nothing."""
    found = read(portal, row, folder)
    if isinstance(found, Rejected):
        return {"id": row["id"]}
    return {
        "id": row["id"],
        "title": found.metadata.first("title"),
        "authors": [value.value for value in found.metadata.all("authors")],
        "date": found.metadata.first("published"),
        "text": "\n".join(plain_lines(found.blocks)),
    }


def score(known: Answers, name: str, cjk: bool = False) -> list[Score]:
    """The pages of one publisher, scored."""
    portal = load_portal(portal_file(name))
    words = known.scorer.CJK if cjk else known.scorer.WORD
    found = [
        known.scorer.score_page(row, predict(portal, row, known.folder), words)
        for row in known.rows[name]
    ]
    return [Score(m["id"], m["f1"], m["title"], m["ts"], m.get("authors")) for m in found]


def rule_lines(path: Path) -> int:
    """The lines below ``article:`` that are neither empty nor comments alone."""
    below = path.read_text(encoding="utf-8").partition("\narticle:")[2].split("\n")[1:]
    end = next((n for n, line in enumerate(below) if line[:1] not in ("", " ", "#")), len(below))
    return sum(1 for line in below[:end] if line.strip() and not line.lstrip().startswith("#"))


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 1.0


def row_of(name: str, scores: Sequence[Score], count: str) -> str:
    bodies = [s.f1 for s in scores]
    authors = [s.authors for s in scores if s.authors is not None]
    means = (
        mean(bodies),
        min(bodies),
        mean([s.title for s in scores]),
        mean([s.date for s in scores]),
    )
    shown = [f"{value:.3f}" for value in means]
    return LINE.format(name, len(scores), count, *shown, f"{mean(authors):.3f}" if authors else "–")


def main() -> None:
    options = parser_with_shared(__doc__)
    options.add_argument("--pages", action="store_true", help="one line for each page, too")
    options.add_argument(
        "--cjk", action="store_true", help="compare Chinese and Japanese character by character"
    )
    options.add_argument("--only", nargs="+", help="these portals alone")
    given = options.parse_args()
    known = answers(given.shared)
    everything: list[Score] = []
    print(LINE.format("portal", "pages", "rules", "body F1", "worst", "title", "date", "authors"))
    for name in given.only or known.rows:
        scores = score(known, name, given.cjk)
        print(row_of(name, scores, str(rule_lines(portal_file(name)))), flush=True)
        for page in scores if given.pages else ():
            print(row_of(f"  {page.id}", [page], ""))
        everything += scores
    if everything:
        print(row_of("all", everything, ""))


if __name__ == "__main__":
    main()
