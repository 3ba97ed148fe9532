"""What a build doubts before and after it writes: TEI that the rules of today no longer give, and
faults that no rule notices.

A typo in one rule may reject half of a corpus. So before a build writes anything, its outcomes are
kept in a file (the documents are in drafts) until it is known how many articles would lose their
TEI. Too many, and nothing is written (``build --prune`` does it).

Then titles that are those of the site, fields that stay empty, pagers that no rule follows: each
is a problem with the first article that shows it and a cure; a word in the portal file says that it
is as it should be. The work follows what is new: fields are counted in the index, titles are
compared in a sample of the corpus.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.base.errors import RulesTooSlow
from webarticlecurator.base.model.verdict import TRANSIENT, Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule_digests import digest_keys
from webarticlecurator.base.text.translation import Message, make_message
from webarticlecurator.crawling.building.writing import BATCH, TeiWriter
from webarticlecurator.crawling.captures.article_pages import may_be_continuation
from webarticlecurator.crawling.captures.build_outcome import BuildOutcome
from webarticlecurator.crawling.captures.tei_cleanup import is_last_copy
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.index.disk import convert_os_errors
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.index_rebuild import read_lost
from webarticlecurator.storage.store.view import CorpusView

if TYPE_CHECKING:  # a build without older TEI needs none
    from webarticlecurator.crawling.building.upgrade import Upgrade

MAX_TAKEN = 10
"""Articles that any build may take TEI from: rules are made better one by one."""
MAX_PERCENT = 5
"""Percent of the articles with TEI that any build may take it from."""
COUNTED = 1000
"""Articles that are counted to the end, so that the message says how many it would be."""
KEYS_NOTE = "tei-keys"
"""Name of the note with the digests of the keys by which the TEI was built."""


def is_too_many(taken: int, of: int) -> bool:
    """Return True for more than ``MAX_TAKEN`` and ``MAX_PERCENT`` of the articles with TEI."""
    return taken > MAX_TAKEN and taken * 100 > of * MAX_PERCENT


def may_take_many(corpus: WritableCorpus, key: str) -> bool:
    """Return True if so many articles with TEI, or with parts that have it, are due with the rules
    ``key`` that their outcomes must be known before one of them is written."""
    return corpus.build_queue.count_stale_with_tei(key) > MAX_TAKEN or (
        corpus.build_queue.has_stale_split_page(key)
    )


class TakenTei:
    """The articles that would lose their TEI, by reason. ``read`` counts the outcomes; ``refused``
    are articles with TEI whose redirect leads to a page that the rules of today refuse, by which
    they get other addresses. ``has_stopped``: not all were read, since it is too much anyway.

    ``upgrade`` compares the TEI of an older output version with what takes its place; None if there
    is none. With ``prune``, no number is too much."""

    def __init__(
        self,
        portal: Portal,
        corpus: WritableCorpus,
        writer: TeiWriter,
        upgrade: Upgrade | None,
        prune: bool,
    ) -> None:
        self._portal, self._corpus, self._writer = portal, corpus, writer
        self.upgrade, self._prune = upgrade, prune
        self._of = corpus.tei_files.count()
        self._reasons: dict[int, str] = {}
        self._first = ""
        self.read = 0
        self.refused: list[str] = []
        self.has_stopped = False

    @property
    def is_too_many(self) -> bool:
        return not self._prune and is_too_many(len(self._reasons), self._of)

    def count(self, row: ArticleRow, outcome: BuildOutcome) -> None:
        """Count what an outcome takes from an article and from the parts of its page."""
        self.read += 1
        gone = outcome.rejected
        if outcome.failed is not None:
            if outcome.failed.reason not in TRANSIENT:
                return  # the build failed: what there is stays
            reason, evidence = outcome.failed.reason, outcome.failed.evidence
        elif gone is not None:
            reason, evidence = gone.reason, gone.evidence
        else:
            reason, evidence = "split", ""
        if row.tei is not None and outcome.draft is None and not outcome.parts:
            self._add(row, reason, evidence)
        self._compare(row, outcome)
        parts = dict(outcome.parts)
        for former in self._writer.former_parts(row, outcome):
            part = parts.get(former.requested)
            if former.tei is None or (part is not None and part.draft is not None):
                self._compare(former, part)
                continue
            rejected = part.rejected if part is not None else None
            self._add(
                former, *((rejected.reason, rejected.evidence) if rejected else (reason, evidence))
            )

    def count_later_pages(self, outcome: BuildOutcome) -> None:
        """Count the articles that are pages of another one from now on."""
        for page in outcome.pages:
            row = self._corpus.frontier.article(page.url)
            if (
                row is not None
                and row.tei is not None
                and row.requested == page.url
                and row.canonical != outcome.canonical
                and "#" not in row.requested
                and may_be_continuation(self._portal, row.requested)
            ):
                self._add(
                    row, "continuation", make_message("a page of {url}", url=outcome.canonical)
                )

    def _compare(self, row: ArticleRow, outcome: BuildOutcome | None) -> None:
        if self.upgrade is not None and outcome is not None and outcome.draft is not None:
            self.upgrade.compare(row, outcome.draft)

    def _add(self, row: ArticleRow, reason: str, evidence: str) -> None:
        if row.id not in self._reasons and not (row.tei and is_last_copy(self._corpus, row.tei)):
            if self.upgrade is not None and self.upgrade.compare(row, None, reason):
                return
            self._reasons[row.id] = reason
            first = f"{row.canonical}: {reason}"
            self._first = self._first or (
                make_message("{first} ({evidence})", first=first, evidence=evidence)
                if evidence
                else first
            )

    def find_problems(self) -> Iterator[Problem]:
        """Yield the problem of a build that would take too much."""
        if not self.is_too_many:
            return
        file = describe_portal_file(self._portal)
        reasons = Counter(self._reasons.values()).most_common()
        counts = ", ".join(f"{number} {reason}" for reason, number in reasons)
        of: str = str(self._of)
        if self.has_stopped:
            of = make_message("the first {number} of {of}", number=self.read, of=self._of)
        changed = describe_changed_keys(self._portal, self._corpus.run_log.get_meta(KEYS_NOTE))
        yield make_problem(
            "rules-take-tei",
            file,
            changed=changed,
            number=len(self._reasons),
            of=of,
            counts=counts,
            first=self._first,
            file=file,
        )


def stage(
    taken: TakenTei, corpus: WritableCorpus, folder: Path, outcomes: Iterator[BuildOutcome]
) -> Iterator[BuildOutcome]:
    """Read the outcomes of a build into a file in ``folder`` and count what they take, until it is
    too much; return an iterator over them. It raises RulesTooSlow at its end if the outcomes did.
    """
    # in a file, since they can be longer than what fits into memory
    file = folder / "outcomes"
    folder.mkdir(parents=True, exist_ok=True)
    errors: list[RulesTooSlow] = []
    with convert_os_errors(folder), file.open("wb") as out:
        for outcome in _count_all(taken, corpus, outcomes, errors):
            pickle.dump(outcome, out, pickle.HIGHEST_PROTOCOL)
    if not taken.is_too_many:
        for outcome in _read_again(file, []):
            taken.count_later_pages(outcome)
    corpus.commit()
    return _read_again(file, errors)


def _count_all(
    taken: TakenTei,
    corpus: WritableCorpus,
    outcomes: Iterator[BuildOutcome],
    errors: list[RulesTooSlow],
) -> Iterator[BuildOutcome]:
    try:
        for number, outcome in enumerate(outcomes, 1):
            row = corpus.frontier.article(outcome.canonical)
            if row is not None:
                taken.count(row, outcome)
            yield outcome
            if number % BATCH == 0:
                corpus.commit()  # what was found out about articles without a page
            if taken.is_too_many and number >= COUNTED:
                taken.has_stopped = True
                return
    except RulesTooSlow as error:
        errors.append(error)


def _read_again(file: Path, errors: list[RulesTooSlow]) -> Iterator[BuildOutcome]:
    with file.open("rb") as stream:
        while stream.peek(1):
            yield pickle.load(stream)
    for error in errors:
        raise error


def describe_unlisted(portal: Portal, corpus: CorpusView) -> Message | None:
    """Return a remark about the articles that nothing lists any more, None without any."""
    number = corpus.unlisted.count_tei()
    if number == 0:
        return None
    return make_message(
        "no rule of the portal file lists {number} of {of} articles in TEI any more (unlisted)."
        " They keep their TEI; curator build {file} --prune removes it",
        number=number,
        of=corpus.tei_files.count(),
        file=describe_portal_file(portal),
    )


def find_unlisted_articles(portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield the problem that nothing lists many of the articles any more."""
    message = describe_unlisted(portal, corpus)
    if message is not None and is_too_many(message.values["number"], message.values["of"]):
        yield make_problem("unlisted-articles", describe_portal_file(portal), message=message)


def list_own_unread(_portal: Portal, corpus: CorpusView) -> list[str]:
    """Return the places of archive pages that could not be read, without those of WARC files that
    are not the corpus's own."""
    known = (problem.where for problem in corpus.run_log.problems(("archive-page-unread",)))
    return [url for url in known if corpus.captures.has_any(url)]


def find_lost_answers(_portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield the answers that were stored and are in no WARC file any more."""
    for each in read_lost(corpus.folder):
        yield Problem("lost", each.record, str(each))


def find_unknown_rows(
    _portal: Portal, _corpus: CorpusView, names: Iterable[str]
) -> Iterator[Problem]:
    """Yield the problems of the names in the override table that no article has."""
    for name in names:
        yield make_problem("by-hand-unknown", f"by-hand-unknown {name}", name=name)


def note_keys(portal: Portal, corpus: WritableCorpus) -> None:
    """Note by which rules the TEI was built. Needs ``corpus.commit``."""
    keys = json.dumps(digest_keys(portal), sort_keys=True)
    if corpus.run_log.get_meta(KEYS_NOTE) != keys:
        corpus.run_log.set_meta(KEYS_NOTE, keys)


def describe_changed_keys(portal: Portal, note: str | None) -> str:
    """Return which keys of the portal file have changed since ``note`` was written."""
    before = json.loads(note) if note else {}
    changed = sorted(
        key for key, digest in digest_keys(portal).items() if before.get(key) != digest
    )
    if not before or not changed:
        return make_message("with today's rules")
    return make_message("{keys} changed", keys=", ".join(changed))


def describe_portal_file(portal: Portal) -> str:
    """Return the name of the portal file, which is the place of problems with its rules."""
    return portal.path.name if portal.path else portal.id
