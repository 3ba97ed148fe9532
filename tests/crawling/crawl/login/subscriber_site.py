"""A portal that shows its articles to subscribers alone: a form, a second factor, sessions that
end, teasers with status 200; and another host that is not the portal's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, listing, small_portal

from webarticlecurator.cli.main import main

TOKEN, ROLLED, NAME, MAIL = (
    "t0k3n/0f+anna=",
    "r0ll3d-0ver-t0k3n",
    "Anna Példa",
    "anna@example.net",
)
PASSWORD, CODE = "p4ssw0rd!", "123456"
HTML = ("Content-Type", "text/html; charset=utf-8")
RULES = """
title: Small Portal
archive: {url: BASE/list, links: h2}
fetch: {delay: 0, retries: 0, signed_in: .leave}
article: {body: {root: article}, metadata: {access: .access}}
"""
TEASER = "<article><h1>T</h1><p>The beginning of a text that goes on.</p></article>"
FORM = "<form action=/enter><input name=user><input name=password type=password><button>in"
SECOND = "<form action=/second><input name=code><button>in"
PATHS = ("/one", "/two", "/three", "/four")


@dataclass
class SubscriberSite:
    """``tokens`` are the sessions that are open; ``ends_after``: pages that a session shows before
    it ends, None for one that does not."""

    portal: SmallPortal
    tokens: set[str] = field(default_factory=lambda: {TOKEN})
    ends_after: int | None = None
    shown: list[str] = field(default_factory=list)

    def page(self, path: str) -> Callable[[], Answer]:
        def answer() -> Answer:
            sent = self.portal.asking.get("Cookie", "")
            token = next((t for t in self.tokens if f"sid={t}" in sent), None)
            if token is None or (self.ends_after is not None and self.ends_after < 1):
                self.tokens.discard(token or "")
                return Answer(TEASER)
            if self.ends_after is not None:
                self.ends_after -= 1
            self.shown.append(path)
            text = f"<article><h1>Title of {path}</h1><p>The whole text of {path}, 1.</p></article>"
            own = (
                f"<p class=access>closed</p><a class=leave href='/leave?t={token}'>{NAME}</a>"
                f"<script>let a = {{token: '{token}', mail: '{MAIL}', rolled: '{ROLLED}'}}</script>"
            )
            return Answer(
                f"<html><body>{text}{own}</body></html>",
                headers=(HTML, ("Set-Cookie", f"rolled={ROLLED}; Path=/; HttpOnly")),
            )

        return answer

    def enter(self, path: str) -> Callable[[], Answer]:
        """The form of the user and, behind it, that of the second factor."""

        def answer() -> Answer:
            if path == "/enter":
                return Answer(SECOND)
            self.tokens.add(TOKEN)
            cookie = ("Set-Cookie", f"sid={TOKEN}; Path=/; HttpOnly")
            return Answer(f"<a class=leave>{NAME}</a>", headers=(HTML, cookie))

        return answer


@contextmanager
def subscriber_site(folder: Path) -> Iterator[SubscriberSite]:
    with small_portal(folder, {"/list": listing(*PATHS), "/": FORM}) as portal:
        site = SubscriberSite(portal)
        portal.pages.update({path: site.page(path) for path in PATHS})
        portal.pages["/enter?user=anna&password=p4ssw0rd%21"] = site.enter("/enter")
        portal.pages["/second?code=123456"] = site.enter("/second")
        yield site


def write_cookies(folder: Path, *cookies: tuple[str, str], host: str = "127.0.0.1") -> Path:
    """A cookies.txt with cookies of the portal, and one of another host."""
    lines = ["# Netscape HTTP Cookie File", "", "other.example\tFALSE\t/\tFALSE\t0\tsid\tnot-ours"]
    lines += [f"#HttpOnly_{host}\tFALSE\t/\tFALSE\t0\t{n}\t{v}" for n, v in cookies]
    path = folder / "cookies.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(name="state")
def own_state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("state")
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(folder))
    return folder


def log_in(folder: Path, config: Path) -> int:
    """Keep the session of a cookies.txt, and the words of its user."""
    cookies = write_cookies(folder, ("sid", TOKEN))
    words = ["--mine", NAME, "--mine", MAIL]
    return main(["login", str(config), "--cookies", str(cookies), *words])
