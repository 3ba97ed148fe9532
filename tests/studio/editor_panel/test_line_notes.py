"""What the editor of a portal file shows of its problems."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.portal_file.config.load import check
from webarticlecurator.studio.portal.line_notes import (
    LineNote,
    count_lines,
    from_editor_text,
    make_decorations,
    make_line_notes,
    to_editor_text,
)

TEXT = """\
portal: small
home: https://small.example/
archive: {url: https://small.example/list}
articel: {}
article: {body: {tags: small.tags.tsv}}
titel: Small
"""


def test_problems_are_at_their_lines_and_those_of_a_table_name_it(tmp_path: Path):
    file = tmp_path / "small.yaml"
    file.write_text(TEXT, encoding="utf-8")
    (tmp_path / "small.tags.tsv").write_text("signature\toperation\np.x\tparagraf\n", "utf-8")
    notes = make_line_notes(check(file), file, count_lines(TEXT))
    assert [note.line for note in notes] == [4, 6, 0]
    assert notes[0].message.startswith('articel: unknown key: "articel"')
    assert notes[0].label == f"Line 4: {notes[0].message}"
    assert "small.tags.tsv:2:1: " in notes[2].label


def test_a_problem_is_written_behind_the_last_character_of_its_line():
    text = "a: 😀\nwrong: 1\n\n"
    decorations = make_decorations([LineNote(2, "unknown key"), LineNote(0, "elsewhere")], text)
    assert [each["kind"] for each in decorations] == ["line", "widget"]
    assert text[: decorations[1]["position"]] == "a: 😀\nwrong: 1"
    assert decorations[1]["text"] == "unknown key"


def test_a_problem_at_the_end_of_the_text_has_a_line():
    text = "a: 1\n"
    assert count_lines(text) == 2
    assert make_decorations([LineNote(2, "missing")], text)[1]["position"] == len(text)


def test_the_line_ends_of_the_file_stay():
    before = "a: 1\r\nb: 2\r\n"
    shown = to_editor_text(before)
    assert shown == "a: 1\nb: 2\n"
    assert from_editor_text(shown + "c: 3\n", before) == "a: 1\r\nb: 2\r\nc: 3\r\n"
    assert from_editor_text("a\nb", "a\n") == "a\nb"
