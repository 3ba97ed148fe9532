"""What the view of metadata shows of a corpus: values, their articles and sources, conflicts."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.base.model.article_facts import ArticleFacts
from webarticlecurator.corpus.corpora.reporting import CONFLICTS, to_tsv
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.studio.metadata.field_values import (
    PAGE_LENGTH,
    FieldValue,
    count_sources,
    find_value_row,
    list_examples,
    read_values,
)
from webarticlecurator.studio.metadata.source_conflicts import SourceConflict, read_conflicts

HOME = "https://small.example/"
NAMES = PAGE_LENGTH + 10


def facts(number: int) -> ArticleFacts:
    """The facts of an article of ``Everybody`` and of one other author in turn."""
    author = f"Ánna {number % NAMES:03}"
    source = (("authors", "meta" if number % 2 else "css"),)
    authors = (author, "Everybody") if number else ()
    return ArticleFacts(
        f"Title {number}",
        "2024-05-02",
        "2024-05-02",
        "",
        "hu",
        "free",
        ("News",),
        authors,
        9,
        "words",
        None,
        "",
        source if number else (),
        bytes([number % 256]),
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "corpora" / "small"
    with open_corpus(made, "small") as corpus:
        for number in range(2 * NAMES):
            url = f"{HOME}{number}"
            corpus.frontier.add(url, url, None)
            row = corpus.frontier.article(url)
            assert row is not None
            corpus.article_facts.record(row.id, facts(number))
        corpus.commit()
    return made


def test_values_of_the_index_are_paged_the_most_frequent_first(folder: Path):
    first = read_values(folder, "small", "authors", "", 1)
    assert first is not None
    values, has_more = first
    assert values[0] == FieldValue("Everybody", 2 * NAMES - 1)
    assert values[1:3] == (FieldValue("Ánna 001", 2), FieldValue("Ánna 002", 2))
    assert has_more
    second = read_values(folder, "small", "authors", "", 2)
    assert second is not None
    assert len(values) == PAGE_LENGTH
    values, has_more = second
    assert len(values) == NAMES + 1 - PAGE_LENGTH
    assert values[-1] == FieldValue("Ánna 000", 1)
    assert not has_more


def test_values_are_searched_in_any_case_and_script(folder: Path):
    found = read_values(folder, "small", "authors", "áNNA 00", 1)
    assert found is not None
    assert [value.value for value in found[0]] == [
        *(f"Ánna 00{number}" for number in range(1, 10)),
        "Ánna 000",
    ]


def test_sources_of_a_field_are_counted(folder: Path):
    assert count_sources(folder, "small", "authors") == [
        ("meta", NAMES),
        ("css", NAMES - 1),
        ("nothing", 1),
    ]


def test_an_article_of_each_value_is_an_example(folder: Path):
    values = ["Ánna 003", "Ánna 002", "Nobody"]
    assert list_examples(folder, "small", "authors", values) == (f"{HOME}2", f"{HOME}3")


def test_values_of_other_fields_are_those_that_a_command_has_counted(folder: Path):
    assert read_values(folder, "small", "keywords", "", 1) is None
    (folder / "reports").mkdir()
    rows = [
        ("value", "articles", "sources", "examples"),
        ("=harbour", "12", "meta:keywords", f"{HOME}1 {HOME}2"),
        ('"ferry"', "3", "meta:keywords, css:.tag", f"{HOME}3"),
    ]
    (folder / "reports" / "values-keywords.tsv").write_bytes(b"".join(to_tsv(rows)))
    found = read_values(folder, "small", "keywords", "", 1)
    assert found is not None
    assert found[0] == (
        FieldValue("=harbour", 12, "meta:keywords", (f"{HOME}1", f"{HOME}2")),
        FieldValue('"ferry"', 3, "meta:keywords, css:.tag", (f"{HOME}3",)),
    )
    assert find_value_row(folder, "keywords", "=harbour") == found[0][0]
    assert find_value_row(folder, "keywords", "sea") is None
    assert list_examples(folder, "small", "keywords", ["sea", '"ferry"']) == (f"{HOME}3",)


def test_conflicts_are_the_rows_of_the_report(tmp_path: Path):
    table = tmp_path / "conflicts.tsv"
    assert read_conflicts(table) is None
    cells = ("title", "meta:og:title", "css:h1 (built in)", "9", "4", "=A", "B", f"{HOME}1 {HOME}2")
    table.write_bytes(b"".join(to_tsv([CONFLICTS, cells])))
    assert read_conflicts(table) == [
        SourceConflict(*cells[:-1], examples=(f"{HOME}1", f"{HOME}2")),
    ]
