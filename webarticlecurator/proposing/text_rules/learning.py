"""``curator learn`` and ``curator tags``: what is proposed from all stored pages of a portal.

``curator learn``: learns rules from what the stored pages of a portal have in common.

The rules are written down, so that the TEI of an article never depends on other articles unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from itertools import takewhile

from webarticlecurator.articles.by_rules.field_candidates import list_field_candidates
from webarticlecurator.articles.by_rules.layout_choice import find_page_days, select_layout
from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.by_rules.one_page import embedded_page
from webarticlecurator.articles.units.class_names import is_lead
from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.articles.without_rules.article_text import find_article_text
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.hosts import plain_host
from webarticlecurator.base.portal.portal import DatedEncoding, Portal
from webarticlecurator.base.proposal.proposal import LearnedLine, LearnedRules, Proposal
from webarticlecurator.corpus.stored_pages.article_survey import sampling_key, survey_articles
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.corpus.stored_pages.stored_rows import select_articles
from webarticlecurator.crawling.captures.page_choice import Source, find_first_page
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.element_selectors import list_selectors
from webarticlecurator.proposing.fields.shown_language import (
    ASCII,
    choose_dated_encodings,
    choose_encoding,
    list_encodings,
)
from webarticlecurator.proposing.fields.title_candidates import Affix, find_title_affixes
from webarticlecurator.proposing.text_rules.reading_choice import (
    Articles,
    choose_reading,
    list_facts,
)
from webarticlecurator.proposing.text_rules.root_comparison import RootComparison, compare_roots
from webarticlecurator.proposing.text_rules.shared_blocks import MIN_COMPARED

MAX_ARTICLES = 2000
"""Articles to read by default: enough to find what every fifth title has."""
MAX_PAGES = 60
"""Articles whose pages are compared: enough to find a layout that every tenth page has, few enough
to keep in memory."""
MIN_SHARE = 0.75
"""Share of the pages of a layout that have the lead."""


@dataclass(frozen=True)
class ArticleSummary:
    """What learning keeps of an article: (source, title) pairs; its first page, if that has running
    text of its own, and the encodings that read it the same; its day where that is known and may
    tell when the portal has changed its encoding."""

    url: str
    titles: tuple[tuple[str, str], ...]
    page: Page | None
    encodings: tuple[str, ...]
    day: date | None


@dataclass(frozen=True)
class LearningResult:
    """What was learned from ``articles`` articles.

    ``affixes`` of their titles are in the order in which they have to be removed. ``body`` are the
    rules for the text on ``compared`` pages; None if the portal file takes the text from a script,
    or splits pages. ``comparison`` is given if the portal file has its own ``root``, which is then
    in force. ``encoding`` is that of pages that declare none, by the letters of their language, or
    those that they had in turn; "" if they do not agree.
    """

    articles: int
    affixes: tuple[Affix, ...]
    encoding: str | tuple[DatedEncoding, ...] = ""
    body: LearnedRules | None = None
    compared: int = 0
    comparison: RootComparison | None = None


def learn_rules(
    portal: Portal, pages: StoredPages, runtime: Runtime | None = None
) -> LearningResult:
    """Learn rules from stored articles.

    ``portal`` must be loaded without rules that were learned before. Raises what
    ``survey_articles`` raises.
    """
    titles: dict[str, list[str]] = {}
    kept: dict[bytes, Page] = {}
    encodings: list[tuple[str, ...]] = []
    dated: list[tuple[date, tuple[str, ...]]] = []
    for article in survey_articles(
        portal, pages, partial(select_articles, portal), summarize_stored_page, runtime
    ):
        if article is None:
            continue
        encodings.append(article.encodings)
        if article.day is not None:
            dated.append((article.day, article.encodings))
        for source, title in article.titles:
            titles.setdefault(source, []).append(title)
        # The same pages in the same order, whatever is read first.
        if article.page is not None:
            kept[sampling_key(article.url)] = article.page
        if len(kept) > MAX_PAGES:
            del kept[max(kept)]
    host = plain_host(portal.home)
    publisher = portal.publisher.name if portal.publisher else ""
    names = (portal.title, portal.id, publisher, host, host.partition(".")[0])
    affixes = find_title_affixes(titles, names)
    encoding = choose_encoding(encodings) or choose_dated_encodings(dated) or ""
    result = LearningResult(len(encodings), affixes, encoding)
    if not _has_own_elements(portal):
        return result
    compared = [kept[key] for key in sorted(kept)]
    articles = gather_articles(portal, compared)
    body = learn_body(articles)
    has_choice = bool(portal.article.body.root and body.roots)
    comparison = compare_roots(portal, articles, body) if has_choice else None
    return replace(result, body=body, compared=len(compared), comparison=comparison)


def gather_articles(portal: Portal, pages: Sequence[Page]) -> Articles:
    """Return pages of articles with what is known of each."""
    proposal = Proposal(url=portal.home, title=portal.title, language=portal.language)
    found = [read_metadata(page, portal, portal.article)[0] for page in pages]
    return Articles(proposal, pages, [list_facts(each, (portal.title,)) for each in found])


def learn_body(articles: Articles) -> LearnedRules:
    """Return the rules for the text that pages of articles suggest."""
    pages = articles.pages
    if len(pages) < MIN_COMPARED:
        return LearnedRules()
    rules = choose_reading(None, articles.proposal, pages, articles.facts, is_precise=False)
    return replace(rules, leads=learn_leads(pages, rules.roots))


def summarize_stored_page(portal: Portal, source: Source, task: Task) -> ArticleSummary | None:
    """Summarize the first page of an article; None if it is not stored, or not an article."""
    page = find_first_page(portal, source, task.start, task.shared)
    if page is None:
        return None
    candidates = list_field_candidates(portal, page)
    if not candidates:
        return None
    titles = tuple(
        (candidate.source, value)
        for candidate in candidates
        if candidate.field == "title"
        for value in candidate.values
    )
    read_as = list_encodings(page)
    days = None if read_as == ASCII else find_page_days(portal, page)
    day = days[0] if days and days[0] == days[1] else None
    own = _copy_readable(portal, page) if _has_own_elements(portal) else None
    return ArticleSummary(task.canonical, titles, own, read_as, day)


def _copy_readable(portal: Portal, page: Page) -> Page | None:
    """Return a page as it was before it was parsed, if it has running text, not in a script."""
    if page.json is not None or find_article_text(page) is None:
        return None
    if embedded_page(page, select_layout(portal, page).rules) is not page:
        return None
    return Page(
        page.url,
        page.text,
        encoding=page.encoding,
        captured=page.captured,
        headers=page.headers,
    )


def _has_own_elements(portal: Portal) -> bool:
    """True if the text of an article is in the elements of its page, and no other article's."""
    return not (portal.article.page or portal.article.split)


def learn_leads(pages: Sequence[Page], roots: Sequence[LearnedLine]) -> tuple[LearnedLine, ...]:
    """Return the signatures of leads, at most one for each layout, which most of its pages have."""
    leads: dict[str, LearnedLine] = {}
    rest = [*pages]
    for root in roots:
        own = [page for page in rest if page.root.cssselect(root.rule)]
        rest = [page for page in rest if page not in own]
        counts = Counter(css for page in own for css in {*_list_leads(page, root.rule)})
        css, count = min(counts.items(), key=lambda pair: (-pair[1], pair[0]), default=("", 0))
        if count >= max(2, MIN_SHARE * len(own)):
            leads.setdefault(css, LearnedLine(css, f"on {count} of {len(pages)} pages"))
    return tuple(leads.values())


def _list_leads(page: Page, root: str) -> Iterator[str]:
    """Yield the selectors that find nothing but the lead of a page: an element named so in its
    root, with no paragraph before it."""
    inside = {*page.root.cssselect(root)}
    for unit in list_page_units(page):
        above = [*takewhile(lambda each: each not in inside, unit.around)]
        if len(above) == len(unit.around):
            continue
        for element in filter(is_lead, above):
            for css in list_selectors(element):
                if len(page.root.cssselect(css)) == 1:
                    yield css
        if unit.is_running_text:
            return
