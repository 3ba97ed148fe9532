"""The blocks and the values of an article, with the elements and lines of the TEI they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from lxml import etree

from webarticlecurator.extract.analysis.block_places import (
    BlockLine,
    find_block_element,
    list_block_lines,
    list_kept_texts,
    list_tei_texts,
    match_texts,
)
from webarticlecurator.extract.analysis.page_verdicts import ElementVerdict, PageVerdicts
from webarticlecurator.extract.layout import select_layout
from webarticlecurator.model.article import Article, Value
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import label_rule
from webarticlecurator.page import Page
from webarticlecurator.rules import select_elements
from webarticlecurator.studio.article_view.screen_data import NO_NODE, ShownBlock, ShownValue

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
    kept = [piece for each in verdicts for piece in list_kept_texts(each)]
    of_elements = {element: found for each in verdicts for element, found in each.elements.items()}
    owners = match_texts(kept, texts)
    media = _media_elements(lines, of_elements)
    in_tei = match_texts(list_tei_texts(tei), texts)
    media_in_tei = _media_lines(lines, tei)
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


def _media_elements(
    lines: Sequence[BlockLine], verdicts: Mapping[etree._Element, ElementVerdict]
) -> dict[int, tuple[etree._Element, ...]]:
    """Return the elements of pictures and players by the number of their line; none if there are
    not as many of both, since then nothing says which is which."""
    shown = [number for number, line in enumerate(lines) if line.is_media]
    elements = [
        element
        for element, verdict in verdicts.items()
        if verdict.state == "kept" and verdict.reason.endswith("media-link")
    ]
    if len(shown) != len(elements):
        return {}
    return {number: (element,) for number, element in zip(shown, elements, strict=True)}


def _media_lines(lines: Sequence[BlockLine], tei: Sequence[str]) -> dict[int, tuple[int, ...]]:
    """Return the lines of the TEI with pictures and players by the number of their block; as
    ``_media_elements``."""
    shown = [number for number, line in enumerate(lines) if line.is_media]
    written = [number for number, line in enumerate(tei) if _MEDIA_TAG.search(line)]
    if len(shown) != len(written):
        return {}
    return {number: (line,) for number, line in zip(shown, written, strict=True)}


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
                elements = select_elements((rule,), first)
                nodes[label_rule(rule)] = [places[each][1] for each in elements if each in places]
        for place, value in enumerate(values):
            yield _show_value(name, value, nodes.get(value.source, []), place)


def _show_value(name: str, value: Value, nodes: Sequence[int], place: int) -> ShownValue:
    node = nodes[min(place, len(nodes) - 1)] if nodes else NO_NODE
    return ShownValue(name, value.value, value.source, value.original, node)
