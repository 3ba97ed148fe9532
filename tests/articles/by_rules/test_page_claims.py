"""Whether a page is a further page of an article: by its title, its day and its address."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.by_rules.page_claims import PageClaims, is_own_article

TITLE = frozenset(("talk", "of", "boats"))
FIRST = PageClaims(TITLE, "2024-03-01", "https://x.example/t/boats?t=5")


@pytest.mark.parametrize(
    ("path", "title", "is_own"),
    [
        ("/t/boats?t=5&start=10", TITLE, False),
        ("/t/boats/page-2?t=5", TITLE, False),
        ("/t/boats?t=5&start=10", TITLE | {"page"}, False),
        ("/t/boats?t=5&start=10", frozenset(("another", "talk")), True),
        ("/t/boats?t=5&start=10", frozenset(), True),
        ("/t/boats-2?t=5", TITLE, True),
        ("/t/other?t=6", TITLE, True),
    ],
)
def test_a_later_day_is_that_of_a_further_page_by_address_and_title(
    path: str, title: frozenset[str], is_own: bool
) -> None:
    later = PageClaims(title, "2024-03-09", f"https://x.example{path}")
    assert is_own_article(FIRST, later) is is_own
    assert is_own_article(FIRST, PageClaims(title, FIRST.day, later.url)) is False


def test_a_link_that_is_marked_as_next_is_believed_with_the_same_title() -> None:
    later = PageClaims(TITLE, "2024-03-09", "https://x.example/t/boats-2?t=5")
    assert not is_own_article(FIRST, later, is_next=True)
    assert is_own_article(FIRST, PageClaims(frozenset("ab"), later.day), is_next=True)
