"""Comments that are longer than the articles above them: pages decide together that they are none
of the text, and no posts of a thread."""

from __future__ import annotations

from pathlib import Path

import pytest
from learn_pages import WORDS, page, paragraphs

from webarticlecurator.articles.without_rules.threads import find_thread
from webarticlecurator.base.proposal.proposal import LearnedRules, Proposal
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.text_rules.comments_below import find_comments_below
from webarticlecurator.proposing.text_rules.post_rules import learn_posts, list_unsure_pages

NAMES = ("Rowan Pike", "Mira Kroll", "Old Tom", "Nina Ash", "Jo Lund")


def post(number: int, at: int) -> str:
    words = " ".join(f"{WORDS[(number + at + n) % len(WORDS)]} was near the" for n in range(9))
    when = f"2024-03-{number + 1:02}T{at + 9:02}:00"
    return (
        f'<div class="rx-item"><b>{NAMES[at % len(NAMES)]}</b> <time datetime="{when}">{when}</time>'
        f'<div class="rx-text"><p>On day {number} and {at}, the {words} sea.</p></div></div>'
    )


def article(number: int, posts: int, above: str | None = None) -> Page:
    above = f'<div class="story">{paragraphs(number, 2)}</div>' if above is None else above
    below = "".join(post(number, at) for at in range(posts))
    below = f'<div class="rx"><h3>{posts} replies</h3>{below}</div>' if posts else ""
    title = f"On the {WORDS[number]}"
    return page(number, f"<html><body><main><h1>{title}</h1>{above}{below}</main></body></html>")


def test_posts_below_a_text_of_the_page_are_comments():
    pages = [article(number, 6 * (number % 2)) for number in range(6)]
    assert find_thread(pages[1])
    found = find_comments_below(pages)
    assert found is not None and found.drop is not None
    assert (found.drop.rule, found.page_kind) == ("div.rx", "article")
    assert found.drop.evidence == "comments below the text on 3 of 6 pages"
    assert [each.root.cssselect("div.rx-item") for each in found.pages] == [[]] * 6
    assert all(each.root.cssselect("div.story p") for each in found.pages)
    assert all(each.root.cssselect("div.rx-item") for each in pages[1::2])


def test_the_comments_of_one_page_are_found_on_pages_with_a_single_one():
    stories = [
        f"<i>2024-02-0{n + 1}</i><div class=story>{paragraphs(n, 2)}</div>" for n in range(6)
    ]
    pages = [article(n, 6 if n == 2 else 1, above=story) for n, story in enumerate(stories)]
    found = find_comments_below(pages)
    assert found is not None and found.drop is not None
    assert found.drop.rule == "div.rx"
    alone = [article(number, 6 if number == 2 else 0) for number in range(6)]
    assert find_comments_below(alone) is None


def test_a_line_above_the_posts_is_a_summary_unless_a_time_is_beside_it():
    lines = [paragraphs(number, 1) for number in range(6)]
    pages = [article(number, 6, above=f"<div>{line}</div>") for number, line in enumerate(lines)]
    assert find_comments_below(pages) is None
    day = "<i>2024-02-{:02}</i>"
    dated = [article(n, 6, above=day.format(n + 1) + line) for n, line in enumerate(lines)]
    assert find_comments_below(dated) is not None


@pytest.mark.parametrize(("by", "is_sure"), [(("Vera Lind", "Paul Osei"), False), (NAMES, True)])
def test_it_is_doubtful_that_pages_are_threads_if_who_began_them_never_answers(
    by: tuple[str, ...], is_sure: bool
):
    opening = post(0, 0).replace(NAMES[0], "{}")
    pages = [
        article(n, 5, above=opening.format(by[n % len(by)]).replace("day 0", f"day {n} of May"))
        for n in range(6)
    ]
    posts = learn_posts(pages, lambda _url: None, lambda *_: False)
    assert posts is not None
    assert posts.is_sure is is_sure


def test_posts_on_a_few_pages_are_doubtful_if_they_are_in_the_text():
    pages = [article(n, 6 if n in (2, 5) else 0, above=post(n, 20)) for n in range(8)]
    assert find_comments_below(pages) is None
    assert learn_posts(pages, lambda _url: None, lambda *_: False) is None
    assert list_unsure_pages(pages, None, ["main"], "") == [pages[2], pages[5]]
    assert list_unsure_pages(pages, None, ["h1"], "") == []
    assert list_unsure_pages(pages[:5], None, ["main"], "") == []


def test_posts_that_are_left_out_as_comments_are_doubtful_where_they_may_be_a_thread():
    pages = [article(number, 6 * (number % 2)) for number in range(6)]
    found = find_comments_below(pages)
    assert found is not None
    assert list_unsure_pages(pages, None, ["div.story"], found.page_kind) == pages[1::2]
    declared = [article(number, 0) for number in range(6)]
    assert list_unsure_pages(declared, None, ["div.story"], "article") == []


def test_a_forum_on_few_of_the_pages_is_doubtful():
    pages = [article(number, 6 if number < 3 else 0, above="") for number in range(8)]
    posts = learn_posts(pages, lambda _url: None, lambda *_: False)
    assert posts is not None and posts.is_sure
    assert list_unsure_pages(pages, posts, [posts.root], "") == pages[:3]
    assert list_unsure_pages(pages[:6], posts, [posts.root], "") == []


def test_a_report_in_parts_by_the_writer_of_its_first_lines_has_no_comments():
    byline = f"<p>By {NAMES[0]}, 1 March 2024</p>"
    pages = [
        article(n, 6, above=f"{byline}<div class=story>{paragraphs(n, 2)}</div>") for n in range(6)
    ]
    assert find_comments_below(pages) is None
    other = [article(n, 6, above=f"<div class=story>{paragraphs(n, 2)}</div>") for n in range(6)]
    assert find_comments_below(other) is not None


def test_posts_that_are_the_page_are_a_thread():
    pages = [article(number, 6, above="") for number in range(6)]
    assert find_comments_below(pages) is None
    assert learn_posts(pages, lambda _url: None, lambda *_: False) is not None


def test_rules_of_a_forum_above_each_thread_are_no_text_of_its_page():
    rules = f"<div class=rules>{paragraphs(0)}</div>"
    assert find_comments_below([article(number, 6, above=rules) for number in range(6)]) is None


def test_comments_beside_the_paragraphs_are_dropped_one_by_one():
    pages = [article(number, 6) for number in range(6)]
    for each in pages:
        box = each.root.cssselect("div.rx")[0]
        box.drop_tag()
    found = find_comments_below(pages)
    assert found is not None and found.drop is not None
    assert found.drop.rule == "div.rx-item"
    assert all(each.root.cssselect("h3, div.story p") for each in found.pages)


def test_where_comments_are_shorter_no_kind_of_page_is_stated():
    pages = [
        article(number, 3, above=f"<div>{paragraphs(number) * 4}</div>") for number in range(6)
    ]
    assert not any(map(find_thread, pages))
    found = find_comments_below(pages)
    assert found is not None and found.drop is not None
    assert (found.drop.rule, found.page_kind) == ("div.rx", "")


def test_the_portal_file_says_that_the_pages_are_articles():
    article_rules = LearnedRules(page_kind="article")
    text = proposed_yaml(Proposal("https://echo.example/", article=article_rules))
    portal = load_portal(Path("new.yaml"), learned=False, content=text.encode("utf-8"))
    assert portal.article.page_kind == "article"
