"""Every word of the root is kept, or dropped by a named rule.

The elements are all of HTML, old and new, SVG, MathML and custom ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from lxml import etree, html

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.base.model.blocks import block_words
from webarticlecurator.base.portal.article_rules import BodyRules, TagRow
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags

Read = Callable[..., BodyResult]

HTML = """a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup
data datalist dd del details dfn dialog div dl dt em embed fencedframe fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav noscript object ol
optgroup option output p param picture pre progress q rp rt ruby s samp script search section select selectedcontent slot small
source span strong style sub summary sup table tbody td template textarea tfoot th thead time title tr track u ul var video
wbr""".split()
"""WHATWG HTML, "Index of elements"."""
OBSOLETE = """acronym applet basefont bgsound big blink center command dir font frame frameset image isindex keygen listing
marquee menuitem multicol nextid nobr noembed noframes plaintext rb rtc spacer strike tt xmp""".split()
"""WHATWG HTML, "Obsolete features", and elements of older browsers."""
MATH = """annotation annotation-xml maction math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts
mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics""".split()
SVG = "g text tspan desc foreignobject path symbol use".split()
MADE_UP = "x-odd bsp-list-loadmore o:p fb:like amp-unheard-of noindex".split()
KNOWN = [*HTML, *OBSOLETE, *MATH, "svg"]
EVERY = [*KNOWN, *SVG, *MADE_UP]

RULES = BodyRules(
    root=(Rule("css", "div#root"),),
    drop=(Rule("css", ".ad"),),
    tags=(
        TagRow(".no", "drop", line=1),
        TagRow(".flat", "flatten", line=2),
        TagRow("b.title", "heading", line=3),
    ),
)


def text_of(root: etree._Element) -> Iterator[str]:
    """Yield all text below ``root`` except code, in order."""
    if root.tag not in ("script", "style"):
        yield root.text or ""
    for child in root:
        if isinstance(child.tag, str):
            yield from text_of(child)
        yield child.tail or ""


def check(source: str) -> BodyResult:
    page = Page(
        "https://echo.example/one.html",
        f"<html><body><div id=root>start {source} end</div> after</body></html>",
    )
    root = page.root.get_element_by_id("root")
    there = "".join(text_of(root)).split()
    assert there[0] == "start"
    found = read_body(page, RULES, base_tags())
    assert isinstance(found, BodyResult)
    kept = block_words(found.blocks)
    rest = iter(there)
    assert all(word in rest for word in kept), "a word is repeated or in another place"
    assert found.account.kept == len(kept)
    assert found.account.kept + found.account.dropped_words == len(there)
    assert found.account.unclaimed_words <= found.account.kept
    return found


@pytest.mark.parametrize("name", KNOWN)
def test_an_element_keeps_its_words_or_a_rule_drops_them(name: str) -> None:
    found = check(f"<p>one</p> <{name}> two <i> three </i> four </{name}> five")
    assert found.account.unclaimed == (), "the base dictionary knows every element of the standards"


@pytest.mark.parametrize("name", MADE_UP)
def test_words_in_an_unknown_element_are_kept_and_unclaimed(name: str) -> None:
    account = check(f"<{name}> one two <i> three </i> four </{name}>").account
    assert account.kept == 6 and account.unclaimed_words == 3


@st.composite
def sources(draw: st.DrawFn, depth: int = 3) -> str:
    """Markup in which every # is a word."""
    name = draw(st.sampled_from(EVERY))
    kind = draw(
        st.sampled_from(
            [
                "",
                "",
                "",
                " class=ad",
                " class=no",
                " class=flat",
                " class=title",
                " src=/a.jpg href=/b",
            ]
        )
    )
    kind = "" if name in ("script", "style") else kind
    parts = [" # "]
    for inner in draw(st.lists(sources(depth=depth - 1), max_size=3)) if depth else []:
        parts += [inner, " # "]
    return f"<{name}{kind}>{''.join(parts)}</{name}> "


@given(st.lists(sources(), min_size=1, max_size=4))
def test_kept_and_dropped_words_are_all_words(found: list[str]) -> None:
    source = "".join(
        f"{part}w{number}" for number, part in enumerate(" <p> # </p> ".join(found).split("#"))
    )
    note(source)
    check(source)


def test_rules_that_drop_what_a_browser_does_not_show(read: Read) -> None:
    page = """<article>one <select><option> a <option> b </select><textarea> c </textarea><svg><text> d </text></svg>
    <noscript> e <p> f </p></noscript><template> g <p> h </p></template><object data=x> i </object><button> j </button>
    <math><semantics><mi> k </mi><annotation> l </annotation></semantics></math></article>"""
    account = read(page, root=["article"]).account
    assert account.kept == 2 and account.unclaimed == ()
    assert dict(account.dropped) == {
        "tags: select": 2,
        "tags: textarea": 1,
        "tags: svg": 1,
        "tags: noscript": 2,
        "tags: template": 2,
        "tags: object (fallback)": 1,
        "tags: button": 1,
        "tags: annotation": 1,
    }


def test_elements_have_the_names_of_the_tree() -> None:
    """The parser of pages returns lower-case names with their prefixes."""
    assert [
        e.tag for e in html.fragment_fromstring("<div><FB:Like></FB:Like><x-Odd></x-Odd></div>")
    ] == ["fb:like", "x-odd"]
