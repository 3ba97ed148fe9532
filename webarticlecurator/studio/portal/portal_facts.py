"""What is known of a portal, by what is stored and what its rules find on some stored pages: that
says which of its steps are done."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import ConfigError
from webarticlecurator.base.grouping import choose_spread
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.model.corpus_numbers import Gap
from webarticlecurator.base.model.doubts import Doubt
from webarticlecurator.base.model.month_gaps import find_gaps
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.entry import digest_span
from webarticlecurator.crawling.archive.plan import plan_spans
from webarticlecurator.crawling.archive.windows import list_windows, parse_window, today_in
from webarticlecurator.crawling.states.column_proofs import ListProof, prove_lists
from webarticlecurator.crawling.states.corpus_doubts import read_doubts
from webarticlecurator.crawling.states.empty_newest_dates import EmptyEnd, find_empty_end
from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules
from webarticlecurator.proposing.trial.archive_edits import is_led_on_by_links, is_whole
from webarticlecurator.proposing.trial.expectation_file import read_entries
from webarticlecurator.proposing.trial.marked_links import NO_RULE, mark_links
from webarticlecurator.proposing.trial.one_article import extract_articles
from webarticlecurator.proposing.trial.page_links import LinksAnswer
from webarticlecurator.storage.index.lock import read_last_owner
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.studio.frame.context import StudioContext, read_stored
from webarticlecurator.studio.frame.page_sources import kept_path, list_warcs
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.process_identity import identify_process
from webarticlecurator.studio.portal.unmet_state import CorpusState, read_corpus_state

MAX_LISTS = 6
"""Stored pages of the list that the rules are tried on."""
SAMPLE = 12
"""Stored articles that the rules are tried on."""
MAX_RUNS = 50
"""Crawls that are looked at, the latest ones."""
FIELDS = {
    "title": make_message("title"),
    "authors": make_message("authors"),
    "published": make_message("date"),
}
"""Fields that are looked for, and what they are called here."""
MIN_MONTHLY = 3
"""Articles of a month with any, on average, from which on it is no chance that others have none."""
NO_ARTICLE = "not-article"
"""The reason of pages that the portal file rejects."""


@dataclass(frozen=True)
class SampleReading:
    """What the rules read of some stored articles: their number, the addresses of those without a
    text, of those without a field, by field, and of those that the rules leave out (``reject``)."""

    read: int = 0
    textless: tuple[str, ...] = ()
    lacking: tuple[tuple[str, tuple[str, ...]], ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class ListLook:
    """What the rules find on a page of the list, and the links that look like those of further
    articles of it, which no rule selects; a page that ``is_data`` is none that people read."""

    links: LinksAnswer
    unlisted: tuple[str, ...] = ()
    is_data: bool = False


@dataclass(frozen=True)
class PortalFacts:
    """What is known of a portal; ``list_pages`` are stored pages of its list, ``listed`` how many
    articles are listed, ``unlisted`` those that the first of them shows beside these, and
    ``next_page`` the page to which it leads on; ``list_file`` is the first
    sitemap, feed or other file that lists them in place of pages, "" without one. ``sample`` are
    addresses of stored articles, ``expected`` those that somebody has found to be right.

    ``is_whole``: the portal file says how many pages the list has. ``walks_on``: more pages of the
    list are planned; ``has_walked_on``: more were read, by a crawl or for the steps.
    ``leads_back``: the page after which the list leads back, "" without one. ``proofs``: what
    proves that the lists are whole, or why nothing does. ``doubts``: those of the corpus.

    ``settled`` articles were fetched, and those ``kept`` that no rule rejects; ``undated`` of those
    in the corpus have no date; ``gap``: months between others of which none is, None without any,
    and the ``monthly`` articles of those others; ``gone`` do not exist, ``failed`` have no answer,
    ``waiting`` were not asked for;
    ``has_ended``: the last crawl has come to its end; ``crawled``: the most that were fetched when
    one of the latest crawls had. ``warcs``: WARC files of others are listed beside the portal file,
    and nothing is in the corpus yet.
    """

    problems: int = 0
    is_saved: bool = True
    has_archive: bool = True
    walks_on: bool = False
    has_walked_on: bool = False
    leads_back: str = ""
    proofs: tuple[ListProof, ...] = ()
    is_whole: bool = False
    list_pages: tuple[str, ...] = ()
    listed: int = 0
    unlisted: tuple[str, ...] = ()
    next_page: str = ""
    list_file: str = ""
    sample: tuple[str, ...] = ()
    reading: SampleReading = SampleReading()
    expected: frozenset[str] = frozenset()
    settled: int = 0
    kept: int = 0
    undated: int = 0
    gap: Gap | None = None
    monthly: int = 0
    gone: int = 0
    failed: int = 0
    waiting: int = 0
    has_ended: bool = False
    crawled: int = 0
    warcs: bool = False
    state: CorpusState = CorpusState()
    doubts: tuple[Doubt, ...] = ()
    empty_end: EmptyEnd | None = None
    """The newest dates of the archive, if they list nothing."""
    without: frozenset[str] = frozenset()
    """Fields of which the portal file says that there are none."""

    @property
    def list_page(self) -> str:
        """The page of the list that is shown first, "" if none is stored."""
        return next(iter(self.list_pages), "")


def read_portal_facts(context: StudioContext, portal_id: str, draft: PortalDraft) -> PortalFacts:
    """Return what is known of a portal by the text of the draft, but for what is on its pages.
    Raises as ``PageSources.read``. To be called in a thread."""
    try:
        portal = draft.portal()
    except ConfigError as error:
        return PortalFacts(problems=len(error.problems), is_saved=draft.is_saved)
    sources, folder = context.sources, context.settings.corpus_folder(portal_id)
    # before anything is counted: what ends while that is done is read again
    is_running = is_run_here(context, portal_id)
    stored = sources.list_stored_lists(portal, MAX_LISTS)
    others = [file for file in list_warcs(draft.file) if file != kept_path(draft.file)]
    today = today_in(portal.timezone, context.clock.now())
    plans = plan_spans(portal, today)
    facts = PortalFacts(
        is_saved=draft.is_saved,
        has_archive=bool(portal.columns),
        walks_on=any(each.source != "url" or each.pages != 1 for each in plans)
        and not is_led_on_by_links(portal),
        is_whole=is_whole(draft.text, portal),
        list_file=next((each.first for each in plans if each.source != "url"), ""),
        list_pages=tuple(choose_spread(stored, MAX_LISTS)),
        sample=tuple(sources.sample_addresses(portal, "", SAMPLE)),
        expected=frozenset(each.url for each in read_entries(portal)),
        warcs=bool(others),
        without=frozenset(FIELDS) - {name for name, rules in portal.article.metadata if rules},
        state=CorpusState(is_running=is_running),
    )
    if not has_corpus(folder):
        return facts
    with view_corpus(folder, portal.id) as corpus:
        state = read_corpus_state(portal, folder)
        counts = corpus.article_counts.by_state()
        last = corpus.run_log.last_run("crawl")
        months = corpus.article_facts.counts("column")
        dated = {each.name[-1] for each in months if each.name[-1]}
        return replace(
            facts,
            has_walked_on=corpus.captures.count_pages("archive") > len(portal.columns),
            proofs=tuple(prove_lists(corpus)),
            doubts=read_doubts(portal, corpus),
            empty_end=find_empty_end(portal, corpus, today),
            listed=counts.articles,
            settled=counts.tei + counts.stored + sum(counts.rejected.values()),
            kept=counts.tei + counts.stored,
            undated=sum(each.articles for each in months if not each.name[-1]),
            gap=next(
                (gap for gap in find_gaps(each.name for each in months) if not gap.column), None
            ),
            monthly=sum(each.articles for each in months if each.name[-1]) // max(len(dated), 1),
            gone=counts.rejected.get("gone", 0),
            failed=counts.failed,
            waiting=counts.pending,
            has_ended=last is not None
            and last.finished is not None
            and is_walked(portal, corpus, today),
            crawled=max(
                (
                    run.counts.fetched
                    for run in corpus.run_log.latest_runs("crawl", MAX_RUNS)
                    if run.outcome == "done" and run.counts is not None
                ),
                default=0,
            ),
            state=replace(state, is_running=state.is_running or is_running),
        )


def is_run_here(context: StudioContext, portal_id: str) -> bool:
    """Return True while a command that a studio has started works on a portal."""
    return any(run.is_running for run in context.runs.list_runs(portal_id))


def may_be_running(context: StudioContext, portal_id: str) -> bool:
    """Return False once no command works on a portal any more."""
    folder = context.settings.corpus_folder(portal_id)
    return is_run_here(context, portal_id) or identify_process(read_last_owner(folder)) != ""


def is_walked(portal: Portal, corpus: CorpusView, today: date) -> bool:
    """Return True if all of the archive that is due was read to its end, by crawls of part of it or
    of the whole."""
    spans = portal.spans
    due = {
        place: list_windows(span.dates, today) if span.dates is not None else (None,)
        for place, span in spans.items()
    }
    rules = {place: _list_digests(span) for place, span in spans.items()}
    walked = Counter[tuple[str, int]]()
    for walk in corpus.walks.all():
        place = (walk.key.column, walk.key.span)
        # what former rules have walked says nothing of these
        if walk.state.get("rules") not in rules.get(place, ()):
            continue
        if not walk.complete:
            return False
        walked[place] += parse_window(spans[place], walk.key.window) in due[place]
    return all(walked[place] >= len(windows) for place, windows in due.items())


def _list_digests(span: Span) -> tuple[str, str]:
    """Return the digests of the rules of walks that stay valid: a limit of pages changes none."""
    return digest_span(span), digest_span(replace(span, stop=replace(span.stop, max_pages=None)))


async def read_all_facts(
    context: StudioContext, portal_id: str, draft: PortalDraft, *, is_quick: bool = False
) -> PortalFacts:
    """Return what is known of a portal, with what its rules find on stored pages, which are read
    once, and not again if it ``is_quick``. Raises as ``read_portal_facts``."""
    facts = await asyncio.to_thread(read_portal_facts, context, portal_id, draft)
    if facts.problems:
        return facts
    rules = (portal_id, draft.text)
    key = (*rules, facts.list_pages, facts.sample)
    # while a command runs, each article that is stored changes the sample
    keys = (key, rules) if facts.state.is_running or is_quick else (key,)
    known = next(filter(None, map(context.step_readings.find, keys)), None)
    if known is None:
        known = await read_pages_of_steps(context, await asyncio.to_thread(draft.portal), facts)
        context.step_readings.keep(key, known)
        context.step_readings.keep(rules, known)
    return replace(
        facts,
        list_pages=known.list_pages,
        listed=facts.listed or known.listed,
        unlisted=known.unlisted,
        next_page=known.next_page,
        has_walked_on=facts.has_walked_on or known.has_walked_on,
        leads_back=known.leads_back,
        reading=known.reading,
        sample=tuple(url for url in facts.sample if url not in known.reading.left_out),
    )


async def read_pages_of_steps(
    context: StudioContext, portal: Portal, facts: PortalFacts
) -> PortalFacts:
    """Return the facts with what the rules find on a page of the list, and read of the sample."""
    urls = facts.list_pages
    pages = [await read_stored(context, portal, url, look_at_list) for url in urls]
    looks = [each for each in pages if isinstance(each, ListLook)]
    found = [each.links for each in looks]
    if looks:
        first = max(looks, key=lambda each: (not each.is_data, len(each.links.articles)))
        facts = replace(
            facts,
            list_pages=(first.links.url, *facts.list_pages),
            unlisted=first.unlisted,
            listed=facts.listed or len({url for each in found for url in each.articles}),
            next_page=next(filter(None, (each.next_page for each in found)), ""),
            **_follow(found),
        )
    readings = {url: await read_stored(context, portal, url, find_lacking) for url in facts.sample}
    read = {url: each for url, each in readings.items() if isinstance(each, tuple)}
    left_out = tuple(url for url, lacking in read.items() if NO_ARTICLE in lacking)
    read = {url: lacking for url, lacking in read.items() if url not in left_out}
    textless = tuple(url for url, lacking in read.items() if "text" in lacking)
    fields = tuple(
        (name, tuple(url for url, lacking in read.items() if name in lacking)) for name in FIELDS
    )
    return replace(facts, reading=SampleReading(len(read), textless, fields, left_out))


def look_at_list(portal: Portal, stored: StoredPage) -> ListLook:
    """Return what the rules find on a stored page of the list, and what they pass over there. To be
    called in a worker. Raises as ``mark_links``."""
    marked = mark_links(portal, stored)
    page = stored.page(portal, marked.answer.column)
    if page.json is not None:
        return ListLook(marked.answer, is_data=True)
    shown = next((each.links for each in propose_link_rules([page])), ())
    # not what a rule leaves out: somebody has decided that
    passed_over = {each.text for each in marked.left_out if each.reason == NO_RULE}
    is_fuller = {*marked.answer.articles} < {*shown}
    return ListLook(marked.answer, tuple(u for u in shown if is_fuller and u in passed_over))


def _follow(found: Sequence[LinksAnswer]) -> dict[str, Any]:
    """Return what the links to next pages say where they lead to pages that were read, too."""
    following = {each.url: each.next_page for each in found if each.next_page}
    back = (url for url, target in following.items() if following.get(target) == url)
    return {
        "has_walked_on": any(each.url in following.values() for each in found),
        "leads_back": next(back, ""),
    }


def find_lacking(portal: Portal, stored: StoredPage) -> tuple[str, ...]:
    """Return what the rules do not find on a stored page: ``text``, or fields; NO_ARTICLE where
    they say that it is none. To be called in a worker."""
    found = extract_articles(portal, stored)[0]
    if isinstance(found, Rejected):
        return (NO_ARTICLE if found.reason == NO_ARTICLE else "text",)
    return tuple(name for name in FIELDS if not found.metadata.all(name))
