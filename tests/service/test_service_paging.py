"""The list of articles: each once, by day, whatever a crawl adds meanwhile."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from running_service import Service, running_service
from served_portal import NUMBER, crawl_again, pages
from small_portal import small_portal

from webarticlecurator.service.article_list import read_place, write_place
from webarticlecurator.service.listed_conditions import read_conditions
from webarticlecurator.service.request_problems import RequestProblem
from webarticlecurator.storage.texts.dated_articles import ArticlePlace


def list_all(service: Service, limit: int, meanwhile: Any = None) -> list[dict[str, Any]]:
    """All articles of the list; ``meanwhile`` is called after the second page."""
    found: list[dict[str, Any]] = []
    after = None
    for number in range(10_000):
        words = {"portal": "small", "limit": str(limit), **({"after": after} if after else {})}
        page = service.client.get("/articles", params=words).json()
        found += page["articles"]
        after = page["next"]
        if after is None:
            return found
        if number == 1 and meanwhile is not None:
            meanwhile()
    raise AssertionError("a list without end")


def test_a_crawl_that_adds_articles_doubles_and_loses_none(tmp_path: Path):
    """They are added in front of the place where the list is read, behind it and without a day; the
    list is read while the crawl writes."""
    (tmp_path / "portals").mkdir()
    with small_portal(tmp_path, pages(range(NUMBER))) as portal:
        crawl_again(portal)
        known = {f"{portal.base}/a/{number}" for number in range(NUMBER)}
        portal.pages.update(pages(range(2 * NUMBER)))

        def crawl() -> None:
            thread = threading.Thread(target=crawl_again, args=(portal,))
            thread.start()
            while thread.is_alive():
                urls = [article["url"] for article in list_all(service, 13)]
                assert len(urls) == len(set(urls))
                assert known <= set(urls)
                thread.join(0.05)

        with running_service(tmp_path, "portals") as service:
            found = [article["url"] for article in list_all(service, 7, crawl)]
            assert len(found) == len(set(found))
            assert known < set(found)  # some of the new ones are behind the second page
            again = {article["url"] for article in list_all(service, 7)}
    assert again == {f"{portal.base}/a/{number}" for number in range(2 * NUMBER)}


@pytest.mark.parametrize(
    "place", [ArticlePlace("2020-01-02", 77), ArticlePlace(path="2019/03/a23.xml")]
)
def test_a_place_can_be_written_and_read(place):
    assert read_place(write_place(place)) == place


@pytest.mark.parametrize("text", ["", "x", "2020-01-02", "2020-01-02.x", "undated.", "undated.a"])
def test_no_other_text_is_a_place(text):
    with pytest.raises(RequestProblem, match="not a place in the list"):
        read_place(text)


def test_regular_expressions_of_a_request_have_a_time_limit():
    words = "the mayor spoke " * 2000
    slow, quick = read_conditions([r"text~(\w+\s?)*[!?]$", "text~MAYOR"])
    assert quick.holds(lambda _: (words,), "UTC")
    with pytest.raises(RequestProblem, match="takes too long") as raised:
        slow.holds(lambda _: (words,), "UTC")
    assert raised.value.status == 422
    # the time is that of all expressions of the request
    with pytest.raises(RequestProblem, match="takes too long"):
        slow.holds(lambda _: (words,), "UTC")
    assert read_conditions(["text~MAYOR"])[0].holds(lambda _: (words,), "UTC")
