"""Without rules, text that a control of the page opens, and text for one size of screen, is text as
any other; what stays hidden is none."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.plain_text import plain_lines

TITLE = "The old bridge is closed for the summer"
PARAGRAPHS = (
    "The council of the small town by the river decided on Tuesday evening that the old bridge will be closed to all cars for the whole of the summer.",
    "The mayor said that the work cannot wait any longer, because the stones of the second arch have moved by almost two centimetres since the flood.",
    "Shops on the left bank fear that their customers will stay away, and ask the council to let a ferry carry people across the water free of charge.",
)
OPENED = (
    "The engineer of the county has looked at each of the stones, and found that a third of them must be replaced before the frost comes again.",
    "The stones come from a quarry in the hills, which has been closed since the war and is opened once more for the bridge of the town.",
)
TEXT = "".join(f"<p>{line}</p>" for line in PARAGRAPHS)
INNER = "".join(f"<p>{line}</p>" for line in OPENED)
LAST = "In the end the council agreed to pay for the ferry until the first of October, and the mayor promised to take the first trip with his family."
NOTE = "The bridge opens again in May."
WALL = '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": "False"}</script>'


def read_lines(content: str, head: str = "") -> list[str]:
    page = Page(
        "https://www.echo.example/2020/05/17/the-old-bridge",
        f"<html><head><title>{TITLE} - Echo</title>{head}</head><body><header><nav><a href=/>Home"
        f"</a></nav></header><main><article><h1>{TITLE}</h1>{content}</article></main></body></html>",
    )
    body = read_body(page, BodyRules(), base_tags())
    assert isinstance(body, BodyResult)
    return plain_lines(body.blocks)


@pytest.mark.parametrize(
    "opened",
    [
        f"<button aria-controls=more>Read more</button><div id=more hidden>{INNER}</div>",
        f"<button aria-controls=more>Read more</button><div id=more style='display:none'>{INNER}</div>",
        f'<p><a href="#more">Read more</a></p><div id=more style="display:none">{INNER}</div>',
        f'<b data-target="#more">+</b><div id=more class=collapse style="display:none">{INNER}</div>',
        f"<button aria-controls=more>?</button><dialog id=more>{INNER}</dialog>",
        f"<button commandfor=more command=show-modal>?</button><dialog id=more>{INNER}</dialog>",
        f"<button popovertarget=more>?</button><dialog popover id=more>{INNER}</dialog>",
        f"<button popovertarget=more>?</button><div popover id=more>{INNER}</div>",
        f"<button commandfor=more command=show-popover>?</button><div popover id=more>{INNER}</div>",
        f"<i data-modal-target=more>?</i><dialog id=more>{INNER}<button>OK</button></dialog>",
        f'<button onclick="more.showModal()">?</button><dialog id=more>{INNER}</dialog>',
        f'<p><a href="#more">Which?</a></p><dialog id=more>{INNER}</dialog>',
        f"<dialog open>{INNER}</dialog>",
        f"<div hidden=until-found>{INNER}</div>",
        f"<details><summary>More about the stones</summary>{INNER}</details>",
        f"<div class=rest style='display:none'>{INNER}</div><button>Read more</button>",
        "".join(
            f"<h3>Which stones, {n}?</h3><div hidden><p>{a}</p></div>" for n, a in enumerate(OPENED)
        ),
        f"<div role=tabpanel><p>{NOTE}</p></div><div role=tabpanel hidden>{INNER}</div>",
    ],
)
def test_what_a_control_opens_is_text(opened: str) -> None:
    lines = read_lines(f"{TEXT}{opened}<p>{LAST}</p>")
    wanted = [*PARAGRAPHS, *OPENED, LAST]
    assert [line for line in lines if line in wanted] == wanted


@pytest.mark.parametrize("hidden", ["hidden", 'style="display: none"'])
def test_what_nothing_opens_is_no_text(hidden: str) -> None:
    assert read_lines(f"{TEXT}<div {hidden}>{INNER}</div>") == [*PARAGRAPHS]
    assert read_lines(f"{TEXT}<div {hidden}>{INNER}</div>", WALL) == [*PARAGRAPHS, *OPENED]


@pytest.mark.parametrize(
    ("control", "more"),
    [
        ("", ""),
        ("", "<button commandfor=more command=close>Close</button>"),
        ("<button aria-controls=more>?</button>", "<input name=mail>"),
    ],
)
@pytest.mark.parametrize("last", ["", f"<p>{LAST}</p>"])
def test_a_dialog_that_nothing_opens_or_that_asks_for_something_is_no_text(
    control: str, more: str, last: str
) -> None:
    dialog = f"{control}<dialog id=more>{INNER}{more}</dialog>"
    assert read_lines(f"{TEXT}{dialog}{last}") == [*PARAGRAPHS, *([LAST] if last else ())]


@pytest.mark.parametrize(
    ("small", "large"),
    [
        ("visible-xs", "hidden-xs"),
        ("uk-hidden@m", "uk-visible@m"),
        ("lg:hidden", "max-lg:hidden"),
        ("block lg:!hidden", "hidden lg:block"),
        ("min-[640px]:hidden", "max-[640px]:hidden"),
        ("is-hidden-touch", "is-hidden-desktop"),
        ("d-md-none", "d-none d-md-block"),
        ("show-for-small-only", "hide-for-small-only"),
        ("mobile-only", "desktop-only"),
    ],
)
@pytest.mark.parametrize("form", ["<p class='{0}'>{1}</p>", "<div class='{0}'><p>{1}</p></div>"])
@pytest.mark.parametrize("text", [NOTE, OPENED[0]])
@pytest.mark.parametrize("place", [1, 2])
def test_text_for_two_sizes_of_screen_stands_once(
    small: str, large: str, form: str, text: str, place: int
) -> None:
    parts = [f"<p>{line}</p>" for line in PARAGRAPHS]
    wanted = [*PARAGRAPHS[:place], text, *PARAGRAPHS[place:]]
    one, other = form.format(small, text), form.format(large, text)
    before, after = "".join(parts[:place]), "".join(parts[place:])
    assert read_lines(f"{before}{one}{other}{after}") == wanted
    assert read_lines(f"{before}{one}{after}") == wanted
    assert read_lines(f"{before}{one}{after}{other}") == wanted
