"""TEI files on disk and the verdicts that go with them."""

from __future__ import annotations

import os
from pathlib import Path

from webarticlecurator.model.article import TeiDocument
from webarticlecurator.run.worker import Outcome
from webarticlecurator.store import Corpus


class Writer:
    """One per build; ``key`` is the digest of what documents depend on besides captures. The index changes wait for
    ``corpus.commit``; a file is complete under its name or not there."""

    def __init__(self, corpus: Corpus, key: str) -> None:
        self._corpus = corpus
        self._key = key
        self._folder = corpus.folder / "tei"
        self.written = 0

    def take(self, outcome: Outcome) -> None:
        """Write the document of an outcome, or take an earlier one away, and note the verdict."""
        frontier = self._corpus.frontier
        row = frontier.article(outcome.canonical)
        if row is None or not (outcome.document or outcome.rejected):
            return
        path = self._write(outcome.document) if outcome.document else None
        if row.tei is not None and row.tei != path:
            self._remove(row.tei)
        if outcome.rejected:
            frontier.set_state(row.canonical, "rejected", reason=outcome.rejected.reason, evidence=outcome.rejected.evidence)
        else:
            frontier.set_state(row.canonical, "tei")
        frontier.set_pages(row.canonical, outcome.pages)
        frontier.set_build(row.canonical, path, self._key)
        self._note_problems(outcome)

    def reject(self, canonical: str, reason: str, evidence: str) -> None:
        """A verdict that came without reading the page."""
        row = self._corpus.frontier.article(canonical)
        if row is not None:
            if row.tei is not None:
                self._remove(row.tei)
            self._corpus.frontier.set_state(canonical, "rejected", reason=reason, evidence=evidence)
            self._corpus.frontier.set_build(canonical, None, self._key)

    def restore_missing(self) -> None:
        """Files that were deleted by hand are to be built again."""
        for row in self._corpus.frontier.articles("tei"):
            if row.tei is None or not (self._folder / row.tei).is_file():
                self._corpus.frontier.set_build(row.canonical, row.tei, None)
        self._corpus.commit()

    def _write(self, made: TeiDocument) -> str:
        target = self._folder / made.path
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_suffix(".xml.new")
        with draft.open("wb") as out:
            out.write(made.content)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(target)
        self.written += 1
        return made.path

    def _remove(self, path: str) -> None:
        (self._folder / path).unlink(missing_ok=True)
        _prune((self._folder / path).parent, self._folder)

    def _note_problems(self, outcome: Outcome) -> None:
        ledger = self._corpus.ledger
        for where in dict.fromkeys(
            [outcome.canonical, *(page.url for page in outcome.pages), *(p.where for p in outcome.problems)]
        ):
            ledger.clear_problems(where)
        for problem in outcome.problems:
            ledger.add_problem(problem)


def _prune(folder: Path, top: Path) -> None:
    """Remove folders that are empty now, up to ``top``."""
    while folder != top and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
