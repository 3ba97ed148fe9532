"""What holds for every hop on every host: robots.txt; and what stays with the portal: its cookies
and headers."""

from __future__ import annotations

from pathlib import Path

from small_portal import Answer, article, listing, moved, small_portal

FILE = "archive: {url: BASE/list}\nfetch: {delay: 0, retries: 0}\n"
PAGES = {"/list": listing("/a", "/b"), "/b": article("b")}


def test_a_redirect_to_a_forbidden_page_is_not_followed(tmp_path: Path):
    pages = PAGES | {
        "/robots.txt": "User-agent: *\nDisallow: /secret\n",
        "/a": moved("/secret"),
        "/secret": article("secret"),
    }
    with small_portal(tmp_path, pages) as portal:
        assert portal.crawl(FILE).rejected == {"robots": 1}
        assert portal.articles() == {"/a": "robots", "/b": "tei"}
        assert "/secret" not in portal.asked


def test_another_host_that_hides_its_robots_fails_alone(tmp_path: Path):
    (tmp_path / "other").mkdir()
    down = {"/robots.txt": Answer("later", 503), "/c": article("c")}
    with small_portal(tmp_path / "other", down) as other, small_portal(tmp_path, PAGES) as portal:
        elsewhere = f"http://localhost:{other.port}/c"
        portal.pages["/list"] = listing(elsewhere, "/b")
        found = portal.crawl(FILE)
        assert (found.stopped, found.failed, found.tei) == (None, 1, 1)
        assert portal.articles()[elsewhere] == "robots-unreachable"
        assert other.asked == []
        other.pages["/robots.txt"] = "User-agent: *\nDisallow:\n"
        assert portal.crawl(FILE).failed == 0


def test_cookies_and_headers_of_the_portal_stay_with_it(tmp_path: Path):
    (tmp_path / "other").mkdir()
    keys = FILE.replace(
        "retries: 0", "retries: 0, cookies: {consent: yes}, headers: {X-Key: secret}"
    )
    with (
        small_portal(tmp_path / "other", {"/c": article("c")}) as other,
        small_portal(tmp_path, PAGES) as portal,
    ):
        portal.pages["/a"] = moved(f"http://localhost:{other.port}/c")
        portal.crawl(keys)
        sent = [
            headers
            for headers in portal.headers
            if "X-Key" in headers and "consent=yes" in headers.get("Cookie", "")
        ]
        assert len(sent) == len(portal.headers) >= 4
        assert other.headers
        assert not any("X-Key" in headers or "Cookie" in headers for headers in other.headers)
