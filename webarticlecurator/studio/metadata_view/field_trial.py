"""What a change of a portal file does to a field of some articles, before it is saved."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from webarticlecurator.errors import CuratorError
from webarticlecurator.model.article import Article
from webarticlecurator.model.portal import Portal
from webarticlecurator.run import extract
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.html_elements import write_element, write_link, write_table_head
from webarticlecurator.studio.window import view_address

MAX_TRIALS = 3
NO_VALUE = "no value"


@dataclass(frozen=True)
class FieldTrial:
    """A field, the portal before and after a change, and the addresses of some articles."""

    before: Portal
    after: Portal
    field: str
    urls: tuple[str, ...]


@dataclass(frozen=True)
class TriedArticle:
    """An article with the values of a field before and after a change; or the ``problem`` for which
    it was not read."""

    url: str
    before: str = ""
    after: str = ""
    problem: str = ""


def read_field(portal: Portal, page: StoredPage, field: str) -> str:
    """Return the values of a field on a stored page, as a line. Runs in a worker."""
    found = extract(portal, page.url, page.content, page.content_type, page.captured)
    if not isinstance(found, Article):
        return f"no article: {found.reason}"
    return " | ".join(value.value for value in found.metadata.all(field)) or NO_VALUE


async def try_field(context: StudioContext, trial: FieldTrial) -> list[TriedArticle]:
    """Return what the change does to the first articles."""
    return [await _try_article(context, trial, url) for url in trial.urls[:MAX_TRIALS]]


async def _try_article(context: StudioContext, trial: FieldTrial, url: str) -> TriedArticle:
    try:
        page = await asyncio.to_thread(context.sources.read, trial.before, url)
        before, after = [
            await context.pages.read(portal, url, read_field, page, trial.field)
            for portal in (trial.before, trial.after)
        ]
    except (CuratorError, OSError) as error:
        return TriedArticle(url, problem=str(error))
    return TriedArticle(url, before, after)


def write_trial(portal_id: str, field: str, rows: Sequence[TriedArticle]) -> None:
    """Write what a change does to some articles."""
    changed = sum(row.before != row.after for row in rows)
    with write_element("section", classes="studio-panel", aria_label="Effect of the change"):
        write_element("p", f"The change acts on {changed} of {len(rows)} articles that were read:")
        with (
            write_element("div", classes="studio-wide"),
            write_element("table", classes="studio-table"),
        ):
            write_table_head([("article", ""), (f"{field} before", ""), (f"{field} now", "")])
            with write_element("tbody"):
                for row in rows:
                    with write_element("tr"):
                        with write_element("td"):
                            address = view_address(portal_id, "article", url=row.url)
                            write_link(row.url, address, "studio-anywhere")
                        write_element("td", row.problem or row.before)
                        is_other = row.before != row.after
                        write_element("td", row.after, "state-kept" if is_other else "")
