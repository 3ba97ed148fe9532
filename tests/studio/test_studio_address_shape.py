"""Which addresses of a portal are probably those of pages of one kind."""

from __future__ import annotations

from webarticlecurator.studio.frame.address_shape import choose_alike, shape_address

ARTICLE = "https://echo.example/2019/03/05/a-park-is-built-at-last"


def test_articles_are_alike_and_lists_are_not():
    assert shape_address(ARTICLE) == shape_address(
        "https://echo.example/2020/11/30/two_bridges_and_more"
    )
    others = (
        "https://echo.example/2019/03/05",
        "https://echo.example/culture",
        f"{ARTICLE}?page=2",
    )
    assert choose_alike([*others, ARTICLE], ARTICLE) == [ARTICLE]


def test_numbers_files_and_queries_count():
    assert shape_address("https://e.example/a.php?id=1&x=") == shape_address(
        "https://e.example/b.php?x=7&id=22"
    )
    assert shape_address("https://e.example/a.php") != shape_address("https://e.example/a.html")
    assert shape_address("https://e.example/news1") != shape_address("https://e.example/news")


def test_without_a_page_all_are_alike():
    assert choose_alike(["a:b", "https://[", ARTICLE], "") == ["a:b", "https://[", ARTICLE]
    assert shape_address("https://[") == ""
