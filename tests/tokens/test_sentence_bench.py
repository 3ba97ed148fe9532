"""bench/sentences.py scores sentences as the scorer of Universal Dependencies does."""

from __future__ import annotations

from pathlib import Path

import pytest
from benches import import_bench

for name in ("spacy", "conllu", "udtools"):
    pytest.importorskip(name, reason=f"pip install {name}")

TREEBANK = """# newpar
1 Dr. 0
2 Meyer 1
3 kommt 1
4-5 vom
4 von 1
5 dem 1
6 Park 1 SpaceAfter=No
7 . 1

1 Er 0
2 geht 1 SpaceAfter=No
3 . 1

"""
"""A paragraph of two sentences; the first has an abbreviation and a contraction."""


def write_treebank(folder: Path) -> Path:
    lines = []
    for line in TREEBANK.splitlines():
        number, form, head, misc, *_ = [*line.split(), "_", "_"] if line else ["", "", "", ""]
        cells = (number, form, "_", "X", "_", "_", head, "dep", "_", misc)
        lines.append(line if line[:1] in ("", "#") else "\t".join(cells))
    path = folder / "de_made-ud-test.conllu"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_the_table_has_a_row_for_each_test_set(tmp_path, capsys):
    (tmp_path / "UD_German").mkdir()
    write_treebank(tmp_path / "UD_German")
    import_bench("sentences").main(tmp_path)
    assert capsys.readouterr().out.splitlines() == [
        "| test set | sentences | sentencizer of spaCy | our rules | tokens |",
        "|---|--:|--:|--:|--:|",
        "| de_made | 2 | 100.0 | 100.0 | 100.0 |",
    ]


def test_forms_are_those_of_the_text(tmp_path):
    (paragraph,) = import_bench("sentences").read_paragraphs(write_treebank(tmp_path))
    assert paragraph == [
        ["Dr. ", "Meyer ", "kommt ", "vom ", "Park", ". "],
        ["Er ", "geht", ". "],
    ]


def test_a_wrong_division_costs(tmp_path):
    bench = import_bench("sentences")
    gold = [["Dr. ", "Meyer", ". "], ["Er ", "geht", ". "]]
    found = [["Dr."], ["Meyer", "."], ["Er", "geht", "."]]
    scores = bench.score(gold, found)
    assert scores["Sentences"].f1 == pytest.approx(2 * (1 / 3) * (1 / 2) / (1 / 3 + 1 / 2))
    assert scores["Tokens"].f1 == 1


def test_sentences_are_compared_whatever_the_tokens_are():
    bench = import_bench("sentences")
    gold = [["Dr. ", "Meyer ", "kommt. "], ["Er ", "geht. "]]
    scores = bench.score(gold, list(bench.by_rules("Dr. Meyer kommt. Er geht.", "de")))
    assert scores["Sentences"].f1 == 1
    assert scores["Tokens"].f1 < 1
