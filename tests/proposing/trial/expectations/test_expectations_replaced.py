"""Entries of the file of expectations take the place of others; the rest of the file stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.expectation import ARTICLE, Expectation, ExpectedValue
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.expectation_file import read_entries, write_entries

FILE = """\
# At the top.
- article: https://small.example/1
  title: One   # as on the page
  accepted: yes

# The second one.
- title: Two
  article: https://small.example/2

- article: https://small.example/3
  title: Three
# At the end.
"""


@pytest.fixture
def portal(tmp_path: Path) -> Portal:
    path = tmp_path / "small.yaml"
    path.write_text(
        "portal: small\nhome: https://small.example/\narchive: {url: https://small.example/list}\n",
        encoding="utf-8",
    )
    return load_portal(path)


def entry(number: int, title: str) -> Expectation:
    url = f"https://small.example/{number}"
    return Expectation(ARTICLE, url, values=(ExpectedValue("title", (title,)),))


def file_of(portal: Portal) -> Path:
    return portal.path.with_name("small.tests.yaml")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_entries_are_replaced_and_added_at_once(portal: Portal, end: str):
    file = file_of(portal)
    file.write_bytes(FILE.replace("\n", end).encode())
    recorded = write_entries(portal, [entry(2, "Zwei"), entry(4, "Vier"), entry(3, "Drei")])
    expected = (
        FILE.replace(
            "- title: Two\n  article: https://small.example/2\n",
            "- article: https://small.example/2\n  title: Zwei\n  accepted: yes\n",
        ).replace("title: Three\n", "title: Drei\n  accepted: yes\n")
        + "\n- article: https://small.example/4\n  title: Vier\n  accepted: yes\n"
    )
    assert file.read_bytes().decode() == expected.replace("\n", end)
    assert [each.line for each in recorded] == [7, 16, 11]
    assert read_entries(portal) == (
        entry(1, "One"),
        entry(2, "Zwei"),
        entry(3, "Drei"),
        entry(4, "Vier"),
    )


def test_a_file_that_is_not_there_is_begun(portal: Portal):
    assert read_entries(portal) == ()
    (recorded,) = write_entries(portal, [entry(1, "Eins")])
    assert recorded.text in file_of(portal).read_text(encoding="utf-8")
    assert read_entries(portal) == (entry(1, "Eins"),)


def test_a_form_in_which_nothing_can_be_replaced_is_refused_and_stays(portal: Portal):
    text = (
        "[{article: https://small.example/1, title: One},"
        " {article: https://small.example/2, title: Two}]\n"
    )
    file_of(portal).write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="that curator cannot change") as refused:
        write_entries(portal, [entry(1, "Eins")])
    assert "title: Eins" in refused.value.cure
    assert file_of(portal).read_text(encoding="utf-8") == text
