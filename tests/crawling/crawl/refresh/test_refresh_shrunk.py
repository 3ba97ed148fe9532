"""What a refresh may answer, and whether it replaces the text of an article: at once, when the same
text was seen again a day later, or never."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

import pytest
from blog import ALL, RULES, Blog, Post, open_blog
from small_portal import Answer, moved

from webarticlecurator.cli.main import main
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import BuildOptions, RefreshSelection
from webarticlecurator.storage.store.view import view_corpus

KEPT, NOW, CONFIRMED = "kept", "now", "confirmed"
"""The text stays; it is replaced; it is replaced when the same text was seen again."""
FULL = " ".join(f"word{number}" for number in range(400))


def in_template(text: str, head: str = "<title>Post</title>") -> Answer:
    """A page of the portal as it should be, with another text."""
    return Answer(f"<html><head>{head}</head><body><article><p>{text}</p></article></body></html>")


def words(number: int, name: str = "word") -> str:
    return " ".join(f"{name}{each}" for each in range(number))


WHOLE = (
    f"<html><head><title>Post</title></head><body><article><p>{FULL}</p></article></body></html>"
)
LOGIN = (
    "<html><head><title>Log in</title></head><body><form action='/login'><input name='user'>"
    "<input type='password' name='password'><button>Log in</button></form></body></html>"
)
KINDS: dict[str, tuple[Answer, str]] = {
    "unchanged": (Answer(WHOLE), KEPT),
    "teaser with paywall words": (in_template(f"{words(20)} … Subscribe to read on."), CONFIRMED),
    "teaser without a word": (in_template(words(45)), CONFIRMED),
    "teaser, said to be closed": (
        in_template(words(45), "<meta name='access' content='closed'>"),
        KEPT,
    ),
    "database error": (in_template("Error establishing a database connection"), KEPT),
    "login page": (Answer(LOGIN), KEPT),
    "PHP error": (in_template("Fatal error: Uncaught Error in /var/www/a.php:17"), CONFIRMED),
    "error of the template": (in_template("Something went wrong. Please try again."), KEPT),
    "maintenance in the template": (in_template("We are improving our pages today."), CONFIRMED),
    "maintenance page": (
        Answer("<html><title>Maintenance</title><body>Down for maintenance.</body></html>"),
        KEPT,
    ),
    "removed": (in_template("This article was removed at the wish of its author."), CONFIRMED),
    "withdrawn by a court": (in_template("Deleted by order of a court."), CONFIRMED),
    "test page": (in_template("asdf"), CONFIRMED),
    "bot check": (
        Answer("<html><title>Just a moment...</title><body>Checking your browser</body></html>"),
        KEPT,
    ),
    "placeholder": (in_template("Lorem ipsum dolor sit amet"), CONFIRMED),
    "cut in its markup": (Answer(WHOLE[: len(WHOLE) // 4]), CONFIRMED),
    "cut in the head": (Answer("<html><head><title>Po"), KEPT),
    "body without text": (in_template(""), KEPT),
    "no article": (Answer("<html><body><main><p>A new layout.</p></main></body></html>"), KEPT),
    "zero bytes": (Answer(""), KEPT),
    "not found with 200": (
        Answer("<html><title>Page not found</title><body><p>No.</p></body></html>"),
        KEPT,
    ),
    "page that scripts fill": (
        Answer("<html><body><div id='app'></div><script src='/a.js'></script></body></html>"),
        KEPT,
    ),
    "404": (Answer("gone", 404), KEPT),
    "410": (Answer("gone", 410), KEPT),
    "500": (Answer("error", 500), KEPT),
    "to the front page": (moved("/"), KEPT),
    "to another article": (moved("/0"), CONFIRMED),
    "another article's text": (in_template(words(300, "other")), NOW),
    "fewer than half": (in_template(words(199)), CONFIRMED),
    "half": (in_template(words(200)), NOW),
    "grown": (in_template(FULL + " and more"), NOW),
    "corrected": (in_template(FULL.replace("word7", "word")), NOW),
    "the title alone": (
        in_template(FULL, "<title>Another title</title><meta name='day' content='2024-01-01'>"),
        NOW,
    ),
}
_NO_PAGE = [kind for kind, (_, fate) in KINDS.items() if fate == KEPT]
_PAGES = [kind for kind in KINDS if kind not in _NO_PAGE]
# eight answers in a row that are no article would be a portal that is out of order
NUMBERS = {
    kind: number
    for number, kind in enumerate(
        (kind for pair in zip_longest(_PAGES, _NO_PAGE) for kind in pair if kind is not None), 1
    )
}


def own_answer(number: int, answer: Answer) -> Answer:
    """An answer with words of its own article, since no two articles have the same text."""
    name = "abcdefghij"[number // 10] + "abcdefghij"[number % 10]
    return replace(answer, body=str(answer.body).replace("word", f"{name}word"))


@dataclass(frozen=True)
class Seen:
    """The text of each kind after each crawl, and what was asked for in it."""

    blog: Blog
    texts: tuple[dict[str, str], ...]
    asked: tuple[list[str], ...]


def texts(blog: Blog) -> dict[str, str]:
    found = {}
    with view_corpus(blog.portal.corpus, "small") as corpus:
        for kind, number in NUMBERS.items():
            row = corpus.frontier.article(f"{blog.portal.base}/{number}")
            assert row is not None and row.tei is not None, (kind, row)
            found[kind] = (blog.portal.corpus / "tei" / row.tei).read_text(encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seen]:
    posts = [Post(0, words(390, "first")), *(Post(number, FULL) for number in NUMBERS.values())]
    with open_blog(tmp_path_factory.mktemp("shrunk"), posts) as blog:
        for number in NUMBERS.values():
            blog.posts[number].answer = own_answer(number, Answer(WHOLE))
        blog.crawl()
        all_texts, asked = [texts(blog)], [blog.asked]

        def crawl(days: float, refresh: RefreshSelection | None = None) -> None:
            blog.wait(days=days)
            blog.crawl(refresh)
            all_texts.append(texts(blog))
            asked.append(blog.asked)

        for kind, number in NUMBERS.items():
            blog.posts[number].answer = own_answer(number, KINDS[kind][0])
        crawl(1, ALL)
        crawl(0.5)
        crawl(0.6)
        crawl(30)
        yield Seen(blog, tuple(all_texts), tuple(asked))


def body(tei: str) -> str:
    return tei.partition("<body")[2]


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_is_replaced_by_less_when_that_was_seen_twice(seen: Seen, kind: str):
    before, first, early, second, later = (each[kind] for each in seen.texts)
    expected = KINDS[kind][1]
    title_only = kind == "the title alone"
    assert "word399" in body(before)
    replaced = [
        (title_only and "Another title" in tei) or body(tei) != body(before)
        for tei in (first, early, second, later)
    ]
    assert (
        replaced
        == {
            KEPT: [False] * 4,
            NOW: [True] * 4,
            CONFIRMED: [False, False, True, True],
        }[expected]
    )


def test_what_waits_is_asked_for_once_more_and_by_no_later_crawl(seen: Seen):
    waiting = [
        f"/{NUMBERS[kind]}" for kind, (_, expected) in KINDS.items() if expected == CONFIRMED
    ]
    # a page that breaks off is asked for by each crawl until it is the same a day later
    cut = sorted(f"/{NUMBERS[kind]}" for kind in KINDS if kind.startswith("cut in "))
    _, _, early, second, later = seen.asked
    target_of_redirect = ["/0"]
    assert (sorted(early), later) == (cut, [])
    assert sorted({*second}) == sorted({*waiting, *target_of_redirect, *cut})


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[Blog]:
    with open_blog(tmp_path, [Post(1, FULL), Post(2, words(300, "second"))]) as running:
        running.crawl()
        yield running


def shrink(blog: Blog, number: int = 1, text: str = "asdf") -> None:
    blog.posts[number].text = text


def crawl_after(blog: Blog, days: float, refresh: RefreshSelection | None = None) -> None:
    blog.wait(days=days)
    blog.crawl(refresh)


def again(blog: Blog) -> dict[str, str]:
    """The TEI that is made anew of an index that is made of the WARC files."""
    portal = blog.portal.write(blog.rules)
    shutil.rmtree(blog.portal.corpus / "tei")
    rebuild_corpus(portal, blog.portal.corpus, blog.runtime())
    build(portal, blog.portal.corpus, BuildOptions(jobs=1), blog.runtime())
    return blog.portal.tei()


def due(blog: Blog) -> tuple[int, str]:
    with view_corpus(blog.portal.corpus, "small") as corpus:
        number, time = corpus.refreshes.next_looks()
    return number, f"{time:%m-%d}" if time is not None else ""


def test_states_and_bytes_follow_from_the_records_alone(blog: Blog):
    steps: list[Callable[[], None]] = [
        lambda: shrink(blog),
        lambda: None,
        lambda: shrink(blog, text=FULL + " again"),
        lambda: shrink(blog, 2, text="removed"),
        lambda: blog.portal.pages.update({"/1": moved("/2")}),
        lambda: None,
    ]
    for step in steps:
        step()
        crawl_after(blog, 1.01, ALL)
        made, waits = blog.portal.tei(), due(blog)
        assert again(blog) == made and due(blog) == waits


def test_a_text_that_is_never_the_same_twice_is_asked_for_four_times(blog: Blog):
    shrink(blog)
    crawl_after(blog, 1, ALL)
    asked = []
    for day in range(1, 30):
        shrink(blog, text=f"Visitors today: {day}")
        crawl_after(blog, 1.001)
        asked.append(day) if blog.asked else None
    assert asked == [1, 3, 7, 14] and "word399" in blog.text("/1") and due(blog) == (0, "")


def test_a_text_that_comes_back_is_used_at_once_and_asked_for_no_more(blog: Blog):
    shrink(blog)
    crawl_after(blog, 1, ALL)
    shrink(blog, text=FULL)
    crawl_after(blog, 1.01)
    assert blog.asked == ["/1"] and due(blog) == (0, "")
    shrink(blog)
    crawl_after(blog, 1, ALL)
    assert "word399" in blog.text("/1"), "the earlier look at the same text does not count"


def test_after_a_confirmed_text_the_next_ones_are_compared_with_it(blog: Blog):
    shrink(blog, text=words(100))
    crawl_after(blog, 1, ALL)
    crawl_after(blog, 1.01)
    shrink(blog, text=words(60, "edited"))
    crawl_after(blog, 1, ALL)
    assert "edited59" in blog.text("/1") and due(blog) == (0, "")


def test_the_refresh_that_confirms_counts_as_a_change(blog: Blog):
    shrink(blog)
    blog.wait(days=1)
    first = blog.crawl(ALL)
    assert first.refreshed is not None and first.refreshed.unchanged == 2 and first.ok
    assert [line for line in first.remarks if "version-shrunk: 1 articles" in line]
    blog.wait(days=1.01)
    second = blog.crawl()
    assert second.refreshed is not None
    assert (second.refreshed.asked, second.refreshed.changed) == (1, 1)
    assert not [line for line in second.remarks if "version-shrunk" in line]


def test_a_wall_between_two_looks_is_no_look(blog: Blog):
    shrink(blog)
    crawl_after(blog, 1, ALL)
    blog.posts[1].answer = KINDS["bot check"][0]
    crawl_after(blog, 1.01)
    assert blog.asked == ["/1"] and "word399" in blog.text("/1")
    crawl_after(blog, 0.1)
    assert blog.asked == ["/1"], "it is asked for until the portal answers"
    blog.posts[1].answer = None
    crawl_after(blog, 0.1)
    assert "asdf" in blog.text("/1")


def test_an_article_that_is_gone_meanwhile_keeps_its_text_and_is_asked_for_no_more(blog: Blog):
    shrink(blog)
    crawl_after(blog, 1, ALL)
    blog.posts[1].answer = Answer("gone", 410)
    crawl_after(blog, 1.01)
    assert blog.asked == ["/1"] and "word399" in blog.text("/1")
    crawl_after(blog, 1.01)
    assert blog.asked == []


def test_confirm_says_when_the_second_look_counts(blog: Blog):
    blog.rules = RULES.replace("retries: 0", "retries: 0, confirm: 3h")
    shrink(blog)
    crawl_after(blog, 0.1, ALL)
    crawl_after(blog, 0.13)
    assert blog.asked == ["/1"] and "asdf" in blog.text("/1")


def test_captures_first_knows_no_shrinking(blog: Blog):
    blog.rules = RULES + "captures: first\n"
    shrink(blog)
    crawl_after(blog, 1, ALL)
    assert "word399" in blog.text("/1") and due(blog) == (0, "")


def test_a_later_page_that_is_a_teaser_keeps_the_text_of_all_pages(tmp_path: Path):
    with open_blog(tmp_path, [Post(1, words(10), more=[FULL])]) as blog:
        blog.crawl()
        blog.posts[1].more = ["Subscribe"]
        crawl_after(blog, 1, ALL)
        assert "word399" in blog.text("/1")
        made = blog.portal.tei()
        assert '<bibl type="not-used">' in next(iter(made.values())) and again(blog) == made
        crawl_after(blog, 1.01)
        assert blog.asked == ["/1", "/1?p=2"] and "Subscribe" in blog.text("/1")
        made = blog.portal.tei()
        assert '<bibl type="not-used">' not in next(iter(made.values())) and again(blog) == made


def test_posts_of_a_split_page_keep_their_texts(tmp_path: Path):
    rules = RULES.replace("body: {root: article}", "split: {css: p, id: '@id'}")

    def page(first: str) -> Answer:
        texts = f'<p id="a">{first}</p><p id="b">{words(50)}</p>'
        return Answer(f"<html><head><title>Thread</title></head><body>{texts}</body></html>")

    with open_blog(tmp_path, [Post(1, "", answer=page(FULL))], rules) as blog:
        blog.crawl()
        blog.posts[1].answer = page("Deleted.")
        crawl_after(blog, 1, ALL)
        assert "word399" in blog.text("/1#a") and due(blog) == (1, "05-04")
        made = blog.portal.tei()
        assert again(blog) == made
        crawl_after(blog, 1.01)
        assert blog.asked == ["/1"] and "Deleted." in blog.text("/1#a") and due(blog) == (0, "")


@pytest.mark.parametrize(("moving", "target"), [("1", "2"), ("2", "1")])
def test_an_article_that_redirects_to_another_one_keeps_its_tei(
    blog: Blog, moving: str, target: str
):
    before = blog.portal.tei()
    blog.posts[int(moving)].answer = moved(f"/{target}")
    blog.wait(days=1)
    summary = blog.crawl(ALL)
    assert (summary.articles, summary.tei, summary.new_articles, summary.ok) == (2, 2, 0, True)
    texts = [body(text) for text in blog.portal.tei().values()]
    assert texts == [body(text) for text in before.values()]
    made = blog.portal.tei()
    assert again(blog) == made and due(blog) == (1, "05-04")
    crawl_after(blog, 0.5)
    assert blog.asked == []
    blog.wait(days=0.6)
    summary = blog.crawl()
    assert blog.asked[0] == f"/{moving}"
    assert (summary.articles, summary.tei, summary.new_articles) == (1, 1, 0)
    made = blog.portal.tei()
    assert again(blog) == made and len(made) == 1 and due(blog) == (0, "")


def test_an_article_that_comes_back_from_another_address_is_as_before(blog: Blog):
    before = blog.portal.tei()
    blog.posts[1].answer = moved("/2")
    crawl_after(blog, 1, ALL)
    blog.posts[1].answer = None
    crawl_after(blog, 1.01)
    assert blog.asked == ["/1"] and due(blog) == (0, "")
    assert [body(text) for text in blog.portal.tei().values()] == list(map(body, before.values()))
    crawl_after(blog, 1.01)
    assert blog.asked == []


def test_why_and_diff_show_the_version_that_waits(blog: Blog, capsys: pytest.CaptureFixture[str]):
    config, corpus = str(blog.portal.write(RULES).path), ["--corpus", str(blog.portal.corpus)]
    url = f"{blog.portal.base}/1"
    shrink(blog)
    crawl_after(blog, 1, ALL)
    capsys.readouterr()
    assert main(["why", config, url, *corpus]) == 0
    said = capsys.readouterr().out
    assert re.search(
        r"kept; it shows much less than before, so it is requested again at 2024-05-04 12", said
    )
    assert re.search(r"not used: 2024-05-03 .*: version-shrunk: 1 words \(an earlier .*400\)", said)
    assert "problem: version-shrunk: a later capture is not used yet" in said
    assert main(["diff", config, url, *corpus]) == 0
    said = capsys.readouterr().out
    assert "version 2 of 2: 2024-05-03" in said and "not used" in said
    assert "words: 400 gone, 1 added" in said
    assert main(["diff", config, url, *corpus, "--json"]) == 0
    assert [each["number"] for each in json.loads(capsys.readouterr().out)["versions"]] == [1, 2]


def test_a_redirect_brings_another_article_up_to_date(blog: Blog):
    blog.posts[1].answer = moved("/2")
    blog.posts[2].text = words(300, "edited")
    crawl_after(blog, 1, blog.select("/1"))
    assert "word399" in blog.text("/1") and "edited299" in blog.text("/2")
    made = blog.portal.tei()
    assert again(blog) == made
