"""Run the studio on a socket until it is interrupted."""

from __future__ import annotations

import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from fastapi import FastAPI
from nicegui import app as window
from nicegui import ui

from webarticlecurator.service.guard import Application
from webarticlecurator.service.page_pool import PagePool
from webarticlecurator.service.portals import PortalCatalog
from webarticlecurator.service.server import open_fetching, serve_application
from webarticlecurator.studio.frame.context import (
    MAX_SURVEYS,
    PortalDrafts,
    StudioContext,
    StudioSettings,
    Surveys,
)
from webarticlecurator.studio.frame.guard import StudioGuard, StudioTokens
from webarticlecurator.studio.frame.page_routes import ShownPageRoutes
from webarticlecurator.studio.frame.page_sources import PageSources
from webarticlecurator.studio.frame.run_processes import RunProcesses
from webarticlecurator.studio.views.archive_page import add_archive_view
from webarticlecurator.studio.views.article_page import add_article_view
from webarticlecurator.studio.views.corpus_page import add_corpus_view
from webarticlecurator.studio.views.effect_page import add_effect_view
from webarticlecurator.studio.views.home_page import add_home_view
from webarticlecurator.studio.views.metadata_page import add_metadata_view
from webarticlecurator.studio.views.new_portal_page import add_new_portal_view
from webarticlecurator.studio.views.run_page import add_run_views
from webarticlecurator.studio.views.tags_page import add_tags_view
from webarticlecurator.text.times import Clock


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
        open_fetching(settings, clock, renders=True) as (visits, fetching),
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
            clock=clock,
            report=report,
        )
        port = listener.getsockname()[1]
        application = create_studio(context, port, StudioTokens(print_token))
        serve_application(listener, application, lifespan="on")


# The application of ``curator studio``: its views, and the guard before them.

VIEWS = (
    add_home_view,
    add_new_portal_view,
    add_archive_view,
    add_article_view,
    add_effect_view,
    add_tags_view,
    add_metadata_view,
    add_run_views,
    add_corpus_view,
)
RECONNECT_SECONDS = 30.0
"""How long a tab that lost its connection finds its view again as it was."""


def create_studio(context: StudioContext, port: int, tokens: StudioTokens) -> Application:
    """Return the application, which every request reaches through its guard."""
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    application.include_router(ShownPageRoutes(context.shelf).make_router())
    for add_view in VIEWS:
        add_view(context)
    window.on_exception(context.report)
    # the first view waits for the files; a hundred of them take two seconds. Not before: when it
    # starts, NiceGUI looks at all objects, also at those that another thread is still making
    window.on_startup(threading.Thread(target=context.catalog.entries, daemon=True).start)
    ui.run_with(
        application,
        title="curator studio",
        dark=None,
        language="en-US",
        tailwind=False,
        reconnect_timeout=RECONNECT_SECONDS,
        show_welcome_message=False,
    )
    return StudioGuard(application, context.settings.hosts, port, tokens)
