"""Commands where files are those of Windows: what they write is what they write on Linux."""

from __future__ import annotations

import ast
import fcntl
import gzip
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from checkout import CHECKOUT
from small_portal import SmallPortal, article, listing, small_portal
from windows_files import BINARY, windows_files

from webarticlecurator.cli.exit_codes import describe_error
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.workers import worker_sharing
from webarticlecurator.storage.index import lock

PACKAGE = CHECKOUT / "webarticlecurator"
RULES = """\
title: Small Portál
language: en
fetch: {delay: 0}
corpus: {editors: [{name: "Editor, Ánna"}]}
archive: {url: BASE/list, dates: none, links: h2}
article: {body: {root: article}, metadata: {published: {meta: day}}}
"""
PAGES = {
    f"/{n}": article(
        f"Line {n} of\n the {n * 7}th „text”.\n", '<meta name="day" content="2024-05-02">'
    )
    for n in range(6)
}
Run = Callable[..., None]

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no /proc here")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    pages = {"/list": listing(*PAGES), **PAGES}
    with small_portal(tmp_path_factory.mktemp("site"), pages) as site:
        site.write(RULES)
        yield site


@pytest.fixture
def run(
    site: SmallPortal,
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> Run:
    """Run commands as on Windows in Japan, whose code page has no accents. CONFIG, CORPUS, BASE and TMP in them are those of the test."""
    places = {
        "CONFIG": str(site.folder / "portal.yaml"),
        "CORPUS": str(tmp_path / "corpus"),
        "BASE": site.base,
        "TMP": str(tmp_path),
    }

    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))

    def call(command: str, code: int = 0) -> None:
        for name, value in places.items():
            command = command.replace(name, value)
        with windows_files(tmp_path, "cp932"):
            assert main(command.split()) == code, capsysbinary.readouterr().err.decode()
        assert [*(tmp_path / "tmp").iterdir()] == [], "temporary files stay, since they were open"

    return call


def test_the_files_are_those_of_windows(tmp_path: Path):
    """The test of the tests."""
    with windows_files(tmp_path):
        for flags, content in ((0, b"a\r\nb"), (BINARY, b"a\nb")):
            handle = os.open(tmp_path / "x", os.O_CREAT | os.O_TRUNC | os.O_RDWR | flags)
            assert os.write(handle, b"a\nb") == 3
            with pytest.raises(PermissionError):
                (tmp_path / "x").unlink()
            with pytest.raises(PermissionError):
                (tmp_path / "y").replace(tmp_path / "x")
            os.close(handle)
            assert (tmp_path / "x").read_bytes() == content
        (tmp_path / "x").write_text("é\n")
        assert (tmp_path / "x").read_bytes() == b"\xe9\r\n"
        (tmp_path / "x").unlink()
        for name in ("a:b", "aux.xml", "a.", "NUL"):
            with pytest.raises(OSError, match="no name"):
                (tmp_path / name).mkdir()
            with pytest.raises(OSError, match="no name"):
                (tmp_path / name).write_bytes(b"")
        assert not hasattr(os, "O_NONBLOCK")
    assert not hasattr(os, "O_BINARY") and hasattr(os, "O_NONBLOCK")


def test_warc_fetch_writes_a_file_that_can_be_read(run: Run, site: SmallPortal, tmp_path: Path):
    addresses = tmp_path / "list.txt"
    addresses.write_text("".join(f"{site.base}{path}\n" for path in PAGES), encoding="utf-8")
    fetch = (
        "warc fetch TMP/list.txt --output TMP/pages.warc.gz --allow-private --outcomes TMP/x.tsv"
    )
    run(f"{fetch} --delay 0")
    run("warc check TMP/pages.warc.gz")
    content = (tmp_path / "pages.warc.gz").read_bytes()
    (tmp_path / "pages.warc.gz").write_bytes(content[:-9])  # as after a kill
    run(f"{fetch} --delay 0")
    run("warc check TMP/pages.warc.gz")
    run("warc cat TMP/pages.warc.gz --url BASE/3")
    (tmp_path / "gone.tsv").write_text(f"id\treason\n{site.base}/3\tasked\n", encoding="utf-8")
    run("warc redact TMP/pages.warc.gz --exclude TMP/gone.tsv --output TMP/less.warc.gz")
    run("warc check TMP/less.warc.gz")


def test_a_corpus_is_made_and_used(run: Run, site: SmallPortal, tmp_path: Path):
    (tmp_path / "saved.html").write_text(article("A saved page of the portal."), "utf-8")
    (tmp_path / "gone.txt").write_text(f"{site.base}/3\n", encoding="utf-8")
    for command in (
        "check CONFIG",
        "crawl CONFIG --corpus CORPUS",
        "crawl CONFIG --corpus CORPUS --refresh all",
        "warc adopt CONFIG --corpus CORPUS --date 2024-05-02 --html TMP/saved.html=BASE/saved",
        "build CONFIG --corpus CORPUS --all --progress TMP/progress.json",
        "verify CONFIG --corpus CORPUS",
        "verify CONFIG --corpus CORPUS --rebuild",
        "build CONFIG --corpus CORPUS",
        "verify CONFIG --corpus CORPUS",
        "manifest CONFIG --corpus CORPUS --output TMP/manifest.jsonl",
        "package CONFIG --corpus CORPUS --output TMP/deposit --without-warcs",
        "search CONFIG text --corpus CORPUS --output TMP/hits.tsv",
        "report authors CONFIG --corpus CORPUS --output TMP/authors.tsv",
        "report corpus CONFIG --corpus CORPUS --html TMP/report.html",
        "learn CONFIG --corpus CORPUS",
        "tags inventory CONFIG --corpus CORPUS --output TMP/tags.tsv",
    ):
        run(command)
    warcs = sorted((tmp_path / "corpus" / "warc").iterdir())
    one_piece = b"".join(gzip.decompress(warc.read_bytes()) for warc in warcs)
    (tmp_path / "whole.warc.gz").write_bytes(gzip.compress(one_piece))
    run("build CONFIG --warc TMP/whole.warc.gz --corpus TMP/other", 1)  # nothing lists one page
    for command in (
        "new http://con.example/ --offline --output TMP/new.yaml",
        "set TMP/new.yaml title Árvíz",
        "extract CONFIG --warc TMP/whole.warc.gz --url BASE/1 --html-view TMP/view.html",
    ):
        run(command)
    for form in ("csv", "txt", "txt+csv", "jsonl", "tei", "vertical", "conllu", "zip"):
        run(f"export CONFIG --corpus CORPUS --format {form} --output TMP/{form}.out")
    for path in tmp_path.rglob("*"):
        if path.suffix in (".xml", ".tsv", ".json", ".jsonl", ".html", ".yaml", ".txt"):
            assert b"\r\n" not in path.read_bytes(), path
    paths = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")]
    assert len({path.casefold() for path in paths}) == len(paths), "names differ by case alone"
    assert "portal: con-portal" in (tmp_path / "new.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "code_page", ["cp932", *(pytest.param(each, marks=pytest.mark.long) for each in ("cp1250",))]
)
def test_what_is_printed_and_read_is_utf8_in_any_code_page(
    code_page: str, site: SmallPortal, tmp_path: Path
):
    """A process of its own, whose streams are in the code page, as those of pipes on Windows."""
    page = tmp_path / "saved.html"
    page.write_text(article("Árvíztűrő – 日本語 „text”"), "utf-8")
    command = ["extract", str(site.folder / "portal.yaml"), "--html", f"{page}={site.base}/saved"]
    done = subprocess.run(
        [sys.executable, "-m", "webarticlecurator", *command],
        env=os.environ | {"PYTHONIOENCODING": code_page, "PYTHONUTF8": "0"},
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode("utf-8").strip() == "Árvíztűrő – 日本語 „text”"


def test_processes_are_started_anew_where_none_can_be_forked(
    site: SmallPortal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """As on macOS, where a fork is not safe, and Windows, which has none."""
    config, corpus = str(site.folder / "portal.yaml"), tmp_path / "corpus"
    options = [config, "--corpus", str(corpus), "--quiet"]
    assert main(["crawl", *options]) == 0
    before = {path: path.read_bytes() for path in (corpus / "tei").rglob("*.xml")}
    assert len(before) == len(PAGES)
    shutil.rmtree(corpus / "tei")
    monkeypatch.setattr(worker_sharing, "idle_workers", [])
    monkeypatch.delattr(os, "fork")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert main(["build", *options, "--jobs", "2"]) == 0
    assert {path: path.read_bytes() for path in (corpus / "tei").rglob("*.xml")} == before


def test_a_corpus_is_locked_without_fcntl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The branch of Windows, with a lock of a byte that is made here by that of POSIX."""

    def lock_byte(handle: int, mode: int, count: int) -> None:
        assert mode == 2, "the kind that does not wait"
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, count, 0, os.SEEK_CUR)

    made = types.SimpleNamespace(LK_NBLCK=2, locking=lock_byte)
    monkeypatch.setitem(sys.modules, "msvcrt", made)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        spec = importlib.util.spec_from_file_location("lock_of_windows", lock.__file__)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    held = module.Lock(tmp_path)
    child = f"""
import fcntl, os, sys
handle = os.open({str(tmp_path / "corpus.lock")!r}, os.O_RDWR)
print(os.read(handle, 20).decode().strip())
os.lseek(handle, {1 << 30}, os.SEEK_SET)
fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 0, os.SEEK_CUR)
"""
    other = subprocess.run([sys.executable, "-c", child], capture_output=True, encoding="utf-8")
    assert (other.stdout.strip(), other.returncode) == (str(os.getpid()), 1), "it is not held"
    held.close()
    other = subprocess.run([sys.executable, "-c", child], capture_output=True, encoding="utf-8")
    assert other.returncode == 0, other.stderr


def test_a_path_that_is_too_long_for_windows_is_named_with_a_cure(monkeypatch: pytest.MonkeyPatch):
    path = "C:\\" + "a" * 260
    error = FileNotFoundError(2, "No such file or directory", path)
    assert "260" not in describe_error(error).replace(path, "")
    monkeypatch.setattr(sys, "platform", "win32")
    assert describe_error(error) == (
        f"{path}: a path of 263 characters (expected less than 260, unless Windows is told to allow"
        " long paths); give a shorter folder"
    )


@pytest.mark.parametrize("name", ["con", "nul", "com1", "lpt9"])
def test_a_corpus_has_no_name_that_windows_reserves(name: str, tmp_path: Path, capsys):
    config = tmp_path / "portal.yaml"
    config.write_text(
        f"portal: {name}\nhome: http://a.example/\narchive: {{url: http://a.example/}}\n", "utf-8"
    )
    assert main(["check", str(config)]) == 2
    assert f'not a portal id: "{name}"' in capsys.readouterr().out


def test_no_code_writes_other_bytes_on_windows():
    faults = [
        f"{path.relative_to(PACKAGE)}: {fault}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and (fault := find_fault(call))
    ]
    assert faults == ["base/system/input_files.py: os.open (expected open_handle)"]


@pytest.mark.parametrize(
    ("code", "has_fault"),
    [
        ("os.open(path, os.O_RDWR)", True),
        ("os.open(os.devnull, os.O_RDWR)", False),
        ("open(path, 'w', encoding='utf-8')", True),
        ("path.open('x', encoding='utf-8')", True),
        ("path.open('a', encoding='utf-8', newline='')", False),
        ("path.open('wb')", False),
        ("path.open()", False),
        ("path.write_text(text, encoding='utf-8')", True),
        ("path.write_text(text, encoding='utf-8', newline='\\n')", False),
        ("subprocess.run(words, text=True)", True),
        ("subprocess.run(words, text=True, encoding='utf-8')", False),
    ],
)
def test_the_faults_are_found(code: str, has_fault: bool):
    (statement,) = ast.parse(code).body
    assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    assert bool(find_fault(statement.value)) == has_fault


def find_fault(call: ast.Call) -> str:
    """Return what a call does otherwise on Windows, "" for nothing; ruff looks for encodings."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name not in ("open", "write_text", "run", "Popen", "check_output"):
        return ""
    code, given = ast.unparse(call), {keyword.arg for keyword in call.keywords}
    if code.startswith("os.open("):
        return "" if "os.devnull" in code else "os.open (expected open_handle)"
    words = [str(arg.value) for arg in call.args if isinstance(arg, ast.Constant)]
    is_writing = name == "open" and any(re.fullmatch(r"[wax]\+?t?", word) for word in words)
    if "encoding" in given and (is_writing or name == "write_text"):
        return "" if "newline" in given else f"{name} without newline"
    is_text = "text" in given and "encoding" not in given and code.startswith("subprocess.")
    return "text in the encoding of the system" if is_text else ""
