"""Values of elements are what readers see in them, in titles, names and keywords."""

from __future__ import annotations

import pytest

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_first, select_values

URL = "https://echo.example/a"


def read(html: str) -> list[str]:
    page = Page(URL, f"<!DOCTYPE html><html><body><h1>{html}</h1></body></html>")
    return [each.value for each in select_values((Rule("css", "h1"),), page, is_shown=True)]


@pytest.mark.parametrize(
    "html",
    [
        "Bridge <span hidden>secret</span>closed",
        '<span style="display:none">News: </span>Bridge closed',
        'Bridge closed<span style="visibility: hidden"> now</span>',
        'Bridge closed<p style="content-visibility: hidden"> now</p>',
        'Bridge closed<b style="content-visibility:hidden;display:inline-block"> now</b>',
        '<p style="display:flex">Bridge closed<b style="content-visibility:hidden"> now</b></p>',
        'Bridge closed<b style="display:var(--more, none)"> now</b>',
        "Bridge closed<span class=sr-only>, article of today</span>",
        "<svg><title>Lock</title><desc>shut</desc></svg>Bridge closed",
        "Bridge<template><b>later</b></template> closed",
        "Bridge closed <i class=material-icons>edit_note</i>",
        "Bridge <mat-icon aria-hidden=true>share</mat-icon>closed",
        "Bridge closed<script>track()</script><style>h1 {}</style>",
        "Bridge closed<dialog>Share it</dialog>",
        "<span class=visible-xs>Closed</span><span class=hidden-xs>Bridge closed</span>",
        '<span class="hidden lg:inline">Bridge closed</span><b class="lg:hidden">Closed</b>',
        "<span class=visible-xs>Bridge closed</span><span class=hidden-xs>Bridge closed</span>",
    ],
)
def test_what_readers_do_not_see_in_a_heading_is_no_title(html: str) -> None:
    assert read(html) == ["Bridge closed"]


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<img src=/a.png><span class=sr-only>Bridge closed</span>", "Bridge closed"),
        ("<span hidden>Bridge closed</span> ", "Bridge closed"),
        ("The <i>icon</i> of the bridge", "The icon of the bridge"),
        ("The <span class=icon>bridge</span>", "The bridge"),
        ("<span class=hidden-xs>The</span> <b class=hidden-sm>bridge</b>", "The bridge"),
        ("<span class=md:block>The</span> <b class=lg:block>bridge</b>", "The bridge"),
        ('<b style="/*display:none*/">The</b> bridge', "The bridge"),
        ("<span hidden>x</span><!-- c --> Bridge", "Bridge"),
        ('<b style="content-visibility:hidden">The</b> bridge', "The bridge"),
        ('<div style="content-visibility:auto">The</div> bridge', "The bridge"),
        ('<div style="content-visibility:hidden;display:inline">The</div> bridge', "The bridge"),
        (
            '<p style="display:flex"><b style="display:contents;content-visibility:hidden">The</b>'
            " bridge</p>",
            "The bridge",
        ),
        ("<div>The</div><div>bridge</div>", "The bridge"),
    ],
)
def test_what_readers_see_in_a_heading_is_the_title(html: str, title: str) -> None:
    assert read(html) == [title]


def test_a_value_that_is_not_asked_for_as_it_is_shown_is_whole() -> None:
    page = Page(URL, "<time>2 days ago<i hidden> 2024-03-05</i></time>")
    assert select_first((Rule("css", "time"),), page) == "2 days ago 2024-03-05"
