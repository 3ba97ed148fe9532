"""What bug 14 of HTML2TEI lost: ids that links of the same page lead to, languages of passages, days that ``time`` names."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree
from tried_page import (
    BASE,
    RULES,
    URL,
    Tried,
    build_from,
    listing,
    page,
    tei_files,
    try_page,
    write_warc,
)

from webarticlecurator.base.model.article import Rejected
from webarticlecurator.tei.documents.validation import validate

FOOTNOTE = "<p>szó<sup><a id=r1 href='#f1'>1</a></sup></p><ol><li id=f1>láb <a href='#r1'>vissza</a></li><li id=f2>nem kell</li></ol>"


def test_a_footnote_and_its_mark_point_to_each_other(tmp_path: Path):
    tried = try_page(tmp_path, page(FOOTNOTE))
    mark, note = tried.at("//t:anchor/@xml:id")
    assert tried.at("//t:body//t:ref/@target") == [f"#{note}", f"#{mark}"]
    assert tried.at(f"//t:item[.//t:anchor/@xml:id='{note}']") == ["láb vissza"]
    assert tried.words == ["szó1", "láb", "vissza", "nem", "kell"]


@pytest.mark.parametrize(
    ("place", "href", "holder"),
    [
        ("<h2 id=x>Cím</h2>", "#x", "head"),
        ("<h2><a name=x></a>Cím</h2>", "#x", "head"),
        ("<div id=x><p>Cím</p></div>", f"{URL}#x", "p"),
        ("<p>a <span id=x>Cím</span></p>", "/2019/one#x", "p"),
        ("<p id='á é'>Cím</p>", "#%C3%A1%20%C3%A9", "p"),
        ("<a name=x></a><ul><li>Cím</li></ul>", "#x", "p"),
        ("<figure id=x><img src=/1.jpg><figcaption>Cím</figcaption></figure>", "#x", "head"),
        ("<table id=x><tr><td>Cím</td><td>b</td></tr></table>", "#x", "p"),
        ("<p id=x>Cím</p><p id=x>másik</p>", "#x", "p"),
    ],
)
def test_a_place_stands_before_its_first_word(tmp_path: Path, place: str, href: str, holder: str):
    tried = try_page(tmp_path, page(f"<p><a href='{href}'>oda</a></p>{place}"))
    (name,) = tried.at("//t:anchor/@xml:id")
    assert tried.at("//t:body//t:ref/@target") == [f"#{name}"]
    (anchor,) = tried.tree.iterfind(".//{*}anchor")
    assert (anchor.tail, anchor.getparent().tag.rpartition("}")[2]) == ("Cím", holder)


@pytest.mark.parametrize("href", ["#nincs", f"{BASE}/2019/two#x", "#", "#x y", "#dropped"])
def test_a_link_that_leads_nowhere_on_the_page_keeps_its_address(tmp_path: Path, href: str):
    rules = "article: {body: {root: article, drop: [.d]}}\n"
    tried = try_page(
        tmp_path,
        page(f"<p id=x>szó <a href='{href}'>oda</a></p><p class=d id=dropped>y</p>"),
        rules,
    )
    assert tried.at("//t:anchor") == []
    assert tried.at("//t:body//t:ref/@target")[0].startswith("https://")


def test_ids_that_pages_of_an_article_repeat_stay_apart(tmp_path: Path):
    pages = {
        f"{BASE}/list/1": listing("/2019/one"),
        URL: page(FOOTNOTE + "<p><a rel=next href='/2019/one?p=2'>tovább</a></p>"),
        f"{URL}?p=2": page(FOOTNOTE.replace("láb", "második")),
    }
    rules = "article: {body: {root: article}, next_page: {css: 'a[rel=next]'}}\n"
    assert build_from(tmp_path, write_warc(tmp_path / "x.warc", pages), rules=rules).tei == 1
    (content,) = tei_files(tmp_path).values()
    assert validate(content) == ()
    tree = Tried(Rejected(URL, "empty", "not asked for"), content, etree.fromstring(content))
    names = tree.at("//t:anchor/@xml:id")
    assert len(set(names)) == len(names) == 4
    marks, notes = names[::2], names[1::2]
    assert [t for t in tree.at("//t:body//t:ref/@target") if t.startswith("#")] == [
        f"#{notes[0]}", f"#{marks[0]}", f"#{notes[1]}", f"#{marks[1]}",
    ]  # fmt: skip
    assert tree.at(f"//t:item[.//t:anchor/@xml:id='{notes[1]}']") == ["második vissza"]


def spoken(tmp_path: Path, text: str, around: str = "hu") -> list[tuple[str, str, str]]:
    html = page(text).replace("<html>", f"<html lang={around}>")
    tried = try_page(tmp_path, html)
    lang = "{http://www.w3.org/XML/1998/namespace}lang"
    (body,) = tried.tree.iterfind(".//{*}body")
    found = [e for e in body.iter() if e.get(lang)]
    return [
        (e.tag.rpartition("}")[2], e.get(lang), " ".join("".join(e.itertext()).split()))
        for e in found
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "<blockquote lang=en><p>To be</p><p>or not</p></blockquote>",
            [("p", "en", "To be"), ("p", "en", "or not")],
        ),
        ("<p>a <i lang=la>quod erat</i> b</p>", [("foreign", "la", "quod erat")]),
        (
            "<p lang=de>Das <i lang=la>quod</i> ist</p>",
            [("p", "de", "Das quod ist"), ("foreign", "la", "quod")],
        ),
        (
            "<p lang=en>My <b lang=hu>szép</b> word</p>",
            [("p", "en", "My szép word"), ("foreign", "hu", "szép")],
        ),
        ("<h2 lang=en_GB>Head</h2><p>x</p>", [("head", "en-GB", "Head")]),
        (
            "<figure lang=fr><img src=/1.jpg><figcaption>Le pont</figcaption></figure><p>x</p>",
            [("head", "fr", "Le pont")],
        ),
        ("<p lang=hu-HU>a</p><p lang=''>b</p><p lang='x y'>c</p><p lang=und>d</p>", []),
        ("<p><span lang=EN-US style='mso-ansi-language:EN-US'>magyar</span></p>", []),
        ("<ul lang=sk><li>egy<li><b>dva</b></ul>", [("p", "sk", "egy"), ("p", "sk", "dva")]),
        ("<p lang=en><img src=/1.jpg alt=x></p><p>x</p>", []),
        ("<p>Mi<b lang=en>cro</b>soft</p>", [("foreign", "en", "cro")]),
    ],
)
def test_a_passage_in_another_language_says_so(
    tmp_path: Path, text: str, expected: list[tuple[str, str, str]]
):
    assert spoken(tmp_path, text) == expected


def test_the_language_of_the_page_is_nothing_to_be_said(tmp_path: Path):
    assert spoken(tmp_path, "<div lang=en-US><p lang=en>x</p></div>", "en-GB") == [
        ("p", "en-US", "x")
    ]
    assert spoken(tmp_path, "<div lang=en><p lang=en-GB>x</p></div>", "en-GB") == []
    # the portal's own
    assert try_page(tmp_path, page("<p lang=hu>x</p>"), RULES).at("//t:body//@xml:lang") == []


def test_the_language_is_that_of_the_page_and_not_always_the_same(tmp_path: Path):
    german = page("<p>Wort</p>").replace("<html>", "<html lang=de>")
    assert try_page(tmp_path, german).at("/t:TEI/@xml:lang") == ["de"]
    assert try_page(tmp_path, page("<p>szó</p>")).at("/t:TEI/@xml:lang") == ["hu"]


@pytest.mark.parametrize(
    ("time", "when"),
    [
        ("datetime=2019-03-15", ["2019-03-15"]),
        ("datetime='2019-03-15 08:30'", ["2019-03-15T08:30:00+01:00"]),
        ("datetime=2019-03-15T08:30Z", ["2019-03-15T08:30:00+00:00"]),
        ("datetime=14:05", []),
        ("datetime=P3D", []),
        ("", []),
    ],
)
def test_a_day_in_the_text_keeps_what_the_page_says_it_is(
    tmp_path: Path, time: str, when: list[str]
):
    tried = try_page(tmp_path, page(f"<p>múlt <time {time}>csütörtök</time>i</p>"))
    assert (tried.at("//t:body//t:date/@when"), tried.words) == (when, ["múlt", "csütörtöki"])
