"""What an output version changes is a row of a table; the parts of a document that differ are found,
whatever differs."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkout import CHECKOUT

from webarticlecurator.tei.documents.documents_compared import compare_documents
from webarticlecurator.tei.documents.output_changes import (
    OUTPUT_CHANGES,
    OutputChange,
    check_changes,
    find_output_changes,
)
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION

GOLDEN = sorted((CHECKOUT / "examples" / "golden").glob("*.xml"))
TEXT = "The old mill museum asked for more time last Friday."


def test_changes_are_those_of_the_versions_since(monkeypatch: pytest.MonkeyPatch):
    rows = (
        OutputChange(8, "short dates", "short", ("published",)),
        OutputChange(9, "eras", "eras", ("published", "modified")),
    )
    monkeypatch.setattr("webarticlecurator.tei.documents.output_changes.OUTPUT_CHANGES", rows)
    found = [find_output_changes("published", since) for since in (7, 8, 9)]
    assert [[row.name for row in each] for each in found] == [["short dates", "eras"], ["eras"], []]
    assert find_output_changes("characters", 7) == []


@pytest.mark.parametrize(
    "row",
    [
        OutputChange(6, "", "a sentence", ("header",)),
        OutputChange(6, "a name", "", ("header",)),
        OutputChange(6, "a name", "a sentence", ()),
        OutputChange(6, "a name", "a sentence", ("header", "haeder")),
    ],
)
def test_a_row_has_all_its_parts(row: OutputChange):
    with pytest.raises(TypeError, match="complete its row of OUTPUT_CHANGES"):
        check_changes((*OUTPUT_CHANGES, row))


def test_each_version_but_the_first_has_rows():
    assert check_changes(OUTPUT_CHANGES) == OUTPUT_CHANGES
    for left_out in {row.version for row in OUTPUT_CHANGES}:
        rows = tuple(row for row in OUTPUT_CHANGES if row.version != left_out)
        with pytest.raises(TypeError, match=f"differ in version {left_out};"):
            check_changes(rows)
    with pytest.raises(TypeError, match=f"differ in version {OUTPUT_VERSION + 1}"):
        check_changes(
            (*OUTPUT_CHANGES, OutputChange(OUTPUT_VERSION + 1, "later", "a sentence", ("header",)))
        )


@pytest.fixture(scope="module")
def old() -> bytes:
    return next(c for path in GOLDEN if TEXT.encode() in (c := Path(path).read_bytes()))


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        (f'version="{OUTPUT_VERSION}"', f'version="{OUTPUT_VERSION + 1}"', []),
        ("Friday.", "Fri\u00adday.", [("characters", "Friday.", "Fri<U+00AD>day.")]),
        ("more time", "more\u00a0time", [("characters", "more time", "more<U+00A0>time")]),
        (TEXT, "", [("words-left-out", TEXT, "")]),
        (TEXT, f"{TEXT} Nobody came.", [("words-added", "", "Nobody came.")]),
        ("asked for more time", "asked for time more", [("order", "", "")]),
        (TEXT, f"<hi>{TEXT}</hi>", [("markup", "", "hi")]),
        ("<title>", "<title >", [("header", "", "")]),
        ("curator</label>", "Curator</label>", []),
        ('"column">kultura', '"column">sport', [("header", "column: kultura", "column: sport")]),
        ("<term>Kultúra", "<term>Sport", [("header", "", "")]),
        ("urn:sha256:0", "urn:sha256:1", []),
    ],
)
def test_what_differs_is_found(
    old: bytes, before: str, after: str, changes: list[tuple[str, str, str]]
):
    new = old.replace(before.encode(), after.encode())
    found = [(each.part, each.before, each.after) for each in compare_documents(old, new)]
    assert found == changes


def test_other_rules_and_captures_are_named_behind_what_differs(old: bytes):
    new = old.replace(b"urn:sha256:0", b"urn:sha256:1").replace(b"2000-01-01T", b"2000-01-02T")
    new = new.replace(TEXT.encode(), b"")
    parts = [change.part for change in compare_documents(old, new)]
    assert parts == ["words-left-out", "rules", "captures"]
    assert compare_documents(old, old) == ()
