"""``links`` and ``extract`` read saved pages and pages of WARC files by the same options."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from given_blog import ARTICLES, WORDS, Answer, Blog, article_page

Run = Callable[..., Answer]


def test_links_of_all_archive_pages_of_warc_files_and_of_the_corpus_are_the_same(
    blog: Blog, curator: Run
):
    code, out, err = curator("links", blog.config, "--warc", *blog.warcs, "--json")
    answers = json.loads(out)
    assert code == 0 and "2 archive pages, 12 article pages" in err
    assert [answer["url"] for answer in answers] == [f"{blog.base}/list", f"{blog.base}/list/2"]
    listed = [url for answer in answers for url in answer["articles"]]
    assert listed == [blog.base + path for path in ARTICLES]
    assert {answer["column"] for answer in answers} == {"all"}  # /list/2 is known by its link
    of_corpus = curator("links", blog.config, "--corpus", blog.corpus, "--json")
    assert (of_corpus[0], json.loads(of_corpus[1])) == (0, answers)


def test_one_address_gives_an_answer_and_several_a_list(blog: Blog, curator: Run):
    first, second = f"{blog.base}/list", f"{blog.base}/list/2"
    given = ("links", blog.config, "--warc", *blog.warcs, "--json")
    one = json.loads(curator(*given, "--url", second)[1])
    assert (one["url"], len(one["articles"])) == (second, 6)
    both = json.loads(curator(*given, "--url", second, "--url", first)[1])
    assert [answer["url"] for answer in both] == [second, first]
    code, out, _ = curator(*given[:-1], "--url", second, "--url", first)
    assert code == 0 and [line for line in out.splitlines() if line[0] == "#"] == [
        f"# {second}",
        f"# {first}",
    ]


def test_saved_pages_with_their_addresses_in_options_or_in_a_table(blog: Blog, curator: Run):
    files = ["list.html", "list-2.html"]
    urls = [f"{blog.base}/list", f"{blog.base}/list/2"]
    pairs = [f"{file}={url}" for file, url in zip(files, urls, strict=True)]
    code, out, _ = curator("links", blog.config, "--html", pairs[0], "--html", pairs[1], "--json")
    assert (code, [answer["url"] for answer in json.loads(out)]) == (0, urls)
    rows = "".join(f"{file}\t{url}\n" for file, url in zip(files, urls, strict=True))
    (blog.saved / "pages.tsv").write_text(f"file\turl\n{rows}", encoding="utf-8")
    assert curator("links", blog.config, "--table", "pages.tsv", "--json")[1] == out
    chosen = curator("links", blog.config, "--html", *pairs, "--url", urls[1], "--json")
    assert json.loads(chosen[1]) == json.loads(out)[1]


@pytest.mark.parametrize(
    ("head", "source"),
    [
        ('<link rel="canonical" href="https://boats.example/rudder">', "rel=canonical"),
        ('<meta property="og:url" content="https://boats.example/rudder">', "og:url"),
        ("<!-- saved from url=(0028)https://boats.example/rudder -->", "saved from"),
        (
            "<!--\n Page saved with SingleFile \n url: https://boats.example/rudder \n saved date:"
            " Thu Mar 10 2022 19:12:36 GMT-0800 (Pacific Standard Time)\n-->",
            "saved from",
        ),
        (  # the page was made from another one that was saved
            "<!-- saved from url=(0029)http://themes.example/united/ -->"
            '<link rel="canonical" href="https://boats.example/rudder">',
            "rel=canonical",
        ),
    ],
)
def test_a_saved_page_says_its_own_address(
    head: str, source: str, blog: Blog, curator: Run, tmp_path: Path
):
    page = tmp_path / "page.html"
    page.write_text(article_page("rudder", head), encoding="utf-8")
    code, out, err = curator("extract", blog.config, "--html", str(page), "--format", "json")
    assert (code, json.loads(out)["url"]) == (0, "https://boats.example/rudder")
    assert err == f"{page}: its address is https://boats.example/rudder ({source})\n"
    # what the user says counts, and is not asked of the page
    given = ("extract", blog.config, "--html", str(page), "--url", "https://b.example/1")
    code, out, err = curator(*given, "--format", "json")
    assert (code, json.loads(out)["url"], err) == (0, "https://b.example/1", "")


def test_a_page_without_an_address_is_refused_with_the_cure(blog: Blog, curator: Run):
    code, out, err = curator("extract", blog.config, "--html", "posts-mast.html")
    assert (code, out) == (2, "")
    assert "posts-mast.html: no address (expected posts-mast.html=https://…" in err
    assert "--html posts-mast.html=ADDRESS" in err


def test_extract_reads_all_articles_of_warc_files(blog: Blog, curator: Run):
    code, out, _ = curator("extract", blog.config, "--warc", *blog.warcs, "--format", "json")
    found = json.loads(out)
    assert code == 0 and [article["url"] for article in found] == [
        blog.base + path for path in ARTICLES
    ]
    assert [article["title"] for article in found] == [f"On the {word} of ships" for word in WORDS]
    code, out, _ = curator("extract", blog.config, "--warc", *blog.warcs)
    assert (code, out.count("# http"), out.count("broke again")) == (0, 12, 12)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--html", "list.html=http://b.example/", "--warc", "x.warc"), "--warc together with"),
        (("--html", "list.html=ftp://b.example/"), "no such file"),
        (
            ("--html", "list.html=http://b.example/", "--url", "http://b.example/2"),
            "no saved page has",
        ),
        (("--table", "missing.tsv"), "missing.tsv"),
        (("--format", "tei", "--html", "list.html=http://b.example/", "list-2.html"), "one page"),
    ],
)
def test_options_that_do_not_fit_are_wrong_usage(
    options: tuple[str, ...], message: str, blog: Blog, curator: Run
):
    code, out, err = curator("extract", blog.config, *options)
    assert (code, out) == (2, "") and message.lower() in err.lower(), err


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("file\turl\n../a.html\thttp://b.example/\n", "outside the table's folder"),
        ("file\turl\nlist.html\techo\n", 'not a web address: "echo"'),
        ("file\turl\tdate\nlist.html\thttp://b.example/\tMay\n", 'not a date: "May"'),
        ("file\tadress\nlist.html\thttp://b.example/\n", "must name the columns file and url"),
    ],
)
def test_a_table_is_checked_with_line_numbers(table: str, message: str, blog: Blog, curator: Run):
    (blog.saved / "wrong.tsv").write_text(table, encoding="utf-8")
    code, out, err = curator("links", blog.config, "--table", "wrong.tsv")
    assert (code, out) == (2, "") and message in err and "wrong.tsv:" in err, err


def test_a_damaged_warc_is_read_as_far_as_possible(blog: Blog, curator: Run, tmp_path: Path):
    whole = Path(blog.warcs[0]).read_bytes()
    cut = tmp_path / "cut.warc.gz"
    cut.write_bytes(whole + gzip.compress(b"WARC/1.1\r\nnothing else")[:-9])
    code, out, err = curator("links", blog.config, "--warc", str(cut), "--json")
    assert code == 4 and len(json.loads(out)) == 2
    assert f"{cut}" in err and f"at offset {len(whole)}" in err, err


@pytest.mark.parametrize(
    "words",
    [
        ("extract", "CONFIG"),
        ("selectors", "CONFIG", "--url", "ARTICLE", "--text", "On the rudder of ships"),
        ("learn", "CONFIG", "--dry-run"),
        ("tags", "inventory", "CONFIG"),
        ("report", "metadata", "CONFIG"),
        ("check", "CONFIG", "--tests"),
        ("portals", "check", "CONFIG"),
        ("diff", "CONFIG", "CONFIG"),
        ("repair", "CONFIG"),
    ],
    ids=" ".join,
)
def test_every_command_says_once_what_it_cannot_read(
    blog: Blog, curator: Run, tmp_path: Path, words: tuple[str, ...]
):
    files = [Path(warc) for warc in blog.warcs]
    cut = tmp_path / "cut.warc.gz"
    whole = b"".join(file.read_bytes() for file in files)
    cut.write_bytes(whole + gzip.compress(b"WARC/1.1\r\nnothing else")[:-9])
    expected = Path(blog.config).with_suffix(".tests.yaml")
    expected.write_text(f"- article: {blog.base}{ARTICLES[0]}\n  accepted: yes\n", "utf-8")
    names = {"CONFIG": str(blog.config), "ARTICLE": blog.base + ARTICLES[0]}
    _, _, err = curator(*(names.get(word, word) for word in words), "--warc", str(cut))
    assert err.count(f"{cut} at offset {len(whole)}: ") == 1, err


def test_without_pages_and_without_a_corpus_the_corpus_is_named(blog: Blog, curator: Run):
    code, out, err = curator("links", blog.config, "--corpus", "nowhere")
    assert (code, out) == (2, "") and "no corpus in nowhere" in err
    assert "Run `curator crawl` first" in err and "--corpus" in err
