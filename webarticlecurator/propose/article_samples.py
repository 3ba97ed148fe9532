"""Some articles of a list, for ``curator new URL``: what their pages suggest for ``article``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.article import read_metadata
from webarticlecurator.config import builtin_rules
from webarticlecurator.guess.class_names import compile_class_words, element_names, fold_names
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.proposal import PagerProposal, Proposal
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.propose.induce_rules import induce_rules
from webarticlecurator.propose.learning import list_field_lines, list_rule_lines
from webarticlecurator.propose.metadata_rules import learn_fields
from webarticlecurator.propose.page_summary import own_selectors, summarize_page
from webarticlecurator.propose.page_visits import Visits
from webarticlecurator.workers.setup import Runtime

MAX_ARTICLES = 6
MAX_TRIES = 9


def add_articles(
    proposal: Proposal, links: tuple[str, ...], visits: Visits, runtime: Runtime
) -> Proposal:
    """Read some of the articles at ``links`` and return the proposal with the rules that they
    suggest."""
    pages: list[Page] = []
    troubles = list(proposal.troubles)
    classifier = proposal.classifier.content if proposal.classifier is not None else b""
    for url in _spread(visits.stored_among(links)):
        if len(pages) < MAX_ARTICLES:
            runtime.progress.show_message(f"looking at {url}")
            visit = visits.get(url)
            if visit.trouble:
                troubles.append(f"{url} ({visit.trouble})")
            else:
                pages.append(visit.read(classifier))
    summaries = [summary for page in pages if (summary := summarize_page(page)) is not None]
    induced = induce_rules(summaries)
    roots = [root.selector for root in induced.roots]
    portal = _make_portal(proposal)
    fields = learn_fields(pages, roots, portal)
    has_dates = 2 * sum(_has_date(page, portal) for page in pages) >= len(pages)
    return replace(
        proposal,
        listed_date=None if has_dates or proposal.sitemap else proposal.listed_date,
        article=replace(list_rule_lines(induced), fields=tuple(list_field_lines(fields))),
        article_pager=propose_article_pager(pages),
        articles=tuple(page.url for page in pages),
        troubles=tuple(troubles),
    )


def _has_date(page: Page, portal: Portal) -> bool:
    metadata, _ = read_metadata(page, portal, portal.article)
    return metadata.first("published") is not None


def _make_portal(proposal: Proposal) -> Portal:
    """Return the portal as far as it is known, with the default rules for metadata."""
    return Portal(
        "new",
        urljoin(proposal.url, "/"),
        title=proposal.title,
        language=proposal.language or "und",
        has_timezone=False,
        article=builtin_rules(),
    )


def _spread(links: Sequence[str]) -> Iterator[str]:
    """Yield some links from all parts of the list, which may have different layouts."""
    last = len(links) - 1
    places = [round(n * last / (MAX_ARTICLES - 1)) for n in range(MAX_ARTICLES)] if links else []
    order = [*(links[place] for place in places), *links]
    return iter(list(dict.fromkeys(order))[:MAX_TRIES])


# The pager of an article on several pages: numbers, of which the current one is marked and the
# others lead to pages below the address of the article.

MAX_LEVELS = 4
"""Elements around a number in which the current number is looked for."""
_WHOLE = frozenset(("html", "body", "main", "article"))


def propose_article_pager(pages: Sequence[Page]) -> PagerProposal | None:
    """Return the pager of the first page that has one; those of comments do not count."""
    return next((found for page in pages if (found := _find_pager(page)) is not None), None)


def _find_pager(page: Page) -> PagerProposal | None:
    for link in page.root.iter("a"):
        if _text(link) == "2" and _is_part(link, page) and not _is_in_comments(link):
            for scope in list(link.iterancestors())[:MAX_LEVELS]:
                current = _find_current(scope)
                names = list(own_selectors(scope))
                if current and names:
                    return PagerProposal(names[0], current, "a")
    return None


def _is_in_comments(link: etree._Element) -> bool:
    words = compile_class_words("comments")
    return any(
        words.search(element_names(element))
        for element in self_and_ancestors(link)
        if element.tag not in _WHOLE  # <body class="single comments-open">
    )


def _is_part(link: etree._Element, page: Page) -> bool:
    """True if a link leads to an address below that of the page, or to another query of it, and
    not to its comments."""
    try:
        here, there = urlsplit(page.url), urlsplit(urljoin(page.base, link.get("href") or ""))
    except ValueError:  # http://[bad
        return False
    path = here.path.rstrip("/")
    rest = there.path.removeprefix(path).rstrip("/")
    is_other = rest.startswith("/") or (not rest and there.query not in ("", here.query))
    names_comments = compile_class_words("comments").search(
        fold_names(f"{rest} {there.query} {there.fragment}")
    )
    is_here = here.netloc == there.netloc and len(path) > 1 and there.path.startswith(path)
    return is_here and is_other and not names_comments


def _find_current(scope: etree._Element) -> str:
    """Return a selector of the current number, 1, in the pager; empty if it is not an element."""
    for element in scope.iterdescendants(etree.Element):
        is_link = element.tag == "a" and element.get("href")
        if _text(element) == "1" and not is_link:
            names = [name for name in own_selectors(element) if "." in name]
            return names[-1] if names else str(element.tag)
    return ""


def _text(element: etree._Element) -> str:
    return "".join(map(str, element.itertext())).strip()
