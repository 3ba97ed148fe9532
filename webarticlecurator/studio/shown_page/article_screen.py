"""Read an article by the rules for the article view. To be done in a worker."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import Article, Rejected
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import join_messages, make_message
from webarticlecurator.crawling.captures.article_pages import address_of_page
from webarticlecurator.crawling.captures.article_reading import ArticleState
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.trial.joined_article import (
    ArticleBodies,
    JoinedPage,
    read_joined_article,
)
from webarticlecurator.proposing.trial.one_article import list_fragments
from webarticlecurator.proposing.trial.page_verdicts import PageVerdicts
from webarticlecurator.studio.frame.page_frame import NO_NODE
from webarticlecurator.studio.shown_page.screen import ArticleScreen, ScreenPage
from webarticlecurator.studio.shown_page.screen_parts import Places, link_blocks, link_values
from webarticlecurator.tei.documents.document import build_document


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
        return (part.read if excluded is None else Rejected(url, "excluded", excluded)), others
    outcome = state.outcome
    if outcome is not None and outcome.rejected is not None:
        return outcome.rejected, ()
    if outcome is not None and outcome.failed is not None:
        return Rejected(outcome.failed.url, outcome.failed.reason, outcome.failed.evidence), ()
    return Rejected(url, "not stored", make_message("no complete capture of its first page")), ()


def _describe_page(page: JoinedPage) -> ScreenPage:
    capture, refused = page.page.capture, page.page.refused
    if capture is None or page.tree is None:
        return ScreenPage(page.page.url, "", page.page.words or make_message("not stored"))
    return ScreenPage(
        page.page.url, capture.record_id, "" if refused is None else refused.describe()
    )


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
