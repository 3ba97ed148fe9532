"""A program with a window of NiceGUI: a shown page in it, and what it tells Python in two labels."""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from nicegui import ui

from webarticlecurator.pages.page.page import read_page
from webarticlecurator.proposing.trial.show_page import show_page
from webarticlecurator.studio.frame.page_frame import NodeMark, PageFrame
from webarticlecurator.studio.frame.page_shelf import PageShelf
from webarticlecurator.studio.shown_page_routes import ShownPageRoutes

URL = "https://news.example/one.html"
shelf = PageShelf()
application = FastAPI()
application.include_router(ShownPageRoutes(shelf).make_router())
pages = [
    show_page(read_page(URL, Path(name).read_bytes(), "text/html; charset=utf-8"))
    for name in sys.argv[2:]
]


@ui.page("/")
def window() -> None:
    picked = ui.label("picked").props("id=picked")
    hovered = ui.label("hovered").props("id=hovered")

    async def pick(node: int) -> None:
        picked.set_text(f"{picked.text} {node}")

    def hover(node: int) -> None:
        hovered.set_text(f"hovered {node}")

    frame = PageFrame(title="The archived page", on_pick=pick, on_hover=hover)
    frame.style("height: 500px")
    frame.show(
        shelf.add(pages[0], lambda _: None),
        pages[0].nodes,
        [NodeMark(3, "kept", "title"), NodeMark(10**6, "kept")],
    )
    ui.button(
        "other", on_click=lambda: frame.show(shelf.add(pages[1], lambda _: None), pages[1].nodes)
    )
    ui.button("mark", on_click=lambda: frame.set_marks([NodeMark(4, "dropped", "ad")]))
    ui.button("scroll", on_click=lambda: frame.scroll_to(pages[0].nodes - 1))
    ui.button("hover", on_click=lambda: frame.set_hovered([5]))


ui.run_with(application, show_welcome_message=False)
uvicorn.run(application, port=int(sys.argv[1]), log_level="error")
