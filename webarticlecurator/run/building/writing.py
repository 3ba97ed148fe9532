"""TEI files on disk and the verdicts that go with them."""

from __future__ import annotations

import os
from dataclasses import replace

from webarticlecurator.model.article import Failed, TeiDocument
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import TRANSIENT, Problem
from webarticlecurator.run.article_state import settle_article
from webarticlecurator.run.building.build_article import BuildOutcome, is_continuation
from webarticlecurator.run.cleanup import prune_folders
from webarticlecurator.run.foreign_listing import FOUND
from webarticlecurator.store import ArticleRow, Corpus, Link, TeiFile, WalkKey


class Writer:
    """One per build; ``key`` is the digest of what documents depend on besides captures. The index
    changes wait for ``corpus.commit``; a file is complete under its name or not there."""

    def __init__(self, portal: Portal, corpus: Corpus, key: str) -> None:
        self._portal = portal
        self._corpus = corpus
        self._key = key
        self._folder = corpus.folder / "tei"
        # written, but maybe pages of other articles: ``reject`` takes them back
        self._doubtful: set[str] = set()
        self.written = 0

    def take(self, outcome: BuildOutcome) -> None:
        """Write the document of an outcome, or take an earlier one away, and note the verdict."""
        frontier = self._corpus.frontier
        row = frontier.article(outcome.canonical)
        if row is None:
            return
        self._corpus.captures.mark_truncated(outcome.broken)
        if outcome.failed is not None:
            self._fail(row, outcome, outcome.failed)
        elif outcome.broken and not (outcome.document or outcome.rejected):
            self._ask_again(row)
        if not (outcome.document or outcome.rejected):
            return
        if outcome.document and is_continuation(self._portal, row.requested):
            self._doubtful.add(row.canonical)
        parts = self._former_parts(row, outcome)
        path = self._write(outcome.document) if outcome.document else None
        if row.tei is not None and row.tei != path:
            self._remove(row.tei)
        if outcome.rejected:
            frontier.set_state(
                row.canonical,
                "rejected",
                reason=outcome.rejected.reason,
                evidence=outcome.rejected.evidence,
            )
        else:
            frontier.set_state(row.canonical, "tei")
        frontier.set_pages(row.canonical, outcome.pages)
        frontier.set_build(row.canonical, path, self._key)
        self._note_problems(outcome)
        self._take_parts(row, outcome, parts)

    def _fail(self, row: ArticleRow, outcome: BuildOutcome, failed: Failed) -> None:
        """Note a failure. An earlier TEI goes, with those of the parts of a page: nobody knows
        whether it is still what the rules say. The pages stay known. Where the build failed, not
        the page, the digest stays empty: the next build tries again."""
        former = self._former_parts(row, outcome)
        if row.tei is not None:
            self._remove(row.tei)
        self._corpus.frontier.set_state(
            row.canonical, "failed", reason=failed.reason, evidence=failed.evidence
        )
        # of the page: not to be looked at again with the same rules
        transient = failed.reason in TRANSIENT
        self._corpus.frontier.set_build(row.canonical, None, self._key if transient else None)
        problems = () if transient else (Problem(failed.reason, row.canonical, failed.evidence),)
        self._note_problems(replace(outcome, problems=problems))
        self._take_parts(row, outcome, former)

    def _ask_again(self, row: ArticleRow) -> None:
        """What was held for a page is none: what else is stored says what the article is now."""
        if row.tei is not None:
            self._remove(row.tei)
        self._corpus.frontier.set_build(row.canonical, None, None)
        settle_article(self._portal, self._corpus, row)

    def _former_parts(self, row: ArticleRow, outcome: BuildOutcome) -> list[ArticleRow]:
        """The articles that were made of the pages of this one before (article.split)."""
        frontier = self._corpus.frontier
        urls = dict.fromkeys(page.url for page in (*frontier.pages(row.canonical), *outcome.pages))
        return [part for url in urls for part in frontier.parts(url)]

    def _take_parts(self, row: ArticleRow, outcome: BuildOutcome, former: list[ArticleRow]) -> None:
        """A row, listed by its page, for each article on the pages; those that are there no more go
        with their TEI."""
        frontier, wanted = (
            self._corpus.frontier,
            {requested: part.canonical for requested, part in outcome.parts},
        )
        for gone in (p for p in former if wanted.get(p.requested) != p.canonical):
            if gone.tei is not None:
                self._remove(gone.tei)
            self._corpus.run_log.clear_problems(gone.canonical)
            self._corpus.index_reset.remove(gone.canonical)
        key = WalkKey(row.column or "", 0, "split")
        if outcome.parts and self._corpus.walks.get(key) is None:
            self._corpus.walks.begin(key)
        for requested, part in outcome.parts:
            frontier.add(requested, part.canonical, row.column)
            frontier.add_listing(key, row.requested, [Link(requested)], str)
            self.take(part)

    def reject(self, canonical: str, reason: str, evidence: str) -> None:
        """A verdict that came without reading the page."""
        row = self._corpus.frontier.article(canonical)
        if row is not None:
            self.written -= canonical in self._doubtful
            if row.tei is not None:
                self._remove(row.tei)
            self._corpus.run_log.clear_problems(canonical)
            self._corpus.frontier.set_state(canonical, "rejected", reason=reason, evidence=evidence)
            self._corpus.frontier.set_build(canonical, None, self._key)

    def build_again(self, file: TeiFile) -> None:
        """The file is not what was written: its article is to be built. Waits for
        ``corpus.commit``."""
        row = self._corpus.frontier.article(file.canonical)
        if row is not None:
            page, part, _ = row.requested.partition("#")
            # a part is built with its page
            due = self._corpus.frontier.page_owner(page) if part else row
            if due is not None:
                self._corpus.frontier.set_build(due.canonical, due.tei, None)

    def _write(self, made: TeiDocument) -> str:
        target = self._folder / made.path
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_suffix(".xml.new")
        try:
            with draft.open("wb") as out:
                out.write(made.content)
                out.flush()
                os.fsync(out.fileno())
            draft.replace(target)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        self._corpus.tei_files.record(self._folder, made.path, made.content)
        self.written += 1
        return made.path

    def _remove(self, path: str) -> None:
        (self._folder / path).unlink(missing_ok=True)
        prune_folders((self._folder / path).parent, self._folder)

    def _note_problems(self, outcome: BuildOutcome) -> None:
        run_log = self._corpus.run_log
        for where in dict.fromkeys(
            [
                outcome.canonical,
                *(page.url for page in outcome.pages),
                *(p.where for p in outcome.problems),
            ]
        ):
            run_log.clear_problems(where)
        for problem in outcome.problems:
            run_log.add_problem(problem)


def settle_continuations(portal: Portal, corpus: Corpus, writer: Writer) -> None:
    """An article whose address ``article.continuation`` fits, and that is a page of another one, is
    rejected as its continuation; one that only a WARC file held, and no archive page listed, is no
    article of its own at all."""
    if portal.continuation is None:
        return
    for row in corpus.frontier.articles("tei", "rejected"):
        # a part of a page is an article of its own
        if not is_continuation(portal, row.requested) or "#" in row.requested:
            continue
        owner = corpus.frontier.page_owner(row.requested, besides=row.canonical)
        if owner is None:
            if row.reason == "continuation":
                corpus.frontier.set_state(row.canonical, "stored")
                corpus.frontier.set_build(row.canonical, row.tei, None)
            continue
        writer.reject(row.canonical, "continuation", f"a page of {owner.canonical}")
        if all(listing.walk == FOUND for listing in corpus.frontier.listings(row.canonical)):
            corpus.index_reset.remove(row.canonical)
