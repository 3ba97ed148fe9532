"""Read a page by the rules for the article view. To be done in a worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from lxml import etree

from webarticlecurator.extract import find_exclusion
from webarticlecurator.extract.analysis.element_verdicts import read_element_verdicts
from webarticlecurator.extract.analysis.page_verdicts import PageVerdicts
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page
from webarticlecurator.run.preview.one_article import extract_parsed, split_parsed
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.studio.article_view.screen_data import (
    NO_NODE,
    ArticleScreen,
    NodeVerdict,
)
from webarticlecurator.studio.article_view.screen_parts import link_blocks, link_values
from webarticlecurator.tei import build_document


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
        values=tuple(link_values(portal, page, found, numbers)),
        blocks=tuple(link_blocks(found, verdicts, numbers, tei)),
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
