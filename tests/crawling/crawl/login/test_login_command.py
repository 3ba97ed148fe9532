"""``curator login``: where it keeps a session and where it does not, whose cookies it takes, and
what it says to wrong input."""

from __future__ import annotations

import getpass
import os
import stat
import sys
from pathlib import Path

import pytest
from killed_runs import ENDED, end_after, end_process
from subscriber_site import MAIL, NAME, PASSWORD, RULES, TOKEN, write_cookies
from subscriber_site import own_state as own_state

from webarticlecurator.base.portal.hosts import PortalHosts
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.fetch import kept_session
from webarticlecurator.crawling.fetch.kept_session import KeptCookie, KeptSession, load_session
from webarticlecurator.crawling.fetch.subscriber import Subscriber
from webarticlecurator.portal_file.config.load import load_portal

COOKIE = KeptCookie("sid", TOKEN, "127.0.0.1")
posix_only = pytest.mark.skipif(os.name == "nt", reason="no modes of files, no fork")


@pytest.fixture
def config(tmp_path: Path, state: Path) -> Path:
    path = tmp_path / "here" / "portal.yaml"
    path.parent.mkdir()
    text = f"portal: small\nhome: BASE/\n{RULES}".replace("BASE", "http://127.0.0.1:9")
    path.write_text(text, encoding="utf-8")
    return path


def login(config: Path, *words: str) -> int:
    return main(["login", str(config), *words])


def test_a_session_is_kept_for_the_user_alone(config: Path, tmp_path: Path, state: Path) -> None:
    cookies = str(write_cookies(tmp_path, ("sid", TOKEN)))
    assert login(config, "--cookies", cookies, "--mine", NAME) == 0
    (path,) = (p for p in state.rglob("*") if p.is_file())
    assert path.name == "small.json"
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    # words of the user stay with the next session
    assert login(config, "--cookies", cookies, "--mine", MAIL) == 0
    session = load_session(load_portal(config))
    assert session is not None and session.mine == (NAME, MAIL)
    assert [(each.name, each.value, each.is_http_only) for each in session.cookies] == [
        ("sid", TOKEN, True)
    ]
    assert TOKEN not in repr(session) and NAME not in repr(session)
    assert login(config, "--forget") == 0
    assert load_session(load_portal(config)) is None
    assert [p for p in state.rglob("*") if p.is_file()] == []
    assert login(config, "--forget") == 0


def test_a_session_can_be_moved(config: Path, tmp_path: Path, state: Path) -> None:
    cookies = str(write_cookies(tmp_path, ("sid", TOKEN)))
    moved = tmp_path / "secret" / "small.json"
    assert login(config, "--cookies", cookies, "--session", str(moved)) == 0
    assert login(config, "--cookies", cookies) == 0  # to the same file
    files = [p for p in state.rglob("*") if p.is_file()]
    assert [p for p in files if TOKEN in p.read_text()] == []
    assert TOKEN in moved.read_text()
    session = load_session(load_portal(config))
    assert session is not None and len(session.cookies) == 1
    again = tmp_path / "again.json"
    assert login(config, "--cookies", cookies, "--session", str(again)) == 0
    assert again.exists() and not moved.exists()
    assert login(config, "--forget") == 0
    assert not again.exists()


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("here/session.json", "beside the portal file"),
        ("tree/deep/session.json", "is a working tree of git"),
        ("corpus/session.json", "is the folder of a corpus"),
        ("corpus/warc/session.json", "is the folder of a corpus"),
    ],
)
def test_a_session_is_not_kept_where_it_would_be_passed_on(
    config: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], place: str, said: str
) -> None:
    for folder in ("tree/.git", "tree/deep", "corpus/warc", "corpus/tei"):
        (tmp_path / folder).mkdir(parents=True)
    cookies = str(write_cookies(tmp_path, ("sid", TOKEN)))
    assert login(config, "--cookies", cookies, "--session", str(tmp_path / place)) == 2
    printed = capfd.readouterr().err
    assert said in printed and "--session" in printed and TOKEN not in printed
    assert not (tmp_path / place).exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("no cookies here", "cookies.txt:1: not a cookie"),
        ("other.example\tFALSE\t/\tFALSE\t0\tsid\tt0k3n", "no cookie of the portal's hosts"),
        ("", "no cookie of the portal's hosts (127.0.0.1), 0 of others"),
        ("127.0.0.1\tFALSE\t/\tFALSE\t0\tsid", "cookies.txt:1: not a cookie"),
        (None, "cookies.txt: No such file"),
    ],
)
def test_a_wrong_cookie_file_is_named_with_its_cure(
    config: Path,
    tmp_path: Path,
    state: Path,
    capfd: pytest.CaptureFixture[str],
    content: str | None,
    said: str,
) -> None:
    path = tmp_path / "cookies.txt"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert login(config, "--cookies", str(path)) == 2
    printed = capfd.readouterr().err
    assert said in printed and "Traceback" not in printed and "t0k3n" not in printed
    assert [p for p in state.rglob("*") if p.is_file()] == []


@pytest.mark.parametrize("content", ["", "[]", "{", '{"cookies": 1}', '{"cookies": [{"x": 1}]}'])
def test_a_damaged_session_is_named_with_its_cure(
    config: Path, tmp_path: Path, state: Path, capfd: pytest.CaptureFixture[str], content: str
) -> None:
    path = state / "webarticlecurator" / "sessions" / "small.json"
    if sys.platform == "darwin":
        path = state / "Library" / "Application Support" / path.relative_to(state)
    path.parent.mkdir(parents=True)
    path.write_text(content)
    assert main(["crawl", str(config), "--corpus", str(tmp_path / "corpus")]) == 2
    printed = capfd.readouterr().err
    assert "is not a session that" in printed and "--forget" in printed
    assert login(config, "--forget") == 0
    assert not path.exists()


def test_a_session_without_a_display_or_a_browser_is_explained(
    config: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", kept_session.HEADLESS):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("CURATOR_CHROMIUM", sys.executable)
    pytest.importorskip("playwright")
    assert login(config) == 2
    printed = capfd.readouterr().err
    assert "no display" in printed and "--cookies FILE" in printed
    monkeypatch.setattr(
        "webarticlecurator.base.system.installation.is_installed", lambda _name: False
    )
    assert login(config) == 2
    printed = capfd.readouterr().err
    assert "playwright is not installed (curator login needs it)" in printed
    assert "Install it: " in printed


def test_a_word_that_is_in_every_text_is_refused(
    config: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        login(config, "--mine", "Anna")
    assert "expected 6 characters or more" in capfd.readouterr().err


def test_a_password_is_not_sent_where_others_can_read_it(
    config: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(getpass, "getpass", lambda _prompt: PASSWORD)
    assert login(config, "--basic", "anna") == 0
    text = config.read_text("utf-8").replace("http://127.0.0.1:9", "http://portal.example")
    config.write_text(text.replace("portal: small", "portal: other"), "utf-8")
    assert login(config, "--basic", "anna") == 2
    printed = capfd.readouterr().err
    assert "a password is sent only over https" in printed and PASSWORD not in printed
    session = KeptSession("2024-05-02", basic=("anna", PASSWORD))
    subscriber = Subscriber(session, PortalHosts.of(["https://portal.example/"]))
    assert subscriber.authorize("https://portal.example/a")
    assert subscriber.authorize("https://www.portal.example/a")
    for other in ("http://portal.example/a", "https://other.example/", "https://example/"):
        assert subscriber.authorize(other) == {}


def test_cookies_of_the_portals_hosts_alone_are_taken() -> None:
    hosts = ("portal.example", "www.echo.example")
    taken = ("portal.example", ".portal.example", "www.portal.example", ".example", ".echo.example")
    others = ("other.example", ".ads.portal.example", "x.portal.example", "example", "al.example")
    assert all(KeptCookie("a", "b", domain).goes_to(hosts) for domain in taken)
    assert not any(KeptCookie("a", "b", domain).goes_to(hosts) for domain in others)


@posix_only
def test_a_kill_leaves_the_earlier_session_or_the_new_one(config: Path, state: Path) -> None:
    portal = load_portal(config)
    earlier = KeptSession("2024-05-02", (COOKIE,), mine=(NAME,))
    later = KeptSession("2024-05-03", (COOKIE,), basic=("anna", PASSWORD))
    moved = state / "moved" / "small.json"
    steps: list[str] = []
    kept_session.keep_session(portal, later, moved, steps.append)
    kept_session.forget_session(portal)
    assert len(steps) == 8
    seen = set()
    for number in range(1, len(steps) + 1):
        kept_session.keep_session(portal, earlier)
        child = os.fork()
        if child == 0:
            kept_session.keep_session(portal, later, moved, end_after(number, end=end_process))
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == ENDED
        found = load_session(portal)
        assert found in (earlier, later)
        seen.add(found.kept if found else "")
        files = [p for p in state.rglob("*") if p.is_file()]
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
        kept_session.keep_session(portal, later, moved)
        assert load_session(portal) == later
        kept_session.forget_session(portal)
        assert [p for p in state.rglob("*") if p.is_file()] == []
    assert seen == {"2024-05-02", "2024-05-03"}
