"""The article view read in a worker: its blocks, and where they stand on the page and in the TEI.

Read an article by the rules for the article view. To be done in a worker.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from itertools import accumulate
from typing import TypeVar

from lxml import etree

from webarticlecurator.article import find_exclusion
from webarticlecurator.article.one_page import select_layout
from webarticlecurator.captures.article_pages import address_of_page
from webarticlecurator.captures.article_reading import ArticleState
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.model.blocks import INLINE, Node
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import label_rule
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import is_block
from webarticlecurator.rules import select_elements
from webarticlecurator.studio.frame.window import NO_NODE
from webarticlecurator.studio.views.screen import (
    ArticleScreen,
    ScreenPage,
    ShownBlock,
    ShownValue,
)
from webarticlecurator.tei import build_document
from webarticlecurator.text.characters import CODE_TAGS
from webarticlecurator.text.translation import join_messages, make_message
from webarticlecurator.trial.one_article import (
    ArticleBodies,
    JoinedPage,
    list_fragments,
    read_joined_article,
)
from webarticlecurator.trial.verdicts import ElementVerdict, PageVerdicts


def read_article_screen(
    portal: Portal, article: ArticleBodies, url: str, shown: str = ""
) -> ArticleScreen | tuple[str, ...]:
    """Return what the rules make of an article; or the addresses of pages that they lead to and
    whose bodies are not known. To be called in a worker.

    ``url`` is the address of the article, or of one of several on its page; ``shown`` that of the
    page that is shown, "" for the one at ``url``.
    """
    joined = read_joined_article(portal, article)
    if isinstance(joined, tuple):
        return joined
    page_url = shown or url.partition("#")[0]
    addresses = [(each.page.url, address_of_page(each.page)) for each in joined.pages]
    number = next((number for number, each in enumerate(addresses) if page_url in each), 0)
    ordered = [each for page in joined.reading_order for each in joined.pages[page].verdicts]
    found, others = _choose_article(portal, joined.state, url)
    screen = replace(
        _describe_verdicts(joined.pages[number], ordered),
        pages=tuple(map(_describe_page, joined.pages)),
        shown=number,
        others=others,
    )
    if isinstance(found, Rejected):
        return replace(screen, rejected=found.describe())
    tei = tuple(build_document(found, portal).content.decode("utf-8").splitlines())
    places = _place_elements(joined.pages)
    return replace(
        screen,
        rejected="",
        values=tuple(link_values(portal, joined.pages[0].tree, found, places)),
        blocks=tuple(link_blocks(found, ordered, places, tei)),
        tei=tei,
        problems=tuple(join_messages(": ", (each.kind, each.message)) for each in found.problems),
    )


def _choose_article(
    portal: Portal, state: ArticleState, url: str
) -> tuple[Article | Rejected, tuple[str, ...]]:
    """Return the article at an address, and the addresses of all on its page, if it has several."""
    if state.article is not None:
        return state.article, ()
    if state.parts is not None:
        others = tuple(part.requested for part in state.parts)
        is_one = "#" in url
        part = next((each for each in state.parts if not is_one or each.requested == url), None)
        if part is None:
            evidence = make_message(
                "there is no such article on it, but {fragments}", fragments=list_fragments(others)
            )
            return Rejected(url, "gone", evidence), others
        excluded = find_exclusion(portal, (part.canonical, part.requested))
        found = part.read if excluded is None else Rejected(url, "excluded", excluded)
        return found, others
    outcome = state.outcome
    if outcome is not None and outcome.rejected is not None:
        return outcome.rejected, ()
    if outcome is not None and outcome.failed is not None:
        failed = outcome.failed
        return Rejected(failed.url, failed.reason, failed.evidence), ()
    return Rejected(url, "not stored", make_message("no complete capture of its first page")), ()


def _describe_page(page: JoinedPage) -> ScreenPage:
    capture, refused = page.page.capture, page.page.refused
    if capture is None or page.tree is None:
        return ScreenPage(page.page.url, "", page.page.words or make_message("not stored"))
    trouble = "" if refused is None else refused.describe()
    return ScreenPage(page.page.url, capture.record_id, trouble)


def _place_elements(pages: Sequence[JoinedPage]) -> Places:
    """Return the page and the number of each element; no number where the text is in another tree,
    such as HTML in a script."""
    places: Places = {}
    for number, page in enumerate(pages):
        for verdicts in page.verdicts:
            is_shown = _is_in_page(verdicts, page.tree)
            for node, element in enumerate(verdicts.page.elements.all):
                places[element] = (number, node if is_shown else NO_NODE)
        if page.tree is not None and not page.verdicts:
            for node, element in enumerate(page.tree.elements.all):
                places[element] = (number, node)
    return places


def _is_in_page(verdicts: PageVerdicts, page: Page | None) -> bool:
    return page is not None and verdicts.page is page and page.json is None


def _describe_verdicts(shown: JoinedPage, ordered: Sequence[PageVerdicts]) -> ArticleScreen:
    """Return the verdicts on the shown page, and the words of all pages."""
    of_page = shown.verdicts[0] if shown.verdicts else None
    rejected = None if of_page is None else of_page.rejected
    accounts = [each.account for each in ordered]
    screen = ArticleScreen(
        rejected="" if rejected is None else rejected.describe(),
        words={
            "kept": sum(account.kept - account.unclaimed_words for account in accounts),
            "unclaimed": sum(account.unclaimed_words for account in accounts),
            "dropped": sum(account.dropped_words for account in accounts),
            "outside": sum(account.outside or 0 for account in accounts),
        },
        problems=tuple(problem for each in ordered for problem in each.problems),
    )
    if of_page is None:
        return screen
    screen = replace(
        screen, layout=of_page.layout, choice=of_page.choice, confidence=of_page.confidence
    )
    if not _is_in_page(of_page, shown.tree):
        return screen
    elements = of_page.page.elements
    parents = (element.getparent() for element in elements.all)
    verdicts = {
        elements.number(element): verdict
        for each in shown.verdicts
        if _is_in_page(each, shown.tree)
        for element, verdict in each.elements.items()
    }
    return replace(
        screen,
        verdicts=dict(sorted(verdicts.items())),
        parents=tuple(NO_NODE if outer is None else elements.number(outer) for outer in parents),
    )


# The blocks and the values of an article, with the elements and lines of the TEI they stand in.

Owner = TypeVar("Owner")
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
        for piece in _texts_below(root, each.elements)
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
    written = [number for number, line in enumerate(tei) if _MEDIA_TAG.search(line)]
    media_in_tei = _pair_media(lines, written)
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
                elements = select_elements((rule,), first)
                nodes[label_rule(rule)] = [places[each][1] for each in elements if each in places]
        for place, value in enumerate(values):
            found = nodes.get(value.source, [])
            node = found[min(place, len(found) - 1)] if found else NO_NODE
            yield ShownValue(name, value.value, value.source, node)


# Where the text of each block stands: in which elements of the page, in which lines of the TEI.
#
# The words of the kept elements are those of the blocks and of the TEI, in order (docs/design.md),
# so the characters that are no white space are compared. What a rule of ``body.clean`` changed, or
# text in another order, such as comments, is looked for in the whole text.

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


def _texts_below(
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
