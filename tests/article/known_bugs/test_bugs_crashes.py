"""Bugs 20 to 24 of the predecessor, HTML2TEI: one page ended the run of a whole portal."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from operators_material import (
    BASE,
    CHECKOUT,
    URL,
    Tried,
    build_from,
    listing,
    page,
    tei_files,
    titles,
    try_page,
    write_warc,
)

from webarticlecurator import tei
from webarticlecurator.model.fields import FIELD_NAMES, FIELDS_BY_NAME, FieldKind
from webarticlecurator.tei import read_header

TITLED = "article: {body: {root: article}, metadata: {title: title}}\n"


@pytest.mark.parametrize(
    "words",
    [
        "tegnapelőtt",
        "2019-02-30T08:30",
        "0000-00-00",
        "2019. Brumaire 5.",
        "99999999999999999999",
        "",
    ],
)
def test_bug_20_a_modified_date_that_nobody_can_read_is_a_remark(tmp_path: Path, words: str):
    rules = "article:\n  body: {root: article}\n  metadata: {modified: [{meta: mod}], published: [{meta: pub}]}\n"
    head = f"<meta name=mod content='{words}'><meta name=pub content='2019-03-15T08:30'>"
    tried = try_page(tmp_path, page("<p>x</p>", head), rules)
    assert tried.at("//t:bibl/t:date/@type") == ["datePublished"]
    assert tried.article.metadata.first("modified") is None
    assert [p.message for p in tried.article.problems if words and words in p.message] or not words


ONE_OF_A_KIND = {
    FieldKind.DATE: "2019-03-15",
    FieldKind.LANGUAGE: "de",
    FieldKind.ACCESS: "free",
    FieldKind.YEAR: "2019",
}


@pytest.mark.parametrize("field", FIELD_NAMES)
def test_bug_21_each_field_stands_alone(tmp_path: Path, field: str):
    """The subsection without a section, and every other single field."""
    value = ONE_OF_A_KIND.get(FIELDS_BY_NAME[field].kind, "Érték")
    others = ", ".join(f"{name}: none" for name in FIELD_NAMES if name != field)
    rules = (
        f"article: {{body: {{root: article}}, metadata: {{{field}: [{{meta: only}}], {others}}}}}\n"
    )
    tried = try_page(tmp_path, page("<p>x</p>", f"<meta name=only content='{value}'>"), rules)
    of_page = [
        (name, v.value)
        for name, values in tried.article.metadata.fields
        for v in values
        if v.source == "meta:only"
    ]
    assert of_page == [(field, value)]
    assert {name for name, _ in tried.article.metadata.fields} - {"language"} == {field} - {
        "language"
    }


def test_bug_22_a_later_page_that_is_rejected_leaves_a_gap_and_the_run_goes_on(tmp_path: Path):
    pages = {
        f"{BASE}/list/1": listing("/2019/one", "/2019/two"),
        URL: page("<p>első</p>", around="<a class=next href='?p=2'>2</a>"),
        f"{URL}?p=2": page(
            "<p>kvíz</p>", around="<b class=quiz></b><a class=next href='?p=3'>3</a>"
        ),
        f"{URL}?p=3": page("<p>harmadik</p>"),
        f"{BASE}/2019/two": page("<p>másik</p>"),
    }
    reject = "reject: [{css: b.quiz, reason: not-article}]"
    rules = f"article: {{next_page: a.next, continuation: '[?]p=', {reject}, body: {{root: article}}}}\n"
    summary = build_from(tmp_path, write_warc(tmp_path / "x.warc", pages), rules=rules)
    assert (summary.tei, summary.ok) == (2, False)
    joined, other = sorted(tei_files(tmp_path).values(), key=len, reverse=True)
    assert tei.read_text(joined).split() == ["első", "harmadik"] and tei.read_text(
        other
    ).split() == ["másik"]
    assert b"<gap reason=" in joined
    report = (tmp_path / "corpus" / "reports" / "problems.tsv").read_text(encoding="utf-8")
    assert f"yes\tpage-rejected\t{URL}?p=2\tnot-article" in report


@pytest.mark.parametrize("code", [0, 1, 8, 11, 14, 31, 0xFFFE, 0xFFFF])
def test_bug_23_a_character_that_xml_cannot_hold_is_replaced_and_counted(tmp_path: Path, code: int):
    html = page(f"<p>a{chr(code)}b</p>").replace("Cím", f"Cí{chr(code)}m")
    tried = try_page(tmp_path, html, TITLED)
    (title,) = tried.at("//t:titleStmt/t:title")
    # Python takes them for white space, of which a title keeps none but single blanks
    blank = code in (11, 31)
    assert (title, tried.words) == ("Cí m" if blank else "Cí\ufffdm", ["a\ufffdb"])
    if code:  # a NUL is replaced before the page is parsed
        assert tried.at("//t:measure[@unit='replaced-characters']/@quantity") == [
            "1" if blank else "2"
        ]


SELECTORS = [
    "css: .none",
    "xpath: //none",
    "regex: none(.)",
    "json: none.none",
    "meta: none",
    "jsonld: none.none",
    "microdata: none",
    "url: none(.)",
    "{css: .none, attr: href, replace: [[a, b]], pick: last}",
    "{within: {css: .none}, css: a}",
    "{css: p, attr: none}",
]


@pytest.mark.parametrize("selector", SELECTORS)
def test_bug_24_what_is_not_on_the_page_is_nothing(tmp_path: Path, selector: str):
    rule = selector if selector.startswith("{") else f"{{{selector}}}"
    fields = ", ".join(f"{name}: [{rule}]" for name in FIELD_NAMES)
    drop = rule if "css: .none" in rule and "attr" not in rule else ".none"
    rules = f"article: {{body: {{root: article, drop: [{drop}]}}, metadata: {{{fields}}}}}\n"
    tried = try_page(tmp_path, page("<p>x</p>"), rules)
    assert [(name, values[0].source) for name, values in tried.article.metadata.fields] == [
        ("language", "portal:language")
    ]
    assert tried.words == ["x"]


ODD = {
    "empty": b"",
    "nul": b"\x00" * 500,
    "binary": bytes(range(256)) * 8,
    "no-root": page("").replace("article>", "section>").encode(),
    "deep": b"<article>" + b"<div>" * 5000 + b"x",
    "broken": b"<article><table><p><td><ul></table></p><li>x<![CDATA[",
    "json": b'{"a": [1, 2',
    "entities": b"<article>&#0;&#x110000;&nosuch;&#xD800;</article>",
}


def test_bug_24_no_page_ends_the_run_of_the_others(tmp_path: Path):
    pages: dict[str, str | bytes] = {
        f"{BASE}/list/1": listing("/a/first", *(f"/a/{name}" for name in ODD), "/a/last")
    }
    pages |= {f"{BASE}/a/{name}": body for name, body in ODD.items()}
    pages |= {
        f"{BASE}/a/{name}": page(f"<p>{name}</p>").replace("Cím", name)
        for name in ("first", "last")
    }
    summary = build_from(tmp_path, write_warc(tmp_path / "odd.warc", pages), rules=TITLED)
    assert summary.tei + sum(summary.rejected.values()) + summary.failed == len(ODD) + 2
    assert {"first", "last"} <= set(titles(tmp_path))
    for content in tei_files(tmp_path).values():
        assert tei.validate(content) == () and read_header(content).url


def test_bug_24_only_the_commands_end_the_process():
    """17 ``exit(1)`` stood in the predecessor's library code."""
    found = []
    for path in sorted((CHECKOUT / "webarticlecurator").rglob("*.py")):
        inside = path.relative_to(CHECKOUT / "webarticlecurator").parts
        if inside[0] == "cli" or path.name == "__main__.py":
            continue
        code = path.read_text(encoding="utf-8")
        if not re.search("exit|quit|SystemExit", code):
            continue
        for node in ast.walk(ast.parse(code)):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if name in ("exit", "quit", "sys.exit", "os._exit", "SystemExit"):
                found.append(f"{'/'.join(inside)}:{node.lineno}")
    # a worker process ends without what its parent would do at its end
    assert [place.partition(":")[0] for place in found] == [
        "workers/worker.py",
        "workers/worker_loop.py",
    ]


def test_a_rejected_page_says_why(tmp_path: Path):
    tried: Tried = try_page(tmp_path, "<html><body><p>x</p></body></html>")
    assert (
        getattr(tried.found, "reason", ""),
        "article" in getattr(tried.found, "evidence", ""),
    ) == ("no-root", True)
