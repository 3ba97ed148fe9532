"""What is made from the key table: JSON Schema, reference, starting file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from textwrap import indent
from typing import Any

import jsonschema
import pytest
import yaml
from checkout import CHECKOUT
from config_sample import FULL, write
from key_reference import describe_type, reference_text
from portal_schema import json_schema, type_schema
from regenerate_config import (
    PAGE,
    SCHEMA,
    SETTINGS_SCHEMA,
    schema_text,
    settings_schema_text,
)
from test_config_bad import FOLDERS
from test_config_misspelt import shipped

from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.portal_file.config.corpus_settings import load_settings
from webarticlecurator.portal_file.config.hook_files import READERS
from webarticlecurator.portal_file.config.load import builtin_rules, check, load_portal
from webarticlecurator.portal_file.keys.keys import CORPUS_TABLES, PLACES, TABLES
from webarticlecurator.portal_file.values.expressions import SCALARS
from webarticlecurator.portal_file.written.starting_file import propose_portal_id, starting_yaml

VALIDATOR = jsonschema.Draft7Validator(json_schema())


def as_editor_reads(text: str) -> Any:
    """YAML 1.2's core types; dates stay strings, as in JSON."""
    return json.loads(json.dumps(yaml.safe_load(text), default=str))


def test_schema_file_is_up_to_date() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), (
        "run python tests/portal_file/config/regenerate_config.py"
    )
    jsonschema.Draft7Validator.check_schema(json_schema())


def test_the_schema_of_settings_is_up_to_date_and_refuses_what_the_program_does(
    tmp_path: Path,
) -> None:
    assert SETTINGS_SCHEMA.read_text(encoding="utf-8") == settings_schema_text(), (
        "run python tests/portal_file/config/regenerate_config.py"
    )
    validator = jsonschema.Draft7Validator(json.loads(settings_schema_text()))
    assert validator.is_valid(as_editor_reads("copies: [/mnt/a]\nparity: none\n"))
    assert validator.is_valid(as_editor_reads("notify: {command: [tell, me], mail: a@b.example}"))
    for wrong in (
        "copys: [a]",
        "parity: 0",
        "parity: 500",
        "notify: {comand: tell}",
        "notify: tell",
        "notify: {mail: me}",
        "notify: {mail: [me@b.example, 'me @b.example']}",
        "notify: {smtp: 'host:abc'}",
        "notify: {smtp: 'host:65536'}",
        "notify: {command: rm x}",
    ):
        assert not validator.is_valid(as_editor_reads(wrong)), wrong
        (tmp_path / "settings.yaml").write_text(wrong, encoding="utf-8")
        with pytest.raises(ConfigError, match=r"settings\.yaml:1:"):
            load_settings(tmp_path)
    for right in ("parity: 100", "notify: {smtp: host, command: ['a b', c]}", "copies: [../b]"):
        assert validator.is_valid(as_editor_reads(right)), right
        (tmp_path / "settings.yaml").write_text(right, encoding="utf-8")
        load_settings(tmp_path)


def test_a_copy_that_is_lost_with_the_corpus_is_none(tmp_path: Path) -> None:
    corpus = tmp_path / "corpora" / "echo"
    corpus.mkdir(parents=True)
    (tmp_path / "link").symlink_to(corpus)
    for place in (".", "../../link", "copies/a", "..", str(tmp_path), str(corpus)):
        (corpus / "settings.yaml").write_text(f"parity: 5\ncopies: [{place}]\n", encoding="utf-8")
        with pytest.raises(
            ConfigError, match=r"settings\.yaml:2:1: copies: .* is the corpus folder"
        ):
            load_settings(corpus)


def test_an_archive_may_be_none_for_program_and_schema(tmp_path: Path) -> None:
    text = "portal: x\nhome: https://x.example/\narchive: none\n"
    assert load_portal(write(tmp_path, text)).columns == ()
    assert VALIDATOR.is_valid(as_editor_reads(text))
    for wrong in ("archive: null", "archive: nothing", "archive: 'none'"):
        with pytest.raises(ConfigError):
            load_portal(write(tmp_path, text.replace("archive: none", wrong)))


def test_new_files_name_the_schema_of_this_release_which_a_validator_takes(tmp_path: Path) -> None:
    (tmp_path / "begun.yaml").write_text(starting_yaml("https://x.example/"), encoding="utf-8")
    head = (tmp_path / "begun.yaml").read_text(encoding="utf-8").splitlines()[0]
    address = head.removeprefix("# yaml-language-server: $schema=")
    assert address == json_schema()["$id"]
    assert address.endswith(f"/v{__version__}/{SCHEMA.relative_to(CHECKOUT).as_posix()}")
    command = [sys.executable, "-m", "check_jsonschema", "--schemafile", str(SCHEMA)]
    done = subprocess.run(
        [*command, str(tmp_path / "begun.yaml")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_reference_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference_text(), (
        "run python tests/portal_file/config/regenerate_config.py"
    )


def test_the_built_in_sources_in_the_reference_are_those_in_force(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    listed = page.partition("Built-in sources of metadata")[2].split("```yaml\n")[1].split("```")[0]
    small = 'portal: x\nhome: https://x.example/\narchive: {url: "https://x.example/"}\n'
    text = small + "article:\n  metadata:\n" + indent(listed, "    ")
    assert load_portal(write(tmp_path, text)).article == builtin_rules()


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_schema_accepts_every_shipped_file(path: Path) -> None:
    errors = [
        f"{list(e.absolute_path)}: {e.message}"
        for e in VALIDATOR.iter_errors(as_editor_reads(path.read_text(encoding="utf-8")))
    ]
    assert errors == []


def test_schema_accepts_the_sample_and_refuses_wrong_ones() -> None:
    assert list(VALIDATOR.iter_errors(as_editor_reads(FULL))) == []
    for name in (
        "key-misspelt-deep",
        "key-too-high",
        "enum-misspelt",
        "rule-with-two-selectors",
        "kind-unknown",
        "wrong-shape",
    ):
        folder = next(f for f in FOLDERS if f.name == name)
        assert list(
            VALIDATOR.iter_errors(
                as_editor_reads((folder / "portal.yaml").read_text(encoding="utf-8"))
            )
        ), name


def test_every_key_has_a_known_type() -> None:
    assert set(PLACES) == set(TABLES)
    for table, keys in TABLES.items():
        assert len({key.name for key in keys}) == len(keys)
        for key in keys:
            kind, _, name = key.type.partition(" ")
            known = key.type in SCALARS or key.type in READERS or key.type.startswith("one of ")
            known |= table in CORPUS_TABLES and key.type in ("portal files", "conditions")
            assert known or (kind in ("section", "sections") and name in TABLES), key
            assert key.meaning.endswith(".")
            assert describe_type(key.type)
            assert type_schema(key.type)


@pytest.mark.parametrize(
    "given, portal, home",
    [
        ("daily-echo", "daily-echo", "https://daily-echo.example/"),
        ("https://www.echo.example/news?x=1#y", "echo", "https://www.echo.example/"),
        ("http://echo.co.uk:8080", "echo-co-8080", "http://echo.co.uk:8080/"),
        ("http://localhost/", "localhost", "http://localhost/"),
        ("Ünnepi “Hírek”: 2", "unnepi-hirek-2", "https://unnepi-hirek-2.example/"),
        ("no", "no", "https://no.example/"),
        ("42", "42", "https://42.example/"),
        ("日本", "portal", "https://portal.example/"),
        ('a "b" \\ c', "a-b-c", "https://a-b-c.example/"),
    ],
)
def test_starting_file_passes_check(tmp_path: Path, given: str, portal: str, home: str) -> None:
    text = starting_yaml(given)
    path = write(tmp_path, text)
    assert check(path) == ()
    assert list(VALIDATOR.iter_errors(as_editor_reads(text))) == [] or portal == "no"
    loaded = load_portal(path)
    assert (loaded.id, loaded.home) == (portal, home)


@pytest.mark.parametrize(
    "given",
    [
        "https://",
        "ftp://echo.example/",
        "http://[x",
        "https://a b.example/",
        "https://echo.example:0x/",
    ],
)
def test_starting_file_for_an_invalid_address(given: str) -> None:
    with pytest.raises(UsageError, match="not an http"):
        starting_yaml(given)


def test_every_commented_line_of_the_starting_file_can_be_used(tmp_path: Path) -> None:
    text = (
        starting_yaml("echo")
        .replace("  # columns:", "  columns:")
        .replace("  #   news", "    news")
        .replace("  #   sport", "    sport")
    )
    for old in ("# next_page", "# metadata", "#   authors", "#   published"):
        text = text.replace(f"  {old}", f"  {old.replace('# ', '', 1)}")
    assert 'authors: [".byline a"]' in text
    assert "# metadata" not in text
    assert check(write(tmp_path, text)) == ()


@pytest.mark.parametrize(
    ("address", "portal"),
    [
        ("https://www.echo.example/news/", "echo"),
        ("https://echo.example:8443/", "echo-8443"),
        ("http://127.0.0.1:8001/", "localhost-8001"),
        ("http://192.0.2.7:8001/", "portal-8001"),
        ("http://[2001:db8::1]/", "portal"),
        ("http://localhost/", "localhost"),
    ],
)
def test_names_of_portals_are_words(address: str, portal: str):
    assert propose_portal_id(address) == portal


@pytest.mark.parametrize(
    ("address", "title", "portal"),
    [
        ("http://127.0.0.1:8001/", "The Daily Echo", "the-daily-echo"),
        ("http://127.0.0.1:8001/", "Блог", "localhost-8001"),
        ("http://127.0.0.1:8001/", "x" * 300, "x" * 40),
        ("http://localhost:8002/", "Harbour News", "harbour-news"),
        ("http://192.0.2.7/", "Portal", "portal"),
        ("https://www.echo.example/", "The Daily Echo", "echo"),
    ],
)
def test_a_host_without_a_name_leaves_it_to_the_title(address: str, title: str, portal: str):
    assert propose_portal_id(address, title) == portal
