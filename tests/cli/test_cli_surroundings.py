"""What surrounds a process changes nothing: its folder, its locale, its time zone, the seed of its hashes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
from lxml import etree
from tried_page import (
    CHECKOUT,
    URL,
    T,
    curator,
    page,
    portal_file,
    try_page,
)

from webarticlecurator.portal_file.config.load import check

CODE = "webarticlecurator"


@pytest.fixture(scope="module")
def metadata(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ``.dist-info`` folder that the build backend writes into a wheel, made of a copy of the
    checkout."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("metadata")
    for folder in (CODE, "site_configs", "schemas", "tei_templates", "examples"):
        shutil.copytree(
            CHECKOUT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    for file in ("setup.cfg", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(CHECKOUT / file, source)
    backend = "import sys; from setuptools.build_meta import *; print(prepare_metadata_for_build_wheel(sys.argv[1]))"
    made = subprocess.run(
        [sys.executable, "-c", backend, str(target)],
        cwd=source,
        capture_output=True,
        text=True,
        check=True,
    )
    return target / made.stdout.splitlines()[-1]


# bug 1 of HTML2TEI
def test_the_installed_command_names_a_function_that_exists(metadata: Path, tmp_path: Path):
    scripts = ConfigParser(delimiters=("=",))
    scripts.read_string((metadata / "entry_points.txt").read_text(encoding="utf-8"))
    assert dict(scripts["console_scripts"]) == {"curator": "webarticlecurator.cli.main:main"}
    module, _, function = scripts["console_scripts"]["curator"].partition(":")
    # as the script does that an installer writes
    script = (
        f"import sys; sys.argv = ['curator', '--version']; sys.path.insert(0, {str(CHECKOUT)!r})\n"
    )
    script += f"from {module} import {function}\nsys.exit({function}())"
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("curator ")


SHIPPED = sorted(p for p in (CHECKOUT / "site_configs").glob("*.yaml") if p.name.count(".") == 1)


# bug 2 of HTML2TEI
def test_every_shipped_portal_file_loads_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert len(SHIPPED) >= 40
    assert {path.name: check(path) for path in SHIPPED} == {path.name: () for path in SHIPPED}


# bug 2 of HTML2TEI
def test_a_shipped_portal_is_found_by_its_name_outside_the_checkout(tmp_path: Path):
    ran = curator(tmp_path, "check", "hvg")
    assert (ran.returncode, ran.stderr) == (0, b"")


DATED = page("<p>szöveg</p>", around='<p class="date">2019. március 15., péntek, 08:30</p>')

DATE_RULE = 'article: {body: {root: article}, metadata: {published: [{css: .date, format: "%Y. %B %d., %A, %H:%M"}]}}\n'


# bug 4 of HTML2TEI
def test_month_and_weekday_names_need_no_locale_of_the_system(tmp_path: Path):
    path = portal_file(tmp_path, DATE_RULE)
    (tmp_path / "page.html").write_text(DATED, encoding="utf-8")
    plain = {
        "LC_ALL": "C",
        "LANG": "C",
        "LC_TIME": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "TZ": "America/Lima",
    }
    ran = curator(
        tmp_path,
        "extract",
        str(path),
        "--url",
        URL,
        "--html",
        "page.html",
        "--format",
        "json",
        **plain,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert '"published": "2019-03-15T08:30:00+01:00"' in ran.stdout.decode("utf-8")


# bug 4 of HTML2TEI
def test_a_date_in_words_is_read_in_the_portals_language(tmp_path: Path):
    assert (
        try_page(tmp_path, DATED, DATE_RULE).article.metadata.first("published")
        == "2019-03-15T08:30:00+01:00"
    )


NAMES = "Zoltán Anna Mária Béla Cili Dénes Elek Ferenc".split()

BY = "".join(f"<i class=by>{name}</i>" for name in NAMES)

RULES = (
    "article: {next_page: a.next, continuation: '[?]p=', body: {root: article},"
    " metadata: {authors: .by, keywords: .by, modified: [{meta: mod}], published: [{meta: pub}]}}\n"
)


def test_authors_and_keywords_stand_in_the_order_of_the_page_in_every_process(tmp_path: Path):
    path = portal_file(tmp_path, RULES)
    (tmp_path / "page.html").write_text(page("<p>x</p>", around=BY), encoding="utf-8")
    made = set()
    for seed, zone in (("1", "Asia/Tokyo"), ("4711", "America/Lima")):
        arguments = ["extract", str(path), "--url", URL, "--html", "page.html", "--format", "tei"]
        ran = curator(tmp_path, *arguments, PYTHONHASHSEED=seed, TZ=zone)
        assert (ran.returncode, ran.stderr) == (0, b"")
        made.add(ran.stdout)
    (content,) = made
    tree = etree.fromstring(content)
    assert [e.text for e in tree.iterfind(".//t:titleStmt/t:author/t:persName", T)] == NAMES
    assert [e.text for e in tree.iterfind(".//t:keywords/t:term", T)] == NAMES
