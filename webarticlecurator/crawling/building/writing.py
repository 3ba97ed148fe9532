"""Write TEI files, and the verdicts of their articles to the index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import Failed, RightsStatement
from webarticlecurator.base.model.article_facts import ArticleFacts
from webarticlecurator.base.model.verdict import (
    SEEN_ONCE,
    TRANSIENT,
    Problem,
    make_problem,
)
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.base.text.translation import join_messages, make_message
from webarticlecurator.crawling.building.changed_files import was_edited
from webarticlecurator.crawling.building.pruned import describe_last_listing
from webarticlecurator.crawling.captures.article_pages import has_whole_pages, may_be_continuation
from webarticlecurator.crawling.captures.build_outcome import BuildOutcome
from webarticlecurator.crawling.captures.redirect_targets import find_alias_look
from webarticlecurator.crawling.captures.tei_cleanup import remove_tei_file, take_tei
from webarticlecurator.crawling.captures.tei_drafts import TeiDraft, TeiDrafts
from webarticlecurator.crawling.states.article_days import note_published_day
from webarticlecurator.crawling.states.article_state import StateUpdater
from webarticlecurator.crawling.states.cut_pages import list_cut_pages
from webarticlecurator.crawling.states.doubtful_answers import (
    note_doubt,
    note_page_answers,
    set_odd_state,
)
from webarticlecurator.crawling.states.state_without_page import is_answered_without_page
from webarticlecurator.crawling.states.walk_of_warcs import FOUND
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.frontier.unlisted_articles import UNLISTED, UNLISTED_REASON
from webarticlecurator.storage.frontier.walks import OF_SPLIT, WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.texts.tei_files import TeiFile

BATCH = 100
"""Articles between two commits."""
CONTINUATIONS_NOTE = "continuations"
"""Name of the note that says for which articles and rules ``reject_continuations`` was done."""


class TeiWriter:
    """Writes the outcomes of a build; one per build.

    ``key`` is ``build.build.build_key``: the digest of what documents depend on besides captures.
    Changes of the index need ``end_batch``. A file gets its name only when it is complete and
    durable.
    ``new_versions`` has the articles whose words or metadata changed at ``since`` or later.
    ``replaced`` has the articles whose TEI was there before, ``changed`` those of them whose new
    TEI differs in more than the rules.
    ``edited`` counts the files that somebody had changed, besides those that ``build_again`` names.
    ``seen_once`` has the articles whose rejection may have to be confirmed.
    """

    def __init__(
        self, portal: Portal, corpus: WritableCorpus, key: str, since: datetime | None = None
    ) -> None:
        self._portal = portal
        self._corpus = corpus
        self._key = key
        self._since = since
        self._folder = corpus.folder / "tei"
        self._drafts = TeiDrafts(corpus)
        # written articles that may be pages of others: then ``reject`` removes them again
        self._possible_continuations: set[str] = set()
        # files of ``build_again``, which a message has named
        self._known_as_changed: set[str] = set()
        self.written = self.edited = 0
        self.new_versions: set[str] = set()
        self.replaced: set[str] = set()
        self.changed: set[str] = set()
        self.seen_once: list[str] = []

    def write(self, row: ArticleRow, outcome: BuildOutcome) -> None:
        """Take over the draft of an outcome, or remove an earlier file, and note the verdict.
        ``row`` is the article as the index has it."""
        frontier = self._corpus.frontier
        self._corpus.captures.mark_truncated(outcome.truncated)
        note_page_answers(self._portal, self._corpus, outcome.answers)
        if outcome.failed is not None:
            self._fail(row, outcome, outcome.failed)
        elif outcome.truncated and not (outcome.draft or outcome.rejected):
            self._request_again(row)
        if not (outcome.draft or outcome.rejected):
            return
        if outcome.draft and may_be_continuation(self._portal, row.requested):
            self._possible_continuations.add(row.canonical)
        former_parts = self.former_parts(row, outcome)
        self._count_edited(row)
        path = self._add_draft(row, outcome.draft, outcome.rights) if outcome.draft else None
        path = self._replace(row.tei, path)
        if outcome.rejected and path is None:
            frontier.set_state(
                row.canonical,
                "rejected",
                reason=outcome.rejected.reason,
                evidence=outcome.rejected.evidence,
            )
            if outcome.rejected.reason in SEEN_ONCE:
                self.seen_once.append(row.canonical)
        else:
            frontier.set_state(row.canonical, "tei")
        frontier.set_pages(row.id, outcome.pages)
        frontier.set_build(row.canonical, path, self._key)
        alias = find_alias_look(self._portal, self._corpus, row) if outcome.draft else None
        self._corpus.refreshes.set_look(row.id, outcome.look_due or alias)
        if outcome.draft:
            self._corpus.article_facts.record(row.id, outcome.draft.facts)
        if self._since is not None and outcome.changed and outcome.changed >= self._since:
            self.new_versions.add(row.canonical)
        note_published_day(self._portal, self._corpus, row, outcome.published_day)
        self._note_problems(outcome)
        self._write_parts(row, outcome, former_parts)

    def note_doubts(self) -> None:
        """Note which rejections are to be confirmed, when all answers are known. Needs
        ``end_batch``."""
        for canonical in self.seen_once:
            row = self._corpus.frontier.article(canonical)
            if row is not None:
                note_doubt(self._portal, self._corpus, row)

    def _fail(self, row: ArticleRow, outcome: BuildOutcome, failed: Failed) -> None:
        """Note a failure of the page, which the page checks refuse, or of the build, which the next
        build tries again. Its pages stay known."""
        if failed.reason not in TRANSIENT:
            self._fail_build(row, outcome, failed)
            return
        former_parts = self.former_parts(row, outcome)
        kept = None
        if row.tei is not None:
            self._count_edited(row)
            kept = self._remove(row.tei)
        if is_answered_without_page(self._corpus, row.requested):
            StateUpdater(self._portal, self._corpus).set_state_without_page(row)
            self.seen_once.append(row.canonical)
        else:
            set_odd_state(self._portal, self._corpus, row, failed.reason, failed.evidence)
        # a build with the same rules need not read the page again
        self._corpus.frontier.set_build(row.canonical, kept, self._key)
        self._note_problems(replace(outcome, problems=()))
        self._write_parts(row, outcome, former_parts)

    def _fail_build(self, row: ArticleRow, outcome: BuildOutcome, failed: Failed) -> None:
        """Note that the build of an article failed, which says nothing about the article: one with
        TEI, or whose parts have TEI, stays as it was, with a problem. Without a key, it is due."""
        frontier, parts = self._corpus.frontier, self.former_parts(row, outcome)
        if row.tei is not None:
            frontier.set_state(row.canonical, "tei")
        elif parts:
            evidence = make_message("{number} articles", number=len(parts))
            frontier.set_state(row.canonical, "rejected", reason="split", evidence=evidence)
        else:
            frontier.set_state(
                row.canonical, "failed", reason=failed.reason, evidence=failed.evidence
            )
        frontier.set_build(row.canonical, row.tei, None)
        self._note_problems(
            replace(outcome, problems=(Problem(failed.reason, row.canonical, failed.evidence),))
        )

    def _request_again(self, row: ArticleRow) -> None:
        """Update the state of an article whose only captures turned out to be truncated."""
        kept = self._remove(row.tei) if row.tei is not None else None
        self._corpus.frontier.set_build(row.canonical, kept, None)
        StateUpdater(self._portal, self._corpus).update(row)

    def former_parts(self, row: ArticleRow, outcome: BuildOutcome) -> list[ArticleRow]:
        """Return the articles that an earlier build found on the pages of ``row``
        (article.split)."""
        frontier = self._corpus.frontier
        urls = dict.fromkeys(page.url for page in (*frontier.pages(row.canonical), *outcome.pages))
        return [part for url in urls for part in frontier.parts(url)]

    def _write_parts(
        self, row: ArticleRow, outcome: BuildOutcome, former_parts: list[ArticleRow]
    ) -> None:
        """Add and write a row, listed by its page, for each article of a split page. Former ones
        that are no longer on it are removed with their TEI."""
        frontier = self._corpus.frontier
        current = {requested: part.canonical for requested, part in outcome.parts}
        for former in former_parts:
            if current.get(former.requested) == former.canonical:
                continue
            if former.tei is not None:
                self._remove(former.tei)
            self._corpus.index_reset.remove(former.canonical)

        is_unlisted = outcome.parts and self._corpus.unlisted.has(row.canonical)
        key = UNLISTED if is_unlisted else WalkKey(row.column or "", 0, OF_SPLIT)
        if outcome.parts and self._corpus.walks.get(key) is None:
            self._corpus.walks.begin(key)
        for requested, part in outcome.parts:
            frontier.add(requested, part.canonical, row.column)
            self._corpus.listings.add(key, row.requested, [Link(requested)], str)
            own = frontier.article(part.canonical)
            if own is not None:
                self.write(own, part)

    def reject(self, canonical: str, reason: str, evidence: str) -> None:
        """Reject an article without reading its page, and remove its TEI."""
        row = self._corpus.frontier.article(canonical)
        if row is not None:
            self.written -= canonical in self._possible_continuations
            kept = self._remove(row.tei) if row.tei is not None else None
            self._corpus.run_log.renew_problems((), kinds=None, places=(canonical,))
            self._corpus.frontier.set_state(canonical, "rejected", reason=reason, evidence=evidence)
            self._corpus.frontier.set_build(canonical, kept, self._key)

    def build_again(self, file: TeiFile) -> None:
        """Mark the article of a changed file for the build. Needs ``corpus.commit``."""
        row = self._corpus.frontier.article(file.canonical)
        self._known_as_changed.add(file.path)
        if row is not None:
            page, part, _ = row.requested.partition("#")
            # a part is built with its page
            due = self._corpus.frontier.page_owner(page) if part else row
            if due is not None:
                self._corpus.frontier.set_build(due.canonical, due.tei, None)

    def _count_edited(self, row: ArticleRow) -> None:
        if row.tei and row.tei not in self._known_as_changed and row.tei not in self._drafts:
            self.edited += was_edited(self._corpus, row.canonical, row.tei)

    def _add_draft(
        self, row: ArticleRow, draft: TeiDraft, rights: Sequence[RightsStatement]
    ) -> str:
        if row.tei is not None:
            self.replaced.add(row.canonical)
            if self._drafts.differs(draft, row.tei):
                self.changed.add(row.canonical)
                self._drafts.keep_last_copy(draft, row.tei)
        self._drafts.add(draft, rights)
        self.written += 1
        return draft.path

    def end_batch(self) -> None:
        """Let the files written so far have their names, and commit the index."""
        self._drafts.finish()
        self._corpus.commit()

    @contextmanager
    def removing_drafts(self) -> Iterator[None]:
        """Remove the drafts that a killed build has left, and at the end those of this build that
        have not got their names."""
        self._drafts.discard_all()
        try:
            yield
        finally:
            self._drafts.discard_all()

    def _replace(self, former: str | None, path: str | None) -> str | None:
        """Remove the former TEI file of an article, which has one at ``path`` now, or none. Return
        the file that it has then."""
        if former is not None and path is None:
            return self._remove(former)
        if former not in (None, path):
            self._drafts.discard(former)
            remove_tei_file(self._folder, former)
        return path

    def _remove(self, path: str) -> str | None:
        """Remove a TEI file, and its draft; return the path if it stays (``take_tei``)."""
        self._drafts.discard(path)
        return take_tei(self._corpus, path)

    def _note_problems(self, outcome: BuildOutcome) -> None:
        places = (
            outcome.canonical,
            *(page.url for page in outcome.pages),
            *(problem.where for problem in outcome.problems),
        )
        self._corpus.run_log.renew_problems(outcome.problems, kinds=None, places=places)
        cut = list_cut_pages(self._corpus, outcome.answers)
        self._corpus.run_log.renew_problems(cut, kinds=("cut-page",), places=())
        if outcome.draft:
            note_shortened(self._corpus, outcome.canonical, outcome.draft.facts)


def note_shortened(corpus: WritableCorpus, canonical: str, facts: ArticleFacts) -> None:
    """Note as a remark that the index keeps a part of what the TEI of an article says. Needs
    ``corpus.commit``."""
    if facts.shortened:
        parts = join_messages("; ", facts.shortened)
        shortened = make_problem("shortened", canonical, "article", parts=parts)
        corpus.run_log.renew_problems([shortened], kinds=("shortened",), places=())


def reject_unlisted(corpus: WritableCorpus, writer: TeiWriter) -> None:
    """Take the TEI of the articles that no archive page lists any more."""
    for number, row in enumerate(corpus.unlisted.built(), 1):
        writer.reject(row.canonical, UNLISTED_REASON, describe_last_listing(corpus, row.canonical))
        if number % BATCH == 0:
            writer.end_batch()


def reject_continuations(
    portal: Portal, corpus: WritableCorpus, writer: TeiWriter, key: str
) -> None:
    """Reject the articles that are pages of others, if ``article.continuation`` matches their
    address, or if a page may hold a whole article (``article.single_page``).

    Those that no archive page lists, only a WARC file, are removed. Nothing is looked at if no
    article has changed since the last build with the rules ``key``.
    """
    if portal.continuation is None and not has_whole_pages(portal):
        return
    if corpus.run_log.get_meta(CONTINUATIONS_NOTE) == _describe_articles(corpus, key):
        return
    for row in corpus.frontier.articles("tei", "rejected"):
        # a part of a page is an article of its own
        if not may_be_continuation(portal, row.requested) or "#" in row.requested:
            continue
        owner = corpus.frontier.page_owner(row.requested, besides=row.canonical)
        if owner is None:
            if row.reason == "continuation":
                corpus.frontier.set_state(row.canonical, "stored")
                corpus.frontier.set_build(row.canonical, row.tei, None)
            continue
        writer.reject(
            row.canonical,
            "continuation",
            make_message("a page of {url}", url=owner.canonical),
        )
        if all(listing.walk == FOUND for listing in corpus.listings.of(row.canonical)):
            corpus.index_reset.remove(row.canonical)
    corpus.run_log.set_meta(CONTINUATIONS_NOTE, _describe_articles(corpus, key))


def _describe_articles(corpus: WritableCorpus, key: str) -> str:
    """Return what ``reject_continuations`` follows from: rules, articles and their pages."""
    return f"{key} {corpus.article_counts.changes()}"
