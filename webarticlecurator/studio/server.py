"""Run the studio on a socket until it is interrupted."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import closing

import uvicorn

from webarticlecurator.model.clock import Clock
from webarticlecurator.service.page_pool import LimitedThreads, PagePool
from webarticlecurator.service.portal_catalog import PortalCatalog
from webarticlecurator.service.portal_visits import PortalVisits
from webarticlecurator.studio.application import create_studio
from webarticlecurator.studio.context import PortalDrafts, StudioContext
from webarticlecurator.studio.page_sources import PageSources
from webarticlecurator.studio.settings import StudioSettings
from webarticlecurator.studio.studio_guard import StudioTokens
from webarticlecurator.studio.surveys import MAX_SURVEYS, Surveys

GRACE_SECONDS = 2
"""Seconds that requests have to end after an interruption."""
FETCHES, WAITING_FETCHES = 4, 32
"""Pages that are fetched at the same time, from different portals, and those that wait."""


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
    visits = PortalVisits(clock, settings.proxy, settings.ca_file)
    with listener, PagePool(settings.jobs, MAX_SURVEYS) as pages, closing(visits):
        fetching = LimitedThreads(FETCHES, WAITING_FETCHES, "pages to fetch")
        sources, surveys = PageSources(settings.corpus_folder), Surveys()
        with closing(fetching), closing(sources), closing(surveys):
            context = StudioContext(
                *(settings, catalog, drafts, sources, pages, surveys),
                *(visits, fetching, clock, report),
            )
            port = listener.getsockname()[1]
            application = create_studio(context, port, StudioTokens(print_token))
            config = uvicorn.Config(
                application,
                log_config=None,
                access_log=False,
                lifespan="on",
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
            uvicorn.Server(config).run(sockets=[listener])
