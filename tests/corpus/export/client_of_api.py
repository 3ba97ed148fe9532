"""Code of a user, in whose own ``mypy --strict`` the interface must be clean: ``make lint`` runs it."""

from __future__ import annotations

from datetime import datetime

from lxml import etree

from webarticlecurator import Article, Corpora, Corpus, Portal, SearchHit, extract


def use_corpus(folder: str, file: str) -> tuple[int, list[str]]:
    """Every method that answers in one line."""
    corpus = Corpus(folder, Portal.load(file))
    hits: list[SearchHit] = corpus.search("mill OR river", where=["words>=1"], limit=3)
    count: int = corpus.export("jsonl", f"{folder}/all.jsonl", columns=["id", "title"])
    rows = len(corpus.to_pandas(columns=["title"])) + len(corpus.to_polars(columns=["title"]))
    several: Corpora = Corpora([corpus], title="All", where=["words>=1"])
    rows += len([each.title for each in several.articles()]) + len(several.search("mill"))
    return count + rows, [hit.match.upper() for hit in hits]


def use_article(html: str) -> tuple[datetime | None, str, etree._Element]:
    """An article of a page, in its forms."""
    article: Article = extract(html, url="https://echo.example/a")
    return article.datetime, str(article) + article.markdown, article.tree
