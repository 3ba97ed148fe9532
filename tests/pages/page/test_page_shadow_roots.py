"""Declarative shadow roots: the tree has what a browser shows."""

from __future__ import annotations

import pytest

from webarticlecurator.pages.page.page import Page

URL = "https://echo.example/a"


def words(html: str) -> list[str]:
    """Return the words in document order that are not in a template."""
    root = Page(URL, f"<!DOCTYPE html><html><body>{html}</body></html>").root
    texts = root.xpath("//text()[not(ancestor::template)]")
    return " ".join(map(str, texts)).split()


@pytest.mark.parametrize("mode", ["open", "closed", "OPEN"])
def test_the_content_is_shown_with_the_children_in_their_slots(mode: str) -> None:
    shadow = f"<template shadowrootmode={mode}><p>one</p><slot></slot><p>four</p></template>"
    assert words(f"<x-a>{shadow}<p>two</p><p>three</p></x-a>five") == [
        "one", "two", "three", "four", "five",
    ]  # fmt: skip


def test_named_slots_take_their_children_and_the_others_go_to_the_slot_without_a_name() -> None:
    shadow = (
        "<template shadowrootmode=open><slot name=head>no head</slot><b>:</b><slot></slot>"
        "<slot name=foot>no foot</slot></template>"
    )
    html = f"<x-a>{shadow}<p>text</p><i slot=head>head</i></x-a>"
    assert words(html) == ["head", ":", "text", "no", "foot"]


def test_text_alone_fills_the_slot_without_a_name() -> None:
    html = "<x-a>light<template shadowrootmode=open>(<slot>nothing</slot>)</template></x-a>"
    assert words(html) == ["(", "light", ")"]


def test_children_without_a_slot_are_not_shown() -> None:
    shadow = "<template shadowrootmode=open><p>shown</p></template>"
    assert words(f"<x-a>{shadow}<p>hidden</p></x-a>") == ["shown"]


def test_a_shadow_root_may_hold_the_host_of_another_one() -> None:
    inner = "<x-b><template shadowrootmode=open>b1 <slot></slot> b3</template>b2</x-b>"
    html = f"<x-a><template shadowrootmode=open>a1 {inner} <slot></slot></template>a2</x-a>"
    assert words(html) == ["a1", "b1", "b2", "b3", "a2"]


def test_other_templates_are_no_text() -> None:
    assert words("<x-a><template><p>later</p></template>now</x-a>") == ["now"]
    assert words("<x-a><template shadowrootmode=no><p>later</p></template>now</x-a>") == ["now"]


def test_a_page_that_needs_the_html_standard_has_them_too() -> None:
    shadow = "<template shadowrootmode=open><p>one<div>two</div></p><slot></slot></template>"
    html = f"<b><p>first</b> second</p><x-a>{shadow}<table><p>before</p><tr><td>cell</table></x-a>"
    assert words(html) == ["first", "second", "one", "two", "before", "cell"]


def test_only_the_first_root_of_an_element_that_may_have_one_is_shown() -> None:
    first, second = (f"<template shadowrootmode=open>{each}</template>" for each in ("one", "two"))
    assert words(f"<div>{first}{second}</div>") == ["one"]
    assert words(f"<ul><li>{first}item</li></ul>") == ["item"]
