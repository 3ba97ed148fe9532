"""Numbers of a made-up corpus, and the articles of its bars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from webarticlecurator.base.model.corpus_dimensions import DIMENSIONS
from webarticlecurator.base.model.corpus_numbers import (
    ArticleCount,
    CorpusNumbers,
    Gap,
    ListedArticle,
    VerdictCount,
)
from webarticlecurator.base.model.corpus_run import Run, RunCounts
from webarticlecurator.base.model.doubts import doubt_problems
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.corpus.charts.bar_articles import ArticleLists
from webarticlecurator.corpus.charts.corpus_charts import list_bars
from webarticlecurator.corpus.charts.corpus_html import write_corpus_page

COUNTS = {
    "years": {"2001": 2, "2003": 5, "": 1},
    "months": {"2001-12": 2, "2003-02": 5, "": 1},
    "columns": {"news": 8},
    "sections": {f"Section {number}": 50 - number for number in range(40)} | {"": 2},
    "authors": {"A. Writer": 6, "": 2},
    "languages": {"hu": 8},
    "access": {"free": 3, "": 5},
    "lengths": {"0": 1, "100": 6, "6400": 1},
    "sources": {"title: css": 8, "authors: jsonld": 6, "authors: nothing": 2},
    "stored": {"2024-05": 8},
}


def make_numbers(
    counts: Mapping[str, Mapping[str, int]] = COUNTS,
    gap: str = "",
    message: str = "nothing there",
    runs: tuple[Run, ...] = (),
) -> CorpusNumbers:
    return CorpusNumbers(
        portal="echo",
        articles=8,
        words=8000,
        counts={
            dimension.key: dimension.sort(
                ArticleCount(name, number, 1000 * number)
                for name, number in counts.get(dimension.key, {}).items()
            )
            for dimension in DIMENSIONS
        },
        verdicts=(VerdictCount("rejected", "gone", 4), VerdictCount("tei", "", 8)),
        gaps=(Gap(gap, "2002-01", "2003-01", 13),),
        silent_spans=(),
        same_texts=(3, 2),
        runs=runs,
        doubts=(doubt_problems(Problem("no-links", "column news, span 1", message), 1),),
    )


def make_runs(started: Iterable[str]) -> tuple[Run, ...]:
    """A run for each start, the second with two articles more than the first."""
    return tuple(
        Run(
            number,
            "crawl",
            f"{each}:00Z",
            f"{each}:30Z",
            "done",
            RunCounts(2 * number + 3, 2 * number + 2, 1, 2 * number, 100 * number),
            (each[:10], each[:10]),
        )
        for number, each in enumerate(started, 1)
    )


def make_article(number: int, title: str = "", url: str = "") -> ListedArticle:
    return ListedArticle(
        f"a{number}",
        "2003-02-01",
        title or f"Title {number}",
        url or f"https://echo.example/{number}",
        f"tei/2003/02/a{number}.xml",
    )


def make_page(numbers: CorpusNumbers, article: ListedArticle, config: str = "echo.yaml") -> str:
    """The page, with one article in the list of each bar."""
    lists = ArticleLists(dict.fromkeys(list_bars(numbers), (article,)), config)
    return b"".join(write_corpus_page(numbers, lists)).decode("utf-8")
