"""What a change of a portal file does to a field of some articles, before it is saved."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.model.article import Article
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.proposing.trial.one_article import extract
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.widgets import write_element, write_link, write_table_rows
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.metadata.field_values import MAX_EXAMPLES

NO_VALUE = make_message("no value")


def read_field(portal: Portal, page: StoredPage, field: str) -> str:
    """Return the values of a field on a stored page, as a line. Runs in a worker."""
    found = extract(portal, page.url, page.content, page.content_type, page.captured)
    if not isinstance(found, Article):
        return make_message("no article: {reason}", reason=found.reason)
    return " | ".join(value.value for value in found.metadata.all(field)) or NO_VALUE


_TriedArticle = tuple[str, str, str, bool]
"""An article: its address, the values of a field before and after a change, or the problem for
which it was not read, and whether the values change."""


async def try_field(
    context: StudioContext, before: Portal, after: Portal, field: str, urls: Sequence[str]
) -> list[_TriedArticle]:
    """Return what a change of the portal does to a field of the first articles."""
    rows: list[_TriedArticle] = []
    for url in urls[:MAX_EXAMPLES]:
        try:
            page = await asyncio.to_thread(context.sources.read, before, url)
            old, new = [
                await context.pages.read(portal, url, read_field, page, field)
                for portal in (before, after)
            ]
        except (CuratorError, OSError) as error:
            rows.append((url, str(error), "", False))
        else:
            rows.append((url, old, new, old != new))
    return rows


def write_trial(portal_id: str, field: str, rows: Sequence[_TriedArticle]) -> None:
    """Write what a change does to some articles."""
    changed = sum(is_changed for *_, is_changed in rows)
    with write_element(
        "section", classes="studio-panel", aria_label=translate("Effect of the change")
    ):
        write_element(
            "p",
            translate(
                "The change affects {changed} of {total} articles that were read:",
                changed=changed,
                total=len(rows),
            ),
        )
        columns = (
            (make_message("article"), ""),
            (translate("{field} before", field=field), ""),
            (translate("{field} now", field=field), ""),
        )
        for url, before, after, is_changed in write_table_rows(rows, columns):
            with write_element("td"):
                write_link(url, view_address(portal_id, "article", url=url), "studio-anywhere")
            write_element("td", before)
            write_element("td", after, "state-kept" if is_changed else "")
