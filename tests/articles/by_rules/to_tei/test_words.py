"""Words of a page in its TEI: none is lost, none is glued to another, and what is left out is counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from tried_page import (
    RULES,
    Tried,
    page,
    try_page,
)

from webarticlecurator.pages.page import tree

LINE_BREAKS = ["<br>", "<br/>", "<br />", "<BR>", "<br clear='all'>", "<br></br>", "<p>", "<hr/>"]
NEIGHBOURS = [
    "<div>egy</div><div>kettő</div>",
    "<span><div>egy</div><div>kettő</div></span>",
    "<table><tr><td><p>egy</p><p>kettő</p></td></tr></table>",
    "<table><tr><td>egy</td><td>kettő</td></tr></table>",
    "<ul><li>egy</li><li>kettő</li></ul>",
    "<h2>egy</h2>kettő",
    "<blockquote><div>egy</div>kettő</blockquote>",
    "<x-unknown><p>egy</p></x-unknown>kettő",
]
UNWRAPPED = (
    "article: {body: {root: article, tags:"
    " {div: unwrap, td: unwrap, li: unwrap, p: unwrap, h2: unwrap}}}\n"
)
STYLES = {
    "display:block": "a b c",
    "color: red; DISPLAY : Flex": "a b c",
    "display:inline-block": "abc",
    "display:none": "ac",
    "-x-display:block": "abc",
}
TAGS_INSIDE = (
    "<p>alma<b>fa</b>, H<sub>2</sub>O, <a href='/x'>szél</a>malom<i>.</i> (<em>így</em>)</p>"
)
WORDS = [
    # bug 10 of HTML2TEI
    *(
        (f"<p>első sor{line_break}második</p>", RULES, "első sor második")
        for line_break in LINE_BREAKS
    ),
    *((text, rules, "egy kettő") for text in NEIGHBOURS for rules in (RULES, UNWRAPPED)),
    *((f'a<span style="{style}">b</span>c', RULES, words) for style, words in STYLES.items()),
    # bug 11
    (TAGS_INSIDE, RULES, "almafa, H2O, szélmalom. (így)"),
    # bug 14: a place that a link leads to is no word
    (
        "<p><a href='#x'>oda</a> Mi<a name=x></a>crosoft</p><p><a name=x></a></p>",
        RULES,
        "oda Microsoft",
    ),
]
"""The inside of the root, the rules of the article, and its words."""


@pytest.mark.parametrize(("text", "rules", "words"), WORDS)
def test_words_are_neither_glued_nor_parted(tmp_path: Path, text: str, rules: str, words: str):
    assert try_page(tmp_path, page(text), rules).words == words.split()


LIVE = "\n".join(f"<div class='entry'><p>{n}. bejegyzés szövege</p></div>" for n in range(400))


# bug 17 of HTML2TEI
def test_every_place_that_the_root_rule_names_is_read_not_only_the_first(tmp_path: Path):
    html = f"<html><body><div class=text><p>bevezető</p></div><div class=text>{LIVE}</div></body></html>"
    rules = "article: {body: {root: div.text, tags: {div.entry: feed-entry}}}\n"
    tried = try_page(tmp_path, html, rules)
    assert len(tried.words) == 1 + 3 * 400
    assert len(tried.at("//t:post")) == 400


# bug 17 of HTML2TEI
def test_what_lies_outside_the_root_is_counted(tmp_path: Path):
    html = f"<html><body><div class=text><p>bevezető szöveg</p></div>\n<div class=live>{LIVE}</div></body></html>"
    account = try_page(tmp_path, html, "article: {body: {root: div.text}}\n").article.account
    assert (account.kept, account.outside) == (2, 3 * 400)


def test_words_that_no_rule_keeps_are_told_and_not_only_the_schema_decides(tmp_path: Path):
    tried = try_page(
        tmp_path,
        page("<p>egy</p><div class=ad>két szó</div>"),
        "article: {body: {root: article, drop: [.ad]}}\n",
    )
    assert (tried.article.account.dropped, tried.words) == ((("drop: .ad", 2),), ["egy"])


TITLED = "article: {body: {root: article}, metadata: {title: title}}\n"


# bug 23 of HTML2TEI
@pytest.mark.parametrize("code", [0, 1, 8, 11, 14, 31, 0xFFFE, 0xFFFF])
def test_a_character_that_xml_cannot_hold_is_replaced_and_counted(tmp_path: Path, code: int):
    html = page(f"<p>a{chr(code)}b</p>").replace("Cím", f"Cí{chr(code)}m")
    tried = try_page(tmp_path, html, TITLED)
    (title,) = tried.at("//t:titleStmt/t:title")
    # Python takes them for white space, of which a title keeps none but single blanks
    blank = code in (11, 31) and not tree._IS_OLDER
    assert (title, tried.words) == ("Cí m" if blank else "Cí\ufffdm", ["a\ufffdb"])
    # a NUL is replaced before the page is parsed, and so are all where libxml2 would drop them
    if code and not tree._IS_OLDER:
        assert tried.at("//t:measure[@unit='replaced-characters']/@quantity") == [
            "1" if blank else "2"
        ]


def test_a_rejected_page_says_why(tmp_path: Path):
    tried: Tried = try_page(tmp_path, "<html><body><p>x</p></body></html>")
    assert (
        getattr(tried.found, "reason", ""),
        "article" in getattr(tried.found, "evidence", ""),
    ) == ("no-root", True)
