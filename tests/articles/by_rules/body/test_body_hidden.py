"""Text that a browser does not show is left out and counted, unless a reader can open it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult
from webarticlecurator.base.model.blocks import block_words

Read = Callable[..., BodyResult]

SHOWN = "<p>The council of the town decided that the old bridge will be closed.</p>" * 3
HIDDEN = "<p>Secret words stand here for nobody.</p>"


def words_of(result: BodyResult) -> str:
    return " ".join(block_words(result.blocks))


@pytest.fixture
def has_secret(read: Read) -> Callable[[str], bool]:
    def inner(html: str, head: str = "") -> bool:
        page = f"<html><head>{head}</head><body><article>{html}</article></body></html>"
        return "Secret words" in words_of(read(page, root=["article"]))

    return inner


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (f"<div hidden>{HIDDEN}</div>", "not displayed"),
        (f"<!-- c --><div hidden><!-- c -->{HIDDEN}<!-- c --></div><?pi x?>", "not displayed"),
        (f'<div style="display: none">{HIDDEN}</div>', "not displayed"),
        (f'<div style="color:red;DISPLAY:NONE">{HIDDEN}</div>', "not displayed"),
        (f'<div style="visibility:hidden">{HIDDEN}</div>', "not displayed"),
        (f"<h1>Bridge</h1><div itemscope hidden>{HIDDEN}</div>", "not displayed"),
        (f"<details><summary>?</summary>Yes.</details><div hidden>{HIDDEN}</div>", "not displayed"),
        (
            f"<details><summary>?</summary><p>Yes.</p></details><div hidden>{HIDDEN}</div>",
            "not displayed",
        ),
        (f'<div style="d\\69splay:none">{HIDDEN}</div>', "not displayed"),
        (f'<div style="visibility:collapse">{HIDDEN}</div>', "not displayed"),
        (f'<dialog open style="display:none">{HIDDEN}</dialog>', "not displayed"),
        (
            f"<details open><summary>?</summary><div hidden>{HIDDEN}</div></details>",
            "not displayed",
        ),
        (
            f"<details><summary role=button>?</summary><p hidden>{HIDDEN[3:]}</details>",
            "not displayed",
        ),
        (
            f"<button aria-controls=m>?</button><div hidden>{HIDDEN}</div><p id=m></p>",
            "not displayed",
        ),
        (
            f"<div><a role=button href=#m>?</a></div><div hidden>{HIDDEN}</div><p id=m></p>",
            "not displayed",
        ),
        (
            f"<div hidden>{HIDDEN}</div><b onclick=\"show('m')\">?</b><p id=m></p>",
            "not displayed",
        ),
        (f"<p>The <button>arch</button> moved.</p><div hidden>{HIDDEN}</div>", "not displayed"),
        (f"<label>?<input name=m></label><div hidden>{HIDDEN}</div>", "not displayed"),
        (f"<label for=m>?</label><div hidden>{HIDDEN}</div><input id=m>", "not displayed"),
        (f"<dialog>{HIDDEN}</dialog>", "dialog"),
        (f"<dialog id=d>{HIDDEN}</dialog>", "dialog"),
        (f"<dialog id=d>{HIDDEN}<button aria-controls=d></button></dialog>", "dialog"),
        (f"<b aria-controls=d>?</b><dialog id=d>{HIDDEN}<input name=m></dialog>", "dialog"),
        (f"<div popover id=p>{HIDDEN}</div><button>?</button>", "popover"),
        (
            f"<div popover id=p><a href=/b>{HIDDEN}</a></div><b popovertarget=p>?</b>",
            "popover",
        ),
        (f"<div popover id=p>{HIDDEN}<input></div><b popovertarget=p>?</b>", "popover"),
        (
            "<p>Read <a href=/b>more<span class=sr-only>Secret words stand here for nobody."
            "</span></a> there.</p>",
            "label of a link",
        ),
    ],
)
def test_what_a_browser_hides_is_left_out_and_counted(read: Read, html: str, reason: str) -> None:
    result = read(f"<article>{SHOWN}{html}{SHOWN}</article>", root=["article"])
    assert "Secret" not in words_of(result)
    assert dict(result.account.dropped)[f"hidden: {reason}"] == 6


@pytest.mark.parametrize(
    "html",
    [
        f'<div hidden="until-found">{HIDDEN}</div>',
        f"<dialog open>{HIDDEN}</dialog>",
        f"<details><summary>Open</summary>{HIDDEN}</details>",
        f"<button aria-controls=x>+</button><i></i><div id=x hidden>{HIDDEN}</div>",
        f'<a href="#x">note</a><i></i><div id=x hidden>{HIDDEN}</div>',
        f'<a href="#x">note</a><i></i><dialog id=x>{HIDDEN}</dialog>',
        f"<button commandfor=x command=show-modal>+</button><dialog id=x>{HIDDEN}</dialog>",
        f"<b data-target=x>+</b><dialog id=x>{HIDDEN}<input type=submit></dialog>",
        f'<b data-target="#x">+</b><i></i><div id=x hidden>{HIDDEN}</div>',
        f'<b data-bs-target=".more">+</b><i></i><div class="a more" hidden>{HIDDEN}</div>',
        f"<div role=tabpanel hidden>{HIDDEN}</div>",
        f"<div class=tab>One</div><div class=tab hidden>{HIDDEN}</div>",
        f"<h3>When?</h3><div hidden>{HIDDEN}</div>",
        f"<h3>When?</h3><!-- answer --><div hidden>{HIDDEN}</div><!-- end -->",
        f"<div><h3>When?</h3></div><div hidden>{HIDDEN}</div>",
        f"<div hidden>{HIDDEN}</div><button>more</button>",
        f'<div hidden>{HIDDEN}</div><p><a href="#">more</a></p>',
        f'<div><div hidden>{HIDDEN}</div></div><a href="javascript:void(0)">more</a>',
        f"<div class=qa><div>What?</div><div hidden>{HIDDEN}</div></div>"
        "<div class=qa><div>Why?</div><div hidden>Since it is so.</div></div>",
        "<span>Secret words stand here for nob…</span><i></i>"
        "<span>Long words stand here for everybody t…</span>"
        f"<span hidden>Long words stand here for everybody to read. {HIDDEN}</span>",
        f'<div style="visibility:hidden"><b style="visibility:visible">x</b>{HIDDEN}</div>',
        f"<label><input type=checkbox>more</label><div hidden>{HIDDEN}</div>",
        f"<button aria-controls=x>+</button><div hidden><div id=x>{HIDDEN}</div></div>",
        f"<button onclick=\"show('y')\">+</button><div hidden>{HIDDEN}</div>",
        f'<div style="/* display:none */">{HIDDEN}</div>',
        f'<div style="display:none;display:block">{HIDDEN}</div>',
        f'<div style="--x: display:none">{HIDDEN}</div>',
        f'<div hidden style="display:block">{HIDDEN}</div>',
        f'<dialog style="display:block">{HIDDEN}</dialog>',
        f'<div popover style="display:flex">{HIDDEN}</div>',
        f'<div id="S:1" hidden>{HIDDEN}</div><script>$RC("B:1","S:1")</script>',
    ],
)
def test_what_a_reader_can_open_is_text(has_secret: Callable[[str], bool], html: str) -> None:
    assert has_secret(f"{SHOWN}{html}{SHOWN}")


def test_text_that_a_wall_hides_is_kept(has_secret: Callable[..., bool]) -> None:
    html = f"{SHOWN}<div class=locked style='display:none'>{HIDDEN}</div>"
    paid = '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": %s}</script>'
    assert has_secret(html, paid % '"False"')
    assert not has_secret(html, paid % "true")
    # A wall hides paragraphs; a line without one is something else.
    line = html.replace("<p>Secret", "<b>Secret").replace("nobody.</p>", "nobody.</b>")
    assert not has_secret(line, paid % '"False"')


def test_what_hides_most_of_a_root_is_shown_by_a_script(has_secret: Callable[[str], bool]) -> None:
    assert has_secret(f"<div style='display:none'>{HIDDEN * 3}</div><p>Loading.</p>")


def test_a_root_that_a_rule_names_is_text_though_it_is_hidden(read: Read) -> None:
    result = read(f"<div id=x hidden>{HIDDEN}</div>", root=["#x"])
    assert "Secret words" in words_of(result)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("The <button popovertarget=g>arch</button> moved.", "The arch moved."),
        ("<button>Share</button> The arch moved.", "The arch moved."),
        ("The arch moved. <button>Share</button>", "The arch moved."),
        ("The <b>old</b> <button>Copy</button> arch", "The old arch"),
    ],
)
def test_a_button_between_words_is_text(read: Read, html: str, text: str) -> None:
    assert words_of(read(f"<article><p>{html}</p></article>", root=["article"])) == text


def test_lines_and_boxes_of_a_style_are_kept_apart(blocks: Callable[..., list[str]]) -> None:
    verse = '<div style="white-space: pre-line">one\ntwo</div>'
    assert blocks(f"<article>{verse}</article>", root=["article"]) == [
        "paragraph('one' line-break 'two')"
    ]
    for inner, text in (("normal", "'two three'"), ("inherit", "'two' line-break 'three'")):
        verse = f'one<i style="white-space:{inner}">two\nthree</i>'
        verse = f'<div style="white-space: pre-line">{verse}</div>'
        expected = [f"paragraph('one' italic({text}))"]
        assert blocks(f"<article>{verse}</article>", root=["article"]) == expected
    for display in ("flex", "inline-flex", "grid"):
        row = f'<div style="display:{display}"><span>one</span><span>two</span></div>'
        assert blocks(f"<article>{row}</article>", root=["article"]) == [
            "paragraph('one')",
            "paragraph('two')",
        ]
    row = '<div style="white-space:nowrap"><span>on</span><span>e\ntwo</span></div>'
    assert blocks(f"<article>{row}</article>", root=["article"]) == ["paragraph('one two')"]


COPY = "<p>The mayor said that the work cannot wait any longer.</p>"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("visible-xs", "hidden-xs"),
        ("uk-hidden@m", "uk-visible@m"),
        ("lg:hidden", "max-lg:hidden"),
        ("block lg:!hidden", "hidden lg:block"),
        ("min-[640px]:hidden", "max-[640px]:hidden"),
        ("is-hidden-touch", "is-hidden-desktop"),
        ("hidden-md hidden-lg", "visible-md visible-lg"),
        ("d-md-none", "d-none d-md-block"),
        ("show-for-small-only", "hide-for-small-only"),
        ("md:hidden", "hidden md:block"),
        ("is-hidden-mobile", "is-hidden-tablet"),
        ("a elementor-hidden-phone", "b elementor-hidden-desktop elementor-hidden-tablet"),
        ("x_desktopText__a1", "x_mobileText__b2"),
    ],
)
@pytest.mark.parametrize("root", ["article", "article > div, article > p"])
def test_words_for_two_sizes_of_screen_are_there_once(
    read: Read, first: str, second: str, root: str
) -> None:
    boxes = "".join(f'<div class="{each}">{COPY}</div>' for each in (first, second))
    result = read(f"<article>{SHOWN}{boxes}{SHOWN}</article>", root=[root])
    assert words_of(result).count("The mayor") == 1
    assert dict(result.account.dropped) == {"hidden: copy for another size of screen": 10}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("col-md-6", "col-lg-6"),
        ("visible-xs", "visible-xs"),
        ("visible-xs", "lead"),
        ("md:overflow-hidden", "md:max-w-none"),
    ],
)
def test_words_that_a_page_shows_twice_are_there_twice(read: Read, first: str, second: str) -> None:
    boxes = "".join(f'<div class="{each}">{COPY}</div>' for each in (first, second))
    result = read(f"<article>{SHOWN}{boxes}</article>", root=["article"])
    assert words_of(result).count("The mayor") == 2


def test_the_words_for_the_only_size_in_the_root_are_kept(read: Read) -> None:
    boxes = f"<div class=visible-xs>{COPY}</div><article class=hidden-xs>{COPY}</article>"
    assert "The mayor" in words_of(read(boxes, root=["article"]))


def test_hidden_words_in_the_first_sentence_below_a_heading_are_left_out(
    has_secret: Callable[[str], bool],
) -> None:
    hidden = '<span style="visibility:hidden">Secret words</span>'
    assert not has_secret(f"{SHOWN}<h2>Bridge</h2><p>The council {hidden} decided.</p>{SHOWN}")
    assert has_secret(f"{SHOWN}<h2>Bridge</h2><div>{hidden}</div>{SHOWN}")
