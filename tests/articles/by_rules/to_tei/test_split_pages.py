"""``article.split``: every article of the page once, at an address of its own, with its own
metadata."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from tried_page import BASE, URL, build_from, listing, tei_files, write_warc

from webarticlecurator.cli.main import main
from webarticlecurator.tei.documents.plain_text import read_lines
from webarticlecurator.tei.documents.read import read_header
from webarticlecurator.tei.documents.validation import validate

FIELDS = "metadata: {title: h2, authors: .by, published: {css: time, attr: datetime}}"


def post(id_: str, number: int, text: str) -> str:
    head = f"<h2>Cím {number}</h2><b class=by>Szerző {number}</b><time datetime=2019-03-0{number}T10:00>x</time>"
    return f"<div class=post{' id=' + id_ if id_ else ''}>{head}<p>{text}</p></div>"


POSTED = "{css: div.post, id: {css: a.n, attr: href}}"


def told(number: int) -> str:
    """The name of a ``post`` without an id of its own."""
    return f"2019-03-0{number}-Cím-{number}"


def quoted(name: str) -> str:
    return quote(name)


def built(folder: Path, html: str, split: str = "{css: div.post}", fields: str = FIELDS):
    """(summary, fragment → (title, authors, published, last line))."""
    page = f"<html><head><title>Fórum</title></head><body>{html}</body></html>"
    warc = write_warc(folder / "x.warc", {f"{BASE}/list/1": listing("/2019/one"), URL: page})
    summary = build_from(
        folder,
        warc,
        rules=f"article: {{split: {split}, {fields}, body: {{drop: [h2, .by, time]}}}}\n",
    )
    found = {}
    for content in tei_files(folder).values():
        header = read_header(content)
        authors = [v.value for v in header.metadata.all("authors")]
        assert validate(content) == ()
        found[header.url.removeprefix(f"{URL}#")] = (
            header.metadata.first("title"),
            authors,
            (header.metadata.first("published") or "")[:10],
            " ".join(read_lines(content)),
        )
    return summary, found


def test_each_has_its_own_title_author_date_and_text(tmp_path: Path):
    summary, found = built(tmp_path, post("p1", 1, "egy") + "<hr>" + post("p2", 2, "kettő"))
    assert found == {
        "p1": ("Cím 1", ["Szerző 1"], "2019-03-01", "egy"),
        "p2": ("Cím 2", ["Szerző 2"], "2019-03-02", "kettő"),
    }
    assert (summary.tei, dict(summary.rejected)) == (2, {"split": 1})


@pytest.mark.parametrize(
    ("ids", "names"),
    [
        (("", "", ""), [told(1), told(2), told(3)]),
        (("a", "a", "b"), [told(1), told(2), "b"]),  # which of the two is meant by `a`?
        (("", "2019-03-01-Cím-1", "c"), ["2019-03-01-Cím-1", told(1) + "-4f88f109e9b0", "c"]),
    ],
)
def test_no_article_is_lost_where_ids_are_missing_or_repeated(
    tmp_path: Path, ids: tuple[str, ...], names: list[str]
):
    _, found = built(tmp_path, "".join(post(id_, n, f"szöveg{n}") for n, id_ in enumerate(ids, 1)))
    assert sorted(found) == sorted(map(quoted, names))
    assert sorted(text for *_, text in found.values()) == ["szöveg1", "szöveg2", "szöveg3"]


@pytest.mark.parametrize(
    ("item", "split", "name"),
    [
        ("<article data-id=77><p>x</p></article>", "{css: article, id: '@data-id'}", "77"),
        ("<div class=post><a class=n>#3</a><p>x</p></div>", "{css: div.post, id: a.n}", "3"),
        ("<div class=post id='á b'><p>x</p></div>", "{css: div.post}", "%C3%A1%20b"),
        ("<div class=post id=' '><p>x</p></div>", "{css: div.post}", "2d711642b726"),
        ("<div class=post><a class=n href='/1'>x</a></div>", POSTED, "/1"),
        (
            "<div class=post><b id=k>x</b></div>",
            "{css: div.post, id: [i, {css: b, attr: id}]}",
            "k",
        ),
    ],
)
def test_where_its_id_stands(tmp_path: Path, item: str, split: str, name: str):
    assert list(built(tmp_path, item, split)[1]) == [name]


def test_a_new_post_on_top_takes_no_name_of_another(tmp_path: Path):
    first, double = post("", 1, "egy"), post("", 2, "kettő") + post("", 2, "más")
    bare = "<div class=post><p>csak szöveg</p></div>"
    for folder in ("before", "after"):
        (tmp_path / folder).mkdir()
    _, before = built(tmp_path / "before", first + double + bare + bare)
    new = post("", 3, "új") + "<div class=post><p>új szöveg</p></div>"
    _, after = built(tmp_path / "after", new + first + double + bare + bare)
    assert len(before) == 5 and len(after) == 7
    assert {name: after[name] for name in before} == before


def test_the_id_of_one_inside_another_is_not_its_own(tmp_path: Path):
    inner = "<div class=post><a class=n href='#in'>x</a></div>"
    html = f"<div class=post>{inner}<a class=n href='#out'>y</a></div>"
    assert list(built(tmp_path, html, POSTED)[1]) == ["out"]


def test_one_inside_another_says_nothing_about_it(tmp_path: Path):
    inner = "<div class=post><h2>Belső</h2><b class=by>Más</b><time datetime=2020-01-01>x</time><p>bent</p></div>vége"
    outer = f"<div class=post id=o>{inner}<p>kint</p><b class=by>Külső Szerző</b></div>"
    _, found = built(tmp_path, outer + post("p2", 2, "kettő"))
    assert found["o"] == (None, ["Külső Szerző"], "", "bent vége kint")
    assert found["p2"][:3] == ("Cím 2", ["Szerző 2"], "2019-03-02")


def test_one_inside_another_belongs_to_it_and_its_words_are_there_once(tmp_path: Path):
    _, found = built(
        tmp_path, f"<div class=post id=o><h2>Külső</h2><p>kint</p>{post('i', 2, 'bent')}</div>"
    )
    assert list(found) == ["o"] and found["o"][3] == "kint bent"


def test_an_empty_one_is_a_verdict(tmp_path: Path):
    summary, found = built(
        tmp_path,
        post("a", 1, "x") + "<div class=post id=b> </div><div class=post><script>1</script></div>",
    )
    assert (list(found), dict(summary.rejected)) == (["a"], {"empty": 2, "split": 1})


def test_a_page_on_which_nothing_is_split_off_is_a_verdict_and_a_problem(tmp_path: Path):
    summary, found = built(tmp_path, "<p>semmi</p>")
    assert (found, dict(summary.rejected)) == ({}, {"no-root": 1})


@pytest.mark.parametrize(
    ("root", "texts"),
    [
        ("", ["by me egy — sig", "by me kettő — sig", "by me három"]),
        ("root: div.text, ", ["egy", "kettő"]),  # of the third nothing says where its text is
        # the first rule that matches in this article
        ("root: [div.text, div.post], ", ["egy", "kettő", "by me három"]),
        # it holds all of each
        ("root: body, ", ["by me egy — sig", "by me kettő — sig", "by me három"]),
        ("root: [div.text, body], ", ["egy", "kettő", "by me három"]),
        ("root: div.text, guess: true, ", ["egy", "kettő", "by me három"]),
    ],
)
def test_the_root_is_looked_for_inside_each_article(tmp_path: Path, root: str, texts: list[str]):
    def entry(text: str) -> str:
        return f"<div class=post><i>by me</i> {text}</div>"

    shown = [entry(f"<div class=text>{text}</div><i>— sig</i>") for text in ("egy", "kettő")]
    html = "".join(shown) + "<div class=text>outside</div>" + entry("három")
    page = f"<html><head><title>Fórum</title></head><body>{html}</body></html>"
    warc = write_warc(tmp_path / "x.warc", {f"{BASE}/list/1": listing("/2019/one"), URL: page})
    rules = f"article: {{split: {{css: div.post}}, body: {{{root}drop: h2}}}}\n"
    summary = build_from(tmp_path, warc, rules=rules)
    assert sorted(
        " ".join(read_lines(content)) for content in tei_files(tmp_path).values()
    ) == sorted(texts)
    assert dict(summary.rejected) == {"split": 1, **({} if len(texts) == 3 else {"no-root": 1})}


def tried(folder: Path, fragment: str, *more: str) -> int:
    """The exit code of ``curator extract`` on a saved page with the posts ``p1`` and ``p2``."""
    config = folder / "echo.yaml"
    rules = f"article: {{split: {{css: div.post}}, {FIELDS}, body: {{root: p}}}}\n"
    text = f"portal: echo\nhome: {BASE}/\narchive: {{url: '{BASE}/'}}\n{rules}"
    config.write_text(text, encoding="utf-8", newline="\n")
    page = folder / "page.html"
    page.write_text(
        f"<body>{post('p1', 1, 'egy')}{post('p2', 2, 'kettő')}</body>",
        encoding="utf-8",
        newline="\n",
    )
    return main(["extract", str(config), "--url", URL + fragment, "--html", str(page), *more])


def test_a_saved_page_shows_all_its_articles(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert tried(tmp_path, "") == 0
    found = [
        f"# {URL}#p1\t2019-03-01T10:00:00",
        "egy",
        "",
        f"# {URL}#p2\t2019-03-02T10:00:00",
        "kettő",
    ]
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition("+")[0].partition("\tCím")[0] for line in lines] == found
    assert tried(tmp_path, "", "--format", "json") == 0
    assert [(part["url"], part["text"]) for part in json.loads(capsys.readouterr().out)] == [
        (f"{URL}#p1", "egy"),
        (f"{URL}#p2", "kettő"),
    ]


def test_one_of_them_by_its_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert tried(tmp_path, "#p2", "--format", "json") == 0
    part = json.loads(capsys.readouterr().out)
    assert (part["url"], part["title"], part["text"]) == (f"{URL}#p2", "Cím 2", "kettő")


@pytest.mark.parametrize(
    ("fragment", "form", "code", "said"),
    [("#p3", "text", 1, "but #p1, #p2"), ("", "tei", 2, f"{URL}#p2")],
)
def test_what_is_no_single_article_names_those_there_are(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    fragment: str,
    form: str,
    code: int,
    said: str,
):
    assert tried(tmp_path, fragment, "--format", form) == code
    shown = capsys.readouterr()
    assert (shown.out, said in shown.err) == ("", True)
