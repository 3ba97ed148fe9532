"""A rule for the ids of the posts of a page: it holds on two captures of it."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.by_rules.part_ids import find_id_rule, write_id_rule
from webarticlecurator.articles.by_rules.split_parts import split_page
from webarticlecurator.base.portal.article_rules import Split
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page


def proposed(*pages: list[str]) -> str | None:
    captures = []
    for posts in pages:
        page = Page("https://echo.example/", f"<body>{''.join(posts)}</body>")
        parts = split_page(page, Split(Rule("css", "div.post")))
        captures.append((page, [part.element for part in parts]))
    rule = find_id_rule(captures)
    return write_id_rule(rule) if rule is not None else None


def post(number: int, attributes: str = "", head: str = "") -> str:
    return f'<div class="post" {attributes}>{head}<p>text {number}</p></div>'


@pytest.mark.parametrize(
    ("attributes", "head", "rule"),
    [
        ('data-key="k{}7"', "", '"@data-key"'),
        ("", '<h2><a href="/p/{}7">x</a></h2>', '{css: "h2 a", attr: href}'),
        ("", '<time datetime="2024-05-0{}T10:00">x</time>', '{css: "time", attr: datetime}'),
        ('data-n="{}"', "", None),  # it counts
        ("", "<h2>x</h2>", None),
    ],
)
def test_what_each_post_has_for_itself(attributes: str, head: str, rule: str | None):
    posts = [post(n, attributes.format(n), head.format(n)) for n in (3, 2, 1)]
    assert proposed(posts) == rule


def test_what_moves_from_one_capture_to_the_next_is_no_id():
    link = '<h2><a href="/p/{}7">x</a></h2>'
    earlier = [
        post(n, f'data-place="p{5 + place}"', link.format(n)) for place, n in enumerate((2, 1))
    ]
    later = [
        post(n, f'data-place="p{5 + place}"', link.format(n)) for place, n in enumerate((3, 2, 1))
    ]
    assert proposed(earlier) == '"@data-place"'
    assert proposed(earlier, later) == '{css: "h2 a", attr: href}'


@pytest.mark.parametrize(
    ("href", "name"), [("./days?date=3#p1", "p1"), ("#p1", "p1"), ("/p/7", "/p/7")]
)
def test_of_a_link_to_the_part_itself_the_fragment_is_the_id(href: str, name: str):
    page = Page("https://echo.example/days?date=3", post(1, head=f'<a href="{href}">_</a>'))
    rule = Split(Rule("css", "div.post"), id=(Rule("css", "a", attr="href"),))
    assert [part.id for part in split_page(page, rule)] == [name]
