"""``body.signature``: the portal's own rules for signatures, wherever signatures are made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from checkout import CHECKOUT
from lxml import html

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.base.portal.article_rules import BodyRules, SignatureRule, TagRow
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.signature import signature, signature_attributes
from webarticlecurator.portal_file.config.layouts import SIGNATURE_ATTRIBUTES
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.proposing.tags.inventory import Inventory
from webarticlecurator.proposing.tags.inventory_table import inventory_table
from webarticlecurator.proposing.tags.tag_evidence import tally_page
from webarticlecurator.proposing.tags.tag_trees import bigram_table, tree_yaml

GUIDE = (CHECKOUT / "docs" / "tag-dictionary.md").read_text(encoding="utf-8")
HEAD = "portal: echo\nhome: https://echo.example/\narchive: {url: https://echo.example/list, links: h2}\n"
URL = "https://echo.example/1"


def loaded(folder: Path, text: str) -> Portal:
    path = folder / "portal.yaml"
    path.write_text(HEAD + text, encoding="utf-8", newline="\n")
    return load_portal(path)


def test_the_example_of_the_guide_gives_what_its_table_says(tmp_path):
    (example,) = (
        text for text in re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL) if "signature:" in text
    )
    rules = loaded(tmp_path, example).article.body.signature
    assert len(rules) == len(yaml.safe_load(example)["article"]["body"]["signature"]) == 5
    rows = re.findall(r"(?m)^\| `(<.*>)` \| `(.+)` \|$", GUIDE)
    assert len(rows) == 6
    assert [signature(html.fragment_fromstring(tag), rules) for tag, _ in rows] == [
        sign for _, sign in rows
    ]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([SignatureRule("div", "class", (("^b.*", ""),))], "div#i-0.c-0[role=note]"),
        ([SignatureRule("p", "class", (("^b.*", ""),))], "div#i-0.b-red.c-0[role=note]"),
        # one name becomes two
        ([SignatureRule("", "class", (("-red$", " red"),))], "div#i-0.b.c-0.red[role=note]"),
        # the rule sees 12
        ([SignatureRule("", "class", (("^c-(.*)", r"\1x"),))], "div#i-0.\\30 x.b-red[role=note]"),
        (
            [SignatureRule("", "id", (("-.*", ""),)), SignatureRule("", "class", drop=True)],
            "div#i[role=note]",
        ),
        (
            [SignatureRule("", "class", (("b", "d"),)), SignatureRule("", "class", (("d", "e"),))],
            "div#i-0.c-0.e-ree[role=note]",
        ),
        ([SignatureRule("", "role", (("note", ""),))], "div#i-0.b-red.c-0"),
        ([SignatureRule("", "data-n")], 'div#i-0.b-red.c-0[data-n="@link"][role=note]'),
        ([SignatureRule("", "data-none")], "div#i-0.b-red.c-0[role=note]"),
        ([SignatureRule("div", "", drop=True)], "div"),
    ],
)
def test_rules(rules, expected):
    element = html.fragment_fromstring(
        '<div id="i-7" class="b-red c-12" role="note" data-n="https://x.hu/1">x</div>'
    )
    assert signature(element, tuple(rules)) == expected


def test_the_usual_attributes_are_those_that_the_messages_name():
    assert sorted(("id", "class", *signature_attributes(()))) == list(SIGNATURE_ATTRIBUTES)


PAGE = '<html><body><main><div class="box theme-red"><p class="x theme-red">one two</p></div>%s</main></body></html>'
RULES = (
    "article: {body: {root: main, %ssignature: [{attr: class, replace: [[^theme-.*, '']]}]%s}}\n"
)


def test_the_inventory_its_tree_and_its_bigrams_follow_the_rules(tmp_path):
    portal = loaded(tmp_path, RULES % ("", ""))
    made = Inventory(with_tree=True)
    for number, theme in enumerate(("red", "blue")):
        tally = tally_page(portal, Page(f"{URL}{number}", PAGE.replace("red", theme) % ""))
        assert tally is not None
        made.add(tally)
    lines = {
        line.get("signature"): line.get("pages") for line in inventory_table(made, portal).lines
    }
    assert lines == {"main": "2", "div.box": "2", "p.x": "2"}
    assert made.tree is not None
    assert "theme" not in tree_yaml(made.tree, made.pages) + bigram_table(made.tree)
    assert "\ndiv.box\tp.x\t2\t" in bigram_table(made.tree)


def read(portal: Portal, page: str) -> BodyResult:
    result = read_body(Page(URL, page), portal.article.body, base_tags())
    assert isinstance(result, BodyResult)
    return result


def test_a_row_is_looked_up_by_the_signature_that_the_rules_make(tmp_path):
    """``div.box`` is all of the first element's signature, so its row comes before the one with
    more classes."""
    tags = "tags: {div.box: quote, div.theme-red.box: box}, "
    page = PAGE % '<div class="box theme-red late">three</div>'
    assert [b.name for b in read(loaded(tmp_path, RULES % (tags, "")), page).blocks] == [
        "quote",
        "box",
    ]
    plain = loaded(tmp_path, f"article: {{body: {{root: main, {tags[:-2]}}}}}\n")
    assert [b.name for b in read(plain, page).blocks] == ["box", "box"]


def test_the_report_of_unclaimed_text_follows_the_rules(tmp_path):
    account = read(loaded(tmp_path, RULES % ("", "")), PAGE % "").account
    assert [name for name, _ in account.base] == ["div.box", "main", "p.x"]


def test_elements_that_differ_in_an_added_attribute_are_distinguished(tmp_path):
    text = "article: {body: {root: main, tags: {'p[data-k=a]': heading}, signature: [{attr: data-k, replace: [[b, a]]}]}}\n"
    page = "<main><p data-k=a>one</p><p data-k=b>two</p><p data-k=c>three</p></main>"
    assert [b.name for b in read(loaded(tmp_path, text), page).blocks] == [
        "heading",
        "heading",
        "paragraph",
    ]


def test_a_version_has_its_own_rules_or_none(tmp_path):
    text = (
        "article:\n  body: {root: main, signature: [{attr: class, drop: true}]}\n  layouts:\n"
        "    - {name: a, when: .a, body: {signature: [{attr: id, drop: true}]}}\n"
        "    - {name: b, when: .b, body: {signature: none}}\n    - {name: c, when: .c}\n"
    )
    portal = loaded(tmp_path, text)
    assert [layout.rules.body.signature for layout in portal.layouts] == [
        (SignatureRule(attr="id", drop=True),),
        (),
        (SignatureRule(attr="class", drop=True),),
    ]


def test_the_rules_are_in_the_digest(tmp_path):
    digests = {loaded(tmp_path, RULES % ("", extra)).tei_digest for extra in ("", ", drop: .ad")}
    digests.add(loaded(tmp_path, "article: {body: {root: main}}\n").tei_digest)
    digests.add(loaded(tmp_path, (RULES % ("", "")).replace("theme", "mood")).tei_digest)
    assert len(digests) == 4


def test_a_tagger_is_not_shared_between_rules():
    rows, page = (TagRow("p.x", "heading"),), Page(URL, '<main><p class="x y">one</p></main>')
    root = next(page.root.iter("main"))
    from webarticlecurator.articles.blocks.tag_dictionary import build_tagger

    signs = [
        build_tagger(rules.tags, base_tags(), rules.signature).choose(root[0]).signature
        for rules in (
            BodyRules(tags=rows),
            BodyRules(tags=rows, signature=(SignatureRule(attr="class", drop=True),)),
        )
    ]
    assert signs == ["p.x.y", "p"]


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("{replace: [[a, b]]}", 'missing key: "attr"'),
        ("{attr: href, drop: true}", "nothing to drop"),
        ("{attr: class}", "but the rule does not say what to do with it; add `replace` or `drop`"),
        ("{attr: class, drop: false}", "it is the default"),
        ("{attr: class, drop: true, replace: [[a, b]]}", "remove one of the two"),
        (
            "{attr: class, drop: true}, {tag: p, attr: class, replace: [[a, b]]}",
            "never used: the one in line 4 drops the attribute",
        ),
        ("{tag: p, drop: true}, {tag: p, attr: id, drop: true}", "never used"),
        ("{attr: data-x}, {attr: data-x}", "is the same"),
        ("{attr: 'data x'}", "not the name of an attribute"),
        ("{tag: div.x, drop: true}", "not the name of a tag"),
        ("{atr: class, drop: true}", 'did you mean "attr"?'),
    ],
)
def test_a_rule_that_can_do_nothing_is_an_error(tmp_path, rule, message):
    path = tmp_path / "portal.yaml"
    path.write_text(
        HEAD + f"article: {{body: {{signature: [{rule}]}}}}\n", encoding="utf-8", newline="\n"
    )
    (problem,) = check(path)
    assert message in problem.message
    assert problem.path.startswith("article.body.signature[")
