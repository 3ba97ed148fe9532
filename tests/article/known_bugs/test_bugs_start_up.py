"""Bugs 1 to 9 of the predecessor, HTML2TEI: what kept it from starting, or from reading what was
there."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest
from operators_material import (
    BASE,
    CHECKOUT,
    URL,
    build_from,
    curator,
    listing,
    page,
    portal_file,
    tei_files,
    titles,
    try_page,
    write_warc,
)

from webarticlecurator.cli.main import main
from webarticlecurator.config import check

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


def test_bug_01_the_installed_command_names_a_function_that_exists(metadata: Path, tmp_path: Path):
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


def test_bug_02_every_shipped_portal_file_loads_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert len(SHIPPED) >= 40
    assert {path.name: check(path) for path in SHIPPED} == {path.name: () for path in SHIPPED}


def test_bug_02_a_shipped_portal_is_found_by_its_name_outside_the_checkout(tmp_path: Path):
    ran = curator(tmp_path, "check", "hvg")
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_bug_03_a_file_that_the_portal_file_names_and_nobody_has(tmp_path: Path):
    rules = "article:\n  body: {root: article, tags: missing.tags.tsv}\n  metadata: {section: [{css: b, map: gone.tsv}]}\n"
    problems = check(portal_file(tmp_path, rules))
    assert [(Path(p.file).name, p.line) for p in problems] == [("echo.yaml", 8), ("echo.yaml", 9)]
    assert all(
        name in problem.message
        for name, problem in zip(("missing.tags.tsv", "gone.tsv"), problems, strict=True)
    )


DATED = page("<p>szöveg</p>", around='<p class="date">2019. március 15., péntek, 08:30</p>')
DATE_RULE = 'article: {body: {root: article}, metadata: {published: [{css: .date, format: "%Y. %B %d., %A, %H:%M"}]}}\n'


def test_bug_04_month_and_weekday_names_need_no_locale_of_the_system(tmp_path: Path):
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


def test_bug_04_a_date_in_words_is_read_in_the_portals_language(tmp_path: Path):
    assert (
        try_page(tmp_path, DATED, DATE_RULE).article.metadata.first("published")
        == "2019-03-15T08:30:00+01:00"
    )


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every way to another machine fails and is noted."""
    tried: list[str] = []

    def refuse(*arguments: object, **_: object) -> None:
        tried.append(repr(arguments[-1]))
        raise OSError("no network")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, refuse)
    yield tried


def two_articles(folder: Path) -> Path:
    pages = {
        f"{BASE}/list/1": listing("/2019/one", "/2019/two"),
        URL: page("<p>egy</p>"),
        f"{BASE}/2019/two": page("<p>kettő</p>"),
    }
    return write_warc(folder / "both.warc", pages)


def test_bug_05_build_and_validation_ask_the_network_for_nothing(
    tmp_path: Path, no_network: list[str]
):
    summary = build_from(tmp_path, two_articles(tmp_path))
    assert (summary.tei, summary.ok, no_network) == (2, True, [])
    assert len(tei_files(tmp_path)) == 2
    with pytest.raises(OSError, match="no network"):  # the fault is one that would be seen
        socket.create_connection(("echo.example", 80))


@pytest.mark.parametrize("number", [1, 12])
def test_bug_06_inventory_and_bigrams_are_written_on_this_python_and_name_the_first_pages(
    tmp_path: Path, number: int
):
    pages = {f"{BASE}/list/1": listing(*(f"/a/{n}" for n in range(number)))}
    pages |= {
        f"{BASE}/a/{n}": page(f"<div class='hint'>x {n} <b>y</b></div>") for n in range(number)
    }
    config, warc = portal_file(tmp_path), write_warc(tmp_path / "many.warc", pages)
    written = []
    for run in ("first", "again"):
        out = [tmp_path / f"{run}.{name}" for name in ("tags.tsv", "bigrams.tsv", "tree.yaml")]
        options = [
            "--output",
            str(out[0]),
            "--bigrams",
            str(out[1]),
            "--tree",
            str(out[2]),
            "--quiet",
        ]
        assert main(["tags", "inventory", str(config), "--warc", str(warc), *options]) == 0
        written.append([path.read_bytes() for path in out])
    assert written[0] == written[1]
    head, *rows = (line.split("\t") for line in written[0][0].decode("utf-8").splitlines())
    (hint,) = (
        dict(zip(head, row, strict=True))
        for row in rows
        if row[head.index("signature")] == "div.hint"
    )
    assert hint["frequency"] == str(number)
    examples = hint["examples"].split()
    assert examples == [f"{BASE}/a/{n}" for n in range(number)][: len(examples)] and examples


def test_bug_07_a_portal_without_rules_needs_no_other_extractor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("trafilatura", "justext", "newspaper"):
        monkeypatch.setitem(sys.modules, name, None)  # importing it is an ImportError
    text = "".join(
        f"<p>Ez a {n}. bekezdés, amely elég hosszú ahhoz, hogy szövegnek lássék, és pont van a végén.</p>"
        for n in range(9)
    )
    tried = try_page(
        tmp_path, f"<html><body><nav>menü</nav><main><h1>Cím</h1>{text}</main></body></html>", ""
    )
    assert [word for word in tried.words if word.endswith(".") and word[0].isdigit()] == [
        f"{n}." for n in range(9)
    ]


SIGNS = "<meta charset='{}'>"


@pytest.mark.parametrize("charset", ["utf-8", "windows-1250", "iso-8859-2"])
@pytest.mark.parametrize("where", ["http", "meta"])
def test_bug_08_a_warc_of_any_crawler_needs_no_header_of_ours(
    tmp_path: Path, charset: str, where: str
):
    html = page("<p>árvíztűrő tükörfúrógép</p>", SIGNS.format(charset) if where == "meta" else "")
    kind = f"text/html; charset={charset}" if where == "http" else "text/html"
    pages = {f"{BASE}/list/1": listing("/2019/one").encode(charset), URL: html.encode(charset)}
    warc = write_warc(tmp_path / "other.warc", pages, kind)
    assert b"Detected-Encoding" not in warc.read_bytes()
    assert build_from(tmp_path, warc).tei == 1
    (content,) = tei_files(tmp_path).values()
    assert "<p>árvíztűrő tükörfúrógép</p>" in content.decode("utf-8")


def test_bug_09_several_warcs_of_one_portal_are_one_corpus(tmp_path: Path):
    first = {f"{BASE}/list/1": listing("/2019/one"), URL: page("<p>egy</p>").replace("Cím", "Egy")}
    second = {
        f"{BASE}/list/2": listing("/2019/two"),
        f"{BASE}/2019/two": page("<p>kettő</p>").replace("Cím", "Kettő"),
    }
    warcs = [write_warc(tmp_path / "a.warc", first), write_warc(tmp_path / "b.warc", second)]
    rules = "article: {body: {root: article}, metadata: {title: title}}\n"
    assert build_from(tmp_path, *warcs, rules=rules).tei == 2
    assert titles(tmp_path) == ["Egy", "Kettő"]
    in_one, other_order = tmp_path / "one", tmp_path / "turned"
    for folder, order in (
        (in_one, [write_warc(tmp_path / "c.warc", {**first, **second})]),
        (other_order, warcs[::-1]),
    ):
        folder.mkdir()
        build_from(folder, *order, rules=rules)
        assert tei_files(folder) == tei_files(tmp_path)
