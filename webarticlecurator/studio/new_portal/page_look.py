"""How pages looked: what it takes to store the style sheets, fonts and pictures that they use, and
the button that has them stored (``article.assets: page``)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence

from nicegui import ui

from webarticlecurator.articles.by_rules.page_assets import PAGE, list_page_assets
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.hosts import host_of
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import translate, translate_count
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.studio.frame.context import StudioContext, read_stored
from webarticlecurator.studio.frame.draft_line import DraftLine
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.widgets import write_button
from webarticlecurator.studio.frame.window import INSTANT

SAMPLE = 12
"""Stored articles whose files are counted."""
FILE_KB = 50
"""Size that a file is assumed to have on average."""
_DAY = 86_400


@dataclass(frozen=True)
class AssetCost:
    """What the files of ``articles`` articles take: ``shared`` are asked for once, ``own`` belong
    to one article on average; ``seconds`` is how long the slowest host is asked."""

    articles: int
    shared: int
    own: float
    seconds: float

    @property
    def requests(self) -> int:
        return self.shared + round(self.own * self.articles)


def estimate_cost(pages: Sequence[Collection[str]], articles: int, delay: float) -> AssetCost:
    """Return the cost of the files of so many articles, from the addresses that some of them use;
    ``delay``: seconds between two requests of a host."""
    counts = Counter(url for page in pages for url in {*page})
    shared = {url for url, number in counts.items() if number > 1}
    own = [url for url in counts if url not in shared]
    by_host = Counter(host_of(url) for url in own)
    slowest = max((number / len(pages) * articles for number in by_host.values()), default=0.0)
    return AssetCost(
        articles, len(shared), len(own) / max(len(pages), 1), (slowest + len(shared)) * delay
    )


def describe_cost(cost: AssetCost) -> str:
    """Return a cost in words."""
    days = cost.seconds / _DAY
    return translate(
        "{articles}: about {requests:,} more requests ({own:.0f} for each article, {shared:,} for"
        " all), {time} with the delay of the portal file, {size:,.1f} GB at {file} kB each.",
        articles=translate_count("{number:,} article", "{number:,} articles", cost.articles),
        requests=cost.requests,
        own=cost.own,
        shared=cost.shared,
        time=translate("{number:,.1f} days", number=days)
        if days >= 1
        else translate("{number:,.1f} hours", number=cost.seconds / 3600),
        size=cost.requests * FILE_KB / 1e6,
        file=FILE_KB,
    )


def write_look_form(
    context: StudioContext, portal_id: str, portal: Portal, draft: PortalDraft
) -> None:
    """Write what storing the look of pages takes, and the button for it."""
    with (
        ui.expansion(translate("What pages looked like"))
        .classes("studio-field")
        .props(INSTANT) as form
    ):
        if portal.article.assets == PAGE:
            ui.label(translate("Style sheets, fonts and pictures are stored with each article."))
            return
        status_label = ui.label(translate("Counting the files that stored articles use …")).props(
            'role="status"'
        )
        line = DraftLine(draft)

        async def store() -> None:
            draft.set(("article", "assets"), PAGE)
            line.update()

        write_button("Store it from the next crawl on", showing_errors(store))

    async def count() -> None:
        if not form.value:
            return
        cost = await _count(context, portal_id, portal)
        status_label.set_text(
            translate("No article is stored yet.") if cost is None else describe_cost(cost)
        )

    form.on_value_change(showing_errors(count))


async def _count(context: StudioContext, portal_id: str, portal: Portal) -> AssetCost | None:
    """Return the cost for the articles that are known; None if none is stored."""
    urls = await asyncio.to_thread(context.sources.sample_addresses, portal, "", SAMPLE)
    pages = await list_files(context, portal, urls)
    if not pages:
        return None
    known = await asyncio.to_thread(_count_articles, context, portal_id)
    return estimate_cost(pages, max(known, len(urls)), portal.fetch.delay)


def _count_articles(context: StudioContext, portal_id: str) -> int:
    folder = context.settings.corpus_folder(portal_id)
    if not has_corpus(folder):
        return 0
    with view_corpus(folder, portal_id) as corpus:
        return corpus.article_counts.by_state().articles


async def list_files(
    context: StudioContext, portal: Portal, urls: Sequence[str]
) -> list[tuple[str, ...]]:
    """Return the files that each of these stored pages uses, without pages that cannot be read."""
    pages = [await read_stored(context, portal, url, find_all_assets) for url in urls]
    return [each for each in pages if each is not None]


def find_all_assets(portal: Portal, stored: StoredPage) -> tuple[str, ...]:
    """Return the files that a stored page uses. To be called in a worker."""
    return list_page_assets(stored.page(portal))
