"""Lines in the text of an article that may be no text: those that other articles have, too, and
links to other articles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from webarticlecurator.base.model.article import Article
from webarticlecurator.base.model.article_shape import LinksTo, TextLine
from webarticlecurator.base.model.blocks import Node, block_words, blocks_below
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.base.text.word_borders import count_words

MAX_SIZE = 160
"""Characters of the longest line beside its links, and of the beginning of a longer one."""
MAX_SHARE = 0.25
"""Share of the words of an article that a line may be of."""
MIN_WORDS, MIN_LETTERS = 2, 8
"""Of the last line, if it has no links: *(Reuters)* may end any text."""
MIN_LABEL = 4
"""Letters of any other one."""
MIN_LONG_ITEM = 40
"""Characters of an item that lists do not share by chance: towns and parties are in many."""
_LINES = frozenset(("paragraph", "item", "quote"))
_APART = frozenset(("comments", "box", "gallery", "table", "figure", "feed-entry"))


def list_text_lines(article: Article, is_listed: Callable[[str], bool]) -> tuple[TextLine, ...]:
    """Return the lines of an article that others may have, too, each once."""
    kept = article.account.kept
    blocks = [*_list_blocks(article.blocks)]
    found = (
        line
        for each, is_item in blocks
        for line in _read_lines(each, article.url, kept, is_listed, is_last=each is blocks[-1][0])
        if not is_item or line.leads_to is not LinksTo.NOTHING or len(line.words) >= MIN_LONG_ITEM
    )
    return tuple(dict.fromkeys(found))


def _list_blocks(
    nodes: Iterable[Node | str], *, is_item: bool = False
) -> Iterator[tuple[Node, bool]]:
    """Yield the lines, and whether they are in an item of a list."""
    for node in nodes:
        if isinstance(node, Node) and node.name not in _APART:
            is_inside = is_item or node.name == "item"
            if node.name in _LINES and not node.has_blocks:
                yield node, is_inside
            else:
                yield from _list_blocks(node.children, is_item=is_inside)


def _read_lines(
    node: Node, url: str, kept: int, is_listed: Callable[[str], bool], *, is_last: bool
) -> Iterator[TextLine]:
    """Yield what of a block is compared: the words beside its links, and all of its words."""
    links = [
        each.get("target") or "" for each in blocks_below(node.children) if each.name == "link"
    ]
    unlinked_text = " ".join(block_words(_leave_links(node.children))) if links else ""
    is_other = all(each != url and is_listed(each) for each in links)
    if links and len(unlinked_text) <= MAX_SIZE and (is_other or _has_letters(unlinked_text)):
        leads_to = LinksTo.ARTICLES if is_other else LinksTo.OTHERS
        yield TextLine(DIGITS.sub("", unlinked_text), leads_to)
    words = block_words(node.children)
    text = " ".join(words)
    is_short = count_words(text) < MIN_WORDS
    if (links and is_other) or len(words) > MAX_SHARE * kept or (is_short and is_last):
        return
    if all(
        child.name == "code" if isinstance(child, Node) else not child.strip()
        for child in node.children
    ):
        return  # articles about a program import the same things
    if is_short and not text[-1:].isalnum():  # of a dialogue: *No!*
        return
    if _has_letters(text, MIN_LETTERS if is_last else MIN_LABEL):
        begin = text[:MAX_SIZE].rpartition(" ")[0] or text[:MAX_SIZE]
        is_whole = len(text) <= MAX_SIZE
        yield TextLine(text if is_whole else begin, is_whole=is_whole)


def _has_letters(text: str, least: int = 2) -> bool:
    return sum(map(str.isalpha, text)) >= least


def _leave_links(children: Iterable[Node | str]) -> Iterator[Node | str]:
    for child in children:
        if isinstance(child, str):
            yield child
        elif child.name != "link":
            yield Node(child.name, tuple(_leave_links(child.children)), child.attributes)
        else:
            yield " "
