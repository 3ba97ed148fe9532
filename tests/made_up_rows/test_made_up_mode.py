"""A pagination mode whose next page is the next letter."""

from __future__ import annotations

import json
from pathlib import Path

from made_up_package import MadeUpPackage, write_portal
from small_portal import Answer, SmallPortal, article, listing, small_portal

MODULE = "base/model/lettered.py"
LETTERED = '''"""``lettered``: a, b, c … z."""

from webarticlecurator.base.portal.pagination import Mode

LETTERS = "abcdefghijklmnopqrstuvwxyz"

LETTERED = Mode(
    "lettered",
    "page by letter, up to z",
    lambda _pagination, place: LETTERS[place],
    lambda _pagination: len(LETTERS),
    lambda _pagination, page: LETTERS.find(page) if page and page in LETTERS else None,
    reads=("first_url",),
)
'''
TABLE = "base/portal/pagination_modes.py"
RULES = """
archive: {url: "BASE/list/{page}.html", links: h2, pagination: {mode: lettered}}
article: {body: {root: article}}
"""


def add_mode(package: MadeUpPackage) -> None:
    package.write(MODULE, LETTERED)
    package.add_import(TABLE, "from webarticlecurator.base.model.lettered import LETTERED")
    package.add_row(TABLE, "MODES", "LETTERED")


def letters(portal: SmallPortal) -> str:
    """The archive pages that were asked for since the last call."""
    found = [path[len("/list/")] for path in portal.asked if path.startswith("/list/")]
    portal.asked.clear()
    return "".join(found)


def test_a_made_up_mode_is_planned_crawled_and_crawled_again(
    package: MadeUpPackage, tmp_path: Path
):
    add_mode(package)
    pages: dict[str, str | Answer] = {}
    for number, letter in enumerate("abcdefghijklmnopqrstuvwxyz"):
        pages[f"/list/{letter}.html"] = listing(f"/a/{letter}1", f"/a/{letter}2")
        pages[f"/a/{letter}1"] = article(f"The {letter} {number} one.")
        pages[f"/a/{letter}2"] = article(f"The {letter} {number} two.")
    pages["/list/q.html"] = Answer("down", 500)

    with small_portal(tmp_path, pages) as portal:
        config, corpus = write_portal(portal, RULES), portal.corpus
        plan = package.curator("check", config, "--plan")
        assert "26 archive pages" in plan
        shown = [f"/list/{letter}.html" for letter in "anz"]
        assert [part for part in plan.split() if "/list/" in part] == [
            f"{portal.base}{path}" for path in shown
        ]

        crawled = package.curator("crawl", config, "--corpus", corpus, code=1)
        assert letters(portal) == "abcdefghijklmnopqrstuvwxyz"
        assert "26 archive pages" in crawled
        assert package.count(config, corpus)["tei"] == 50

        # the page that failed is read with the one before it
        portal.pages["/list/q.html"] = listing("/a/q1", "/a/q2")
        package.curator("crawl", config, "--corpus", corpus)
        assert letters(portal) == "abpqrsz"  # the top, around that page, the far end
        assert package.count(config, corpus)["tei"] == 52


def test_a_made_up_mode_names_what_comes_next_and_what_is_no_article(
    package: MadeUpPackage, tmp_path: Path
):
    add_mode(package)
    with small_portal(tmp_path, {"/list/z.html": listing("/a/z1")}) as portal:
        config = write_portal(portal, RULES)
        page = tmp_path / "page.html"
        page.write_text(listing("/a/1"), encoding="utf-8", newline="\n")

        def next_of(letter: str) -> object:
            url = f"{portal.base}/list/{letter}.html"
            arguments = ("links", config, "--url", url, "--html", page, "--json")
            return json.loads(package.curator(*arguments))["next_page"]

        assert next_of("b") == f"{portal.base}/list/c.html"
        assert next_of("z") is None
        assert next_of("7") is None


def test_schema_and_reference_name_a_made_up_mode(package: MadeUpPackage):
    add_mode(package)
    documents = package.documents()
    assert "| `lettered` | page by letter, up to z |" in documents
    assert '"lettered"' in documents


def test_a_mode_that_reads_an_unknown_key_fails_at_import(package: MadeUpPackage):
    package.write(MODULE, LETTERED.replace('("first_url",)', '("alphabet",)'))
    package.add_import(TABLE, "from webarticlecurator.base.model.lettered import LETTERED")
    package.add_row(TABLE, "MODES", "LETTERED")
    assert package.fail_to_import("portal_file.keys.keys") == (
        "TypeError: keys of pagination and those that its modes read differ: alphabet; give each a"
        " row in PAGINATION of portal_file/keys/keys_pages.py, and a mode of base/model that"
        " reads it"
    )
