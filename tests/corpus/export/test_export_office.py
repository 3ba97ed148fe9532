"""Workbooks, documents and references, read by programs that are not ours: calamine and pandoc."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from export_material import PORTAL, article, export_corpus
from libraries import skip_without
from stored_articles import read_articles

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.formats import find_exporter
from webarticlecurator.corpus.export.references import divide_name
from webarticlecurator.corpus.export.sheets import MOST_CHARACTERS, sheet_files
from webarticlecurator.tei.documents.document import build_document

calamine = pytest.importorskip("python_calamine", reason="pip install python-calamine")
pypandoc = pytest.importorskip("pypandoc", reason="pip install pypandoc_binary")
skip_without("xlsxwriter", reason="pip install XlsxWriter")
skip_without("docx", reason="pip install python-docx")

FIELDS = {
    "title": ["=SUM(A1) & 100 % {Őrült}"],
    "authors": ["Ann Ex", "Sun and Moon, Ltd."],
    "published": ["2015-06-01T23:30:00+02:00"],
    "keywords": ["a_b", "c#d"],
    "description": ["What <it> is"],
    "language": ["en"],
}
SHEETS = pytest.mark.parametrize("form", ["xlsx", "ods"])


def read_sheets(path: Path) -> dict[str, list[list[Any]]]:
    book = calamine.CalamineWorkbook.from_path(str(path))
    return {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}


def pandoc(content: bytes, form: str, to: str = "json") -> Any:
    """What pandoc reads, as its own JSON, or as plain text."""
    read = pypandoc.convert_text(content, to, format=form, extra_args=["--wrap=none"])
    return json.loads(read) if to.endswith("json") else read


def exported(corpus: Path, form: str, *columns: str) -> bytes:
    out = io.BytesIO()
    export_corpus(corpus, form, out, *columns)
    return out.getvalue()


@SHEETS
def test_a_workbook_has_what_the_articles_have(corpus, put, tmp_path: Path, form: str):
    path = put("story", FIELDS, ("Two  spaces\u00a0here.", " - and\ta tab."))
    put("other", {"title": ["-1"]})
    output = tmp_path / f"made.{form}"
    export_corpus(corpus, form, output, "id", "title", "authors", "words", "text", "year")
    (sheet,) = read_sheets(output).values()
    assert sheet[0] == ["id", "title", "authors", "words", "text", "year"]
    by_title = {row[1]: row for row in sheet[1:]}
    assert set(by_title) == {"=SUM(A1) & 100 % {Őrült}", "-1"}
    (lines,) = [a.lines() for a in read_articles(corpus) if a.header.id == path.stem]
    assert by_title[FIELDS["title"][0]] == [
        path.stem,
        FIELDS["title"][0],
        "Ann Ex; Sun and Moon, Ltd.",
        6.0,  # the dash is no word
        "\n".join(lines),
        2015.0,
    ]
    assert by_title["-1"][5] == ""
    assert output.read_bytes() == exported(
        corpus, form, "id", "title", "authors", "words", "text", "year"
    )


@SHEETS
def test_a_text_that_no_cell_holds_is_a_file_that_the_cell_names(corpus, put, tmp_path: Path, form):
    # an emoji is two characters in Excel
    long = "\U0001f600" * (MOST_CHARACTERS // 2)
    path = put("long", {"title": ["Long"]}, (f"{long}ab",))
    put("short", {"title": ["Short"]}, (f"{long}a",))
    folder = tmp_path / "made"
    export_corpus(corpus, form, folder, "title", "text")
    (sheet,) = read_sheets(folder / f"articles.{form}").values()
    assert {row[0]: row[1] for row in sheet[1:]} == {
        "Long": f"texts/{path.stem}-text.txt",
        "Short": f"{long}a",
    }
    named = folder / "texts" / f"{path.stem}-text.txt"
    assert named.read_text("utf-8") == f"{long}ab\n"
    with pytest.raises(UsageError, match=f"longer than a cell .*{path.stem}-text"):
        export_corpus(corpus, form, tmp_path / f"one.{form}", "text")
    assert not (tmp_path / f"one.{form}").exists()


@SHEETS
@pytest.mark.parametrize(("articles", "sheets"), [(0, [1]), (2, [3]), (3, [3, 2]), (5, [3, 3, 2])])
def test_more_articles_than_a_sheet_holds_go_on_in_the_next(tmp_path: Path, form, articles, sheets):
    rows = [((f"id{number}", float(number)), ()) for number in range(articles)]
    ((name, content),) = [
        (name, b"".join(content))
        for name, content in sheet_files(form, ("id", "words"), iter(rows), most_rows=3)
    ]
    (tmp_path / name).write_bytes(content)
    found = read_sheets(tmp_path / name)
    assert list(found) == [f"articles{f'-{n}' if n > 1 else ''}" for n in range(1, len(sheets) + 1)]
    assert [len(sheet) for sheet in found.values()] == sheets
    assert all(sheet[0] == ["id", "words"] for sheet in found.values())
    assert [tuple(row) for sheet in found.values() for row in sheet[1:]] == [r for r, _ in rows]


def put_blocks(corpus: Path) -> str:
    """An article with a heading, a list and a quote; its id."""
    blocks = (
        Node("paragraph", ("1. *Not* a list.",)),
        Node("heading", ("Part <one>",), (("level", "2"),)),
        Node(
            "list",
            tuple(Node("item", (Node("paragraph", (each,)),)) for each in ("first", "second")),
        ),
        Node("quote", (Node("paragraph", ("Quoted.",)),)),
    )
    made = build_document(replace(article("story", FIELDS), blocks=blocks), PORTAL)
    path = corpus / "tei" / made.path
    path.parent.mkdir(parents=True)
    path.write_bytes(made.content)
    return path.stem


@pytest.mark.parametrize(("form", "suffix"), [("markdown", "md"), ("docx", "docx")])
def test_a_document_has_the_title_and_the_blocks(corpus, tmp_path: Path, form, suffix):
    article_id = put_blocks(corpus)
    folder = tmp_path / "made"
    export_corpus(corpus, form, folder)
    file = folder / "2015" / "06" / f"{article_id}.{suffix}"
    read = pandoc(file.read_bytes(), form)
    kinds = [block["t"] for block in read["blocks"]]
    text = pandoc(file.read_bytes(), form, "plain")
    assert [kind for kind in kinds if kind in ("Header", "BulletList", "BlockQuote")][-3:] == [
        "Header",
        "BulletList",
        "BlockQuote",
    ]
    for line in ("1. *Not* a list.", "Part <one>", "first", "second", "Quoted."):
        assert line in text, (line, text)
    if form == "markdown":
        assert "".join(_words(read["meta"]["title"])) == FIELDS["title"][0].replace(" ", "")
        assert len(read["meta"]["authors"]["c"]) == 2
    else:
        assert "published: 2015-06-01T23:30:00+02:00" in text
        assert "".join(_words(read["meta"]["title"])) == FIELDS["title"][0].replace(" ", "")
    first = file.read_bytes()
    export_corpus(corpus, form, tmp_path / "again")
    assert (tmp_path / "again" / "2015" / "06" / file.name).read_bytes() == first


def _words(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [value["c"]] if value.get("t") == "Str" else _words(value.get("c"))
    return (
        [word for each in value or () for word in _words(each)] if isinstance(value, list) else []
    )


@pytest.mark.parametrize("form", ["ris", "bibtex", "csl-json"])
def test_references_are_read_as_they_were_published(corpus, put, form: str):
    path = put("story?a=1&b=%20_{x}~", FIELDS)
    undated = put("other", {"title": ["Only a year"], "published": ["2014"]})
    read_as = form.replace("-", "")
    by_id = {each["id"]: each for each in pandoc(exported(corpus, form), read_as, "csljson")}
    assert set(by_id) == {path.stem, undated.stem}
    found = by_id[path.stem]
    assert (
        found["title"].replace('<span class="nocase">', "").replace("</span>", "")
        == FIELDS["title"][0]
    )
    # the day in the portal's zone; pandoc reads no DA of RIS
    assert found["issued"]["date-parts"] == [[2015] if form == "ris" else [2015, 6, 1]]
    assert form != "ris" or b"\r\nDA  - 2015/06/01/\r\n" in exported(corpus, form)
    assert found["container-title"] == "Echo Kft."
    assert found["URL"].startswith("https://echo.example/story?a=1&b=%20_")
    assert found["author"][0] == {"family": "Ex", "given": "Ann"}
    names = json.dumps(found["author"])
    assert "Sun and Moon" in names
    assert len(found["author"]) == 2
    assert form == "ris" or found["accessed"]["date-parts"] == [[2024, 5, 1]]
    assert by_id[undated.stem]["issued"]["date-parts"] == [[2014]]


@pytest.mark.parametrize(
    ("name", "language", "family", "given"),
    [
        ("Gabriel García", "es", "García", "Gabriel"),
        ("García Márquez, Gabriel", "es", "García Márquez", "Gabriel"),
        ("Ludwig van Beethoven", "de", "van Beethoven", "Ludwig"),
        ("Rőti Márton", "hu", "Rőti", "Márton"),
        ("Nguyễn Văn An", "vi-VN", "Nguyễn", "Văn An"),
        ("dr. Kiss Anna", "hu", "", ""),
        ("The Associated Press", "en", "", ""),
        ("山田 太郎", "ja", "", ""),
        ("محمد علی", "fa", "", ""),
        ("สมชาย ใจดี", "th", "", ""),
        ("Redakció", "hu", "", ""),
        ("Martin King, Jr.", "en", "", ""),
        ("Anna Ex and Eva Bar", "en", "", ""),
        ("Max Weber und Anna Kant", "de", "", ""),
        ("John Smith & Jane Doe", "en", "", ""),
        ("Gabriel García Márquez", "es", "", ""),
        ("Santiago Ramón y Cajal", "es", "", ""),
        ("John Smith, PhD", "en", "", ""),
        ("Martin Luther King Jr.", "en", "", ""),
        ("Hans Müller (dpa)", "de", "", ""),
        ("Guus 't Hart", "nl", "", ""),
        ("Haruki Murakami", "ja", "", ""),
        ("Gróf Széchenyi István", "hu", "", ""),
        ("Hans van den Broek", "nl", "van den Broek", "Hans"),
        ("A, B, C", "en", "", ""),
    ],
)
def test_a_name_is_divided_where_something_shows_its_parts(
    name: str, language: str, family: str, given: str
):
    found = divide_name(name, language)
    assert (found.whole, found.family, found.given) == (name, family, given)
    assert not divide_name(name, language, is_organisation=True).family


def test_an_english_text_of_a_hungarian_portal_does_not_tell_which_name_is_the_family_name():
    assert not divide_name("Vízy Ilka", "en", "hu").family
    assert divide_name("Vízy Ilka", "hu", "hu").family == "Vízy"
    assert divide_name("Kiss, Ilka", "en", "hu").family == "Kiss"
    assert divide_name("Anna Ex", "en", "de").family == "Ex"


def test_no_name_is_lost_or_divided_wrongly_by_who_reads_bibtex(corpus, put):
    names = ["Rőti Márton", "山田 太郎", "محمد علی", "The Press", "García Márquez, Gabriel"]
    put("story", {"title": ["A"], "authors": names, "language": ["hu"]})
    (found,) = pandoc(exported(corpus, "bibtex"), "bibtex", "csljson")
    assert [each.get("literal", each.get("family")) for each in found["author"]] == [
        "Rőti", "山田 太郎", "محمد علی", "The Press", "García Márquez",
    ]  # fmt: skip


def test_no_article_is_an_empty_list_of_references(corpus):
    assert exported(corpus, "csl-json") == b"[]\n"


def test_what_these_formats_do_not_know_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["export", "no-such.yaml", "--format", "ris", "--columns", "title"]) == 2
    assert "--columns has no effect with --format ris" in capsys.readouterr().err
    assert main(["export", "no-such.yaml", "--format", "docx"]) == 2
    assert "docx is not written to standard output" in capsys.readouterr().err
    assert main(["export", "no-such.yaml", "--format", "csv", "--detect-language"]) == 2
    assert "--detect-language has no effect with --format csv" in capsys.readouterr().err


def test_tokens_by_the_language_of_the_text(corpus, put):
    pytest.importorskip("spacy", reason="pip install spacy")
    pytest.importorskip("py3langid", reason="pip install py3langid")
    text = (
        "Der Bürgermeister sagte am Dienstag vor dem Gericht, dass die Stadt den Vertrag z.B. im"
        " nächsten Jahr nicht verlängern wird, weil das Geld dafür fehlt."
    )
    wrong = put("wrong", {"language": ["hu"]}, (text,))
    short = put("short", {"language": ["hu"]}, ("Kurz z.B. so.",))
    none = put("none", {"language": ["hu"]}, ("kqmfow jbapck ngeolh dmnicp " * 5,))
    languages = {}
    for is_detected in (False, True):
        exporter = find_exporter("vertical", ExportOptions(detect_language=is_detected))
        made = {a.header.id: exporter.convert(a) for a in read_articles(corpus)}
        languages[is_detected] = {
            each: made[each].language for each in (wrong.stem, short.stem, none.stem)
        }
        assert ("\nz.B.\n" in made[wrong.stem].content.decode()) is is_detected
    assert languages == {
        False: {wrong.stem: "hu", short.stem: "hu", none.stem: "hu"},
        # too short to be sure, and in no language
        True: {wrong.stem: "de", short.stem: "hu", none.stem: "hu"},
    }
    summary = exporter.summarize()
    for each in made.values():
        summary.add(each)
    assert list(summary.list_remarks()) == [
        "1 articles in de: declared as hu, divided by the language of the text"
    ]
