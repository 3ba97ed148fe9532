"""One row of the tag table in its pages: the text of such elements, and where they are."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nicegui import ui

from webarticlecurator.errors import CuratorError
from webarticlecurator.extract.analysis.inventory.decisions import Line
from webarticlecurator.extract.analysis.inventory.inventory_table import EXAMPLES
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.html_elements import write_element, write_heading, write_link
from webarticlecurator.studio.page_shelving import PageOnShelf, shelve_page
from webarticlecurator.studio.shown_page.page_frame import NO_NODE, NodeMark, PageFrame
from webarticlecurator.studio.tags_view.decision_bar import Decide, OperationFields
from webarticlecurator.studio.tags_view.tag_examples import TagExamples, read_tag_examples
from webarticlecurator.studio.tags_view.tag_filter import TagFilter
from webarticlecurator.studio.window import view_address, write_error


@dataclass(frozen=True)
class _ExamplePage:
    """A page with elements of a tag: what is in them, and the page as it is shown."""

    found: TagExamples
    shown: PageOnShelf


async def write_row_details(
    context: StudioContext,
    portal_id: str,
    line: Line,
    shown: TagFilter,
    decide: Decide,
    seen: str = "",
) -> None:
    """Write a row: all its cells, its addresses, and one of these pages with its elements marked,
    that of the address ``seen`` or the first."""
    name = f"{line.get('signature')} {line.get('context')}".strip()
    with write_element("section", classes="studio-panel", aria_labelledby="studio-row-name"):
        write_heading(name, classes="studio-code", id="studio-row-name")
        write_link("Close", view_address(portal_id, "tags", **shown.query()))
        with ui.element("div").classes("form-row").props('role="group" aria-label="This row"'):
            OperationFields(decide, with_place=True).write()
        _write_cells(line.cells)
        urls = line.get(EXAMPLES).split()
        if urls:
            seen = seen if seen in urls else urls[0]
            _write_addresses(portal_id, urls, line, shown, seen)
            await _write_page(context, portal_id, seen, line.get("signature"))


def _write_cells(cells: Mapping[str, str]) -> None:
    with write_element("dl", classes="studio-cells"):
        for name, value in cells.items():
            if value and name not in (EXAMPLES, "signature", "context"):
                with write_element("div"):
                    write_element("dt", name.replace("_", " "))
                    write_element("dd", value)


def _write_addresses(
    portal_id: str, urls: Sequence[str], line: Line, shown: TagFilter, seen: str
) -> None:
    row = {"row": line.get("signature"), "in": line.get("context")}
    write_heading("Seen on", 3)
    with write_element("ul"):
        for url in urls:
            with write_element("li"):
                write_link(url, view_address(portal_id, "article", url=url), "studio-anywhere")
                address = view_address(portal_id, "tags", **shown.query(), **row, seen=url)
                link = write_link("show", address, "studio-after", label=f"show {url} below")
                if url == seen:
                    link.props["aria-current"] = "true"


async def _write_page(context: StudioContext, portal_id: str, url: str, signature: str) -> None:
    write_heading(f"What is in it on {url}", 3)
    try:
        page = await _read_page(context, portal_id, url, signature)
    except (CuratorError, OSError) as error:
        write_error(error)
        return
    found = page.found
    if not found.elements:
        ui.label("By the present rules the page has no such element inside the text root.")
    with write_element("ul"):
        for text in found.texts:
            write_element("li", text)
    if found.elements > len(found.texts):
        ui.label(f"{found.elements} elements; {len(found.texts)} with text are shown.")
    if len(found.nodes) < found.elements:
        ui.label("The text is not in the page itself, so nothing is marked in it.")
    frame = PageFrame(title=f"{url} with {signature} marked").classes("studio-page-frame")
    frame.add_styles_switch()
    marks = [NodeMark(node, "proposed", signature) for node in found.nodes]
    first = found.nodes[0] if found.nodes else NO_NODE
    frame.show(page.shown.address, page.shown.nodes, marks, first)


async def _read_page(
    context: StudioContext, portal_id: str, url: str, signature: str
) -> _ExamplePage:
    portal = await asyncio.to_thread(context.open_draft(portal_id).portal)
    page = await asyncio.to_thread(context.sources.read, portal, url)
    found = await context.pages.read(portal, url, read_tag_examples, page, signature)
    return _ExamplePage(found, await shelve_page(context, portal, page))
