"""Pages that a portal shows in place of an article to whoever is not signed in."""

from __future__ import annotations

from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.model.capture import Exchange, Origin
from webarticlecurator.base.portal.hosts import host_of
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Condition, Rule
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.captures.portal_pages import read_portal_page
from webarticlecurator.crawling.crawl.page_rendering import read_document
from webarticlecurator.crawling.crawl.page_visits import to_visit
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.pages.rules.results import condition_holds

_LEVELS_OF_WALLS = ("article", "continuation")
"""Levels of pages that ``fetch.signed_in`` is looked for on."""
_PASSWORD = Condition(has=(Rule(kind="css", expression="input[type=password]"),))


def find_sign_in_wall(
    portal: Portal, settings: ConnectionSettings, exchange: Exchange, origin: Origin
) -> PortalRefused | None:
    """Return the error for a page of an article that does not show what a subscriber sees
    (``fetch.signed_in``), or that asks for a password at another host; None for any other. A page
    that shows it confirms the cookies of the subscriber."""
    sign, final = portal.fetch.signed_in, exchange.final
    if sign is None or final is None or origin.level not in _LEVELS_OF_WALLS:
        return None
    if read_document(final) is None:
        return None
    visit = to_visit(exchange)
    page = read_portal_page(
        portal, visit.answered, visit.content, visit.content_type, column=origin.column
    )
    if page.file_kind or page.excess:  # never an article, and nothing is found on it
        return None
    is_own = settings.hosts.is_trusted(final.url)
    is_wall = not condition_holds(sign, page) if is_own else condition_holds(_PASSWORD, page)
    if not is_wall:
        if is_own and settings.subscriber is not None:
            settings.subscriber.confirm_cookies()
        return None
    return PortalRefused(
        make_message(
            "{url} is not shown as subscribers see it (fetch.signed_in finds nothing), so it is"
            " not stored",
            url=exchange.url,
        )
        if is_own
        else make_message(
            "{url} is not shown as subscribers see it (fetch.signed_in finds nothing; it leads"
            " to {host}), so it is not stored",
            url=exchange.url,
            host=host_of(final.url),
        ),
        make_message(
            "Sign in again: curator login {path}. Then run the same command again. If you are"
            " signed in, correct fetch.signed_in, or put the address on the exclude list.",
            path=portal.path,
        ),
    )
