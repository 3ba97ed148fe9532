"""The file of expectations: what it may contain, and the problems of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.base.errors import ConfigError
from webarticlecurator.base.portal.expectation import (
    ARCHIVE,
    ARTICLE,
    Expectation,
    ExpectedLinks,
    ExpectedValue,
)
from webarticlecurator.portal_file.config.expectation_keys import KEYS
from webarticlecurator.portal_file.config.expectations import load_expectations, read_expectations
from webarticlecurator.portal_file.written.expectation_yaml import entry_text

COLUMNS = ("news", "sport")
URL = "https://echo.example/a"


def read(text: str) -> tuple[Expectation, ...]:
    return read_expectations(text.encode("utf-8"), "echo.tests.yaml", COLUMNS)


def test_every_key_is_read() -> None:
    first, second, third = read(f"""\
# a comment
- archive: {URL}
  column: news
  links: {{count: 24, some: [{URL}/1, {URL}/2]}}
  next_page: none
  accepted: no
- article: {URL}
  title: 010
  authors: Ann
  published: 2019-03-15
  section: "none"
  first_words: no
  last_words: none
  next_page: {URL}/2
- article: {URL}/quiz
  rejected: not-article
""")
    assert first == Expectation(
        ARCHIVE,
        URL,
        False,
        "news",
        ExpectedLinks((f"{URL}/1", f"{URL}/2"), count=24),
        (ExpectedValue("next_page", ()),),
    )
    assert {v.name: v.values for v in second.values} == {
        "title": ("010",),
        "authors": ("Ann",),
        "published": ("2019-03-15",),
        "section": ("none",),
        "first_words": ("no",),
        "last_words": (),
        "next_page": (f"{URL}/2",),
    }
    assert second.accepted and second.place.line == 7
    assert third.values == (ExpectedValue("rejected", ("not-article",)),)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("none", ExpectedLinks((), True, 0)),
        ("[]", ExpectedLinks((), True, 0)),
        (f"[{URL}, {URL}]", ExpectedLinks((URL, URL), True, 1)),
        ("{count: 3}", ExpectedLinks((), False, 3)),
        (f"{{some: [{URL}]}}", ExpectedLinks((URL,), False, None)),
    ],
)
def test_ways_to_expect_links(written: str, expected: ExpectedLinks) -> None:
    (entry,) = read(f"- archive: {URL}\n  links: {written}\n")
    assert entry.links == expected


@pytest.mark.parametrize("text", ["", "# only a comment\n", "\ufeff\n"])
def test_a_file_without_pages_is_empty(text: str) -> None:
    assert read(text) == ()


WRONG = {
    "unknown key": (
        f"- archive: {URL}\n  link: none\n",
        '2:3: [0].link: unknown key: "link" (expected archive, column, links, next_page, accepted);'
        ' did you mean "links"?',
    ),
    "far from all": (
        f"- archive: {URL}\n  zzzzz: 1\n  links: none\n",
        '2:3: [0].zzzzz: unknown key: "zzzzz" (expected archive, column, links, next_page, accepted); remove it',
    ),
    "of the other kind": (
        f"- archive: {URL}\n  title: x\n  links: none\n",
        '2:3: [0].title: unknown key: "title" (expected archive, column, links, next_page, accepted); it belongs to a page'
        " that begins with `article:`",
    ),
    "which page": (
        "- title: x\n",
        "1:3: [0]: no page in the entry (expected archive: ADDRESS or article: ADDRESS)",
    ),
    "misspelt kind": (
        f"- artcle: {URL}\n  title: x\n",
        '1:3: [0].artcle: unknown key: "artcle" (expected article, ',
    ),
    "both": (
        f"- archive: {URL}\n  article: {URL}\n",
        "2:3: [0].article: both `archive` and `article` in one entry",
    ),
    "no list": (
        f"archive: {URL}\n",
        "1:1: expected a list of pages, found a mapping; begin each page with `- archive: ADDRESS`",
    ),
    "no page": (
        "- x\n",
        '1:3: [0]: expected a page (archive: ADDRESS or article: ADDRESS), found "x"',
    ),
    "nothing expected": (
        f"- article: {URL}\n  accepted: yes\n",
        "1:3: [0]: no expectation for this page (expected one or more of",
    ),
    "address": (
        "- article: /a\n  title: x\n",
        '1:12: [0].article: not a web address: "/a" (expected an absolute http(s) address)',
    ),
    "accepted": (
        f"- article: {URL}\n  title: x\n  accepted: ys\n",
        '3:13: [0].accepted: not yes or no: "ys" (expected yes or no); did you mean "yes"?',
    ),
    "date": (
        f"- article: {URL}\n  published: 2019. 3. 15.\n",
        '2:14: [0].published: not a date: "2019. 3. 15."',
    ),
    "time": (
        f"- article: {URL}\n  published: 2019-03-15T8:30\n",
        '2:14: [0].published: not a date or time: "2019-03-15T8:30"',
    ),
    "reason": (
        f"- article: {URL}\n  rejected: not-artcle\n",
        'unknown reason: "not-artcle" (expected one of gone, ',
    ),
    "rejected and more": (
        f"- article: {URL}\n  rejected: empty\n  title: x\n",
        "3:3: [0].title: `title` has no effect beside `rejected`; remove one of the two",
    ),
    "column": (
        f"- archive: {URL}\n  column: nws\n  links: none\n",
        '2:11: [0].column: unknown column: "nws" (expected news, sport); did you mean "news"?',
    ),
    "twice": (
        f"- archive: {URL}\n  links: none\n- archive: {URL}\n  links: none\n",
        "3:3: archive: duplicate page: already in line 1; remove one of the two",
    ),
    "links as text": (
        f"- archive: {URL}\n  links: x\n",
        "2:10: [0].links: expected a list of all addresses, none, or {count: N",
    ),
    "links empty": (
        f"- archive: {URL}\n  links: {{}}\n",
        "2:10: [0].links: expected a list of all addresses",
    ),
    "links key": (
        f"- archive: {URL}\n  links: {{cont: 3}}\n",
        '2:11: [0].links.cont: unknown key: "cont" (expected count, some); did you mean "count"?',
    ),
    "some more than count": (
        f"- archive: {URL}\n  links: {{count: 1, some: [{URL}/1, {URL}/2]}}\n",
        "2:10: [0].links: `some` names 2 addresses, but `count` is 1",
    ),
    "some as text": (
        f"- archive: {URL}\n  links: {{some: {URL}}}\n",
        "[0].links.some: expected a list of addresses",
    ),
    "count": (
        f"- archive: {URL}\n  links: {{count: many}}\n",
        '2:18: [0].links.count: not a whole number: "many"',
    ),
    "key twice": (
        f"- article: {URL}\n  title: x\n  title: y\n",
        "3:3: [0].title: duplicate key: already in line 2",
    ),
    "no yaml": (
        f"- article: {URL}\n\ttitle: x\n",
        "2:1: not valid YAML: a tab in the indentation (expected spaces)",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_reported(name: str) -> None:
    text, expected = WRONG[name]
    with pytest.raises(ConfigError) as error:
        read(text)
    (problem,) = error.value.problems
    assert expected in str(problem)
    assert str(problem).startswith("echo.tests.yaml:")


def test_all_problems_come_in_the_order_of_the_file() -> None:
    with pytest.raises(ConfigError) as error:
        read(
            f"- archive: {URL}\n  likns: none\n  column: nws\n- articel: {URL}\n  titel: x\n  accepted: maybe\n"
        )
    assert [p.line for p in error.value.problems] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("kind", (ARCHIVE, ARTICLE))
def test_every_key_misspelt_is_caught(kind: str) -> None:
    for key in KEYS[kind]:
        wrong = key[:1] + key[2:]
        rest = "" if key == kind else f"  {kind}: {URL}\n"
        other = "next_page" if key != "next_page" else "links" if kind == ARCHIVE else "title"
        with pytest.raises(ConfigError) as error:
            read(f"- {wrong}: {URL}\n{rest}  {other}: none\n")
        assert [(p.line, p.key, p.nearest) for p in error.value.problems] == [(1, wrong, key)]


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be read .*--record URL` begins one"):
        load_expectations(tmp_path / "none.tests.yaml", ())


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "echo.tests.yaml"
    path.write_bytes(b"- article: x\n  title: \xe1\n")
    with pytest.raises(ConfigError, match="2:10: not UTF-8: byte 0xe1"):
        load_expectations(path, ())


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(
    lambda text: text.strip()
)
ADDRESSES = st.from_regex(r"https://[a-z]{1,9}\.example/[!-~áő]*", fullmatch=True)


@st.composite
def entries(draw: st.DrawFn) -> Expectation:
    maybe = lambda values: draw(st.one_of(st.just(()), st.tuples(values)))  # noqa: E731
    if draw(st.booleans()):
        whole = draw(st.booleans())
        found = tuple(draw(st.lists(ADDRESSES, min_size=0 if whole else 1, unique=True)))
        count = len(found) if whole else draw(st.one_of(st.none(), st.integers(len(found), 999)))
        column = draw(st.sampled_from((None, *COLUMNS)))
        values = (ExpectedValue("next_page", maybe(ADDRESSES)),)
        return Expectation(
            ARCHIVE,
            draw(ADDRESSES),
            draw(st.booleans()),
            column,
            ExpectedLinks(found, whole, count),
            values,
        )
    authors = tuple(draw(st.lists(TEXTS, max_size=3)))
    found = {
        "title": maybe(TEXTS),
        "authors": authors,
        "published": maybe(st.just("2019-03-15T08:30:00+01:00")),
    }
    found |= {"section": maybe(TEXTS), "first_words": maybe(TEXTS), "next_page": maybe(ADDRESSES)}
    values = tuple(ExpectedValue(name, value) for name, value in found.items())
    return Expectation(ARTICLE, draw(ADDRESSES), draw(st.booleans()), values=values)


@given(entries(), st.integers(0, 3))
def test_an_entry_that_is_written_reads_the_same(entry: Expectation, indent: int) -> None:
    assert read(entry_text(entry, indent)) == (entry,)
