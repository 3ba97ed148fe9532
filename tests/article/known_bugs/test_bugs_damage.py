"""Bugs 10 to 19 of the predecessor, HTML2TEI: words, links and structure lost or changed without a
word."""

from __future__ import annotations

from pathlib import Path

import pytest
from operators_material import (
    BASE,
    URL,
    build_from,
    listing,
    page,
    portal_file,
    tei_files,
    try_page,
    write_warc,
)

from webarticlecurator import tei
from webarticlecurator.config import check
from webarticlecurator.model.article import Rejected

LINE_BREAKS = ["<br>", "<br/>", "<br />", "<BR>", "<br clear='all'>", "<br></br>", "<p>", "<hr/>"]


@pytest.mark.parametrize("line_break", LINE_BREAKS)
def test_bug_10_a_line_break_never_glues_words(tmp_path: Path, line_break: str):
    assert try_page(tmp_path, page(f"<p>első sor{line_break}második</p>")).words == [
        "első",
        "sor",
        "második",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "<div>egy</div><div>kettő</div>",
        "<span><div>egy</div><div>kettő</div></span>",
        "<table><tr><td><p>egy</p><p>kettő</p></td></tr></table>",
        "<table><tr><td>egy</td><td>kettő</td></tr></table>",
        "<ul><li>egy</li><li>kettő</li></ul>",
        "<h2>egy</h2>kettő",
        "<blockquote><div>egy</div>kettő</blockquote>",
        "<x-unknown><p>egy</p></x-unknown>kettő",
    ],
)
@pytest.mark.parametrize(
    "rows", ["", "{div: unwrap, td: unwrap, li: unwrap, p: unwrap, h2: unwrap}"]
)
def test_bug_10_neighbours_never_glue_also_when_they_are_unwrapped(
    tmp_path: Path, text: str, rows: str
):
    rules = (
        f"article: {{body: {{root: article, tags: {rows}}}}}\n"
        if rows
        else "article: {body: {root: article}}\n"
    )
    assert try_page(tmp_path, page(text), rules).words == ["egy", "kettő"]


def test_bug_11_a_word_with_a_tag_inside_stays_one_word(tmp_path: Path):
    text = "<p>alma<b>fa</b>, H<sub>2</sub>O, <a href='/x'>szél</a>malom<i>.</i> (<em>így</em>)</p>"
    tried = try_page(tmp_path, page(text))
    assert tried.words == ["almafa,", "H2O,", "szélmalom.", "(így)"]
    assert (
        '<p>alma<hi rend="bold">fa</hi>, H<hi rend="subscript">2</hi>O, '
        in tried.content.decode("utf-8")
    )


@pytest.mark.parametrize(
    ("body", "wrong", "nearest"),
    [
        # a name that does not exist; 15 of these words lost structure of 640,000 blocks
        ("tags: {p.l: leed}", "leed", "lead"),
        ("tags: {p.l: paragrph}", "paragrph", "paragraph"),
        ("tags: {p.l: 'box>quot'}", "box>quot", "quote"),
        ("tagz: {p.l: lead}", "tagz", "tags"),
    ],
)
def test_bug_12_a_misspelt_name_is_a_problem_with_its_line_and_the_nearest_word(
    tmp_path: Path, body: str, wrong: str, nearest: str
):
    (problem,) = check(portal_file(tmp_path, f"article:\n  body:\n    root: article\n    {body}\n"))
    assert problem.line == 10
    assert wrong in problem.message and nearest in (problem.nearest or "")


def test_bug_12_a_misspelt_name_in_a_table_is_a_problem_with_its_line(tmp_path: Path):
    rules = "article: {body: {root: article, tags: echo.tags.tsv}}\n"
    table = "signature\toperation\np.a\tlead\np.b\tlead \np.c\tbox quote\np.d\tnormal\n"
    problems = check(portal_file(tmp_path, rules, echo__tags__tsv=table))
    assert [(Path(p.file).name, p.line) for p in problems] == [
        ("echo.tags.tsv", 4),
        ("echo.tags.tsv", 5),
    ]


@pytest.mark.parametrize(
    "rows",
    [
        "p.a\tlead\t\np.a\tbox\t\n",
        "p.a.b\tlead\t\np.b.a\tbox\t\n",
        "p.a\tlead\tin figure\np.a\tbox\tin  figure\n",
    ],
)
def test_bug_12_a_row_that_can_never_fire_is_refused(tmp_path: Path, rows: str):
    rules = "article: {body: {root: article, tags: echo.tags.tsv}}\n"
    (problem,) = check(
        portal_file(tmp_path, rules, echo__tags__tsv="signature\toperation\tcontext\n" + rows)
    )
    assert (Path(problem.file).name, problem.line) == ("echo.tags.tsv", 3)


def test_bug_12_a_blank_makes_no_other_row_of_a_signature(tmp_path: Path):
    (problem,) = check(
        portal_file(tmp_path, "article: {body: {root: article, tags: {p.a: lead, 'p.a ': box}}}\n")
    )
    assert "already in line 7" in problem.message


@pytest.mark.parametrize("operation", ["szakasz", "komment_root", "sor_valid"])
def test_bug_12_names_of_the_predecessor_are_not_taken_silently(tmp_path: Path, operation: str):
    (problem,) = check(
        portal_file(tmp_path, f"article: {{body: {{root: article, tags: {{p.a: {operation}}}}}}}\n")
    )
    assert operation in problem.message


def test_bug_13_a_bold_inside_a_bold_leaves_all_others_bold(tmp_path: Path):
    tried = try_page(
        tmp_path, page("<p><b>egy <strong>kettő</strong></b> három <b>négy</b></p><p><b>öt</b></p>")
    )
    assert tried.at("//t:hi[@rend='bold']") == ["egy kettő", "négy", "öt"]


def test_bug_14_a_picture_in_a_heading_and_the_address_it_leads_to_are_kept(tmp_path: Path):
    text = "<h2><img src='/a.jpg' alt='kép'>Cím</h2><a href='/nagy'><img src='/b.jpg'></a><p>szöveg</p>"
    tried = try_page(tmp_path, page(text))
    assert tried.at("//t:graphic/@url") == [f"{BASE}/a.jpg", f"{BASE}/b.jpg"]
    assert tried.at("//t:head[.//t:graphic]") != [] and tried.at("//t:figDesc") == ["kép"]
    assert tried.at("//t:figure[t:graphic/@url='https://echo.example/b.jpg']/@corresp") == [
        f"{BASE}/nagy"
    ]


def test_bug_14_spans_of_cells_and_numbers_of_lists_are_kept(tmp_path: Path):
    text = (
        "<table><caption>cím</caption><tr><th colspan=2>fej</th></tr>"
        "<tr><td rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr></table>"
        "<ol start=5><li>öt</li><li>hat</li></ol><ul><li>pont</li></ul>"
    )
    tried = try_page(tmp_path, page(text))
    assert (tried.at("//t:cell[normalize-space()='fej']/@cols"), tried.at("//t:cell/@role")) == (
        ["2"],
        ["label"],
    )
    assert tried.at("//t:cell[normalize-space()='a']/@rows") == ["2"]
    assert (tried.at("//t:table/@rows"), tried.at("//t:table/@cols")) == (["3"], ["2"])
    assert tried.at("//t:table/t:head") == ["cím"]
    assert (tried.at("//t:list/@rend"), tried.at("//t:list[@rend]/t:item[1]/@n")) == (
        ["numbered"],
        ["5"],
    )


def test_bug_14_times_and_ids_of_live_entries_are_kept(tmp_path: Path):
    rules = "article: {body: {root: article, tags: {div.e: feed-entry, time: feed-time}}}\n"
    tried = try_page(
        tmp_path,
        page("<div class=e id=k7><time datetime='2016-02-29T02:55'>2:55</time><p>Gól.</p></div>"),
        rules,
    )
    assert tried.at("//t:post/@when") == ["2016-02-29T02:55:00+01:00"]
    assert [id_.rpartition(".")[2] for id_ in tried.at("//t:post/@xml:id")] == ["e-k7"]


ADDRESSES = {
    "http://e.hu:8080/x": "http://e.hu:8080/x",
    "http://e.hu/?a%3Db%2Fc": "http://e.hu/?a%3Db%2Fc",
    "mailto:valaki@e.hu": "mailto:valaki@e.hu",
    "tel:+3612345678": "tel:+3612345678",
    "ftp://e.hu/x": "ftp://e.hu/x",
    "#frag": f"{URL}#frag",
    "a/b.html": f"{BASE}/2019/a/b.html",
    "example.de": f"{BASE}/2019/example.de",
    "HTTPS://E.hu/X": "https://E.hu/X",
    "//cdn.example/x": "https://cdn.example/x",
    "?p=2": f"{URL}?p=2",
    "https://e.hu/ő ű": "https://e.hu/%C5%91%20%C5%B1",
}


@pytest.mark.parametrize("raw", ADDRESSES)
def test_bug_15_a_good_link_is_written_as_it_is_and_never_into_the_text(tmp_path: Path, raw: str):
    tried = try_page(tmp_path, page(f"<p>az <a href='{raw}'>írja</a> meg</p>"))
    assert tried.at("//t:text//t:ref/@target") == [ADDRESSES[raw]]
    assert tried.words == ["az", "írja", "meg"]


@pytest.mark.parametrize("raw", ["http://[bad", "http://e.hu:80a/", "http://%zz:x"])
def test_bug_15_a_link_that_is_none_keeps_its_text_and_its_raw_address(tmp_path: Path, raw: str):
    tried = try_page(tmp_path, page(f"<p>az <a href='{raw}'>írja</a> meg</p>"))
    assert tried.at("//t:text//t:ref[@type='unresolvable']/@n") == [raw]
    assert tried.words == ["az", "írja", "meg"]


def test_bug_16_one_source_is_one_organisation(tmp_path: Path):
    rules = "article: {body: {root: article}, metadata: {sources: .source}}\n"
    tried = try_page(tmp_path, page("<p>x</p>", around="<i class=source>Hírado.hu</i>"), rules)
    assert tried.at("//t:sourceDesc/t:bibl/t:respStmt/t:orgName") == ["Hírado.hu"]
    assert tried.at("//s:sourceOrganization//s:name") == ["Hírado.hu"]


LIVE = "\n".join(f"<div class='entry'><p>{n}. bejegyzés szövege</p></div>" for n in range(400))


def test_bug_17_every_place_that_the_root_rule_names_is_read_not_only_the_first(tmp_path: Path):
    html = f"<html><body><div class=text><p>bevezető</p></div><div class=text>{LIVE}</div></body></html>"
    rules = "article: {body: {root: div.text, tags: {div.entry: feed-entry}}}\n"
    tried = try_page(tmp_path, html, rules)
    assert len(tried.words) == 1 + 3 * 400
    assert len(tried.at("//t:post")) == 400


def test_bug_17_what_lies_outside_the_root_is_counted(tmp_path: Path):
    html = f"<html><body><div class=text><p>bevezető szöveg</p></div>\n<div class=live>{LIVE}</div></body></html>"
    account = try_page(tmp_path, html, "article: {body: {root: div.text}}\n").article.account
    assert (account.kept, account.outside) == (2, 3 * 400)


def test_bug_17_the_pages_of_an_article_are_one_article(tmp_path: Path):
    pages = {
        f"{BASE}/list/1": listing("/2019/one"),
        URL: page("<p>első</p>", around="<a class=next href='?p=2'>2</a>"),
        f"{URL}?p=2": page("<p>második</p>", around="<a class=next href='?p=3'>3</a>"),
        f"{URL}?p=3": page("<p>harmadik</p>"),
    }
    rules = "article: {next_page: a.next, continuation: '[?]p=', body: {root: article}}\n"
    assert build_from(tmp_path, write_warc(tmp_path / "x.warc", pages), rules=rules).tei == 1
    (content,) = tei_files(tmp_path).values()
    assert tei.read_text(content).split() == ["első", "második", "harmadik"]
    assert content.count(b"<pb ") == 2


def test_bug_18_articles_with_the_same_last_part_of_the_address_are_files_of_their_own(
    tmp_path: Path,
):
    paths = [f"/{year}/hir" for year in range(2001, 2008)] + ["/2001/HIR", "/2001/hir/"]
    pages = {
        f"{BASE}/list/1": listing(*paths),
        **{BASE + path: page(f"<p>{path}</p>") for path in paths},
    }
    assert build_from(tmp_path, write_warc(tmp_path / "x.warc", pages)).tei == 9
    files = tei_files(tmp_path)
    # also where letter case does not count in file names
    assert len({name.casefold() for name in files}) == 9
    assert sorted(tei.read_text(content).strip() for content in files.values()) == sorted(paths)


def test_bug_19_no_empty_and_no_repeated_authors_sections_and_keywords(tmp_path: Path):
    rules = (
        "article:\n  body: {root: article}\n  metadata:\n    authors: {union: [.by, {meta: author}]}\n"
        "    section: {union: [.section, {meta: 'article:section'}]}\n    keywords: .key\n"
    )
    head = (
        "<meta name=author content='Kiss Anna'><meta property='article:section' content='Itthon'>"
    )
    around = (
        "<i class=by></i><i class=by>Kiss  Anna</i><i class=by> Kiss Anna </i><i class=by>KISS ANNA</i>"
        "<i class=by>\u00a0</i><i class=by>Nagy Béla</i>"
        "<i class=section>Itthon</i><i class=key></i><i class=key>foci</i><i class=key>foci</i>"
    )
    tried = try_page(tmp_path, page("<p>x</p>", head, around), rules)
    assert tried.at("//t:titleStmt/t:author") == ["Kiss Anna", "Nagy Béla"]
    assert tried.at("//t:keywords[contains(@scheme, 'articleSection')]/t:term") == ["Itthon"]
    assert tried.at("//t:keywords[contains(@scheme, '/keywords')]/t:term") == ["foci"]


def test_a_table_of_one_column_is_a_table_and_a_box_in_a_quote_keeps_the_quote(tmp_path: Path):
    """Steps 12 and 18 of the predecessor: the table became a frame, the quote was dropped."""
    text = "<table><tr><td>a</td></tr><tr><td>b</td></tr></table><blockquote>idézet<div class=box>doboz</div></blockquote>"
    tried = try_page(
        tmp_path, page(text), "article: {body: {root: article, tags: {div.box: box}}}\n"
    )
    assert tried.at("//t:row/t:cell") == ["a", "b"]
    assert (
        tried.at("//t:quote//t:floatingText[@type='box']") == ["doboz"]
        and tried.words[2] == "idézet"
    )


def test_text_that_speaks_of_escapes_keeps_its_markup(tmp_path: Path):
    """Step 3 of the predecessor: more than 25 words like ``u00e1`` and all markup was dropped."""
    tried = try_page(tmp_path, page("<p>" + "u00e1 " * 40 + "<b>jel</b></p><p>más</p>"))
    assert not isinstance(tried.found, Rejected)
    assert (tried.at("//t:hi"), len(tried.at("//t:body/t:p"))) == (["jel"], 2)
