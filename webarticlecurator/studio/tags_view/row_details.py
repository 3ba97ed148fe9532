"""One row of the tag table in its pages: what stands in such elements, and where they are."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from nicegui import ui

from webarticlecurator.errors import CuratorError
from webarticlecurator.extract.analysis.inventory.decisions import Line
from webarticlecurator.extract.analysis.inventory.inventory_table import EXAMPLES
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.html_elements import write_element, write_link
from webarticlecurator.studio.tags_view.decision_bar import Decide, OperationFields
from webarticlecurator.studio.tags_view.tag_examples import TagExamples, read_tag_examples
from webarticlecurator.studio.tags_view.tag_filter import TagFilter
from webarticlecurator.studio.window import view_address, write_error


async def write_row_details(
    context: StudioContext, portal_id: str, line: Line, shown: TagFilter, decide: Decide
) -> None:
    """Write a row: all its cells, its addresses, and its texts on the first page of them."""
    name = f"{line.get('signature')} {line.get('context')}".strip()
    with write_element("section", classes="studio-panel", aria_labelledby="studio-row-name"):
        write_element("h2", name, "studio-subtitle studio-code", id="studio-row-name")
        write_link("Close", view_address(portal_id, "tags", **shown.query()))
        with ui.element("div").classes("form-row").props('role="group" aria-label="This row"'):
            OperationFields(decide, with_place=True).write()
        _write_cells(line.cells)
        urls = line.get(EXAMPLES).split()
        if urls:
            write_element("h3", "Seen on", "studio-subtitle")
            with write_element("ul"):
                for url in urls:
                    with write_element("li"):
                        write_link(url, view_address(portal_id, "article", url=url))
            await _write_texts(context, portal_id, urls[0], line.get("signature"))


def _write_cells(cells: Mapping[str, str]) -> None:
    with write_element("dl", classes="studio-cells"):
        for name, value in cells.items():
            if value and name not in (EXAMPLES, "signature", "context"):
                with write_element("div"):
                    write_element("dt", name.replace("_", " "))
                    write_element("dd", value)


async def _write_texts(context: StudioContext, portal_id: str, url: str, signature: str) -> None:
    write_element("h3", f"What is in it on {url}", "studio-subtitle")
    try:
        found = await _read_examples(context, portal_id, url, signature)
    except (CuratorError, OSError) as error:
        write_error(error)
        return
    if not found.elements:
        ui.label("By the present rules the page has no such element inside the text root.")
    with write_element("ul"):
        for text in found.texts:
            write_element("li", text)
    if found.elements > len(found.texts):
        ui.label(f"{found.elements} elements; {len(found.texts)} with text are shown.")


async def _read_examples(
    context: StudioContext, portal_id: str, url: str, signature: str
) -> TagExamples:
    portal = await asyncio.to_thread(context.open_draft(portal_id).portal)
    page = await asyncio.to_thread(context.sources.read, portal, url)
    found: TagExamples = await context.pages.read(portal, url, read_tag_examples, page, signature)
    return found
