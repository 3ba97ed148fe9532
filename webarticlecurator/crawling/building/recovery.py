"""Bring the index up to date with the WARC files and the rules, before anything new is done.

After a kill, the WARC files may have fetches that the index does not know; after ``verify
--rebuild`` it knows none. After a change of the link or address rules, the stored archive pages are
read again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import count, islice
from pathlib import Path

from webarticlecurator.articles.by_rules.identity import article_id, canonical_address
from webarticlecurator.base.errors import PageUnreadable, TeiAtRisk
from webarticlecurator.base.model.capture import LEVELS, SITE_LEVELS, Capture
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule_digests import digest_address_rules
from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.base.text.table_text import report_line
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.link_source import PagePlace
from webarticlecurator.crawling.archive.link_sources import source_of
from webarticlecurator.crawling.building.build_doubts import describe_portal_file, is_too_many
from webarticlecurator.crawling.building.corpus_checks import ARCHIVE_READ, CAUGHT_UP, note_doubts
from webarticlecurator.crawling.building.pruned import list_pruned, read_pruned, reject_again
from webarticlecurator.crawling.captures.tei_cleanup import (
    find_tei_of_articles,
    mark_for_sweep,
    remove_tei_file,
)
from webarticlecurator.crawling.states.archive_disorder import judge_archive_run
from webarticlecurator.crawling.states.article_days import note_captures
from webarticlecurator.crawling.states.article_state import PAGES_AHEAD, StateUpdater
from webarticlecurator.crawling.states.canonical_addresses import choose_requested
from webarticlecurator.crawling.states.replay import (
    ListingPlace,
    list_page_again,
    locate_listing,
    replay_fetch,
    usable_answer,
)
from webarticlecurator.crawling.states.walk_doubts import settle_walk_doubts
from webarticlecurator.crawling.states.walk_of_warcs import FOUND
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.answers.fetches import Fetch
from webarticlecurator.storage.frontier.unlisted_articles import UNLISTED, UNLISTED_REASON
from webarticlecurator.storage.store.corpus import WritableCorpus, open_corpus
from webarticlecurator.storage.store.index_rebuild import rebuild_index
from webarticlecurator.storage.store.reconcile import Reconciled
from webarticlecurator.storage.warc.record import target_address

RENAMED = ("old_id", "new_id", "old_address", "new_address")
BATCH = 200
"""Fetches between two commits."""


def rebuild_corpus(portal: Portal, folder: Path, runtime: Runtime | None = None) -> Reconciled:
    """Rebuild the index of the corpus in ``folder`` from its WARC files.

    Listings, walks and verdicts follow from the current rules; the next ``build`` builds the TEI.
    Raises CorpusLocked, CorpusMismatch, DiskFull.
    """
    runtime = runtime or Runtime()
    reconciled = rebuild_index(folder, portal.id, runtime.store_options())
    with open_corpus(folder, portal.id, runtime.store_options(), create=False) as corpus:
        catch_up(portal, corpus, runtime.progress)
        update_pending_articles(portal, corpus, inspect=True)
    return reconciled


def catch_up(
    portal: Portal, corpus: WritableCorpus, progress: Progress, *, prune: bool = False
) -> None:
    """Bring frontier and walks up to date with the stored fetches and current rules; commits.

    Raises TeiAtRisk, unless with ``prune``, if changed address rules make one article of so many
    that much TEI would go.
    """
    _apply_unknown_fetches(portal, corpus, progress)
    find_tei_of_articles(corpus)
    note_doubts(portal, corpus, CAUGHT_UP)
    links, addresses = portal.link_digest, digest_address_rules(portal.address)
    known = corpus.run_log.get_meta("links"), corpus.run_log.get_meta("addresses")
    if known[1] not in (addresses, None):
        _apply_address_rules(portal, corpus, progress, prune=prune)
    elif known[0] not in (links, None) and not _apply_link_rules(portal, corpus, progress):
        links = ""  # the next run tries again, even with the same rules
    corpus.run_log.set_meta("links", links)
    corpus.run_log.set_meta("addresses", addresses)
    corpus.commit()
    if corpus.is_renewed:  # what is stored already is not new
        update_pending_articles(portal, corpus, inspect=True)


def update_pending_articles(
    portal: Portal, corpus: WritableCorpus, *, inspect: bool = False
) -> None:
    """Update the state of every pending article that has stored fetches; commits. With ``inspect``,
    the page checks inspect every stored page, not only redirect targets."""
    _restore_relisted(corpus)
    states, pending = StateUpdater(portal, corpus), corpus.build_queue.pending_with_fetches()
    counted = count(1)
    while articles := list(islice(pending, PAGES_AHEAD)):
        if inspect:
            states.look_ahead(articles)
        for article in articles:
            states.update(article, inspect=inspect)
            if next(counted) % BATCH == 0 or corpus.has_large_transaction():
                corpus.commit()
    corpus.build_queue.forget_unfetched()
    # now that their addresses are those of what they redirect to
    reject_again(corpus, read_pruned(corpus.folder))
    corpus.commit()


def add_adopted_articles(portal: Portal, corpus: WritableCorpus) -> None:
    """Add the adopted articles that no archive page lists to the frontier, as listed by nobody.
    Needs ``corpus.commit``.

    A capture of a crawl has the page that listed it in its WARC record; an article capture without
    one, or with its address in a web archive, was adopted. So this works after ``verify
    --rebuild``, too. Of two adopted addresses with the same canonical address, the one whose
    capture counts becomes the requested address.
    """
    corpus.allow_large_transaction()
    for capture in corpus.captures.all("article"):
        is_listed = capture.origin is not None and capture.origin.via is not None
        if capture.origin is None or (is_listed and capture.archive_source is None):
            continue
        requested = corpus.captures.requested_address(capture.record_id) or capture.url
        if target_address(requested) != target_address(capture.url):
            continue  # a redirect has led to it: it is one article with what was requested
        canonical = canonical_address(capture.url, portal.address)
        if corpus.frontier.add(capture.url, canonical, None):
            corpus.walks.begin(FOUND)
            canonicals = {capture.url: canonical}
            corpus.listings.add(FOUND, capture.file, [Link(capture.url)], canonicals.__getitem__)
        else:
            choose_requested(portal, corpus, capture, canonical)
    _add_unlisted_articles(portal, corpus)


def _add_unlisted_articles(portal: Portal, corpus: WritableCorpus) -> None:
    """Add the articles that a crawl has stored and no archive page lists any more, by the origins
    of their records: the column, and the page that listed them then."""
    encoded = {target_address(url) for url in corpus.unlisted.addresses_that_are_encoded()}
    for url, origin in corpus.captures.stored_articles():
        if url in encoded or corpus.redirects.is_listed(url) or _is_led_to(corpus, origin.via):
            continue
        canonical = canonical_address(url, portal.address)
        if corpus.frontier.add(url, canonical, origin.column):
            corpus.walks.begin(UNLISTED)
            links, canonicals = [Link(url)], {url: canonical}
            corpus.listings.add(UNLISTED, origin.via or "", links, canonicals.__getitem__)


def _is_led_to(corpus: WritableCorpus, via: str | None) -> bool:
    """Return True for what a listed address redirects to: it is one article with that."""
    is_listed = via is not None and corpus.redirects.is_listed(via)
    return is_listed and bool(corpus.captures.redirect_targets(via or ""))


def _update_again(portal: Portal, corpus: WritableCorpus, url: str) -> None:
    row = corpus.frontier.article(url)
    is_decided = row is not None and row.reason in ("excluded", UNLISTED_REASON)
    if row is not None and row.state != "pending" and not is_decided:
        StateUpdater(portal, corpus).update(row)


def _apply_unknown_fetches(portal: Portal, corpus: WritableCorpus, progress: Progress) -> None:
    """Process the fetches of the WARC files that the index did not know."""
    fetches = corpus.captures.recovered(*LEVELS)
    number = 0
    time: datetime | None = None
    for number, (fetch, was_repeated) in enumerate(_with_repeats(fetches), 1):
        if number == 1:
            progress.show_message("reading stored captures that are not in the index")
        if fetch.origin.level == "archive" and not was_repeated:
            # judge the crawl of the fetch before it, if that was another one
            before, time = time, fetch.time or time
            run_of = corpus.answers.run_of
            if before is not None and time is not None and run_of(before) != run_of(time):
                judge_archive_run(portal, corpus, before)
            replay_fetch(portal, corpus, fetch)
        elif fetch.origin.level not in ("archive", *SITE_LEVELS):
            _mark_new_capture(portal, corpus, fetch)
        corpus.captures.mark_applied(fetch)
        if number % BATCH == 0 or corpus.has_large_transaction():
            corpus.commit()
    if time is not None:
        judge_archive_run(portal, corpus, time)
    if number:
        add_adopted_articles(portal, corpus)
        settle_walk_doubts(portal, corpus, [walk.key for walk in corpus.walks.doubtful()])
    corpus.commit()


def _with_repeats(fetches: Iterator[Fetch]) -> Iterator[tuple[Fetch, bool]]:
    """Yield each fetch, and whether it failed and was repeated at once: then the walk used the
    answer of the repetition."""
    fetch = next(fetches, None)
    while fetch is not None:
        following = next(fetches, None)
        is_same_url = following is not None and following.url == fetch.url
        yield fetch, is_same_url and usable_answer(fetch) is None
        fetch = following


def _mark_new_capture(portal: Portal, corpus: WritableCorpus, fetch: Fetch) -> None:
    """Update the state of an article that has a new capture: if it was built, it is built again."""
    url = fetch.url if fetch.origin.level == "article" else fetch.origin.via or fetch.url
    article = corpus.frontier.article(url)
    states = StateUpdater(portal, corpus)
    states.build_others(fetch.url, article)
    if article is None:
        return
    if article.state == "tei" or article.reason == "split":
        corpus.frontier.set_state(article.canonical, "stored")
        corpus.frontier.set_build(article.canonical, article.tei, None)
        note_captures(portal, corpus, article)
    elif article.state in ("failed", "rejected"):
        article = states.update(article)
    states.note_others(article, fetch)
    if fetch.origin.level == "article" and len(corpus.captures.last_answers(url, 2)) > 1:
        corpus.refreshes.mark_due(article.id)  # its later pages may not have been asked for


def _apply_link_rules(portal: Portal, corpus: WritableCorpus, progress: Progress) -> bool:
    """Read every stored archive page again after a change of the link rules. Articles that no page
    lists any more keep their TEI and are unlisted; the others of them are removed.

    Returns False if a page could not be read. Nothing is removed then, since this page may be the
    only one that lists an article.
    """
    progress.show_message("link rules changed: reading the stored archive pages again")
    corpus.unlisted.unlist_all()
    if _read_archive(portal, corpus):
        corpus.commit()
        return False
    for article in corpus.frontier.articles("rejected"):
        if article.reason == "split":  # its parts are listed by the next build
            corpus.frontier.set_build(article.canonical, None, None)
    corpus.unlisted.end_unlisting()
    _restore_relisted(corpus)
    # the new listings decide which article a redirect target belongs to
    for requested in list(corpus.redirects.all_sources()):
        _update_again(portal, corpus, requested)
    corpus.commit()
    return True


def _restore_relisted(corpus: WritableCorpus) -> None:
    """Set articles to pending whose TEI was taken because nothing listed them, and that are listed
    again. Needs ``corpus.commit``."""
    for row in corpus.frontier.with_verdict("rejected", UNLISTED_REASON):
        if not corpus.unlisted.has(row.canonical):
            corpus.frontier.set_state(row.canonical, "pending")


def _apply_address_rules(
    portal: Portal, corpus: WritableCorpus, progress: Progress, *, prune: bool
) -> None:
    """Make the list of articles again after a change of the address rules, and append changed
    canonical addresses and ids to ``tei/renamed.tsv``.

    All of it is one transaction, since the former list is stored nowhere else.
    """
    progress.show_message("address rules changed: making the list of articles again")
    pruned = list_pruned(corpus)
    before = corpus.index_reset.forget_articles()
    for problem in _read_archive(portal, corpus):
        raise PageUnreadable(problem.message)
    add_adopted_articles(portal, corpus)
    for pending in corpus.frontier.articles("pending"):
        StateUpdater(portal, corpus).update(pending)
    reject_again(corpus, pruned)
    if not prune:
        _check_merged(portal, corpus, before)
    lines, removed_tei = [], []
    for requested, (old, tei) in before.items():
        article = corpus.frontier.article(requested)
        if article is not None and article.canonical == old:
            corpus.frontier.set_build(old, tei, None)
            continue
        if tei:
            removed_tei.append(tei)
        if article is not None:
            ids = (article_id(old), article_id(article.canonical))
            lines.append(report_line((*ids, old, article.canonical)))
    _append_renamed(corpus.folder / "tei" / "renamed.tsv", "".join(lines).encode("utf-8"))
    mark_for_sweep(corpus)
    corpus.commit()
    for path in removed_tei:
        remove_tei_file(corpus.folder / "tei", path)


def _check_merged(
    portal: Portal, corpus: WritableCorpus, before: Mapping[str, tuple[str, str | None]]
) -> None:
    """Raise TeiAtRisk if too many of the articles with TEI are one with another now; then nothing
    has changed."""
    with_tei = [requested for requested, (_, tei) in before.items() if tei]
    found = filter(None, map(corpus.frontier.article, with_tei))
    merged = len(with_tei) - len({row.id for row in found})
    if is_too_many(merged, len(with_tei)):
        corpus.rollback()
        raise TeiAtRisk(
            make_message(
                "the changed address rules would remove the TEI of {merged} of {with_tei}"
                " articles, because they give these the address of another article; nothing was"
                " changed",
                merged=merged,
                with_tei=len(with_tei),
            ),
            make_message(
                "Correct `address`. If you want to remove them, run curator build {portal_file}"
                " --prune",
                portal_file=describe_portal_file(portal),
            ),
        )


def _append_renamed(path: Path, lines: bytes) -> None:
    """Append the lines, unless a run that was killed after this step has appended them already."""
    if not lines:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as out:
        size = out.seek(0, os.SEEK_END)
        out.seek(max(size - len(lines), 0))
        if out.read() != lines:
            out.write((b"" if size else report_line(RENAMED).encode("utf-8")) + lines)


def _is_listed(listed: dict[str, str], place: ListingPlace, capture: Capture) -> bool:
    """Return True for a file that was read just before with the same bytes: a sitemap or a feed is
    stored at every crawl, even if it has not changed."""
    if source_of(place.span).is_list(PagePlace(window=place.key.window)):
        return False
    before = listed.get(capture.url)
    listed[capture.url] = capture.body_digest
    return before == capture.body_digest


def _read_archive(portal: Portal, corpus: WritableCorpus) -> list[Problem]:
    """List every stored archive page again; note and return the problems of those that could not be
    read. Needs ``corpus.commit``."""
    unread = []
    listed: dict[str, str] = {}
    for capture in corpus.captures.all("archive"):
        place = locate_listing(portal, capture.origin, capture.url)
        if place is not None and not _is_listed(listed, place, capture):
            try:
                list_page_again(portal, corpus, place, capture, capture.url)
            except PageUnreadable as error:
                unread.append(Problem("archive-page-unread", capture.url, error.message))
    note_doubts(portal, corpus, ARCHIVE_READ, unread)
    return unread
