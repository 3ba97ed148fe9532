"""A server with shown pages, and a page around the frame that notes what the frame tells."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from webarticlecurator.base.model.capture import Body
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.proposing.trial.show_page import ShownPage, show_page
from webarticlecurator.studio.frame.page_shelf import FindBody, PageShelf

uvicorn: Any = pytest.importorskip("uvicorn")
fastapi: Any = pytest.importorskip("fastapi")

URL = "http://leak.example/news/one.html"
WINDOW = """<!DOCTYPE html><title>window</title><style>body {{ margin: 0 }}
iframe {{ width: 100%; height: 700px; border: 0 }}</style>
<script>
const told = [];
const frame = () => document.querySelector("iframe");
addEventListener("message", (event) => {{
  const ours = event.source === frame().contentWindow && event.origin === "null";
  told.push(ours ? [event.data.kind, event.data.node] : ["foreign", event.origin]);
}});
const send = (message) => frame().contentWindow.postMessage(message, "*");
</script>
<iframe title="page" {sandbox} referrerpolicy="no-referrer" src="{address}"></iframe>"""
SANDBOX = 'sandbox="allow-scripts"'


def find_nothing(_url: str) -> Body | None:
    return None


def shown(source: str | bytes, url: str = URL, *, is_reading: bool = False) -> ShownPage:
    """The page of an HTML source."""
    content = source.encode("utf-8") if isinstance(source, str) else source
    page = read_page(url, content, "text/html; charset=utf-8")
    return show_page(page, is_reading=is_reading)


@dataclass
class PageServer:
    """A running server: ``base`` is its origin."""

    base: str
    shelf: PageShelf
    windows: dict[str, str] = field(default_factory=dict)
    raw: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)

    def show(
        self, source: str | bytes, find_body: FindBody = find_nothing, *, is_reading: bool = False
    ) -> str:
        """Return the address of a window with a frame that shows a page."""
        return self.frame(self.shelf.add(shown(source, is_reading=is_reading), find_body))

    def frame(self, address: str, sandbox: str = SANDBOX) -> str:
        """Return the address of a window with a frame."""
        name = f"window{len(self.windows)}"
        self.windows[name] = WINDOW.format(address=address, sandbox=sandbox)
        return f"{self.base}/{name}"

    def answer(self, content: str, headers: dict[str, str]) -> str:
        """Return the path of a page that is sent as it is."""
        name = f"raw{len(self.raw)}"
        self.raw[name] = (content, headers)
        return f"/raw/{name}"


@contextmanager
def running_pages(shelf: PageShelf | None = None) -> Iterator[PageServer]:
    """Serve shown pages on a free port, in a thread."""
    from webarticlecurator.studio.shown_page_routes import ShownPageRoutes

    shelf = shelf or PageShelf()
    listener = socket.create_server(("127.0.0.1", 0))
    served = PageServer(f"http://127.0.0.1:{listener.getsockname()[1]}", shelf)
    application = fastapi.FastAPI()
    application.include_router(ShownPageRoutes(shelf).make_router())

    @application.get("/raw/{name}")
    def send_raw(name: str) -> Any:
        content, headers = served.raw[name]
        return fastapi.responses.HTMLResponse(content, headers=headers)

    @application.get("/{name}")
    def send_window(name: str) -> Any:
        if name not in served.windows:
            return fastapi.responses.HTMLResponse("", 404)
        return fastapi.responses.HTMLResponse(served.windows[name])

    server = uvicorn.Server(uvicorn.Config(application, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield served
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def wait_for(tab: Any, kind: str, number: int = 1) -> list[int]:
    """Wait until the frame has told something so often; return the nodes that it told."""
    told = f"told.filter(([kind]) => kind === {kind!r})"
    tab.wait_for_function(f"{told}.length >= {number}")
    nodes: list[int] = tab.evaluate(f"{told}.map(([, node]) => node)")
    return nodes
