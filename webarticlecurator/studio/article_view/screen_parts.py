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
from webarticlecurator.extract.analysis.page_verdicts import PageVerdicts
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

Numbers = Mapping[etree._Element, int]
"""The numbers of the elements of a page; empty where its text is in another tree."""


def link_blocks(
    article: Article,
    verdicts: PageVerdicts,
    numbers: Numbers,
    tei: Sequence[str],
) -> Iterator[ShownBlock]:
    """Yield the blocks of an article, in document order."""
    lines = list(list_block_lines(article.blocks))
    texts = [line.text if not line.is_media else "" for line in lines]
    owners = match_texts(list_kept_texts(verdicts), texts) if numbers else [()] * len(lines)
    media = _media_elements(lines, verdicts)
    in_tei = match_texts(list_tei_texts(tei), texts)
    media_in_tei = _media_lines(lines, tei)
    for number, line in enumerate(lines):
        found = [find_block_element(each, verdicts.elements) for each in owners[number]]
        found += media.get(number, ())
        states = {verdicts.elements[each].state for each in found if each in verdicts.elements}
        yield ShownBlock(
            line.name,
            line.depth,
            line.text,
            "unclaimed" if "unclaimed" in states else "kept",
            tuple(dict.fromkeys(numbers[each] for each in found if each in numbers)),
            in_tei[number] or media_in_tei.get(number, ()),
        )


def _media_elements(
    lines: Sequence[BlockLine], verdicts: PageVerdicts
) -> dict[int, tuple[etree._Element, ...]]:
    """Return the elements of pictures and players by the number of their line; none if there are
    not as many of both, since then nothing says which is which."""
    shown = [number for number, line in enumerate(lines) if line.is_media]
    elements = [
        element
        for element, verdict in verdicts.elements.items()
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
    portal: Portal, page: Page, article: Article, numbers: Numbers
) -> Iterator[ShownValue]:
    """Yield the values of the metadata, in the order of the fields."""
    rules = dict(select_layout(portal, page).rules.metadata)
    for name, values in article.metadata.fields:
        nodes: dict[str, list[int]] = {}
        for rule in rules.get(name, ()):
            if rule.kind in _ELEMENT_KINDS and numbers:
                elements = select_elements((rule,), page)
                nodes[label_rule(rule)] = [numbers[each] for each in elements]
        for place, value in enumerate(values):
            yield _show_value(name, value, nodes.get(value.source, []), place)


def _show_value(name: str, value: Value, nodes: Sequence[int], place: int) -> ShownValue:
    node = nodes[min(place, len(nodes) - 1)] if nodes else NO_NODE
    return ShownValue(name, value.value, value.source, value.original, node)
