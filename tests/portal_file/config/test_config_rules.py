"""Rules in all forms that a portal file may have, read into the model."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from config_sample import ARCHIVE, HEAD, css, load

from webarticlecurator.base.portal.rule import Condition, Filter, Pager, Rule, TextTest

CASES = {
    "a.next": Rule("css", "a.next"),
    "{xpath: '//a[1]'}": Rule("xpath", "//a[1]"),
    "{json: '*[].link', template: 'https://echo.example/{}'}": Rule(
        "json", "*[].link", template="https://echo.example/{}"
    ),
    "{first_of: [a, {union: [b, i]}]}": Rule(
        first_of=(Rule("css", "a"), Rule(union=css("b", "i")))
    ),
    "{within: {css: div.list, pick: last}, css: h2}": Rule(
        "css", "h2", within=Rule("css", "div.list", pick="last")
    ),
    "{pager: {scope: .p, current: .on, links: a, step: -1}}": Rule(
        "pager", pager=Pager(".on", "a", ".p", -1)
    ),
    "{css: a, text: {starts: Next, one_of: [x, y], regex: '^.$'}}": Rule(
        "css", "a", text=TextTest(starts="Next", one_of=("x", "y"), regex="^.$")
    ),
    "{css: a, include: '/a/', exclude: {regex: [x, y], unless_all: true}}": Rule(
        "css", "a", include=Filter(("/a/",)), exclude=Filter(("x", "y"), True)
    ),
    "{css: a, when: body.list, unless: [.x, {json: a}]}": Rule(
        "css",
        "a",
        when=Condition(css("body.list")),
        unless=Condition((Rule("css", ".x"), Rule("json", "a"))),
    ),
    "{css: a, when: {css: .x, column: all}}": Rule("css", "a", when=Condition(css(".x"), ("all",))),
    "{css: a, attr: data-url, html: {css: a}, split: ', *', only: true, map: {a: b}, pick: first}": Rule(
        "css",
        "a",
        attr="data-url",
        html=Rule("css", "a"),
        split=", *",
        only=True,
        map=(("a", "b"),),
        pick="first",
    ),
    "{css: a, replace: [['([0-9]+)', '<\\1>'], [x, '']]}": Rule(
        "css", "a", replace=(("([0-9]+)", "<\\1>"), ("x", ""))
    ),
    "{listed: when}": Rule("listed", "when"),
    "{css: 'a:has(> img):not(.x, .y)'}": Rule("css", "a:has(> img):not(.x, .y)"),
}


@pytest.mark.parametrize("written", CASES, ids=list(CASES))
def test_a_rule(tmp_path: Path, written: str) -> None:
    text = (
        HEAD + ARCHIVE + f"  listed: {{when: .date}}\narticle:\n  metadata:\n    title: {written}\n"
    )
    assert dict(load(tmp_path, text).article.metadata)["title"] == (CASES[written],)


def test_a_rule_has_its_place(tmp_path: Path) -> None:
    portal = load(tmp_path, HEAD + ARCHIVE + "article:\n  body:\n    root: [main, {css: td}]\n")
    places = [(rule.place.line, rule.place.column) for rule in portal.article.body.root]
    assert places == [(9, 12), (9, 18)]
    assert portal.article.body.root[0].place.file.endswith("portal.yaml")


def test_lookup_and_map_are_one_table(tmp_path: Path) -> None:
    text = (
        HEAD
        + ARCHIVE
        + "article: {metadata: {section: {css: .s, lookup: s.tsv, map: {b: Other}}}}\n"
    )
    portal = load(tmp_path, text, s__tsv="# comment\r\n\r\na\tAlpha\r\nb\tBeta \r\n")
    (rule,) = dict(portal.article.metadata)["section"]
    assert rule.map == (("a", "Alpha"), ("b", "Other"))
    assert portal.files[1].content == b"# comment\r\n\r\na\tAlpha\r\nb\tBeta \r\n"


def test_conditions_of_versions(tmp_path: Path) -> None:
    text = """\
article:
  layouts:
    - {name: a, when: {captured: {until: 2019-05-31}, column: [all]}}
    - {name: b, when: {css: td, published: {from: 2001-01-01, until: 2002-01-01}}}
    - {name: rest}
"""
    whens = [layout.when for layout in load(tmp_path, HEAD + ARCHIVE + text).layouts]
    assert whens == [
        Condition(columns=("all",), captured=(None, date(2019, 5, 31))),
        Condition(css("td"), published=(date(2001, 1, 1), date(2002, 1, 1))),
        Condition(),
    ]
