"""Parts of a page that React streams: the tree has them where a browser shows them."""

from __future__ import annotations

import pytest

from webarticlecurator.pages.page.page import Page

URL = "https://echo.example/a"


def words(html: str) -> list[str]:
    """Return the words in document order that are not in a template."""
    root = Page(URL, f"<!DOCTYPE html><html><body>{html}</body></html>").root
    texts = root.xpath("//text()[not(ancestor::template)]")
    return " ".join(map(str, texts)).split()


def test_a_part_replaces_what_is_shown_until_it_has_come() -> None:
    html = (
        "<main><p>one</p><!--$?--><template id=B:0></template><p>Loading …</p>wait<!--/$-->"
        "<p>four</p></main><p>five</p><div hidden id=S:0>two<p>three</p></div>"
    )
    assert words(html) == ["one", "two", "three", "four", "five"]


def test_a_part_may_hold_the_places_of_others() -> None:
    html = (
        "<main><!--$?--><template id=B:1></template><!--/$--></main>"
        "<div hidden id=S:1><p>one <template id=P:2></template> four</p></div>"
        "<div hidden id=S:2><b>two</b> three</div>"
    )
    assert words(html) == ["one", "two", "three", "four"]


def test_what_is_shown_meanwhile_may_hold_such_parts_itself() -> None:
    html = (
        "<main><!--$?--><template id=B:a></template>wait<!--$--><p>still</p><!--/$-->wait<!--/$-->"
        "two</main><div hidden id=S:a>one </div>"
    )
    assert words(html) == ["one", "two"]


def test_all_ids_of_a_page_may_begin_with_a_name() -> None:
    html = "<p><template id=app-P:1f></template>two</p><div hidden id=app-S:1f>one </div>"
    assert words(html) == ["one", "two"]


def test_text_before_and_behind_the_place_stays_there() -> None:
    html = "<p>one <template id=P:0></template> three</p><div hidden id=S:0>two</div>"
    assert words(html) == ["one", "two", "three"]
    html = "<p><i>one</i> <template id=P:0></template> two</p><div hidden id=S:0></div>"
    assert words(html) == ["one", "two"]


def test_without_comments_what_is_shown_meanwhile_stays() -> None:
    html = "<main><template id=B:0></template><p>two</p></main><div hidden id=S:0>one </div>"
    assert words(html) == ["one", "two"]
    # the end is in another element
    html = (
        "<main><!--$?--><template id=B:0></template><p>two</p></main><!--/$-->three"
        "<div hidden id=S:0>one </div>"
    )
    assert words(html) == ["one", "two", "three"]


@pytest.mark.parametrize(
    "html",
    [
        "<main><!--$?--><template id=B:0></template>one<!--/$--> two</main>",
        "<main>one</main><div id=S:0>two<template id=P:0></template></div>",
        "<main>one<template id=C:0></template></main><div id=S:0>two</div>",
        "<main>one<template id=P:0x></template></main><div id=S:0x>two</div>",
    ],
)
def test_a_place_without_a_part_changes_nothing(html: str) -> None:
    assert words(html) == ["one", "two"]


def test_streamed_parts_may_hold_shadow_roots() -> None:
    shadow = "<x-a><template shadowrootmode=open>one <slot></slot></template>two</x-a>"
    html = f"<main><template id=P:0></template></main><p>three</p><div hidden id=S:0>{shadow}</div>"
    assert words(html) == ["one", "two", "three"]
