"""Every operation and every context, from the edited table to the TEI."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from webarticlecurator.base.model.article import Article
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.one_article import extract
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.validation import validate

HEAD = "portal: echo\nhome: https://echo.example/\narchive: {url: https://echo.example/list, links: h2}\n"
URL = "https://echo.example/news/1"


def tei_of(folder: Path, rows: list[str], page: str) -> str:
    """The body of the TEI, white space as one blank; ``rows``:
    ``signature|operation|keep|context``."""
    table = "".join(
        row.replace("|", "\t") + "\n" for row in ["signature|operation|keep|context", *rows]
    )
    (folder / "t.tsv").write_text(table, encoding="utf-8", newline="\n")
    path = folder / "echo.yaml"
    path.write_text(
        HEAD + "article: {body: {root: main, tags: t.tsv}}\n", encoding="utf-8", newline="\n"
    )
    portal = load_portal(path)
    article = extract(portal, URL, f"<title>t</title><main>{page}</main>".encode())
    assert isinstance(article, Article), article
    assert article.problems == ()
    content = build_document(article, portal).content
    assert validate(content) == ()
    text = content.decode("utf-8").partition("<body")[2].partition(">")[2].rpartition("</body>")[0]
    return re.sub(r"\s+", " ", re.sub(r">\s+<", "><", text)).strip()


PAGE = '<p>a</p><div class="x"><h2>b</h2><p>c <b>d</b></p></div><p>e</p>'


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["div.x|drop"], "<p>a</p><p>e</p>"),
        (["div.x|flatten"], "<p>a</p><p>b</p><p>c d</p><p>e</p>"),
        (["div.x|flatten", "b|drop"], "<p>a</p><p>b</p><p>c</p><p>e</p>"),
    ],
)
def test_operations_that_make_nothing(tmp_path, rows, expected):
    assert tei_of(tmp_path, rows, PAGE) == expected


@pytest.mark.parametrize("operation", ["unwrap", "auto", "box", "quote", "quote>italic"])
def test_operations_keep_all_words_in_order(tmp_path, operation):
    made = tei_of(tmp_path, [f"div.x|{operation}"], PAGE)
    assert re.sub(r"<[^>]+>", " ", made).split() == list("abcde")
    assert ("floatingText" in made, "<quote" in made, 'rend="italic"' in made) == (
        operation == "box",
        "quote" in operation,
        "italic" in operation,
    )


def test_auto_is_a_paragraph_only_where_there_is_text_of_its_own(tmp_path):
    page = '<span class="x">one</span> <span class="x">two</span><section class="x"><div>three</div></section>'
    assert tei_of(tmp_path, ["*.x|auto"], page) == "<p>one</p><p>two</p><p>three</p>"
    assert tei_of(tmp_path, ["*.x|unwrap"], page) == "<p>one two</p><p>three</p>"


def test_split_makes_two_blocks_of_one_tag(tmp_path):
    page = '<div class="x">one</div><p>two</p>'
    assert (
        tei_of(tmp_path, ["div.x|list>item"], page)
        == "<list><item><p>one</p></item></list><p>two</p>"
    )
    assert (
        tei_of(tmp_path, ["div.x| quote > heading "], page)
        == '<quote><ab type="heading">one</ab></quote><p>two</p>'
    )
    assert tei_of(
        tmp_path, ["div.x|bold>link|data-to"], page.replace('x"', 'x" data-to="/far"')
    ) == ('<p><hi rend="bold"><ref target="https://echo.example/far">one</ref></hi></p><p>two</p>')


def test_keep_goes_before_the_usual_attributes(tmp_path):
    page = '<p>one <a class="x" href="/usual" data-to="/far" data-too="/near">two</a></p>'
    for keep, target in (
        ("", "usual"),
        ("data-to", "far"),
        ("data-no, data-too", "near"),
        ("data-too data-to", "near"),
    ):
        assert f'<ref target="https://echo.example/{target}">two</ref>' in tei_of(
            tmp_path, [f"a.x|link|{keep}"], page
        )


@pytest.mark.parametrize(
    ("context", "hit", "missed"),
    [
        ("in li", "<ul><li><div><i>x</i></div></li></ul>", "<div><i>x</i></div>"),
        ("in main", "<div><i>x</i></div>", None),
        ("in li.a", '<ul><li class="b a"><i>x</i></li></ul>', "<ul><li class=b><i>x</i></li></ul>"),
        (
            "in *:not(main)[rel=q]",
            "<section rel=q><p><i>x</i></p></section>",
            "<section rel=r><p><i>x</i></p></section>",
        ),
        ("child of li", "<ul><li>y <i>x</i></li></ul>", "<ul><li><b><i>x</i></b></li></ul>"),
        (
            "only child of li",
            "<ul><li> <!-- y --><i>x</i> </li></ul>",
            "<ul><li><i>x</i> y</li></ul>",
        ),
        ("only child of li", "<ul><li><i>x</i></li></ul>", "<ul><li><i>x</i><b>y</b></li></ul>"),
        ("text equals x y", "<p><i> x\n y</i></p>", "<p><i>x y z</i></p>"),
        ("text starts x:", "<p><i>\n x: y</i></p>", "<p><i>X: y</i></p>"),
        ("text contains é", "<p><i>café au lait</i></p>", "<p><i>cafe au lait</i></p>"),
        # blanks of a spreadsheet
        ("  in \u00a0 li ", "<ul><li><i>x</i></li></ul>", "<p><i>x</i></p>"),
    ],
)
def test_contexts(tmp_path, context, hit, missed):
    rows = [f"i|code||{context}"]
    assert "<code>" in tei_of(tmp_path, rows, hit)
    if missed:
        made = tei_of(tmp_path, rows, missed)
        assert "<code>" not in made
        assert "x" in made or "au lait" in made or "X" in made


def test_a_context_sees_the_page_and_not_what_rows_make_of_it(tmp_path):
    page = '<div class="gone"><i>x</i></div><blockquote><i>y</i></blockquote>'
    rows = [
        "div.gone|unwrap",
        "i|code||child of div.gone",
        "blockquote|box",
        "i|bold||in blockquote",
    ]
    made = tei_of(tmp_path, rows, page)
    assert "<code>x</code>" in made
    assert '<hi rend="bold">y</hi>' in made


def test_drop_of_the_body_goes_before_every_row(tmp_path):
    rows = ["i|code||in li"]
    page = "<ul><li class=ad><i>x</i></li><li><i>y</i></li></ul>"
    path = tmp_path / "echo.yaml"
    tei_of(tmp_path, rows, page)
    text = path.read_text(encoding="utf-8").replace("root: main,", "root: main, drop: .ad,")
    path.write_text(text, encoding="utf-8", newline="\n")
    article = extract(load_portal(path), URL, f"<main>{page}</main>".encode())
    assert isinstance(article, Article)
    assert [list(block.texts()) for block in article.blocks] == [["y"]]
