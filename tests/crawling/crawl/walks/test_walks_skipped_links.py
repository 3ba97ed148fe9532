"""A rule for the element around several articles takes the first of them: the crawl says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import article, small_portal

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.crawling.archive.skipped_links import find_skipped_links
from webarticlecurator.crawling.states.column_proofs import prove_lists
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_link_elements
from webarticlecurator.storage.store.view import view_corpus

FILE = """archive:
  url: BASE/{date:%Y/%m/%d}
  dates: {from: 2024-04-29, until: 2024-04-30, step: day}
  links: LINKS
fetch: {retries: 0, delay: 0}
"""


def items(*names: str) -> str:
    found = (f'<dd><a href="/n/{name}">A story of {name} here</a></dd>' for name in names)
    return f"<html><body><dl>{''.join(found)}</dl></body></html>"


PAGES = {
    "/2024/04/29": items("bridge-one-opens"),
    "/2024/04/30": items("bridge-two-opens", "bridge-three-opens", "bridge-four-opens"),
    **{
        f"/n/bridge-{n}-opens": article(f"Bridge {n}. " * 40)
        for n in ("one", "two", "three", "four")
    },
}


@pytest.mark.parametrize(("links", "number"), [("dl", 2), ("dd", 4)])
def test_a_rule_for_the_whole_list_is_a_problem_and_proves_no_day(
    tmp_path: Path, links: str, number: int
):
    is_wrong = links == "dl"
    with small_portal(tmp_path, PAGES) as portal:
        summary = portal.crawl(FILE.replace("LINKS", links))
        with view_corpus(portal.corpus, "small") as corpus:
            assert sum(row.state == "tei" for row in corpus.frontier.articles()) == number
            problems = [*corpus.run_log.problems(["skipped-links"])]
            proofs = {each.words: each.is_proved for each in prove_lists(corpus)}
    assert summary.ok != is_wrong
    assert [each.where.rpartition("/")[2] for each in problems] == ["30"] * is_wrong
    assert (False in proofs.values()) == is_wrong
    if is_wrong:
        assert "leave out 2, such as" in problems[0].message
        assert "bridge-three-opens" in problems[0].message


HEADLINE = '<h3><a href="/n/bridge-{}-is-open">Bridge {} is open</a></h3>'
AUTHOR = '<p><a href="/authors/anna-b-c">Anna B. writes of bridges</a></p>'
IMAGE = '<a href="/n/bridge-1-is-open"><img src="/1.jpg"/></a>'


@pytest.mark.parametrize(
    ("body", "css", "skipped"),
    [
        (f"<div>{HEADLINE.format(1, 1)}{HEADLINE.format(2, 2)}</div>", "div", 1),
        (f"<div>{HEADLINE.format(1, 1)}{HEADLINE.format(2, 2)}</div>", "div a", 0),
        (f"<div>{HEADLINE.format(1, 1)}{AUTHOR}</div>", "div", 0),
        (f"<div>{HEADLINE.format(1, 1)}<h3>{IMAGE}</h3></div>", "div", 0),
        (f"<div>{HEADLINE.format(1, 1)}</div><div>{HEADLINE.format(2, 2)}</div>", "div", 0),
        (f"<div>{HEADLINE.format(1, 1)}<ul>{HEADLINE.format(2, 2)}</ul></div>", "div", 0),
        ("<div><a href='/1'>One</a> <a href='/2'>Two</a></div>", "div", 0),
    ],
    ids=["list", "links", "author", "picture", "items", "deeper", "no article"],
)
def test_links_like_the_first_one_are_skipped(body: str, css: str, skipped: int):
    page = Page("http://site.example/list", f"<html><body>{body}</body></html>")
    rules = (Rule(kind="css", expression=css),)
    assert len(find_skipped_links(page, select_link_elements(rules, page))) == skipped
