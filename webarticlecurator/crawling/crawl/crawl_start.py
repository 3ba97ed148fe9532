"""What is checked and said before a crawl: its plan, its libraries, the session."""

from __future__ import annotations

from webarticlecurator.base.errors import PortalRefused, UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.crawling.crawl.crawl_plan import CrawlPlan
from webarticlecurator.crawling.crawl.render_choice import renders_pages
from webarticlecurator.crawling.fetch.connection_settings import require_proxy
from webarticlecurator.crawling.fetch.kept_session import KeptSession, load_session
from webarticlecurator.crawling.workers.run_options import (
    CrawlOptions,
    Runtime,
    check_overrides,
    check_template,
)


def plan_crawl(portal: Portal, options: CrawlOptions, runtime: Runtime) -> CrawlPlan:
    """Return the plan of a crawl, after all checks that need no corpus.

    Raises UsageError for an unknown column, or where nothing lists articles, ConfigError for a
    wrong template or overrides.
    """
    if not portal.columns and options.refresh is None:
        raise UsageError(
            make_message(
                "{id} has no list of articles (archive: none), so there is nothing to crawl",
                id=portal.id,
            ),
            "Adopt pages (curator warc adopt), or say in `archive` where articles are listed.",
        )
    check_template(portal)
    check_overrides(portal)
    require_proxy(options.proxy or portal.fetch.proxy)
    if renders_pages(portal):
        from webarticlecurator.crawling.fetch.chromium import require_browser

        require_browser()
    now = runtime.clock.now()
    return CrawlPlan(portal, options, today_in(portal.timezone, now), now, load_session(portal))


def tell_session(portal: Portal, session: KeptSession | None, runtime: Runtime) -> None:
    """Say of when the session is. Raises PortalRefused where one is needed, and there is none."""
    if session is not None:
        runtime.progress.show_message(
            make_message("signed in: session of {kept}", kept=session.kept)
        )
    elif portal.fetch.signed_in and not (portal.fetch.cookies or portal.fetch.headers):
        raise PortalRefused(
            make_message(
                "{id} is read as a subscriber (fetch.signed_in), but no session is kept",
                id=portal.id,
            ),
            make_message("Sign in first: curator login {path}", path=portal.path),
        )
