"""``curator repair``: new rules for a portal whose pages have changed, and the proof of them.

Known articles are asked for again. Two of three show where words and values stand now; rules that
are made of these are tried on all of them, and the third that had no part is counted apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import date
from pathlib import Path

from webarticlecurator.archive import today_in
from webarticlecurator.config.yaml_edit import Keyword, YamlValue, find_value
from webarticlecurator.crawl.requester import PageVisitor
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.propose.visits import (
    LimitedVisits,
)
from webarticlecurator.repair.known_past import Past, read_again, read_past
from webarticlecurator.repair.layout_trials import add_layout, reload_portal
from webarticlecurator.repair.repair_layout import (
    NewPage,
    choose_absence,
    choose_condition,
    propose_layout,
)
from webarticlecurator.repair.repair_lists import (
    KnownList,
    add_archive_rules,
)
from webarticlecurator.repair.repair_pages import (
    MAX_REQUESTS,
    PagePairs,
    ask_again,
    pair_stored,
)
from webarticlecurator.repair.repair_proof import (
    Repair,
    compare_lists,
    count_older,
    find_failed_expectations,
    prove_articles,
)
from webarticlecurator.repair.repair_tags import propose_rows
from webarticlecurator.store import open_warcs, view_corpus
from webarticlecurator.stored_pages.captured_pages import (
    CorpusPages,
    StoredSource,
    WarcPages,
    has_corpus,
)
from webarticlecurator.workers.executor import Runtime

MIN_HELD = 5
"""Articles at least that have no part in making the rules, where there are so many."""
MIN_MADE = 2


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
                f"no known articles: there is no corpus in {folder}",
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
        if not past.articles and not past.lists:
            raise UsageError(
                f"no known articles: no page of an article is stored in {folder}",
                "Crawl the portal first, or name WARC files with --warc.",
            )
        if warcs:
            return _propose(portal, text, pair_stored(portal, past), sources[0], today, show)
        policy = replace(portal.fetch, retries=0, max_redirects=2)
        settings = ConnectionSettings(policy, portal_hosts(portal), proxy, ca_file, notify=show)
        with PageVisitor(settings, runtime.clock, portal) as visitor:
            visits = LimitedVisits(visitor, MAX_REQUESTS)
            found = ask_again(portal, past, visits, today, show)
        proposal = _propose(portal, text, found, sources[0], today, show)
        return replace(proposal, requests=visits.sent)


def _propose(
    portal: Portal,
    text: str,
    found: PagePairs,
    source: StoredSource,
    today: date,
    show: Callable[[str], None],
) -> Repair:
    """Return the proposal for a portal file with a ``text``; ``source`` has the pages of its
    expectations. Raises UsageError where nothing can be proposed."""
    show(f"{len(found.pages)} articles and {len(found.lists)} archive pages in the new design")
    if not found.pages and not found.lists and found.remarks:
        return Repair(text, remarks=tuple(found.remarks))
    if not found.pages and not found.lists:
        raise UsageError(_NOTHING, "Crawl the portal first, or give pages of both designs: --warc.")
    made, held = _divide(found.pages)
    days = _Days.of(found, today)
    condition = _Conditions(portal, found, days)
    remarks = list(found.remarks)
    layout = propose_layout(portal, text, made, condition.of_articles) if made else {}
    rows = propose_rows(portal, [(page.old, page.stored) for page in made if page.old])
    if rows and isinstance(find_value(text, ("article", "body", "tags")), str):
        lines = (f"{name} {operation}" for name, operation in rows.items())
        remarks.append(f"the table of tags lacks rows for the new names: {'; '.join(lines)}")
    elif rows:
        body = layout.get("body", {})
        assert isinstance(body, dict)
        layout.setdefault("when", condition.of_articles(()))
        layout["body"] = {**body, "tags": rows}
    changed = add_layout(text, {"name": days.name, **layout}) if layout else text
    try:
        changed = add_archive_rules(portal, changed, found.lists, condition.of_lists)
    except UsageError as error:
        remarks.append(f"archive pages: {error.message}")
    remarks += condition.remarks
    proposed = reload_portal(portal, changed)
    if proposed is None:
        raise UsageError("the proposed rules do not fit into this file", "Report this as an error.")
    show("comparing")
    return Repair(
        changed,
        days.name if layout else "",
        layout.get("when", ""),
        prove_articles(portal, proposed, made),
        prove_articles(portal, proposed, held),
        tuple(compare_lists(portal, proposed, found.lists)),
        count_older(portal, proposed, found.old),
        len(found.old),
        find_failed_expectations(portal, proposed, source),
        0 if any(page.known for page in found.pages) else len(found.pages),
        tuple(remarks),
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
