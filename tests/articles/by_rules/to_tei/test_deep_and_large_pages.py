"""Pages that no person would write: nested as deep as parsers go and deeper, paragraphs of a
megabyte."""

from __future__ import annotations

from pathlib import Path

import pytest
from long_parameters import always
from tried_page import page, try_page


@pytest.mark.parametrize(
    "tag",
    [
        "div",
        "blockquote",
        "b",
        "span lang=en",
        "a href='#x' id=x",
        "ul><li",
        "table><tr><td",
        "dl><dd",
    ],
)
@pytest.mark.parametrize("depth", always([1500, 3000], [80, 250, 1500, 3000]))
def test_deep_nesting_loses_no_word(tmp_path: Path, tag: str, depth: int):
    assert try_page(tmp_path, page(f"<p>elöl</p>{f'<{tag}>' * depth}mélyen")).words == [
        "elöl",
        "mélyen",
    ]


def test_languages_in_languages(tmp_path: Path):
    inside = "".join(f"<span lang={'en' if n % 2 else 'de'}>w{n} " for n in range(60))
    assert try_page(tmp_path, page(f"<p>{inside}</p>")).words == [f"w{n}" for n in range(60)]


@pytest.mark.parametrize("word", ["szó ", "<b>szó</b> ", "szó<br>"])
def test_a_paragraph_of_a_megabyte(tmp_path: Path, word: str):
    count = 1_000_000 // len(word) if word == "szó " else 10_000
    assert try_page(tmp_path, page(f"<p>{word * count}</p>")).words == ["szó"] * count


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<p>" + "szó<wbr>" * 3000 + "vég</p><p>után</p>", ["szó" * 3000 + "vég", "után"]),
        ("<dl>" + "<dt>szó<dd>más" * 3000 + "</dl><p>után</p>", ["szó", "más"] * 3000 + ["után"]),
    ],
)
def test_what_the_parser_nests_by_mistake_is_no_depth(tmp_path: Path, text: str, words: list[str]):
    """libxml2 puts what follows a wbr, and a dd after an open dd, inside it; it gives up at a depth
    of 2048."""
    assert try_page(tmp_path, page(text)).words == words
