"""``curator repair``: new rules for a portal whose pages have changed, and the proof of them.

Known articles are asked for again. Two of three show where words and values stand now; rules that
are made of these are tried on all of them, and the third that had no part is counted apart.
``curator watch`` leaves a proposal beside the file of a portal whose pages have changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import date, datetime, timedelta
from pathlib import Path

from webarticlecurator.archive import today_in
from webarticlecurator.build.changes import KIND
from webarticlecurator.config.expectations import expectations_path, load_expectations
from webarticlecurator.config.yaml_edit import Keyword, YamlValue, find_value, read_yaml_text
from webarticlecurator.crawl.crawl import tell_session
from webarticlecurator.crawl.page_rendering import find_render_steps_at
from webarticlecurator.crawl.page_visits import PageVisit, PageVisitor
from webarticlecurator.crawl.scheduler import ScheduledRun
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.export import write_file
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.fetch.kept_session import load_session
from webarticlecurator.fetch.subscriber import Subscriber
from webarticlecurator.model.hosts import origin_of, portal_hosts
from webarticlecurator.model.log_lines import name_portal
from webarticlecurator.model.portal import Portal
from webarticlecurator.propose.visits import LimitedVisits
from webarticlecurator.repair.body_rules import Body, add_layout, reload_portal
from webarticlecurator.repair.design_names import choose_condition
from webarticlecurator.repair.known_articles import (
    KnownArticle,
    ReadingComparison,
    judge_all,
    read_known,
)
from webarticlecurator.repair.known_pages import (
    MAX_REQUESTS,
    KnownPage,
    PagePairs,
    Past,
    ask_again,
    pair_stored,
    read_again,
    read_past,
)
from webarticlecurator.repair.layout_rules import propose_layout, propose_rows
from webarticlecurator.repair.list_rules import (
    KnownList,
    ListComparison,
    add_archive_rules,
    compare_list,
    read_listing,
)
from webarticlecurator.repair.moved_hosts import find_moved, follow_moved, widen_patterns
from webarticlecurator.store import CorpusView, open_corpus, open_warcs, view_corpus
from webarticlecurator.stored_pages.captured_pages import (
    CorpusPages,
    StoredSource,
    WarcPages,
    has_corpus,
)
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.text.times import parse_iso_time
from webarticlecurator.text.translation import make_message
from webarticlecurator.trial.expecting import compare_pages
from webarticlecurator.workers.executor import Runtime

MIN_HELD = 5
"""Articles at least that have no part in making the rules, where there are so many."""
MIN_MADE = 2
MAX_DIFFERENT = 0.1
"""Share of the known pages that may be read otherwise; one may be so in any case."""
MIN_INTERVAL = timedelta(days=7)
"""Time between two tries for a portal that is watched."""
LAST_TRY = "repair_try"
"""The key of a corpus under which the time of the last try is, and the drift it was made for."""


def repair_portal(
    portal: Portal,
    text: str,
    folder: Path,
    warcs: Sequence[Path],
    runtime: Runtime,
    proxy: str | None = None,
    ca_file: str | None = None,
) -> Repair:
    """Return the proposal for a portal file with a ``text``: from its corpus and pages that are
    asked for again, or from WARC files, with the corpus if there is one. Raises UsageError,
    PortalRefused, WarcUnreadable, StoreDamaged."""
    today = today_in(portal.timezone, runtime.clock.now())
    show = runtime.progress.show_message
    past = Past()
    sources: list[StoredSource] = []
    with ExitStack() as stack:
        if has_corpus(folder):
            view = stack.enter_context(view_corpus(folder, portal.id))
            sources.append(view)
            pages = CorpusPages(portal, view, str(folder))
            past = read_past(portal, view, pages, None, today, show)
        elif not warcs:
            raise UsageError(
                make_message("no known articles: there is no corpus in {folder}", folder=folder),
                "Name its folder with --corpus, or WARC files with --warc; or begin with"
                " `curator new`.",
            )
        if warcs:
            foreign = stack.enter_context(open_warcs(warcs))
            sources.append(foreign)
            others = WarcPages(portal, foreign, warcs, runtime)
            read_again(portal, past, others)
            if not past.articles:
                with others.classify() as classified:
                    listed = iter(classified.archive_pages)
                    past = read_past(portal, classified.corpus, others, listed, today, show)
        if not past.articles and not any(each.known.links for each in past.lists):
            raise UsageError(
                make_message(
                    "no known articles: no page of an article is stored in {places}",
                    places=", ".join(map(str, warcs or (folder,))),
                ),
                "Crawl the portal first, or name WARC files of it with --warc.",
            )
        if warcs:
            pairs = pair_stored(portal, past)
            return _propose(portal, text, pairs, past.drifted, sources[0], today, show)
        policy = replace(portal.fetch, retries=0, max_redirects=2)
        session, hosts = load_session(portal), portal_hosts(portal)
        tell_session(portal, session, runtime)
        subscriber = Subscriber(session, hosts) if session is not None else None
        settings = ConnectionSettings(
            policy, hosts, proxy, ca_file, notify=show, subscriber=subscriber
        )
        with _RenderedPages(settings, runtime.clock, portal) as visitor, name_portal(portal.id):
            visits = LimitedVisits(visitor, MAX_REQUESTS)
            found = ask_again(portal, past, visits, today, show)
        proposal = _propose(portal, text, found, past.drifted, sources[0], today, show)
        return replace(proposal, requests=visits.sent)


class _RenderedPages(PageVisitor):
    """Pages as a crawl stores them: rendered in a browser where the portal file asks for it."""

    def get(self, url: str, *_: object) -> PageVisit:
        """Fetch a page. Raises as ``PageVisitor.get``."""
        assert self._portal is not None
        steps = find_render_steps_at(self._portal, url)
        return super().get(url, steps.with_one_round() if steps is not None else None)


def _propose(
    portal: Portal,
    text: str,
    found: PagePairs,
    drifted: Sequence[date],
    source: StoredSource,
    today: date,
    show: Callable[[str], None],
) -> Repair:
    """Return the proposal for a portal file with a ``text``; ``drifted``: days on which pages had
    changed; ``source`` has the pages of its expectations. Raises UsageError where nothing can be
    proposed."""
    show(
        make_message(
            "{articles} articles and {lists} archive pages in the new design",
            articles=len(found.pages),
            lists=len(found.lists),
        )
    )
    moved = find_moved(found.both_designs())
    if not (found.pages or found.lists or moved) and found.remarks:
        return Repair(text, remarks=tuple(found.remarks))
    if not (found.pages or found.lists or moved):
        raise UsageError(
            "no page in another design than the known ones was found",
            "Crawl the portal first, or give pages of both designs: --warc.",
        )
    made, held = _divide(found.pages)
    remarks = list(found.remarks)
    if moved:
        text = widen_patterns(text, moved)
        portal = reload_portal(portal, text) or portal
        spans = {(span.column, span.number): span for c in portal.columns for span in c.spans}
        lists = (replace(e, span=spans[e.span.column, e.span.number]) for e in found.lists)
        found = replace(found, lists=list(lists))
    layout = propose_layout(portal, text, made) if made else {}
    rows = propose_rows(portal, [(page.old, page.stored) for page in made if page.old])
    if rows and isinstance(find_value(text, ("article", "body", "tags")), str):
        lines = (f"{name} {operation}" for name, operation in rows.items())
        remarks.append(
            make_message(
                "the table of tags lacks rows for the new names: {rows}", rows="; ".join(lines)
            )
        )
    elif rows:
        body = layout.get("body", {})
        assert isinstance(body, dict)
        layout["body"] = {**body, "tags": rows}
    name, changed = "", text
    if layout:
        name, when = _tell_designs(portal, layout, found, drifted, today)
        layout = {"when": when, **layout}
        changed = add_layout(text, {"name": name, **layout})
    try:
        changed, more = add_archive_rules(portal, changed, found.lists)
        remarks += more
    except UsageError as error:
        remarks.append(make_message("archive pages: {message}", message=error.message))
    proposed = reload_portal(portal, changed)
    if proposed is None:
        raise UsageError("the proposed rules do not fit into this file", "Report this as an error.")
    show("comparing")
    compared = tuple(compare_lists(portal, proposed, found.lists))
    if moved:
        wrong = {each.url for each in compared if not each.is_same}
        listed = {origin_of(e.old.url) for e in found.lists if e.new.url not in wrong}
        changed = follow_moved(changed, moved, listed)
        proposed = reload_portal(portal, changed) or proposed
    return Repair(
        changed,
        name,
        layout.get("when", ""),
        prove_articles(portal, proposed, made),
        prove_articles(portal, proposed, held),
        compared,
        count_older(portal, proposed, found.old),
        len(found.old),
        find_failed_expectations(portal, proposed, source),
        0 if any(page.known for page in found.pages) else len(found.pages),
        tuple(remarks),
    )


def _tell_designs(
    portal: Portal, layout: Body, found: PagePairs, drifted: Sequence[date], today: date
) -> tuple[str, YamlValue]:
    """Return the name and the condition of a layout. Raises UsageError if nothing tells the pages
    of the new design from those of the old one."""
    new = sorted(page.stored.captured or today for page in found.pages) or [today]
    old = sorted(page.captured for page in found.old if page.captured is not None)
    name, days = f"since-{new[0]}", None
    if not old or old[-1] < new[0]:
        # pages that were stored since a crawl noticed the new design have it, too
        first = min((day for day in drifted if old and old[-1] < day < new[0]), default=new[0])
        name, days = f"from-{first}", {"captured": {"from": Keyword(first.isoformat())}}
    elif new[-1] < old[0]:
        name, days = f"until-{new[-1]}", {"captured": {"until": Keyword(new[-1].isoformat())}}
    body = layout.get("body")
    roots = body.get("root") if isinstance(body, dict) else None
    selectors = [css for css in roots if isinstance(css, str)] if isinstance(roots, list) else []
    condition = choose_condition(
        portal, selectors, [page.stored for page in found.pages], found.old, days
    )
    if condition is None:
        raise UsageError(
            "nothing tells the pages of one design from those of the other",
            "Look at one of each, and write the layout by hand: docs/cookbook.md.",
        )
    return name, condition


def _divide(pages: Sequence[KnownPage]) -> tuple[list[KnownPage], list[KnownPage]]:
    """Return the pages that rules are made of, and those held back: a third, five at least."""
    known = [page for page in pages if page.known is not None]
    if not known:
        return list(pages), []
    number = min(max(len(known) // 3, MIN_HELD), max(len(known) - MIN_MADE, 0))
    places = {round((n + 0.5) * len(known) / number - 0.5) for n in range(number)} if number else ()
    held = [page for n, page in enumerate(known) if n in places]
    return [page for n, page in enumerate(known) if n not in places], held


# The proof: what the rules of a proposal read on known pages of both designs.


@dataclass(frozen=True)
class ProofPart:
    """What became of some articles that were asked for again."""

    articles: tuple[ReadingComparison, ...] = ()

    @property
    def same(self) -> int:
        """The number of articles that are read the same."""
        return sum(each.is_same for each in self.articles)


@dataclass(frozen=True)
class Repair:
    """A proposal: the text of the portal file with it, the name and condition of the layout, and
    its proof.

    ``made``: the articles that the rules were made of; ``held``: those that had no part in it;
    ``lists``: archive pages; ``older`` of ``of_older`` captures in the old design are read as
    before; ``failed``: expectations that do not hold. ``newest``: pages without a known article
    that the rules were made of. ``remarks`` are for a person, ``requests`` is how many were sent.
    """

    text: str
    layout: str = ""
    when: YamlValue = ""
    made: ProofPart = ProofPart()
    held: ProofPart = ProofPart()
    lists: tuple[ListComparison, ...] = ()
    older: int = 0
    of_older: int = 0
    failed: tuple[str, ...] = ()
    newest: int = 0
    remarks: tuple[str, ...] = ()
    requests: int = 0

    @property
    def proof(self) -> ProofPart:
        """The articles that the proof is of: those that had no part in it, if there are any."""
        return self.held if self.held.articles else self.made

    @property
    def doubts(self) -> tuple[str, ...]:
        """Why the proposal is not proved; empty if it is."""
        expected = "(expected: nine of ten, or all but one)"
        articles, lists = self.proof, sum(each.is_same for each in self.lists)
        of, of_lists = len(articles.articles), len(self.lists)
        doubts = []
        if self.layout and not of:
            doubts.append("no known article shows that the layout is right")
        elif self.layout and not _are_enough(articles.same, of):
            doubts.append(
                make_message(
                    "{same} of {of} known articles are read the same {expected}",
                    same=articles.same,
                    of=of,
                    expected=expected,
                )
            )
        if of_lists and not _are_enough(lists, of_lists):
            doubts.append(
                make_message(
                    "{lists} of {of_lists} archive pages list the same {expected}",
                    lists=lists,
                    of_lists=of_lists,
                    expected=expected,
                )
            )
        if self.older != self.of_older:
            doubts.append(
                make_message(
                    "{older} of {of_older} older captures are read as before",
                    older=self.older,
                    of_older=self.of_older,
                )
            )
        return (
            *doubts,
            *(make_message("an expectation fails: {failed}", failed=each) for each in self.failed),
        )


def _are_enough(same: int, of: int) -> bool:
    return same > 0 and of - same <= max(1, int(MAX_DIFFERENT * of))


def prove_articles(portal: Portal, proposed: Portal, pages: Sequence[KnownPage]) -> ProofPart:
    """Return what the proposed rules read on pages in the new design."""
    return ProofPart(
        tuple(
            judge_all(portal, [proposed], page.stored, page.known)[0]
            for page in pages
            if page.known is not None
        )
    )


def count_older(portal: Portal, proposed: Portal, old: Sequence[StoredPage]) -> int:
    """Return how many pages in the old design are read as before."""
    number = 0
    for stored in old:
        before: KnownArticle | None = run_supervised(portal, stored.url, read_known, stored, None)
        (read,) = [None] if before is None else judge_all(portal, [proposed], stored, before)
        number += read is None or (read.is_same and read.f1 == 1.0)
    return number


def compare_lists(
    portal: Portal, proposed: Portal, lists: Sequence[KnownList]
) -> Iterator[ListComparison]:
    """Yield what the proposed rules list on archive pages in the new design, and on those in the
    old one where it is not what was listed there."""
    spans = {(span.column, span.number): span for c in proposed.columns for span in c.spans}
    for each in lists:
        span = spans[each.span.column, each.span.number]
        listed = run_supervised(portal, each.new.url, read_listing, each.new, span)
        yield compare_list(each, listed)
        was = run_supervised(portal, each.old.url, read_listing, each.old, span)
        if was != each.known:
            yield compare_list(replace(each, new=each.old), was)


def find_failed_expectations(
    portal: Portal, proposed: Portal, stored: StoredSource
) -> tuple[str, ...]:
    """Return the expectations of stored pages that do not hold by the proposed rules."""
    path = expectations_path(portal)
    if not path.exists():
        return ()
    entries = load_expectations(path, tuple(column.name for column in portal.columns))
    return tuple(
        f"{each.entry.url}: {mismatch}"
        for each in compare_pages(proposed, entries, stored)
        for mismatch in each.mismatches
    )


# ``curator watch``: the corpus remembers the last try. Another one is made only for drift that was
# noticed since, and not in the same week: each asks the portal for known pages again.


def proposed_path(path: Path) -> Path:
    """Return the path of a proposal for a portal file."""
    return path.with_name(f"{path.stem}.proposed.yaml")


def propose_after_drift(
    read_portal: Callable[[Path], Portal],
    corpora: Path,
    runtime: Runtime,
    proxy: str | None,
    ca_file: str | None,
    run: ScheduledRun,
) -> Sequence[str]:
    """Write a proposal beside the file of a crawl that has noticed drift; return lines for the
    log."""
    name, now = run.outcome.portal, runtime.clock.now()
    folder = corpora / name
    if run.outcome.summary is None:
        return ()
    try:
        with view_corpus(folder, name) as view:
            note = _note_try(view, now)
        if note is None:
            return ()
        # before any page is asked for: a try that is interrupted counts
        with open_corpus(folder, name, create=False) as corpus:
            corpus.run_log.set_meta(LAST_TRY, json.dumps(note))
            corpus.commit()
        portal, text = read_portal(run.file), read_yaml_text(run.file)
        found = repair_portal(portal, text, folder, (), runtime, proxy, ca_file)
        if found.text == text:
            return ("its pages have changed, and no rules are proposed", *found.remarks)
        target = proposed_path(run.file)
        write_file(target, [found.text.encode("utf-8")])
    except (CuratorError, OSError) as error:
        return (
            make_message(
                "its pages have changed, and no rules are proposed: {error}", error=str(error)
            ),
        )
    proof = found.proof
    return (
        make_message(
            "its pages have changed; rules for them are in {target}, and read {same} of"
            " {number} known articles the same: curator repair {file} shows them, --write"
            " takes them over",
            target=target,
            same=proof.same,
            number=len(proof.articles),
            file=run.file,
        ),
    )


def _note_try(corpus: CorpusView, now: datetime) -> dict[str, object] | None:
    """Return what to remember of a try now; None if there is no reason for one, or it is too
    early."""
    noticed = [problem.where for problem in corpus.run_log.problems([KIND])]
    last = json.loads(corpus.run_log.get_meta(LAST_TRY) or "{}")
    is_early = bool(last) and now - parse_iso_time(last["time"]) < MIN_INTERVAL
    if is_early or not set(noticed) - set(last.get("drift", ())):
        return None
    return {"time": now.isoformat(), "drift": noticed}
