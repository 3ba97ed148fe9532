"""A sheet of small pages with their text coloured: whether the rules fit them is seen at once,
before everything is crawled."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_frame import PageFrame
from webarticlecurator.studio.frame.widgets import (
    write_element,
    write_heading,
    write_items,
    write_link,
)
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.frame.window_timer import WindowTimer
from webarticlecurator.studio.shown_page.article_loading import open_article, read_article
from webarticlecurator.studio.shown_page.screen_index import find_opening, make_marks


def write_page_sheet(context: StudioContext, portal: Portal, urls: Sequence[str]) -> None:
    """Write the stored articles at some addresses as small pages; each comes when it is read."""
    write_heading("What the rules take")
    with write_element("p", classes="form-row"):
        write_element("span", translate("the text"), "state-kept")
        write_element("span", translate("left out"), "state-dropped")
    tiles = []
    for url in write_items(urls, "studio-plain page-sheet"):
        # nothing in it can be pressed, or reached by the keyboard
        with write_element("div", classes="sheet-page", inert=True):
            frame = PageFrame(title=url)
        link = write_link(url, view_address(portal.id, "article", url=url, step="look"))
        tiles.append((url, frame, link))

    async def show() -> None:
        for url, frame, link in tiles:
            with suppress(CuratorError, OSError):
                article = await open_article(context, portal, url)
                _, screen = await read_article(context, portal, article, url, "")
                stored = await asyncio.to_thread(context.sources.read, portal, url)
                marks = [replace(each, label="") for each in make_marks(screen)]
                await frame.show_stored(context, portal, stored, marks, find_opening(screen))
                titles = [each.value for each in screen.values if each.field == "title"]
                link.set_text(next(iter(titles), url))

    WindowTimer(0, show, is_once=True)
