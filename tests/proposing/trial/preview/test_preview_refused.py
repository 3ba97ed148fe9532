"""``curator new`` where it can read nothing: no file, a line with cause and cure, an exit code; and
what a word without a scheme stands for."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.cli.exit_codes import DONE, REFUSED, USAGE
from webarticlecurator.portal_file.config.load import load_portal

PASSWORD = "<title>Log in</title><h1>Log in</h1><form><input type=password><button>Log in</button>"
CONSENT = (
    "<title>Before you continue</title><h1>Before you continue</h1><p>We value your privacy. We use"
    " cookies.</p><button>Accept all</button>"
)
CHALLENGE = (
    '<title>Just a moment...</title><div id="challenge-error-text"></div>'
    '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>'
)
PAGES = {
    "/": listing(*(f"/a/{n}" for n in range(1, 5))),
    **{f"/a/{n}": article(f"Words of article {n}. " * 30) for n in range(1, 5)},
    "/robots.txt": Answer("User-agent: *\nDisallow: /closed/\n"),
    **{f"/{status}": Answer("no", status) for status in (401, 403, 410, 429, 503)},
    "/login": PASSWORD,
    "/consent": CONSENT,
    "/challenge": CHALLENGE,
    "/missing": "<title>Page not found</title><h1>Page not found</h1>",
    "/script": '<div id="root"></div><script src="/app.js"></script>',
    "/nothing": "",
}


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    with small_portal(tmp_path, PAGES) as portal:
        yield portal


@pytest.mark.parametrize(
    ("path", "expected", "message"),
    [
        ("/404", USAGE, "answers 404 (expected a page that lists articles); open the address"),
        ("/410", USAGE, "answers 410"),
        ("/401", REFUSED, "answers 401; ask the portal for access"),
        ("/403", REFUSED, "answers 403; ask the portal for access"),
        ("/429", REFUSED, "answers 429"),
        ("/503", REFUSED, "answers 503"),
        ("/closed/list", REFUSED, "robots.txt forbids"),
        ("/login", REFUSED, "login-wall instead of a list"),
        ("/consent", REFUSED, "consent-wall instead of a list"),
        ("/challenge", REFUSED, "challenge instead of a list"),
        ("/missing", USAGE, "soft-404 instead of a list"),
        ("/script", USAGE, "only scripts show its text"),
        ("/nothing", USAGE, "the page shows no text at all"),
    ],
)
def test_nothing_read_is_a_line_and_no_file(portal, curator, path, expected, message, monkeypatch):
    monkeypatch.setenv("CURATOR_CHROMIUM", "no-such-browser")
    code, out, err = curator("new", portal.base + path)
    before = ("looking at ", "sends at most 90 requests")
    (line,) = (line for line in err.splitlines() if not line.startswith(before))
    assert code == expected, err
    assert message in line and f"{path}" in line
    assert out == ""
    assert not [*Path().glob("*.yaml")]


def test_only_scripts_names_the_command_for_a_browser(portal, curator, monkeypatch):
    monkeypatch.setattr(
        "webarticlecurator.crawling.fetch.chromium._find_installed", lambda: iter(())
    )
    monkeypatch.delenv("CURATOR_CHROMIUM", raising=False)
    code, _, err = curator("new", f"{portal.base}/script")
    assert code == USAGE
    assert "-m playwright install chromium" in err
    assert "Then run this again" in err


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("http://no-such-host.invalid/", "no such host"),
        ("no-such-host.invalid", "https://no-such-host.invalid: no such host"),
        ("http://127.0.0.1:9/", "no server answers there"),
        ("127.0.0.1:9", "https://127.0.0.1:9: no server answers there"),
    ],
)
def test_where_nothing_answers_the_address_is_wrong(curator, address, message):
    code, _, err = curator("new", address)
    assert code == USAGE
    assert message in err
    assert not [*Path().glob("*.yaml")]


def test_a_certificate_that_is_not_trusted(tmp_path, curator):
    authority = trustme.CA()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    with small_portal(tmp_path, PAGES, context) as portal:
        code, _, err = curator("new", f"{portal.base}/")
        assert code == USAGE
        assert "--ca" in err and not [*Path().glob("*.yaml")]
        for word in (f"{portal.base}/", f"127.0.0.1:{portal.port}"):
            code, _, err = curator("new", word, "--ca", "ca.pem", "--output", "-")
            assert code == DONE, err


@pytest.mark.parametrize("word", ["127.0.0.1:PORT", "  127.0.0.1:PORT/ ", "  BASE/  "])
def test_a_word_without_a_scheme_is_an_address(portal, curator, word):
    given = word.replace("PORT", str(portal.port)).replace("BASE", portal.base)
    code, _, err = curator("new", given)
    assert code == DONE, err
    name = f"localhost-{portal.port}"
    loaded = load_portal(Path(f"{name}.yaml"))
    assert (loaded.id, loaded.home) == (name, f"{portal.base}/")
    portal.pages["/"] = PAGES["/"].replace("<body>", "<head><title>Echo</title></head><body>")
    assert curator("new", given)[0] == USAGE, "the same portal again"
    Path(f"{name}.yaml").unlink()
    Path(f"{name}.new.warc.gz").unlink()  # the answers of before
    assert curator("new", given)[0] == DONE and load_portal(Path("echo.yaml")).id == "echo"


@pytest.mark.parametrize(
    ("word", "file", "home"),
    [
        ("www.example.org", "example.yaml", "https://www.example.org/"),
        ("example.org/news", "example.yaml", "https://example.org/"),
        ("localhost:8080", "localhost-8080.yaml", "https://localhost:8080/"),
        ("daily-echo", "daily-echo.yaml", "https://daily-echo.example/"),
        ("The Daily: Echo", "the-daily-echo.yaml", "https://the-daily-echo.example/"),
    ],
)
def test_words_without_looking(curator, word, file, home):
    code, _, err = curator("new", word, "--offline")
    assert code == DONE, err
    assert "no page was read" in err
    assert load_portal(Path(file)).home == home
