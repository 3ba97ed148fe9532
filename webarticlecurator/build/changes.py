"""What has changed since the last build: rows of the override table, what the rules find in an
article, TEI files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import comb, expm1, log1p, sqrt
from pathlib import Path

from webarticlecurator import article
from webarticlecurator.captures.tasks import BuildOutcome
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.article import ArticleShape, ShapeCounts
from webarticlecurator.model.overrides import ARTICLE_ID, ManualOverrides, Override
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.store import (
    ArticleRow,
    CorpusView,
    ShapeKey,
    TeiFile,
    WritableCorpus,
    digest_of,
)
from webarticlecurator.text.translation import make_message
from webarticlecurator.workers.progress import Progress

# Apply changes of the override table and the exclude list to the frontier.
#
# The rows are not part of the portal's digests; the index stores a digest of each. So only articles
# with changed rows are built again.


NOTE = "by-hand"
UNKNOWN = "by-hand-unknown"


def apply_changed_overrides(portal: Portal, corpus: WritableCorpus) -> None:
    """Mark articles with changed rows for the build, reject excluded articles that were not
    requested yet, and restore articles that are no longer excluded; commits.

    A row that names no article of the corpus becomes a remark.
    """
    _restore_readmitted(portal, corpus)
    # the digests of the rows at the last run by name, and the names without an article
    before, unknown_before = json.loads(corpus.run_log.get_meta(NOTE) or "[{}, []]")
    now = _digest_rows(portal.manual_overrides)
    if not (before or now):
        corpus.commit()
        return
    changed = {name for name in {*before, *now} if before.get(name) != now.get(name)}
    changed.update(unknown_before)
    rows = find_named_articles(portal, corpus, changed)
    for name in sorted(rows):
        row = rows[name]
        page, part, _ = row.requested.partition("#")
        owner = corpus.frontier.page_owner(page) if part else None
        if owner is not None:  # an article of a split page is built with its page
            corpus.frontier.set_build(owner.canonical, owner.tei, None)
        elif row.reason == "excluded" and _find_exclusion(portal, corpus, row) is None:
            corpus.frontier.set_state(row.canonical, "pending")  # updated at once if it is stored
        else:
            corpus.frontier.set_build(row.canonical, row.tei, None)
    # excluded articles are rejected before their request, also those that were listed later than
    # their row was written
    for row in (
        corpus.frontier.articles("pending", "failed") if portal.manual_overrides.excluded else ()
    ):
        reject_excluded(portal, corpus, row)

    unknown = sorted(changed & set(now) - set(rows))
    for name in unknown_before:
        corpus.run_log.clear_problems(f"{UNKNOWN} {name}")
    for name in unknown:
        message = make_message(
            "{name} is in the overrides or on the exclude list, but no article of this corpus"
            " has this id or address",
            name=name,
        )
        corpus.run_log.add_problem(Problem(UNKNOWN, f"{UNKNOWN} {name}", message))
    corpus.run_log.set_meta(NOTE, json.dumps([now, unknown], sort_keys=True))
    corpus.commit()


def find_named_articles(
    portal: Portal, corpus: CorpusView, names: Iterable[str]
) -> dict[str, ArticleRow]:
    """Return the articles that rows name by id or by address: name → article.

    Names without an article are left out. If a name is an id, all articles are searched.
    """
    frontier = corpus.frontier
    found: dict[str, ArticleRow] = {}
    ids = {name for name in names if ARTICLE_ID.fullmatch(name)}
    for name in {*names} - ids:
        if portal.has_split_pages and "#" in name:
            row = frontier.article(article.part_address(name, portal.address))
        else:
            row = frontier.article(name)
            row = row or frontier.article(article.canonical_address(name, portal.address))
        if row is not None:
            found[name] = row
    for row in frontier.articles() if ids else ():
        id_ = article.article_id(row.canonical)
        if id_ in ids:
            found[id_] = row
    return found


def reject_excluded(portal: Portal, corpus: WritableCorpus, row: ArticleRow) -> bool:
    """Reject an article if it is on the exclude list; return whether it is. Needs
    ``corpus.commit``."""
    reason = _find_exclusion(portal, corpus, row)
    if reason is not None:
        corpus.frontier.set_state(row.canonical, "rejected", reason="excluded", evidence=reason)
    return reason is not None


def is_excluded(portal: Portal, corpus: WritableCorpus, row: ArticleRow) -> bool:
    """Return True if an article is on the exclude list."""
    return _find_exclusion(portal, corpus, row) is not None


def _find_exclusion(portal: Portal, corpus: WritableCorpus, row: ArticleRow) -> str | None:
    if not portal.manual_overrides.excluded:
        return None
    return article.find_exclusion(
        portal, (row.canonical, row.requested, *corpus.frontier.aliases(row.canonical))
    )


def _restore_readmitted(portal: Portal, corpus: WritableCorpus) -> None:
    """Set articles to pending that were not requested because of a row, and are no longer excluded.
    This does not need the note, which a new index does not have."""
    for row in corpus.frontier.with_verdict("rejected", "excluded"):
        fetch = corpus.captures.last_fetch(row.requested)
        was_requested = fetch is not None and (
            fetch.failure is None or fetch.failure.kind != "excluded"
        )
        if was_requested or "#" in row.requested:
            continue
        if _find_exclusion(portal, corpus, row) is None:
            corpus.frontier.set_state(row.canonical, "pending")


def _digest_rows(overrides: ManualOverrides) -> dict[str, str]:
    """Return article → digest of its rows. The text below the digest is stored: it stays as it is,
    whatever the attributes are called."""
    rows = (
        (name, f"({_stored_rows(overrides.overrides.get(name))}, {overrides.excluded.get(name)!r})")
        for name in overrides.articles()
    )
    return {name: hashlib.sha256(text.encode("utf-8")).hexdigest()[:16] for name, text in rows}


def _stored_rows(rows: Sequence[Override] | None) -> str:
    if rows is None:
        return "None"
    texts = [f"Override(field={r.field!r}, value={r.value!r}, reason={r.reason!r})" for r in rows]
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


# Compare the articles that a run built first with those of earlier runs, by column and layout.
#
# Where many of them have no root, lack a field, or are much shorter or longer, the portal has
# probably changed its pages. Only articles that are younger than those of the earlier runs are
# compared: old pages often have an old layout.


MIN_EARLIER = 20
"""Articles of earlier runs with which new ones are compared."""
MIN_CHANGE = 0.2
"""Least difference of two shares: a smaller one is news, not a new layout."""
CHANCE = 0.0001
"""Largest probability of a difference that is called a change."""
MIN_RATIO = 2.0
"""Least ratio of two lengths."""
MIN_NEW_LENGTHS = 5
"""New articles whose lengths are compared."""
DEVIATIONS = 4.0
"""Least distance of the mean lengths, in standard errors."""

KIND = "layout-drift"

GrownSpans = Mapping[tuple[str, int], str]
"""Column and number of a span → the key of its last window that was walked before a crawl."""


@dataclass(frozen=True)
class Drift:
    """A sign of a new layout: ``words`` says what differs, ``shows`` is the address of the first
    article that has it."""

    column: str
    layout: str
    words: str
    shows: str


def find_grown_spans(corpus: WritableCorpus, portal: Portal) -> GrownSpans:
    """Return the spans that were walked to their end before, each with its last such window."""
    spans = [(span.column, span.number) for column in portal.columns for span in column.spans]
    latest = {key: corpus.walks.latest_complete(*key) for key in spans}
    return {key: window for key, window in latest.items() if window is not None}


class DriftRecorder:
    """Counts the shapes of the articles of one build; ``key`` is that of the rules.

    With ``everything``, articles that were built before are counted again. ``grown`` is the result
    of ``find_grown_spans`` before the crawl; without a crawl, nothing is compared.
    """

    def __init__(
        self, corpus: WritableCorpus, key: str, grown: GrownSpans, *, everything: bool
    ) -> None:
        self._corpus, self._key, self._everything = corpus, key, everything
        self._grown = grown
        # an index that was made again has counted none
        self._counts_all = everything or not corpus.run_shapes.sum_runs(key)
        self._all: dict[ShapeKey, ShapeCounts] = {}
        self._new: dict[ShapeKey, list[tuple[str, ArticleShape]]] = {}

    def count(self, row: ArticleRow, outcome: BuildOutcome) -> None:
        """Count the articles of an outcome; ``row`` is what the index held before."""
        if row.build is None and row.tei is not None and not self._counts_all:
            return  # counted before: only its file or its captures have changed
        is_new = row.build is None and row.tei is None and self._is_young(row)
        for canonical, shape in _shapes_of(outcome):
            key = row.column or "", shape.layout
            self._all.setdefault(key, ShapeCounts()).count(shape)
            if is_new:
                self._new.setdefault(key, []).append((canonical, shape))

    def _is_young(self, row: ArticleRow) -> bool:
        """Return True if a span lists the article that was walked to its end before, or a window
        after the last one that was."""
        if not self._grown:
            return False
        walks = [listing.walk for listing in self._corpus.listings.of(row.canonical)]
        since = [(walk.window, self._grown.get((walk.column, walk.span))) for walk in walks]
        return any(last is not None and window >= last for window, last in since)

    def finish(self, portal: Portal) -> None:
        """Add the problems of what has changed, and store the counts. Needs ``corpus.commit``."""
        if self._everything:
            self._corpus.run_shapes.forget()
        known_shapes = self._corpus.run_shapes.sum_runs(self._key)
        known = {p.message for p in self._corpus.run_log.problems([KIND])}
        file = portal.path.name if portal.path else "the portal file"
        for drift in find_drifts(known_shapes, self._new):
            of = drift.column or "none"
            if drift.layout:
                of = make_message("{column}, layout {layout}", column=of, layout=drift.layout)
            place = f"the pages of column {of} have probably changed: "
            if not any(message.startswith(place) for message in known):
                message = make_message(
                    "the pages of column {of} have probably changed: {words}; look at this article"
                    " with curator extract {file} --url {url} --explain, and add a layout if it"
                    " has a new one",
                    of=of,
                    words=drift.words,
                    file=file,
                    url=drift.shows,
                )
                self._corpus.run_log.add_problem(Problem(KIND, drift.shows, message))
        if self._all:
            self._corpus.run_shapes.add_run(self._key, self._all)


def _shapes_of(outcome: BuildOutcome) -> Iterator[tuple[str, ArticleShape]]:
    if outcome.shape is not None:
        yield outcome.canonical, outcome.shape
    for _, part in outcome.parts:
        yield from _shapes_of(part)


def find_drifts(
    earlier: Mapping[ShapeKey, ShapeCounts],
    new: Mapping[ShapeKey, list[tuple[str, ArticleShape]]],
) -> Iterator[Drift]:
    """Yield the signs of a new layout, at most one for each column and layout.

    A layout of which too few articles were seen is compared with all of its column.
    """
    for (column, layout), articles in sorted(new.items()):
        before = earlier.get((column, layout), ShapeCounts())
        if before.articles < MIN_EARLIER:
            before = ShapeCounts()
            for key, counts in earlier.items():
                if key[0] == column:
                    before.add(counts)
        if before.articles < MIN_EARLIER:
            continue
        sign = _find_sign(before, articles)
        if sign is not None:
            yield Drift(column, layout, *sign)


def _find_sign(
    before: ShapeCounts, articles: list[tuple[str, ArticleShape]]
) -> tuple[str, str] | None:
    """Return what differs most clearly, and the first article that shows it."""
    without = [canonical for canonical, shape in articles if not shape.has_root]
    if _is_change(before.no_root, before.articles, len(without), len(articles)):
        words = make_message(
            "{number} of {of} new articles have no root (earlier {before} of {of_before})",
            number=len(without),
            of=len(articles),
            before=before.no_root,
            of_before=before.articles,
        )
        return words, without[0]

    read = [(canonical, shape) for canonical, shape in articles if shape.has_root]
    for name in sorted(before.filled):
        lacking = [canonical for canonical, shape in read if name not in shape.filled]
        lacked = before.with_root - before.filled[name]
        if _is_change(lacked, before.with_root, len(lacking), len(read)):
            words = make_message(
                "{number} of {of} new articles have no {name} (earlier {before} of {of_before})",
                number=len(lacking),
                of=len(read),
                name=name,
                before=lacked,
                of_before=before.with_root,
            )
            return words, lacking[0]
    return _compare_lengths(before, read)


def _is_change(before: int, of_before: int, now: int, of_now: int) -> bool:
    """Return True if ``now`` of ``of_now`` are too many to be chance, by what was before."""
    if not now or not of_before or now / of_now - before / of_before < MIN_CHANGE:
        return False
    share = (before + 1) / (of_before + 2)  # rule of succession: what was never seen may happen
    tail = sum(
        comb(of_now, n) * share**n * (1 - share) ** (of_now - n) for n in range(now, of_now + 1)
    )
    return tail < CHANCE


def _compare_lengths(
    before: ShapeCounts, articles: list[tuple[str, ArticleShape]]
) -> tuple[str, str] | None:
    now = ShapeCounts()
    for _, shape in articles:
        now.count(shape)
    if now.articles < MIN_NEW_LENGTHS or before.with_root < MIN_EARLIER:
        return None
    usual, present = before.log_words / before.with_root, now.log_words / now.articles
    variance = max(before.log_words_squared / before.with_root - usual * usual, 0.01)
    error = sqrt(variance * (1 / now.articles + 1 / before.with_root))
    longer, shorter = max(usual, present), min(usual, present)
    is_change = abs(present - usual) > DEVIATIONS * error and expm1(longer) > MIN_RATIO * max(
        expm1(shorter), 1
    )
    if not is_change:
        return None
    words = make_message(
        "new articles have {present:.0f} words (earlier {usual:.0f})",
        present=expm1(present),
        usual=expm1(usual),
    )
    is_shorter = present < usual
    first = next(
        canonical
        for canonical, shape in articles
        if (log1p(shape.words) < usual) is is_shorter and log1p(shape.words) != usual
    )
    return words, first


# Find TEI files that were deleted, truncated or edited since they were written.
#
# What is looked at does not grow with the corpus: the files of folders that have changed, in which
# files were added, removed or replaced; and of the others, where only an edit in place can have
# changed a file, as many as one build looks at, each build going on where the last one ended.


BATCH = 1000
FILES_PER_BUILD = 5_000
"""Files in unchanged folders that one build looks at: all of them in most corpora."""
NEXT_NOTE = "tei-looked-at"
"""Name of the note with the path of the file that was looked at last; "" after the last one."""


def mark_changed_files(
    corpus: WritableCorpus, build_again: Callable[[TeiFile], None], progress: Progress
) -> None:
    """Call ``build_again`` for every TEI file that is found to have changed since it was written;
    commits.

    A file with unchanged size and modification time is not read; `curator verify` reads every file.
    """
    folder = corpus.folder / "tei"
    changed = 0
    for number, file in enumerate(_files_to_look_at(corpus), 1):
        stat = file.on_disk(folder)
        if stat is None or (stat != file.stat and not _is_unchanged(corpus, folder, file)):
            changed += 1
            build_again(file)
        if number % BATCH == 0:
            corpus.commit()
    corpus.commit()
    if changed:
        progress.show_message(
            make_message(
                "{number} TEI files are missing or have changed: they are built again",
                number=changed,
            )
        )


def _files_to_look_at(corpus: WritableCorpus) -> Iterator[TeiFile]:
    """Yield the files of changed folders, then some of the others, each once."""
    changed = corpus.tei_folders.changed()
    for folder in changed:
        yield from corpus.tei_files.in_folder(folder.path)
        corpus.tei_folders.note(folder)

    last = corpus.run_log.get_meta(NEXT_NOTE) or ""
    files = corpus.tei_files.following(last, FILES_PER_BUILD)
    changed_paths = {folder.path for folder in changed}
    yield from (file for file in files if file.path.rpartition("/")[0] not in changed_paths)
    is_end = not files or len(files) < FILES_PER_BUILD
    if (last, is_end) != ("", True):
        corpus.run_log.set_meta(NEXT_NOTE, "" if is_end else files[-1].path)


def was_edited(corpus: CorpusView, canonical: str, path: str) -> bool:
    """Return True if the TEI file of an article exists, and is not as it was written."""
    folder = corpus.folder / "tei"
    file = corpus.tei_files.of(canonical, path)
    stat = file.on_disk(folder)
    if stat is None or file.digest is None or stat == file.stat:
        return False
    return digest_of((folder / path).read_bytes()) != file.digest


def _is_unchanged(corpus: WritableCorpus, folder: Path, file: TeiFile) -> bool:
    """Compare the content of a file, and note its new modification time if it is the same."""
    content = (folder / file.path).read_bytes()
    digest, stat = digest_of(content), file.on_disk(folder)
    unchanged = digest == file.digest
    if unchanged and stat is not None:
        corpus.tei_files.record(file.path, digest, stat)
    return unchanged
