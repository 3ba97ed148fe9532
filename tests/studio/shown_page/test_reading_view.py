"""The reading view of a page: nothing lies over its text, what is no text is folded to a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from browser import wait_in_python
from page_server import PageServer, running_pages, shown, wait_for

MENU = "".join(f"<li><a href=/s{number}>Section {number}</a></li>" for number in range(12))
HEADLINES = "".join(
    f"<li><a href=/{number}>A headline of several words, as lists have them {number}</a></li>"
    for number in range(12)
)
NUMBERS = "".join(f"<li><a href=?p={number}>{number}</a></li>" for number in range(12))
TEXT = "<p>Many words that a reader came for, so that the rest is the smaller part.</p>" * 20
HIDDEN = "<p>Words that a script would show when somebody asks for them, and that are many.</p>" * 2


def list_folds(body: str) -> list[str]:
    """The lines of what is folded in a page with some text."""
    written = shown(f"<html><body>{body}<article><h1>Title</h1>{TEXT}", is_reading=True)
    return re.findall('data-curator-fold="([^"]*)"', written.join().decode())


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (f"<nav><ul>{MENU}</ul></nav>", "12 links: Section 0 Section 1"),
        (f"<div><h2>All</h2><ul>{MENU}</ul></div>", "12 links: All Section 0"),
        ("<noscript><p>Please enable JavaScript</p></noscript>", "For browsers without scripts: Please"),
        ("<div role=dialog><p>Subscribe!</p></div>", "A window over the page: Subscribe!"),
        ("<section aria-modal=true>Sign in</section>", "A window over the page: Sign in"),
        ("<dialog open>Sign in</dialog>", "A window over the page: Sign in"),
        ("<div class=site-cookie-notice>We use them</div>", "About cookies: We use them"),
        (f"<div style='color: red; DISPLAY:none'>{HIDDEN}</div>", "Not shown at first: Words that"),
        (f"<div hidden>{HIDDEN}</div>", "Not shown at first: Words that"),
    ],
)  # fmt: skip
def test_what_is_no_text_is_folded_to_one_line(body: str, line: str) -> None:
    (found,) = list_folds(body)
    assert found.startswith(line)
    assert len(found) < 100


@pytest.mark.parametrize(
    "body",
    [
        f"<ul>{HEADLINES}</ul>",
        f"<ul>{NUMBERS}</ul>",
        f"<ul>{MENU[:200]}</ul>",
        f"<div class=cookie-banner-open>{TEXT * 3}</div>",
        f"<div style='display: none'>{TEXT * 3}</div>",
        f"<noscript>{TEXT * 3}</noscript>",
        "<p class=cookieless-recipe>Biscuits</p>",
        "<section class=cmp-text id=cmp-1>A component of the page, as many systems name it</section>",
        "<div hidden>short</div>",
        "<noscript><img src=/a.png></noscript>",
    ],
)
def test_headlines_numbers_of_pages_and_most_of_the_text_are_not_folded(body: str) -> None:
    assert list_folds(body) == []


def test_few_links_are_on_a_line_and_a_list_without_words_is_hidden() -> None:
    icons = "<ul class=share><li><a href=/f><svg><path d=M0 /></svg></a></li><li></li></ul>"
    few = "<ul class=few><li><a href=/a>Share</a></li><li><a href=/b>Send it</a></li></ul>"
    kept = "<ul class=kept><li><img src=/a.png></li></ul><ul class=words><li>A word</li></ul>"
    page = shown(f"<html><body>{icons}{few}{kept}{TEXT}", is_reading=True).join().decode()
    lists = dict(re.findall('<ul data-node="[0-9]+" class="([a-z]+)"([^>]*)>', page))
    assert lists == {"share": ' hidden=""', "few": " data-curator-line", "kept": "", "words": ""}


def test_a_page_has_no_style_nor_place_of_its_own_and_cannot_write_our_lines() -> None:
    source = """<html style="x" bgcolor=red><head><link rel=stylesheet href=/a.css>
    <style>p { position: fixed }</style></head><body style="y" background=/b.png>
    <p style="position: absolute" align=right data-curator-fold=mine data-curator-opened>a</p>
    <img src=/c.png width=9000 height=9000 style=z><iframe src=/d width=9000 style=z></iframe>
    <svg width=9 height=9 style=z><path d=M0 style=z></svg>"""
    page = shown(source, is_reading=True)
    written = page.join().decode()
    for left_out in ("style", "bgcolor", "background", "9000", "align", "curator-fold", "opened"):
        assert left_out not in written
    assert '<svg data-node="8" width="9" height="9">' in written  # of the drawing itself
    assert page.sheets == ("http://leak.example/a.css",)
    assert shown(source).sheets == ()


PAGE = f"""<html><head><style>.cover {{ position: fixed; inset: 0; background: grey }}</style></head><body>
<div class=cover style="position: fixed; inset: 0; z-index: 9">Loading</div>
<ul>{MENU}</ul><img src=/a.png width=900 height=5000><svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>
<h1>The title</h1><article>{TEXT}</article><p hidden>a hidden line</p></body></html>"""
FIRST = 35
"""The number of the first paragraph."""


@pytest.fixture(scope="module")
def served() -> Iterator[PageServer]:
    with running_pages() as server:
        yield server


@pytest.fixture
def page(tab: Any, served: PageServer) -> Any:
    """A tab with the reading view in a frame that is ready."""
    tab.goto(served.show(PAGE, is_reading=True))
    wait_for(tab, "ready")
    return tab


def in_page(tab: Any, expression: str) -> Any:
    return tab.frames[1].evaluate(expression)


ON_TOP = """(() => { const text = document.querySelector("article p").getBoundingClientRect();
return document.elementFromPoint(text.left + 5, text.top + 5)?.closest("article p") instanceof Element })()"""


def test_nothing_covers_the_text_and_pictures_are_bounded(
    tab: Any, served: PageServer, page: Any
) -> None:
    page.evaluate(f"send({{kind: 'open', places: [[{FIRST}, '']]}})")
    wait_in_python(page, lambda: in_page(page, "scrollY") > 0)
    assert in_page(page, ON_TOP)
    assert in_page(page, "document.querySelector('img').getBoundingClientRect().height") <= 192
    assert in_page(page, "document.querySelector('svg').getBoundingClientRect().height") <= 20
    assert in_page(page, "document.querySelector('h1').getBoundingClientRect().top") < 9
    tab.goto(served.show(PAGE))  # the control: as the page looked
    wait_for(tab, "ready")
    tab.evaluate(f"send({{kind: 'open', places: [[{FIRST}, '']]}})")
    wait_in_python(tab, lambda: in_page(tab, "scrollY") > 0)
    assert not in_page(tab, ON_TOP)


def test_a_folded_list_opens_by_a_click_by_a_key_and_by_a_mark(page: Any) -> None:
    page_at = page.url
    link = page.frame_locator("iframe").locator("ul li").first
    menu = page.frame_locator("iframe").locator("ul")
    assert not link.is_visible()
    assert menu.bounding_box()["height"] < 40
    menu.click()
    link.wait_for(state="visible")
    assert page.evaluate("told.filter(([kind]) => kind === 'pick').length") == 0
    link.click()
    assert len(wait_for(page, "pick")) == 1

    for act in ("keys", "marks"):
        page.goto(page_at)
        wait_for(page, "ready")
        assert not link.is_visible()
        if act == "keys":
            menu.hover()
            in_page(page, "document.documentElement.focus()")
            page.keyboard.press("ArrowDown")  # to the cover
            page.keyboard.press("ArrowDown")  # to the list
            page.keyboard.press("ArrowRight")
        else:
            node = link.get_attribute("data-node")
            page.evaluate(f"send({{kind: 'marks', marks: [[{node}, 'link', '1']]}})")
        link.wait_for(state="visible")


def test_what_is_hovered_in_the_text_comes_into_view_even_if_it_was_hidden(page: Any) -> None:
    node = page.frame_locator("iframe").locator("p[hidden]").get_attribute("data-node")
    page.evaluate(f"send({{kind: 'hover', nodes: [{node}]}})")
    page.frame_locator("iframe").get_by_text("a hidden line").wait_for(state="visible")
    wait_in_python(page, lambda: in_page(page, "scrollY") > 100)
    at = in_page(page, "scrollY")
    page.evaluate(f"send({{kind: 'hover', nodes: [{node}]}})")  # it is in view: nothing moves
    page.wait_for_timeout(200)
    assert in_page(page, "scrollY") == at


def words_of(number: int) -> str:
    return f"Paragraph {number} says that the ferry was late again, and why nobody knew of it."


LINES = "<br><br>".join(map(words_of, range(40)))
OPENED = f"""<html><body>{TEXT}<h1>The title</h1><p class=lead>A lead of a few words.</p>
<div class=between></div><div class=text>{LINES}</div></body></html>"""
"""A page whose paragraphs are lines of one element, behind a place for what comes late."""


def open_at_paragraph(tab: Any, number: int) -> None:
    """Open the page at its lead and a paragraph."""
    lead, text = (
        tab.frame_locator("iframe").locator(f".{name}").get_attribute("data-node")
        for name in ("lead", "text")
    )
    places = f"[[{lead}, 'A lead'], [{text}, {words_of(number)[:30]!r}]]"
    tab.evaluate(f"send({{kind: 'open', places: {places}}})")
    wait_in_python(tab, lambda: in_page(tab, "scrollY") > 0)


def top_of(tab: Any, selector: str) -> float:
    return float(in_page(tab, f"document.querySelector('{selector}').getBoundingClientRect().top"))


def top_of_paragraph(tab: Any, number: int) -> float:
    script = f"""(() => {{ const range = document.createRange();
    range.selectNodeContents(document.querySelector(".text").childNodes[{number * 3}]);
    return range.getClientRects()[0].top }})()"""
    return float(in_page(tab, script))


@pytest.fixture
def opened(tab: Any, served: PageServer) -> Any:
    tab.goto(served.show(OPENED, is_reading=True))
    wait_for(tab, "ready")
    return tab


def test_a_page_opens_with_its_title_above_the_first_paragraph(opened: Any) -> None:
    open_at_paragraph(opened, 0)
    assert 0 <= top_of(opened, "h1") < 10
    assert 0 < top_of(opened, ".lead") < top_of_paragraph(opened, 0) < 300


def test_a_paragraph_is_found_by_its_words_in_an_element_of_many(opened: Any) -> None:
    open_at_paragraph(opened, 30)
    assert 0 < top_of_paragraph(opened, 30) < 300
    assert top_of(opened, "h1") < 0


def grow(tab: Any, height: int) -> None:
    """Let something above the text become so high."""
    in_page(tab, f"void (document.querySelector('.between').style.height = '{height}px')")


def test_what_comes_late_does_not_push_the_paragraph_out_of_view(opened: Any) -> None:
    open_at_paragraph(opened, 0)
    grow(opened, 300)  # the title and the paragraph still find room
    wait_in_python(opened, lambda: top_of_paragraph(opened, 0) > 300)
    assert 0 <= top_of(opened, "h1") < 10
    grow(opened, 5000)
    wait_in_python(opened, lambda: 0 < top_of_paragraph(opened, 0) < 300)
    assert top_of(opened, "h1") < 0


def test_where_somebody_scrolls_the_page_stays(opened: Any) -> None:
    open_at_paragraph(opened, 0)
    in_page(opened, "void window.scrollTo(0, 0)")
    grow(opened, 5000)
    opened.wait_for_timeout(200)
    assert in_page(opened, "scrollY") == 0


def test_where_somebody_clicks_the_page_stays(opened: Any) -> None:
    open_at_paragraph(opened, 0)
    opened.frame_locator("iframe").locator(".lead").click()
    wait_for(opened, "pick")
    at = in_page(opened, "scrollY")
    in_page(opened, "void (document.querySelector('.text').style.paddingTop = '1000px')")
    opened.wait_for_timeout(200)
    assert in_page(opened, "scrollY") == at
