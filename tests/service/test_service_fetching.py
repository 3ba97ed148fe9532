"""``--fetch``: pages that are neither sent nor stored are fetched as politely as by a crawl, and
never from a private address."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

import pytest
from running_service import PROGRAM, Service, running_service
from served_portal import dated_page
from small_portal import Answer, SmallPortal, listing, moved, small_portal

from webarticlecurator.base.model.capture import Exchange, Hop, Origin, Rendering
from webarticlecurator.storage.store.corpus import open_corpus

HOST = "http://echo.example"
RULES = """
portal: echo
home: http://echo.example/
archive: {url: http://echo.example/list, links: h2 a}
article: {body: {root: article}, metadata: {title: h1}}
fetch: {delay: 0, retries: 0, timeout: 5}
"""
SCRIPTED = (
    RULES.replace("portal: echo", "portal: scripted")
    .replace("{delay: 0,", "{browser: true, delay: 0,")
    .replace("/list", "/rendered")
)
AT_HOME = """
portal: HOME
home: BASE/
archive: {url: BASE/list}
fetch: {delay: 0, retries: 0, timeout: 5}
"""
NAMED = "name-at-loopback.example"
WITH_NAME = f"""
import socket
real = socket.getaddrinfo
def resolve(host, *rest, **more):
    return real("127.0.0.1" if host == "{NAMED}" else host, *rest, **more)
socket.getaddrinfo = resolve
{PROGRAM}
"""


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    """A server that is the proxy to echo.example."""
    pages = {
        f"{HOST}/a": dated_page("the ferry", "2020-01-02"),
        f"{HOST}/list": listing("/a", "/b"),
        f"{HOST}/robots.txt": Answer("User-agent: *\nDisallow: /secret\n", headers=(("Content-Type", "text/plain"),)),
        f"{HOST}/moved": moved(f"{HOST}/a"),
        f"{HOST}/away": moved("http://other.example/"),
        "http://other.example/": dated_page("elsewhere", None),
        f"{HOST}/to-loopback": moved("http://127.0.0.1:1/inside"),
        f"{HOST}/to-localhost": moved("http://localhost/inside"),
        f"{HOST}/to-network": moved("http://[fd00::1]/inside"),
        f"{HOST}/broken": Answer("broken", 500),
        "http://busy.example/robots.txt": Answer("", 404),
        "http://busy.example/a": Answer("later", 503, headers=(("Retry-After", "1800"),)),
    }  # fmt: skip
    with small_portal(tmp_path_factory.mktemp("echo"), pages) as found:
        yield found


@pytest.fixture(scope="module")
def service(portal: SmallPortal) -> Iterator[Service]:
    (portal.folder / "echo.yaml").write_text(RULES, encoding="utf-8")
    listed = f"id\treason\n{HOST}/removed\ttakedown\n"
    (portal.folder / "echo.exclude.tsv").write_text(listed, encoding="utf-8")
    busy = RULES.replace("echo", "busy").replace("retries: 0", "retries: 1")
    (portal.folder / "busy.yaml").write_text(busy, encoding="utf-8")
    (portal.folder / "scripted.yaml").write_text(SCRIPTED, encoding="utf-8")
    store_rendered_list(portal.folder / "corpora" / "scripted")
    options = ("--fetch", "--proxy", portal.base)
    files = ("echo.yaml", "busy.yaml", "scripted.yaml")
    with running_service(portal.folder, *files, *options) as found:
        yield found


def store_rendered_list(folder: Path) -> None:
    """Store a list that a browser has rendered, as a crawl does."""
    url, now = f"{HOST}/rendered", datetime(2024, 2, 3, tzinfo=timezone.utc)
    sent = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<div id=app></div>"
    with open_corpus(folder, "scripted") as corpus:
        page_id = corpus.record_builder.new_record_id()
        rendering = Rendering(page_id, listing("/a").encode(), now, "Chromium 1")
        hop = Hop(url, 200, b"GET /rendered HTTP/1.1\r\n\r\n", sent, now)
        exchange = Exchange(url, (hop,), rendering=rendering)
        corpus.append(exchange, Origin("archive", "all", 0))
        corpus.commit()


def test_a_rendered_page_is_read_and_none_is_rendered(service: Service, portal: SmallPortal):
    def links(path: str):
        given = {"portal": "scripted", "url": f"{HOST}{path}"}
        return service.client.post("/links", json=given)

    assert links("/rendered").json()["articles"] == [f"{HOST}/a"]
    answer = links("/rendered?again")
    assert answer.status_code == 422
    assert "rendered in a browser (fetch.browser), which this service does not do" in answer.text
    assert "Crawl the page" in answer.text
    assert not [path for path in portal.asked if "rendered" in path]


def extract(service: Service, path: str, portal: str = "echo"):
    return service.client.post("/extract", json={"portal": portal, "url": path})


def test_a_page_is_fetched_and_read_and_nothing_is_stored(service: Service, portal: SmallPortal):
    answer = extract(service, f"{HOST}/a")
    assert (answer.status_code, answer.json()["title"]) == (200, "About the ferry")
    assert extract(service, f"{HOST}/moved").json()["url"] == f"{HOST}/a"
    links = service.client.post("/links", json={"portal": "echo", "url": f"{HOST}/list"})
    assert links.json()["articles"] == [f"{HOST}/a", f"{HOST}/b"]
    assert portal.asked.count(f"{HOST}/robots.txt") == 1
    assert not (portal.folder / "corpora" / "echo").exists()


@pytest.mark.parametrize(
    ("path", "verdict", "evidence"),
    [
        ("/secret", "robots", "robots.txt"),
        ("/nowhere", "gone", "404"),
        ("/removed", "excluded", "takedown"),
        ("/away", "off-portal", "http://other.example/"),
    ],
)
def test_what_is_no_article_has_a_verdict(service: Service, path, verdict, evidence):
    answer = extract(service, f"{HOST}{path}")
    assert (answer.status_code, answer.json()["verdict"]) == (200, verdict)
    assert evidence in answer.json()["evidence"]


@pytest.mark.parametrize("path", ["/secret", "/nowhere", "/away"])
def test_what_is_no_archive_page_is_a_problem(service: Service, path):
    answer = service.client.post("/links", json={"portal": "echo", "url": f"{HOST}{path}"})
    assert answer.status_code == 502
    assert answer.json()["value"] == f"{HOST}{path}"


def test_a_forbidden_page_was_not_requested(service: Service, portal: SmallPortal):
    extract(service, f"{HOST}/secret/plans")
    extract(service, f"{HOST}/removed")
    assert not any("secret" in path or "removed" in path for path in portal.asked)


@pytest.mark.parametrize("path", ["/to-loopback", "/to-localhost", "/to-network"])
def test_no_redirect_leads_to_a_private_address(service: Service, portal: SmallPortal, path):
    answer = extract(service, f"{HOST}{path}")
    assert answer.status_code == 502
    assert "private address" in answer.json()["detail"]
    assert not any("inside" in asked for asked in portal.asked)


@pytest.mark.parametrize(
    "url", ["http://other.example/", "http://127.0.0.1/", "http://169.254.169.254/latest/meta-data"]
)
def test_no_address_of_another_host_is_fetched(service: Service, portal: SmallPortal, url):
    answer = extract(service, url)
    assert answer.status_code == 422
    assert answer.json()["expected"] == "one of echo.example"


def test_a_portal_that_does_not_answer_is_a_problem(service: Service):
    answer = extract(service, f"{HOST}/broken")
    assert answer.status_code == 502
    assert "500" in answer.json()["detail"]


def test_a_pause_that_a_portal_asks_for_is_passed_on_and_not_slept(
    service: Service, portal: SmallPortal
):
    for path in ("a", "b"):
        answer = extract(service, f"http://busy.example/{path}", "busy")
        assert answer.status_code == 503
        assert 1700 < int(answer.headers["Retry-After"]) <= 1800
    assert "http://busy.example/b" not in portal.asked
    assert extract(service, f"{HOST}/a").status_code == 200


def test_not_even_a_portal_at_a_private_address_is_asked(portal: SmallPortal):
    folder = portal.folder / "private"
    folder.mkdir()
    named = f"http://{NAMED}:{portal.port}"
    for name, base in (("address", portal.base), ("named", named)):
        text = AT_HOME.replace("HOME", name).replace("BASE", base)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    asked, requests = len(portal.asked), len(portal.headers)
    with running_service(folder, "--fetch", program=WITH_NAME) as found:
        for url, name in ((f"{portal.base}/a", "address"), (f"{named}/a", "named")):
            answer = extract(found, url, name)
            assert answer.status_code == 502
            assert "a private address" in answer.json()["detail"]
    assert (len(portal.asked), len(portal.headers)) == (asked, requests)
