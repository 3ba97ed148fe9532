"""``curator repair``: new rules for a portal whose pages have changed, and the proof of them.

Known articles are asked for again. Two of three show where words and values stand now; rules that
are made of these are tried on all of them, and the third that had no part is counted apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import date
from pathlib import Path

from webarticlecurator.archive import today_in
from webarticlecurator.config.yaml_edit import Keyword, YamlValue
from webarticlecurator.crawl.requester import PageVisitor
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.propose.limited_visits import LimitedVisits
from webarticlecurator.repair.known_articles import KnownArticle, ReadingComparison
from webarticlecurator.repair.known_past import Past, read_again, read_known, read_past
from webarticlecurator.repair.layout_trials import add_layout, judge, reload_portal
from webarticlecurator.repair.repair_layout import (
    NewPage,
    choose_absence,
    choose_condition,
    propose_layout,
)
from webarticlecurator.repair.repair_lists import (
    KnownList,
    ListComparison,
    add_archive_rules,
    compare_list,
    read_listing,
)
from webarticlecurator.repair.repair_pages import (
    MAX_REQUESTS,
    PagePairs,
    ask_again,
    pair_stored,
)
from webarticlecurator.store import open_warcs, view_corpus
from webarticlecurator.stored_pages.captured_pages import CorpusPages, WarcPages, has_corpus
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.workers.executor import Runtime

MIN_HELD = 5
"""Articles at least that have no part in making the rules, where there are so many."""
MIN_MADE = 2


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
    before. ``newest``: pages without a known article that the rules were made of. ``remarks`` are
    for a person, ``requests`` is how many were sent.
    """

    text: str
    layout: str = ""
    when: YamlValue = ""
    made: ProofPart = ProofPart()
    held: ProofPart = ProofPart()
    lists: tuple[ListComparison, ...] = ()
    older: int = 0
    of_older: int = 0
    newest: int = 0
    remarks: tuple[str, ...] = ()
    requests: int = 0

    @property
    def is_proved(self) -> bool:
        """True if most articles that had no part in it are read the same, and most archive pages,
        and all older articles."""
        held = self.held if self.held.articles else self.made
        lists = sum(each.is_same for each in self.lists)
        is_read = 2 * held.same > len(held.articles) or (not self.layout and 2 * lists > 0)
        return self.older == self.of_older and is_read and 2 * lists >= len(self.lists)


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
    with ExitStack() as stack:
        if has_corpus(folder):
            view = stack.enter_context(view_corpus(folder, portal.id))
            pages = CorpusPages(portal, view, str(folder))
            past = read_past(portal, view, pages, None, today, show)
        elif not warcs:
            raise UsageError(
                f"no known articles: there is no corpus in {folder}",
                "Name its folder with --corpus, or WARC files with --warc; or begin with"
                " `curator new`.",
            )
        if warcs:
            foreign = stack.enter_context(open_warcs(warcs))
            others = WarcPages(portal, foreign, warcs, runtime)
            read_again(portal, past, others)
            if not past.articles:
                with others.classify() as classified:
                    listed = iter(classified.archive_pages)
                    past = read_past(portal, classified.corpus, others, listed, today, show)
        if not past.articles and not past.lists:
            raise UsageError(
                f"no known articles: no page of an article is stored in {folder}",
                "Crawl the portal first, or name WARC files with --warc.",
            )
        if warcs:
            return _propose(portal, text, past, None, today, show)
        policy = replace(portal.fetch, retries=0, max_redirects=2)
        settings = ConnectionSettings(policy, portal_hosts(portal), proxy, ca_file, notify=show)
        with PageVisitor(settings, runtime.clock, portal) as visitor:
            visits = LimitedVisits(visitor, MAX_REQUESTS)
            return _propose(portal, text, past, visits, today, show)


def _propose(
    portal: Portal,
    text: str,
    past: Past,
    visits: LimitedVisits | None,
    today: date,
    show: Callable[[str], None],
) -> Repair:
    """Return the proposal for a portal file with a ``text``. Without ``visits``, the pages in the
    new design are those of the past. Raises UsageError where nothing can be proposed."""
    found = (
        pair_stored(portal, past)
        if visits is None
        else ask_again(portal, past, visits, today, show)
    )
    requests = visits.sent if visits is not None else 0
    show(f"{len(found.pages)} articles and {len(found.lists)} archive pages in the new design")
    if not found.pages and not found.lists and found.remarks:
        return Repair(text, remarks=tuple(found.remarks), requests=requests)
    if not found.pages and not found.lists:
        raise UsageError(_NOTHING, "Crawl the portal first, or give pages of both designs: --warc.")
    made, held = _divide(found.pages)
    days = _Days.of(found, today)
    condition = _Conditions(portal, found, days)
    layout = propose_layout(portal, text, made, condition.of_articles) if made else {}
    changed = add_layout(text, {"name": days.name, **layout}) if layout else text
    remarks = list(found.remarks)
    try:
        changed = add_archive_rules(portal, changed, found.lists, condition.of_lists)
    except UsageError as error:
        remarks.append(f"archive pages: {error.message}")
    remarks += condition.remarks
    proposed = reload_portal(portal, changed)
    if proposed is None:
        raise UsageError("the proposed rules do not fit into this file", "Report this as an error.")
    show("comparing")
    older = _count_older(portal, proposed, found.old)
    return Repair(
        changed,
        days.name if layout else "",
        layout.get("when", ""),
        _prove(portal, proposed, made),
        _prove(portal, proposed, held),
        tuple(_compare_lists(portal, proposed, found.lists)),
        older,
        len(found.old),
        0 if any(page.known for page in found.pages) else len(found.pages),
        tuple(remarks),
        requests,
    )


_NOTHING = "no page in another design than the known ones was found"


def _divide(pages: Sequence[NewPage]) -> tuple[list[NewPage], list[NewPage]]:
    """Return the pages that rules are made of, and those held back: a third, five at least."""
    known = [page for page in pages if page.known is not None]
    if not known:
        return list(pages), []
    number = min(max(len(known) // 3, MIN_HELD), max(len(known) - MIN_MADE, 0))
    places = {round((n + 0.5) * len(known) / number - 0.5) for n in range(number)} if number else ()
    held = [page for n, page in enumerate(known) if n in places]
    return [page for n, page in enumerate(known) if n not in places], held


# What tells the designs from each other.


@dataclass(frozen=True)
class _Days:
    """The days on which pages in the new design were fetched, if none in the old one was then."""

    name: str
    start: date | None = None
    end: date | None = None

    @classmethod
    def of(cls, found: PagePairs, today: date) -> _Days:
        new = sorted(page.stored.captured or today for page in found.pages) or [today]
        old = sorted(page.captured for page in found.old if page.captured is not None)
        if not old or old[-1] < new[0]:
            return cls(f"from-{new[0]}", start=new[0])
        if new[-1] < old[0]:
            return cls(f"until-{new[-1]}", end=new[-1])
        return cls(f"since-{new[0]}")

    def condition(self) -> YamlValue | None:
        """Return the condition by the day of the capture; None where the days overlap."""
        if self.start is not None:
            return {"captured": {"from": Keyword(self.start.isoformat())}}
        if self.end is not None:
            return {"captured": {"until": Keyword(self.end.isoformat())}}
        return None


class _Conditions:
    """Chooses the conditions of the rules; ``remarks`` say where there is none."""

    def __init__(self, portal: Portal, found: PagePairs, days: _Days) -> None:
        self._portal, self._found, self._days = portal, found, days
        self.remarks: list[str] = []

    def of_articles(self, selectors: Sequence[str]) -> YamlValue:
        """Return the condition of the layout. Raises UsageError if there is none."""
        new = [page.stored for page in self._found.pages]
        found = choose_condition(self._portal, selectors, new, self._found.old)
        condition = found if found is not None else self._days.condition()
        if condition is None:
            condition = choose_absence(self._portal, new, self._found.old)
        if condition is None:
            raise UsageError(
                "nothing tells the pages of one design from those of the other",
                "Look at one of each, and write the layout by hand: docs/cookbook.md.",
            )
        return condition

    def of_lists(self, selectors: Sequence[str], lists: Sequence[KnownList]) -> YamlValue | None:
        """Return the condition of link rules; None, with a remark, if there is none."""
        new, old = [each.new for each in lists], [each.old for each in lists]
        found = choose_condition(self._portal, selectors, new, old)
        found = found if found is not None else choose_absence(self._portal, new, old)
        if found is None and selectors:
            self.remarks.append("archive pages: nothing tells the designs from each other")
        return found


# The proof.


def _prove(portal: Portal, proposed: Portal, pages: Sequence[NewPage]) -> ProofPart:
    return ProofPart(
        tuple(
            judge(portal, proposed, page.stored, page.known)
            for page in pages
            if page.known is not None
        )
    )


def _count_older(portal: Portal, proposed: Portal, old: Sequence[StoredPage]) -> int:
    """Return how many pages in the old design are read as before."""
    number = 0
    for stored in old:
        before: KnownArticle | None = run_supervised(portal, stored.url, read_known, stored, None)
        number += before is None or judge(portal, proposed, stored, before).f1 == 1.0
    return number


def _compare_lists(
    portal: Portal, proposed: Portal, lists: Sequence[KnownList]
) -> Iterator[ListComparison]:
    for each in lists:
        span = next(
            span
            for column in proposed.columns
            for span in column.spans
            if (span.column, span.number) == (each.span.column, each.span.number)
        )
        listed = run_supervised(portal, each.new.url, read_listing, each.new, span)
        yield compare_list(each, listed)
        was = run_supervised(portal, each.old.url, read_listing, each.old, span)
        if was != each.known:
            old = replace(each, new=each.old)
            yield compare_list(old, was)
