"""``body.clean``: regexes on the text of each block, with an account of the words that go."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from body_reading import try_read
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.articles.blocks.article_body import BodyResult
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.model.blocks import block_words

Read = Callable[..., BodyResult]
Sketches = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("page", "pairs", "expected"),
    [
        ("<p>Buy now</p><p>Text</p>", [("^Buy now$", "")], ["paragraph('Text')"]),
        (
            "bare text <br>(Advert)<p>more",
            [(r"\(Advert\)", "")],
            ["paragraph('bare text')", "paragraph('more')"],
        ),
        ("<p>one <b>two</b> three</p>", [("two ", "")], ["paragraph('one three')"]),
        (
            "<p>one <b>two three</b> four</p>",
            [("two three f", "F")],
            ["paragraph('one ' bold('F') 'our')"],
        ),
        ("<p>a<b>b</b>c</p>", [("abc", "x")], ["paragraph('x')"]),
        ("<p>a<br>b<br>c</p>", [("\n", " ")], ["paragraph('a b c')"]),
        ("<p>a<br>b<br>c</p>", [("a\nb", "b")], ["paragraph('b' line-break 'c')"]),
        ("<p>  end. (Echo)  </p>", [(r" \(Echo\)$", "")], ["paragraph('end.')"]),
        ("<p>a b</p>", [("a", "b"), ("b", "c")], ["paragraph('c c')"]),
        ("<p>a <img src=/i.png alt=x> b</p>", [("a", "")], None),
        (
            "<ul><li>Share</li><li>one</li></ul>",
            [("^Share$", "")],
            ["list(item(paragraph('one')))"],
        ),
        ("<p>x</p>", [("$", "!")], ["paragraph('x!')"]),
        ("<p>x <i>y</i></p>", [("$", "!")], ["paragraph('x ' italic('y!'))"]),
        ("<p>abc</p>", [("x*", "-")], ["paragraph('-a-b-c-')"]),
        ("<pre>a  b\nc</pre>", [("b", "")], ["paragraph('a' line-break 'c')"]),
    ],
)
def test_text_of_blocks(
    page: str, pairs: list[tuple[str, str]], expected: list[str] | None, blocks: Sketches
) -> None:
    found = blocks(f"<body>{page}</body>", clean=pairs)
    if expected is None:
        assert "graphic" in found[0] or "media-link" in found[0]
        assert "'a" not in found[0]
    else:
        assert found == expected


def test_what_goes_is_dropped_by_the_rule(read: Read) -> None:
    page = "<p>Read also: one two</p><p>Text Read also: x</p><p>(Echo) end</p>"
    account = read(
        f"<body>{page}</body>", clean=[("Read also:.*", ""), (r"\(Echo\)", "[E]")]
    ).account
    assert account.kept == 3  # Text, [E], end
    assert account.dropped == (("clean: Read also:.*", 7),)


def test_a_page_of_which_everything_goes_is_empty() -> None:
    result = try_read("<body><p>Buy</p></body>", clean=[("Buy", "")])
    assert isinstance(result, Rejected)
    assert result.reason == "empty"


@given(
    st.lists(
        st.sampled_from(["a", "b ", " c", "<b>a", "</b>", "<br>", "<i>b</i>", "<p>", "ab"]),
        max_size=12,
    ),
    st.sampled_from(["a", "b", "ab", "a b", "c|a", "\n", "b$", "^a"]),
    st.sampled_from(["", "x", "x y", " "]),
)
def test_words_that_stay_and_words_that_go_are_those_of_the_page(
    parts: list[str], pattern: str, into: str
) -> None:
    page = f"<body><p>end {''.join(parts)}</p></body>"
    plain, cleaned = try_read(page), try_read(page, clean=[(pattern, into)])
    assert isinstance(plain, BodyResult)
    assert isinstance(cleaned, BodyResult)
    assert cleaned.account.kept == len(block_words(cleaned.blocks))
    if not into.strip():
        assert cleaned.account.kept + cleaned.account.dropped_words >= plain.account.kept
