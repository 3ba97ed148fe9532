"""The content of each format, read back with other readers."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from export_material import write
from hypothesis import given
from hypothesis import strategies as st
from stored_articles import export, read_articles

from webarticlecurator.base.model.fields import FIELD_NAMES
from webarticlecurator.base.text.table_text import defuse_formula
from webarticlecurator.corpus.export.csv_format import COLUMNS
from webarticlecurator.corpus.export.formats import find_exporter

FULL = {
    "title": ['The "Echo", again'],
    "authors": ["Ann Ex", "Bob Why"],
    "published": ["2015-06-01T10:00:00+02:00"],
    "keywords": ["a, b", "c"],
    "language": ["en"],
}


def exported(corpus: Path, form: str) -> bytes:
    out = io.BytesIO()
    export(read_articles(corpus), find_exporter(form), out)
    return out.getvalue()


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_a_row_of_the_table(corpus, put):
    path = put("story", FULL, ("Three words here.", "And four more words."))
    (row,) = rows(exported(corpus, "csv"))
    assert row == {
        **dict.fromkeys(FIELD_NAMES, ""),
        "id": path.stem,
        "url": "https://echo.example/story",
        "title": 'The "Echo", again',
        "authors": "Ann Ex; Bob Why",
        "published": "2015-06-01T10:00:00+02:00",
        "keywords": "a, b; c",
        "language": "en",
        "column": "news",
        "kind": "NewsArticle",
        "publisher": "Echo Kft.",
        "words": "7",
        "word_unit": "words",
        "confidence": "",
        "pages": "1",
        "captured": "2024-05-01T12:00:00Z",
        "signed_in": "no",
        "problems": "",
        "aliases": "https://m.echo.example/story",
        "path": f"2015/06/{path.name}",
    }


def test_the_table_is_readable_by_spreadsheets(corpus, put):
    put("story", {"title": ["Őrült"]})
    content = exported(corpus, "csv")
    assert content.startswith(b"\xef\xbb\xbfid,url,title,")
    assert content.count(b"\r\n") == content.count(b"\n") == 2
    assert "Őrült" in content.decode("utf-8-sig")


def test_every_metadata_field_has_a_column():
    assert set(FIELD_NAMES) <= set(COLUMNS)
    assert len(set(COLUMNS)) == len(COLUMNS)


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+36 1 234",
        "-5 fok",
        "\t=1",
        "@SUM(A1)",
        "-A1",
        "- B2:C3",
        "-cmd|' /C calc'!A0",
        "\uff20SUM\uff081\uff09",
        "-x!A",
        "-[b.csv]a",
        "'-a",
    ],
)
def test_a_cell_with_a_formula_gets_an_apostrophe(cell):
    assert defuse_formula(cell) == f"'{cell}"


@pytest.mark.parametrize(
    "cell",
    [
        "",
        "a=1",
        " -5",
        "–5",
        "'x",
        "5-3",
        "@echo_hu",
        "-Hello",
        "- Gyere ide! - kiáltotta.",
        "--Nem, nem; „igen”?",
        "@a @b",
    ],
)
def test_other_cells_are_unchanged(cell):
    assert defuse_formula(cell) == cell


def test_titles_are_defused_in_the_table(corpus, put):
    put("story", {"title": ['=HYPERLINK("http://evil.example")']})
    assert rows(exported(corpus, "csv"))[0]["title"] == '\'=HYPERLINK("http://evil.example")'


@given(
    title=st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1)
    .map(str.strip)
    .filter(bool)
)
def test_any_title_survives_table_and_json(tmp_path_factory, title):
    corpus = tmp_path_factory.mktemp("corpus")
    write(corpus, "story", {"title": [title]})
    kept = next(iter(read_articles(corpus))).header.metadata.first("title")
    assert kept is not None
    assert kept.split() == title.split()
    assert rows(exported(corpus, "csv"))[0]["title"] == defuse_formula(kept)
    (line,) = exported(corpus, "jsonl").decode("utf-8").splitlines()
    assert json.loads(line)["title"] == kept


def test_a_line_of_json(corpus, put):
    path = put("story", FULL, ("First one.", "Second one."))
    (line,) = exported(corpus, "jsonl").decode("utf-8").split("\n")[:-1]
    found = json.loads(line)
    assert found["title"] == 'The "Echo", again'
    assert found["authors"] == ["Ann Ex", "Bob Why"]
    assert (found["subtitle"], found["sources"]) == (None, [])
    assert found["text"] == "First one.\nSecond one."
    assert found["metadata"]["title"] == {
        "value": FULL["title"][0],
        "source": "css:.title",
        "original": ' The "Echo", again ',
    }
    assert found["metadata"]["keywords"] == {
        "value": ["a, b", "c"],
        "source": "css:.keywords",
        "original": [" a, b ", " c "],
    }
    assert (found["id"], found["path"], found["words"], found["column"]) == (
        path.stem,
        f"2015/06/{path.name}",
        4,
        "news",
    )
    assert found["captures"] == [
        {
            "url": "https://echo.example/story",
            "time": "2024-05-01T12:00:00Z",
            "record_id": "<urn:uuid:00000000-0000-4000-8000-000000000001>",
            "payload_digest": "sha1:AAAA",
        }
    ]


def test_every_line_of_json_has_the_same_keys(corpus, put):
    put("full", FULL)
    put("bare", {}, (), None)
    first, second = (
        json.loads(line) for line in exported(corpus, "jsonl").decode("utf-8").splitlines()
    )
    assert list(first) == list(second)
    assert second["published"] is None
    assert second["problems"] == [{"kind": "date-unreadable", "message": "no date"}]


def test_no_character_of_a_text_breaks_a_line_of_json(corpus, put):
    put("story", {}, ("one\u2028two\u2029three\x85four",))
    (line,) = exported(corpus, "jsonl").decode("utf-8").splitlines()
    assert json.loads(line)["text"] == "one\u2028two\u2029three\x85four"


def test_the_stream_of_texts(corpus, put):
    one = put(
        "one", {"published": ["2001-01-01"], "title": ["A\ttitle"]}, ("First paragraph.", "Second.")
    )
    two = put("two", {}, ())
    assert exported(corpus, "txt").decode("utf-8") == (
        f"# {one.stem}\t2001-01-01\thttps://echo.example/one\tA title\nFirst paragraph.\nSecond.\n\n"
        f"# {two.stem}\t\thttps://echo.example/two\t\n\n"
    )


@pytest.mark.parametrize("form", ["csv", "txt", "jsonl", "tei"])
def test_export_is_reproducible(corpus, put, form):
    for number in range(5):
        put(f"story-{number}", FULL)
    assert exported(corpus, form) == exported(corpus, form) != b""


@pytest.mark.parametrize("form", ["csv", "txt", "jsonl", "tei"])
def test_one_article_is_in_memory_at_a_time(corpus, put, form):
    """Bytes of an article are out before the next file is read."""
    for number in range(4):
        put(f"story-{number}", FULL)
    articles = read_articles(corpus)
    exporter = find_exporter(form)
    assert exporter.chunks is not None
    chunks = exporter.chunks(map(exporter.convert, articles))
    taken = []
    for _ in chunks:
        taken.append(articles.selected)
    # a teiCorpus has its head and its end in chunks of their own
    assert list(dict.fromkeys(n for n in taken if n)) == [1, 2, 3, 4]
