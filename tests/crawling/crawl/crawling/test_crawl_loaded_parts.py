"""What an article's page loads apart, the page that holds the whole article, and its images."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, listing, moved, small_portal

from webarticlecurator.base.errors import ConfigError
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection
from webarticlecurator.storage.store.view import view_corpus

ARCHIVE = 'fetch: {delay: 0}\narchive: {url: "BASE/list", links: h2}\n'
TEXT = "The text of the article is long enough to be one. " * 4


def crawl(portal: SmallPortal, rules: str) -> str:
    """The text of the only article's TEI, tags as they are."""
    portal.crawl(ARCHIVE + rules)
    (tei,) = portal.tei().values()
    return re.sub(r">\s+<", "><", tei.partition("<text>")[2])


def problems(portal: SmallPortal) -> list[tuple[str, str]]:
    with view_corpus(portal.corpus, "small") as corpus:
        found = list(corpus.run_log.problems())
    return [(p.kind, p.where.removeprefix(portal.base)) for p in found]


@pytest.fixture
def portal(tmp_path: Path):
    with small_portal(tmp_path, {"/list": listing("/a")}) as served:
        yield served


SINGLE = "article: {single_page: a.all, next_page: a.next, body: {root: article}, metadata: {authors: b.by}}\n"


def test_the_page_of_the_whole_article_is_read_in_place_of_its_pages(portal: SmallPortal) -> None:
    links = (
        "<b class=by>Ann Example</b><a class=all href=/a/all>all</a><a class=next href=/a/2>2</a>"
    )
    portal.pages["/a"] = article(f"one {TEXT}", around=links)
    portal.pages["/a/2"] = article(f"two {TEXT}")
    portal.pages["/a/all"] = article(f"one {TEXT} two {TEXT}", around="<b class=by>Site</b>")
    text = crawl(portal, SINGLE)
    assert portal.asked == ["/list", "/a", "/a/all"]
    assert (text.count("one The"), text.count("two The"), text.count("<pb")) == (1, 1, 0)
    (tei,) = portal.tei().values()
    assert "Ann Example" in tei
    assert "Site" not in tei
    assert [len(re.findall('<bibl type="capture"', tei)), f"{portal.base}/a/all" in tei] == [
        2,
        True,
    ]
    assert portal.articles() == {"/a": "tei"}
    portal.crawl(ARCHIVE + SINGLE)
    assert portal.asked.count("/a/all") == 1


def test_the_page_of_the_whole_article_is_no_article_of_its_own(portal: SmallPortal) -> None:
    portal.pages["/list"] = listing("/a/all", "/a")
    portal.pages["/a"] = article(f"one {TEXT}", around="<a class=all href=/a/all>all</a>")
    portal.pages["/a/all"] = article(f"one {TEXT} two {TEXT}")
    assert "two The" in crawl(portal, SINGLE)
    assert portal.articles() == {"/a/all": "continuation", "/a": "tei"}
    assert portal.asked.count("/a/all") == 1


@pytest.mark.parametrize("answer", [Answer("", 404), Answer("<p>no article</p>", 500), None])
def test_without_that_page_the_pages_of_next_page_are_read(
    portal: SmallPortal, answer: Answer | None
) -> None:
    address = "/a/all" if answer else "https://elsewhere.example/a/all"
    links = f"<a class=all href={address}>all</a><a class=next href=/a/2>2</a>"
    portal.pages["/a"] = article(f"one {TEXT}", around=links)
    portal.pages["/a/2"] = article(f"two {TEXT}")
    if answer:
        portal.pages["/a/all"] = answer
    text = crawl(portal, SINGLE + "fetch: {delay: 0, retries: 0}\n".replace("fetch", "# "))
    assert (text.count("one The"), text.count("two The"), text.count("<pb")) == (1, 1, 1)
    assert problems(portal) == ([("next-page", "/a")] if answer else [])


COMMENTS = """\
article:
  body: {root: article}
  parts:
    - {address: {css: "div[data-src]", attr: data-src}, as: comments, root: li, next: a.older}
"""


def test_comments_that_a_page_loads_are_read_with_it(portal: SmallPortal) -> None:
    portal.pages["/a"] = article(TEXT, around='<div data-src="/c?of=a"></div>')
    portal.pages["/c?of=a"] = (
        "<ul><li>first <b>one</b><li>second</ul><a class=older href=/c2>more</a>"
    )
    portal.pages["/c2"] = "<ul><li>third</ul>"
    text = crawl(portal, COMMENTS)
    assert portal.asked == ["/list", "/a", "/c?of=a", "/c2"]
    comments = text.partition('<div type="comments">')[2]
    assert re.findall(r'<post [^>]*type="comment"[^>]*><p>(.*?)</p></post>', comments) == [
        'first <hi rend="bold">one</hi>',
        "second",
        "third",
    ]
    assert problems(portal) == []
    assert portal.crawl(ARCHIVE + COMMENTS).ok
    assert len(portal.asked) == 5  # only the list again


def test_entries_have_ids_writers_and_replies(portal: SmallPortal) -> None:
    portal.pages["/a"] = article(TEXT, around='<div data-src="/c"></div>')
    portal.pages["/c"] = (
        "<ul><li id=c-7><b class=by>Ann</b><p>first</p><ul><li><b class=by>Ben</b><p>reply</p></ul><li>last</ul>"
    )
    tags = "body: {root: article, tags: {b.by: comment-author}}"
    text = crawl(portal, COMMENTS.replace("body: {root: article}", tags))
    posts = re.findall(r"<post ([^>]*)>(.*?)</post>", text)
    assert [re.sub(r"<[^>]*>", " ", words).split() for _, words in posts] == [
        ["Ann", "first"],
        ["Ben", "reply"],
        ["last"],
    ]
    first, reply, last = (re.sub(r"#?\w+\.[cp]-", "", attributes) for attributes, _ in posts)
    assert 'xml:id="c-7"' in first and 'who="Ann"' in first
    assert 'replyTo="c-7" indentLevel="1"' in reply and 'who="Ben"' in reply
    assert "who=" not in last and 'indentLevel="0"' in last


def test_a_part_as_json_and_as_other_blocks(portal: SmallPortal) -> None:
    rules = """\
article:
  body: {root: article, tags: {p.q: question}}
  parts:
    - address: {regex: 'data-api="([^"]+)"'}
      as: feed-entries
      page: {json: "entries[].join('', ['<p>', time, '</p><p>', text, '</p>'])"}
    - {address: a.quiz, as: text}
    - {address: a.pictures, as: gallery}
"""
    around = '<div data-api="/api"></div><a class=quiz href=/q>q</a><a class=pictures href=/g>g</a>'
    portal.pages["/a"] = article(TEXT, around=around)
    entries = [{"time": f"{n}:00", "text": f"entry {n}"} for n in (2, 1)]
    kind = (("Content-Type", "application/json"),)
    portal.pages["/api"] = Answer(json.dumps({"entries": entries}), 200, kind)
    portal.pages["/q"] = "<p class=q>Which?</p><p>This.</p>"
    portal.pages["/g"] = "<img src=/1.jpg><img src=/2.jpg>"
    text = crawl(portal, rules)
    assert re.findall(r"entry \d", text) == ["entry 2", "entry 1"]
    assert text.count("<post ") == 2
    assert "Which?" in text and "This." in text
    assert text.index("entry 1") < text.index("Which?") < text.index('<figure type="gallery">')


def test_a_part_that_is_not_sent_is_a_problem_and_asked_for_again(portal: SmallPortal) -> None:
    portal.pages["/a"] = article(TEXT, around='<div data-src="/c?of=a"></div>')
    portal.pages["/c?of=a"] = Answer("error", 500)
    rules = COMMENTS + "fetch: {delay: 0, retries: 0}\n"
    archive = ARCHIVE.replace("fetch: {delay: 0}\n", "")
    assert portal.crawl(archive + rules).problems == {"part-missing": 1}
    portal.pages["/c?of=a"] = "<ul><li>late</ul>"
    assert portal.crawl(archive + rules).ok
    (tei,) = portal.tei().values()
    assert "late" in tei


def test_comments_are_dropped_from_parts_too(portal: SmallPortal) -> None:
    portal.pages["/a"] = article(TEXT, around='<div data-src="/c?of=a"></div>')
    portal.pages["/c?of=a"] = "<ul><li>first</ul>"
    assert "first" not in crawl(portal, COMMENTS + "  comments: drop\n")


def test_images_are_stored_once_and_read_by_nobody(portal: SmallPortal) -> None:
    portal.pages["/list"] = listing("/a", "/b")
    body = '<img src="/s.jpg" srcset="/s.jpg 1x, /l.jpg 2x"><img src="/gone.jpg">' + TEXT
    portal.pages["/a"] = portal.pages["/b"] = article(body, around='<img src="/logo.png">')
    portal.pages["/s.jpg"] = portal.pages["/l.jpg"] = Answer(
        b"\xff\xd8", 200, (("Content-Type", "image/jpeg"),)
    )
    rules = "article: {body: {root: article}, assets: images}\n"
    assert portal.crawl(ARCHIVE + rules).ok
    assert sorted(portal.asked) == ["/a", "/b", "/gone.jpg", "/l.jpg", "/list", "/s.jpg"]
    assert problems(portal) == [("asset-missing", "/gone.jpg")]
    tei = portal.tei()
    portal.crawl(ARCHIVE + rules.replace(", assets: images", ""))
    assert portal.tei() == tei


def test_further_pages_of_a_redirected_article_are_read(portal: SmallPortal) -> None:
    """Their addresses are those to which the first one leads."""
    title = "<h1>Tale</h1>"
    top = '<a href="#top">▲</a>'
    portal.pages["/a"] = Answer(status=301, headers=(("Location", f"{portal.base}/tale"),))
    pages = {"/tale": ("one", 2), "/tale?page=2": ("two", 3), "/tale?page=3": ("three", 0)}
    for path, (word, following) in pages.items():
        link = f'<a href="/tale?page={following}">On</a>' if following else ""
        body = article(f"{word} {TEXT}", around=f"<p>{link}</p>{top}")
        portal.pages[path] = re.sub(
            "T[0-9]+", "Tale", body.replace("<article>", f"<article>{title}")
        )
    text = crawl(portal, "article: {next_page: {pager: {}}, body: {root: article}}\n")
    assert [f"{word} The" in text for word in ("one", "two", "three")] == [True] * 3
    assert problems(portal) == []


ASKED = """\
article:
  body: {root: article}
  parts:
    - {address: {css: "div[data-src]", attr: data-src}, as: text, headers: {X-Requested-With: XMLHttpRequest}}
"""


def serve_rest(portal: SmallPortal) -> None:
    portal.pages["/a"] = article(TEXT, around="<div data-src=/rest></div>")
    portal.pages["/rest"] = lambda: (
        Answer("<p>The rest of it.</p>")
        if portal.asking.get("X-Requested-With") == "XMLHttpRequest"
        else Answer("no", 403)
    )


def test_a_header_of_a_part_is_sent_for_it_alone(portal: SmallPortal) -> None:
    serve_rest(portal)
    assert "The rest of it." in crawl(portal, ASKED)
    assert portal.asked == ["/list", "/a", "/rest"]
    sent = [each.get("X-Requested-With") for each in portal.headers]
    assert [each for each in sent if each] == ["XMLHttpRequest"]
    assert sent[-1] == "XMLHttpRequest"
    assert problems(portal) == []


def test_a_header_is_sent_when_a_part_is_asked_again(portal: SmallPortal) -> None:
    serve_rest(portal)
    crawl(portal, ASKED)
    portal.clock.sleep(3 * 86400)
    everything = CrawlOptions(refresh=RefreshSelection(everything=True))
    portal.crawl(ARCHIVE + ASKED, everything)
    assert portal.asked.count("/rest") == 2
    assert [h.get("X-Requested-With") for h in portal.headers].count("XMLHttpRequest") == 2
    assert problems(portal) == []


def test_a_redirect_to_another_host_has_no_header(portal: SmallPortal, tmp_path: Path) -> None:
    serve_rest(portal)
    with small_portal(tmp_path / "other", {"/rest": "<p>The rest of it.</p>"}) as other:
        portal.pages["/rest"] = moved(f"{other.base}/rest")
        portal.crawl(ARCHIVE + ASKED)
        assert other.asked == ["/rest"]
        assert all("X-Requested-With" not in each for each in other.headers)


def test_a_header_that_signs_in_is_refused(portal: SmallPortal) -> None:
    with pytest.raises(ConfigError) as refused:
        portal.write(ARCHIVE + ASKED.replace("X-Requested-With", "Cookie"))
    assert "fetch.headers" in str(refused.value)
    assert "XMLHttpRequest" not in str(refused.value)
