"""The blocks and the values of an article, with the elements and lines of the TEI they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.base.model.article import Article
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import label_rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.trial.page_verdicts import PageVerdicts
from webarticlecurator.studio.frame.page_frame import NO_NODE
from webarticlecurator.studio.shown_page.block_places import (
    BlockLine,
    Owner,
    find_block_element,
    list_block_lines,
    list_tei_texts,
    match_texts,
    texts_below,
)
from webarticlecurator.studio.shown_page.screen import ShownBlock, ShownValue

_MEDIA_TAG = re.compile(r"<(?:graphic|media)[\s/>]")
_ELEMENT_KINDS = ("css", "xpath")
"""Kinds of rules that select elements which a reader sees."""

Places = dict[etree._Element, tuple[int, int]]
"""The page and the number on it of each element; NO_NODE where the text is in another tree."""


def link_blocks(
    article: Article, verdicts: Sequence[PageVerdicts], places: Places, tei: Sequence[str]
) -> Iterator[ShownBlock]:
    """Yield the blocks of an article, in document order. ``verdicts`` are those of its pages, in
    the order of the text."""
    lines = list(list_block_lines(article.blocks))
    texts = [line.text if not line.is_media else "" for line in lines]
    kept = [
        piece
        for each in verdicts
        for root in each.roots
        for piece in texts_below(root, each.elements)
    ]
    of_elements = {element: found for each in verdicts for element, found in each.elements.items()}
    owners = match_texts(kept, texts)
    media = _pair_media(
        lines,
        [
            element
            for element, verdict in of_elements.items()
            if verdict.state == "kept" and verdict.reason.endswith("media-link")
        ],
    )
    in_tei = match_texts(list_tei_texts(tei), texts)
    media_in_tei = _pair_media(
        lines, [number for number, line in enumerate(tei) if _MEDIA_TAG.search(line)]
    )
    elements = [
        [*(find_block_element(each, of_elements) for each in found), *media.get(number, ())]
        for number, found in enumerate(owners)
    ]
    pages = _find_pages([[places[each] for each in found if each in places] for found in elements])
    for number, line in enumerate(lines):
        found, page = elements[number], pages[number]
        states = {of_elements[each].state for each in found if each in of_elements}
        at = [places[each] for each in found if each in places]
        yield ShownBlock(
            line.name,
            line.depth,
            line.text,
            "unclaimed" if "unclaimed" in states else "kept",
            tuple(dict.fromkeys(node for on, node in at if on == page and node != NO_NODE)),
            in_tei[number] or media_in_tei.get(number, ()),
            page,
        )


def _find_pages(places: Sequence[Sequence[tuple[int, int]]]) -> list[int]:
    """Return the page of each block; one without elements, such as a list or a page break, has that
    of the block behind it, and at the end that of the block before."""
    known = [found[0][0] if found else None for found in places]
    page = next((each for each in reversed(known) if each is not None), 0)
    pages = []
    for each in reversed(known):
        page = page if each is None else each
        pages.append(page)
    return pages[::-1]


def _pair_media(lines: Sequence[BlockLine], found: Sequence[Owner]) -> dict[int, tuple[Owner, ...]]:
    """Return what was found of pictures and players by the number of their line; nothing if there
    are not as many of both, since then nothing says which is which."""
    shown = [number for number, line in enumerate(lines) if line.is_media]
    if len(shown) != len(found):
        return {}
    return {number: (each,) for number, each in zip(shown, found, strict=True)}


def link_values(
    portal: Portal, first: Page | None, article: Article, places: Places
) -> Iterator[ShownValue]:
    """Yield the values of the metadata, in the order of the fields. ``first`` is the first page, on
    which their elements are."""
    rules = {} if first is None else dict(select_layout(portal, first).rules.metadata)
    for name, values in article.metadata.fields:
        nodes: dict[str, list[int]] = {}
        for rule in rules.get(name, ()):
            if rule.kind in _ELEMENT_KINDS and first is not None:
                nodes[label_rule(rule)] = [
                    places[each][1] for each in select_elements((rule,), first) if each in places
                ]
        for place, value in enumerate(values):
            found = nodes.get(value.source, [])
            node = found[min(place, len(found) - 1)] if found else NO_NODE
            yield ShownValue(name, value.value, value.source, node)
