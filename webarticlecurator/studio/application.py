"""Run the studio on a socket until it is interrupted: its pages, and who may use them."""

from __future__ import annotations

import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from nicegui import app as window
from nicegui import ui

from webarticlecurator.base.text.clock import Clock
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.charts.corpus_html import STYLE
from webarticlecurator.service.portals import PortalCatalog
from webarticlecurator.service.reader_processes import LimitedThreads, PagePool
from webarticlecurator.service.server import serve_application
from webarticlecurator.studio.archive.archive_page import write_archive_view
from webarticlecurator.studio.article.article_page import write_article_view
from webarticlecurator.studio.articles.articles_page import add_several_view, write_articles_view
from webarticlecurator.studio.effect.effect_page import add_effect_view
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_sources import PageSources
from webarticlecurator.studio.frame.portal_drafts import PortalDrafts
from webarticlecurator.studio.frame.portal_visits import PortalVisits
from webarticlecurator.studio.frame.run_processes import RunProcesses
from webarticlecurator.studio.frame.studio_settings import StudioSettings
from webarticlecurator.studio.frame.surveys import MAX_SURVEYS, Surveys
from webarticlecurator.studio.home.corpus_page import write_corpus_view
from webarticlecurator.studio.home.history_page import HistoryView
from webarticlecurator.studio.home.home_page import add_home_view
from webarticlecurator.studio.home.judge_page import JudgeView
from webarticlecurator.studio.metadata.metadata_page import MetadataView
from webarticlecurator.studio.new_portal.new_portal_page import add_new_portal_view
from webarticlecurator.studio.portal.steps_line import add_first_view, add_portal_view
from webarticlecurator.studio.repair.repair_page import add_repair_view
from webarticlecurator.studio.run.run_page import add_runs_view, write_run_view
from webarticlecurator.studio.shown_page_routes import ShownPageRoutes
from webarticlecurator.studio.studio_guard import StudioGuard
from webarticlecurator.studio.tags.tags_page import TagsView

RECONNECT_SECONDS = 30.0
"""How long a tab that lost its connection finds its view again as it was."""
FETCHES, WAITING_FETCHES = 4, 32
"""Pages that are fetched at the same time, from different portals, and those that wait."""
_HERE = Path(__file__).parent
_PORTAL_VIEWS: tuple[tuple[str, str, Any, Path | None], ...] = (
    (
        "archive",
        make_message("Archive pages"),
        write_archive_view,
        _HERE / "archive/archive_view.css",
    ),
    ("article", make_message("Article"), write_article_view, _HERE / "article/article_view.css"),
    ("articles", make_message("Articles"), write_articles_view, None),
    ("tags", make_message("Tags"), lambda *shown: TagsView(*shown).write(), None),
    ("metadata", make_message("Metadata"), lambda *shown: MetadataView(*shown).write(), None),
    ("run", make_message("Runs"), write_run_view, None),
    ("corpus", make_message("Overview"), write_corpus_view, STYLE),
    ("judge", make_message("Judge"), lambda *shown: JudgeView(*shown).write(), None),
    ("history", make_message("History"), lambda *shown: HistoryView(*shown).write(), None),
)
"""The views of a portal that keep nothing of their own, as ``add_portal_view`` takes them."""


def run_studio(
    settings: StudioSettings,
    catalog: PortalCatalog,
    drafts: PortalDrafts,
    clock: Clock,
    listener: socket.socket,
    print_token: Callable[[str], None],
    report: Callable[[Exception], None],
) -> None:
    """Show the studio to whoever opens it at ``listener``, until SIGINT or SIGTERM, which is raised
    again at the end. To be called before the process has other threads."""
    with (
        listener,
        tempfile.TemporaryDirectory(prefix="curator-studio-") as folder,
        PagePool(settings.jobs, MAX_SURVEYS) as pages,
        closing(PortalVisits(clock, settings.proxy, settings.ca_file)) as visits,
        closing(LimitedThreads(FETCHES, WAITING_FETCHES, "pages to fetch")) as fetching,
        closing(PageSources(settings.corpus_folder)) as sources,
        closing(Surveys()) as surveys,
        closing(RunProcesses(Path(folder), clock, is_passing=True)) as commands,
    ):
        context = StudioContext(
            settings=settings,
            catalog=catalog,
            drafts=drafts,
            sources=sources,
            pages=pages,
            surveys=surveys,
            visits=visits,
            fetching=fetching,
            commands=commands,
            runs=RunProcesses(settings.corpora, clock),
            clock=clock,
            report=report,
        )
        application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
        application.include_router(ShownPageRoutes(context.shelf).make_router())
        for add_view in (
            add_home_view,
            add_first_view,
            add_new_portal_view,
            add_several_view,
            add_effect_view,
            add_repair_view,
            add_runs_view,
        ):
            add_view(context)
        for view in _PORTAL_VIEWS:
            add_portal_view(context, *view)
        window.on_exception(report)
        # the first view waits for the files; a hundred of them take two seconds. Not before: when
        # it starts, NiceGUI looks at all objects, also at those that another thread is still making
        window.on_startup(threading.Thread(target=catalog.entries, daemon=True).start)
        ui.run_with(
            application,
            title="curator studio",
            dark=None,
            language="en-US",
            tailwind=False,
            reconnect_timeout=RECONNECT_SECONDS,
            show_welcome_message=False,
        )
        port = listener.getsockname()[1]
        serve_application(
            listener,
            StudioGuard(application, settings.hosts, port, print_token, settings.language),
            lifespan="on",
        )
