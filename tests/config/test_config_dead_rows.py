"""Rows of a tag dictionary that can never be used are problems; rows that may be used are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from config_sample import ARCHIVE, HEAD, load
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from webarticlecurator.config import base_tags, check
from webarticlecurator.config.dead_rows import PlacedRows, find_dead_rows
from webarticlecurator.config.dictionaries import read_rows
from webarticlecurator.config.tag_faults import CLOSED_BY_THEMSELVES, KEEPING
from webarticlecurator.extract.body.builder import Builder
from webarticlecurator.extract.body.frame import NO_DEFAULTS
from webarticlecurator.extract.body.media import ADDRESS_ATTRIBUTES
from webarticlecurator.extract.body.roots import find_drops
from webarticlecurator.extract.body.tree_walk import Walker
from webarticlecurator.extract.tags.dictionary import TagDecision, Tagger
from webarticlecurator.model.html_tags import CODE_TAGS, EMPTY_TAGS, UNCLOSED_TAGS
from webarticlecurator.model.portal import BodyRules, SignatureRule, TagRow
from webarticlecurator.model.rule import Place, Rule
from webarticlecurator.page import Page

TABLE = "article: {body: {root: main%s, tags: t.tsv}}\n"


def messages(folder: Path, rows: list[str], more: str = "") -> list[str]:
    """``line: message`` for the rows ``signature|operation|keep|context`` (the first is line 2)."""
    lines = ["signature|operation|keep|context", *rows]
    (folder / "t.tsv").write_text(
        "".join(line.replace("|", "\t") + "\n" for line in lines), encoding="utf-8", newline="\n"
    )
    path = folder / "p.yaml"
    path.write_text(
        HEAD + ARCHIVE + (more if "article:" in more else TABLE % more),
        encoding="utf-8",
        newline="\n",
    )
    return [f"{p.line}: {p.message}" for p in check(path)]


SHADOWED = [
    (["div.a.b|box", "div.b.a|box"], 3, "already in line 2"),
    (["p|box||in  figure", "p|lead||in figure"], 3, "already in line 2"),
    (["P.x|box", "p.x|lead"], 3, "already in line 2"),
    (["[rel=a].x|drop", ".x[rel=a]|drop"], 3, "already in line 2"),
    (["div.a|box", "div[class~=a]|lead"], 3, "already in line 2"),
    # as CSS counts, a class named twice weighs more
    (["div.a|box", "div.a.a|lead"], 2, '"div.a.a" in line 3'),
    (["p|box||in div", "p:not(b)|lead||in div"], 3, "already in line 2"),
    (["p|lead||in *", "p|box||in *:not(*)"], 3, "parts exclude each other"),
    # the same parents, but the other weighs more
    (["p|lead||child of div.x", "p|box||child of .x[class~=x]"], 2, "line 3"),
    (
        ["b|drop||in #a.x.x.x", "b|box||in div#a.x"],
        3,
        '"b in #a.x.x.x" in line 2 applies wherever it does',
    ),
]
IMPOSSIBLE = [
    (["div#a#b|box"], 2, "parts exclude each other"),
    (["p.x:not(.x)|box"], 2, "parts exclude each other"),
    (["p:not(p)|box"], 2, "parts exclude each other"),
    (["a[rel=x][rel=y]|box"], 2, "parts exclude each other"),
    (["a[rel=xa][rel^=y]|box"], 2, "parts exclude each other"),
    (['a[rel~="x y"]|box'], 2, "parts exclude each other"),
    (['a[href*=""]|box'], 2, "parts exclude each other"),
    (["p[class=a].b|box"], 2, "parts exclude each other"),
    (["p#x:not([id])|box"], 2, "parts exclude each other"),
    (["p|box||in div#a#b"], 2, "parts exclude each other"),
    (["p|box||in img"], 2, "img contains no tags"),
    (["p|box||child of script"], 2, "script contains no tags"),
    (["img.x|drop||text starts Foto"], 2, "img contains no text"),
    (["li|box||child of li"], 2, "write `in li`"),
    (["p.a|box||only child of p.b"], 2, "write `in p`"),
    (["html|auto||in div"], 2, "html is inside no other tag"),
]
WITHOUT_EFFECT = [
    (["p.x|drop|href"], 2, '"drop" makes no block'),
    (["p.x|unwrap|href id"], 2, '"unwrap" makes no block'),
    (["p.x|flatten|href"], 2, "`keep` has no effect"),
    (["p.x|auto|href"], 2, "`keep` has no effect"),
    (["p.x|paragraph|href"], 2, "a paragraph has no address, date or number"),
    (["p.x|bold>italic|href"], 2, "`keep` has no effect"),
]
BELOW = [
    (["figure|drop", "p|caption||in figure"], 3, '"figure" in line 2 drops the tag around it'),
    (["p|caption||child of figure.x", "figure|drop"], 2, '"figure" in line 3 drops'),
    (["figure|flatten", "p|caption||in figure"], 3, "flattens the tag around it"),
    (["figure.x|flatten", "figure|drop", "p|auto||in figure"], 4, "flattens"),
    (["path|unwrap||in svg"], 2, 'the base dictionary\'s "svg" drops'),
    (["p|caption||in video"], 2, "makes the tag around it a medium"),
    (["aside|box", "aside.ad|drop", "p|lead||in aside.ad"], 4, '"aside.ad" in line 3 drops'),
]


@pytest.mark.parametrize(
    ("rows", "line", "expected"), SHADOWED + IMPOSSIBLE + WITHOUT_EFFECT + BELOW
)
def test_a_row_that_can_never_be_used_is_an_error(tmp_path, rows, line, expected):
    (found,) = messages(tmp_path, rows)
    assert found.startswith(f"{line}: ")
    assert expected in found
    assert any(cure in found for cure in ("remove", "empty the cell"))


@pytest.mark.parametrize(
    "rows",
    [
        ["div.a|box", "div.b|quote"],  # a tie on tags with both, but each has tags of its own
        ["div.a|box", "div.a.b|lead", "div.a|quote||in li"],
        [".a|box", "div.a|lead", "*.a|quote||in li"],
        ["div.a|box", "div[class~=a][class~=b]|lead"],
        ["p|lead||in figure", "p|box||child of figure", "p|quote||only child of figure"],
        ["p|lead||text contains x", "p|box||text starts x", "p|quote||text equals x"],
        ["p|lead||text starts x", "p|box||text starts xy"],
        ["p|lead||in div", "p|box||in div.x"],
        # the second spells the signature of div.post-13, too
        ["div.post-12|box", "div.post-0|lead"],
        ["div[class~=post-0]|lead", "div.post-0|box"],
        ["figure|drop", "figure.x|figure", "p|lead||in figure"],
        ["figure|drop", "figure|figure||in aside", "p|lead||in figure"],
        ["figure.x|drop", "p|lead||in figure"],
        ["figure|drop", "p|lead||in div"],
        ["figure|flatten", "i|drop||in figure", "b|unwrap||in figure", "i.x|line-break||in figure"],
        ["table|drop", "p|lead||in table"],  # the root may stand in a table of the layout
        ["div|drop", "p|lead||in div"],
        ["video|unwrap", "p|caption||in video"],
        ["source|drop", "p|lead||in source"],  # the parser puts what follows a source into it
        ["figure.x0|drop", "figure|figure", "p|lead||in figure.x0"],
        ["li|box||in li", "p|box||in p", "div|box||child of div"],
        [
            "a|link|data-href",
            "time|feed-time|datetime",
            "ol|list|start",
            "div.e|feed-entry>box|data-time",
        ],
        ["p:not(.x)|box", "p:not(.x):not(.y)|lead"],
        ["span.gone|drop", "span.undecided|", "# remark|"],
    ],
)
def test_a_row_that_may_be_used_is_no_problem(tmp_path, rows):
    assert messages(tmp_path, rows) == []


@pytest.mark.parametrize(
    ("drop", "row", "dead"),
    [
        (".ad", "div.ad|box", True),
        ("'nav, .ad'", "div.ad.x|box", True),
        ("[nav, 'div[class~=ad]']", "div.ad|box||in figure", True),
        ("div.ad", "div.ad|drop", True),
        ("div.ad", ".ad|box", False),
        (".related .ad", "div.ad|box", False),
        (".ad:first-child", "div.ad|box", False),
        ("{css: .ad, text: {starts: Ad}}", "div.ad|box", False),
        ("{css: .ad, when: .x}", "div.ad|box", False),
        ("{xpath: '//*[@class]'}", "div.ad|box", False),
        (".ad-0", "div.ad-0|box", False),  # the row is followed by every div.ad-17
        (".ad", "div.ad.post-0|box", True),
        ("figure", "p|box||in figure", True),
        ("figure", "p|box||in figure.x", True),
        ("figure.x", "p|box||in figure", False),
        ("table", "p|box||in table", False),
    ],
)
def test_rows_for_tags_that_drop_removes(tmp_path, drop, row, dead):
    found = messages(tmp_path, [row], f", drop: {drop}")
    assert [f"{line[:3]}{'drop: ' in line}" for line in found] == (["2: True"] if dead else [])
    assert all("in line 7" in line for line in found)


def test_a_signature_rule_may_make_a_row_match(tmp_path):
    more = ", drop: .ad, signature: [{attr: class, replace: [[^xx, ad]]}]"
    assert messages(tmp_path, ["div.ad|box"], more) == []
    assert (
        len(
            messages(
                tmp_path,
                ["div.ad|box"],
                ", drop: .ad, signature: [{tag: p, attr: class, replace: [[^xx, ad]]}]",
            )
        )
        == 1
    )


LAYOUTS = "article:\n  body: {root: main, drop: %s, tags: %s}\n  layouts:\n    - {name: v, when: .v, body: {%s}}\n"


def test_a_row_is_dead_only_if_no_layout_uses_it(tmp_path):
    rows = ["div.ad|box"]
    assert messages(tmp_path, rows, LAYOUTS % (".ad", "t.tsv", "drop: nav")) == []
    assert len(messages(tmp_path, rows, LAYOUTS % (".ad", "t.tsv", "root: td"))) == 1
    assert (
        len(messages(tmp_path, rows, LAYOUTS % ("nav", "{p: lead}", "tags: t.tsv, drop: .ad"))) == 1
    )


def test_inline_rows_of_a_version_are_compared_with_the_article(tmp_path):
    (found,) = messages(tmp_path, [], LAYOUTS % ("nav", "{div.a.b: box}", "tags: {div.b.a: lead}"))
    assert 'duplicate row: "div.b.a", already in line 8' in found
    assert (
        messages(
            tmp_path,
            [],
            LAYOUTS % ("nav", "{div.a.b: box}", "tags: {div.a.b: none, div.b.a: lead}"),
        )
        == []
    )


def test_the_base_dictionary_has_no_dead_row():
    assert find_dead_rows(PlacedRows(read_rows(base_tags(), "base tags"))) == {}


def test_messages_about_tags_are_true_of_the_parser():
    for tag in EMPTY_TAGS:
        root = html.document_fromstring(f"<div><{tag}>text<b>bold</b></{tag}></div>")
        assert not [e for e in root.iter(tag) if e.text or len(e)], tag
    for tag in CODE_TAGS:
        assert not [
            e
            for e in html.document_fromstring(f"<div><{tag}><b>x</b></{tag}></div>").iter(tag)
            if len(e)
        ], tag
    for tag in CLOSED_BY_THEMSELVES:
        around = {"td": "table", "th": "table", "tr": "table"}.get(tag, "div")
        for first in ("", " ", "text", "<!-- x -->"):
            root = html.document_fromstring(
                f"<{around}><{tag}>{first}<{tag} class=x>y</{tag}>z</{tag}></{around}>"
            )
            assert not [
                e for e in root.iter(tag) if e.getparent() is not None and e.getparent().tag == tag
            ], tag
    for tag in UNCLOSED_TAGS:
        root = html.document_fromstring(f"<div><{tag}><b>bold</b></div>")
        assert [e for e in root.iter(tag) if len(e)], tag
    assert set(ADDRESS_ATTRIBUTES) <= KEEPING


# What is said to be dead is so on no page
# ------------------------------------------------------------------------------------

TAGS = ("figure", "p", "b", "video", "source")
PARTS = ("", "", ".a", ".b", ".a.b", "#i", "[rel=x]", "[class~=a]", ":not(.a)", ".c-0")
SELECTORS = st.builds(
    lambda tag, part: tag + part or "*", st.sampled_from(("", *TAGS)), st.sampled_from(PARTS)
)
PLACES = st.builds(
    lambda kind, place: f"{kind} {place}",
    st.sampled_from(("in", "child of", "only child of")),
    SELECTORS,
) | st.sampled_from(["text starts x", "text contains x", "text equals x y"])
ROWS = st.lists(
    st.tuples(
        SELECTORS,
        st.sampled_from(["drop", "drop", "flatten", "unwrap", "box"]),
        st.just("") | PLACES,
    ),
    min_size=1,
    max_size=6,
)
ATTRIBUTES = (
    "",
    ' class="a"',
    ' class="b a"',
    ' class="b"',
    ' id="i"',
    ' rel="x"',
    ' class="c-7"',
    ' class="a c-0" rel="x"',
)
LEAVES = st.sampled_from(["x ", "x y", "z"])
PAGES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda tag, attributes, content: f"<{tag}{attributes}>{''.join(content)}</{tag}>",
        st.sampled_from(TAGS),
        st.sampled_from(ATTRIBUTES),
        st.lists(inner, max_size=3),
    ),
    max_leaves=14,
)
RULES = st.sampled_from(
    [(), (SignatureRule("", "class", (("b", "a"),)),), (SignatureRule("figure", "", drop=True),)]
)


class Recording(Tagger):
    """Remembers which rows were followed."""

    followed: set[int]
    dropped: dict[object, str]

    def choose(self, element):
        choice: TagDecision = super().choose(element)
        if not choice.base and choice.row and element not in self.dropped:
            self.followed.add(choice.row.line)
        return choice


@settings(max_examples=120, deadline=None)
@given(
    made=ROWS,
    pages=st.lists(PAGES, min_size=1, max_size=4),
    drop=st.just("") | SELECTORS,
    rules=RULES,
)
def test_a_dead_row_is_never_used_for_any_page(made, pages, drop, rules):
    rows = tuple(
        TagRow(s, o, (), c, n, Place("t.tsv", n, 1)) for n, (s, o, c) in enumerate(made, 1)
    )
    dropping = (Rule("css", drop),) if drop else ()
    known = PlacedRows(read_rows(rows, "x"), read_rows(base_tags(), "base tags"), dropping, rules)
    dead = {place.line for place, why in find_dead_rows(known).items() if "flattens" not in why}
    tagger = Recording(rows, base_tags(), rules)
    tagger.followed = set()
    body = BodyRules((Rule("css", "main"),), dropping, rows, signature=rules)
    for content in pages:
        page = Page("https://echo.example/1", f"<main>{content}</main>")
        roots = tuple(page.root.iter("main"))
        tagger.dropped = find_drops(page, body, roots)
        walker = Walker(Builder(), tagger, tagger.dropped, page.base, NO_DEFAULTS)
        for root in roots:
            walker.walk(root)
    assert dead & tagger.followed == set()


def test_all_bad_rows_are_reported_at_once(tmp_path):
    """A user gets every problem of a table in one go, in the order of its lines."""
    rows = [
        "div.a.b|box",
        "div.b.a|box",
        "p|bocks",
        "img|drop|src",
        "figure|drop",
        "p|lead||in figure",
        "p|lead||under div",
    ]
    assert [line.partition(":")[0] for line in messages(tmp_path, rows)] == [
        "3",
        "4",
        "5",
        "7",
        "8",
    ]


def test_good_rows_are_loaded(tmp_path):
    found = load(
        tmp_path, HEAD + ARCHIVE + TABLE % "", t__tsv="signature\toperation\np.x\tlead\n"
    ).article.body.tags
    assert found == (TagRow("p.x", "lead"),)
    assert (found[0].line, found[0].place.file) == (2, "t.tsv")
