"""A user signs in at the portal in a real browser: by a form and a second factor."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from leak_listener import needs_browser
from long_parameters import always
from processes import PATIENCE
from small_portal import Answer, article, listing
from subscriber_site import (
    CODE,
    HTML,
    MAIL,
    NAME,
    PASSWORD,
    PATHS,
    ROLLED,
    RULES,
    TOKEN,
    subscriber_site,
)
from subscriber_site import own_state as own_state
from unpacked_files import places_of

from webarticlecurator.cli.main import main
from webarticlecurator.crawling.fetch.kept_session import (
    HEADLESS,
    KeptSession,
    keep_session,
    load_session,
    sign_in,
)
from webarticlecurator.portal_file.config.load import load_portal

pytest.importorskip("playwright", reason="no playwright: install portal-curator[browser]")
pytestmark = needs_browser


class User:
    """Fills in the forms of the portal; then presses Enter, or closes the window."""

    def __init__(self, *, closes: bool) -> None:
        self.pressed, self.closes = threading.Event(), closes

    def act(self, page: Any) -> None:
        if page.query_selector("[name=password]"):
            page.fill("[name=user]", "anna")
            page.fill("[name=password]", PASSWORD)
            page.click("button")
        elif page.query_selector("[name=code]"):
            page.fill("[name=code]", CODE)
            page.click("button")
        elif page.query_selector(".leave") and not self.closes:
            self.pressed.set()
        elif page.query_selector(".leave"):
            page.close()


@pytest.mark.parametrize("closes", always([True], [False, True]))
def test_a_user_signs_in_with_a_second_factor(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch, closes: bool
) -> None:
    monkeypatch.setenv(HEADLESS, "1")
    with subscriber_site(tmp_path) as site:
        site.tokens.clear()
        portal, user = site.portal.write(RULES), User(closes=closes)
        cookies = sign_in(portal, lambda: user.pressed, user.act)
        assert [(c.name, c.value, c.domain, c.is_http_only) for c in cookies] == [
            ("sid", TOKEN, "127.0.0.1", True)
        ]
        keep_session(portal, KeptSession("2024-05-02", cookies, mine=(NAME, MAIL)))
        config, corpus = str(tmp_path / "portal.yaml"), str(site.portal.corpus)
        assert main(["crawl", config, "--corpus", corpus]) == 0
        assert site.portal.articles() == dict.fromkeys(PATHS, "tei")
    assert places_of(site.portal.corpus, TOKEN, ROLLED, NAME, MAIL, PASSWORD) == []


def test_the_command_ends_when_the_user_presses_enter(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HEADLESS, "1")
    with subscriber_site(tmp_path) as site:
        cookies = (("Set-Cookie", f"sid={TOKEN}; Max-Age=1000"), HTML)
        site.portal.pages["/"] = Answer("<p>You are signed in.", headers=cookies)
        portal = site.portal.write(RULES)
        command = [sys.executable, "-m", "webarticlecurator", "login", str(portal.path)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, text=True, **pipes) as process:
            end = time.monotonic() + PATIENCE
            while "/" not in site.portal.asked and time.monotonic() < end:
                time.sleep(0.05)
            out, error = process.communicate("\n", timeout=PATIENCE)
        assert (process.returncode, out) == (0, "")
        assert "1 cookie of 1 host; 0 of other hosts are left out" in error
        assert "close it or press Enter here" in error and TOKEN not in error
    session = load_session(portal)
    assert session is not None and session.cookies[0].expires is not None


def test_a_portal_that_does_not_answer_is_named(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(HEADLESS, "1")
    path = tmp_path / "portal.yaml"
    path.write_text(
        f"portal: small\nhome: http://127.0.0.1:9/\n{RULES}".replace("BASE", "http://127.0.0.1:9")
    )
    assert main(["login", str(path)]) == 2
    printed = capfd.readouterr().err
    assert "http://127.0.0.1:9/ does not open" in printed and "--cookies FILE" in printed
    assert load_session(load_portal(path)) is None


def test_a_page_that_is_rendered_is_stored_without_the_session(tmp_path: Path, state: Path) -> None:
    seen = "open-t0k3n-of-anna"
    script = (
        "<main></main><script>document.querySelector('main').innerHTML = `<article><p>Words of the"
        f" text, 1.</p></article><b class=leave>${{document.cookie}} and {MAIL.upper()}</b>`"
        "</script>"
    )
    rules = RULES.replace("signed_in", "browser: true, wait_for: '.leave, h2', signed_in")
    with subscriber_site(tmp_path) as site:
        site.portal.pages |= {"/list": listing("/script"), "/script": article("", around=script)}
        portal = site.portal.write(rules)
        lines = f"127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\t{seen}\n"
        (tmp_path / "cookies.txt").write_text(lines)
        words = ["--cookies", str(tmp_path / "cookies.txt"), "--mine", MAIL]
        assert main(["login", str(portal.path), *words]) == 0
        crawl = ["crawl", str(portal.path), "--corpus", str(site.portal.corpus)]
        assert main(crawl) == 0
        assert site.portal.articles() == {"/script": "tei"}
    assert places_of(site.portal.corpus, seen, MAIL, MAIL.upper()) == []
    found = places_of(site.portal.corpus, "sid=protected and subscriber@example.org")
    assert found and all("articles" in name for name, _ in found)
    assert places_of(site.portal.corpus, "WARC-Protected-Fields: body") != []
