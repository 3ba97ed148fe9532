"""What people get wrong in YAML is answered with the line, what was expected, what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from webarticlecurator.portal_file.config.load import check

GOOD = """\
portal: oldtown
title: Oldtown News
home: https://oldtown.example/
language: en
fetch: {delay: 1.0}
archive:
  url: "https://oldtown.example/news?page={page}"
  pagination: {mode: infinite-scroll}
  links: h2
article:
  body:
    root: [div.text]
    drop: [nav]
"""

CASES = {  # what is replaced, by what → line, column, a part of the message
    "colon": ("title: Oldtown", "title: News: of", 2, 12, 'write  title: "News: of News"'),
    "colon in a list": ("drop: [nav]", "drop:\n    - a: b: c", 14, 11, 'write  - a: "b: c"'),
    "comma in a number": ("delay: 1.0", "delay: 2,5", 5, 16, '"2,5" (expected a point); write 2.5'),
    "comma, block": ("{delay: 1.0}", "\n  delay: 2,5", 6, 10, "such as 1.5); write 2.5"),
    "tab": ("  links: h2", "\tlinks: h2", 9, 1, "a tab in the indentation (expected spaces)"),
    "tab after the key": ("title: ", "title:\t", 2, 7, "a tab before the value"),
    "no blank": ("language: en", "language:en", 4, 9, "write  language: en"),
    "no blank, first line": ("portal: old", "portal:old", 1, 7, "write  portal: oldtown"),
    "no blank, deep": ("root: [", "root:[", 12, 9, "write  root: [div.text]"),
    "no blank, last line": ("drop: [nav]", "drop:[nav]", 13, 9, "write  drop: [nav]"),
    "no blank in braces": ("{delay: 1", "{delay:1", 5, 9, "write  delay: 1.0"),
    "no blank after a dash": ("drop: [nav]", "drop:\n    -nav", 14, 6, "write  - nav"),
    "no blank after dashes": ("drop: [nav]", "drop:\n     -nav\n     -b", 14, 6, "after the dash"),
    "open quote": ("title: Old", 'title: "Old', 2, 8, 'write  title: "Oldtown News"'),
    "open single quote": ("title: Old", "title: 'Old", 2, 8, "a quote that is not closed"),
    "quotes inside": ("Oldtown News", '"The "O" News"', 2, 8, """write  title: 'The "O" News'"""),
    "apostrophe": ("Oldtown News", "'Oldtown's News'", 2, 8, 'write  title: "Oldtown\'s News"'),
    "percent": ("Oldtown News", "%News", 2, 8, 'write  title: "%News"'),
    "at": ("Oldtown News", "@News", 2, 8, 'write  title: "@News"'),
    "backtick": ("Oldtown News", "`News`", 2, 8, 'write  title: "`News`"'),
    "at in brackets": ("[div.text]", "[a, @b]", 12, 15, "begins with @ (expected quotes"),
    "greater than": ("links: h2", "links: > h2", 9, 10, 'write  links: "> h2"'),
    "brace in an address": ('"https://oldtown.example/news', "{home}/", 7, 14, "text after the }"),
    "id in brackets": ("[div.text]", "[#text]", 12, 12, 'write "#text"'),
    "open bracket": ("[div.text]", "[div.text", 12, 11, "write  root: [div.text]"),
    "open brace": ("scroll}", "scroll", 8, 15, "a { that is not closed"),
    "one bracket too many": ("[nav]", "[nav]]", 13, 16, "a ] that closes nothing"),
    "semicolon": ("{mode: inf", "{first: 1; mode: inf", 8, 24, "expected a comma"),
    "equals": ("language: en", "language = en", 4, 9, "write  language: en"),
    "key alone": ("language: en", "language", 4, 9, "no colon after the key"),
    "indentation": ("  links", "   links", 9, 4, "fits no line above: 3 (expected 0, 2)"),
    "backslash": ("Oldtown News", '"Old\\d"', 2, 12, r"write  title: 'Old\d'"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_mistake_is_named_with_its_cure(tmp_path: Path, case: str) -> None:
    old, new, line, column, message = CASES[case]
    assert GOOD.count(old) == 1
    path = tmp_path / "oldtown.yaml"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    (problem,) = check(path)
    assert message in problem.message
    assert (problem.line, problem.column) == (line, column)


def test_the_file_itself_is_right(tmp_path: Path) -> None:
    path = tmp_path / "oldtown.yaml"
    path.write_text(GOOD, encoding="utf-8")
    assert check(path) == ()
