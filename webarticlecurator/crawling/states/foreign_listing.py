"""List the captures of WARC files of other tools: archive pages, articles, and unclassified
pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion
from webarticlecurator.base.model.capture import Capture, Origin
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.link_source import SourcePage
from webarticlecurator.crawling.archive.page_address import normalize_address as without_fragment
from webarticlecurator.crawling.archive.windows import OF_WARCS
from webarticlecurator.crawling.states.article_state import StateUpdater
from webarticlecurator.crawling.states.canonical_addresses import choose_requested
from webarticlecurator.crawling.states.capture_classes import UNCLASSIFIED, Classifier
from webarticlecurator.crawling.states.replay import ListingPlace
from webarticlecurator.crawling.states.walk_of_warcs import FOUND
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store.adopted_captures import OTHER_HOST
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.foreign import OTHER_METHOD, ForeignWarcs
from webarticlecurator.storage.store.joined_corpus import JoinedCorpus

BATCH = 200
DAMAGED, UNRESOLVED = "warc-damaged", "revisit-unresolved"
KINDS_OF_WARCS = (DAMAGED, UNRESOLVED, UNCLASSIFIED, "archive-page-unread")
"""Kinds of what is wrong with WARC files of other tools, or with pages in them."""


def list_foreign(
    portal: Portal,
    corpus: WritableCorpus,
    foreign: ForeignWarcs,
    progress: Progress,
    chosen: Collection[str] | None = None,
    note_archive_page: Callable[[Capture, ListingPlace], None] = lambda _capture, _place: None,
) -> list[Problem]:
    """Add the pages of the files to the frontier of the corpus, so that they can be built; return
    what is wrong with the files and their pages; commits.

    ``Classifier`` says what they are. All of the portal's hosts that are neither archive pages nor
    articles, and not on the exclude list, are problems (``unclassified``).

    With ``chosen``, only pages at these addresses count, and each that is no archive page is an
    article. ``note_archive_page`` is called for every archive page.
    """
    corpus.walks.begin(FOUND)
    counts = Counter[str](each for each in foreign.left_out.values() if each == OTHER_METHOD)

    def list_links(capture: Capture, place: ListingPlace, page_links: SourcePage) -> None:
        counts["archive"] += 1
        note_archive_page(capture, place)
        _list_links(corpus, capture, place, page_links)

    classifier = Classifier(portal, corpus, foreign, chosen or (), list_links)
    classifier.run(only_chosen=chosen is not None)
    foreign.number_fetches()
    joined = JoinedCorpus(corpus, foreign)
    problems = classifier.unread
    for number, capture in enumerate(foreign.captures.all(), 1):
        if chosen is not None and without_fragment(capture.url) not in chosen:
            continue
        found = classifier.judge(capture)
        if isinstance(found, Origin) and found.level == "article":
            counts["article"] += capture.status == 200
            with classifier.noting_unread(capture):
                _add_article(portal, joined, foreign, capture, found)
        elif isinstance(found, str):
            counts[found] += 1
            problems += [make_problem(found, capture.url)] if found == UNCLASSIFIED else []
        if number % BATCH == 0 or corpus.has_large_transaction():
            corpus.commit()
    _update_articles(portal, joined, foreign)

    problems += [Problem(DAMAGED, each.where, each.message) for each in foreign.damage]
    problems += [make_problem(UNRESOLVED, each) for each in foreign.unresolved]
    progress.show_message(_describe_given(counts))
    corpus.commit()
    return problems


def _describe_given(counts: Counter[str]) -> str:
    given = make_message(
        "given pages: {archive_pages} archive pages, {articles} article pages, {unknown}"
        " unclassified",
        archive_pages=counts["archive"],
        articles=counts["article"],
        unknown=counts[UNCLASSIFIED],
    )
    if number := counts[OTHER_HOST]:
        given = make_message(
            "{given}, {number} pages of other hosts skipped", given=given, number=number
        )
    if number := counts[OTHER_METHOD]:
        given = make_message(
            "{given}, {number} answers to a POST or HEAD skipped", given=given, number=number
        )
    return given


def keep_unread(
    _portal: Portal, corpus: WritableCorpus, foreign: ForeignWarcs, found: Iterable[Problem]
) -> Iterator[Problem]:
    """Yield the problems that were found in WARC files of other tools, and those known before of
    files, records and pages that these files do not have."""
    yield from found
    for problem in corpus.run_log.problems(KINDS_OF_WARCS):
        if not foreign.has_place(problem.where):
            yield problem


def find_unclassified(portal: Portal, corpus: WritableCorpus) -> Iterator[Problem]:
    """Yield the problems of the unclassified pages that have not become articles since, and are not
    on the exclude list."""
    for problem in corpus.run_log.problems((UNCLASSIFIED,)):
        is_article = corpus.frontier.find_article(problem.where) is not None
        if not is_article and find_exclusion(portal, (problem.where,)) is None:
            yield problem


def _list_links(
    corpus: WritableCorpus, capture: Capture, place: ListingPlace, page_links: SourcePage
) -> None:
    """Store what an archive page of the files links."""
    key = WalkKey(place.span.column, place.span.number, OF_WARCS)
    if corpus.walks.get(key) is None:
        corpus.walks.begin(key)
    if page_links.links:
        canonicals = page_links.canonicals.__getitem__
        corpus.listings.add(key, capture.url, page_links.links, canonicals)


def _add_article(
    portal: Portal,
    corpus: JoinedCorpus,
    foreign: ForeignWarcs,
    capture: Capture,
    origin: Origin,
) -> None:
    """Add an article, unless an archive page lists it."""
    if origin.via is not None:
        return
    requested = foreign.captures.requested_address(capture.record_id)
    # as it is stored, by which its captures are found
    url = (requested or capture.url).partition("#")[0]
    canonical = canonical_address(url, portal.address)
    if not corpus.frontier.add(url, canonical, None):
        choose_requested(portal, corpus, capture, canonical)
    corpus.listings.add(FOUND, capture.file, [Link(url)], lambda _: canonical)


def _update_articles(portal: Portal, corpus: JoinedCorpus, foreign: ForeignWarcs) -> None:
    """Update the states of the articles that the files have answers for; ``corpus`` has the
    captures of the files; commits."""
    states = StateUpdater(portal, corpus)
    for number, url in enumerate(foreign.captures.requested_addresses("article"), 1):
        article = corpus.frontier.article(url)
        if article is not None and not _is_built(corpus, article, url):
            states.update(article, inspect=False)
        if number % BATCH == 0 or corpus.has_large_transaction():
            corpus.commit()
    corpus.commit()


def _is_built(corpus: JoinedCorpus, article: ArticleRow, url: str) -> bool:
    """Return True if TEI was made of the only answer for an article."""
    pages = corpus.frontier.pages(article.canonical)
    if article.state != "tei" or article.requested != url or not pages:
        return False
    fetches = corpus.captures.fetches(url)
    final = fetches[0].final if len(fetches) == 1 else None
    return final is not None and final.record_id == pages[0].record_id
