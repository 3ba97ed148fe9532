"""The portal file as it is stored: ``…`` in place of cookies and headers, however it is written."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from webarticlecurator.base.portal.portal import NamedFile, Portal
from webarticlecurator.base.portal.session_secrets import MASK, NO_SECRETS, SessionSecrets
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.portal_file.config.portal_secrets import (
    mask_portal_file,
    mask_values,
    read_session_secrets,
)

HEAD = 'portal: echo  # mine\nhome: https://echo.example/\narchive: {url: "https://echo.example/", links: h2}\n'
ONE, TWO, OLD = "S3CR3T-one", "S3CR3T two", "0LD-S3CR3T"

STYLES = {
    "flow": f'fetch: {{cookies: {{a: {ONE}, b: "{TWO}"}}, delay: 1}}  # was {OLD}\n',
    "block": f"fetch:\n  delay: 1\n  cookies:\n    a: {ONE}\n    b: '{TWO}'\n  retries: 2\n",
    "quoted keys": f'"fetch":\n  \'cookies\': {{"a": {ONE}, "b": {TWO}}}\n',
    "comments": (
        f"fetch:  # {OLD}\n  # a: {OLD}\n  cookies:  # {OLD}\n    a: {ONE}  # {OLD}\n#    a: {OLD}\n"
        f"    b: {TWO}\n    # {OLD}\n"
    ),
    "alias of a value": f"fetch: {{headers: {{b: &t {TWO}}}, cookies: {{a: &s {ONE}, c: *s, d: *t}}}}\n",
    "alias of a table": f"fetch:\n  cookies: &c\n    a: {ONE}\n    b: {TWO}\n  headers: *c\n",
    "merged table": f"fetch:\n  cookies: &c {{a: {ONE}}}\n  headers:\n    <<: *c\n    b: {TWO}\n",
    "merged list": f"fetch:\n  cookies: &c {{a: {ONE}}}\n  headers: {{<<: [*c, *c], b: {TWO}}}\n",
    "several lines": f"fetch:\n  cookies: {{a: {ONE}}}\n  headers:\n    b: S3CR3T\n      two\n",
    "folded": f"fetch:\n  headers:\n    a: >-  # {OLD}\n      {ONE}\n    b: |-\n      {TWO}\n\n",
    "tagged": f"fetch: {{cookies: {{a: !!str {ONE}, b: !!str &x {TWO}, c: *x}}}}\n",
    "escaped": 'fetch: {cookies: {a: "S3CR3T\\u002done", b: "S3CR3T\\x20two"}}\n',
    "question mark": f"fetch:\n  cookies:\n    ? a\n    : {ONE}\n    ? b\n    : {TWO}\n",
    "elsewhere, too": f"title: about {ONE}\nfetch: {{cookies: {{a: {ONE}, b: {TWO}}}}}\n# {TWO}\n",
    "at the end": f"fetch: {{cookies: {{a: {ONE}, b: {TWO}}}}}",
    "anchor": f"fetch: {{cookies: {{a: &S3CR3T-one, b: {TWO}}}}}\n",
    "duplicate": f"fetch: {{cookies: {{a: {ONE}}}, headers: {{a: {TWO}}}}}\n",
}


def load(folder: Path, text: str) -> Portal:
    path = folder / "echo.yaml"
    path.write_bytes(text.encode("utf-8"))
    return load_portal(path)


class Loader(yaml.SafeLoader):
    """Reads every scalar as its text, and merges mappings."""

    yaml_implicit_resolvers: ClassVar = {"<": [("tag:yaml.org,2002:merge", re.compile("<<$"))]}


def read_texts(text: str) -> Any:
    return yaml.load(text, Loader)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\ufeff"])
@pytest.mark.parametrize("style", STYLES)
def test_every_way_to_write_values(tmp_path: Path, style: str, line_end: str) -> None:
    text = HEAD + STYLES[style]
    text = line_end + text if line_end == "\ufeff" else text.replace("\n", line_end)
    portal = load(tmp_path, text)
    sent = {value for _, value in (*portal.fetch.cookies, *portal.fetch.headers)}
    assert sent - {""} == ({ONE, TWO} if style != "anchor" else {TWO})
    (file,) = portal.files
    stored = file.content.decode("utf-8")
    assert not [word for word in ("S3CR3T", OLD) if word in stored], stored
    # it is the same file otherwise: the same keys, and the same bytes before the section
    then, now = map(read_texts, (text, stored))
    for key in ("cookies", "headers"):
        assert set(then["fetch"].pop(key, {})) == set(values := now["fetch"].pop(key, {}))
        assert set(values.values()) <= {MASK}
    then["title"] = now["title"] = ""
    assert then == now
    assert stored.startswith(text.partition("fetch")[0].partition("title")[0].rstrip('"'))
    assert stored.count("\r\n") == stored.count("\n") or line_end != "\r\n"
    names = {f"fetch.cookies.{name}" for name, _ in portal.fetch.cookies}
    names |= {f"fetch.headers.{name}" for name, _ in portal.fetch.headers}
    assert set(file.left_out) - {"comments of fetch"} == names


def test_a_commented_out_session_is_masked_too(tmp_path: Path) -> None:
    text = HEAD + f"fetch:\n  delay: 1\n  # cookies:\n  #   sid: {OLD}\n# {OLD}\ntitle: T  # t\n"
    (file,) = load(tmp_path, text).files
    assert OLD not in file.content.decode() and file.left_out == ("comments of fetch",)
    assert file.content.decode().endswith("title: T  # t\n")
    plain = HEAD + "fetch:\n  delay: 1  # slow\ntitle: T  # cookies\n"
    assert load(tmp_path, plain).files == (NamedFile("echo.yaml", plain.encode()),)


def test_a_file_whose_values_cannot_be_told_from_the_rest_is_left_out(tmp_path: Path) -> None:
    """The value is the name of a key, too: without it the file cannot be read any more."""
    text = HEAD + "fetch: {headers: {cookies: c}, cookies: {a: 'headers: {cookies'}}\n"
    (file,) = load(tmp_path, text).files
    assert file.content == b"" and file.left_out == ("the whole file",)


def test_what_is_stored_cannot_be_crawled_with(tmp_path: Path) -> None:
    (file,) = load(tmp_path, HEAD + STYLES["flow"]).files
    (tmp_path / "echo.yaml").write_bytes(file.content)
    problems = check(tmp_path / "echo.yaml")
    assert problems[0].path == "fetch.cookies.a"
    assert "its value was left out when this file was stored; write it" in problems[0].message


def test_digests_of_rules_do_not_depend_on_secrets(tmp_path: Path) -> None:
    digests = {
        (portal.tei_digest, portal.link_digest)
        for portal in (load(tmp_path, HEAD + fetch) for fetch in ("", *STYLES.values()))
        if portal.title == "echo"
    }
    assert len(digests) == 1


def test_secrets_are_read_from_older_files_and_not_from_masked_ones() -> None:
    content = (HEAD + STYLES["merged table"]).encode()
    secrets = read_session_secrets(content)
    assert secrets.cookies == {"a"} and secrets.headers == {"a", "b"}
    assert secrets.values == {ONE, TWO}
    masked = mask_portal_file(NamedFile("x.yaml", content), NO_SECRETS)
    assert read_session_secrets(masked.content).values == set()
    assert read_session_secrets(masked.content).is_signed_in
    assert mask_portal_file(masked, secrets).content == masked.content
    assert read_session_secrets(b"a: [") == NO_SECRETS == read_session_secrets(b"- x\n")


def test_short_values_are_not_sought_in_other_places() -> None:
    secrets = SessionSecrets.named([("consent", "1"), ("yes", "accept")], [])
    table = NamedFile("a.tsv", b"accept\t1\n")
    assert mask_values(table, secrets) == table


MESSAGES = {
    "text for a table": ("fetch: {cookies: sid=S3CR3T}", "found a text, which is not shown"),
    "text for fetch": ("fetch: sid=S3CR3T", "found a text, which is not shown"),
    "no value": ("fetch: {cookies: {sid=S3CR3T}}", "a name that cannot be sent"),
    "list": ("fetch: {cookies: [S3CR3T]}", "found a list"),
    "nested": ("fetch: {cookies: {sid: {S3CR3T: S3CR3T}}}", "expected text, found a mapping"),
    "alias": ("fetch: {cookies: {sid: *S3CR3T}}", "an unquoted * begins an alias"),
    "tag": ("fetch: {cookies: {sid: !S3CR3T x}}", "an unquoted ! begins a YAML tag"),
    "tag handle": ("fetch: {cookies: {sid: !S3CR3T!x y}}", "an unquoted ! begins a tag"),
    "comment": ("fetch:\n  cookies:\n    sid: #S3CR3T", "an unquoted # begins a comment"),
    "comment in flow": (
        "fetch: {cookies: {sid: #S3CR3T}}\ntitle: T",
        "an unquoted # begins a comment: write it in quotes",
    ),
    "line break": ('fetch: {headers: {X: "S3CR3T\\n"}}', "line break in the value"),
    "other characters": ("fetch: {headers: {X: S3CR3Tő}}", "a value that cannot be sent"),
    "space": ("fetch: {headers: {X: 'S3CR3T '}}", "a value that cannot be sent"),
    "proxy": ("fetch: {proxy: 'anna:S3CR3T@x:1'}", "not a proxy: "),
}


@pytest.mark.parametrize("case", MESSAGES)
def test_no_message_shows_a_value(tmp_path: Path, case: str) -> None:
    text, message = MESSAGES[case]
    path = tmp_path / "echo.yaml"
    path.write_text(HEAD + text + "\n", encoding="utf-8")
    problems = check(path)
    assert any(message in problem.message for problem in problems), problems
    assert "S3CR3T" not in repr(problems)


VALUES = st.text(
    st.sampled_from("abcXYZ019 :#'\"{}[],&*!|>%@`-?=\\/.~éő\u2028"), min_size=8, max_size=40
).filter(lambda text: text == text.strip())


@st.composite
def portal_files(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A portal file with cookies and headers in any style that PyYAML writes, and their values."""
    tables: dict[str, dict[str, str]] = {
        key: dict(zip("abc", draw(st.lists(VALUES, max_size=3)), strict=False))
        for key in ("cookies", "headers")
    }
    shared = draw(st.booleans())
    if shared:
        tables["headers"] = tables["cookies"]  # PyYAML writes an anchor and an alias
    width, flow = draw(st.integers(4, 90)), draw(st.sampled_from((True, False, None)))
    style = draw(st.sampled_from((None, "'", '"', "|", ">")))
    fetch = yaml.dump(
        {"portal": "x", "fetch": {"delay": "1", **tables}},
        default_style=style,
        default_flow_style=flow,
        width=width,
        allow_unicode=draw(st.booleans()),
        line_break=draw(st.sampled_from(("\n", "\r\n"))),
    )
    values = [value for table in tables.values() for value in table.values()]
    after = draw(st.sampled_from(("", "# end\n", "title: T  # t\n")))
    return fetch + ("" if fetch.startswith("{") else after), values


@settings(max_examples=300, deadline=None)
@given(portal_files())
@example(("portal: x\nfetch: {cookies: {a: 'abcdefgh # x'}}\n", ["abcdefgh # x"]))
def test_no_value_outlasts_any_style(file: tuple[str, list[str]]) -> None:
    text, values = file
    assert read_session_secrets(text.encode()).values == set(values)
    masked = mask_portal_file(NamedFile("x.yaml", text.encode()), NO_SECRETS)
    stored = masked.content.decode()
    assert not [value for value in values if value in stored]
    if values:
        assert masked.left_out
        assert masked.left_out == ("the whole file",) or {
            value
            for key in ("cookies", "headers")
            for value in read_texts(stored)["fetch"].get(key, {}).values()
        } <= {MASK}


def test_a_field_of_a_million_lines_is_read_in_time():
    """Each line was a copy of those before it: a minute for 4 MB."""
    field = b"Set-Cookie: a=b\r\n" + b" z\r\n" * 1_000_000
    began = time.process_time()
    content, left_out = NO_SECRETS.clean_response(
        b"HTTP/1.1 200 OK\r\n" + field + b"X: y\r\n\r\ntext", sets_none=True
    )
    assert time.process_time() - began < 10
    assert content == b"HTTP/1.1 200 OK\r\nX: y\r\n\r\ntext"
    assert left_out == ("Set-Cookie",)
