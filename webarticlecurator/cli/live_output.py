"""What ``curator check --live`` found, for a person and for a program."""

from __future__ import annotations

from typing import Any

from webarticlecurator.archive import describe_stop
from webarticlecurator.cli.json_words import LIST_WORDS
from webarticlecurator.model.stored_words import to_words
from webarticlecurator.run.preview.live_check import LiveAnswer, LiveArticle, LiveList
from webarticlecurator.tei import plain_lines

BEGINNING = 12
"""Words of a text that are shown."""


def live_lines(found: LiveAnswer) -> list[str]:
    """What would be stored, page by page, and below each page what looks wrong."""
    said = [line for one in found.lists for line in (*_list(one), *_wrong(one.wrong))]
    said += [line for one in found.articles for line in (*_article(one), *_wrong(one.wrong))]
    if not found.articles:
        said.append("no article was looked at, since none was listed")
    said += [f"LOOKS WRONG: {sign}" for sign in found.wrong]
    return [*said, "nothing looks wrong" if found.sound else "something looks wrong"]


def live_json(found: LiveAnswer) -> dict[str, Any]:
    """The value of ``live`` in the answer of ``check --live --json``."""
    return {
        "sound": found.sound,
        "archive_pages": [to_words(one, LIST_WORDS) for one in found.lists],
        "articles": [_article_json(one) for one in found.articles],
        "wrong": list(found.wrong),
    }


def _list(one: LiveList) -> list[str]:
    head = f"archive page of {one.column}: {one.url}"
    if one.status != 200:
        return [head]
    count = len(one.articles)
    said = f"  {count} article{'' if count == 1 else 's'} would be fetched"
    said += f", the first one {one.articles[0]}" if one.articles else ""
    return [head, said, f"  next page: {one.next_page or describe_stop(one.ended)}"]


def _article(one: LiveArticle) -> list[str]:
    head = f"article of {one.column}: {one.url}"
    if one.read is None:
        return (
            [head]
            if one.wrong
            else [head, f"  would be rejected: {one.verdict}, as the portal file says"]
        )
    data = one.read.metadata
    text = _text(one)
    begins = " ".join(text[:BEGINNING]) + (" …" if len(text) > BEGINNING else "")
    return [
        head,
        f"  title: {data.first('title') or '–'}",
        f"  authors: {', '.join(value.value for value in data.all('authors')) or '–'}",
        f"  published: {data.first('published') or '–'}",
        f"  text: {len(text)} words: {begins}",
    ]


def _text(one: LiveArticle) -> list[str]:
    return " ".join(plain_lines(one.read.blocks)).split() if one.read else []


def _wrong(signs: tuple[str, ...]) -> list[str]:
    return [f"  LOOKS WRONG: {sign}" for sign in signs]


def _article_json(one: LiveArticle) -> dict[str, Any]:
    data = one.read.metadata if one.read else None
    return {
        "column": one.column,
        "url": one.url,
        "status": one.status,
        "verdict": one.verdict,
        "title": data.first("title") if data else None,
        "authors": [value.value for value in data.all("authors")] if data else [],
        "published": data.first("published") if data else None,
        "words": len(_text(one)),
        "wrong": list(one.wrong),
    }
