"""Buttons that load more of a list, and what only looks like one."""

from __future__ import annotations

import pytest

from webarticlecurator.base.proposal.proposal import MoreButton
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.proposing.list_pages.more_button import find_more_button


def find(html: str) -> MoreButton | None:
    return find_more_button(read_page("https://a.example/list", html.encode(), "text/html"))


@pytest.mark.parametrize(
    ("html", "css", "text"),
    [
        ('<button class="btn load-more">Több</button>', "button.load-more", "Több"),
        ('<a id="more" href="#">További cikkek betöltése</a>', "a#more", "További cikkek betöltése"),
        ('<p class="foot"><a href="/list">Mehr laden</a></p>', "p.foot a", "Mehr laden"),
        ('<button data-action="loadMore"></button>', "button[data-action=loadMore]", ""),
        ('<div role="button" class="b">Voir plus</div>', "div.b", "Voir plus"),
        ('<p class="k"><input type="button" value="Load 10 more"></p>', "p.k input", "Load 10 more"),
        ('<button class="a">Share</button><button class="b">もっと見る</button>', "button.b", "もっと見る"),
        ('<a class="a">Show more</a><a class="show-more">…</a>', "a.show-more", "…"),
    ],
)  # fmt: skip
def test_a_button_is_found_with_its_selector(html: str, css: str, text: str) -> None:
    assert find(f'<meta charset="utf-8">{html}') == MoreButton(css, text)


@pytest.mark.parametrize(
    "html",
    [
        '<a class="load-more" href="/other">Show more</a>',
        '<button class="read-more">Read more</button>',
        '<nav><button class="load-more">More</button></nav>',
        '<div class="load-more">Load more</div>',
        "<button>Load more</button>",
        f'<button class="b">Show more {"words " * 9}</button>',
    ],
)
def test_other_elements_are_no_button(html: str) -> None:
    """Neither is one that no selector tells from others."""
    assert find(html) is None
