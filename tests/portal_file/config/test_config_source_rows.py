"""What a row of a link source says is all that others are made of."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from webarticlecurator.crawling.archive.link_source import LinkSource
from webarticlecurator.portal_file.keys.source_kinds import (
    KINDS,
    OTHER_SOURCES,
    SourceKind,
    source_keys,
    uses_link_rules,
)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda each: each.name)
def test_a_kind_has_its_reader(kind: SourceKind) -> None:
    module, name = kind.reader
    reader = getattr(import_module(f"webarticlecurator.crawling.archive.{module}"), name)
    assert callable(reader().read_page)
    assert reader.read_page is not LinkSource.read_page


def test_link_rules_are_those_of_lists() -> None:
    assert {name for name in KINDS if uses_link_rules(name)} == {"url", "index"}
    assert not uses_link_rules("a plug-in")


def test_keys_and_messages_name_the_kinds_that_read_them() -> None:
    for key in source_keys():
        named = re.findall(r"\(([\w, ]+)\)\.$", key.meaning)
        if key.name in ("include", "exclude"):
            readers = [kind.name for kind in KINDS.values() if key.name in kind.keys_beside]
            assert named == [", ".join(readers)]
    assert ("url", *OTHER_SOURCES) == tuple(KINDS)
