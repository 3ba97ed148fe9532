"""Files named by a portal file must be beside it; no file makes a command wait for ever or fills
the memory."""

from __future__ import annotations

import os
import socket
import threading
import time
from pathlib import Path

import pytest
from checkout import CHECKOUT
from long_parameters import always

from webarticlecurator.base.errors import ConfigError
from webarticlecurator.base.system.input_files import (
    MAX_TABLE,
    MAX_YAML,
    NameFault,
    read_regular,
    resolve_named_path,
)
from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.config.expectations import load_expectations
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    MAX_DEPTH,
    MAX_NODES,
    NotReadable,
    parse_yaml,
)

pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="there are no FIFOs and few links on Windows"
)

HEAD = "portal: echo\nhome: https://echo.example/\n"
ARCHIVE = "archive: {url: https://echo.example/list}\n"
NAMING = {
    "tags": ARCHIVE + "article: {body: {root: article, tags: 'NAME'}}\n",
    "lookup": ARCHIVE + "article: {metadata: {section: {url: '/(.*)', lookup: 'NAME'}}}\n",
    "columns": "archive: {columns: 'NAME', url: 'https://echo.example/{column}/'}\n",
    "template": ARCHIVE + "tei: {template: 'NAME'}\n",
}
"""Keys whose value is the name of a file."""
GOOD = {
    "tags": "signature\toperation\np.x\tdrop\n",
    "lookup": "a\tb\n",
    "columns": "news\n",
    "template": "",
}


def _portal(folder: Path, key: str, name: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "portal.yaml"
    path.write_text(HEAD + NAMING[key].replace("NAME", name), encoding="utf-8")
    return path


def _file(key: str) -> str:
    return "table.xml" if key == "template" else "table.tsv"


def _fill(path: Path, key: str) -> None:
    source = CHECKOUT / "tei_templates" / "default.xml"
    path.write_text(
        source.read_text(encoding="utf-8") if key == "template" else GOOD[key], encoding="utf-8"
    )


@pytest.mark.parametrize("key", NAMING)
def test_what_a_portal_file_names_lies_beside_it_or_below(tmp_path: Path, key: str) -> None:
    folder = tmp_path / "own"
    name = _file(key)
    path = _portal(folder, key, f"sub/{name}")
    (folder / "sub").mkdir()
    _fill(folder / "sub" / name, key)
    assert [str(problem) for problem in check(path)] == []


@pytest.mark.parametrize("key", NAMING)
@pytest.mark.parametrize(
    "name",
    [
        "../{}",
        "sub/../../{}",
        "sub/../{}",
        "{folder}/{}",
        "link-{}",
        "out/{}",
        "C:{}",
        "C:/{}",
        r"\\server\share\{}",
        "//server/share/{}",
        r"sub\{}",
        "NUL",
        "con.{}",
        "a. /{}",
    ],
)
def test_a_name_that_leads_elsewhere_is_a_problem_with_its_cure(
    tmp_path: Path, key: str, name: str
) -> None:
    folder, file = tmp_path / "own", _file(key)
    folder.mkdir()
    _fill(tmp_path / file, key)
    _fill(folder / file, key)
    (folder / "sub").mkdir()
    (folder / f"link-{file}").symlink_to(tmp_path / file)
    (folder / "out").symlink_to(tmp_path)
    written = name.replace("{}", file).replace("{folder}", str(tmp_path))
    if key == "template" and not written.endswith(".xml"):
        written += ".xml"
    (problem,) = check(_portal(folder, key, written))
    assert problem.line in (3, 4)
    assert "portal file's folder" in problem.message or "rename it" in problem.message
    assert problem.found == written


def test_a_shipped_template_is_found_by_its_name_alone(tmp_path: Path) -> None:
    assert check(_portal(tmp_path, "template", "default")) == ()
    for name in ("../tei_templates/default", "./default", "/etc/passwd"):
        (problem,) = check(_portal(tmp_path, "template", name))
        assert "unknown template" in problem.message


def test_a_template_declares_no_entities(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """TEI made from it would expand without end, or include a local file, for whoever opens it."""
    _fill(tmp_path / "table.xml", "template")
    text = (tmp_path / "table.xml").read_text(encoding="utf-8")
    declared = '<!DOCTYPE TEI [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<TEI'
    (tmp_path / "table.xml").write_text(text.replace("<TEI", declared, 1), encoding="utf-8")
    assert main(["check", str(_portal(tmp_path, "template", "table.xml"))]) == 2
    assert "remove <!DOCTYPE" in capsys.readouterr().out


def test_shipped_portal_files_still_have_their_tables() -> None:
    folder = CHECKOUT / "site_configs"
    for name in ("hvg", "p24_istentudja", "origo"):
        assert check(folder / f"{name}.yaml") == ()


@pytest.mark.parametrize(
    "name",
    ["portal.overrides.tsv", "portal.exclude.tsv", "portal.learned.yaml", "portal.tests.yaml"],
)
def test_what_is_found_by_its_name_lies_beside_it_too(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "own"
    path = _portal(folder, "tags", "t.tsv")
    (folder / "t.tsv").write_text(GOOD["tags"], encoding="utf-8")
    (tmp_path / "elsewhere").write_text("id\treason\n", encoding="utf-8")
    (folder / name).symlink_to(tmp_path / "elsewhere")
    if name.endswith("tests.yaml"):
        with pytest.raises(ConfigError, match="link to a file outside"):
            load_expectations(folder / name, ())
    else:
        (problem,) = check(path)
        assert "outside the portal file's folder" in problem.message


def test_names_are_told_apart(tmp_path: Path) -> None:
    assert resolve_named_path(tmp_path, "a/b.tsv") == tmp_path / "a" / "b.tsv"
    for name in ("", "a\0b", "a\nb", "..", "a/..", "/", "aux", "COM1.tsv", "x/lpt9", "a:b", "dot."):
        with pytest.raises(NameFault):
            resolve_named_path(tmp_path, name)


def _odd(tmp_path: Path, kind: str) -> Path:
    path = tmp_path / "odd"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(path))
    elif kind == "sparse":
        with path.open("wb") as out:
            out.truncate(10_000_000_000)
    elif kind == "device":
        return Path("/dev/zero")
    return path


KINDS = ("fifo", "folder", "socket", "sparse", "device")
PLACES = {
    "config": "check ODD",
    "html": "extract portal.yaml --url https://echo.example/a --html ODD",
    "warc": "extract portal.yaml --url https://echo.example/a --warc ODD",
    "outline": "outline ODD",
    "new html": "new --html ODD --url https://echo.example/a --output new.yaml",
    "adopt html": "warc adopt portal.yaml --date 2020-01-01 --html ODD",
    "table": "learn portal.yaml --table ODD",
    "links warc": "links portal.yaml --url https://echo.example/a --warc ODD",
    "build warc": "build portal.yaml --warc ODD",
    "warc list": "warc list ODD",
    "warc check": "warc check ODD",
    "warc cat": "warc cat ODD --offset 0",
    "warc adopt": "warc adopt portal.yaml ODD",
    "warc sample": "warc sample ODD --output out.warc",
    "redact": "warc redact some.warc --exclude ODD --output out.warc",
    "tags diff": "tags diff ODD t.tsv",
    "tags merge": "tags merge t.tsv ODD",
    "ca": "crawl portal.yaml --ca ODD",
    "import": "import wac ODD",
    "learn": "learn portal.yaml --output ODD",
}


@pytest.mark.parametrize("kind", always(("fifo", "folder", "device"), KINDS))
def test_no_command_waits_for_a_file_that_never_ends(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    _portal(tmp_path, "tags", "t.tsv")
    (tmp_path / "t.tsv").write_text(GOOD["tags"], encoding="utf-8")
    (tmp_path / "some.warc").write_bytes(b"")
    odd = _odd(tmp_path, kind)
    for name, words in PLACES.items():
        began = time.monotonic()
        try:
            code = main([str(odd) if word == "ODD" else word for word in words.split()])
        except SystemExit as ended:
            code = int(ended.code or 0)
        message = "".join(capfd.readouterr())
        assert code in (2, 4), (name, message)
        assert odd.name in message, (name, message)
        assert "Traceback" not in message, name
        assert time.monotonic() - began < 60, name


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", NAMING)
def test_no_table_is_a_pipe_a_device_or_endless(tmp_path: Path, kind: str, key: str) -> None:
    folder = tmp_path / "own"
    name = "odd.xml" if key == "template" else "odd"
    path = _portal(folder, key, name)
    found = _odd(folder, kind)
    if kind == "device":
        (folder / name).symlink_to(found)
    elif name != "odd":
        found.rename(folder / name)
    (problem,) = check(path)
    assert (
        "regular file" in problem.message
        or f"{MAX_TABLE:,}" in problem.message
        or "outside" in problem.message
    )


@pytest.mark.parametrize(
    "name", ["portal.overrides.tsv", "portal.exclude.tsv", "portal.learned.yaml", "ours.py"]
)
def test_files_found_by_their_name_are_neither_pipes_nor_endless(tmp_path: Path, name: str) -> None:
    path = tmp_path / "portal.yaml"
    path.write_text(
        HEAD + "archive: {url: https://echo.example/list, links: {hook: 'ours:links'}}\n",
        encoding="utf-8",
    )
    (tmp_path / "ours.py").write_text("def links(a, b): return []\n", encoding="utf-8")
    (tmp_path / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / name)
    (problem,) = check(path, allow_hooks=True)
    assert "not a regular file" in problem.message


def test_a_page_may_come_through_a_pipe(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "portal.yaml"
    config.write_text(HEAD + ARCHIVE + "article: {body: {root: article}}\n", encoding="utf-8")
    # more than the pipe takes: its writer waits for the command, as the command does for it
    page = f"<article><p>{'word ' * 20000}end</p></article>".encode()
    ends, begins = os.pipe()
    with os.fdopen(ends, "rb"), os.fdopen(begins, "wb") as pipe:
        writer = threading.Thread(target=lambda: (pipe.write(page), pipe.close()))
        writer.start()
        url = "https://echo.example/a"
        assert main(["extract", str(config), "--url", url, "--html", f"/dev/fd/{ends}"]) == 0
        writer.join()
    assert capfd.readouterr().out.endswith("word end\n")


def test_a_table_is_not_written_into_a_pipe_that_nobody_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, pipe = tmp_path / "t.tsv", tmp_path / "pipe"
    table.write_text(GOOD["tags"], encoding="utf-8")
    os.mkfifo(pipe)
    assert main(["tags", "merge", str(table), str(table), "--output", str(pipe)]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_regular_file_is_read_whole_or_not(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 10)
    assert read_regular(path, 10) == b"x" * 10
    with pytest.raises(OSError, match="more than 9 bytes"):
        read_regular(path, 9)


LAUGHS = "a0: &a0 [x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
)
MERGES = "b0: &b0 {x: 1}\n" + "".join(
    f"b{n}: &b{n} {{<<: [{', '.join([f'*b{n - 1}'] * 10)}], y{n}: 1}}\n" for n in range(1, 12)
)
BOMBS = {
    "laughs": LAUGHS,
    "merges": MERGES,
    "itself": "a: &a [*a]\n",
    "flow depth": "a: " + "[" * 10_000 + "]" * 10_000,
    "map depth": "a: " + "{b: " * 10_000,
    "block depth": "".join(" " * n + "a:\n" for n in range(1300)),
    "question marks": "? " * 10_000,
    "dashes": "- " * 10_000,
    "depth within bounds of the parser": "a: " + "[" * (MAX_DEPTH + 5) + "]" * (MAX_DEPTH + 5),
    "depth by aliases": "a0: &a0 [x]\n"
    + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 3000)),
    "nodes": "[" + "a," * (MAX_NODES + 10) + "]",
    "bytes": "#" * (MAX_YAML + 1),
}


EVERYWHERE = ("laughs", "flow depth", "bytes")
"""Tried in every kind of file; the others only in the portal file, which is read by the same
function."""


@pytest.mark.parametrize(
    ("file", "name"),
    [
        *(("portal.yaml", name) for name in BOMBS),
        *(
            (file, name)
            for file in ("portal.learned.yaml", "portal.tests.yaml")
            for name in EVERYWHERE
        ),
    ],
)
def test_a_yaml_file_that_unfolds_without_end_is_refused(
    tmp_path: Path, file: str, name: str
) -> None:
    path = tmp_path / "portal.yaml"
    path.write_text(HEAD + ARCHIVE, encoding="utf-8")
    (tmp_path / file).write_text(BOMBS[name], encoding="utf-8")
    began = time.monotonic()
    if file.endswith("tests.yaml"):
        with pytest.raises(ConfigError):
            load_expectations(tmp_path / file, ())
    else:
        with pytest.raises(ConfigError):
            load_portal(path)
    assert time.monotonic() - began < 30


def test_the_place_of_too_deep_nesting_is_reported() -> None:
    with pytest.raises(NotReadable) as caught:
        parse_yaml(("a: 1\nb:\n  " + "[" * 200).encode(), "x.yaml")
    assert (caught.value.problem.line, caught.value.problem.column) == (3, MAX_DEPTH + 2)
    assert "write them flatter" in caught.value.problem.message
