"""``curator repair``: new rules for a portal whose pages have changed, and the proof of them.

Known articles are asked for again. Two of three show where words and values stand now; rules that
are made of these are tried on all of them, and the third that had no part is counted apart.
``curator watch`` leaves a proposal beside the file of a portal whose pages have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.hosts import origin_of, portal_hosts
from webarticlecurator.base.portal.log_lines import name_portal
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.captured_pages import (
    CapturedPages,
    has_corpus,
    open_captured_pages,
)
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.crawling.crawl.crawl_start import tell_session
from webarticlecurator.crawling.crawl.page_visits import PageVisit, PageVisitor
from webarticlecurator.crawling.crawl.render_choice import find_render_steps_at
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.kept_session import load_session
from webarticlecurator.crawling.fetch.subscriber import Subscriber
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.yaml_file.yaml_edit import find_value
from webarticlecurator.portal_file.yaml_file.yaml_text import Keyword, YamlValue
from webarticlecurator.proposing.propose.visits import LimitedVisits
from webarticlecurator.proposing.repair.body_rules import Body
from webarticlecurator.proposing.repair.both_designs import add_archive_rules
from webarticlecurator.proposing.repair.design_differences import choose_condition
from webarticlecurator.proposing.repair.dictionary_repair import propose_rows
from webarticlecurator.proposing.repair.known_pages import (
    MAX_REQUESTS,
    KnownPage,
    Past,
    read_again,
    read_past,
)
from webarticlecurator.proposing.repair.layout_rules import propose_layout
from webarticlecurator.proposing.repair.moved_hosts import find_moved, follow_moved, widen_patterns
from webarticlecurator.proposing.repair.paired_pages import PagePairs, ask_again, pair_stored
from webarticlecurator.proposing.repair.repair_proof import (
    Repair,
    compare_lists,
    count_older,
    find_failed_expectations,
    prove_articles,
)
from webarticlecurator.proposing.repair.tried_layouts import add_layout, reload_portal

MIN_CONTROL = 5
"""Articles at least that have no part in making the rules, where there are so many."""
MIN_MADE = 2
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
    places = [StoredPages(folder)] if has_corpus(folder) or not warcs else []
    places += [StoredPages(warcs=tuple(warcs))] if warcs else []
    past = Past()
    with ExitStack() as stack:
        stores = [
            stack.enter_context(open_captured_pages(portal, place, runtime)) for place in places
        ]
        for store in stores:
            read_again(portal, past, store)
            if not past.articles:
                with store.classify() as listed:
                    past = read_past(portal, store, listed, today, show)
        if not past.articles and not any(each.known.links for each in past.lists):
            raise UsageError(
                make_message(
                    "no known articles: no page of an article is stored in {places}",
                    places=", ".join(map(str, warcs or (folder,))),
                ),
                "Crawl the portal first, or name WARC files of it with --warc.",
            )
        if warcs:
            return _propose(
                portal, text, pair_stored(portal, past), past.drifted, stores[0], today, show
            )
        policy = replace(portal.fetch, retries=0, max_redirects=2)
        session, hosts = load_session(portal), portal_hosts(portal)
        tell_session(portal, session, runtime)
        subscriber = Subscriber(session, hosts) if session is not None else None
        settings = ConnectionSettings(
            policy, hosts, proxy, ca_file, notify=show, subscriber=subscriber
        )
        with _RenderedPages(settings, runtime.clock, portal) as visitor, name_portal(portal.id):
            visits = LimitedVisits(visitor, MAX_REQUESTS)
            show(
                make_message(
                    "now requests known pages again, with at most {number} requests",
                    number=MAX_REQUESTS,
                )
            )
            found = ask_again(portal, past, visits, today, show)
        return replace(
            _propose(portal, text, found, past.drifted, stores[0], today, show),
            requests=visits.sent,
        )


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
    store: CapturedPages,
    today: date,
    show: Callable[[str], None],
) -> Repair:
    """Return the proposal for a portal file with a ``text``; ``drifted``: days on which pages had
    changed; ``store`` has the pages of its expectations. Raises UsageError where nothing can be
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
            "no page with a new design was found",
            "Crawl the portal first, or give pages of both designs: --warc.",
        )
    made, control = _divide(found.pages)
    remarks = list(found.remarks)
    if moved:
        text = widen_patterns(text, moved)
        portal = reload_portal(portal, text) or portal
        lists = (replace(e, span=portal.spans[e.span.column, e.span.number]) for e in found.lists)
        found = replace(found, lists=list(lists))
    layout = propose_layout(portal, text, made) if made else {}
    rows = propose_rows(portal, [(page.old, page.stored) for page in made if page.old])
    if rows and isinstance(find_value(text, ("article", "body", "tags")), str):
        remarks.append(
            make_message(
                "the table of tags lacks rows for the new names: {rows}",
                rows="; ".join(f"{name} {operation}" for name, operation in rows.items()),
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
    proposed_portal = reload_portal(portal, changed)
    if proposed_portal is None:
        raise UsageError("the proposed rules do not fit into this file", "Report this as an error.")
    show("comparing")
    compared = tuple(compare_lists(portal, proposed_portal, found.lists))
    if moved:
        wrong = {each.url for each in compared if not each.is_same}
        changed = follow_moved(
            changed, moved, {origin_of(e.old.url) for e in found.lists if e.new.url not in wrong}
        )
        proposed_portal = reload_portal(portal, changed) or proposed_portal
    return Repair(
        changed,
        name,
        layout.get("when", ""),
        prove_articles(portal, proposed_portal, made),
        prove_articles(portal, proposed_portal, control),
        compared,
        count_older(portal, proposed_portal, found.old),
        len(found.old),
        find_failed_expectations(portal, proposed_portal, store),
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
            "no rule distinguishes the pages of the two designs",
            "Compare one page of each, and write the layout by hand (docs/cookbook.md).",
        )
    return name, condition


def _divide(pages: Sequence[KnownPage]) -> tuple[list[KnownPage], list[KnownPage]]:
    """Return the pages that rules are made of, and the control: a third, five at least, that have
    no part in the rules."""
    known = [page for page in pages if page.known is not None]
    if not known:
        return list(pages), []
    number = min(max(len(known) // 3, MIN_CONTROL), max(len(known) - MIN_MADE, 0))
    places = {round((n + 0.5) * len(known) / number - 0.5) for n in range(number)} if number else ()
    control = [page for n, page in enumerate(known) if n in places]
    return [page for n, page in enumerate(known) if n not in places], control
