"""CoNLL-U: valid by the official validator, read back by two libraries and by spaCy."""

from __future__ import annotations

import io
import re
from functools import partial
from pathlib import Path
from unicodedata import normalize

import pytest
from export_material import write
from hypothesis import given
from hypothesis import strategies as st
from libraries import skip_without
from stored_articles import export, read_articles

from webarticlecurator.base.text.word_borders import part_words
from webarticlecurator.corpus.export.formats import EXPORTERS
from webarticlecurator.tei.tokens.body_units import read_units

skip_without("spacy", reason="spaCy is not installed: pip install spacy")
conllu = pytest.importorskip("conllu", reason="conllu is not installed: pip install conllu")
pyconll = pytest.importorskip("pyconll", reason="pyconll is not installed: pip install pyconll")
udtools = pytest.importorskip(
    "udtools.validator", reason="udtools is not installed: pip install udtools"
)

FIELDS = {"title": ["A = b"], "authors": ["Ann Ex", "Bob Why"], "language": ["hu"]}
TEXTS = ("A dr. Kovács 2015. május 3. óta\u00a0nincs itt. Jön?", "„Igen.”")


def exported(corpus: Path) -> str:
    out = io.BytesIO()
    export(read_articles(corpus), EXPORTERS["conllu"], out)
    return out.getvalue().decode("utf-8")


def find_errors(text: str, level: int) -> list[str]:
    """What the validator of Universal Dependencies reports."""
    validator = udtools.Validator(lang="hu", level=level, output=io.StringIO())
    state = validator.validate_file_handle(io.StringIO(text, newline=""))
    return [] if state.passed() else [str(incident) for incident in state.error_tracker]


def full_text(sentences) -> str:
    """The text by ``SpaceAfter`` and ``SpacesAfter``, as UDPipe writes them."""
    out = ""
    for sentence in sentences:
        for token in sentence:
            misc = token["misc"] or {}
            space = misc.get("SpacesAfter", " ").replace("\\s", " ").replace("\\n", "\n")
            out += token["form"] + ("" if misc.get("SpaceAfter") == "No" else space)
    return out


def test_the_comments_and_lines_of_an_article(corpus, put):
    path = put("story", FIELDS, TEXTS)
    lines = exported(corpus).split("\n")
    assert lines[:4] == [
        f"# newdoc id = {path.stem}",
        "# doc_url = https://echo.example/story",
        "# doc_title = A = b",
        "# doc_authors = Ann Ex; Bob Why",
    ]
    start = lines.index(f"# newpar id = {path.stem}-p1")
    assert lines[start : start + 16] == [
        f"# newpar id = {path.stem}-p1",
        "# par_type = paragraph",
        "# par_part = text",
        f"# sent_id = {path.stem}-1",
        "# text = A dr. Kovács 2015. május 3. óta\u00a0nincs itt.",
        "1\tA\t_\t_\t_\t_\t_\t_\t_\tTei=p[1]",
        "2\tdr.\t_\t_\t_\t_\t_\t_\t_\tTei=p[1]",
        "3\tKovács\t_\t_\t_\t_\t_\t_\t_\tTei=p[1]",
        "4\t2015.\t_\t_\t_\t_\t_\t_\t_\tTei=p[1]",
        "5\tmájus\t_\t_\t_\t_\t_\t_\t_\tTei=p[1]",
        "6\t3.\t_\t_\t_\t_\t_\t_\t_\tTei=p[1]",
        "7\tóta\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\u00a0|Tei=p[1]",
        "8\tnincs\t_\t_\t_\t_\t_\t_\t_\tTei=p[1]",
        "9\titt\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No|Tei=p[1]",
        "10\t.\t_\t_\t_\t_\t_\t_\t_\tTei=p[1]",
        "",
    ]


def test_two_libraries_read_the_same(corpus, put):
    path = put("story", FIELDS, TEXTS)
    text = exported(corpus)
    sentences = conllu.parse(text)
    assert [each.metadata["text"] for each in sentences] == [
        "A dr. Kovács 2015. május 3. óta\u00a0nincs itt.",
        "Jön?",
        "„Igen.”",
    ]
    assert sentences[0].metadata["newdoc id"] == path.stem
    assert full_text(sentences) == "".join(f"{each}\n" for each in TEXTS)
    others = pyconll.load_from_string(text)
    assert [[token.form for token in each] for each in others] == [
        [token["form"] for token in each] for each in sentences
    ]
    assert [each.id for each in others] == [f"{path.stem}-{number}" for number in (1, 2, 3)]


def test_spacy_reads_it(corpus, put):
    from spacy.training.converters import conllu_to_docs

    put("story", FIELDS, TEXTS)
    (document,) = conllu_to_docs(exported(corpus), n_sents=10, no_print=True)
    assert [token.text for token in document][:6] == ["A", "dr.", "Kovács", "2015.", "május", "3."]
    assert document.text.split() == " ".join(TEXTS).split()


def test_the_official_validator_accepts_it(corpus, put):
    put("story", FIELDS, TEXTS)
    put(
        "other", {"language": ["hu"]}, ("(Ez itt – az | a = b # c.) _ 5\u00a0000 Ft.", "# text = x")
    )
    assert find_errors(exported(corpus), level=1) == []


def test_the_validator_finds_an_error(corpus, put):
    put("story", FIELDS, TEXTS)
    assert find_errors(exported(corpus).replace("\t_\t_\tTei", "\t_\tTei", 1), level=1)


WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffd"), min_size=1
).map(partial(normalize, "NFC"))
"""Neither U+FFFD nor decomposed characters: the validator refuses them."""


@given(st.lists(WORDS, min_size=1), st.sampled_from(["hu", "en", "zh"]))
def test_text_in_is_text_out(tmp_path_factory, paragraphs, language):
    corpus = tmp_path_factory.mktemp("corpus")
    path = write(corpus, "story", {"language": [language]}, tuple(paragraphs))
    text = exported(corpus)
    parted = ((part_words(unit.text).strip(), unit.path) for unit in read_units(path.read_bytes()))
    units = [(words, path) for words, path in parted if words]
    # runs of other white space than one character are written as spaces
    whole = "".join(f"{words}\n" for words, _ in units)
    assert re.sub(r"[^\S\n]", " ", full_text(conllu.parse(text))) == re.sub(r"[^\S\n]", " ", whole)
    assert {token["misc"]["Tei"] for sentence in conllu.parse(text) for token in sentence} == {
        path for _, path in units
    }
    assert find_errors(text, level=1) == []


def test_tokens_have_no_marks_that_only_say_how_a_word_is_shown(corpus, put):
    put("story", {**FIELDS, "language": ["km"]}, ("ខ្ញុំ\u200bស្រឡាញ់ Wasser\u00adstand",))
    (sentence,) = conllu.parse(exported(corpus))
    assert [token["form"] for token in sentence] == ["ខ្ញុំ", "ស្រឡាញ់", "Wasserstand"]


def test_what_the_validator_refuses_is_written_otherwise(corpus, put, tmp_path):
    put(
        "story",
        {**FIELDS, "title": ["e\u0301 \ufffd"]},
        ("Ez ne\u0301ha igaz.", "e\u0301\ufffd !", "a\u00a0\u2003b"),
    )
    put("other", FIELDS, ("Ez néha igaz.",))
    remarks = export(read_articles(corpus), EXPORTERS["conllu"], tmp_path / "echo.conllu")
    text = (tmp_path / "echo.conllu").read_text(encoding="utf-8")
    assert find_errors(text, level=1) == []
    # as it was before: the validator would have refused it
    assert find_errors(text.replace("é□", "e\u0301\ufffd"), level=1)
    assert "# doc_title = é □\n" in text
    words = [[token["form"] for token in each] for each in conllu.parse(text)]
    assert words.count(["Ez", "néha", "igaz", "."]) == 2
    assert ["é□", "!"] in words
    assert "a\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\s\\s|Tei=p[3]" in text
    assert [remark.split(": ")[0] for remark in remarks] == [
        "1 articles have letters that were lost on the page (U+FFFD); they are written as □,"
        " because the validator of Universal Dependencies rejects the character"
    ]


def test_an_article_without_text_is_left_out_and_counted(corpus, put, tmp_path):
    put("empty", FIELDS, ())
    put("story", FIELDS, ("Egy.",))
    remarks = export(read_articles(corpus), EXPORTERS["conllu"], tmp_path / "echo.conllu")
    assert remarks == [
        "1 articles without text were left out, because CoNLL-U has no place for them"
    ]
    assert len(conllu.parse((tmp_path / "echo.conllu").read_text(encoding="utf-8"))) == 1
