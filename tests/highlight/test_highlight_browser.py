"""The view in a real browser: nothing is asked for, no script runs; the page itself does both."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from leak_page import HOST, LEAK_PAGE, RAN
from listener import listening
from shown_page import portal_with, view_page

BROWSER = next(
    (p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None
)
OWN_REQUESTS = (
    "--disable-background-networking --disable-component-update --disable-sync --no-first-run"
    " --disable-default-apps --disable-domain-reliability --no-pings --disable-extensions"
    " --disable-client-side-phishing-detection --disable-features=OptimizationHints,Translate"
)
"""Options without which the browser asks for something by itself; ``--no-pings`` is left out below."""

needs_browser = pytest.mark.skipif(
    BROWSER is None, reason="no chromium on this machine: the view is not opened in a browser"
)


@dataclass
class Requests:
    """What a browser asked for, by the ways of the leak page; connections that say no HTTP count by
    the name of their host."""

    ways: set[str] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def serve(self, connection: socket.socket) -> None:
        """Note what a connection asks for, and answer with nothing."""
        with connection:
            connection.settimeout(5)
            try:
                head = connection.recv(65536)
                if HOST.encode() in head:
                    with self.lock:
                        self.ways.add(head.split(b" HTTP/")[0].decode("latin-1")[-60:])
                connection.sendall(
                    b"HTTP/1.1 404 no\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
            except OSError:
                return


def open_in_browser(page: Path, profile: Path) -> tuple[set[str], str]:
    """Open a file in a browser whose every host is a listening socket of ours.

    Returns what it asked for, and the tree that it made of the page.
    """
    assert BROWSER is not None
    requests = Requests()
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    with listening(listener, requests.serve):
        made = subprocess.run(
            [
                BROWSER,
                "--headless",
                "--no-sandbox",  # a browser that is run as root needs it
                "--disable-gpu",
                *OWN_REQUESTS.replace("--no-pings ", "").split(),
                f"--user-data-dir={profile}",
                f"--host-resolver-rules=MAP * 127.0.0.1:{port}",
                "--autoplay-policy=no-user-gesture-required",
                "--virtual-time-budget=3000",
                "--dump-dom",
                page.as_uri(),
            ],
            capture_output=True,
            timeout=60,
            check=True,
        )
    return requests.ways, made.stdout.decode("utf-8", "replace")


@needs_browser
def test_the_view_asks_for_nothing_and_the_page_itself_does(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(LEAK_PAGE, encoding="utf-8")
    asked, tree = open_in_browser(tmp_path / "page.html", tmp_path / "profile")
    assert len(asked) >= 20, "the control: the page asks in many ways"
    assert f'{RAN}="yes"' in tree, "the control: its scripts run"

    _, view = view_page(portal_with("article"), LEAK_PAGE)
    without_policy = view.replace('http-equiv="Content-Security-Policy"', "name=removed")
    assert without_policy != view
    for number, source in enumerate((view, without_policy)):
        path = tmp_path / f"view{number}.html"
        path.write_text(source, encoding="utf-8")
        asked, tree = open_in_browser(path, tmp_path / "profile")
        assert asked == set()
        assert "<h1>What is kept of" in tree and f'{RAN}="yes"' not in tree
