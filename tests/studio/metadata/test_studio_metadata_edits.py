"""What a decision about metadata writes: into the portal file, or into the table of overrides."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.articles.by_rules.metadata_remarks import HEADLINE
from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.base.model.fields import FIELD_NAMES
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import label_rule
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.portal_file.config.load import builtin_rules, load_portal
from webarticlecurator.proposing.trial.source_order import leave_source_out, prefer_source
from webarticlecurator.studio.metadata.cleaned_values import clean_values, match_values
from webarticlecurator.studio.metadata.field_trial import NO_VALUE, read_field
from webarticlecurator.studio.metadata.override_rows import (
    EXCLUDE_TABLE,
    OVERRIDE_TABLE,
    add_hand_row,
)

START = """\
portal: small  # the id
home: https://small.example/
archive: {url: https://small.example/list}
"""
PAGE = b"""<title>The ferry - Small</title><meta property="og:title" content="Ferry!">
<meta name="author" content="A. Author; News [desk] (Small)\\2; Bea Baker"><main><h1>The ferry is late</h1>
<p>It was late again and nobody at the harbour could say why it was so this morning.</p></main>"""


def load(text: str) -> Portal:
    return load_portal(Path("small.yaml"), content=text.encode())


def read(text: str, field: str) -> str:
    """Return the values of a field on PAGE by a portal file."""
    page = StoredPage("https://small.example/1", PAGE, "text/html; charset=utf-8")
    return read_field(load(text), page, field)


AUTHORS = START + "article:\n  metadata:\n    authors: {meta: author, split: ';\\s*'}\n"


def test_values_are_left_out_and_merged_whatever_is_in_them():
    assert read(AUTHORS, "authors") == "A. Author | News [desk] (Small)\\2 | Bea Baker"
    text = clean_values(AUTHORS, "authors", ["News [desk] (Small)\\2"], "")
    assert read(text, "authors") == "A. Author | Bea Baker"
    text = clean_values(text, "authors", ["A. Author", "Bea Baker"], "Anna\\1 Author")
    assert read(text, "authors") == "Anna\\1 Author"
    assert text.startswith(AUTHORS)
    assert clean_values(AUTHORS, "authors", ["A. Author"], "") == (
        AUTHORS + "  clean:\n    authors: [[^A\\. Author$, '']]\n"
    )


def test_a_pair_is_added_to_a_list_that_is_there():
    text = START + 'article:\n  clean:\n    title:\n      - [" - Small$", ""]  # its name\n'
    cleaned = clean_values(text, "title", ["Untitled"], "")
    assert cleaned == text + "      - [^Untitled$, '']\n"


def test_several_values_are_one_expression():
    assert match_values(["a.b"]) == r"^a\.b$"
    assert match_values(["a|b", "c"]) == r"^(?:a\|b|c)$"


def test_a_built_in_source_comes_first_and_the_others_stay():
    text = START + "article:\n  metadata:\n    title: [{meta: 'og:title'}, h2]  # as shared\n"
    assert read(text, "title") == "Ferry!"
    edited = prefer_source(text, load(text), "title", "css:h1 (built in)")
    assert read(edited, "title") == "The ferry is late"
    labels = [label_rule(rule) for rule in sources_of(edited, "title")]
    assert labels == ["css:h1", "meta:og:title", "css:h2"]
    # a source that is there already moves
    edited = prefer_source(edited, load(edited), "title", "css:h2")
    assert [label_rule(rule) for rule in sources_of(edited, "title")] == [
        "css:h2",
        "css:h1",
        "meta:og:title",
    ]


def sources_of(text: str, field: str):
    rules = dict(load(text).article.metadata)[field]
    return rules[0].first_of if len(rules) == 1 and rules[0].first_of else rules


def test_the_visible_headline_can_come_first():
    declared = START + "article:\n  metadata:\n    title: {meta: 'og:title'}\n"
    assert read(declared, "title") == "Ferry!"
    edited = prefer_source(declared, load(declared), "title", HEADLINE)
    assert read(edited, "title") == "The ferry is late"


def test_a_source_is_left_out_also_of_the_built_in_ones():
    edited = leave_source_out(START, load(START), "title", "meta:og:title")
    assert read(edited, "title") == "The ferry is late"
    built_in = [label_rule(rule) for rule in sources_of(START, "title")]
    left = [label_rule(rule) for rule in sources_of(edited, "title")]
    assert left == [label for label in built_in if label != "meta:og:title"]


LAYOUTS = (
    START
    + """\
article:
  metadata: {title: h1}
  layouts:
    - name: old  # until 2010
      when: td
      metadata:
        # as printed
        title: [h2, h3]  # both
    - {name: older, when: font, metadata: {title: [h3, h4]}}
    - {name: oldest, when: center}
"""
)


def test_a_source_of_layouts_is_changed_where_it_is_listed():
    edited = prefer_source(LAYOUTS, load(LAYOUTS), "title", "css:h4", "css:h3")
    assert edited == LAYOUTS.replace("[h2, h3]", "[h4, h2, h3]").replace("[h3, h4]", "[h4, h3]")
    edited = prefer_source(LAYOUTS, load(LAYOUTS), "title", "css:h4", "css:h1")
    assert edited == LAYOUTS.replace("title: h1", "title: [h4, h1]")
    edited = leave_source_out(LAYOUTS, load(LAYOUTS), "title", "css:h3")
    assert edited == LAYOUTS.replace("[h2, h3]", "[h2]").replace("[h3, h4]", "[h4]")
    alone = LAYOUTS.replace("[h3, h4]", "h3")
    with pytest.raises(UsageError, match=r"the only source of title in article\.layouts\.1"):
        leave_source_out(alone, load(alone), "title", "css:h3")


@pytest.mark.parametrize("field", FIELD_NAMES)
def test_built_in_sources_written_down_mean_the_same(field: str):
    rules = dict(builtin_rules().metadata).get(field, ())
    if len(rules) < 2:
        return
    last = label_rule(rules[-1])
    edited = prefer_source(START, load(START), field, f"{last} (built in)")
    written = dict(load(edited).article.metadata)[field]
    assert {*map(label_rule, written)} == {*map(label_rule, rules)}
    assert label_rule(written[0]) == last


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (START + "article:\n  metadata: {title: h1}\n", "css:h2 is not a source of title"),
        (START + "article:\n  metadata: {title: h2}\n", "css:h2 is the only source of title"),
    ],
)
def test_a_source_that_cannot_be_left_out_says_why(text: str, message: str):
    with pytest.raises(UsageError, match=message):
        leave_source_out(text, load(text), "title", "css:h2")


def test_a_rejected_page_and_a_missing_value_are_said():
    page = StoredPage("https://small.example/1", b"", "text/html")
    assert read_field(load(START), page, "authors").startswith("no article: ")
    assert read(AUTHORS, "subtitle") == NO_VALUE


NAME = "small.overrides.tsv"


def override(article: str, field: str, value: str, reason: str) -> dict[str, str]:
    return {"id": article, "field": field, "value": value, "reason": reason}


def add_override(content: bytes | None, row: dict[str, str], name: str = NAME) -> bytes:
    return add_hand_row(OVERRIDE_TABLE, content, row, name)


ROW = override("https://small.example/1", "authors", "Anna Author", "printed issue")


def test_the_first_override_makes_the_table():
    assert add_override(None, ROW, NAME).decode() == (
        "id\tfield\tvalue\treason\nhttps://small.example/1\tauthors\tAnna Author\tprinted issue\n"
    )


def test_a_row_is_added_and_all_others_keep_their_bytes():
    table = (
        "\ufeffreason\tid\tmine\tfield\tvalue\r\n# old\t\t\t\t\r\n"
        '"so ""said"""\tabcdefghij234567k\t\ttitle\tX\r\nwhy\tabcdefghij234567k\t\tkicker\tY'
    ).encode()
    added = add_override(table, ROW, NAME)
    assert added.startswith(table)
    last = added.removeprefix(table).decode()
    assert last == "\r\nprinted issue\thttps://small.example/1\t\tauthors\tAnna Author\r\n"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (override("nowhere", "authors", "A", "why"), "not an article"),
        (override("https://small.example/1", "authors", "A", ""), "missing reason"),
        (override("https://small.example/1", "published", "soon", "why"), "not a date"),
        (override("https://small.example/1", "title", "A", "why"), "duplicate override"),
    ],
    ids=str,
)
def test_a_row_that_check_would_refuse_is_not_written(row: dict[str, str], message: str):
    title = override("https://small.example/1", "title", "First", "why")
    with pytest.raises(ConfigError, match=message) as refused:
        add_override(add_override(None, title, NAME), row, NAME)
    (problem,) = refused.value.problems
    assert (problem.file, problem.line) == (NAME, 3)


def test_faults_of_other_rows_do_not_stop_a_row():
    table = b"id\tfield\tvalue\treason\nnowhere\ttitle\tA\twhy\n"
    assert add_override(table, ROW, NAME).startswith(table)


def test_a_table_that_cannot_be_read_is_refused():
    with pytest.raises(UsageError, match="must name the columns"):
        add_override(b"id;field;value;reason\n", ROW, NAME)


def test_an_article_is_taken_out_once_with_a_reason():
    name, row = "small.exclude.tsv", {"id": "https://small.example/1", "reason": "court order"}
    table = add_hand_row(EXCLUDE_TABLE, None, row, name)
    assert table == b"id\treason\nhttps://small.example/1\tcourt order\n"
    for wrong, message in (
        (row, "duplicate article"),
        ({"id": "https://small.example/2"}, "missing reason"),
        ({"id": "nowhere", "reason": "why"}, "not an article"),
    ):
        with pytest.raises(ConfigError, match=message) as refused:
            add_hand_row(EXCLUDE_TABLE, table, wrong, name)
        (problem,) = refused.value.problems
        assert (problem.file, problem.line) == (name, 3)
