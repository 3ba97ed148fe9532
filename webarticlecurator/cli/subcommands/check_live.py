"""The output of ``curator check --live``, as lines for a person and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webarticlecurator.base.text.translation import as_message, translate, translate_count

if TYPE_CHECKING:
    from webarticlecurator.proposing.trial.live_articles import LiveArticle
    from webarticlecurator.proposing.trial.live_check import LiveAnswer
    from webarticlecurator.proposing.trial.live_lists import LiveList

SHOWN_WORDS = 12
"""Words shown from the beginning of a text."""


def live_lines(answer: LiveAnswer) -> list[str]:
    """Return what would be stored, page by page, and below each page what looks wrong."""
    lines = []
    for page in answer.lists:
        lines += [*_list_lines(page), *(f"  {_looks_wrong(sign)}" for sign in page.wrong)]
    for article in answer.articles:
        lines += [*_article_lines(article), *(f"  {_looks_wrong(sign)}" for sign in article.wrong)]
        lines += ["  " + translate("remark: {line}", line=remark) for remark in article.remarks]
    if not answer.articles:
        lines.append(translate("no article was tried, because the pages listed none"))
    lines += map(_looks_wrong, answer.wrong)
    end = translate("nothing looks wrong") if answer.ok else translate("something looks wrong")
    return [*lines, end]


def _looks_wrong(sign: str) -> str:
    return translate("LOOKS WRONG: {sign}", sign=as_message(sign))


def _list_lines(page: LiveList) -> list[str]:
    from webarticlecurator.crawling.archive.stop_reasons import describe_stop

    heading = translate("archive page of {column}: {url}", column=page.column, url=page.url)
    if page.status != 200:
        return [heading]
    listed = translate_count(
        "{number} article would be fetched",
        "{number} articles would be fetched",
        len(page.articles),
    )
    if page.articles:
        listed += translate(", the first one {url}", url=page.articles[0])
    return [
        heading,
        f"  {listed}",
        "  " + translate("next page: {page}", page=page.next_page or describe_stop(page.ended)),
    ]


def _article_lines(article: LiveArticle) -> list[str]:
    heading = translate("article of {column}: {url}", column=article.column, url=article.url)
    if article.read is None and article.wrong:
        return [heading]
    if article.read is None:
        rejected = translate(
            "would be rejected: {reason}, as the portal file says", reason=article.verdict
        )
        return [heading, f"  {rejected}"]
    metadata = article.read.metadata
    words = _text_words(article)
    excerpt = " ".join(words[:SHOWN_WORDS]) + (" …" if len(words) > SHOWN_WORDS else "")
    return [
        heading,
        f"  {translate('title')}: {metadata.first('title') or '–'}",
        f"  {translate('authors')}: {', '.join(metadata.texts('authors')) or '–'}",
        f"  {translate('published')}: {metadata.first('published') or '–'}",
        "  " + translate("text: {number} words: {excerpt}", number=len(words), excerpt=excerpt),
    ]


def _text_words(article: LiveArticle) -> list[str]:
    from webarticlecurator.tei.documents.plain_text import plain_lines

    return " ".join(plain_lines(article.read.blocks)).split() if article.read else []


def describe_checked_article(article: LiveArticle) -> dict[str, Any]:
    """Return what ``check --live --json`` says of an article."""
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
