"""Long tags are found, whatever quotes are around them."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from webarticlecurator.pages.page.long_tags import START_TAG, find_long_tags

PARTS = st.sampled_from(
    [
        "<a",
        "<b>",
        "</a>",
        "<",
        ">",
        "=",
        '"',
        "'",
        " ",
        "\n",
        "/",
        "x",
        "don't",
        ' a="',
        " b='",
        "ü",
    ]
)


@given(st.lists(PARTS, max_size=60).map("".join), st.integers(2, 24))
@example("<a b='>' \"c\" " + "d " * 9, 24)
@example("<a b=\n'>>>>>>>>>>>>>>>>>>>>>>' c>", 24)
def test_the_same_as_looking_at_each_tag(text: str, size: int) -> None:
    source = text.encode()
    expected = [tag.span() for tag in START_TAG.finditer(source) if len(tag[0]) >= size]
    assert [tag.span() for tag in find_long_tags(source, size)] == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p title='a > b'>" + "it's <b>short</b>. " * 1000, False),
        ("<p " + "a=1 " * 2500 + ">", True),
        ("<p " + "title='>' " * 1000 + ">", True),
        ("<script>" + 'x = "<p>" + y; ' * 1000 + "</script>", False),
        ("no tag " * 3000, False),
    ],
    ids=["short tags", "attributes", "attributes with >", "script", "text"],
)
def test_a_page(page: str, expected: bool) -> None:
    assert bool(list(find_long_tags(page.encode(), 8000))) == expected
