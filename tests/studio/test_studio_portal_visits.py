"""A page that the studio fetches is asked for as politely as by a crawl."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, small_portal

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.service.request_problems import RequestProblem
from webarticlecurator.studio.frame.portal_visits import PortalVisits

HOST, BUSY = "http://echo.example", "http://busy.example"
RULES = """
portal: echo
home: http://echo.example/
archive: {url: http://echo.example/list, links: h2 a}
article: {body: {root: article}}
fetch: {delay: 0, retries: 1, timeout: 5}
"""


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    """A server that is the proxy to two portals."""
    robots = "User-agent: *\nDisallow: /secret\n"
    pages = {
        f"{HOST}/a": article("About the ferry."),
        f"{HOST}/robots.txt": Answer(robots, headers=(("Content-Type", "text/plain"),)),
        f"{HOST}/broken": Answer("broken", 500),
        f"{BUSY}/robots.txt": Answer("", 404),
        f"{BUSY}/a": Answer("later", 503, headers=(("Retry-After", "1800"),)),
    }
    with small_portal(tmp_path, pages) as found:
        yield found


@pytest.fixture
def visits(portal: SmallPortal) -> Iterator[PortalVisits]:
    with closing(PortalVisits(SystemClock(), portal.base)) as found:
        yield found


def rules(portal: SmallPortal, name: str = "echo") -> Portal:
    file = portal.folder / f"{name}.yaml"
    file.write_text(RULES.replace("echo", name), encoding="utf-8")
    return load_portal(file)


def test_a_page_is_fetched_and_a_forbidden_one_is_not_asked_for(
    portal: SmallPortal, visits: PortalVisits
):
    echo = rules(portal)
    assert b"the ferry" in visits.visit(echo, f"{HOST}/a").content
    assert visits.visit(echo, f"{HOST}/secret/plans").is_forbidden
    assert visits.visit(echo, f"{HOST}/nowhere").status == 404
    assert portal.asked.count(f"{HOST}/robots.txt") == 1
    assert not any("secret" in path for path in portal.asked)


def test_no_address_of_another_host_is_fetched(portal: SmallPortal, visits: PortalVisits):
    with pytest.raises(RequestProblem) as found:
        visits.visit(rules(portal), "http://other.example/")
    assert found.value.expected == "one of echo.example"
    assert portal.asked == []


def test_a_page_that_does_not_come_is_a_problem(portal: SmallPortal, visits: PortalVisits):
    with pytest.raises(RequestProblem, match="500"):
        visits.visit(rules(portal), f"{HOST}/broken")


def test_a_pause_that_a_portal_asks_for_is_said_and_not_slept(
    portal: SmallPortal, visits: PortalVisits
):
    busy = rules(portal, "busy")
    for path in ("a", "b"):
        with pytest.raises(RequestProblem) as found:
            visits.visit(busy, f"{BUSY}/{path}")
        assert found.value.retry is not None
        assert 1700 < found.value.retry <= 1800
    assert f"{BUSY}/b" not in portal.asked
