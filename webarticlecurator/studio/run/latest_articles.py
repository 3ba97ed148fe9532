"""What comes in while a crawl runs: the last titles, and the months that fill."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from nicegui import ui

from webarticlecurator.base.model.article import Metadata, Rejected
from webarticlecurator.base.model.corpus_numbers import ArticleCount
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.times import MONTH_LENGTH
from webarticlecurator.base.text.translation import translate
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.proposing.trial.one_article import extract_articles
from webarticlecurator.studio.frame.context import StudioContext, read_stored
from webarticlecurator.studio.frame.controls import refill
from webarticlecurator.studio.frame.widgets import write_element, write_items, write_link
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.home.month_bars import draw_months

_SHOWN, _READ_AT_ONCE, _MAX_READ = 5, 5, 200


def write_latest(context: StudioContext, portal_id: str) -> Callable[[], Awaitable[None]]:
    """Write the place of the articles that are stored and not built yet, as the rules read them;
    return what shows those that have come since the last call. Each is read once, and few at a
    time, the last ones first."""
    known: dict[str, tuple[str, str]] = {}
    place = write_element("div", classes="studio-part run-latest")

    async def update() -> None:
        portal = await asyncio.to_thread(context.catalog.find, portal_id)
        urls = await asyncio.to_thread(context.sources.list_latest, portal, _MAX_READ)
        new = [url for url in urls if url not in known][:_READ_AT_ONCE]
        if not new:
            return
        for url in new:
            known[url] = await read_stored(context, portal, url, read_headline) or ("", "")
        months = Counter(month for _, month in known.values())
        with refill(place):
            words = translate(
                "The last articles, and the months of the {number:,} that were read here:",
                number=len(known),
            )
            write_element("p", words, "studio-quiet")
            for url in write_items(urls[:_SHOWN], "studio-plain"):
                write_link(known[url][0] or url, view_address(portal_id, "article", url=url))
            ui.html(
                draw_months([ArticleCount(*each, 0) for each in months.items()]), sanitize=False
            )

    return update


def read_headline(portal: Portal, stored: StoredPage) -> tuple[str, str]:
    """Return the title and the month of a stored article, "" where the rules find none. To be
    called in a worker."""
    found = extract_articles(portal, stored)[0]
    metadata = Metadata() if isinstance(found, Rejected) else found.metadata
    return metadata.first("title") or "", (metadata.first("published") or "")[:MONTH_LENGTH]
