"""`guess: true` inside a root judges as reading without rules does."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.articles.blocks.article_roots import find_drops
from webarticlecurator.articles.without_rules.article_text import find_article_text
from webarticlecurator.base.model.blocks import block_words
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.portal_file.config.tags import base_tags


def pages(shared: Path, every: int) -> list[Page]:
    """Some of the real pages, each in the order of their file."""
    folder = shared / "cases" / "fundus"
    lines = (folder / "pages.jsonl").read_text(encoding="utf-8").splitlines()[::every]
    rows = [json.loads(line) for line in lines]
    return [
        read_page(row["url"], gzip.decompress((folder / row["html_file"]).read_bytes()))
        for row in rows
    ]


def test_the_roots_that_are_guessed_give_the_same_text_when_a_rule_selects_them(
    shared: Path,
) -> None:
    read = 0
    for page in pages(shared, 5):
        guess = find_article_text(page)
        assert guess is not None
        tree = page.root.getroottree()
        path = " | ".join(tree.getpath(root) for root in guess.roots)
        guided = BodyRules(root=(Rule("xpath", path),), guess=True)
        without, by_rule = (read_body(page, rules, base_tags()) for rules in (BodyRules(), guided))
        assert isinstance(without, BodyResult) and isinstance(by_rule, BodyResult)
        assert block_words(by_rule.blocks) == block_words(without.blocks)
        assert by_rule.account.dropped == without.account.dropped
        read += 1
    assert read > 15


def test_a_root_inside_the_guessed_one_leaves_out_what_the_page_as_a_whole_leaves_out() -> None:
    """Alone, a root of which a third is named as something else would not show that it is."""
    sentence = (
        "The storm took the roofs of forty houses in the town, and the mayor said so at noon. "
    )
    related = f'<div class="related"><p>{sentence * 4}</p></div>'
    parts = "".join(
        f'<div class="part"><p>{sentence * 4}</p><p>{sentence * 3}</p></div>' for _ in range(4)
    )
    source = (
        "<html><head><title>A storm took the roofs</title></head><body><article>"
        f'<h1>A storm took the roofs</h1>{parts}<div class="last"><p>{sentence * 8}</p>{related}</div>'
        "</article></body></html>"
    )
    page = Page("https://echo.example/2024/05/02/a-storm", source)
    (box,) = page.root.cssselect("div.related")
    guess = find_article_text(page)
    assert guess is not None and [root.tag for root in guess.roots] == ["article"]
    assert box in guess.drops, "the page as a whole shows it"
    rules = BodyRules(root=(Rule("css", "div.last"),), guess=True)
    last = tuple(page.root.cssselect("div.last"))
    assert find_drops(page, rules, last) == {box: guess.drops[box]}
