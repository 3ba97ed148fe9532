"""Join the pages of one article, in reading order, into one list of blocks.

The join removes nothing. Where a portal repeats the title, the lead or the comments on every
page, the portal file needs a drop rule with ``when``.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.articles.blocks.comment_threads import join_comments
from webarticlecurator.articles.blocks.inner_links import rename_anchors
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import PageExtract, TextAccount
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.pages.page.word_account import sum_accounts


@dataclass(frozen=True)
class MissingPage:
    """A page of the article that was not captured; ``url`` is empty if its address is unknown."""

    url: str = ""


@dataclass(frozen=True)
class JoinedPages:
    """All pages as one; ``blocks`` are the children of a ``body`` Node."""

    blocks: tuple[Node, ...]
    account: TextAccount
    problems: tuple[Problem, ...] = ()


def join_pages(pages: Sequence[PageExtract | MissingPage]) -> JoinedPages:
    """Return the blocks of all pages, with the comments of all pages in one block at the end.

    Every page but the first begins with a ``page-break`` that holds its number and address; a
    missing page leaves a ``gap``, and the numbering counts it. Without the first page the
    page-breaks have no number, since it is unknown how many pages are missing. A part that a page
    loads apart follows without one.
    """
    blocks: list[Node] = []
    comments: list[tuple[str, Node]] = []
    used_anchors: set[str] = set()
    is_numbered = not pages or not isinstance(pages[0], MissingPage)
    for number, page in enumerate(pages, 1):
        if isinstance(page, MissingPage):
            blocks.append(_make_node("gap", reason="page-not-captured", target=page.url))
            continue

        if number > 1 and not page.is_part:
            n = str(number) if is_numbered else ""
            blocks.append(_make_node("page-break", n=n, target=page.url))
        own = page.blocks
        if len(pages) > 1:
            own = rename_anchors(own, number, used_anchors)
        blocks.extend(block for block in own if block.name != "comments")
        comments.extend(
            (f"page-{number}", child)
            for block in own
            if block.name == "comments"
            for child in block.nodes
        )

    captured = [page for page in pages if isinstance(page, PageExtract)]
    return JoinedPages(
        (*blocks, *join_comments(comments)),
        sum_accounts(page.account for page in captured),
        tuple(problem for page in captured for problem in page.problems),
    )


def _make_node(name: str, **attributes: str) -> Node:
    return Node(name, (), tuple(sorted((k, v) for k, v in attributes.items() if v)))
