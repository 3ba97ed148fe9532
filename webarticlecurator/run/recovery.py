"""Before anything new: draw the conclusions that are still to be drawn from what is stored.

After a kill there may be fetches in the WARC files that the index did not know; after ``verify
--rebuild`` all are of that kind; after a change of link or address rules the stored archive pages
are read again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.config.digest import digest_address_rules
from webarticlecurator.errors import PageUnreadable
from webarticlecurator.extract import article_id, canonical_address
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.sheet_text import report_line
from webarticlecurator.model.verdict import TRANSIENT, UNREAD, Problem
from webarticlecurator.run.article_state import update_article_state
from webarticlecurator.run.cleanup import mark_for_sweep
from webarticlecurator.run.foreign_listing import FOUND
from webarticlecurator.run.progress import Progress
from webarticlecurator.run.redirect_targets import (
    find_redirect_targets,
    find_shared_targets,
    note_redirect_targets,
)
from webarticlecurator.run.replay import is_usable, list_page_again, locate_listing, replay_fetch
from webarticlecurator.store import Corpus, Fetch, Link

STATES_NOTE, STATES_NOW = "states", "1"
"""The note that says by which rules the states of the index were found."""
RENAMED = ("old_id", "new_id", "old_address", "new_address")
BATCH = 200
"""Fetches between two commits."""


def catch_up(portal: Portal, corpus: Corpus, progress: Progress) -> None:
    """Bring frontier and walks up to what is stored and to the rules as they are now; committed
    when it returns."""
    _settle_as_today(portal, corpus, progress)
    _recover(portal, corpus, progress)
    links, addresses = portal.link_digest, digest_address_rules(portal.address)
    known = corpus.run_log.get_meta("links"), corpus.run_log.get_meta("addresses")
    if known[1] not in (addresses, None):
        _readdress(portal, corpus, progress)
    elif known[0] not in (links, None) and not _relist(portal, corpus, progress):
        links = ""  # it is tried again the next time, by whatever rules
    corpus.run_log.set_meta("links", links)
    corpus.run_log.set_meta("addresses", addresses)
    corpus.commit()


def update_pending_articles(portal: Portal, corpus: Corpus, *, look: bool = False) -> None:
    """Settle every pending article that has stored fetches; committed when it returns. ``look``:
    look at every page that came, not only at the ends of redirects."""
    for number, article in enumerate(corpus.frontier.pending_with_fetches(), 1):
        update_article_state(portal, corpus, article, look=look)
        if number % BATCH == 0:
            corpus.commit()
    corpus.commit()


def list_adopted(portal: Portal, corpus: Corpus) -> None:
    """List the adopted articles that no archive page lists; not committed. What a crawl has asked
    for names the page that listed it, so a capture without one was adopted: the WARC files alone
    tell, after ``verify --rebuild``, too."""
    for capture in corpus.captures.all("article"):
        if capture.origin is None or capture.origin.via is not None:
            continue
        name = canonical_address(capture.url, portal.address)
        if corpus.frontier.add(capture.url, name, None):
            corpus.walks.begin(FOUND)
            names = {capture.url: name}
            corpus.frontier.add_listing(FOUND, capture.file, [Link(capture.url)], names.__getitem__)
        else:
            _prefer(portal, corpus, capture, name)


def _prefer(portal: Portal, corpus: Corpus, capture: Capture, name: str) -> None:
    """Of two addresses that the address rules make one (http, https), the one whose capture counts
    is the article's."""
    article = corpus.frontier.article(name)
    if (
        article is None
        or article.requested == capture.url
        or canonical_address(article.requested, portal.address) != name
    ):
        return
    if corpus.captures.best([article.requested, capture.url], portal.captures) == capture:
        corpus.frontier.set_requested(article.canonical, capture.url)
        if article.state != "pending":
            corpus.frontier.set_state(article.canonical, "stored")


def _settle_as_today(portal: Portal, corpus: Corpus, progress: Progress) -> None:
    """Once for an index that an older version of this program left: what it held for final and is
    not, and articles that it took for one because they redirect to the same page."""
    if corpus.run_log.get_meta(STATES_NOTE) == STATES_NOW:
        return
    doubtful = [
        row.requested
        for reason in TRANSIENT
        for row in corpus.frontier.rejected_for(reason)
        if "#" not in row.requested
    ]
    redirected = [
        url for url in corpus.captures.redirected_urls() if corpus.redirects.is_listed(url)
    ]
    if doubtful or redirected:
        progress.say("looking again at redirects and at pages that may have been walls")
    for url in redirected:
        note_redirect_targets(portal, corpus, url)
    for url in (
        *doubtful,
        *(
            url
            for url in redirected
            if find_shared_targets(portal, corpus, find_redirect_targets(portal, corpus, url))
        ),
    ):
        _settle_again(portal, corpus, url)
    corpus.run_log.set_meta(STATES_NOTE, STATES_NOW)
    corpus.commit()


def _settle_again(portal: Portal, corpus: Corpus, url: str) -> None:
    row = corpus.frontier.article(url)
    if row is not None and row.state != "pending" and row.reason != "excluded":
        update_article_state(portal, corpus, row)


def _recover(portal: Portal, corpus: Corpus, progress: Progress) -> None:
    fetches = corpus.captures.recovered("archive", "article", "continuation", "robots")
    number = 0
    for number, (fetch, repeated) in enumerate(_with_repeats(fetches), 1):
        if number == 1:
            progress.say("reading fetches that the index did not know")
        if fetch.origin.level == "archive" and not repeated:
            replay_fetch(portal, corpus, fetch)
        elif fetch.origin.level not in ("archive", "robots"):
            _touch(portal, corpus, fetch)
        corpus.captures.mark_applied(fetch)
        if number % BATCH == 0:
            corpus.commit()
    if number:
        list_adopted(portal, corpus)
    corpus.commit()


def _with_repeats(fetches: Iterator[Fetch]) -> Iterator[tuple[Fetch, bool]]:
    """Each fetch, and whether it was an attempt in vain that was repeated at once: the walk waited
    for what came in the end."""
    one = next(fetches, None)
    while one is not None:
        after = next(fetches, None)
        yield one, after is not None and after.url == one.url and is_usable(one) is None
        one = after


def _touch(portal: Portal, corpus: Corpus, fetch: Fetch) -> None:
    """A new capture of an article that was built or ended otherwise: what is stored now says how it
    stands."""
    url = fetch.url if fetch.origin.level == "article" else fetch.origin.via or fetch.url
    article = corpus.frontier.article(url)
    if article is not None and (article.state == "tei" or article.reason == "split"):
        corpus.frontier.set_state(article.canonical, "stored")
        corpus.frontier.set_build(article.canonical, article.tei, None)
    elif article is not None and article.state in ("failed", "rejected"):
        update_article_state(portal, corpus, article)


def _relist(portal: Portal, corpus: Corpus, progress: Progress) -> bool:
    """Link rules changed: read every stored archive page again; what nothing lists any more goes,
    with its TEI. False where some could not be read, which may list what nothing else does: then
    nothing goes."""
    progress.say("link rules changed: reading the stored archive pages again")
    corpus.index_reset.forget_listings()
    unread = _read_archive(portal, corpus)
    for problem in unread:
        corpus.run_log.add_problem(problem)
    if unread:
        corpus.commit()
        return False
    for article in corpus.frontier.articles("rejected"):
        if article.reason == "split":  # its parts go now, and are made again with it
            corpus.frontier.set_build(article.canonical, None, None)
    void = corpus.index_reset.remove_unlisted_articles()
    for requested in list(
        corpus.redirects.all_sources()
    ):  # what is listed now decides which page is whose
        _settle_again(portal, corpus, requested)
    mark_for_sweep(corpus)
    corpus.commit()
    for path in void:
        (corpus.folder / "tei" / path).unlink(missing_ok=True)
    return True


def _readdress(portal: Portal, corpus: Corpus, progress: Progress) -> None:
    """Address rules changed: canonical addresses and ids may, too; ``tei/renamed.tsv`` says which.
    All or nothing: what was known before is nowhere else."""
    progress.say("address rules changed: making the list of articles again")
    before = corpus.index_reset.forget_articles()
    for problem in _read_archive(portal, corpus):
        raise PageUnreadable(problem.message)
    list_adopted(portal, corpus)
    for pending in corpus.frontier.articles("pending"):
        update_article_state(portal, corpus, pending)
    lines, void = [], []
    for requested, (old, tei) in before.items():
        article = corpus.frontier.article(requested)
        if article is not None and article.canonical == old:
            corpus.frontier.set_build(old, tei, None)
            continue
        void += [tei] if tei else []
        if article is not None:
            ids = (article_id(old), article_id(article.canonical))
            lines.append(report_line((*ids, old, article.canonical)))
    _append_renamed(corpus.folder / "tei" / "renamed.tsv", "".join(lines).encode("utf-8"))
    mark_for_sweep(corpus)
    corpus.commit()
    for path in void:
        (corpus.folder / "tei" / path).unlink(missing_ok=True)


def _append_renamed(path: Path, lines: bytes) -> None:
    """Add the lines, unless a run that was killed right after this has added them."""
    if not lines:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as out:
        size = out.seek(0, os.SEEK_END)
        out.seek(max(size - len(lines), 0))
        if out.read() != lines:
            out.write((b"" if size else report_line(RENAMED).encode("utf-8")) + lines)


def _read_archive(portal: Portal, corpus: Corpus) -> list[Problem]:
    """List every stored archive page again; not committed: all or nothing. Gives those that could
    not be read."""
    unread = []
    for capture in corpus.captures.all("archive"):
        place = locate_listing(portal, capture.origin, capture.url)
        if place is not None:
            try:
                list_page_again(portal, corpus, place, capture, capture.url)
                corpus.run_log.clear_problems(capture.url, UNREAD)
            except PageUnreadable as error:
                unread.append(Problem(UNREAD, capture.url, error.message))
    return unread
