"""The view holds nothing of the page but its text: no element, attribute or address that acts."""

from __future__ import annotations

import re

import html5lib
import pytest
from hostile_markup import HOSTILE as HOSTILE_MARKUP
from leak_page import HOST, LEAK_PAGE
from lxml import etree, html
from selectolax.lexbor import LexborHTMLParser
from shown_page import portal_with, shown_words, view_page

ALLOWED = {
    "div": {"class", "title", "id", "tabindex", "role", "aria-label", "aria-level", "lang", "dir"},
    "span": {"class", "title", "id", "tabindex", "role", "aria-label", "aria-level", "lang", "dir"},
    "br": set(),
    "hr": set(),
}
ADDRESSES = re.compile(r"(?:href|src|srcset|action|data|poster|background|content|style)\s*=")
HOSTILE = (
    LEAK_PAGE,
    "<article>" + "<div>" * 3000 + "deep" + "</div>" * 3000,
    "<article><p>a<div>b<p>c<table><p>d<tr>e<td>f</table>g<h1>h<h2>i</h1>j<a>k<a>l</article>",
    "<article class='\" onclick=\"x' id='>' title='</main>'>\u202eright to left\u0007 \x1b[31m</article>",
    "<article>&lt;/div&gt;&lt;/main&gt;&lt;script&gt;x()&lt;/script&gt; &amp;lt; \ufffe</article>",
    *(f"<article>{markup}<p>end</article>" for markup in HOSTILE_MARKUP),
)


def attributes_of(view: str) -> dict[str, set[str]]:
    """Tag → the attributes that elements of the page in a view have."""
    (main,) = html.document_fromstring(view).cssselect("main.page")
    found: dict[str, set[str]] = {}
    for element in main.iterdescendants():
        assert isinstance(element.tag, str), "a comment"
        found.setdefault(element.tag, set()).update(element.attrib)
    return found


@pytest.mark.parametrize("source", HOSTILE)
@pytest.mark.parametrize("portal", [portal_with(), portal_with("article")], ids=["guess", "rule"])
def test_only_listed_elements_and_attributes_are_written(portal: object, source: str) -> None:
    _, view = view_page(portal, source)  # type: ignore[arg-type]
    for tag, attributes in attributes_of(view).items():
        assert attributes <= ALLOWED[tag]
    # the tree that the HTML standard makes of it, where scripts run
    tree = html5lib.parse(view, namespaceHTMLElements=False, scripting=True)
    (main,) = [part for part in tree.iter("main") if "page" in part.get("class", "").split()]
    for element in list(main.iter())[1:]:
        assert set(element.attrib) <= ALLOWED[element.tag]


@pytest.mark.parametrize("source", HOSTILE)
def test_every_parser_sees_the_elements_as_they_are_written(source: str) -> None:
    """Else a colour would end where an element of the page ends another one."""
    _, view = view_page(portal_with("article"), source)
    page = view[view.index("<main") : view.index("</main>")]
    written = re.findall(r"<(/?)(\w+)", page)
    depth, seen = 0, []
    for slash, tag in written:
        depth -= 1 if slash else 0
        seen.append((depth, tag)) if not slash else None
        depth += 1 if not slash and tag not in ("br", "hr") else 0
    (main,) = LexborHTMLParser(view).css("main")
    parsed = []
    pending = [(main, 0)]
    while pending:
        node, level = pending.pop()
        parsed.append((level, node.tag))
        pending.extend((child, level + 1) for child in reversed([*node.iter()]))
    assert parsed == seen


def test_addresses_of_the_page_stand_in_texts_only() -> None:
    _, view = view_page(portal_with("article"), LEAK_PAGE)
    tags = re.findall(r"<[^>]*>", view)
    links = {address for tag in tags for address in re.findall(r'href="([^"]*)"', tag)}
    assert links and all(re.fullmatch(r"#m1-(?:\d+|text)", address) for address in links)
    assert not [tag for tag in tags if HOST in re.sub(r'(?:title|aria-label)="[^"]*"', "", tag)]
    assert "url(" not in view.replace("no url()", "") or "style=" not in view
    assert f"image: picture — http://{HOST}/img" in view
    assert (
        "Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'" in view
    )


def test_words_of_a_hostile_page_are_all_there() -> None:
    verdicts, view = view_page(portal_with("article"), LEAK_PAGE)
    words = shown_words(view)
    assert {"first", "words", "cell", "last"} <= set(words["kept"])
    assert verdicts.account.dropped_words > 0 and {"fallback", "area", "Send"} <= set(
        words["dropped"]
    )


def test_characters_that_act_are_shown_as_text() -> None:
    source = "<article class='a\u202eb'>one \x1b[31m two</article>"
    _, view = view_page(portal_with("article"), source)
    assert "\x1b" not in view and "\u202e" not in view
    assert etree.tostring(html.document_fromstring(view))
