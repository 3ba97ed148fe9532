"""Which pages are taken for threads when the rules for posts are learned from several of them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from made_up_forum import Thread, make_pages, make_threads

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.without_rules.threads import find_thread
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.proposal.proposal import LearnedRules, Proposal
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.fields.metadata_rules import learn_fields
from webarticlecurator.proposing.text_rules.post_rules import learn_posts, write_opening_writer


def read_pages(threads: list[Thread]) -> list[Page]:
    """The first pages of threads, on all of which a thread is found."""
    known = make_pages(threads)
    urls = [each.address for each in threads]
    pages = [read_page(f"http://quay.example{url}", known[url].encode()) for url in urls]
    assert all(map(find_thread, pages))
    return pages


def make_long_threads() -> list[Thread]:
    chosen = (each for each in make_threads() if len(each.posts) > 3)
    return [replace(each, board=2 + n % 2) for n, each in enumerate(chosen)]


def test_what_every_page_repeats_is_no_post():
    first, *threads = make_long_threads()
    beside = [replace(each, posts=[*first.posts[:3], *each.posts[:2]]) for each in threads]
    assert learn_posts(read_pages(beside), lambda _url: None, lambda *_: False) is None


def test_a_post_that_every_thread_begins_with_leaves_them_threads():
    threads = make_long_threads()
    notice = threads[0].posts[0]
    noticed = [replace(each, posts=[notice, *each.posts[1:4]]) for each in threads]
    posts = learn_posts(read_pages(noticed), lambda _url: None, lambda *_: False)
    assert posts is not None
    assert posts.root == "div.content"


def test_the_same_thread_at_two_addresses_counts_once():
    pages = read_pages(make_long_threads())
    once = learn_posts(pages, lambda _url: None, lambda *_: False)
    twice = learn_posts([*pages, pages[0]], lambda _url: None, lambda *_: False)
    assert once is not None and twice is not None
    assert (twice.root, twice.author.rule) == (once.root, once.author.rule)
    assert twice.evidence.split(" on ")[0] == once.evidence.split(" on ")[0]


def test_who_began_a_thread_is_the_last_on_a_page_whose_newest_post_is_the_first():
    threads = make_long_threads()
    assert any(each.posts[0].author in [p.author for p in each.posts[1:]] for each in threads)
    newest = [replace(each, posts=[*reversed(each.posts[:4])]) for each in threads]
    for shown, time in ((threads, "first"), (newest, "earliest")):
        pages = read_pages(shown)
        posts = learn_posts(pages, lambda _url: None, lambda *_: False)
        assert posts is not None
        assert posts.time.rule["pick"] == time
        fields = (("authors", (write_opening_writer(posts.author),)),)
        proposal = Proposal("https://quay.example/", article=LearnedRules(fields=fields))
        text = proposed_yaml(proposal).encode("utf-8")
        portal = load_portal(Path("quay.yaml"), learned=False, content=text)
        for page, thread in zip(pages, threads, strict=True):
            found, _ = read_metadata(page, portal, portal.article)
            assert list(found.texts("authors")) == [thread.posts[0].author]


RANKS = ("Member", "Member", "Guide", "Crew")
TAGS = ("rope", "sail", "paint", "keel", "mast")
ACCOUNTS = tuple(f"user{n}" for n in (3, 7, 11, 18, 25, 31, 42, 57))


def make_short_threads(
    head: str,
    above: str = "",
    of_tag: str = "",
    of_writer: str = "",
    time: str = "<i>{}</i>",
    least: int = 2,
) -> list[tuple[Page, list[str]]]:
    """Return the pages of threads of ``least`` posts or one more with their writers. ``of_tag`` and
    ``of_writer`` are in a line ``above`` the posts for each."""
    threads = []
    for n in range(16):
        posts, writers = "", []
        for k in range(least + n % 2):
            account = (n * (k + 2) + 3 * k + n // 8) % len(ACCOUNTS)
            writers.append(ACCOUNTS[account])
            rank, number = RANKS[account % len(RANKS)], 100 + 4 * n + k * (1 + n % 3)
            shown = head.format(name=writers[-1], rank=rank, number=number, account=account)
            posts += (
                f"<div class=post><div class=head>{shown} {time.format(f'2024-03-{n + 1:02} 1{k}:00')}</div>"
                f"<div class=content><p>The keel of boat {n} was painted {k} times in the"
                " harbour.</p><p>It will be seen again in the winter.</p></div></div>"
            )
        links = [of_tag.format(tag=TAGS[(n + k) % len(TAGS)]) for k in range(1 + n % 3)]
        links += [of_writer.format(name=name) for name in dict.fromkeys(writers)]
        title = f"<title>Boat {n}</title><h1>The boat with number {n}</h1>"
        html = f"{title}<div>{above.format(links=' '.join(links))}{posts}</div>"
        threads.append((read_page(f"http://quay.example/t/{n}", html.encode()), writers))
    return threads


@pytest.mark.parametrize(
    ("head", "place"),
    [
        ("<h5>{rank}</h5><h4>{name}</h4>", "h4"),
        ("<h4>{name}</h4><h5>{rank}</h5>", "h4"),
        ("<img src='/{account}.png'><h5>{rank}</h5><h4>{name}</h4>", "h4"),
        ("<span>msg{number}</span><b>{name}</b>", "div.post b"),
        ("<b>{name}</b><u>sailing with {name}</u>", "div.post b"),
    ],
)
def test_the_place_of_writers_is_where_values_vary_with_all_else(head: str, place: str):
    """Ranks, numbers of posts and signatures are no names; in a short thread nothing says so."""
    pages = [page for page, _ in make_short_threads(head)]
    posts = learn_posts(pages, lambda _url: None, lambda *_: False)
    assert posts is not None
    assert posts.author.rule == {"css": place, "pick": "first"}


def test_names_that_are_no_element_are_found_beside_ranks():
    """What page by page looks like a name is the rank."""
    words = dict(zip(ACCOUNTS, "anna bea tomasz seadog mike zoe captain jim".split(), strict=True))
    head = "<img src='/{account}.png'>{name} <h5>{rank}</h5>"
    pages, opened = [], []
    for page, writers in make_short_threads(head, least=4):
        html = re.sub(r"\buser\d+", lambda found: words[found[0]], page.text)
        pages.append(read_page(page.url, html.encode()))
        opened.append([words[writers[0]]])
    posts = learn_posts(pages, lambda _url: None, lambda *_: False)
    assert posts is not None
    rules = LearnedRules(fields=(("authors", (write_opening_writer(posts.author),)),), posts=posts)
    text = proposed_yaml(Proposal("https://quay.example/", article=rules)).encode("utf-8")
    portal = load_portal(Path("quay.yaml"), learned=False, content=text)
    read = [read_metadata(page, portal, portal.article)[0] for page in pages]
    assert [list(each.texts("authors")) for each in read] == opened


BESIDE = "<p class=tags>{links}</p>"
TAG, MEMBER = "<a href='/topics/{tag}'>{tag}</a>", "<a href='/member/{name}'>{name}</a>"


@pytest.mark.parametrize(
    ("head", "of_writer"),
    [
        (f"{MEMBER} <a href='/post/{{number}}'>2024-03-09 1{{account}}:00</a>", ""),
        ("<b>{name}</b>", MEMBER),
        (MEMBER, MEMBER),
        (MEMBER, "<a href='/member/{name}'>reader of {name}</a>"),
    ],
)
def test_members_are_no_keywords(head: str, of_writer: str):
    pages = [page for page, _ in make_short_threads(head, BESIDE, of_writer=of_writer)]
    fields = learn_fields(pages, ["div.content"], Portal("new", "http://quay.example/"))
    assert "keywords" not in dict(fields)


@pytest.mark.parametrize("above", [BESIDE, BESIDE.replace(" class=tags", "")])
def test_tags_beside_members_are_keywords_and_no_writers(above: str):
    threads = make_short_threads(MEMBER, above, of_tag=TAG)
    pages = [page for page, _ in threads]
    fields = learn_fields(pages, ["div.content"], Portal("new", "http://quay.example/"))
    ((keywords,),) = (lines for name, lines in fields if name == "keywords")
    assert "on 16 of 16 pages: rope; sail; paint" in keywords.evidence
    posts = learn_posts(pages, lambda _url: None, lambda *_: False)
    assert posts is not None
    first = [page.root.cssselect(str(posts.author.rule["css"]))[0].text for page in pages]
    assert first == [writers[0] for _, writers in threads]


@pytest.mark.parametrize(
    ("head", "time", "is_day"),
    [
        (MEMBER, "<i class=at>{}</i>", True),
        (f"by {MEMBER} on", "{}", True),
        (f"{MEMBER},", "{}", False),
        (MEMBER, "{} <a href='/reply'>Reply</a>", False),
    ],
)
def test_a_line_with_name_and_day_is_no_rule_for_the_day(head: str, time: str, is_day: bool):
    """Where the words beside a day vary, no rule removes them; reading without rules finds it."""
    pages = [page for page, _ in make_short_threads(head, time=time)]
    posts = learn_posts(pages, lambda _url: None, lambda *_: False)
    assert posts is not None and posts.root
    assert posts.is_day is is_day
