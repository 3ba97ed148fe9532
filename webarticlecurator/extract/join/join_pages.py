"""The pages of one article, in reading order → one list of blocks.

Nothing is taken away: where a portal repeats the title or the lead on every page, or the same
comments below every page, a drop rule with ``when`` says so, not this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webarticlecurator.extract.body.inner_links import rename_anchors
from webarticlecurator.extract.body.word_account import sum_accounts
from webarticlecurator.model.article import PageExtract, TextAccount
from webarticlecurator.model.blocks import Node
from webarticlecurator.model.verdict import Problem


@dataclass(frozen=True)
class MissingPage:
    """A page of the article that was not captured; ``url`` is its address, empty if nobody knows
    it."""

    url: str = ""


@dataclass(frozen=True)
class JoinedPages:
    """All pages as one: ``blocks`` are children of a ``body`` Node."""

    blocks: tuple[Node, ...]
    account: TextAccount
    problems: tuple[Problem, ...] = ()


def join_pages(pages: Sequence[PageExtract | MissingPage]) -> JoinedPages:
    """Blocks of all pages: a ``page-break`` with number and address before every page but the
    first, a ``gap`` where a page is missing (the numbers go on; without the first page nobody knows
    them), the comments of all pages in one block at the end."""
    blocks: list[Node] = []
    comments: list[tuple[int, Node]] = []
    places: set[str] = set()
    counted = not isinstance(pages[0], MissingPage) if pages else True
    for number, page in enumerate(pages, 1):
        if isinstance(page, MissingPage):
            blocks.append(_node("gap", reason="page-not-captured", target=page.url))
            continue
        if number > 1:
            blocks.append(_node("page-break", n=str(number) if counted else "", target=page.url))
        own = rename_anchors(page.blocks, number, places) if len(pages) > 1 else page.blocks
        blocks.extend(b for b in own if b.name != "comments")
        comments.extend((number, c) for b in own if b.name == "comments" for c in b.nodes)
    captured = [p for p in pages if isinstance(p, PageExtract)]
    problems = tuple(problem for page in captured for problem in page.problems)
    return JoinedPages(
        (*blocks, *_comments(comments)), sum_accounts(p.account for p in captured), problems
    )


def _node(name: str, **attributes: str) -> Node:
    return Node(name, (), tuple(sorted((k, v) for k, v in attributes.items() if v)))


def _comments(found: list[tuple[int, Node]]) -> tuple[Node, ...]:
    """One block; an id that an earlier page has used gets the number of its page, in the answers to
    it too."""
    if not found:
        return ()
    used: set[str] = set()
    renamed: dict[tuple[int, str], str] = {}
    for number, child in found:
        own = child.get("id")
        if own is not None:
            new = own if own not in used else f"page-{number}-{own}"
            used.add(new)
            renamed[number, own] = new
    return (
        Node(
            "comments",
            tuple(
                _readdressed(number, child, i == 0, renamed)
                for i, (number, child) in enumerate(found)
            ),
        ),
    )


def _readdressed(
    number: int, child: Node, first: bool, renamed: dict[tuple[int, str], str]
) -> Node:
    if child.name == "heading" and not first:
        return Node("paragraph", child.children)
    attributes = (
        (k, renamed.get((number, v), v) if k in ("id", "reply-to") else v)
        for k, v in child.attributes
    )
    return Node(child.name, child.children, tuple(attributes))
