"""Every key of the portal file has its effect: no key is read and forgotten."""

from __future__ import annotations

from pathlib import Path

import keys_archive_cases
import keys_article_cases
import keys_browser_cases
import keys_fetch_cases
import keys_portal_cases
import keys_rule_cases
import pytest
from keys_case import FILES, HEAD, Case

from webarticlecurator.portal_file.config.load import check
from webarticlecurator.portal_file.keys.keys import CORPUS_TABLES, SETTINGS_TABLES, TABLES

PLACES = (
    keys_portal_cases,
    keys_fetch_cases,
    keys_archive_cases,
    keys_article_cases,
    keys_browser_cases,
    keys_rule_cases,
)
CASES: dict[str, Case] = {key: case for place in PLACES for key, case in place.cases().items()}
REFUSED = keys_rule_cases.REFUSED


@pytest.mark.parametrize("key", sorted(CASES))
def test_a_key_has_its_effect(key: str, tmp_path: Path):
    case = CASES[key]
    for name in ("off", "on"):
        (tmp_path / name).mkdir()
    assert case.was != case.becomes
    assert (case.see(tmp_path / "off", case.off), case.see(tmp_path / "on", case.on)) == (
        case.was,
        case.becomes,
    )


@pytest.mark.parametrize("key", sorted(REFUSED))
def test_a_key_without_effect_is_refused(key: str, tmp_path: Path):
    text, said = REFUSED[key]
    for name, content in {**FILES, "portal.yaml": HEAD + keys_rule_cases.ARCHIVE + text}.items():
        (tmp_path / name).write_text(content, encoding="utf-8", newline="\n")
    (problem,) = check(tmp_path / "portal.yaml", allow_hooks=True)
    assert said in problem.message


def test_every_key_has_a_case():
    known = {
        f"{table}.{key.name}"
        for table, keys in TABLES.items()
        for key in keys
        # tests/storage/fixity and tests/crawling/watching; tests/corpus/corpora/several
        if table not in (*SETTINGS_TABLES, *CORPUS_TABLES)
    }
    assert sorted(known - set(CASES) - set(REFUSED)) == []
    assert sorted((set(CASES) | set(REFUSED)) - known) == []
    assert not set(CASES) & set(REFUSED)
