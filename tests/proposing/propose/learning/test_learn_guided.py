"""``article.body.guess``: roots by rules, and what is guessed around and inside them."""

from __future__ import annotations

import json

from learn_pages import framed, paragraphs, prose

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.articles.by_rules.one_page import embedded_page
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.portal.article_rules import ArticleRules, BodyRules
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.plain_text import plain_lines

URL = "https://echo.example/2020/05/7/what-happened-on-that-day"
TEXT = [prose(7, place) for place in range(5)]
RELATED = '<p>Read more: <a href="/a/far/way/from/here">the mayor and the bridge of the other town</a></p>'
PICTURE = '<figure><img src="/p.jpg"><figcaption>The harbour in the morning</figcaption></figure>'


def read(html: str, *roots: str, guess: bool = True) -> BodyResult | Rejected:
    rules = BodyRules(root=tuple(Rule("css", root) for root in roots), guess=guess)
    return read_body(Page(URL, html), rules, base_tags())


def text(html: str, *roots: str, guess: bool = True) -> list[str]:
    found = read(html, *roots, guess=guess)
    assert isinstance(found, BodyResult), found
    return list(plain_lines(found.blocks))


def test_boilerplate_inside_a_root_is_left_out_and_named():
    html = framed(7, f'<div class="story">{paragraphs(7)}{RELATED}</div>')
    assert text(html, "div.story") == TEXT
    assert len(text(html, "div.story", guess=False)) == 6
    found = read(html, "div.story")
    assert isinstance(found, BodyResult)
    assert [why for why, _ in found.account.dropped if why.startswith("guess: ")]


def test_a_lead_before_the_root_is_found():
    html = framed(
        7,
        f'<p class="lead">{prose(7, 60)}</p><div class="tools">Print</div><div class="story">{paragraphs(7)}</div>',
    )
    assert text(html, "div.story") == [prose(7, 60), *TEXT]
    assert text(html, "div.story", guess=False) == TEXT


def test_a_lead_that_is_inside_another_root_is_not_taken_twice():
    html = framed(
        7,
        f'<div class="top"><p class="lead">{prose(7, 60)}</p></div><div class="story">{paragraphs(7)}</div>',
    )
    assert text(html, "div.top, div.story") == [prose(7, 60), *TEXT]


def test_a_pager_that_a_root_rule_finds_too_is_left_out():
    pager = '<div><a href="?page=2">2</a> <a href="?page=3">3</a> 4</div>'
    html = framed(7, f'<div class="all"><div>{paragraphs(7)}</div>{pager}</div>')
    assert text(html, "div.all > div") == TEXT
    assert len(text(html, "div.all > div", guess=False)) == 6


def test_where_no_root_is_found_the_text_is_guessed():
    html = framed(7, f'<div class="story">{paragraphs(7)}{RELATED}</div>')
    assert text(html, "div.elsewhere") == TEXT
    refused = read(html, "div.elsewhere", guess=False)
    assert isinstance(refused, Rejected)
    assert refused.reason == "no-root"


def test_a_wider_root_keeps_its_pictures_and_the_text_of_the_guess():
    top = f'<header class="head"><p>By Anna Author</p>{PICTURE}</header>'
    html = framed(
        7,
        f'<main>{top}<div class="story">{paragraphs(7)}</div><div class="more">{RELATED}</div></main>',
    )
    assert text(html, "main") == TEXT
    found = read(html, "main")
    assert isinstance(found, BodyResult)
    assert [block.name for block in found.blocks].count("figure") == 1


def test_the_root_wins_where_the_page_misleads_the_guess():
    comments = "".join(f"<p>{prose(40, place)}</p>" for place in range(30))
    html = framed(
        7, f'<div class="story">{paragraphs(7)}</div><div class="voices">{comments}</div>'
    )
    assert text(html, "div.story") == TEXT


def test_a_page_that_carries_its_text_in_a_script_is_still_read():
    html = f"<html><body><div id=app></div><script>x = {json.dumps({'html': paragraphs(7)})}</script></body></html>"
    rules = ArticleRules(body=BodyRules(root=(Rule("css", "div.story"),), guess=True))
    inner = embedded_page(Page(URL, html), rules)
    assert inner is not None
    found = read_body(inner, rules.body, base_tags())
    assert isinstance(found, BodyResult)
    assert list(plain_lines(found.blocks)) == TEXT


def test_nothing_is_guessed_on_json():
    refused = read(json.dumps({"html": paragraphs(7)}), "div.elsewhere")
    assert isinstance(refused, Rejected)
