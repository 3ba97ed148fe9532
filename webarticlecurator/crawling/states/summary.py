"""The account of a corpus: its numbers, its problems, the parsers that made its TEI.

Summary of a corpus in numbers, as ``curator status`` prints it, with those of a run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.doubts.doubt_table import is_serious
from webarticlecurator.base.model.attribute_words import read_words, to_words
from webarticlecurator.base.model.doubts import Doubt
from webarticlecurator.base.model.verdict import CURES, PROBLEM_REASONS
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import (
    as_message,
    join_messages,
    make_count_message,
    make_message,
)
from webarticlecurator.crawling.states.column_proofs import ListProof, prove_lists
from webarticlecurator.crawling.states.corpus_doubts import read_doubts
from webarticlecurator.crawling.states.other_hosts import (
    describe_silent_hosts,
    list_on_silent_hosts,
)
from webarticlecurator.crawling.states.parsers_used import parser_remarks
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.storage.store.withdrawn_texts import read_tombstones


@dataclass(frozen=True)
class RefreshCounts:
    """Stored articles that a crawl asked for again: ``asked`` = unchanged + changed + gone +
    failed."""

    asked: int = 0
    unchanged: int = 0
    changed: int = 0
    gone: int = 0
    failed: int = 0

    def __str__(self) -> str:
        return make_message(
            "{asked} requested again: {unchanged} unchanged, {changed} changed, {gone} gone,"
            " {failed} failed",
            asked=self.asked,
            unchanged=self.unchanged,
            changed=self.changed,
            gone=self.gone,
            failed=self.failed,
        )


REFRESH_WORDS = read_words("asked unchanged changed gone failed")
"""Attribute of ``RefreshCounts`` → its key in ``--json`` answers."""
JSON_WORDS = read_words(
    "portal archive_pages articles tei rejected stored pending failed warc_bytes problems"
    " new_archive_pages new_articles built seconds stopped gone unlisted refreshed to_confirm"
    " next_due changed kept_old"
)
"""Attribute of ``Summary`` → its key in ``--json`` answers."""


@dataclass(frozen=True)
class Summary:
    """Numbers of a corpus, and of the run that made the summary.

    ``articles`` counts distinct canonical addresses: tei + stored (not built yet) + all rejected +
    failed + pending. ``problems`` counts serious problems by kind (``base.doubts``).
    ``doubts``: what is wrong or missing, the dearest first; ``lists``: what proves that the lists
    are whole; ``remarks``: other messages for the user.
    ``gone`` counts stored articles for which the portal answers 404 or 410 now, ``unlisted`` those
    in TEI that no rule of the portal file lists any more. ``to_confirm`` counts articles and
    archive pages that were seen once to be missing or empty; ``next_due`` is when a crawl asks for
    the first of them again (ISO 8601, UTC), None without one. ``kept_old`` counts those that keep
    the TEI of an older output version (``--keep-old``), None without any.

    ``refresh_failures`` are the first articles that were asked for again without success, with the
    reason.

    ``new_archive_pages``, ``new_articles``, ``refreshed``, ``built``, ``changed`` (of those
    built, the articles whose TEI says something else than before; None if none had TEI before),
    ``seconds`` (of wall time) and ``stopped`` (the portal's refusal that ended the run) describe
    the run; they are None without one.
    """

    portal: str = ""
    archive_pages: int = 0
    articles: int = 0
    tei: int = 0
    rejected: dict[str, int] = field(default_factory=dict)
    stored: int = 0
    pending: int = 0
    failed: int = 0
    warc_bytes: int = 0
    problems: dict[str, int] = field(default_factory=dict)
    gone: int = 0
    unlisted: int = 0
    to_confirm: int = 0
    next_due: str | None = None
    new_archive_pages: int | None = None
    new_articles: int | None = None
    refreshed: RefreshCounts | None = None
    refresh_failures: tuple[str, ...] = ()
    built: int | None = None
    changed: int | None = None
    seconds: float | None = None
    stopped: str | None = None
    doubts: tuple[Doubt, ...] = ()
    lists: tuple[ListProof, ...] = ()
    kept_old: int | None = None
    remarks: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True if nothing is doubtful, no article is pending, and no refresh failed. Articles that
        are stored and not built yet do not count, nor failed ones that are no doubt."""
        refresh_failed = self.refreshed.failed if self.refreshed else 0
        return not (self.pending or self.doubts or refresh_failed)

    def as_json(self) -> dict[str, Any]:
        """Return the values for ``--json`` in the order of the fields, without those that are None;
        seconds are rounded to milliseconds."""
        values = {
            word: value for word, value in to_words(self, JSON_WORDS).items() if value is not None
        }
        if self.refreshed is not None:
            values["refreshed"] = to_words(self.refreshed, REFRESH_WORDS)
        values["doubts"] = [doubt.as_json() for doubt in self.doubts]
        values["lists"] = [each.as_json() for each in self.lists]
        if self.seconds is not None:
            values["seconds"] = round(self.seconds, 3)
        return values

    def lines(self) -> list[str]:
        """Return the lines that the command line prints, those of doubts first."""
        counts = [
            make_message("{number} in TEI", number=self.tei),
            *(f"{number} {reason}" for reason, number in self.rejected.items()),
            make_message("{number} failed", number=self.failed),
            make_message("{number} pending", number=self.pending),
        ]
        if self.stored:
            counts.insert(-2, make_message("{number} stored and not built yet", number=self.stored))
        lines = [line for doubt in self.doubts for line in doubt.lines()]
        if lines:
            lines.append(
                make_message("reports/problems.tsv in the corpus folder lists all of them")
            )
        lines.append(
            make_message(
                "{archive_pages} archive pages, {articles} articles: {counts}",
                archive_pages=self.archive_pages,
                articles=self.articles,
                counts=join_messages(", ", counts),
            )
        )
        notes = (
            (
                self.gone,
                make_count_message(
                    "{number} article is kept although the portal no longer has it (404 or 410)",
                    "{number} articles are kept although the portal no longer has them (404 or"
                    " 410)",
                    self.gone,
                ),
            ),
            (
                self.to_confirm if self.next_due is not None else 0,
                make_count_message(
                    "{number} address was missing or empty once; a crawl after {time} UTC"
                    " requests it again",
                    "{number} addresses were missing or empty once; a crawl after {time} UTC"
                    " requests them again",
                    self.to_confirm,
                    time=(self.next_due or "")[:16].replace("T", " "),
                ),
            ),
            (
                self.unlisted,
                make_count_message(
                    "{number} article is kept although no rule lists it any more (unlisted)",
                    "{number} articles are kept although no rule lists them any more (unlisted)",
                    self.unlisted,
                ),
            ),
            (
                self.kept_old,
                make_count_message(
                    "{number} article keeps the TEI of an older output version (--keep-old); a"
                    " build without this option writes the new TEI",
                    "{number} articles keep the TEI of an older output version (--keep-old); a"
                    " build without this option writes the new TEI",
                    self.kept_old or 0,
                ),
            ),
        )
        lines += [note for number, note in notes if number]
        if self.new_articles is not None:
            line = make_message(
                "this run: {archive_pages} archive pages, {articles} articles, {built} built",
                archive_pages=self.new_archive_pages,
                articles=self.new_articles,
                built=self.built,
            )
            if self.changed is not None:
                line = make_message(
                    "{line}, {number} of them changed", line=line, number=self.changed
                )
            lines.append(line)
        if self.refreshed is not None:
            lines.append(make_message("refreshed: {counts}", counts=str(self.refreshed)))
            lines += [
                make_message("  refresh failed: {line}", line=line)
                for line in self.refresh_failures
            ]
        lines += [make_message("lists: {line}", line=each.describe()) for each in self.lists]
        lines += [make_message("remark: {line}", line=line) for line in self.remarks]
        return lines

    def cures(self) -> list[str]:
        """Return what the user can do about the rejected articles that are no doubt, a line for
        each reason."""
        return [
            make_message(
                "{number} {reason}: {cure}", number=number, reason=reason, cure=as_message(cure)
            )
            for reason, number in self.rejected.items()
            if reason not in PROBLEM_REASONS and (cure := CURES.get(reason, ""))
        ]


def read_status(portal: Portal, folder: Path) -> Summary:
    """Return the summary of the corpus in ``folder``. Raises CorpusMismatch, StoreDamaged."""
    with view_corpus(folder, portal.id) as corpus:
        return summarise(portal, corpus)


def summarise(portal: Portal, corpus: CorpusView, run: Summary | None = None) -> Summary:
    """Return the summary of a corpus, with the numbers of ``run`` if there was one."""
    counts = corpus.article_counts.by_state()
    problems = corpus.run_log.count_problems()
    # How many articles and parts of the archive wait for another look, and when the first of them
    # is due
    counted = (corpus.article_doubts.count(), corpus.walks.doubts())
    dues = [due for _, due in counted if due is not None]
    to_confirm = sum(number for number, _ in counted)
    next_due = min(dues, default=None)
    return replace(
        run or Summary(),
        portal=portal.id,
        archive_pages=corpus.captures.count_pages("archive"),
        articles=counts.articles,
        tei=counts.tei,
        rejected=counts.rejected,
        stored=counts.stored,
        pending=counts.pending,
        failed=counts.failed,
        warc_bytes=corpus.warc_bytes(),
        gone=corpus.refreshes.count_gone(),
        to_confirm=to_confirm,
        next_due=next_due.isoformat(timespec="seconds") if next_due is not None else None,
        unlisted=corpus.unlisted.count_tei(),
        kept_old=corpus.build_queue.count_kept() or None,
        problems={kind: number for kind, number in problems.items() if is_serious(kind)},
        doubts=read_doubts(portal, corpus),
        lists=tuple(prove_lists(corpus)),
        remarks=(
            *(run.remarks if run else ()),
            *describe_silent_hosts(list_on_silent_hosts(portal, corpus)),
            *_describe_shrunk(corpus),
            *_describe_withdrawn(corpus),
            *_describe_remarks(corpus, problems),
            *parser_remarks(corpus),
        ),
    )


def _describe_remarks(corpus: CorpusView, problems: Mapping[str, int]) -> Iterator[str]:
    for kind in ("post-without-id", "larger-number", "stop-doubtful"):
        for first in islice(corpus.run_log.problems((kind,)), 1):
            yield make_message(
                "{kind}: {number}, the first {where}: {message}",
                kind=kind,
                number=problems[kind],
                where=first.where,
                message=first.message,
            )


def _describe_withdrawn(corpus: CorpusView) -> Iterator[str]:
    """Say that the portal still lists withdrawn articles: by headlines that came since."""
    withdrawn = read_tombstones(corpus.folder)
    if not withdrawn:
        return
    # what makes an id also reads pages, and takes a tenth of the time of `status` to import
    from webarticlecurator.articles.by_rules.identity import article_id

    listed = [
        row.canonical
        for row in corpus.frontier.with_verdict("rejected", "excluded")
        if article_id(row.canonical) in withdrawn and corpus.headlines.of(row.id)
    ]
    if listed:
        yield make_message(
            "withdrawn-listed: the portal still lists {number} withdrawn articles, such as {url}:"
            " the archive pages in the WARC files show the title again. `curator warc redact`"
            " writes a corpus without it",
            number=len(listed),
            url=listed[0],
        )


def _describe_shrunk(corpus: CorpusView) -> Iterator[str]:
    number, due = corpus.refreshes.next_looks()
    if due is not None:
        yield (
            make_message(
                "version-shrunk: {number} articles show much less than before; their text stays"
                " until another request confirms the change, next due {time} UTC (`curator why`"
                " says more)",
                number=number,
                time=f"{due:%Y-%m-%d %H:%M}",
            )
        )
