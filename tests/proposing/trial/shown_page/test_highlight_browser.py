"""The view in a real browser: nothing is asked for, no script runs; the page itself does both."""

from __future__ import annotations

import subprocess
from pathlib import Path

from leak_listener import BROWSER, OWN_REQUESTS, counting_requests, needs_browser
from leak_page import LEAK_PAGE, RAN
from shown_page import portal_with, view_page


def open_in_browser(page: Path, profile: Path) -> tuple[set[str], str]:
    """Open a file in a browser whose every host is a listening socket of ours.

    Returns what it asked for, and the tree that it made of the page.
    """
    assert BROWSER is not None
    with counting_requests() as (requests, port):
        made = subprocess.run(
            [
                BROWSER,
                "--headless",
                "--no-sandbox",  # a browser that is run as root needs it
                "--disable-gpu",
                *OWN_REQUESTS,
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
