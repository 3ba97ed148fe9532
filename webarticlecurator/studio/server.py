"""Run the studio on a socket until it is interrupted."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import closing

from webarticlecurator.service.page_pool import PagePool
from webarticlecurator.service.portal_catalog import PortalCatalog
from webarticlecurator.service.service_server import open_fetching, serve_application
from webarticlecurator.studio.application import create_studio
from webarticlecurator.studio.context import PortalDrafts, StudioContext
from webarticlecurator.studio.page_sources import PageSources
from webarticlecurator.studio.settings import StudioSettings
from webarticlecurator.studio.studio_guard import StudioTokens
from webarticlecurator.studio.surveys import MAX_SURVEYS, Surveys
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
        PagePool(settings.jobs, MAX_SURVEYS) as pages,
        open_fetching(settings, clock, renders=True) as (visits, fetching),
        closing(PageSources(settings.corpus_folder)) as sources,
        closing(Surveys()) as surveys,
    ):
        context = StudioContext(
            *(settings, catalog, drafts, sources, pages, surveys),
            *(visits, fetching, clock, report),
        )
        port = listener.getsockname()[1]
        application = create_studio(context, port, StudioTokens(print_token))
        serve_application(listener, application, lifespan="on")
