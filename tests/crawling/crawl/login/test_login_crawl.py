"""A crawl in a subscriber's session: what it stores, where it stops, and how it goes on."""

from __future__ import annotations

import getpass
import gzip
from base64 import b64encode
from pathlib import Path

import pytest
from secret_bytes import records_of
from small_portal import Answer, article, listing, moved, small_portal
from subscriber_site import (
    MAIL,
    NAME,
    PASSWORD,
    PATHS,
    ROLLED,
    RULES,
    TEASER,
    TOKEN,
    log_in,
    subscriber_site,
    write_cookies,
)
from subscriber_site import own_state as own_state
from unpacked_files import places_of

from webarticlecurator.cli.main import main
from webarticlecurator.crawling.fetch.kept_session import (
    KeptSession,
    keep_session,
    load_session,
    renew_session,
)
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.inspect import check_records

RENEWED, LOGGED_OUT = "r3newed/t0ken+of=anna", "an0nym0us-reader"
GZIP = ("Content-Encoding", "gzip")
BASIC = b64encode(f"anna.p:{PASSWORD}".encode()).decode()
SECRETS = (TOKEN, ROLLED, NAME, MAIL, "t0k3n%2F0f%2Banna%3D")


def test_a_session_that_ends_in_mid_crawl_loses_nothing(
    tmp_path: Path, state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with subscriber_site(tmp_path) as site:
        site.portal.write(RULES)
        config, corpus = tmp_path / "portal.yaml", str(site.portal.corpus)
        crawl = ["crawl", str(config), "--corpus", corpus]
        assert main(crawl) == 3
        assert "curator login" in capfd.readouterr().err
        assert site.portal.asked == []  # it is said before the crawl begins
        assert log_in(tmp_path, config) == 0
        printed = capfd.readouterr().err
        assert "1 cookie of 1 host; 1 of other hosts is left out" in printed
        site.ends_after = 2
        assert main(crawl) == 3
        printed = "".join(capfd.readouterr())
        assert "signed in: session of 20" in printed
        assert f"Sign in again: curator login {config}" in printed
        states = site.portal.articles()
        assert sorted(states.values()) == ["pending", "pending", "tei", "tei"]
        assert not [r for r in records_of(site.portal.corpus) if b"The beginning of" in r.block]
        # the next login
        site.tokens.add(TOKEN)
        site.ends_after = None
        assert log_in(tmp_path, config) == 0
        assert main(crawl) == 0
        assert site.portal.articles() == dict.fromkeys(PATHS, "tei")
        assert all("The whole text of" in text for text in site.portal.tei().values())
    printed += "".join(capfd.readouterr())
    assert places_of(site.portal.corpus, *SECRETS) == []
    assert not [value for value in SECRETS if value in printed]
    assert list(check_records(sorted((site.portal.corpus / "warc").iterdir()))) == []


def test_a_session_that_the_portal_renews_is_kept(
    tmp_path: Path, state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def renew(path: str, token: str, page: str = "") -> None:
        """Let a page set another session, and end the one that it was read in."""
        usual = site.page(path)

        def answer() -> Answer:
            given = usual()
            site.tokens.clear()
            site.tokens.update([token] if token != LOGGED_OUT else [])
            cookie = ("Set-Cookie", f"sid={token}; Path=/; HttpOnly; Max-Age=86400")
            return Answer(page or given.body, headers=(*given.headers, cookie))

        site.portal.pages[path] = answer

    with subscriber_site(tmp_path) as site:
        config = site.portal.write(RULES).path
        portal = load_portal(config)
        assert log_in(tmp_path, config) == 0
        crawl = ["crawl", str(config), "--corpus", str(site.portal.corpus)]
        renew("/two", RENEWED)
        assert main(crawl) == 0
        assert site.portal.articles() == dict.fromkeys(PATHS, "tei")
        kept = load_session(portal)
        assert kept is not None and [each.value for each in kept.cookies] == [RENEWED]
        assert kept.cookies[0].expires and kept.mine == (NAME, MAIL)
        # the next crawl signs in with it; where that ends, the cookies of a wall are not kept
        site.portal.pages["/list"] = listing(*PATHS, "/five", "/six")
        site.portal.pages["/five"] = site.page("/five")
        renew("/six", LOGGED_OUT, TEASER)
        assert main(crawl) == 3
        assert site.portal.articles()["/five"] == "tei"
        assert load_session(portal) == kept
        # another login in the meantime is not overwritten
        renew("/six", "another-t0ken-0f-anna")
        site.tokens.add(RENEWED)
        session = KeptSession("2024-05-02", kept.cookies, mine=("Somebody Else",))

        def log_in_elsewhere(_portal, used, renewed):
            keep_session(portal, session)
            return renew_session(_portal, used, renewed)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("webarticlecurator.crawling.crawl.crawl.renew_session", log_in_elsewhere)
            assert main(crawl) == 0
        assert load_session(portal) == session
    printed = "".join(capfd.readouterr())
    assert not [value for value in (*SECRETS, RENEWED) if value in printed]
    assert places_of(site.portal.corpus, RENEWED, *SECRETS) == []


@pytest.mark.parametrize("connections", [1, 3])
def test_a_teaser_with_status_200_is_no_article(
    tmp_path: Path, state: Path, connections: int
) -> None:
    rules = RULES.replace("delay: 0", f"delay: 0, connections: {connections}")
    with subscriber_site(tmp_path) as site:
        portal = site.portal.write(rules)
        assert log_in(tmp_path, portal.path) == 0
        site.tokens.clear()  # it has ended since
        crawl = ["crawl", str(portal.path), "--corpus", str(site.portal.corpus)]
        assert main(crawl) == 3
        assert site.portal.articles() == dict.fromkeys(PATHS, "pending")
        assert len([path for path in site.portal.asked if path in PATHS]) <= connections
        assert places_of(site.portal.corpus, "The beginning of a text") == []
        site.tokens.add(TOKEN)
        assert main(crawl) == 0
        assert site.portal.articles() == dict.fromkeys(PATHS, "tei")


def test_a_session_that_ends_before_a_refresh_changes_nothing(tmp_path: Path, state: Path) -> None:
    with subscriber_site(tmp_path) as site:
        portal = site.portal.write(RULES)
        assert log_in(tmp_path, portal.path) == 0
        crawl = ["crawl", str(portal.path), "--corpus", str(site.portal.corpus)]
        assert main(crawl) == 0
        texts = site.portal.tei()
        site.tokens.clear()
        assert main([*crawl, "--refresh", "all"]) == 3
        assert site.portal.tei() == texts
        records = records_of(site.portal.corpus, "response")
        assert len([record for record in records if record.url.endswith(PATHS)]) == 4


def test_other_hosts_get_nothing_of_a_session(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(getpass, "getpass", lambda _prompt: PASSWORD)
    with subscriber_site(tmp_path) as site, small_portal(tmp_path, {}) as other:
        elsewhere = other.base.replace("127.0.0.1", "localhost")
        other.pages["/far"] = article("A text of a friend, 1.")
        other.pages["/form"] = "<input type=password>"
        site.portal.pages |= {
            "/list": listing("/one", "/away"),
            "/away": moved(f"{elsewhere}/far"),
        }
        portal = site.portal.write(RULES)
        cookies = str(write_cookies(tmp_path, ("sid", TOKEN)))
        assert main(["login", str(portal.path), "--cookies", cookies, "--basic", "anna.p"]) == 0
        crawl = ["crawl", str(portal.path), "--corpus", str(site.portal.corpus)]
        assert main(crawl) == 0
        sent = [head for head in site.portal.headers if "Cookie" in head]
        assert {head.get("Authorization") for head in sent} == {f"Basic {BASIC}"}
        assert len(sent) == 3  # the list and two articles
        assert other.asked == ["/far"]
        assert not [h for h in other.headers if {"Cookie", "Authorization"} & set(h)]
        # a page for signing in there is a wall, too
        site.portal.pages |= {"/list": listing("/sso"), "/sso": moved(f"{elsewhere}/form")}
        assert main([*crawl, "--full"]) == 3
        assert places_of(site.portal.corpus, "type=password") == []
    assert places_of(site.portal.corpus, TOKEN, PASSWORD, BASIC) == []
    kept = {r.url: r.get("WARC-Signed-In") for r in records_of(site.portal.corpus, "response")}
    assert (kept[f"{site.portal.base}/away"], kept[f"{elsewhere}/far"]) == ("yes", "")


def test_what_is_packed_is_unpacked_to_be_protected(tmp_path: Path, state: Path) -> None:
    page = f"<article><p>Words, 1.</p></article><b class=leave>{NAME.upper()}</b>"
    packed = gzip.compress(page.encode("cp1250"), mtime=0)
    kind = ("Content-Type", "text/html; charset=windows-1250")
    plain = "<article><p>Other words, 1.</p></article><b class=leave>in</b>"
    with subscriber_site(tmp_path) as site:
        site.portal.pages |= {
            "/list": listing("/packed", "/plain", "/broken"),
            "/packed": Answer(packed, 200, (kind, ("Content-Encoding", "gzip")), chunk=40),
            "/plain": Answer(gzip.compress(plain.encode(), mtime=0), 200, (kind, GZIP), chunk=9),
            "/broken": Answer(packed[:-30], 200, (kind, GZIP)),
        }
        portal = site.portal.write(RULES)
        assert log_in(tmp_path, portal.path) == 0
        main(["crawl", str(portal.path), "--corpus", str(site.portal.corpus)])
        states = site.portal.articles()
    assert (states["/packed"], states["/plain"]) == ("tei", "tei")
    records = {r.url.rpartition("/")[2]: r for r in records_of(site.portal.corpus, "response")}
    block = records["packed"].block
    assert b"<b class=leave>Subscriber</b>" in block and b"Encoding" not in block
    assert records["packed"].get("WARC-Protected-Fields") == "body"
    assert records["plain"].block.count(b"Encoding") == 2  # as it was sent
    assert not records["plain"].get("WARC-Protected-Fields")
    assert records["broken"].get("WARC-Truncated") and b"Encoding" not in records["broken"].block
    assert list(check_records(sorted((site.portal.corpus / "warc").iterdir()))) == []


def test_a_crawl_without_a_session_is_as_before(tmp_path: Path, state: Path) -> None:
    pages = {"/list": listing("/one"), "/one": article("Words of one, 1.")}
    with small_portal(tmp_path, pages) as site:
        site.crawl(RULES.replace(", signed_in: .leave", ""))
    assert not [r for r in records_of(site.corpus) if r.get("WARC-Signed-In")]
    assert [*state.rglob("*")] == []
