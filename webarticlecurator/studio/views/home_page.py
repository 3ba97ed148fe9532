"""The first view, the portals of the folder; and the view of one corpus in numbers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from nicegui import ui

from webarticlecurator.build.changes import KIND
from webarticlecurator.charts.bar_chart import write_svg
from webarticlecurator.charts.corpus_charts import (
    GROWTH,
    HEADING,
    MAX_BARS,
    choose_bars,
    choose_runs,
    count_articles,
    describe_gap,
    describe_other_runs,
    draw_corpus,
    name_bar,
)
from webarticlecurator.config.corpus_file import NAME as CORPUS_FILE
from webarticlecurator.config.files import stamp_file
from webarticlecurator.corpora.corpus_counting import (
    BarPage,
    count_bars,
    count_captured,
    count_corpus,
    list_bar,
    open_counted_corpus,
)
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import ConfigError, CuratorError, UsageError
from webarticlecurator.model.corpus_numbers import (
    CAPTURED,
    CHARTED,
    DIMENSIONS_BY_KEY,
    SAME_TEXTS,
    VERDICTS,
    ArticleCount,
    BarKey,
    CorpusNumbers,
    Run,
    list_months,
)
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import SERIOUS
from webarticlecurator.service.portals import PortalEntry, Stamps
from webarticlecurator.store import view_corpus
from webarticlecurator.store.index import index_files
from webarticlecurator.stored_pages.captured_pages import has_corpus
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.run_processes import run_command
from webarticlecurator.studio.frame.widgets import (
    open_table,
    write_button,
    write_element,
    write_heading,
    write_link,
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
from webarticlecurator.studio.views.corpus_state import CorpusState, read_corpus_state
from webarticlecurator.studio.views.portal_steps import write_steps
from webarticlecurator.studio.views.run_page import describe_run
from webarticlecurator.text.translation import make_message, translate, translate_count
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
            ui.label(problem).classes("studio-lines state-dropped portal-problem")
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
_MONTHS = DIMENSIONS_BY_KEY["months"]


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
                months=count_bars(_MONTHS, corpus.article_facts.counts(_MONTHS.fact.what)),
            )
    except (CuratorError, OSError) as error:
        return PortalOverview(portal.id, portal.title, _describe(error))


def _describe(error: Exception | None) -> tuple[str, ...]:
    """Return an error as lines: a portal file has a line for each of its problems."""
    if isinstance(error, ConfigError):
        return tuple(str(problem) for problem in error.problems)
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


# The numbers of one corpus.

_HEADINGS = {each.key: each.heading for each in CHARTED} | {
    VERDICTS: make_message("Verdicts"),
    GROWTH: HEADING,
    CAPTURED: make_message("First captured"),
    SAME_TEXTS: make_message("Same texts"),
}
MAX_GAPS = 50
"""Gaps that are listed."""


@dataclass(frozen=True)
class _Row:
    """A bar: what it leads to, what it is called, its length, its numbers, and a line below it."""

    bar: BarKey
    shown: str
    articles: int
    numbers: str
    details: str = ""


def add_corpus_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @add_page("/portal/{portal_id}/corpus")
    async def show_corpus(
        portal_id: str, by: str = "", name: str = "", after: int = 0, year: str = ""
    ) -> None:
        with open_window("Corpus", portal_id, "corpus"):
            write_steps(context, portal_id)
            folder = context.settings.corpus_folder(portal_id)
            bar = (by, name) if by else None
            portal = await asyncio.to_thread(context.catalog.find, portal_id)
            reading = asyncio.to_thread(read_corpus, portal, folder, bar, after)
            found = await show_while_waiting("Counting the articles …", reading)
            if found is None:
                ui.label(translate("Nothing is stored yet."))
                ui.link(translate("Crawl the portal"), view_address(portal_id, "run"))
                return
            numbers, listed = found
            if bar is not None and listed is not None:
                _write_bar_articles(portal_id, bar, *listed, after)
            else:
                _write_corpus(numbers, year)


def _write_bar_articles(portal_id: str, bar: BarKey, page: BarPage, total: int, after: int) -> None:
    """Write a page of the articles of a bar, and the links to the others."""
    key, name = bar
    ui.link(translate("All numbers of the corpus"), view_address(portal_id, "corpus"))
    heading = translate(_HEADINGS[key])
    write_heading(f"{heading}: {_name_row(key, name)} ({count_articles(total)})")
    if page.articles:
        title = translate("Evidence") if key == VERDICTS else translate("Title")
        with open_table([(translate("Date"), ""), (title, ""), (translate("Address"), "")]):
            for article in page.articles:
                with write_element("tr"):
                    write_element("td", article.date)
                    write_element("td", article.title)
                    with write_element("td", classes="corpus-address"):
                        write_link(article.url, view_address(portal_id, "article", url=article.url))
    with ui.row().classes("studio-row"):
        if after:
            ui.link(
                translate("First articles"), view_address(portal_id, "corpus", by=key, name=name)
            )
        if page.next is not None:
            further = {"by": key, "name": name, "after": str(page.next)}
            ui.link(translate("Further articles"), view_address(portal_id, "corpus", **further))


def _write_corpus(numbers: CorpusNumbers, year: str) -> None:
    """Write the numbers and all bars of a corpus, with the months of one ``year``."""
    ui.label(
        translate(
            "{articles} in TEI, {words:,} words",
            articles=count_articles(numbers.articles),
            words=numbers.words,
        )
    )
    if numbers.unread:
        ui.label(
            translate(
                "{articles} not counted: their TEI cannot be read.",
                articles=count_articles(numbers.unread),
            )
        )
    if numbers.duplicates is not None:
        ui.label(f"{translate(numbers.duplicates.describe())}.")
    drawings = dict(draw_corpus(numbers))
    if _MONTHS.key in drawings:
        # names of the corpus are escaped in it
        ui.html(write_svg(drawings[_MONTHS.key]), sanitize=False).classes("corpus-months")
    with write_element("details", classes="studio-panel"):
        write_element("summary", translate("Charts as SVG files, for a paper or slides"))
        with write_element("div", classes="form-row"):
            for name, drawing in drawings.items():
                content = write_svg(drawing).encode("utf-8")
                file = f"{numbers.portal}-{name}.svg"
                write_button(file, partial(ui.download.content, content, file))
    for dimension in CHARTED:
        if dimension.key != _MONTHS.key:
            bars = [_to_row(dimension.key, bar) for bar in choose_bars(dimension, numbers)]
            _write_bars(numbers, year, dimension.key, bars)
    _write_bars(
        numbers,
        year,
        VERDICTS,
        [
            _Row((VERDICTS, each.name), each.name, each.articles, f"{each.articles:,}")
            for each in numbers.verdicts
        ],
    )
    _write_bars(
        numbers,
        year,
        GROWTH,
        [
            _Row(each.bar, each.name, each.counts.tei, each.size, each.details)
            for each in choose_runs(numbers.runs)
        ],
    )
    for sentence in describe_other_runs(numbers.runs):
        ui.label(sentence).classes("studio-quiet")
    _write_bars(
        numbers,
        year,
        SAME_TEXTS,
        [
            _Row(
                (SAME_TEXTS, str(number)),
                translate("text {number}", number=number),
                many,
                count_articles(many),
            )
            for number, many in enumerate(numbers.same_texts[:MAX_BARS], 1)
        ],
    )
    lines = [
        *map(describe_gap, numbers.gaps),
        *(f"{span.place}: {translate(span.message)}" for span in numbers.silent_spans),
    ]
    write_heading("Gaps")
    if not lines:
        ui.label(translate("There are none."))
    ui.label("\n".join(lines[:MAX_GAPS])).classes("studio-lines")
    if len(lines) > MAX_GAPS:
        ui.label(translate("and {number:,} more", number=len(lines) - MAX_GAPS)).classes(
            "studio-quiet"
        )


def _write_bars(numbers: CorpusNumbers, year: str, key: str, rows: Sequence[_Row]) -> None:
    if not rows:
        return
    write_heading(_HEADINGS[key])
    left_out = len(numbers.counts.get(key, ())) - len(rows)
    _write_rows(numbers, year, rows)
    if left_out > 0:
        ui.label(translate("{number:,} smaller bars are left out.", number=left_out)).classes(
            "studio-quiet"
        )


def _write_rows(numbers: CorpusNumbers, year: str, rows: Sequence[_Row]) -> None:
    most = max(row.articles for row in rows) or 1
    with ui.element("ul").classes("corpus-bars"):
        for row in rows:
            with ui.element("li"):
                key, name = row.bar
                portal = numbers.portal
                # the articles in TEI are those that the other bars list
                if row.bar != (VERDICTS, "tei"):
                    ui.link(row.shown, view_address(portal, "corpus", by=key, name=name))
                else:
                    ui.label(row.shown)
                with ui.element("span").classes("corpus-track").props('aria-hidden="true"'):
                    ui.element("span").style(f"width: {100 * row.articles / most:.1f}%")
                ui.label(row.numbers).classes("number")
                if row.details:
                    ui.label(row.details).classes("corpus-details studio-quiet")
                if key == "years" and name:
                    months = [each for each in numbers.counts[_MONTHS.key] if each.name[:4] == name]
                    if months and name != year:
                        ui.link(
                            translate("months of {year}", year=name),
                            view_address(portal, "corpus", year=name),
                        )
                    elif months:
                        _write_rows(
                            numbers, year, [_to_row(_MONTHS.key, month) for month in months]
                        )


def _to_row(key: str, bar: ArticleCount) -> _Row:
    numbers = translate(
        "{articles}, {words:,} words", articles=count_articles(bar.articles), words=bar.words
    )
    return _Row((key, bar.name), name_bar(key, bar.name), bar.articles, numbers)


def _name_row(key: str, name: str) -> str:
    if key == SAME_TEXTS:
        return translate("text {number}", number=name)
    return name_bar(key, name) if key in DIMENSIONS_BY_KEY or key == CAPTURED else name


# What the view of a corpus reads: the numbers, and the articles of a bar.

PAGE = 50
"""Articles that a list shows at once."""


BarList = tuple[BarPage, int]
"""A page of the articles of a bar, and how many it has in all."""


def read_corpus(
    portal: Portal, folder: Path, bar: BarKey | None = None, after: int = 0
) -> tuple[CorpusNumbers, BarList | None] | None:
    """Return the numbers of the corpus in ``folder``, and a page of the articles of ``bar``, those
    behind the row ``after``, if one is given; None without a corpus.

    Raises UsageError for an unknown bar, CorpusMismatch, StoreDamaged.
    """
    if not has_corpus(folder):
        return None
    with open_counted_corpus(portal, folder) as corpus:
        numbers = count_corpus(corpus)
        if bar is None:
            return numbers, None
        total = _count_articles(numbers, bar)
        if bar[0] == CAPTURED:
            total = count_captured(corpus, [bar])[bar]
        return numbers, (list_bar(corpus, bar, PAGE, after), total)


def _count_articles(numbers: CorpusNumbers, bar: BarKey) -> int:
    """Return the length of a bar in articles. Raises UsageError for an unknown bar."""
    key, name = bar
    lists = {
        VERDICTS: [(each.name, each.articles) for each in numbers.verdicts],
        SAME_TEXTS: [(str(number), many) for number, many in enumerate(numbers.same_texts, 1)],
        CAPTURED: [(each.bar[1], each.counts.tei) for each in choose_runs(numbers.runs)],
    }
    bars = [(each.name, each.articles) for each in numbers.counts.get(key, ())]
    found = dict(lists.get(key, bars))
    if name not in found:
        raise UsageError(
            make_message("no such bar: {key} {name!r}", key=key, name=name),
            "Choose one of those that are drawn.",
        )
    return found[name]
