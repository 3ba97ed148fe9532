"""HTML2TEI's tables and header, imported as a tag dictionary, a TEI skeleton and keys."""

from __future__ import annotations

from pathlib import Path

import cssselect
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from importing_material import BASE, SPECIFIC, table, write
from lxml import etree

from webarticlecurator.articles.blocks.tag_dictionary import build_tagger
from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.model import blocks
from webarticlecurator.base.portal.portal import Editor, Portal, Publisher, Rights
from webarticlecurator.cli.main import main
from webarticlecurator.pages.page.css_compound import compile_compound
from webarticlecurator.pages.rules.selectors import OPERATIONS
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.portal_file.config.load_context import LoadContext
from webarticlecurator.portal_file.config.tags import parse_tag_table as read_rows
from webarticlecurator.portal_file.importing.html2tei import import_html2tei
from webarticlecurator.portal_file.importing.html2tei_operations import NAMES, operation_of
from webarticlecurator.portal_file.importing.html2tei_python import convert_selector
from webarticlecurator.portal_file.importing.html2tei_tag_keys import parse_tag_key
from webarticlecurator.portal_file.importing.html2tei_tags import (
    PLAIN_CSS,
    NewRow,
    RowDecision,
    new_table_text,
)
from webarticlecurator.portal_file.importing.import_report import Imported
from webarticlecurator.tei.documents.document_template import find_template_problems

HEAD = 'portal: echo\nhome: https://echo.example/\narchive: {url: "https://echo.example/a"}\n'

SURVEYED = """default null unwrap decompose bekezdes hivatkozas media_tartalom media_hivatkozas cimsor felkover listaelem oszlop
vez_bekezdes kiemelt dolt kozvetites kozvetites_ido kozvetites_szerzo kozvetites_meta lista beagyazott_tartalom sor szakasz idezet
table_text komment komment_ido komment_szerzo komment_meta komment_root alahuzott athuzott doboz social_media beagyazott_social
valasz valaszblokk kerdes kviz forras editorial_note galeria felsoindex alsoindex inline_idezet abra tablazat_cimsor oszlop_sor
sor_valid oszlop_valid jegyzet forum hi ref""".split()
"""Every name that the tables and the program itself use."""


def imported(
    folder: Path, *rows: tuple[int, str, str, str], **files: str
) -> tuple[Imported, dict[str, list[str]]]:
    """The import of one table (and further files by ending), and its rows by signature and context."""
    write(folder, "echo_text_tags_normal.tsv", table(*rows))
    for ending, text in files.items():
        write(folder, f"echo_{ending}", text)
    found = import_html2tei(folder)
    lines = [line.split("\t") for line in found.files[1].text.splitlines()[1:]]
    return found, {
        " ".join(part for part in (cells[0], cells[3]) if part): cells[1:3] for cells in lines
    }


def portal_of(folder: Path, found: Imported) -> Portal:
    """A portal file that takes up everything that was made."""
    for file in found.files[1:]:
        write(folder, file.name, file.text)
    path = write(folder, "portal.yaml", HEAD + found.files[0].text)
    assert check(path) == ()
    return load_portal(path)


def messages(found: Imported, kind: str) -> str:
    return "\n".join(note.message for note in found.of(kind))


def test_the_whole_vocabulary_is_known():
    assert set(SURVEYED) <= set(NAMES)
    known = set(OPERATIONS) | blocks.NAMES
    assert {part for op in NAMES.values() for part in op.split(">")} <= known


@pytest.mark.parametrize(
    ("name", "tag", "ours"),
    [
        ("kiemelt;bekezdes", "div", "paragraph>emphasis"),
        ("bekezdes;doboz", "p", "box>paragraph"),
        ("kiemelt;idezet", "p", "quote>emphasis"),
        ("forras", "p", "source"),
        ("forras", "figcaption", "caption"),
        ("default;bekezdes", "p", None),
        ("vez_bekezd", "p", None),
        ("", "p", None),
    ],
)
def test_names(name: str, tag: str, ours: str | None):
    assert operation_of(name, tag) == ours


@pytest.mark.parametrize(
    ("key", "signature", "full"),
    [
        ("<p>", "p", "p"),
        ("<div class=b a>", "div.a.b", "div.a.b"),
        ("<p class=@NUM agj data-tid=@NUM id=@NUM>", "p.agj", "p.agj[data-tid][id]"),
        (
            "<a href=@LINK rel=noopener noreferrer target=@target>",
            'a[rel="noopener noreferrer"]',
            'a[rel="noopener noreferrer"][href][target]',
        ),
        (
            "<img alt=@alt class=@attachmentNUM @STYLE src=@LINK>",
            "img[class*=attachment]",
            "img[class*=attachment][alt][src]",
        ),
        ("<div id=@cikkekNUM>", "div[id*=cikkek]", "div[id*=cikkek]"),
        ("<div class=@LONG id=main style=@STYLE>", "div#main", "div#main[class][style]"),
        ("<p class=>", "p", "p[class]"),
        ("<p dir=ltr>", "p", "p[dir=ltr]"),
        ("<p data-x=a=b c=d lang=hu>", "p", 'p[data-x="a=b c=d"][lang=hu]'),
        ("<fb:like>", r"fb\:like", r"fb\:like"),
        ("<td class=5col>", r"td.\35 col", r"td.\35 col"),
    ],
)
def test_keys(key: str, signature: str, full: str):
    tag = parse_tag_key(key)
    assert tag is not None
    assert (tag.signature, tag.full, tag.media) == (signature, full, False)
    for css_ in (tag.signature, tag.full):
        cssselect.parse(css_)
        compile_compound(css_)


def test_a_key_matches_its_tag():
    element = etree.fromstring('<td class="5col x" data-x="1"/>')
    tag = parse_tag_key("<td class=5col x data-x=@NUM>")
    assert tag is not None
    assert compile_compound(tag.full).matches(element)


def test_tags_with_the_same_operation_become_one_row(tmp_path: Path):
    found, rows = imported(
        tmp_path,
        (100, "<p>", "bekezdes", "default"),
        (20, "<p class=@NUM>", "bekezdes", "default"),
        (9, "<p lang=hu>", "bekezdes", ""),
    )
    assert rows == {"p": ["paragraph", ""]}
    assert "129" in found.files[1].text


def test_tags_with_another_operation_keep_their_attributes(tmp_path: Path):
    _, rows = imported(
        tmp_path,
        (100, "<p>", "bekezdes", "default"),
        (20, "<p dir=ltr style=@STYLE>", "vez_bekezdes", "default"),
    )
    assert rows == {"p:not(x)": ["paragraph", ""], "p[dir=ltr][style]": ["lead", ""]}


def test_tags_with_equal_attributes_are_reported(tmp_path: Path):
    found, rows = imported(
        tmp_path,
        (3, "<p class=a b>", "bekezdes", "default"),
        (2, "<p class=b a>", "doboz", "default"),
    )
    assert rows == {"p.a.b": ["paragraph", ""]}
    assert (
        "<p class=b a> is 'doboz', 2 times; other tags with the signature p.a.b are paragraph"
        in messages(found, "left")
    )


def test_unknown_names_are_counted_and_never_guessed(tmp_path: Path):
    found, rows = imported(
        tmp_path,
        (500, "<div class=a>", "vez_bekezd", "default"),
        (76, "<p class=b>", "vez_bekezd", "default"),
        (3, "<h3>", "xyz", ""),
    )
    assert rows == {"div.a": ["", ""], "p.b": ["", ""], "h3": ["", ""]}
    said = messages(found, "unknown")
    assert "'vez_bekezd' (2 rows, 576 occurrences); nearest known name: vez_bekezdes (lead)" in said
    assert "'xyz' (1 rows, 3 occurrences); no known name is near" in said
    assert found.files[1].text.splitlines()[1].endswith("\tvez_bekezd")
    first = found.of("unknown")[0].place
    assert (Path(first.file).name, first.line) == ("echo_text_tags_normal.tsv", 2)


def test_attributes_to_keep(tmp_path: Path):
    _, rows = imported(
        tmp_path,
        (5, "<a href=@LINK>", "hivatkozas", "href"),
        (4, "<iframe data-src=@LINK>", "beagyazott_tartalom", "data-src"),
        (1, "<p>", "default", "href"),
    )
    assert rows == {"a": ["link", "href"], "iframe": ["embed", "data-src"], "p": ["unwrap", ""]}


def test_media_rows_hold_inside_media(tmp_path: Path):
    inside = (4, "<0_MDESC_div class=cap>", "forras", "default")
    _, rows = imported(
        tmp_path,
        inside,
        (2, "<img src=@LINK>", "media_hivatkozas", "src"),
        (2, "<0_MDESC_img src=@LINK>", "media_hivatkozas", "src"),
    )
    assert rows == {"div.cap in figure": ["source", ""], "img": ["media-link", "src"]}
    _, rows = imported(tmp_path, inside, **{"specific.py": SPECIFIC})
    assert rows == {"div.cap in figure": ["source", ""], "div.cap in div.fb-post": ["source", ""]}


def test_a_later_table_replaces_rows(tmp_path: Path):
    write(tmp_path, "echo_notext_tags_normal.tsv", table((2, "<p class=x>", "null", "default")))
    found, rows = imported(tmp_path, (5, "<p class=x>", "doboz", "default"))
    assert rows == {"p.x": ["unwrap", ""]}
    assert "<p class=x> is 'doboz'" in messages(found, "left")


def test_unwrapped_elements_that_the_base_dictionary_knows_are_reported(tmp_path: Path):
    found, rows = imported(
        tmp_path,
        (6, "<br>", "default", "default"),
        (2, "<figcaption>", "default", "default"),
        (1, "<div>", "null", "default"),
    )
    assert rows == {"figcaption": ["unwrap", ""], "div": ["unwrap", ""]}
    assert "br: HTML2TEI replaced it by a space" in messages(found, "left")
    assert messages(found, "todo").endswith("delete the row: figcaption (caption)")


def test_lines_that_are_not_rows_are_reported(tmp_path: Path):
    write(tmp_path, "echo_notext_tags_normal.tsv", table((1, "<p>", "bekezdes", "")) + "3\t<p>\n")
    found, _ = imported(tmp_path, (1, "<p", "bekezdes", "default"))
    assert "not a tag: '<p'; the row is left out" in messages(found, "unknown")
    assert "2 columns (expected 8); the row is left out" in messages(found, "unknown")
    assert found.of("unknown")[0].place.line == 3


def test_header_and_specific_become_keys(tmp_path: Path):
    rows = ((100, "<p>", "bekezdes", "default"), (9, '<p class=ke"r>', "bekezdes;doboz", "default"))
    found, _ = imported(tmp_path, *rows, **{"BASE.xml": BASE, "specific.py": SPECIFIC})
    portal = portal_of(tmp_path, found)
    assert (portal.title, portal.language) == ("Visszhang hetilap", "hu")
    assert portal.publisher == Publisher("Visszhang Kft. & Társa", "Budapest")
    assert portal.rights == Rights(
        'Minden jog fenntartva: "Visszhang".', "http://rights.example/inc/"
    )
    assert portal.corpus.editors == (
        Editor("Minta Anna", "0000-0002-1825-0097", "project director"),
    )
    assert (portal.corpus.licence, portal.corpus.doi) == (
        "NON-COMMERCIAL USE PERMITTED",
        "10.5281/zenodo.1",
    )
    assert portal.article.kind == "BlogPosting"
    assert portal.continuation == r"^(?:.*\?page=[0-9]+$)"
    assert [rule.expression for rule in portal.article.body.root] == [
        "div.entry-content.wide",
        "body",
    ]
    assert [rule.expression for rule in portal.article.body.drop] == [
        "script",
        "div#ad.x",
        "div#ad.y",
    ]
    todo = messages(found, "todo")
    assert "DECOMP: (('p',), {'class': re.compile('ad')}): write it as CSS" in todo
    assert "get_meta_from_articles_spec → article.metadata" in todo
    assert "decompose_spec" not in todo
    assert "next_page_of_article_spec" not in todo
    assert "BLOCK_RULES_SPEC" in messages(found, "left")
    assert "BIGRAM_RULES_SPEC" not in messages(found, "left")


def test_the_skeleton_has_all_slots_and_what_has_no_key(tmp_path: Path):
    found, _ = imported(tmp_path, (1, "<p>", "bekezdes", ""), **{"BASE.xml": BASE})
    text = found.files[2].text
    assert find_template_problems(text) == []
    paragraphs = etree.fromstring(text.replace("{{id}}", "a").encode()).findall(
        ".//{*}projectDesc/{*}p"
    )
    assert [p.text for p in paragraphs] == [
        "Echo webcrawling",
        "creator: Echo Lab",
        "published by Echo Lab, Budapest, 2020",
    ]


def test_nothing_but_tables_is_enough(tmp_path: Path):
    found, _ = imported(tmp_path, (1, "<p>", "bekezdes", ""))
    assert find_template_problems(found.files[2].text) == []
    portal_of(tmp_path, found)
    assert "no article root" in messages(found, "left")


def test_files_that_are_broken_are_named(tmp_path: Path):
    found, _ = imported(
        tmp_path, (1, "<p>", "bekezdes", ""), **{"BASE.xml": "<TEI>", "specific.py": "def x(:\n"}
    )
    assert "not well-formed" in messages(found, "unknown")
    assert "not readable as Python" in messages(found, "unknown")


def test_the_dictionary_decides_as_the_table_did(tmp_path: Path):
    rows = (
        (100, "<p>", "bekezdes", "default"),
        (9, "<p class=keretes>", "bekezdes;doboz", "default"),
        (7, "<p dir=ltr style=@STYLE>", "vez_bekezdes", "default"),
        (4, "<div class=@imagesNUM>", "media_tartalom", "default"),
        (4, "<div class=ad>", "decompose", "default"),
    )
    found, _ = imported(tmp_path, *rows)
    tags = build_tagger(portal_of(tmp_path, found).article.body.tags, ())
    tree = etree.fromstring(
        '<x><p/><p class="keretes"/><p dir="ltr" style="a"/><div class="images17"/><div class="ad" id="y"/><p style="b"/></x>'
    )
    said = [tags.choose(element).operation for element in tree]
    assert [(op.kind, op.names) for op in said] == [
        ("rename", ("paragraph",)),
        ("rename", ("box", "paragraph")),
        ("rename", ("lead",)),
        ("rename", ("figure",)),
        ("drop", ()),
        ("rename", ("paragraph",)),
    ]


@pytest.mark.parametrize(
    ("value", "selectors"),
    [
        ((("div",), {"class": "a b"}), ("div.a.b",)),
        ((("div",), {"id": "x"}), ("div#x",)),
        (((["h1", "h2"],), {}), ("h1", "h2")),
        ((("div",), {"class_": "a"}), ("div.a",)),
        ((("div", {"class": "a"}), {}), ("div.a",)),
        ((("div",), {"attrs": {"data-x": 'a "b"'}}), ('div[data-x="a \\"b\\""]',)),
        ((("time",), {"datetime": True}), ("time[datetime]",)),
        (((), {"itemprop": "x"}), ("[itemprop=x]",)),
        ((("div",), {"class": None}), ()),
        (((), {}), ()),
        ("div", ()),
    ],
)
def test_arguments_of_find_as_css(value: object, selectors: tuple[str, ...]):
    assert convert_selector(value) == selectors
    for one in selectors:
        cssselect.parse(one)


def test_folders_without_one_portal_are_refused(tmp_path: Path):
    with pytest.raises(UsageError, match="no such folder"):
        import_html2tei(tmp_path / "gone")
    write(tmp_path, "configs/one/one_text_tags_normal.tsv", table())
    with pytest.raises(UsageError, match=r"no \*_tags_normal.tsv in it\n.*below it: one"):
        import_html2tei(tmp_path / "configs")
    write(tmp_path, "configs/one/two_text_tags_normal.tsv", table())
    with pytest.raises(UsageError, match="the tables of one, two in it"):
        import_html2tei(tmp_path / "configs" / "one")
    (tmp_path / "x_text_tags_normal.tsv").write_bytes(b"frequency\n\xff")
    with pytest.raises(ConfigError, match="not UTF-8"):
        import_html2tei(tmp_path)


ODD = st.text(
    st.characters(exclude_categories=("C", "Z")) | st.sampled_from(list('"\\=<>#.:@-1_[](')),
    min_size=1,
    max_size=6,
)


@given(
    ODD,
    st.lists(
        st.tuples(
            st.sampled_from(["class", "id", "data-x", "rel", "xml:lang", "5x"]),
            st.lists(ODD, max_size=3),
        )
    ),
)
def test_any_key_becomes_a_valid_row(tag: str, attributes: list[tuple[str, list[str]]]):
    made = parse_tag_key(
        f"<{tag}"
        + "".join(f" {name}={' '.join(values)}" for name, values in sorted(attributes))
        + ">"
    )
    assume(made is not None)
    assert made is not None
    rows = [
        NewRow(signature, RowDecision("box"), "", 1, "")
        for signature in {made.signature, made.full, made.full + PLAIN_CSS}
    ]
    reading = LoadContext(Path(), {})
    assert len(read_rows(reading, new_table_text(tuple(rows)), "made.tsv", "tags")) == len(rows)
    assert reading.problems == []


@given(
    st.lists(
        ODD.filter(lambda token: "=" not in token and not token.startswith("@")),
        min_size=1,
        max_size=4,
    )
)
def test_a_row_matches_the_tag_with_its_classes(classes: list[str]):
    made = parse_tag_key(f"<div class={' '.join(classes)} id=@NUM>")
    assert made is not None
    element = etree.fromstring('<div id="17"/>')
    element.set("class", " ".join([*classes, "more"]))
    assert compile_compound(made.full).matches(element)
    element.set("class", "more")
    assert compile_compound(made.full).matches(element) == (
        "more" in classes and len(set(classes)) == 1
    )


PAGE = "<html><body><div class='entry-content wide'><p>Első szó</p><p class='keretes'>keretben</p></div></body></html>"


def test_tei_with_the_imported_header_is_valid(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
):
    rows = (
        (100, "<p>", "bekezdes", "default"),
        (9, "<p class=keretes>", "bekezdes;doboz", "default"),
    )
    found, _ = imported(tmp_path, *rows, **{"BASE.xml": BASE, "specific.py": SPECIFIC})
    portal_of(tmp_path, found)
    page = str(write(tmp_path, "page.html", PAGE))
    words = [
        "extract",
        str(tmp_path / "portal.yaml"),
        "--url",
        "https://echo.example/1",
        "--html",
        page,
        "--format",
        "tei",
    ]
    assert main(words) == 0
    document = etree.fromstring(capfdbinary.readouterr().out)
    etree.RelaxNG(etree.parse(str(data_folder("schemas") / "webarticle.rng"))).assertValid(document)
    assert document.findtext(".//{*}projectDesc/{*}p") == "Echo webcrawling"
    assert document.findtext(".//{*}floatingText[@type='box']/{*}body/{*}p") == "keretben"
    assert document.findtext(".//{*}editionStmt//{*}persName") == "Minta Anna"
