"""What a crawl asks the index for does not grow unnoticed: statements for each article."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from small_portal import article, listing, small_portal

from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.index.index import Index

RULES = """\
archive: {dates: none, url: "BASE/", links: a}
article: {body: {root: article}}
fetch: {delay: 0}
"""
MOST = 35
"""Statements for an article of one page, from its link to its capture."""


def test_an_article_takes_so_many_statements_on_the_index(tmp_path: Path, monkeypatch) -> None:
    asked = Counter[str]()
    for name in ("read", "one", "write"):
        plain = getattr(Index, name)

        def counted(self, sql, values=(), plain=plain):
            asked[sql] += 1
            return plain(self, sql, values)

        monkeypatch.setattr(Index, name, counted)

    def count(folder: str, articles: int) -> int:
        (tmp_path / folder).mkdir()
        paths = [f"/{number}" for number in range(articles)]
        pages = {path: article(f"Text of {path}.") for path in paths}
        with small_portal(tmp_path / folder, {"/": listing(*paths), **pages}) as portal:
            asked.clear()
            summary = portal.crawl(RULES, CrawlOptions(warc_only=True))
        assert summary.stored == articles
        return asked.total()

    each = (count("many", 30) - count("few", 10)) / 20
    assert each <= MOST, asked.most_common(50)
