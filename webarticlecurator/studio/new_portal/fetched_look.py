"""The look of the pages that were fetched for a proposal, while their rules are looked at."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from webarticlecurator.articles.by_rules.page_assets import list_page_assets
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.hosts import host_of, origin_of
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.fetch.address_guard import is_public, read_literal_address
from webarticlecurator.studio.frame.address_shape import is_archive_page
from webarticlecurator.studio.frame.context import StudioContext, read_stored
from webarticlecurator.studio.frame.short_commands import run_command

_MAX_PAGES = 50
"""Pages that a proposal has fetched, at most."""


async def keep_look(context: StudioContext, portal_id: str, portal_file: Path) -> None:
    """Fetch the files that the kept pages of articles use, politely and in the background, and keep
    them. Without them, views show a page without its styles, so nothing is said where they cannot
    be had."""
    with suppress(CuratorError, OSError), TemporaryDirectory() as folder:
        portal = await asyncio.to_thread(context.catalog.find, portal_id)
        urls = await asyncio.to_thread(
            lambda: [
                url
                for url in context.sources.list_addresses(portal, limit=_MAX_PAGES)
                if not is_archive_page(portal, url)
            ]
        )
        used = [await read_stored(context, portal, url, find_all_assets) for url in urls]
        named = dict.fromkeys(chain.from_iterable(filter(None, used)))
        listed, made = Path(folder) / "files.txt", Path(folder) / "files.warc.gz"
        options = ["--delay", str(portal.fetch.delay)]
        ip = read_literal_address(host_of(portal.home))
        if ip is not None and not is_public(ip):  # as of the demo: nothing else of its network
            named = {url: None for url in named if origin_of(url) == origin_of(portal.home)}
            options.append("--allow-private")
        else:
            options.append("--assets")
        if not named:
            return
        settings = context.settings
        options += ["--proxy", settings.proxy] if settings.proxy else []
        options += ["--ca", settings.ca_file] if settings.ca_file else []
        await asyncio.to_thread(listed.write_text, "\n".join(named), encoding="utf-8")
        words = ["warc", "fetch", str(listed), "--output", str(made)]
        await run_command(
            context.commands,
            [*words, *options, "--quiet"],
            lambda _: None,
            may_have_problems=True,
        )
        await asyncio.to_thread(context.sources.keep_records, portal_file, made)


def find_all_assets(portal: Portal, stored: StoredPage) -> tuple[str, ...]:
    """Return the files that a stored page uses. To be called in a worker."""
    return list_page_assets(stored.page(portal))
