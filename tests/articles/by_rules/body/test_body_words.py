"""Text in = text out, on random pages: every element inside every other, with every operation."""

from __future__ import annotations

from collections.abc import Iterator

from block_grammar import find_grammar_errors
from hypothesis import given, note
from hypothesis import strategies as st
from lxml import etree, html

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body_elements
from webarticlecurator.articles.blocks.content_model import can_stand_in_text
from webarticlecurator.articles.blocks.tag_dictionary import TagDecision, build_tagger
from webarticlecurator.base.model.blocks import (
    INLINE,
    NAMES,
    Node,
    block_words,
)
from webarticlecurator.base.portal.article_rules import BodyRules, TagRow
from webarticlecurator.base.text.html_tags import FALLBACK_TAGS, UNCLOSED_TAGS
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import BLOCK_TAGS
from webarticlecurator.portal_file.config.tags import base_tags

TAGS = sorted(
    {row.signature.partition(".")[0] for row in base_tags()}
    | {"x-made-up", "main"}
    - {"html", "body", "head", "frameset", "frame", "title", "base", "meta", "link"}
)
OPERATIONS = [*sorted(NAMES), "drop", "unwrap", "flatten", "auto"]
SPLITS = [
    "paragraph>bold",
    "quote>emphasis",
    "box>heading",
    "list>item",
    "figure>caption",
    "feed-entry>quote",
    "cell>table",
]
ROWS = tuple(TagRow(f".op{i}", name, line=i) for i, name in enumerate([*OPERATIONS, *SPLITS]))
PAGE = Page("https://echo.example/one.html", "<html><body></body></html>")


def gap() -> st.SearchStrategy[str]:
    return st.sampled_from(["", "", " ", "\n  ", "\u00a0"])


@st.composite
def trees(draw: st.DrawFn, depth: int = 4) -> etree._Element:
    """Return an element with random tag, operation, text and children.

    Spaces separate void elements and images from words.
    """
    element = html.Element(draw(st.sampled_from(TAGS)))
    if draw(st.booleans()):
        element.set("class", f"op{draw(st.integers(0, len(ROWS) - 1))}")
    if draw(st.integers(0, 3)) == 0:
        element.set("src", "/pic.jpg")
        element.set("href", "/there")
        element.set("datetime", "2020-01-02T03:04:05Z")
    element.text = draw(gap()) + "#" + draw(gap()) if draw(st.booleans()) else draw(gap())
    for child in draw(st.lists(trees(depth=depth - 1), max_size=4)) if depth else []:
        child.tail = draw(gap()) + "#" + draw(gap()) if draw(st.booleans()) else draw(gap())
        element.append(child)
    return element


def number_words(root: etree._Element) -> None:
    """Turn every # into a unique word.

    Spaces around media make it irrelevant whether they separate words.
    """
    rows = build_tagger(ROWS, base_tags())
    count = 0
    for element in root.iter():
        media = any(can_stand_in_text(name) for name in rows.choose(element).operation.names)
        for part in ("text", "tail"):
            count += 1
            text = (getattr(element, part) or "").replace("#", f"{count}\u00ad.")
            setattr(element, part, f" {text} " if media else text)
            if media and part == "tail" and element.getprevious() is not None:
                element.getprevious().tail = (element.getprevious().tail or "") + " "
            elif media and element.getparent() is not None and element.getprevious() is None:
                element.getparent().text = (element.getparent().text or "") + " "


def is_inside_sentence(element: etree._Element) -> bool:
    """Return True for a button with words before and after it in the same element."""
    around = element.xpath(
        "preceding-sibling::node()[1][self::text()] | following-sibling::node()[1][self::text()]"
    )
    return element.tag == "button" and len([text for text in around if text.strip()]) == 2


def expected_text(element: etree._Element, flat: bool, top: bool) -> Iterator[str]:
    """Yield the expected text, with a space where a block begins or ends."""
    choice = build_tagger(ROWS, base_tags()).choose(element)
    operation = choice.operation
    if element.tag in UNCLOSED_TAGS and not top:
        parts = operation.kind != "drop" and not flat and _parts(choice, operation.names, flat)
        yield " " if parts or operation.names == ("line-break",) else ""
        yield from expected_content(element, flat)
        return
    is_dropped = operation.kind == "drop" and not is_inside_sentence(element)
    if not top and (is_dropped or (element.tag == "dialog" and element.get("open") is None)):
        yield " " if element.tag in BLOCK_TAGS else ""
        return
    unfit = top and (
        operation.kind == "drop" or {"cell", "row", "item", "answer"}.intersection(operation.names)
    )
    names = () if flat or unfit else operation.names
    edge = " " if element.tag in BLOCK_TAGS or _parts(choice, names, flat) else ""
    yield edge
    if operation.names == ("line-break",):
        yield " "
    if element.tag in FALLBACK_TAGS and (names or flat):
        yield edge
        return
    yield from expected_content(element, flat or operation.kind == "flatten")
    yield edge


def expected_content(element: etree._Element, flat: bool) -> Iterator[str]:
    """Yield the expected text of the content of ``element``."""
    yield element.text or ""
    for child in element:
        yield from expected_text(child, flat, top=False)
        yield child.tail or ""


def _parts(choice: TagDecision, names: tuple[str, ...], flat: bool) -> bool:
    return (choice.operation.kind == "auto" and not flat) or any(
        n not in INLINE and n != "media-link" for n in names
    )


def read_words(root: etree._Element) -> tuple[list[str], list[str]]:
    """Return the expected words of the page, and those of the body with its comments."""
    expected = "".join(expected_text(root, flat=False, top=True)).split()
    result = read_body_elements(PAGE, (root,), BodyRules(tags=ROWS), base_tags())
    if not isinstance(result, BodyResult):
        return expected, []
    assert find_grammar_errors(Node("body", result.blocks)) == []
    assert result.account.kept == len(block_words(result.blocks))
    comments = [b for b in result.blocks if b.name == "comments"]
    assert comments in ([], [result.blocks[-1]])
    flow = block_words(b for b in result.blocks if b.name != "comments")
    order = {word: place for place, word in enumerate(expected)}
    for stream in (flow, block_words(comments)):
        places = [order.get(word, -1) for word in stream]
        assert -1 not in places, ("not a word of the page", [w for w in stream if w not in order])
        assert places == sorted(places), "the order of words changed"
    return expected, flow + block_words(comments)


@given(trees())
def test_every_word_comes_out_once_and_whole(root: etree._Element) -> None:
    number_words(root)
    before = etree.tostring(root)
    note(before.decode())
    expected, found = read_words(root)
    assert sorted(found) == sorted(expected)
    assert etree.tostring(root) == before, "the tree of the page was changed"
