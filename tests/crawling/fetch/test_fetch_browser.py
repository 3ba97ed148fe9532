"""The browser itself asks for nothing: whatever a page does, our fetcher is asked, or nobody."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from leak_listener import BROWSER
from leak_page import HOST, LEAK_PAGE, RAN
from listener import listening
from long_parameters import always

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import PortalHosts
from webarticlecurator.base.portal.render_steps import (
    LoadedAnswer,
    LoadRequest,
    RenderingFailed,
    RenderSteps,
)
from webarticlecurator.base.system import installation
from webarticlecurator.crawling.fetch import chromium
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.page_renderer import PageRenderer
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.pages.page.page import read_page

PAGE = "https://portal.example/page"
HOSTS = ("127.0.0.1:PORT", "localhost:PORT", "leak.example")


@pytest.fixture(scope="module")
def renderer() -> Iterator[PageRenderer]:
    """One for all tests: its browser is started again by those in which it crashes."""
    pytest.importorskip("playwright", reason="no playwright: install portal-curator[browser]")
    if BROWSER is None:
        pytest.skip("no chromium on this machine: nothing is rendered")
    policy = FetchPolicy(timeout=5, cookies=(("consent", "1"),))
    settings = ConnectionSettings(policy, PortalHosts.of([PAGE]))
    renderer = PageRenderer(settings, "test/1", "hu", "Europe/Budapest")
    yield renderer
    renderer.close()


class Loads:
    """Answers from a table; notes what was asked for."""

    def __init__(self, answers: Mapping[str, str] | None = None) -> None:
        self.answers, self.asked = answers or {}, list[tuple[str, str]]()

    def __call__(self, request: LoadRequest) -> LoadedAnswer | None:
        self.asked.append((request.kind, request.url))
        text = self.answers.get(request.url)
        return None if text is None else LoadedAnswer(request.url, content=text.encode())


def render(
    renderer: PageRenderer, html: str, loads: Loads | None = None, steps: RenderSteps | None = None
) -> str:
    page = LoadedAnswer(PAGE, content_type="text/html; charset=utf-8", content=html.encode())
    shown, software = renderer.render(page, steps or RenderSteps(), loads or Loads(), SystemClock())
    assert software.startswith("Chromium ")
    return shown


SHADOW_PAGE = """<!DOCTYPE html><html lang="en"><body><main><declared-text><template shadowrootmode="open">
<p>Declared, with <slot>none</slot>.</p></template>a word of the host</declared-text>
<open-text></open-text><closed-text></closed-text></main><script>
for (const mode of ["open", "closed"]) {
  const root = document.querySelector(mode + "-text").attachShadow({ mode });
  root.innerHTML = `<p>A script wrote into the ${mode} one.</p>`;
}
</script></body></html>"""


def test_shadow_roots_are_part_of_the_page(renderer: PageRenderer) -> None:
    """Those that the page declares, and those that its scripts attach; the browser shows them all,
    and its ``outerHTML`` has none."""
    html = render(renderer, SHADOW_PAGE)
    assert html.startswith('<!DOCTYPE html><html lang="en">') and html.endswith("</html>")
    page = read_page(PAGE, html.encode())
    main = page.root.find(".//main")
    assert main is not None
    words = " ".join(" ".join(main.itertext()).split())
    assert words == (
        "Declared, with a word of the host ."
        " A script wrote into the open one. A script wrote into the closed one."
    )


@pytest.mark.parametrize("name", always(HOSTS[:1], HOSTS))
def test_no_request_leaves_the_browser(renderer: PageRenderer, name: str) -> None:
    """A page that asks in every way that is known, under the address of a socket that listens, and
    by names; the control is that its scripts run, and that others let it ask (tests/proposing/trial/shown_page)."""
    connections: list[str] = []

    def serve(connection: socket.socket) -> None:
        with connection:
            connections.append("connected")

    listener = socket.create_server(("127.0.0.1", 0))
    own = listener.getsockname()[1]
    with listening(listener, serve):
        host = name.replace("PORT", str(own))
        loads = Loads()
        tree = render(renderer, LEAK_PAGE.replace(HOST, host), loads)
        assert f'{RAN}="yes"' in tree, "the control: its scripts run"
        assert [url for _, url in loads.asked if host in url] == []
        rtc = f"""<p id=x></p><script>
          const known = [typeof RTCPeerConnection, typeof WebTransport];
          document.getElementById("x").textContent = known.join(" ");
          fetch("http://127.0.0.1:{own}/x").catch(() => 0);
          location.href = "http://127.0.0.1:{own}/y";</script>"""
        assert '<p id="x">undefined undefined</p>' in render(renderer, rtc)
    assert connections == []


def test_what_a_page_needs_is_loaded_once(renderer: PageRenderer) -> None:
    app, style = "https://portal.example/app.js", "https://portal.example/style.css"
    data = "https://portal.example/data.json"
    html = f"""<link rel=stylesheet href={style}><p id=x></p><script src={app}></script>
      <img src=/a.png onerror="this.id = 'broken'"><p id=y></p><script>
      document.getElementById("y").textContent = document.cookie + " " + navigator.userAgent
        + " " + navigator.language + " " + new Date(0).getHours();</script>"""
    script = f"""fetch("{data}").then(a => a.text()).then(t => {{
      document.getElementById("x").textContent = t; }});"""
    loads = Loads({app: script, style: "p {}", data: "Árvíz"})
    for _ in range(2):
        tree = render(renderer, html, loads)
        assert '<p id="x">Árvíz</p>' in tree
        assert '<p id="y">consent=1 test/1 hu 1</p>' in tree
        assert 'id="broken"' not in tree
    assert sorted(loads.asked) == [
        ("fetch", data),
        ("fetch", data),
        ("script", app),
        ("stylesheet", style),
    ]


@pytest.mark.long
def test_pages_that_never_rest_or_ask_for_ever_fail(renderer: PageRenderer) -> None:
    poll = "<script>setInterval(() => fetch('/p').catch(() => 0), %d)</script><p>text</p>"
    loads = Loads({"https://portal.example/p": "x"})
    with pytest.raises(RenderingFailed, match="still loading after 5 seconds; name in fetch"):
        render(renderer, poll % 50, loads)
    assert "<p>text</p>" in render(renderer, poll % 50, loads, RenderSteps(wait_for="p"))
    with pytest.raises(RenderingFailed, match="more than 300 requests"):
        render(renderer, poll % 1, loads)


def test_a_selector_that_the_browser_does_not_know_is_named(renderer: PageRenderer) -> None:
    """``:contains`` is CSS for rules, not for browsers."""
    steps = RenderSteps(wait_for="h2:contains(News)")
    with pytest.raises(RenderingFailed, match=r"the browser refused a step: .*contains"):
        render(renderer, "<h2>News</h2>", steps=steps)
    assert "<h2>News</h2>" in render(renderer, "<h2>News</h2>")


@pytest.mark.long
def test_a_page_that_fills_the_memory_fails_alone(renderer: PageRenderer) -> None:
    fill = "<script>const a = []; for (;;) a.push(new Array(10000).fill(Math.random()))</script>"
    with pytest.raises(RenderingFailed, match="crashed twice"):
        render(renderer, fill)
    assert "<p>text</p>" in render(renderer, "<p>text</p>")


def test_errors_of_the_caller_come_back_to_it(renderer: PageRenderer) -> None:
    class Full(Exception):
        pass

    def load(request: LoadRequest) -> LoadedAnswer | None:
        raise Full

    page = LoadedAnswer(PAGE, content_type="text/html", content=b"<script src=/a.js></script>")
    with pytest.raises(Full):
        renderer.render(page, RenderSteps(), load, SystemClock())


def test_a_missing_browser_is_named_with_its_cure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(chromium.VARIABLE, str(tmp_path / "none"))
    with pytest.raises(UsageError, match="CURATOR_CHROMIUM: no such program"):
        chromium.require_browser()
    monkeypatch.setenv(chromium.VARIABLE, sys.executable)
    assert chromium.require_browser() == sys.executable
    monkeypatch.delenv(chromium.VARIABLE)
    monkeypatch.setattr(chromium.shutil, "which", lambda _name: None)
    with pytest.raises(UsageError, match="-m playwright install chromium"):
        chromium.require_browser()
    monkeypatch.setattr(installation, "is_installed", lambda _name: False)
    with pytest.raises(UsageError, match="playwright is not installed") as raised:
        chromium.require_browser()
    assert installation.describe_install("browser") in str(raised.value)


def test_a_crash_of_the_browser_is_mended_once(renderer: PageRenderer) -> None:
    data = "https://portal.example/data.json"
    html = f"<p id=x></p><script>fetch('{data}').then(() => x.id = 'done')</script>"

    class Crash(Loads):
        def __call__(self, request: LoadRequest) -> LoadedAnswer | None:
            if len(self.asked) < self.crashes:
                os.kill(renderer._process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
            return super().__call__(request)

        crashes = 1

    crash = Crash({data: "x"})
    assert '<p id="done">' in render(renderer, html, crash)
    assert len(crash.asked) == 2
    Crash.crashes = 9
    with pytest.raises(RenderingFailed, match="the browser crashed twice"):
        render(renderer, html, Crash({data: "x"}))


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_a_browser_that_does_not_start_is_named_with_its_cure(
    renderer: PageRenderer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    renderer.close()
    program = tmp_path / "chromium"
    monkeypatch.setenv(chromium.VARIABLE, str(program))
    for says, cure in (("No usable sandbox!", "docs/browser.md"), ("no library", "by hand")):
        program.write_text(f"#!/bin/sh\necho '{says}' >&2\nexit 1\n", encoding="utf-8")
        program.chmod(0o755)
        with pytest.raises(UsageError, match="does not start") as caught:
            render(renderer, "<p>Text")
        assert cure in str(caught.value.cure)
