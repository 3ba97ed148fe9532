"""What the article view shows of a page: plain data, which a worker makes by the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lxml import etree

from webarticlecurator.extract import find_exclusion
from webarticlecurator.extract.analysis.block_places import (
    BlockLine,
    find_block_element,
    list_block_lines,
    list_kept_texts,
    list_tei_texts,
    match_texts,
)
from webarticlecurator.extract.analysis.element_verdicts import read_element_verdicts
from webarticlecurator.extract.analysis.page_verdicts import PageVerdicts, VerdictState
from webarticlecurator.extract.layout import select_layout
from webarticlecurator.model.article import Article, Rejected, Value
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import label_rule
from webarticlecurator.page import Page
from webarticlecurator.rules import select_elements
from webarticlecurator.run.preview.one_article import extract_parsed, split_parsed
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.tei import build_document

NO_NODE = -1
_MEDIA_TAG = re.compile(r"<(?:graphic|media)[\s/>]")
_ELEMENT_KINDS = ("css", "xpath")
"""Kinds of rules that select elements which a reader sees."""


@dataclass(frozen=True)
class NodeVerdict:
    """The verdict on an element of the page, by its number; ``only_content`` as in
    ``ElementVerdict``."""

    node: int
    state: VerdictState
    reason: str
    only_content: bool = False


@dataclass(frozen=True)
class ShownBlock:
    """A block of the text: the numbers of its elements, and its lines of the TEI from 0. ``state``
    is kept, or unclaimed."""

    name: str
    depth: int
    text: str
    state: VerdictState
    nodes: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()


@dataclass(frozen=True)
class ShownValue:
    """A value of a field, the rule that found it, and the number of its element, where a rule
    selects one (else NO_NODE)."""

    field: str
    value: str
    source: str
    original: str
    node: int = NO_NODE


@dataclass(frozen=True)
class ArticleScreen:
    """A page as the rules read it.

    ``rejected``: why it is no article, "" if it is one. ``choice``: how the text was found.
    ``words``: of each state. ``dropped``: words by rule, the most first. ``verdicts`` are in
    document order, ``parents`` has the number of the parent of each element; both are empty where
    the text is not in the page itself. ``others``: the articles of a page that holds several.
    """

    url: str
    rejected: str = ""
    layout: str = ""
    choice: str = ""
    confidence: int | None = None
    words: Mapping[VerdictState, int] = field(default_factory=dict)
    dropped: tuple[tuple[str, int], ...] = ()
    problems: tuple[str, ...] = ()
    values: tuple[ShownValue, ...] = ()
    blocks: tuple[ShownBlock, ...] = ()
    tei: tuple[str, ...] = ()
    verdicts: tuple[NodeVerdict, ...] = ()
    parents: tuple[int, ...] = ()
    others: tuple[str, ...] = ()


def read_article_screen(portal: Portal, stored: StoredPage) -> ArticleScreen:
    """Return what the rules make of a stored page. To be called in a worker."""
    address = stored.url.partition("#")[0]
    page = replace(stored, url=address).page(portal)
    found, others = _extract(portal, stored.url, page)
    verdicts = read_element_verdicts(portal, page)
    numbers = _number_elements(page, verdicts)
    screen = _describe_verdicts(stored.url, verdicts, numbers)
    if isinstance(found, Rejected):
        rejected = f"{found.reason}: {found.evidence}"
        return replace(screen, rejected=rejected, others=others)
    document = build_document(found, portal).content.decode("utf-8")
    tei = tuple(document.splitlines())
    return replace(
        screen,
        values=tuple(_list_values(portal, page, found, numbers)),
        blocks=tuple(_list_blocks(found, verdicts, numbers, tei)),
        tei=tei,
        others=others,
        problems=tuple(f"{each.kind}: {each.message}" for each in found.problems),
    )


def _extract(portal: Portal, url: str, page: Page) -> tuple[Article | Rejected, tuple[str, ...]]:
    """Return the article at an address, and the addresses of all on its page, if it has several."""
    excluded = find_exclusion(portal, (url,))
    if excluded is not None:
        return Rejected(url, "excluded", excluded), ()
    parts = split_parsed(portal, url, page)
    if parts is None:
        return extract_parsed(portal, url, page), ()
    every = split_parsed(portal, url.partition("#")[0], page) if "#" in url else parts
    return parts[0], tuple(part.url for part in every or ())


def _number_elements(page: Page, verdicts: PageVerdicts) -> dict[etree._Element, int]:
    """Return the numbers of the elements of the page; none where the text is in another tree, such
    as HTML in a script."""
    if verdicts.page is not page or page.json is not None:
        return {}
    return {element: number for number, element in enumerate(page.elements.all)}


def _describe_verdicts(
    url: str, verdicts: PageVerdicts, numbers: Mapping[etree._Element, int]
) -> ArticleScreen:
    account = verdicts.account
    on_nodes = [
        NodeVerdict(numbers[element], each.state, each.reason, each.only_content)
        for element, each in verdicts.elements.items()
        if element in numbers
    ]
    parents = (element.getparent() for element in numbers)
    rejected = verdicts.rejected
    return ArticleScreen(
        url,
        rejected="" if rejected is None else f"{rejected.reason}: {rejected.evidence}",
        layout=verdicts.layout,
        choice=verdicts.choice,
        confidence=verdicts.confidence,
        words={
            "kept": account.kept - account.unclaimed_words,
            "unclaimed": account.unclaimed_words,
            "dropped": account.dropped_words,
            "outside": account.outside or 0,
        },
        dropped=tuple(sorted(account.dropped, key=lambda pair: (-pair[1], pair[0]))),
        problems=verdicts.problems,
        verdicts=tuple(sorted(on_nodes, key=lambda each: each.node)),
        parents=tuple(NO_NODE if outer is None else numbers[outer] for outer in parents),
    )


def _list_blocks(
    article: Article,
    verdicts: PageVerdicts,
    numbers: Mapping[etree._Element, int],
    tei: Sequence[str],
) -> Iterator[ShownBlock]:
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


def _list_values(
    portal: Portal, page: Page, article: Article, numbers: Mapping[etree._Element, int]
) -> Iterator[ShownValue]:
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
