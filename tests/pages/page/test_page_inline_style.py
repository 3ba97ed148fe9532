"""What a ``style`` attribute declares, as Chromium 156 answers ``element.style``."""

from __future__ import annotations

import pytest

from webarticlecurator.pages.page.inline_style import (
    keeps_lines,
    makes_block,
    parts_children,
    read_style,
)


@pytest.mark.parametrize(
    ("style", "display"),
    [
        ("display:none", "none"),
        ("color: red; DISPLAY : None ;", "none"),
        ("display:none;display:block", "block"),
        ("display:block;display:none", "none"),
        ("display:none;display:nonsense", "none"),
        ("display:none;display:-ms-flexbox", "none"),
        ("display:none!important;display:block", "none"),
        ("display:none;display:block ! IMPORTANT;display:none", "block"),
        ("display:none !importan", ""),
        ("/* display:none */", ""),
        ("display:none/* x", "none"),
        ("color:red/*;*/;display/**/:/**/none", "none"),
        ("dis/**/play:none", ""),
        ("--x: display:none", ""),
        ("--x:{;display:none;}", ""),
        ("--x:{a:b};display:none", "none"),
        ('background:url("display:none")', ""),
        ("background:url(a;display:none)", ""),
        ("background:url( a\\);display:none)", ""),
        ("content:'a\\';display:none'", ""),
        ("content:'a;display:none", ""),
        ("content:'a\n;display:none", "none"),
        ("d\\69splay:n\\6f ne", "none"),
        ("display\\:none", ""),
        ("display-x:none;-display:none", ""),
        ("(;display:none)", ""),
        ("color:(];display:none", ""),
        ("display:none\xa0", ""),
        ("display:'none'", ""),
        ("display:none;display:initial", "inline"),
        ("display:none;display:unset", "inline"),
        ("display:none;display:revert", ""),
        ("display:none;display:var(--shown)", ""),
        ("display:var(--shown, none)", "none"),
        ("display:var(--shown,var(--other,none)) !important;display:block", "none"),
        ("display:var(--shown);--shown:none", "none"),
        ("--shown:block;display:var( --shown , none )", "block"),
        ("--a:var(--b);--b:var(--a);display:var(--a)", ""),
        ("display:none;display:var(--shown, nothing)", ""),
        ("display:none;display:block flow", "block flow"),
        ("display", ""),
        ("", ""),
    ],
)
def test_the_last_valid_declaration_counts(style: str, display: str) -> None:
    assert read_style(style).get("display", "") == display


def test_the_short_form_of_white_space_sets_its_part() -> None:
    assert keeps_lines("white-space:pre-line")
    assert keeps_lines("white-space: preserve nowrap")
    assert keeps_lines("white-space-collapse:break-spaces")
    assert not keeps_lines("white-space:pre;white-space-collapse:collapse")
    assert keeps_lines("white-space:nowrap") is False
    assert keeps_lines("white-space:pre;white-space:initial") is False
    assert keeps_lines("white-space:pre;white-space:inherit") is None
    assert keeps_lines("white-space:pre;white-space:revert") is None
    assert keeps_lines("color:red") is None


def test_boxes_are_of_the_display_that_counts() -> None:
    assert parts_children("display:-webkit-box;display:-ms-flexbox;display:flex")
    assert parts_children("display:inline grid")
    assert not parts_children("display:flex;display:block")
    assert not parts_children("flex:1;--display:flex")
    assert makes_block("display:table-cell")
    assert makes_block("display:list-item")
    assert not makes_block("display:inline-block")
    assert not makes_block("display:block;display:inline")
