"""The article view in a browser: a page is read, an element is picked, a proposal is accepted."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from accessibility import find_faults, is_too_wide, reach_meaning
from article_portal import PAGES, RULES, address, write_page
from browser import wait_in_python
from long_article import LONG, write_long_portal
from response_records import response_record
from running_studio import Studio

pytest.importorskip("nicegui")
expect: Any = pytest.importorskip("playwright.sync_api").expect


UNDATED = "https://small.example/the-story-number-one.html"
LAYOUT = "the-layout-of-the-pages-of-before-the-redesign-of-2011"
MONTH = "<span class='day'>2019. március 1. | Anna Small</span>"


@pytest.fixture(scope="session", autouse=True)
def portals(studio_folder: Path) -> None:
    joined = write_long_portal(studio_folder).read_text(encoding="utf-8")
    unjoined = joined.replace("portal: long", "portal: unjoined")
    for line in ("  next_page: a.next\n", "    once: .head\n"):
        unjoined = unjoined.replace(line, "")
    (studio_folder / "unjoined.yaml").write_text(unjoined, encoding="utf-8")
    (studio_folder / "unjoined.warcs.txt").write_text("long.warc\n", encoding="utf-8")
    page = write_page(1).replace("2019-03-01T10:00:00+01:00", "").replace("March 1", MONTH)
    (studio_folder / "months.warc").write_bytes(response_record(UNDATED, page.encode(), "0" * 36))
    (studio_folder / "months.warcs.txt").write_text("months.warc\n", encoding="utf-8")
    before, after = "<p>Before it.</p>" * 60, "<p>One of very many paragraphs.</p>" * 12_000
    slow = f"<html><body>{before}<div class=text><p>The text begins.</p>{after}</div></body></html>"
    (studio_folder / "slow.warc").write_bytes(response_record(UNDATED, slow.encode(), "1" * 36))
    (studio_folder / "slow.warcs.txt").write_text("slow.warc\n", encoding="utf-8")
    file = RULES.replace("portal: small", "portal: slow")
    (studio_folder / "slow.yaml").write_text(file, encoding="utf-8")
    large = f"{write_page(1)}<!--{'a comment ' * 110_000}-->"
    (studio_folder / "large.warc").write_bytes(response_record(UNDATED, large.encode(), "2" * 36))
    (studio_folder / "large.warcs.txt").write_text("large.warc\n", encoding="utf-8")
    file = RULES.replace("portal: small", "portal: large")
    (studio_folder / "large.yaml").write_text(file, encoding="utf-8")
    named = f"  layouts: [{{name: {LAYOUT}, when: {{css: div.text}}}}]\n"
    file = RULES.replace("portal: small", "portal: layouts") + named
    (studio_folder / "layouts.yaml").write_text(file, encoding="utf-8")
    (studio_folder / "layouts.warcs.txt").write_text("pages.warc\n", encoding="utf-8")
    months = RULES.replace("portal: small", "portal: months")
    (studio_folder / "months.yaml").write_text(months, encoding="utf-8")


@pytest.fixture
def window(tab: Any, studio: Studio) -> Any:
    """A tab with the first page, as the rules read it."""
    studio.admit(tab)
    open_page(tab, studio, 1)
    return tab


def open_page(tab: Any, studio: Studio, number: int, query: str = "") -> None:
    tab.goto(f"{studio.base}/portal/small/article?url={quote(address(number), safe='')}{query}")
    blocks(tab).get_by_text(f"paragraph of story {number} is").wait_for()


def blocks(tab: Any) -> Any:
    return tab.get_by_role("listbox", name="Blocks of the text")


def lit(tab: Any, name: str) -> Any:
    """The lines of a list that are highlighted."""
    return tab.get_by_role("listbox", name=name).locator(".line.lit")


def shown_page(tab: Any) -> Any:
    return tab.frame_locator("iframe")


def press(tab: Any, name: str) -> None:
    tab.get_by_role("button", name=name, exact=True).click()


def test_an_ad_is_dropped_by_a_click_and_the_edit_is_taken_back(window: Any, studio: Studio):
    shown_page(window).get_by_text("Buy one now!").click()
    press(window, "Drop")
    window.get_by_text("removed: paragraph “Buy one now!”").wait_for()
    window.get_by_text(f"on {PAGES - 1} of {PAGES - 1} other pages").first.wait_for()
    chosen = window.get_by_role("radio", checked=True)
    assert ".promo" in chosen.locator("xpath=ancestor-or-self::*[@role='radio']").inner_text()
    press(window, "Accept")
    blocks(window).get_by_text("Buy one now!").wait_for(state="detached")
    window.get_by_text("3 dropped", exact=True).wait_for()
    editor = window.locator(".cm-content")
    expect(editor).to_contain_text(re.compile(r"drop: (div)?\.promo"))
    assert "    root: div.text  # the text" in editor.text_content()

    shown_page(window).get_by_text("Buy one now!").click()
    press(window, "Keep this after all")
    window.get_by_text("added: paragraph “Buy one now!”").wait_for()
    press(window, "Accept")
    blocks(window).get_by_text("Buy one now!").wait_for()
    expect(editor).not_to_contain_text("promo")
    shown_page(window).get_by_text("The second paragraph").click()
    press(window, "Keep this after all")
    window.get_by_text("No rule of the portal file drops this").wait_for()
    press(window, "Close")
    press(window, "Undo")
    blocks(window).get_by_text("Buy one now!").wait_for(state="detached")

    other = window.context.new_page()
    open_page(other, studio, 2)
    assert blocks(other).get_by_text("Buy one now!").count() == 0
    press(other, "Undo")
    blocks(window).get_by_text("Buy one now!").wait_for()
    blocks(other).get_by_text("Buy one now!").wait_for()
    other.close()


@pytest.mark.long
def test_two_authors_are_pointed_at_and_a_part_of_the_address_is_the_section(window: Any):
    """On the page of one author, another element is taken for the second one."""
    shown_page(window).get_by_text("Anna Small", exact=True).click()
    press(window, "Author")
    press(window, "Add another one")
    window.get_by_text("Click the second one on the page: Author 2.").wait_for()
    shown_page(window).get_by_text("A part of it", exact=True).click()
    effect = window.locator(".article-effect")
    expect(effect).to_contain_text("Anna Small")
    expect(effect).to_contain_text("A part of it")
    press(window, "Close")

    window.get_by_text("Address and view").click()
    press(window, "Parts of the address")
    press(window, "Section")
    expect(effect).to_contain_text("section")
    press(window, "Accept")
    expect(window.locator(".cm-content")).to_contain_text("section:")
    press(window, "Undo")
    expect(window.locator(".cm-content")).not_to_contain_text("section:")


def test_two_names_in_one_text_are_two_values_and_both_readings_are_shown(
    window: Any, studio: Studio
):
    open_page(window, studio, 10)
    shown_page(window).get_by_text("Anna Small and Bob Tall", exact=True).click()
    press(window, "Author")
    window.get_by_text("One value, or several?").wait_for()
    several = window.get_by_role("radio", name="“Anna Small”, “Bob Tall”")
    one = window.get_by_role("radio", name="“Anna Small and Bob Tall”")
    expect(several).to_be_checked()
    one.click()
    effect = window.locator(".article-effect")
    expect(effect).to_contain_text("Anna Small and Bob Tall")
    several.click()
    expect(effect).not_to_contain_text("Anna Small and Bob Tall")
    press(window, "Accept")
    editor = window.locator(".cm-content")
    expect(editor).to_contain_text("split:")
    press(window, "Undo")
    expect(editor).not_to_contain_text("split:")


def test_a_title_names_the_pages_that_it_does_not_fit(window: Any):
    shown_page(window).get_by_text("The story 1", exact=True).click()
    press(window, "Title")
    window.get_by_text(f"on {PAGES - 1} of {PAGES - 1} other pages").first.wait_for()
    radio = window.get_by_role("radio").filter(has_text="headline").first
    radio.click()
    window.get_by_text(f"on {PAGES - 3} of {PAGES - 1} other pages").first.wait_for()
    links = window.locator(".article-missing").get_by_role("link")
    links.nth(1).wait_for()
    assert {link.inner_text() for link in links.all()} == {address(11), address(12)}
    assert find_faults(window) == []
    press(window, "Close")
    expect(window.get_by_text("What is this?")).to_have_count(0)


@pytest.mark.long
def test_a_proposal_is_not_written_over_what_was_typed_meanwhile(window: Any, studio: Studio):
    shown_page(window).get_by_text("Buy one now!").click()
    press(window, "Drop")
    window.get_by_text("removed: paragraph “Buy one now!”").wait_for()
    other = window.context.new_page()
    open_page(other, studio, 2)
    press(other, "Portal file")
    other.locator(".cm-content").click()
    other.keyboard.press("Control+Home")
    other.keyboard.type("# typed meanwhile")
    other.keyboard.press("Enter")
    other.get_by_text("not saved").wait_for()
    other.close()
    press(window, "Accept")
    window.get_by_text("the rules have changed since this was proposed").wait_for()
    window.locator(".studio-message").get_by_role("button", name="Close").click()
    press(window, "Accept")
    blocks(window).get_by_text("Buy one now!").wait_for(state="detached")
    expect(window.locator(".cm-content")).to_contain_text("# typed meanwhile")
    press(window, "Undo")
    blocks(window).get_by_text("Buy one now!").wait_for()
    press(window, "Undo")
    window.get_by_text("saved", exact=True).wait_for()


def test_a_tag_is_said_to_be_a_caption(window: Any, studio: Studio):
    shown_page(window).get_by_text("What no dictionary knows.").click()
    window.get_by_label("Tag dictionary").click()
    window.get_by_role("option", name="quote", exact=True).click()
    window.get_by_text("added: quote").wait_for()
    press(window, "Accept")
    blocks(window).get_by_text("quote").first.wait_for()
    expect(window.locator(".cm-content")).to_contain_text("custom-box: quote")
    press(window, "Undo")
    blocks(window).get_by_text("undecided").wait_for()


def test_pointing_at_a_part_shows_it_in_the_others(window: Any):
    press(window, "TEI")
    shown_page(window).get_by_text("The second paragraph").hover()
    lit(window, "Lines of the TEI document").get_by_text("The second paragraph has").wait_for()
    press(window, "Text")
    blocks(window).get_by_text("The second paragraph").hover()
    window.get_by_text("kept: paragraph").wait_for()
    shown_page(window).get_by_text("What no dictionary knows.").hover()
    lit(window, "Blocks of the text").get_by_text("What no dictionary knows.").wait_for()
    window.get_by_text("undecided: no row for custom-box").wait_for()
    shown_page(window).get_by_text("All stories").hover()
    window.get_by_text("outside: outside the text root").wait_for()


def test_what_is_typed_is_read_and_problems_stand_under_their_lines(window: Any):
    press(window, "Portal file")
    window.locator(".cm-content").click()
    window.keyboard.press("Control+End")
    window.keyboard.type("    drop: .promo")
    blocks(window).get_by_text("Buy one now!").wait_for(state="detached")
    window.get_by_text("not saved").wait_for()
    window.keyboard.press("Enter")
    window.keyboard.type("nonsense: 1")
    window.locator(".editor-problem-note", has_text="unknown key").wait_for()
    # the line of steps says it too, when it has read the file
    rejected = window.locator(".article-rejected", has_text="The portal file has problems.")
    rejected.wait_for()
    assert blocks(window).get_by_text("Buy one now!").count() == 0
    press(window, "Undo")
    window.locator(".editor-problem-note").wait_for(state="detached")
    rejected.wait_for(state="detached")
    press(window, "Undo")
    blocks(window).get_by_text("Buy one now!").wait_for()
    # the text is that of the file again
    window.get_by_text("not saved").wait_for(state="detached")


def test_the_rules_are_sentences_that_open_to_their_lines_and_to_the_editor(window: Any):
    press(window, "Rules")
    rules = window.get_by_role("region", name="Rules")
    rules.get_by_text("The text is in").click()
    rules.get_by_text("root: div.text  # the text").wait_for()
    assert not window.locator(".cm-content").is_visible()
    rules.get_by_role("button", name="Edit it").first.click()
    window.locator(".cm-content").wait_for()
    press(window, "Close")
    window.locator(".cm-content").wait_for(state="hidden")
    assert find_faults(window) == []


@pytest.mark.parametrize("width", [1280, 1024])
def test_two_columns_where_there_is_room_else_one(window: Any, width: int):
    window.set_viewport_size({"width": width, "height": 768})
    shown = [
        window.locator(f".article-panes > .pane-{name}").is_visible()
        for name in ("page", "text", "rules", "tei")
    ]
    assert shown == [width == 1280, True, False, False]
    rows = ".article-top > *, search > *"
    heights = "(all) => Math.max(...all.map((each) => each.getBoundingClientRect().height))"
    assert window.locator(rows).evaluate_all(heights) < 60, "nothing wraps"
    if width == 1280:
        assert window.locator(".article-frame").bounding_box()["height"] > 500


@pytest.mark.parametrize("width", [1280, 390])
def test_how_a_page_was_read_is_not_cut(tab: Any, studio: Studio, width: int):
    tab.set_viewport_size({"width": width, "height": 800})
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/layouts/article?url={quote(address(1), safe='')}")
    tab.get_by_text(f"text in div.text; layout {LAYOUT}").wait_for()
    is_cut = "(all) => all.some((each) => each.scrollWidth > each.clientWidth)"
    assert not tab.locator(".article-said, .article-said > *").evaluate_all(is_cut)
    assert not is_too_wide(tab)


def test_the_keyboard_alone_picks_an_element(window: Any):
    blocks(window).focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        window.keyboard.press(key)
    window.get_by_role("button", name="div.promo").wait_for()
    window.get_by_text("“Buy one now!”").wait_for()


def test_the_address_says_what_is_shown(window: Any, studio: Studio):
    window.get_by_role("link", name="Next", exact=True).wait_for()
    press(window, "TEI")
    window.wait_for_url("**pane=tei**")
    window.reload()
    window.get_by_role("listbox", name="Lines of the TEI document").wait_for()
    window.get_by_role("link", name="Next", exact=True).click()
    window.wait_for_url("**number-2.html**")
    window.get_by_text("Address and view").click()
    field = window.get_by_label("Address of a stored page")
    field.fill("https://small.example/nowhere")
    field.press("Enter")
    window.get_by_role("alert").get_by_text("is not in the stored pages").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_it_is_accessible(tab: Any, studio: Studio, scheme: str, width: int):
    tab.set_viewport_size({"width": width, "height": 800})
    tab.emulate_media(color_scheme=scheme)
    studio.admit(tab)
    open_page(tab, studio, 1, "&pane=text")
    blocks(tab).get_by_text("Buy one now!").click()
    press(tab, "Drop")
    tab.get_by_text("removed: paragraph “Buy one now!”").wait_for()
    assert find_faults(tab) == []
    assert not is_too_wide(tab)


def test_the_next_page_of_an_article_is_pointed_at(tab: Any, studio: Studio):
    """Half of an article is no silence any more."""
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/unjoined/article?url={quote(LONG, safe='')}")
    blocks(tab).get_by_text("The first words of page 1").wait_for()
    shown_page(tab).get_by_text("Next page").click()
    press(tab, "Next page of this article")
    tab.get_by_text("pages of the article: 3 instead of 1").wait_for()
    tab.get_by_text("added: paragraph “The first words of page 3").wait_for()
    press(tab, "Accept")
    blocks(tab).get_by_text("The first words of page 3").wait_for()
    expect(tab.locator(".cm-content")).to_contain_text("next_page: a.next")
    press(tab, "Undo")
    blocks(tab).get_by_text("The first words of page 3").wait_for(state="detached")


def test_what_changes_nothing_cannot_be_accepted(window: Any):
    shown_page(window).get_by_text("The second paragraph").click()
    around = window.get_by_role("navigation", name="Elements around it")
    around.get_by_text("div.text").click()
    expect(around.locator("[aria-current]")).to_have_text("div.text")
    press(window, "Text root")
    window.get_by_text("Nothing changes on this page.").wait_for()
    expect(window.get_by_role("button", name="Accept", exact=True)).to_be_disabled()
    press(window, "Close")


def test_an_article_of_several_pages_is_joined_and_leads_to_each_page(tab: Any, studio: Studio):
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/long/article?url={quote(LONG, safe='')}")
    blocks(tab).get_by_text("The first words of page 3").wait_for()
    pages = tab.get_by_role("navigation", name="Pages of the article")
    assert pages.get_by_role("button").count() == 3
    shown_page(tab).get_by_text("Buy one on page 1!").hover()
    lit(tab, "Blocks of the text").get_by_text("Buy one on page 1!").wait_for()

    blocks(tab).get_by_text("Buy one on page 2!").click()
    shown_page(tab).get_by_text("Buy one on page 2!").wait_for()
    tab.get_by_text("“Buy one on page 2!”").wait_for()
    assert pages.locator("[aria-current]").inner_text() == "2"
    press(tab, "Drop")
    tab.get_by_text("removed: paragraph “Buy one on page 1!”").wait_for()
    press(tab, "Accept")
    blocks(tab).get_by_text("Buy one on page 3!").wait_for(state="detached")
    shown_page(tab).get_by_text("The first words of page 2").hover()
    lit(tab, "Blocks of the text").get_by_text("The first words of page 2").wait_for()

    pages.get_by_role("button", name="page 3").click()
    shown_page(tab).get_by_text("The first words of page 3").wait_for()
    tab.wait_for_url("**page=https*3**")
    tab.reload()
    shown_page(tab).get_by_text("The first words of page 3").wait_for()
    assert find_faults(tab) == []
    press(tab, "Undo")
    blocks(tab).get_by_text("Buy one on page 3!").wait_for()


def test_a_day_in_another_language_is_read_once_that_is_chosen(tab: Any, studio: Studio):
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/months/article?url={quote(UNDATED, safe='')}")
    shown_page(tab).get_by_text("2019. március 1.").click()
    press(tab, "Date")
    tab.get_by_text("This text is not a date in the language of the portal (und).").wait_for()
    assert tab.get_by_role("button", name="Accept").is_disabled()
    press(tab, "Hungarian")
    expect(tab.locator(".article-change")).to_contain_text("published")
    press(tab, "Accept")
    tab.get_by_text("2019-03-01", exact=True).wait_for()
    expect(tab.locator(".cm-content")).to_contain_text("language: hu")


@pytest.mark.long
def test_a_page_that_takes_long_to_read_is_shown_before_and_opens_at_its_text(
    tab: Any, studio: Studio
):
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/slow/article?url={quote(UNDATED, safe='')}")
    text = shown_page(tab).get_by_text("The text begins.")
    text.wait_for()
    blocks(tab).get_by_text("The text begins.").wait_for()
    frame = tab.locator("iframe").bounding_box()
    bottom = frame["y"] + frame["height"]
    wait_in_python(tab, lambda: frame["y"] <= text.bounding_box()["y"] < bottom)


NOTE_LINES = """
window.lines = null;
new MutationObserver(() => {
  const frame = document.querySelector("iframe");
  if (window.lines === null && frame?.src.includes("/page/"))
    window.lines = document.querySelectorAll(".article-blocks .line").length;
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Notes how many blocks there are when the frame has its page."""


def test_a_large_page_is_shown_before_its_text_is_read(tab: Any, studio: Studio):
    studio.admit(tab)
    new = tab.context.new_page()
    new.add_init_script(NOTE_LINES)
    new.goto(f"{studio.base}/portal/large/article?url={quote(UNDATED, safe='')}")
    blocks(new).get_by_text("paragraph of story 1 is").wait_for()
    shown_page(new).get_by_text("paragraph of story 1 is").wait_for()
    assert new.evaluate("lines") == 0


@pytest.mark.parametrize("by_mouse", [False, True])
def test_the_keyboard_stays_at_the_next_step(window: Any, studio: Studio, by_mouse: bool):
    """After a step and after an answer has opened another view; with the mouse, without a ring."""

    def press(button: Any) -> None:
        # another view, or the same one again
        window.evaluate("window.isBefore = true")
        if by_mouse:
            button.click()
        else:
            button.focus()
            window.keyboard.press("Enter")
        window.wait_for_function("!window.isBefore && document.activeElement")
        window.wait_for_function("document.activeElement.closest('.step-next, .step-answer')")

    def has_ring() -> bool:
        style = "getComputedStyle(document.activeElement)"
        return bool(window.evaluate(f"{style}.outlineStyle !== 'none'"))

    press(window.get_by_role("button", name="All of it is right"))
    assert has_ring() != by_mouse
    assert window.evaluate("scrollY") == 0
    press(window.locator(".step-next a").first)
    assert has_ring() != by_mouse
    window.keyboard.press("Shift")
    assert has_ring()
    # who has gone elsewhere is not called back
    window.get_by_role("link", name="Take home: to do").focus()
    window.keyboard.press("Enter")
    window.wait_for_url("**/articles*")
    window.locator(".step-next a, .step-next button").first.wait_for()
    assert window.evaluate("document.activeElement === document.body")


NOTE_REMOVED = """
window.removed = [];
new MutationObserver((changes) => {
  for (const change of changes)
    if (change.target.closest?.(".step-line, .step-next"))
      removed.push(...[...change.removedNodes].filter((each) => each.nodeType === 1));
}).observe(document, { subtree: true, childList: true });
"""
"""Notes the elements of the steps that are removed, as those that are written again are."""


def test_steps_that_are_the_same_are_not_written_again(window: Any, studio: Studio):
    """Whoever presses one while it is replaced presses nothing."""
    # what is known of the portal is shown at once in the next window, with buttons that do not act
    window.locator(".step-next button:enabled").first.wait_for()
    new = window.context.new_page()
    new.add_init_script(NOTE_REMOVED)
    open_page(new, studio, 1)
    new.locator(".step-next button:enabled").first.wait_for()
    assert new.locator(".step-list a").count() > 5
    assert new.evaluate("removed.length") == 0


PRESS_AT_ONCE = """
const press = () => {
  const button = document.querySelector(".step-answer:not(.is-unknown)");
  if (button && !sessionStorage.pressed) {
    sessionStorage.pressed = "yes";
    button.click();
  } else requestAnimationFrame(press);
};
press();
"""
"""Presses the answer as soon as it is there, which may be before the window is connected."""


def test_the_keyboard_follows_an_answer_that_was_pressed_at_once(tab: Any, studio: Studio):
    studio.admit(tab)
    new = tab.context.new_page()
    new.add_init_script(PRESS_AT_ONCE)
    new.goto(f"{studio.base}/portal/small/article?url={quote(address(1), safe='')}")
    new.wait_for_url("**number-2**")
    new.wait_for_function("document.activeElement?.closest('.step-next, .step-answer')")


HIDE_STEPS = """
addEventListener("DOMContentLoaded", () => {
  document.head.insertAdjacentHTML("beforeend",
    "<style>.late :is(.step-next, .step-answer) { visibility: hidden }</style>");
  document.body.classList.toggle("late", !!sessionStorage.late);
});
"""
"""Hides what comes next in the windows that are opened after ``sessionStorage.late`` was set."""


def test_the_keyboard_goes_to_the_next_step_when_it_comes_late(tab: Any, studio: Studio):
    """As on a busy machine, where the steps or the article are read long after the window came."""
    studio.admit(tab)
    new = tab.context.new_page()
    new.add_init_script(HIDE_STEPS)
    open_page(new, studio, 1)
    new.evaluate("sessionStorage.late = 'yes'")
    new.get_by_role("button", name="All of it is right").click()
    new.wait_for_function("document.activeElement.matches('.late .studio-title')")
    new.evaluate("document.body.classList.remove('late')")
    new.wait_for_function("document.activeElement.closest('.step-next, .step-answer')")


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        ("words kept", "Words that are part of the text."),
        ("text in div.text", "The elements of a page that hold the text of the article."),
        ("TEI", "The XML format of the Text Encoding Initiative"),
    ],
)
def test_the_keyboard_reaches_what_a_term_means(
    window: Any, words: str, meaning: str, width: int
) -> None:
    window.set_viewport_size({"width": width, "height": 800})
    assert words in reach_meaning(window, meaning)
