"""The first view: the portals of the folder, and the ways to begin in an empty one."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from nicegui import ui

from webarticlecurator.build.changes import KIND
from webarticlecurator.config.corpus_file import NAME as CORPUS_FILE
from webarticlecurator.config.files import stamp_file
from webarticlecurator.corpora.corpus_counting import (
    count_bars,
)
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import ConfigError, CuratorError
from webarticlecurator.model.corpus_numbers import (
    ArticleCount,
    Run,
    list_months,
)
from webarticlecurator.model.verdict import SERIOUS
from webarticlecurator.service.portals import PortalEntry, Stamps
from webarticlecurator.store import view_corpus
from webarticlecurator.store.index import index_files
from webarticlecurator.stored_pages.captured_pages import has_corpus
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.run_processes import run_command
from webarticlecurator.studio.frame.widgets import (
    write_element,
    write_table_head,
)
from webarticlecurator.studio.frame.window import (
    add_button,
    add_page,
    open_window,
    show_while_waiting,
    showing_errors,
    view_address,
)
from webarticlecurator.studio.views.articles_page import SEVERAL_VIEW
from webarticlecurator.studio.views.corpus_page import MONTHS
from webarticlecurator.studio.views.corpus_state import CorpusState, read_corpus_state
from webarticlecurator.studio.views.run_page import describe_run
from webarticlecurator.text.translation import as_message, make_message, translate, translate_count
from webarticlecurator.trial.demo_files import write_demo_files

DEMO = "demo"
"""The portal of the demo."""
SHOWN_PROBLEMS = 3
"""Problems of a portal file that a row shows; the editor shows all of them."""


def add_home_view(context: StudioContext) -> None:
    """Add the view to the application."""
    overviews = PortalOverviews(context.clock.now)

    @add_page("/")
    async def show_home() -> None:
        with open_window("Portals"):
            links = ui.row().classes("studio-row")
            with links:
                ui.link(translate("New portal"), "/new").classes("studio-link-button")
            rows = await show_while_waiting(
                "Reading the portals …", asyncio.to_thread(_read_portals, context, overviews)
            )
            if not rows:
                links.clear()
                _write_doors(context)
                return
            with links:
                ui.link(translate("Crawl several"), "/run").classes("studio-link-button")
                if (context.settings.folder / CORPUS_FILE).is_file():
                    words = translate("{file}: several portals as one", file=CORPUS_FILE)
                    ui.link(words, SEVERAL_VIEW)
            with ui.element("table").classes("studio-table portal-table"):
                write_table_head(
                    [
                        (name, "")
                        for name in (
                            translate("Portal"),
                            translate("Articles"),
                            translate("By month"),
                            translate("Last crawl"),
                            translate("Problems"),
                        )
                    ]
                )
                with ui.element("tbody"):
                    for row in rows:
                        with ui.element("tr"):
                            _write_row(row)


def _write_doors(context: StudioContext) -> None:
    """Write the three ways to begin in a folder without portal files."""
    ui.label(translate("There is no portal file in {folder} yet.", folder=context.settings.folder))

    async def try_demo() -> None:
        await asyncio.to_thread(write_demo_files, context.settings.folder)
        context.catalog.read_again()
        corpus = str(context.settings.corpus_folder(DEMO).resolve())
        await run_command(
            context.commands,
            ["demo", "--corpus", corpus, "--json"],
            lambda lines: said.set_text("\n".join(lines[-2:])),
        )
        ui.navigate.to(view_address(DEMO, "archive"))

    with ui.element("ul").classes("studio-plain home-doors"):
        with ui.element("li"):
            add_button("Try it with the demo portal", showing_errors(try_demo), is_main=True)
            ui.label(
                translate(
                    "A made-up portal of 318 articles is crawled on this machine in a minute."
                )
            )
            said = ui.label().props('role="status"').classes("studio-lines studio-quiet")
        for words, way, note in (
            (
                translate("A portal from its address"),
                "address",
                translate(
                    "You paste the address of a page that lists articles; a portal"
                    " file is proposed."
                ),
            ),
            (
                translate("From WARC, WACZ or saved pages"),
                "pages",
                translate("You choose files that you have; nothing is asked of the portal."),
            ),
        ):
            with ui.element("li"):
                ui.link(words, f"/new?by={way}").classes("studio-link-button")
                ui.label(note)


def _read_portals(context: StudioContext, overviews: PortalOverviews) -> tuple[PortalOverview, ...]:
    context.catalog.read_again()  # another view may have looked a moment ago
    entries = context.catalog.entries()
    return overviews.read(entries, [context.settings.corpus_folder(entry.id) for entry in entries])


def _write_row(row: PortalOverview) -> None:
    with ui.element("td"):
        ui.link(row.id, view_address(row.id, "archive")).classes("portal-name")
        if row.title:
            ui.label(row.title).classes("studio-quiet")
    with write_element("td", classes="number", data_label=translate("Articles")):
        if row.listed:
            ui.link(f"{row.in_tei:,}", view_address(row.id, "corpus"))
            if row.listed != row.in_tei:
                ui.label(translate("of {number:,} listed", number=row.listed)).classes(
                    "studio-quiet"
                )
            if row.state.stale:
                ui.label(translate("{number:,} by older rules", number=row.state.stale)).classes(
                    "studio-quiet"
                )
        else:
            ui.label("–")
    with ui.element("td"):
        if chart := draw_months(row.months):
            ui.html(chart, sanitize=False)
    never = translate("never")
    with write_element("td", data_label=translate("Last crawl")):
        is_running = row.state.is_running
        words = describe_run(row.last_run, is_running=is_running) if row.last_run else never
        ui.link(words, view_address(row.id, "run"))
    with ui.element("td"):
        for problem in row.problems[:SHOWN_PROBLEMS]:
            ui.label(translate(problem)).classes("studio-lines state-dropped portal-problem")
        if row.problems:
            more = len(row.problems) - SHOWN_PROBLEMS
            words = (
                translate("Mend these and {more} more", more=more)
                if more > 0
                else translate("Mend")
            )
            ui.link(words, view_address(row.id, "article"))
        elif row.drifts:
            ui.link(translate("Its pages have changed"), view_address(row.id, "repair"))
        elif row.serious:
            problems = translate_count("{number:,} problem", "{number:,} problems", row.serious)
            ui.link(
                translate("{problems} of the last crawl", problems=problems),
                view_address(row.id, "run"),
            )
        else:
            ui.label(translate("none")).classes("studio-quiet")


# A small chart of the articles by month, for a cell of a table.

MAX_MONTHS = 240
"""Months that are drawn: the last ones."""
_HEIGHT = 28
_MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])", re.ASCII)


def draw_months(counts: Sequence[ArticleCount]) -> str:
    """Return the chart as an element of SVG, "" where no month is known. What it shows is said in
    its label."""
    articles = {count.name: count.articles for count in counts if _MONTH.fullmatch(count.name)}
    if not articles:
        return ""
    last = max(articles)
    months = list_months(min(articles), last)[-MAX_MONTHS:]
    values = [articles.get(month, 0) for month in months]
    most = max(values)
    path = "".join(
        f"M{place} {_HEIGHT}v-{max(round(_HEIGHT * value / most, 1), 1):g}h1v{_HEIGHT}z"
        for place, value in enumerate(values)
        if value
    )
    top = months[values.index(most)]
    label = translate(
        "Articles by month, {first} to {last}: at most {most:,}, in {month}",
        first=months[0],
        last=last,
        most=most,
        month=top,
    )
    return (
        f'<svg class="month-bars" role="img" aria-label="{label}"'
        f' viewBox="0 0 {len(months)} {_HEIGHT}" preserveAspectRatio="none">'
        f'<title>{label}</title><path d="{path}"/></svg>'
    )


# What the first view shows of a portal: a few numbers that the index of its corpus keeps.

MIN_AGE = 2.0
"""Seconds since the last change of an index after which its overview is kept: another change at
once may have the same time."""


@dataclass(frozen=True)
class PortalOverview:
    """A portal file, and its corpus if there is one.

    ``problems``: those of the file, or the error for which it, or its corpus, cannot be read.
    ``listed`` articles are in the archive, ``in_tei`` of them in the corpus. ``serious`` problems
    are left by the last crawl, ``drifts`` are signs of changed pages. ``months``: articles by month
    of publication.
    """

    id: str
    title: str = ""
    problems: tuple[str, ...] = ()
    listed: int = 0
    in_tei: int = 0
    state: CorpusState = CorpusState()
    serious: int = 0
    drifts: int = 0
    last_run: Run | None = None
    months: tuple[ArticleCount, ...] = ()


def read_overview(entry: PortalEntry, folder: Path) -> PortalOverview:
    """Return the overview of a portal whose corpus is in ``folder``, which need not exist."""
    if entry.portal is None:
        return PortalOverview(entry.id, problems=_describe(entry.error))
    portal = entry.portal
    if not has_corpus(folder):
        return PortalOverview(portal.id, portal.title)
    try:
        with view_corpus(folder, portal.id) as corpus:
            counts = corpus.article_counts.by_state()
            problems = corpus.run_log.count_problems()
            return PortalOverview(
                portal.id,
                portal.title,
                listed=counts.articles,
                in_tei=counts.tei,
                state=read_corpus_state(portal, folder),
                serious=sum(number for kind, number in problems.items() if kind in SERIOUS),
                drifts=problems.get(KIND, 0),
                last_run=corpus.run_log.last_run("crawl"),
                months=count_bars(MONTHS, corpus.article_facts.counts(MONTHS.fact.what)),
            )
    except (CuratorError, OSError) as error:
        return PortalOverview(portal.id, portal.title, _describe(error))


def _describe(error: Exception | None) -> tuple[str, ...]:
    """Return an error as lines: a portal file has a line for each of its problems."""
    if isinstance(error, ConfigError):
        return tuple(
            make_message(
                "{place}: {problem}",
                place=f"{each.file}:{each.line}:{each.column}",
                problem=as_message(each.message),
            )
            for each in error.problems
        )
    if isinstance(error, CuratorError) and error.cure:
        message, cure = as_message(error.message), as_message(error.cure)
        return (make_message("{message}\n  {cure}", message=message, cure=cure),)
    if isinstance(error, CuratorError):
        return (error.message,)
    return (str(error),) if error is not None else ()


class PortalOverviews:
    """The overviews of the portals of a folder. Each is kept until its index changes: a hundred of
    them take half a second. Thread-safe; ``now`` returns the time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        # with the portal file and the times of change of the index that it was read from
        self._kept: dict[Path, tuple[PortalEntry, Stamps, PortalOverview]] = {}

    def read(
        self, entries: Sequence[PortalEntry], folders: Sequence[Path]
    ) -> tuple[PortalOverview, ...]:
        """Return the overviews of some portals, whose corpora are in ``folders``, as they are
        now."""
        kept = {}
        now = self._now().timestamp()
        overviews = []
        for entry, folder in zip(entries, folders, strict=True):
            stamps = tuple(stamp_file(folder / name) for name in index_files())
            known = self._kept.get(entry.file)
            if known is not None and known[0] is entry and known[1] == stamps:
                overview = known[2]
            else:
                overview = read_overview(entry, folder)
            overviews.append(overview)
            newest = max((stamp[0] for stamp in stamps if stamp), default=0) / 1e9
            if now - newest > MIN_AGE and not (overview.problems or overview.state.is_running):
                kept[entry.file] = (entry, stamps, overview)
        self._kept = kept
        return tuple(overviews)
