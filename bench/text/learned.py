"""What `curator learn` is worth: the text of articles read by learned rules and without rules,
against a reference.

    python -m bench.text.learned [SHARED] [--demo CORPUS] [--pages] [--rules]

Three sets, each learned from its own pages, without a look at the reference:

- the demo portal (``--demo``: a corpus that ``curator demo`` made; without it one is made in a
temporary folder), against the
  text by the portal file of the demo;
- the portals of SHARED/cases/wac whose shipped file says where the text is, against the text by
that file (of the other portals
  there, no file does);
- the publishers of SHARED/cases/fundus with at least three pages, against the reviewed text; beside
it, what their shipped file gives.

Figures are means over articles of the F1 of words (as multisets). Text is lead, headings,
paragraphs, quotes and lists. ``changed``: articles whose text learning changes. ``--pages`` adds
these one by one; ``--rules`` prints what was learned.
"""

from __future__ import annotations

import gzip
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from webarticlecurator.examples.server import DemoServer

from bench.shared.options import parser_with_shared
from bench.speed.build import Sample, from_demo, from_warc
from bench.text.publishers import load_scorer, portal_file
from bench.training.metadata_pages import portals
from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.model.article import PageExtract
from webarticlecurator.base.portal.article_rules import ArticleRules, BodyRules, TagRow
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import LearnedRules
from webarticlecurator.corpus.stored_pages.article_survey import sampling_key
from webarticlecurator.crawling.captures.article_versions import read_versions
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.text_rules.block_drops import make_drop_rule
from webarticlecurator.proposing.text_rules.learning import (
    MAX_PAGES,
    gather_articles,
    learn_body,
    summarize_stored_page,
)
from webarticlecurator.tei.documents.plain_text import plain_lines

WAC = ("p24", "p24_rangado", "hvg", "p444", "valasz")
LINE = "{:28}{:>9}{:>9}{:>9}{:>9}{:>9}  {}"


@dataclass(frozen=True)
class Compared:
    """One article: F1 of its text without rules, by learned ones, and by hand-written ones (None
    where these are the reference or there are none)."""

    url: str
    without: float
    learned: float
    by_hand: float | None = None


@dataclass(frozen=True)
class Result:
    name: str
    rules: LearnedRules
    articles: Sequence[Compared]


def bare(portal: Portal) -> Portal:
    """The portal without a word on where the text of its articles is and what its tags mean."""
    layouts = tuple(replace(layout, rules=_bare(layout.rules)) for layout in portal.layouts)
    return replace(portal, article=_bare(portal.article), layouts=layouts)


def _bare(rules: ArticleRules) -> ArticleRules:
    return replace(rules, body=BodyRules())


def taught(portal: Portal, found: LearnedRules) -> Portal:
    """A bare portal with learned rules, as its file of learned rules would give them."""
    body = BodyRules(
        root=tuple(Rule("css", root.rule) for root in found.roots),
        drop=tuple(map(make_drop_rule, found.drops)),
        tags=tuple(TagRow(lead.rule, "lead") for lead in found.leads),
        guess=bool(found.roots),
    )
    layouts = tuple(
        replace(layout, rules=replace(layout.rules, body=body)) for layout in portal.layouts
    )
    return replace(portal, article=replace(portal.article, body=body), layouts=layouts)


def f1(text: str, reference: str) -> float:
    ours, theirs = Counter(text.split()), Counter(reference.split())
    total = sum(ours.values()) + sum(theirs.values())
    return 2 * sum((ours & theirs).values()) / total if total else 1.0


def of_sample(sample: Sample) -> Result:
    """Stored articles, against their text by the portal file."""
    portal = sample.jobs[0][0]
    plain = bare(portal)
    found = learn_body(gather_articles(plain, _read_pages(plain, sample)))
    learned = taught(plain, found)
    compared = [
        Compared(
            task.canonical,
            f1(_text(plain, sample, task), own),
            f1(_text(learned, sample, task), own),
        )
        for _, task in sample.jobs
        if (own := _text(portal, sample, task))
    ]
    return Result(sample.name, found, compared)


def _read_pages(plain: Portal, sample: Sample) -> list[Page]:
    tasks = sorted((task for _, task in sample.jobs), key=lambda task: sampling_key(task.canonical))
    read = (summarize_stored_page(plain, sample.source, task) for task in tasks[:MAX_PAGES])
    return [each.page for each in read if each is not None and each.page is not None]


def _text(portal: Portal, sample: Sample, task: Task) -> str:
    article = read_versions(portal, sample.source, task).text.article
    return "\n".join(plain_lines(article.blocks)) if article is not None else ""


def fundus(shared: Path) -> Iterator[Result]:
    cases, scorer = shared / "cases" / "fundus", load_scorer(shared)
    rows = [
        json.loads(line)
        for line in (cases / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    counts = Counter(row["publisher"] for row in rows)
    made: dict[tuple[str, str], Portal] = {}
    for name in sorted(name for name, count in counts.items() if count > 2):
        own = [row for row in rows if row["publisher"] == name]
        with tempfile.TemporaryDirectory() as folder:
            plain = portals(Path(folder), own[0], made)
        pages = sorted(
            ((_page(cases, row), row) for row in own), key=lambda pair: sampling_key(pair[0].url)
        )
        found = learn_body(gather_articles(plain, [page for page, _ in pages]))
        learned = taught(plain, found)
        hand = (
            load_portal(portal_file(name.lower())) if portal_file(name.lower()).is_file() else None
        )
        yield Result(
            name,
            found,
            [_scored(scorer, (plain, learned, hand), _page(cases, row), row) for row in own],
        )


def _page(cases: Path, row: dict[str, str]) -> Page:
    content = gzip.decompress((cases / row["html_file"]).read_bytes())
    return read_page(
        row["url"],
        content,
        "text/html; charset=utf-8",
        captured=date.fromisoformat(row["crawl_date"][:10]),
    )


def _scored(scorer, ways: tuple[Portal, Portal, Portal | None], page: Page, row) -> Compared:  # type: ignore[no-untyped-def]
    scores = []
    for portal in ways:
        read = read_article_page(portal, page) if portal else None
        text = "\n".join(plain_lines(read.blocks)) if isinstance(read, PageExtract) else ""
        scores.append(
            scorer.score_page(row, {"id": row["id"], "text": text})["f1"] if portal else None
        )
    return Compared(page.url, *scores)


def show(result: Result, pages: bool, rules: bool) -> None:
    said = ", ".join(root.rule for root in result.rules.roots) or "nothing learned"
    print(
        row_of(result.name, result.articles, f"{said}; {len(result.rules.drops)} drops"), flush=True
    )
    for article in result.articles if pages else ():
        if abs(article.without - article.learned) > 0.0005:
            print(row_of(f"  {article.url[-26:]}", [article]))
    for line in (*result.rules.roots, *result.rules.drops, *result.rules.leads) if rules else ():
        print(f"    {line.rule} {line.text or ''}: {line.evidence}")


def row_of(name: str, articles: Sequence[Compared], said: str = "") -> str:
    changed = sum(abs(a.without - a.learned) > 0.0005 for a in articles)
    hands = [a.by_hand for a in articles if a.by_hand is not None]
    figures = [
        f"{mean([a.without for a in articles]):.4f}",
        f"{mean([a.learned for a in articles]):.4f}",
    ]
    return LINE.format(
        name, len(articles), changed, *figures, f"{mean(hands):.4f}" if hands else "–", said
    )


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 1.0


def demo(given: Path | None) -> Result:
    if given is not None:
        return of_sample(from_demo(given))
    with tempfile.TemporaryDirectory() as folder, DemoServer() as server:
        crawl(
            load_portal(data_folder("examples") / "demo.yaml"),
            Path(folder),
            CrawlOptions(proxy=server.proxy),
        )
        return of_sample(from_demo(Path(folder)))


def results(shared: Path, corpus: Path | None) -> Iterator[Sequence[Result]]:
    yield [demo(corpus)]
    if (shared / "cases").is_dir():
        yield [of_sample(from_warc(shared / "cases", name)) for name in WAC]
        yield list(fundus(shared))


def main() -> None:
    options = parser_with_shared(__doc__)
    options.add_argument("--demo", type=Path)
    options.add_argument("--pages", action="store_true")
    options.add_argument("--rules", action="store_true")
    given = options.parse_args()
    print(LINE.format("portal", "articles", "changed", "without", "learned", "by hand", "roots"))
    means = []
    for group in results(given.shared, given.demo):
        for result in group:
            show(result, given.pages, given.rules)
            means.append(result)
    everything = [article for result in means for article in result.articles]
    print(row_of("all articles", everything))
    for key in ("without", "learned"):
        print(
            f"mean of portals, {key}: {mean([mean([getattr(a, key) for a in r.articles]) for r in means]):.4f}"
        )


if __name__ == "__main__":
    main()
