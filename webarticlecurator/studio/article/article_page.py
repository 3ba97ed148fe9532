"""The article view: stored pages, the text that the rules make of them, and the rules."""

from __future__ import annotations

import asyncio
import random
from functools import partial

from nicegui import ui
from starlette.datastructures import QueryParams

from webarticlecurator.base.errors import CuratorError, UsageError
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.proposing.trial.expectation_file import write_entries
from webarticlecurator.studio.article.address_bar import show_way, write_address_bar
from webarticlecurator.studio.article.article_panes import ArticlePanes
from webarticlecurator.studio.article.proposal_support import SAMPLE
from webarticlecurator.studio.effect.accepted_entries import accept_article
from webarticlecurator.studio.frame.address_shape import is_archive_page
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors, write_error
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.portal.editor_panel import EditorPanel
from webarticlecurator.studio.portal.portal_facts import read_all_facts
from webarticlecurator.studio.portal.portal_steps import choose_unseen


async def write_article_view(
    context: StudioContext, portal_id: str, draft: PortalDraft, query: QueryParams
) -> None:
    """Write the article of the query, or one of those that are stored."""

    async def accept(url: str) -> None:
        """Expect what the rules find on the article, and open the next one."""
        portal = await asyncio.to_thread(draft.portal)
        entry, _ = await asyncio.to_thread(accept_article, portal, context.sources, url)
        await asyncio.to_thread(write_entries, portal, [entry])
        following = choose_unseen(await read_all_facts(context, portal_id, draft))
        if following:
            ui.navigate.to(view_address(portal_id, "article", url=following))
        else:
            ui.notify(translate("You have confirmed all articles of the sample."))

    try:
        url = query.get("url", "") or await asyncio.to_thread(_find_first, context, draft)
        ways = write_address_bar(context, portal_id, draft, url)
        if not url:
            raise UsageError(
                make_message("no article of {portal} is stored yet", portal=portal_id),
                "Fetch an article by its address above, or start a crawl.",
            )
        portal = await asyncio.to_thread(draft.portal)
        if is_archive_page(portal, url):
            ui.link(
                translate("This page lists articles: show it as an archive page"),
                view_address(portal_id, "archive", url=url),
            )
        stored = await show_while_waiting(
            "Reading the page…", asyncio.to_thread(context.sources.read, portal, url)
        )
        panes = ArticlePanes(context, portal_id, draft, stored, query.get("page", ""))
        await panes.write(query.get("pane", ""), ways["tools"])
        sample = await asyncio.to_thread(
            context.sources.sample_addresses, draft.portal(), url, SAMPLE
        )
        # an address that is not in the sample stands before it
        number = sample.index(url) if url in sample else -1
        others = [each for each in sample if each != url]
        found = {
            "previous": sample[number - 1] if number > 0 else "",
            "next": sample[number + 1] if number + 1 < len(sample) else "",
            "other": random.choice(others) if len(others) > 1 else "",
        }
        for name, address in found.items():
            if address:
                show_way(ways[name], view_address(portal_id, "article", url=address))
        show_way(ways["right"]).on("click", showing_errors(partial(accept, url)))
        listed_on = await asyncio.to_thread(context.sources.find_list_of, portal, url)
        if listed_on and not is_archive_page(portal, url):
            address = view_address(portal_id, "archive", url=listed_on, leave=url)
            show_way(ways["unlike"], address)
    except (CuratorError, OSError) as error:
        write_error(error)
        EditorPanel(draft, lambda: None)


def _find_first(context: StudioContext, draft: PortalDraft) -> str:
    """Return the address of a stored article, "" if there is none."""
    return next(iter(context.sources.sample_addresses(draft.portal(), "", 1)), "")
