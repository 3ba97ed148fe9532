"""``curator extract --explain`` shows where the text was found without a rule, in words that can be
put into a portal file."""

from __future__ import annotations

from pathlib import Path

import pytest

from webarticlecurator.cli.main import main

SENTENCE = "The ferry across the river was late again on Monday, and the harbour office could not say why it was."
TEASER = '<div class="related-box"><a href="/a">The bridge that was never built across the bay of the town</a></div>'
PAGE = f"""<html lang="en"><head><title>The ferry</title></head><body><div class="menu"><a href="/">Home</a></div>
<div class="story-text"><h1>The ferry</h1> {f"<p>{SENTENCE}</p> " * 5}{TEASER}
{f"<p>{SENTENCE}</p> " * 2}{TEASER}</div>
<p class="imprint">All rights of the harbour reserved</p></body></html>"""
# 7 sentences of 20 words, a title of 2, 2 teasers of 12
GUESSED = "  div.story-text: about 166 words"
OUTSIDE = "outside the root: about 7 words"  # Home, and the imprint


def explained(folder: Path, capsys: pytest.CaptureFixture[str], article: str) -> list[str]:
    """Return the lines of --explain."""
    config = folder / "echo.yaml"
    text = f"portal: echo\nhome: https://echo.example/\narchive: {{url: 'https://echo.example/'}}\narticle: {article}\n"
    config.write_text(text, encoding="utf-8", newline="\n")
    (folder / "page.html").write_text(PAGE, encoding="utf-8", newline="\n")
    main(
        [
            "extract",
            str(config),
            "--url",
            "https://echo.example/ferry",
            "--html",
            str(folder / "page.html"),
            "--explain",
        ]
    )
    return [line for line in capsys.readouterr().err.splitlines() if "portal.schema" not in line]


@pytest.mark.parametrize("article", ["{}", "{body: {root: div.nothing, guess: true}}"])
def test_the_root_found_and_the_drops_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], article: str
):
    lines = explained(tmp_path, capsys, article)
    at = lines.index("body.root: guessed, because no rule finds it:")
    assert lines[at + 1] == GUESSED
    assert any(
        line.startswith("    without div.related-box, 2 times (guess: ") for line in lines[at + 2 :]
    )
    assert lines[-1] == OUTSIDE


def test_for_a_root_that_does_not_match_a_better_one_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    lines = explained(tmp_path, capsys, "{body: {root: div.nothing}}")
    at = lines.index("body.root: none of its rules matches; without them it would be guessed:")
    assert lines[at + 1] == GUESSED
    assert "outside the root" not in "\n".join(lines)  # there is none


def test_nothing_is_shown_where_rules_find_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    lines = explained(tmp_path, capsys, "{body: {root: div.story-text}}")
    assert [line for line in lines if "guessed" in line] == []
    assert lines[-1] == OUTSIDE


def test_the_drops_in_a_refined_root_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    lines = explained(tmp_path, capsys, "{body: {root: div.story-text, guess: true}}")
    at = lines.index("body.root: what looks like no text in it goes (guess: true):")
    assert lines[at + 1] == GUESSED
    assert any(line.startswith("    without div.related-box, 2 times (guess: ") for line in lines)
