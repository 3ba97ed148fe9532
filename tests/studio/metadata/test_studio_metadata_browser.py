"""The view of metadata in a real browser: what is decided is seen, then written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults, is_too_wide
from ferry_pages import FERRY_HOME as HOME
from ferry_pages import write_ferry_pages
from running_studio import Studio

from webarticlecurator.cli.main import main

PORTAL = f"""\
portal: values  # the id
home: {HOME}
archive: {{url: {HOME}list}}
article:
  match: /\\d$
  metadata:
    authors: .by
    title: [{{meta: "og:title"}}, h1]
  body: {{root: main}}
"""
PAGE = """\
<!DOCTYPE html><html lang="en"><head><title>Ferry {n}</title>
<meta property="og:title" content="Small – Ferry {n}"><meta name="keywords" content="ferry"></head>
<body><h1>Ferry {n}</h1><i class="by">{author}</i><main>
<p>The ferry of day {n} was late again, and nobody at the harbour could say why it was so.</p>
</main></body></html>
"""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, studio_folder: Path) -> Path:
    """A folder with a portal file and its corpus of nine articles."""
    made = studio_folder
    (made / "values.yaml").write_text(PORTAL, encoding="utf-8")
    authors = ("Anna Author", "A. Author", "News desk")
    warc = write_ferry_pages(
        tmp_path_factory.mktemp("metadata"),
        [PAGE.format(n=number, author=authors[number % 3]) for number in range(9)],
    )
    portal, corpus = str(made / "values.yaml"), str(made / "corpora" / "values")
    assert main(["warc", "adopt", portal, str(warc), "--corpus", corpus]) == 0
    assert main(["build", portal, "--corpus", corpus, "--quiet"]) == 0
    return made


def open_field(studio: Studio, tab: Any, query: str) -> None:
    studio.admit(tab)
    tab.goto(f"{studio.base}/portal/values/metadata?{query}")


def test_authors_are_left_out_and_merged(studio: Studio, folder: Path, tab: Any):
    open_field(studio, tab, "field=authors")
    tab.get_by_label("choose News desk").check()
    tab.get_by_role("button", name="Leave out", exact=True).click()
    effect = tab.get_by_role("region", name="Effect of the change")
    effect.get_by_text("The change affects 1 of 1 articles that were read").wait_for()
    effect.get_by_role("cell", name="no value").wait_for()
    tab.get_by_label("choose A. Author").check()
    tab.get_by_label("choose News desk").uncheck()
    tab.get_by_label("New value").fill("Anna Author")
    tab.get_by_role("button", name="Merge").click()
    effect.get_by_role("cell", name="Anna Author").wait_for()
    assert (folder / "values.yaml").read_text(encoding="utf-8") == PORTAL
    tab.get_by_role("button", name="Undo the last change").click()
    tab.get_by_text("A\\. Author").wait_for(state="hidden")
    tab.get_by_role("button", name="Save values.yaml").click()
    tab.get_by_text("has changes that are not saved").wait_for(state="hidden")
    saved = (folder / "values.yaml").read_text(encoding="utf-8")
    assert saved == PORTAL + "  clean:\n    authors: [[^News desk$, '']]\n"
    (folder / "values.yaml").write_text(PORTAL, encoding="utf-8")


def test_the_right_source_comes_first(studio: Studio, folder: Path, tab: Any):
    open_field(studio, tab, "field=title")
    tab.get_by_role("button", name="Compare the sources").click()
    button = tab.get_by_role("button", name="Use css:h1 first")
    button.wait_for()
    button.click()
    effect = tab.get_by_role("region", name="Effect of the change")
    effect.get_by_text("The change affects 3 of 3 articles that were read").wait_for()
    effect.get_by_role("cell", name="Ferry 0", exact=True).wait_for()
    tab.get_by_text("+    title: [h1, {meta: 'og:title'}]").wait_for()
    tab.get_by_role("button", name="Undo the last change").click()
    tab.get_by_text("has changes that are not saved").wait_for(state="hidden")


def test_a_value_leads_to_its_articles_which_are_corrected_and_taken_out(
    studio: Studio, folder: Path, tab: Any
):
    open_field(studio, tab, "field=authors")
    tab.get_by_role("link", name="News desk", exact=True).click()
    tab.wait_for_url("**/articles?where=authors*")
    tab.get_by_role("button", name="Correct authors of").first.click()
    form = tab.get_by_role("region", name="Correct authors")
    form.get_by_role("textbox", name="authors").fill("Bea Baker")
    form.get_by_role("button", name="Write").click()
    tab.get_by_text("values.overrides.tsv:2:1: missing reason").wait_for()
    assert find_faults(tab) == []
    table, excluded = (folder / f"values.{name}.tsv" for name in ("overrides", "exclude"))
    assert not table.exists()
    form.get_by_role("textbox", name="Reason").fill("court order")
    form.get_by_role("button", name="Write").click()
    form.get_by_text("Saved to values.overrides.tsv.").wait_for()
    assert "\tauthors\tBea Baker\tcourt order\n" in table.read_text(encoding="utf-8")
    form.get_by_role("button", name="Undo").click()
    form.get_by_text("Undone.").wait_for()
    assert table.read_text(encoding="utf-8") == "id\tfield\tvalue\treason\n"
    form.get_by_role("button", name="Take the article out").click()
    form.get_by_text("Saved to values.exclude.tsv.").wait_for()
    assert excluded.read_text(encoding="utf-8").endswith("\tcourt order\n")
    form.get_by_role("button", name="Take the article out").click()
    tab.get_by_text("values.exclude.tsv:3:1: duplicate article").wait_for()
    form.get_by_role("button", name="Undo").click()
    form.get_by_text("Undone.").wait_for()
    assert excluded.read_text(encoding="utf-8") == "id\treason\n"


def test_values_of_any_field_are_counted(studio: Studio, folder: Path, tab: Any):
    open_field(studio, tab, "field=keywords")
    tab.get_by_role("button", name="Count the values").click()
    tab.get_by_role("link", name="ferry", exact=True).click()
    tab.wait_for_url("**/articles?where=keywords*")
    tab.locator(".articles-table tbody tr").first.wait_for()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_view_is_accessible(studio: Studio, folder: Path, tab: Any, scheme: str):
    tab.emulate_media(color_scheme=scheme)
    for width in (1280, 390):
        tab.set_viewport_size({"width": width, "height": 800})
        for query in ("field=title", "field=authors"):
            open_field(studio, tab, query)
            tab.get_by_role("heading", name="Values", exact=True).wait_for()
            assert find_faults(tab) == []
            assert not is_too_wide(tab)
