"""Short lines in the text of an article that may be no text: those that other articles have, too,
and links to other articles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from webarticlecurator.base.model.article import Article
from webarticlecurator.base.model.article_shape import ShortLine
from webarticlecurator.base.model.blocks import Node, block_words, blocks_below

MAX_SIZE = 160
"""Characters of the longest line beside its links."""
MAX_SHARE = 0.25
"""Share of the words of an article that a line may be of."""
MIN_WORDS, MIN_LETTERS = 2, 8
"""Of a line without links: *(Reuters)* may end any text."""
_LINES = frozenset(("paragraph", "item", "quote"))
_APART = frozenset(("comments", "box", "gallery", "table", "figure", "feed-entry"))
_NUMBER = re.compile(r"\d+")


def list_text_lines(article: Article, is_listed: Callable[[str], bool]) -> tuple[ShortLine, ...]:
    """Return the short lines of an article, each once."""
    kept = article.account.kept
    found = (
        _read_line(each, article.url, kept, is_listed) for each in _list_blocks(article.blocks)
    )
    return tuple(dict.fromkeys(each for each in found if each is not None))


def _list_blocks(nodes: Iterable[Node | str]) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, Node) and node.name not in _APART:
            if node.name in _LINES and not node.has_blocks:
                yield node
            else:
                yield from _list_blocks(node.children)


def _read_line(
    node: Node, url: str, kept: int, is_listed: Callable[[str], bool]
) -> ShortLine | None:
    links = [
        each.get("target") or "" for each in blocks_below(node.children) if each.name == "link"
    ]
    words = block_words(_leave_links(node.children) if links else node.children)
    text = " ".join(words)
    if len(text) > MAX_SIZE or (not links and len(words) > MAX_SHARE * kept):
        return None
    if links:
        is_other = all(each != url and is_listed(each) for each in links)
        return ShortLine(_NUMBER.sub("", text), is_linked=True) if is_other else None
    letters = sum(map(str.isalpha, text))
    is_long = len(words) >= MIN_WORDS and letters >= MIN_LETTERS
    return ShortLine(text, is_linked=False) if is_long else None


def _leave_links(children: Iterable[Node | str]) -> Iterator[Node | str]:
    for child in children:
        if isinstance(child, str):
            yield child
        elif child.name != "link":
            yield Node(child.name, tuple(_leave_links(child.children)), child.attributes)
        else:
            yield " "
