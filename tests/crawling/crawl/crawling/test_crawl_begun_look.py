"""The look at a page that begins before the page is stored."""

from __future__ import annotations

import os
import signal
from datetime import datetime, timezone
from pathlib import Path

import pytest

from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.capture import Body, Capture
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import ArticleStart
from webarticlecurator.crawling.captures.page_inspection import InspectionRequest
from webarticlecurator.crawling.captures.supervised_inspection import SupervisedLook
from webarticlecurator.crawling.workers.shared_worker import (
    begin_in_worker,
    end_worker,
    evaluate_in_worker,
)
from webarticlecurator.crawling.workers.worker_sharing import share_workers
from webarticlecurator.portal_file.config.load import load_portal

URL = "https://echo.example/a/1"
PORTAL_FILE = """\
portal: echo
home: https://echo.example/
language: en
timezone: UTC
archive:
  {dates: none, url: "https://echo.example/list", pagination: {mode: none}, links: a.item}
article: {next_page: a.next}
"""


@pytest.fixture
def portal(tmp_path: Path):
    (tmp_path / "echo.yaml").write_text(PORTAL_FILE, encoding="utf-8")
    yield load_portal(tmp_path / "echo.yaml")
    end_worker()


def double(_portal: Portal, _source: object, number: int) -> int:
    return 2 * number


def end_process(_portal: Portal, _source: object, _task: object) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def request(record_id: str, next_page: str, start: ArticleStart | None = None) -> InspectionRequest:
    time = datetime(2024, 3, 15, tzinfo=timezone.utc)
    capture = Capture(record_id, URL, 200, time, "", 0, 0, "text/html", None, "")
    content = f"<html><body><p>text</p><a class=next href={next_page}>more</a></body></html>"
    return InspectionRequest(
        Body(capture, content.encode(), "text/html"), start or ArticleStart(URL), URL
    )


def test_another_task_runs_when_the_begun_one_has_ended(portal: Portal):
    begun = begin_in_worker(portal, double, 4, URL)
    assert begun is not None
    assert evaluate_in_worker(portal, double, 5, URL) == 10
    assert begun.result() == 8
    assert begun.result() == 8


def test_a_process_that_ends_during_a_begun_task_loses_that_task_alone(portal: Portal):
    begun = begin_in_worker(portal, end_process, None, URL)
    assert begun is not None
    with pytest.raises(PageUnreadable, match="SIGTERM"):
        begun.result()
    assert evaluate_in_worker(portal, double, 5, URL) == 10


def test_a_lost_task_that_nobody_asks_for_disturbs_nothing(portal: Portal):
    begin_in_worker(portal, end_process, None, URL)
    assert evaluate_in_worker(portal, double, 5, URL) == 10


def test_no_task_is_begun_where_threads_share_the_processes(portal: Portal):
    with share_workers(1, 1):
        assert begin_in_worker(portal, double, 4, URL) is None
        look = SupervisedLook(portal)
        look.begin(request("<urn:uuid:1>", "/2"))
        found, _ = look.inspect(portal, request("<urn:uuid:1>", "/2"))
        end_worker()
    assert found.next_page == "https://echo.example/2"


def test_the_begun_look_is_used_for_the_same_record(portal: Portal):
    look = SupervisedLook(portal)
    look.begin(request("<urn:uuid:1>", "/begun"))
    found, _ = look.inspect(portal, request("<urn:uuid:1>", "/stored"))
    assert found.next_page == "https://echo.example/begun"
    again, _ = look.inspect(portal, request("<urn:uuid:1>", "/stored"))
    assert again.next_page == "https://echo.example/stored"


@pytest.mark.parametrize(
    "other",
    [
        request("<urn:uuid:2>", "/stored"),
        request("<urn:uuid:1>", "/stored", ArticleStart(URL, "news")),
    ],
    ids=["another record", "another start of the article"],
)
def test_the_begun_look_is_not_used_for_another_page(portal: Portal, other: InspectionRequest):
    look = SupervisedLook(portal)
    look.begin(request("<urn:uuid:1>", "/begun"))
    found, _ = look.inspect(portal, other)
    assert found.next_page == "https://echo.example/stored"
