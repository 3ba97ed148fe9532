from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from lxml import html
from tags_material import inventory_of, tally
from warcio.archiveiterator import ArchiveIterator

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.portal.article_rules import ArticleRules, BodyRules, TagRow
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.tags.inventory import without_id
from webarticlecurator.proposing.tags.inventory_table import inventory_table, tag_table_text
from webarticlecurator.proposing.tags.tag_counting import take_inventory
from webarticlecurator.proposing.tags.tag_trees import (
    bigram_table,
    tree_html,
    tree_yaml,
)

PAGE = """<div class="text"><p>one two <b>three</b> four</p>
<p>five <a href="/x">six seven</a></p><script>var no = "word";</script><!-- not one --><ul><li>eight</li></ul></div>"""


def test_words_own_words_and_elements_inside_are_those_of_the_page():
    found = tally(PAGE).counted
    text, p, a = found["div.text"], found["p"], found["a"]
    # p b p a script ul li
    assert (text.frequency, text.words, text.own, text.below) == (1, 8, 0, 7)
    assert (p.frequency, p.words, p.own, p.below) == (2, 7, 4, 2)
    assert (p.holding, p.linked) == (1, 2)
    assert (a.words, a.linked, a.holding) == (2, 2, 0)
    assert found["script"].words == 0


def test_a_link_around_counts_for_what_is_inside():
    found = tally('<a href="/x"><div class="card"><h3>one two</h3></div></a>').counted
    assert found["h3"].linked == found["div.card"].linked == 2


def test_dropped_elements_are_not_counted_but_the_text_after_them_is():
    found = tally("<div>one <i>gone away</i> two <b>three</b></div>", drop="//i").counted
    assert "i" not in found
    assert (found["div"].own, found["div"].words) == (2, 3)


def test_elements_that_a_row_drops_are_counted():
    found = tally("<div><p class=ad>buy this</p></div>", TagRow("p.ad", "drop")).counted
    assert found["p.ad"].words == 2
    assert list(found["p.ad"].decisions) == [("drop", "portal", TagRow("p.ad", "drop"))]


def cells(lines, signature):
    (line,) = (
        line for line in lines if line.get("signature") == signature and not line.get("context")
    )
    return line.cells


def made_up(*rows: TagRow) -> Portal:
    return Portal("echo", "https://echo.example/", article=ArticleRules(BodyRules(tags=rows)))


def test_the_operation_in_force_and_where_it_comes_from():
    rows = (TagRow(".hint", "box"), TagRow("b", "unwrap", (), "in h2"), TagRow("p.lead", "lead"))
    found = inventory_of(
        "<div><p class=lead>a</p><div class=hint>b</div><h2><b>c</b></h2><b>d</b><b>e</b><x-y>f</x-y></div>",
        rows=rows,
    )
    lines = inventory_table(found, made_up(*rows)).lines
    assert [(line.get("signature"), line.get("source")) for line in lines[:2]] == [
        (".hint", "rule"),
        ("b", "rule"),
    ]
    lead, hint, bold, unknown = (cells(lines, s) for s in ("p.lead", "div.hint", "b", "x-y"))
    assert (lead["operation"], lead["in_force"], lead["source"]) == (
        "lead",
        "lead",
        "portal: p.lead",
    )
    assert (hint.get("operation", ""), hint["in_force"], hint["source"]) == (
        "",
        "box",
        "portal: .hint",
    )
    assert (bold["in_force"], bold["source"]) == ("bold | unwrap", "base: b | portal: b in h2")
    assert (unknown["in_force"], unknown["source"]) == ("unwrap", "none")


def test_a_row_that_decides_nothing_stays_in_the_table():
    row = TagRow("div.long-gone", "drop")
    (line, *_) = inventory_table(inventory_of("<p>a</p>"), made_up(row)).lines
    assert (line.get("signature"), line.get("operation"), line.get("frequency")) == (
        "div.long-gone",
        "drop",
        "0",
    )


def test_repeated_is_the_share_with_one_text_on_several_pages():
    pages = [
        f"<div><p>text {n} of <b>it</b></p><div class=more>Read also</div><i>x</i><i>x</i></div>"
        for n in range(20)
    ]
    lines = inventory_table(inventory_of(*pages), made_up()).lines
    assert cells(lines, "div.more")["repeated"] == "1.00"
    assert cells(lines, "i")["repeated"] == "1.00"
    assert cells(lines, "p")["repeated"] == "0.00"
    one_page = inventory_table(inventory_of("<div><i>x</i><i>x</i></div>"), made_up()).lines
    assert cells(one_page, "i")["repeated"] == ""


def test_a_common_text_is_found_among_many_others_in_little_space():
    pages = [f"<div><u>{'same' if n % 2 else n}</u></div>" for n in range(200)]
    totals = inventory_of(*pages).signatures["u"]
    assert len(totals.texts) <= 8
    assert 100 - 200 / 9 <= totals.repeated <= 100


def test_position_is_the_mean_place_in_the_words_of_the_article():
    page = "<div><h2>a</h2><p>b c</p><p>d</p><ul><li>e f g h</li></ul><i>i j</i></div>"
    lines = inventory_table(inventory_of(page, page, "<div></div>"), made_up()).lines
    places = {name: cells(lines, name)["position"] for name in ("h2", "p", "ul", "i")}
    # 10 words; p begins at 1 and 3
    assert places == {"h2": "0.00", "p": "0.20", "ul": "0.40", "i": "0.80"}


def test_clock_is_the_share_of_lines_with_a_time_of_day():
    lines = "".join(
        f"<b>{t}</b>"
        for t in ("14:32", "9.05 óra", "14h32", "5时30分", "25:00", "2019.03.15", "1.234", "2:1")
    )
    long = "<p>14:32 " + "word " * 12 + "</p><u><s>14:32</s> x</u>"
    found = inventory_table(inventory_of(f"<div>{lines}{long}</div>"), made_up()).lines
    assert {name: cells(found, name)["clock"] for name in ("b", "p", "u", "s")} == {
        "b": "0.50",
        "p": "0.00",
        "u": "1.00",
        "s": "1.00",
    }


def test_parent_is_the_most_common_parent():
    found = inventory_of(
        "<div><p><b>x</b></p><p><b>x</b></p><i><b>x</b></i></div>", "<div><i><b>x</b></i></div>"
    )
    lines = inventory_table(found, made_up()).lines
    # a tie: by name
    assert {n: cells(lines, n)["parent"] for n in ("div", "p", "b")} == {
        "div": "",
        "p": "div",
        "b": "i",
    }
    ids = inventory_of(
        *[
            f"<div><h2 id=h{chr(97 + n // 26)}{chr(97 + n % 26)}><b>x</b></h2></div>"
            for n in range(200)
        ]
    )
    ids.finish()
    assert cells(inventory_table(ids, made_up()).lines, "b")["parent"] == "h2"
    assert len(ids.signatures["b"].parents) <= 8, "the space does not grow with the pages"


def test_examples_are_the_first_five_pages():
    found = inventory_of(*["<div><p>a</p><p>b</p></div>"] * 7)
    assert found.signatures["p"].examples == [f"https://echo.example/{n}" for n in range(1, 6)]
    assert (found.signatures["p"].pages, found.signatures["p"].frequency) == (7, 14)


def test_tree_and_bigrams_show_what_is_inside_what():
    found = inventory_of(
        "<div><p>a b<b>c</b></p><p>d</p></div>", "<div><p>e</p><ul><li><p>f</p></li></ul></div>"
    )
    assert found.tree is not None
    p = {
        "signature": "p",
        "frequency": 3,
        "words": 5,
        "own_words": 4,
        "children": [leaf("b", 1, 1)],
    }
    li = {
        "signature": "li",
        "frequency": 1,
        "words": 1,
        "own_words": 0,
        "children": [leaf("p", 1, 1)],
    }
    ul = {"signature": "ul", "frequency": 1, "words": 1, "own_words": 0, "children": [li]}
    div = {"signature": "div", "frequency": 2, "words": 6, "own_words": 0, "children": [p, ul]}
    assert yaml.safe_load(tree_yaml(found.tree, found.pages)) == {"pages": 2, "tree": [div]}
    rows = [line.split("\t") for line in bigram_table(found.tree).splitlines()]
    assert rows[1] == ["div", "p", "3", "1.00", "1.7", "1.3"]
    assert {tuple(row[:3]) for row in rows[2:]} == {
        ("div", "ul", "1"),
        ("li", "p", "1"),
        ("p", "b", "1"),
        ("ul", "li", "1"),
    }


def leaf(signature: str, frequency: int, words: int) -> dict[str, object]:
    return {
        "signature": signature,
        "frequency": frequency,
        "words": words,
        "own_words": words,
        "leaf": True,
    }


def test_the_tree_page_needs_no_other_files():
    found = inventory_of('<div title="x"><p class="a&lt;b">a</p><p>b</p></div>')
    assert found.tree is not None
    text = tree_html(found.tree, found.pages, "A & B")
    page = html.document_fromstring(text)
    assert page.findtext(".//title") == "A & B"
    assert [e.text for e in page.iter("code")] == ["div", "p", "p.a\\<b"]
    assert len(page.findall(".//details")) == 1  # only div has something inside
    assert not page.xpath("//script|//link|//img|//@src|//@href")
    assert "http" not in text


def test_the_tree_page_is_readable_with_thousands_of_tags():
    """What is rare is folded, and what is one of very many is folded away with the others; nothing
    is left out."""
    names = ["".join(chr(97 + int(digit)) for digit in f"{n:03}") for n in range(200)]
    found = inventory_of(
        *[f"<div><div class={name}><p>a</p></div><p>b</p></div>" for name in names]
    )
    assert found.tree is not None
    page = html.document_fromstring(tree_html(found.tree, found.pages, "A"))
    (top,) = page.xpath("/html/body/details")
    assert [e.text_content().split()[0] for e in top.xpath("./summary|./*[@class='leaf']")] == [
        "div",
        "p",
    ]
    opened = page.xpath("//details[@open]/summary/code/text()")
    assert opened == ["div"]
    # p and 29 of the rare ones stand here, the others in the last
    assert len(top.xpath("./details")) == 30
    assert top.xpath("./details[last()]/summary/small/text()") == ["171 more, each at most 1 ×"]
    assert len(top.xpath("./details[last()]/details")) == 171
    assert sorted(page.xpath("//code/text()")) == sorted(
        ["div", "p", *(f"div.{name}" for name in names), *["p"] * 200]
    )


def test_names_with_a_uuid_are_one_signature():
    one, two = ("0f1dd3bc-93aa-4c1e-b0fe-00112233aabb", "a1b2c3d4-e5f6-4711-8abc-ffeeddccbbaa")
    found = inventory_of(f"<div><p id=entry-{one}-first>a</p><p id=entry-{two}-first>b</p></div>")
    assert found.signatures["p#entry-0-first"].frequency == 2


def test_ids_of_single_pages_do_not_make_the_table_long():
    head = "<h2 id='about-{0}'>a</h2><h2 id='more-{0}' class=x>b</h2><div id=frame>c</div>"
    names = ["".join(chr(97 + int(digit)) for digit in f"{n:03}") for n in range(200)]
    found = inventory_of(*[f"<section>{head.format(name)}<h2>d</h2></section>" for name in names])
    found.finish()
    assert set(found.signatures) == {"section", "h2", "h2.x", "div#frame"}
    assert (found.signatures["h2"].frequency, found.signatures["h2.x"].frequency) == (400, 200)
    assert found.signatures["h2"].words == 400
    assert found.tree is not None
    (section,) = found.tree.children.values()
    assert {name: node.frequency for name, node in section.children.items()} == {
        "h2": 400,
        "h2.x": 200,
        "div#frame": 200,
    }
    assert cells(inventory_table(found, made_up()).lines, "h2")["pages"] == "200"


def test_a_few_ids_and_those_with_a_row_keep_their_names():
    found = inventory_of(*[f"<section><p id=part-{chr(97 + n)}>a</p></section>" for n in range(20)])
    found.finish()
    assert len(found.signatures) == 21
    row = TagRow("p#part-aa", "box")
    pages = [
        f"<section><p id=part-{chr(97 + n // 20)}{chr(97 + n % 20)}>a</p></section>"
        for n in range(100)
    ]
    found = inventory_of(*pages, rows=(row,))
    found.finish()
    assert {s: t.frequency for s, t in found.signatures.items()} == {
        "section": 100,
        "p#part-aa": 1,
        "p": 99,
    }


@pytest.mark.parametrize(
    ("signature", "plain"),
    [
        ("h2#a-b.c[role=note]", "h2.c[role=note]"),
        ("a#\\30 .x", "a.x"),
        ("a#x\\.y\\:z", "a"),
        ("a.b\\#c", "a.b\\#c"),
        ("p", "p"),
    ],
)
def test_a_signature_without_its_id(signature, plain):
    assert without_id(signature) == plain


@pytest.fixture
def demo(crawled: Path) -> tuple[Portal, Path]:
    return load_portal(crawled / "examples" / "demo.yaml"), crawled / "corpora" / "demo"


def test_the_number_of_processes_changes_nothing(demo):
    portal, folder = demo
    texts = set()
    for jobs in (1, 2):
        found = take_inventory(portal, StoredPages(folder, jobs=jobs), with_tree=True)
        assert found.tree is not None
        texts.add(
            (
                tag_table_text(inventory_table(found, portal)),
                tree_yaml(found.tree, found.pages),
                bigram_table(found.tree),
            )
        )
    assert len(texts) == 1
    assert found.pages >= 60


def test_the_unedited_table_is_the_same_dictionary(demo, tmp_path):
    portal, folder = demo
    found = inventory_table(take_inventory(portal, StoredPages(folder)), portal)
    for name in ("demo.yaml", "demo.tests.yaml"):
        (tmp_path / name).write_bytes((data_folder("examples") / name).read_bytes())
    (tmp_path / "demo.tags.tsv").write_text(tag_table_text(found), encoding="utf-8", newline="\n")
    again = load_portal(tmp_path / "demo.yaml")
    assert set(again.article.body.tags) == set(portal.article.body.tags)
    assert len(again.article.body.tags) == len(portal.article.body.tags)


def test_a_real_portal_counted_in_another_way(shared):
    """valasz: paragraphs inside the roots, taken by lxml and XPath from the records as warcio reads
    them."""
    portal = load_portal(data_folder("site_configs") / "valasz.yaml")
    warc = shared / "cases" / "wac" / "valasz.warc.gz"
    found = take_inventory(portal, StoredPages(Path("unused"), warcs=(warc,)))
    pages = {url for totals in found.signatures.values() for url in totals.examples}
    assert len(pages) == found.pages == 3
    roots = [rule.expression for rule in portal.article.body.root]
    expected = 0
    with warc.open("rb") as stream:
        for record in ArchiveIterator(stream):
            if (
                record.rec_type == "response"
                and record.rec_headers.get_header("WARC-Target-URI") in pages
            ):
                page = html.document_fromstring(record.content_stream().read())
                inside = next(filter(None, map(page.cssselect, roots)))
                expected += sum(not is_gone(p) for root in inside for p in root.iter("p"))
    counted = sum(
        t.frequency
        for s, t in found.signatures.items()
        if (s == "p" or s.startswith("p.")) and s != "p.lead"
    )
    assert counted == expected > 20


def is_gone(p) -> bool:
    """By ``drop`` (.facebook-like); leads are left out on both sides, since ``once`` drops those of
    later pages."""
    return (
        bool(p.xpath("ancestor::*[contains(@class, 'facebook-like')]")) or p.get("class") == "lead"
    )


def test_another_portals_corpus_is_refused(demo):
    from webarticlecurator.base.errors import CorpusMismatch

    portal, folder = demo
    with pytest.raises(CorpusMismatch, match="corpus of demo, not of other"):
        take_inventory(replace(portal, id="other"), StoredPages(folder))
