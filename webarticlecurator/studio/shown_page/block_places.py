"""Where the text of each block stands: in which elements of the page, in which lines of the TEI.

The words of the kept elements are those of the blocks and of the TEI, in order (docs/design.md),
so the characters that are no white space are compared. What a rule of ``body.clean`` changed, or
text in another order, such as comments, is looked for in the whole text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from itertools import accumulate
from typing import TypeVar

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.blocks import INLINE, Node
from webarticlecurator.base.text.html_tags import CODE_TAGS
from webarticlecurator.pages.page.word_account import is_block
from webarticlecurator.proposing.trial.page_verdicts import ElementVerdict

Owner = TypeVar("Owner")


_TAG = re.compile(r"<[^>]*>")
_TEXT_START = re.compile(r"<text[\s>]")


@dataclass(frozen=True)
class BlockLine:
    """A block as a line of a list: ``depth`` is the number of blocks around it, ``text`` its own
    running text, or what describes a picture or player (``is_media``)."""

    name: str
    depth: int
    text: str
    is_media: bool = False


def list_block_lines(blocks: Iterable[Node]) -> Iterator[BlockLine]:
    """Yield all blocks with those in them, in document order, without inline elements."""
    pending = [(node, 0) for node in blocks][::-1]
    while pending:
        node, depth = pending.pop()
        if node.name == "media-link":
            yield BlockLine(node.name, depth, node.get("alt") or node.get("target") or "", True)
        else:
            yield BlockLine(node.name, depth, "".join(_own_texts(node)).strip())
        inner = [each for each in node.nodes if each.name not in INLINE]
        pending.extend((each, depth + 1) for each in inner[::-1])


def find_block_element(
    element: etree._Element, verdicts: Mapping[etree._Element, ElementVerdict]
) -> etree._Element:
    """Return the element of the block with the text of ``element``: the innermost one with a
    verdict of its own, or that is block-level, since a block can be opened by its text alone."""
    for outer in (element, *element.iterancestors()):
        if outer in verdicts or is_block(outer):
            return outer
    return element


def list_tei_texts(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the texts of the lines of a TEI document, without its header, each with the number of
    its line from 0."""
    is_text = False
    for number, line in enumerate(lines):
        is_text = is_text or bool(_TEXT_START.search(line))
        if is_text:
            yield number, unescape(_TAG.sub("", line))


def match_texts(
    pieces: Iterable[tuple[Owner, str]], texts: Sequence[str]
) -> list[tuple[Owner, ...]]:
    """Return for each of ``texts`` the owners of the pieces in which it stands, () for a text that
    is nowhere. Both are in the order of the document."""
    stripped = [(owner, "".join(text.split())) for owner, text in pieces]
    packed = [(owner, characters) for owner, characters in stripped if characters]
    owners = [owner for owner, _ in packed]
    starts = [0, *accumulate(len(characters) for _, characters in packed)]
    whole = "".join(characters for _, characters in packed)
    position = 0
    found: list[tuple[Owner, ...]] = []
    for text in texts:
        characters = "".join(text.split())
        start = whole.find(characters, position) if characters else -1
        if start >= 0:
            position = start + len(characters)
        elif characters:
            start = whole.find(characters)
        if start < 0:
            found.append(())
            continue
        first = bisect_right(starts, start) - 1
        end = bisect_left(starts, start + len(characters))
        found.append(tuple(dict.fromkeys(owners[first:end])))
    return found


def _own_texts(node: Node) -> Iterator[str]:
    for child in node.children:
        if isinstance(child, str):
            yield child
        elif child.name == "line-break":
            yield " "
        elif child.name in INLINE:
            yield from _own_texts(child)


def texts_below(
    root: etree._Element, verdicts: Mapping[etree._Element, ElementVerdict]
) -> Iterator[tuple[etree._Element, str]]:
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start":
            verdict = verdicts.get(element)
            is_dropped = verdict is not None and verdict.state == "dropped"
            if is_dropped or element.tag in CODE_TAGS:
                walk.skip_subtree()
            else:
                yield element, element.text or ""
        elif element is not root and element.tail:
            parent = element.getparent()
            assert parent is not None
            yield parent, element.tail
