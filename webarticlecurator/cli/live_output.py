"""The output of ``curator check --live``, as lines for a person and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webarticlecurator.archive import describe_stop
from webarticlecurator.cli.json_words import LIST_WORDS
from webarticlecurator.model.stored_words import to_words
from webarticlecurator.tei import plain_lines

if TYPE_CHECKING:
    from webarticlecurator.run.preview.live_articles import LiveArticle
    from webarticlecurator.run.preview.live_check import LiveAnswer
    from webarticlecurator.run.preview.live_lists import LiveList

SHOWN_WORDS = 12
"""Words shown from the beginning of a text."""


def live_lines(answer: LiveAnswer) -> list[str]:
    """Return what would be stored, page by page, and below each page what looks wrong."""
    lines = []
    for page in answer.lists:
        lines += [*_list_lines(page), *_warning_lines(page.wrong)]
    for article in answer.articles:
        lines += [*_article_lines(article), *_warning_lines(article.wrong)]
        lines += [f"  remark: {remark}" for remark in article.remarks]
    if not answer.articles:
        lines.append("no article was tried, since none was listed")
    lines += [f"LOOKS WRONG: {sign}" for sign in answer.wrong]
    return [*lines, "nothing looks wrong" if answer.ok else "something looks wrong"]


def live_json(answer: LiveAnswer) -> dict[str, Any]:
    """Return the value of ``live`` in the answer of ``check --live --json``."""
    return {
        "sound": answer.ok,
        "archive_pages": [to_words(page, LIST_WORDS) for page in answer.lists],
        "articles": [_article_json(article) for article in answer.articles],
        "wrong": list(answer.wrong),
    }


def _list_lines(page: LiveList) -> list[str]:
    heading = f"archive page of {page.column}: {page.url}"
    if page.status != 200:
        return [heading]
    count = len(page.articles)
    listed = f"  {count} article{'' if count == 1 else 's'} would be fetched"
    listed += f", the first one {page.articles[0]}" if page.articles else ""
    return [heading, listed, f"  next page: {page.next_page or describe_stop(page.ended)}"]


def _article_lines(article: LiveArticle) -> list[str]:
    heading = f"article of {article.column}: {article.url}"
    if article.read is None and article.wrong:
        return [heading]
    if article.read is None:
        return [heading, f"  would be rejected: {article.verdict}, as the portal file says"]
    metadata = article.read.metadata
    words = _text_words(article)
    excerpt = " ".join(words[:SHOWN_WORDS]) + (" …" if len(words) > SHOWN_WORDS else "")
    return [
        heading,
        f"  title: {metadata.first('title') or '–'}",
        f"  authors: {', '.join(metadata.texts('authors')) or '–'}",
        f"  published: {metadata.first('published') or '–'}",
        f"  text: {len(words)} words: {excerpt}",
    ]


def _text_words(article: LiveArticle) -> list[str]:
    return " ".join(plain_lines(article.read.blocks)).split() if article.read else []


def _warning_lines(signs: tuple[str, ...]) -> list[str]:
    return [f"  LOOKS WRONG: {sign}" for sign in signs]


def _article_json(article: LiveArticle) -> dict[str, Any]:
    metadata = article.read.metadata if article.read else None
    return {
        "column": article.column,
        "url": article.url,
        "status": article.status,
        "verdict": article.verdict,
        "title": metadata.first("title") if metadata else None,
        "authors": metadata.texts("authors") if metadata else [],
        "published": metadata.first("published") if metadata else None,
        "words": len(_text_words(article)),
        "wrong": list(article.wrong),
        "remarks": list(article.remarks),
    }
