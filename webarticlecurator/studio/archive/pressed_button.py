"""A button of a list that a script listens to: pressed in a browser at once, and then by crawls."""

from __future__ import annotations

import asyncio

from nicegui import ui

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.proposal.proposal import MoreButton
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.proposing.trial.archive_edits import set_click
from webarticlecurator.proposing.trial.marked_links import MarkedLinks, mark_links
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button
from webarticlecurator.studio.frame.page_fetching_form import fetch_page
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.window import put_in_quotes, view_address


def write_button_choice(
    context: StudioContext,
    portal_id: str,
    draft: PortalDraft,
    marked: MarkedLinks,
    button: MoreButton,
) -> None:
    """Write that a button was pointed at on the page of ``marked``, and what presses it."""

    async def press() -> None:
        """Press it, and write into the draft that crawls do, if it adds articles. Raises UsageError
        if it adds none or no browser is installed, and as ``fetch_page``."""
        url = marked.answer.url
        text = set_click(draft.text, button.css, marked.answer.column)
        portal = await asyncio.to_thread(draft.read_text, text)
        pressed = await fetch_page(context, draft.file, portal, url)
        after: MarkedLinks = await context.pages.read(portal, url, mark_links, pressed)
        if len(after.answer.articles) <= len(marked.answer.articles):
            raise UsageError(
                make_message("{button} has added no articles to the list", button=button.css),
                "Point at the button itself, or look at the list in a browser.",
            )
        await asyncio.to_thread(draft.replace, text)
        ui.navigate.to(view_address(portal_id, "archive", url=url, now="true"))

    ui.label(
        translate(
            "{button} is a button. A browser presses it as often as it adds articles.",
            button=put_in_quotes(button.text or button.css),
        )
    )
    add_button("Press it in a browser", showing_errors(press), is_main=True)
