"""``new`` proposes the same portal file from stored pages, without a request, as from live ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from given_blog import WORDS, Answer, Blog
from response_records import response_record
from skipped_pauses import skip_pauses

from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.config.load import check, load_portal

Run = Callable[..., Answer]


@pytest.fixture(scope="module")
def live(blog: Blog, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What ``new`` proposes when it asks the portal."""
    path = tmp_path_factory.mktemp("live") / "live.yaml"
    with pytest.MonkeyPatch.context() as patch:
        skip_pauses(patch)
        assert main(["new", f"{blog.base}/list", "--output", str(path)]) == 0
    return path.read_text(encoding="utf-8")


def test_the_proposal_from_a_warc_is_that_from_the_portal(
    live: str, blog: Blog, curator: Run, tmp_path: Path
):
    path = tmp_path / "warc.yaml"
    code, _, err = curator("new", "--warc", *blog.warcs, "--output", str(path))
    assert code == 0 and path.read_text(encoding="utf-8") == live, err
    assert f"list page: {blog.base}/list (lists 6 of the other pages" in err
    assert "article root: " in err and "a link to the next page" in err
    assert check(path) == ()


@pytest.mark.parametrize("named", ["--url", ""], ids=["url", "name"])
def test_the_list_page_can_be_named(named: str, blog: Blog, curator: Run, tmp_path: Path):
    second = f"{blog.base}/list/2"
    name = (named, second) if named else ()
    options = ("--output", str(tmp_path / "two.yaml"), "--warc", *blog.warcs)
    code, _, err = curator("new", *(() if named else (second,)), *options, *name)
    text = (tmp_path / "two.yaml").read_text(encoding="utf-8")
    assert code == 0 and "list page" not in err and f"looking at {second}" in err
    assert "/posts/lantern" in text and "/posts/rudder" not in text


def test_the_proposal_from_saved_pages_is_that_from_the_portal(live: str, blog: Blog, curator: Run):
    pairs = [f"posts-{word}.html={blog.base}/posts/{word}" for word in WORDS]
    saved = (*pairs, f"list.html={blog.base}/list", f"list-2.html={blog.base}/list/2")
    code, out, err = curator("new", "--output", "-", "--html", *saved)
    assert (code, out) == (0, live), err


def test_articles_that_the_saved_list_does_not_name_are_read_all_the_same(blog: Blog, curator: Run):
    pairs = [f"posts-{word}.html={blog.base}/posts/{word}" for word in WORDS[6:]]
    code, out, err = curator(
        "new", "--output", "-", "--html", f"list.html={blog.base}/list", *pairs
    )
    assert code == 0 and "div.text" in out, err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "no page given"),
        (
            ("echo", "--html", "list.html=http://b.example/"),
            "a name together with files or addresses: echo",
        ),
        (
            ("--html", "list.html=http://b.example/", "--url", "http://b.example/2"),
            "no saved page has the address http://b.example/2",
        ),
        (("echo", "--url", "http://b.example/1"), "a name together with files or addresses"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    options: tuple[str, ...], message: str, blog: Blog, curator: Run
):
    code, out, err = curator("new", *options, "--output", "-")
    assert (code, out) == (2, "") and message in err, err


def test_two_pages_with_one_address_are_refused(blog: Blog, curator: Run):
    pages = [f"{file}={blog.base}/posts/mast" for file in ("posts-mast.html", "posts-anchor.html")]
    code, out, err = curator("new", "--html", *pages)
    assert (code, out) == (2, "")
    assert "posts-mast.html and posts-anchor.html: both have the address" in err


def test_warc_files_without_a_list_are_refused(blog: Blog, curator: Run):
    articles = [path for path in blog.warcs if "-articles-" in path]
    code, _, err = curator("new", "--warc", *articles, "--output", "-")
    assert code == 2 and "seems to list the others" in err
    assert "Name an archive page with --url" in err


def test_of_warc_files_without_a_list_the_pages_that_declare_their_day_are_the_articles(
    curator: Run, tmp_path: Path
):
    day = '<meta property="article:published_time" content="2024-05-01">'
    text = "<article><p>The council met on Monday to talk about the bridge again.</p></article>" * 9
    pages = {
        "/2024/05/01/a-bridge/": day,
        "/2024/05/01/a-bridge/2/": day,
        "/2024/06/17/a-fox/": day,
        "/about/": "",
    }
    records = [
        response_record(
            f"https://a.example{path}",
            f"<html><head>{head}<title>T</title></head><body>{text}</body></html>".encode(),
            f"00000000-0000-0000-0000-{number:012}",
        )
        for number, (path, head) in enumerate(pages.items())
    ]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    code, out, err = curator("new", "--warc", str(tmp_path / "a.warc"), "--output", "-")
    assert code == 0 and "3 of 4 pages are articles" in err, err
    made = tmp_path / "made.yaml"
    made.write_text(out, encoding="utf-8")
    portal = load_portal(made)
    assert portal.columns == () and portal.match is not None
    found = [path for path in pages if re.search(portal.match, f"https://a.example{path}")]
    assert found == ["/2024/05/01/a-bridge/", "/2024/06/17/a-fox/"]


def test_several_pages_of_the_list_are_read_together(blog: Blog, curator: Run):
    named = ("--url", f"{blog.base}/list", "--url", f"{blog.base}/list/2")
    code, out, err = curator("new", "--warc", *blog.warcs, *named, "--output", "-")
    assert code == 0 and f"looking at {blog.base}/list/2" in err
    assert "  links: h2\n" in out and "next: a.next" in out, out


def test_an_existing_file_is_kept(blog: Blog, curator: Run, tmp_path: Path):
    path = tmp_path / "mine.yaml"
    path.write_text("mine", encoding="utf-8")
    code, _, err = curator("new", "--warc", *blog.warcs, "--output", str(path))
    assert (code, path.read_text(encoding="utf-8")) == (2, "mine") and "already exists" in err


@pytest.mark.parametrize("declares", [True, False])
def test_saved_pages_that_declare_their_day_or_read_as_articles_are_all_articles(
    declares: bool, curator: Run, tmp_path: Path
):
    files = []
    for number, words in enumerate(("A fox in the garden", "Rain for a week", "The old bridge")):
        day = f'<meta property="article:published_time" content="2024-05-0{number + 1}">'
        text = " ".join(f"{word} was seen again by many people." for word in words.split())
        page = (
            f'<html><head><link rel="canonical" href="https://a.example/news/{number}-story">'
            f"{day if declares or number else ''}<title>{words}</title></head><body>"
            f'<nav><a href="/">Home</a></nav><article><h1>{words}</h1>'
            f"<p>{text}</p><p>{text[::-1]}</p></article></body></html>"
        )
        files.append(tmp_path / f"{number}.html")
        files[-1].write_text(page, encoding="utf-8")
    path = tmp_path / "saved.yaml"
    code, _, err = curator("new", "--html", *map(str, files), "--output", str(path))
    assert code == 0
    assert check(path) == ()
    assert not load_portal(path).columns
    assert "no list page: " in err
    assert "3 articles read with this file" in err


@pytest.mark.parametrize("is_list", [True, False])
def test_a_saved_page_alone_is_an_article_if_two_signs_say_so(
    is_list: bool, curator: Run, tmp_path: Path
):
    sentence = "The council of the town has said that the park will be built by the river. "
    text = "".join(f"<p>{sentence * 3}{n}</p>" for n in range(8))
    links = "".join(
        f'<li><a href="/news/2024/05/0{n}/a-park-by-the-river-{n}">A park by the river {n}</a></li>'
        for n in range(1, 9)
    )
    body = f"<ul>{links}</ul>" if is_list else f"<article><h1>A park</h1>{text}</article>"
    address = "https://a.example/" + ("news" if is_list else "news/2024/05/03/a-park-by-the-river")
    page = tmp_path / "page.html"
    page.write_text(f"<html><head><title>A park</title></head><body>{body}</body></html>")
    path = tmp_path / "saved.yaml"
    code, _, err = curator("new", "--html", f"{page}={address}", "--output", str(path))
    assert code == 0
    assert bool(load_portal(path).columns) is is_list
    assert ("no list page: " in err) is not is_list


BOX = "".join(
    f'<li><a href="/news/5760{n}/the-bridge-of-the-town">The bridge of story {n} again</a></li>'
    for n in range(5)
)


def save_boxed_articles(folder: Path, number: int, *, declare: bool = True) -> list[str]:
    """Write articles, each with a box of links to some of the others, which declare their day or
    have the addresses of articles."""
    text = "The council met on Monday to talk about the bridge, and about little else that day. "
    for each in range(number):
        day = f'<meta property="article:published_time" content="2024-05-0{each + 1}T09:00:00Z">'
        day *= declare
        words = f"{text} For the {each}th time it was said that nothing would be mended. "
        page = (
            f'<html><head><link rel="canonical" href="https://a.example/news/5760{each}/the-bridge-of-the-town">'
            f'<meta property="og:type" content="article">{day}<title>Bridge {each}</title></head>'
            f"<body><article><h1>The bridge of story {each} again</h1>"
            f"{f'<p>{words}</p>' * 6}</article><aside><h2>Most read</h2><ol>{BOX}</ol></aside></body></html>"
        )
        (folder / f"{each}.html").write_text(page, encoding="utf-8")
    return [str(folder / f"{each}.html") for each in range(number)]


@pytest.mark.parametrize("declare", [True, False])
def test_an_article_with_a_box_of_links_to_others_is_no_list(
    declare: bool, curator: Run, tmp_path: Path
):
    files = save_boxed_articles(tmp_path, 8, declare=declare)
    code, out, err = curator("new", "--html", *files, "--output", "-")
    assert code == 0 and "no list page: 8 of 8 pages are articles" in err, err
    assert "archive: none" in out


def test_a_list_is_found_though_boxes_name_more_than_it(curator: Run, tmp_path: Path):
    files = save_boxed_articles(tmp_path, 8)
    items = "".join(
        f'<h2><a href="/news/5760{n}/the-bridge-of-the-town">The bridge of story {n} again</a></h2>'
        for n in (5, 6, 7)
    )
    listing = tmp_path / "list.html"
    listing.write_text(f"<html><body><main>{items}</main></body></html>", encoding="utf-8")
    pages = [*files, f"{listing}=https://a.example/news/"]
    code, _, err = curator("new", "--html", *pages, "--output", "-")
    assert code == 0 and "list page: https://a.example/news/ (lists 3 of" in err, err
