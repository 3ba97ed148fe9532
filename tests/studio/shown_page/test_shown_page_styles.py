"""Styles ask for stored files only, and match what they matched."""

from __future__ import annotations

import pytest

from webarticlecurator.proposing.trial.shown_style import rewrite_addresses, rewrite_style_sheet

BASE = "https://news.example/css/a.css"
IMAGE = 'url("res?u=https%3A%2F%2Fnews.example%2Fcss%2Fx.png")'


@pytest.mark.parametrize(
    ("css", "written"),
    [
        ("a { background: url(x.png) no-repeat }", f"a {{ background: {IMAGE} no-repeat }}"),
        ("a { background: url( 'x.png' ) }", f"a {{ background: {IMAGE} }}"),
        ('a { background: URL("x.png") }', f"a {{ background: {IMAGE} }}"),
        ("@import 'x.png' print;", f"@import {IMAGE} print;"),
        ("@import url(x.png);", f"@import {IMAGE};"),
        ("a { fill: url(#x) }", 'a { fill: url("#x") }'),
        ("a { background: url(data:image/gif;base64,R0lG) }", 'a { background: url("data:image/gif;base64,R0lG") }'),
        ("a { background: url('data:image/svg+xml,<svg a=\"b\">') }", 'a { background: url("data:image/svg+xml,\\3c svg a=\\22 b\\22 >") }'),
        ("a { background: url(data:text/html,x) }", 'a { background: url("about:invalid") }'),
        ("a { background: url(javascript:x) }", 'a { background: url("about:invalid") }'),
        ("a { background: image-set('x.png' 1x type('image/png'), url(x.png) 2x) }", f"a {{ background: image-set({IMAGE} 1x type('image/png'), {IMAGE} 2x) }}"),
        ("a:link, b:any-link c { color: red }", "a[data-href], b[data-href] c { color: red }"),
        ('a[href^="http:"] { color: red }', 'a[data-href^="http:"] { color: red }'),
        ("a > b ~ c { content: 'x' }", "a > b ~ c { content: 'x' }"),
        ("<!-- a { b: c } -->", "  a { b: c }  "),
        ("a { content: '</style><script>' }", "a { content: '\\3c /style>\\3c script>' }"),
    ],
)  # fmt: skip
def test_a_style_sheet(css: str, written: str) -> None:
    assert rewrite_style_sheet(css, BASE) == written


def test_an_address_cannot_end_its_string() -> None:
    css = rewrite_addresses('a { background: url("x\')\\22 ){}b{c:d") }', BASE)
    assert css.count('"') == 2


@pytest.mark.parametrize(
    "piece", ["url(", "url('", 'url("', "image-set(", "@import ", "image-set((", "image-set('"]
)
def test_repeated_beginnings_end(piece: str) -> None:
    assert rewrite_style_sheet(piece * 20_000, BASE).count("(") >= piece.count("(")
