"""The small readers: nearest name, address templates, scalars; and that nothing a file may hold
ends in a traceback."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from config_sample import ARCHIVE, FULL, HEAD, TAGS, write
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.base.portal.portal import Field
from webarticlecurator.crawling.archive.page_address import format_date
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.portal_file.values.address_templates import (
    DATE_CODES,
    parse_address_template,
)
from webarticlecurator.portal_file.values.expressions import SCALARS
from webarticlecurator.portal_file.values.nearest_name import edit_distance, nearest_word
from webarticlecurator.portal_file.values.value_fault import ValueFault

words = st.text("abcd_", max_size=6)


@given(words, words)
def test_distance_is_a_distance(one: str, other: str) -> None:
    far = edit_distance(one, other)
    assert far == edit_distance(other, one)
    assert (far == 0) == (one == other)
    assert abs(len(one) - len(other)) <= far <= max(len(one), len(other))


@pytest.mark.parametrize(
    "one, other, far",
    [("form", "from", 1), ("links", "link", 1), ("a", "", 1), ("abc", "cba", 2), ("ulr", "url", 1)],
)
def test_distances(one: str, other: str, far: int) -> None:
    assert edit_distance(one, other) == far


def test_nearest() -> None:
    known = ("css", "url", "first", "last", "next_page")
    assert [nearest_word(word, known) for word in ("CSS", "ulr", "fist", "lasst", "next-page", "xyz", "")] == [
        "css", "url", "first", "last", "next_page", None, None,
    ]  # fmt: skip


def test_address_templates() -> None:
    found = parse_address_template(
        "https://echo.example/{{x}}/{date:%Y-%-m}{page}?c={column}&u={after:%B %%}"
    )
    assert found.parts == (
        "https://echo.example/{x}/", Field("date", "%Y-%-m"), Field("page"), "?c=", Field("column"), "&u=",
        Field("after", "%B %%"),
    )  # fmt: skip
    assert found.dated
    assert not parse_address_template("https://echo.example/").dated


def test_the_codes_of_an_address_are_all_written() -> None:
    from datetime import date

    assert [format_date(date(2004, 3, 5), code, "en") for code in DATE_CODES] == [
        "2004", "04", "03", "3", "05", "5", "March", "Mar", "065", "2004", "10", "10", "%",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "type_, good, bad",
    [
        (
            "language",
            ["hu", "pt-BR", "sr-Latn-RS", "zh-Hant", "de-1996", "x-echo", "en-a-bbb-x-a"],
            ["h", "hu_HU", "hungarian", "hu-", "12"],
        ),
        (
            "time zone",
            ["Europe/Budapest", "UTC", "America/Argentina/Buenos_Aires"],
            ["CEST", "Europe", "../etc/passwd", "Europe/budapest"],
        ),
        ("character set", ["utf-8", "windows-1250", "ISO-8859-2"], ["utf-9", "", "\x00"]),
        (
            "web address",
            ["https://echo.example", "http://localhost:8080/x"],
            ["//echo.example/", "https://", "https://a b/", "http://[x"],
        ),
        ("duration", ["2d", "12h", "0d"], ["2", "d", "-1d", "1.5d", "2 d"]),
        (
            "day",
            ["2000-02-29", "0001-01-01"],
            ["1999-02-29", "2000-1-1", "0000-01-01", "２０００-01-01"],
        ),
        ("seconds", ["0", "1.5"], ["-1", "1e3", "nan", "inf", ""]),
        ("some seconds", ["0.1", "30"], ["0", "0.0", "-1", "nan"]),
        ("proxy", ["http://127.0.0.1:80", "socks5h://h:1"], ["ftp://h:1", "h:1"]),
        ("regex", ["[[a]", "(?P<x>a)", "a"], ["(", "a**", ""]),
        ("module:function", ["m:f"], ["m", "m.n:f", "m:f()"]),
        ("pick", ["first", "2", "-1"], ["0", "second", "1.5"]),
        ("host name", ["cdn.echo.example", "10.0.0.1", "CDN"], ["https://a/", "a b", ".a", ""]),
        ("list end", ["p.end", "20"], ["0", "p::end", "p:contains(end)", ""]),
        ("browser CSS", ["a.more, #x > b:not(.y)"], ["a:contains(More)", "a[x!=y]", "a::more"]),
    ],
)
def test_scalars(type_: str, good: list[str], bad: list[str]) -> None:
    for value in good:
        SCALARS[type_].read(value)
    for value in bad:
        with pytest.raises(ValueFault):
            SCALARS[type_].read(value)


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_broken_files_are_problems_never_tracebacks(
    tmp_path_factory: pytest.TempPathFactory, seed: int, times: int
) -> None:
    """Lines and signs of a good file, cut, doubled, moved and replaced."""
    chance = random.Random(seed)
    text = FULL
    for _ in range(times):
        at, length = chance.randrange(len(text)), chance.randrange(1, 30)
        piece = chance.choice(
            [
                "",
                text[at : at + length] * 2,
                ": ",
                "{",
                "]",
                "- ",
                '"',
                "none",
                "&a ",
                "*a",
                "\n",
                "\t",
                "é",
                "#",
                "[x, {y: z}]",
            ]
        )
        text = text[:at] + piece + text[at + length :]
    folder = tmp_path_factory.getbasetemp() / "broken"
    folder.mkdir(exist_ok=True)
    (folder / "daily-echo.tags.tsv").write_text(TAGS, encoding="utf-8", newline="")
    for problem in check(write(folder, text)):
        assert problem.line >= 1
        assert problem.message


@given(st.binary(max_size=60))
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.yaml"
    path.write_bytes((HEAD + ARCHIVE).encode() + content)
    for problem in check(path):
        assert problem.message


def test_named_file_that_is_a_folder(tmp_path: Path) -> None:
    (problem,) = check(write(tmp_path, HEAD + ARCHIVE + "article: {body: {tags: .}}\n"))
    assert "cannot be read" in problem.message


@pytest.mark.parametrize(
    "written", ["10.5281/zenodo.1", "https://doi.org/10.5281/zenodo.1", "doi:10.5281/zenodo.1"]
)
def test_a_doi_is_stored_without_its_address(tmp_path: Path, written: str) -> None:
    assert (
        load_portal(write(tmp_path, HEAD + ARCHIVE + f'corpus: {{doi: "{written}"}}\n')).corpus.doi
        == "10.5281/zenodo.1"
    )


@pytest.mark.parametrize(
    "written", ["11234/1-5901", "https://hdl.handle.net/11234/1-5901", "hdl:11234/1-5901"]
)
def test_a_corpus_with_a_handle_is_cited_by_its_address(tmp_path: Path, written: str) -> None:
    file = write(tmp_path, HEAD + ARCHIVE + f'corpus: {{handle: "{written}"}}\n')
    corpus = load_portal(file).corpus
    assert corpus.persistent_id() == "https://hdl.handle.net/11234/1-5901"
    assert corpus.persistent_id("a1") == "https://hdl.handle.net/11234/1-5901?id=a1"


def test_a_row_of_a_table_without_a_signature(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("signature\toperation\n\tbox\n", encoding="utf-8")
    (problem,) = check(write(tmp_path, HEAD + ARCHIVE + "article: {body: {tags: t.tsv}}\n"))
    assert (problem.line, "missing signature (expected the tag" in problem.message) == (2, True)
