"""Exporters and selectors of other packages: the example package, installed and used through the
command line; and packages that are wrong."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import CHECKOUT
from installed_packages import Packages, forget_plug_ins
from response_records import response_record

from webarticlecurator import BuildOptions, Runtime, UsageError
from webarticlecurator.base.portal import plug_in as plug_in_module
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.building.build import build
from webarticlecurator.portal_file.config.load import load_portal

sys.path.insert(0, str(Path(__file__).parents[1] / "corpus" / "export"))

URL = "https://echo.example/a/1"
PAGE = """<html><head><title>The title of a page</title></head><body><h1>The title of a page</h1>
<dl><dt>Author</dt><!-- x --><dd>Ann Other</dd> <dt>Section</dt><dd>News</dd></dl>
<article><p>Some words, and a link: <a href="/b/2">two</a>.</p></article></body></html>"""
PORTAL = """portal: echo
home: https://echo.example/
language: en
archive:
  dates: none
  pagination: {mode: none}
  links: h2
  columns: {news: {url: "https://echo.example/list/1"}}
article:
  match: "^https://echo[.]example/a/"
  body: {root: article}
  metadata:
"""
RULE = "    authors: {after_label: Author}\n"


def write_portal(folder: Path, rules: str = RULE) -> Path:
    path = folder / "echo.yaml"
    path.write_text(PORTAL + rules, encoding="utf-8")
    return path


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example package, installed as by a user, but into a folder of its own."""
    shutil.copytree(CHECKOUT / "examples" / "plugin", tmp_path / "plugin")
    options = "--quiet --no-deps --no-build-isolation --no-index --disable-pip-version-check"
    install = [sys.executable, "-m", "pip", "install", *options.split()]
    target = tmp_path / "installed"
    subprocess.run([*install, "--no-compile", "--target", target, tmp_path / "plugin"], check=True)
    monkeypatch.syspath_prepend(target)
    forget_plug_ins()
    yield
    forget_plug_ins()


def test_the_example_package_is_used_once_it_is_installed(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], request: pytest.FixtureRequest
):
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "list.json").write_text('{"articles": [{"url": "/a/1"}]}', encoding="utf-8")
    (tmp_path / "x.warc").write_bytes(
        response_record(URL, PAGE.encode(), "00000000-0000-4000-8000-000000000000")
    )
    portal, corpus = str(write_portal(tmp_path)), str(tmp_path / "corpus")

    def curator(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        return code, *(text.decode("utf-8") for text in capfdbinary.readouterr())

    assert 'unknown key: "after_label"' in str(curator("check", portal))
    request.getfixturevalue("installed")
    assert curator("check", portal)[0] == 0

    page = ("--url", URL, "--html", str(tmp_path / "page.html"))
    code, out, log = curator("extract", portal, *page, "--format", "json", "--explain")
    authors = json.loads(out)["metadata"]["authors"]
    assert (authors["value"], authors["source"]) == (["Ann Other"], "after_label:Author")
    assert code == 0 and "after_label: Author → 1 found" in log

    warc = ("--warc", str(tmp_path / "x.warc"), "--corpus", corpus, "--jobs", "2")
    assert curator("build", portal, *warc)[0] == 0
    code, out, log = curator("export", portal, "--corpus", corpus, "--format", "biblatex")
    assert code == 0 and "1 articles written" in log
    assert "  author = {Ann Other},\n  organization" in out.replace("\r", "")
    log = curator("export", portal, "--corpus", corpus, "--format", "biblatx")[2]
    assert (
        "not an export format: 'biblatx' (expected csv, txt, txt+csv, jsonl, tei, xlsx, ods, markdown, docx, csl-json, ris, bibtex, parquet, huggingface, vertical, conllu, edits, zip, wacz, biblatex)"
        in log
    )

    assert curator("years", portal, corpus)[:2] == (0, "no date 1\n".replace("\n", os.linesep))
    with pytest.raises(SystemExit):
        curator("--help")
    assert "count the articles of a corpus by year" in capfdbinary.readouterr()[0].decode("utf-8")

    archive = 'archive: {json_list: "https://echo.example/api"}\n'
    Path(portal).write_text(PORTAL.partition("archive:")[0] + archive, encoding="utf-8")
    answer = ("--url", "https://echo.example/api", "--html", str(tmp_path / "list.json"))
    assert json.loads(curator("links", portal, *answer, "--json")[1])["articles"] == [URL]


def selector(code: str, more: str = "") -> str:
    lines = [
        "from webarticlecurator import Selector",
        "def select(expression, element):",
        f"    {code}",
        f"S = Selector(select{more})",
    ]
    return "\n".join(lines)


def exporter(code: str) -> str:
    lines = [
        "from webarticlecurator import Exporter",
        "def chunks(articles):",
        f"    {code}",
        "E = Exporter('x', chunks)",
    ]
    return "\n".join(lines)


SELECTORS = "[webarticlecurator.selectors]\n{} = {}:S\n"
COMMANDS = "[webarticlecurator.commands]\n{} = {}:C\n"
EXECUTORS = "[webarticlecurator.executors]\n{} = {}:X\n"
EXPORTERS = "[webarticlecurator.exporters]\n{} = {}:E\n"
TEXTS = ", finds_elements=False"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "import no_such_module",
            "cannot be imported: ModuleNotFoundError: No module named 'no_such_",
        ),
        ("raise SystemExit(3)", "cannot be imported: SystemExit: 3"),
        ("x = 1", "cannot be imported: AttributeError: module 'badly' has no attribute 'S'"),
        ("S = print", "is of the class builtin_function_or_method (expected Selector)"),
        (selector("yield element", ", lambda text: 1 / 0"), 'fails on "Author": ZeroDivisionError'),
    ],
)
def test_a_selector_that_cannot_be_used_is_a_problem_of_the_line_that_uses_it(
    tmp_path: Path, packages: Packages, capsys: pytest.CaptureFixture[str], code: str, message: str
):
    packages.add("badly", SELECTORS.format("after_label", "badly"), code)
    assert main(["check", str(write_portal(tmp_path))]) == 2
    shown = "".join(capsys.readouterr())
    assert (
        "echo.yaml:13:" in shown
        and f"the selector 'after_label' of the package badly 1.0 {message}" in shown
    )
    assert "Correct or uninstall the package badly" in shown and "Traceback" not in shown


def test_a_name_used_twice_is_a_problem_that_names_both_packages(
    tmp_path: Path, packages: Packages, capsys: pytest.CaptureFixture[str]
):
    for name in ("one", "two"):
        packages.add(name, SELECTORS.format("after_label", name), selector("yield element"))
        packages.add(f"{name}x", EXPORTERS.format("biblatex", f"{name}x"), exporter("yield b''"))
    portal = str(write_portal(tmp_path))
    assert main(["check", portal]) == 2
    shown = "".join(capsys.readouterr())
    assert "the selector 'after_label' is registered more than once: one 1.0, two 1.0" in shown
    assert main(["export", portal, "--format", "biblatex"]) == 2
    assert (
        "the exporter 'biblatex' is registered more than once: onex 1.0, twox"
        in capsys.readouterr().err
    )


def test_an_expression_that_the_selector_refuses_is_a_problem(
    tmp_path: Path, packages: Packages, capsys: pytest.CaptureFixture[str]
):
    check = ", lambda text: '' if text == 'Author' else 'no label'"
    packages.add(
        "strict", SELECTORS.format("after_label", "strict"), selector("yield element", check)
    )
    assert main(["check", str(write_portal(tmp_path))]) == 0
    rules = "    authors: {after_label: Autor}\n    section: {after_label: [x]}\n"
    assert main(["check", str(write_portal(tmp_path, rules))]) == 2
    shown = "".join(capsys.readouterr())
    assert "echo.yaml:13:" in shown and 'after_label: "Autor" (no label)' in shown
    assert (
        "echo.yaml:14:" in shown and "expected an expression of the selector after_label" in shown
    )


def test_a_selector_of_texts_cannot_be_used_where_elements_are_needed(
    tmp_path: Path, packages: Packages, capsys: pytest.CaptureFixture[str]
):
    packages.add("texts", SELECTORS.format("words", "texts"), selector("yield 'x'", TEXTS))
    rules = "    authors: {words: x, attr: title}\n  reject: {words: y, css: p}\n"
    portal = write_portal(tmp_path, rules)
    text = portal.read_text(encoding="utf-8").replace("root: article", "root: {words: z}")
    portal.write_text(text, encoding="utf-8")
    assert main(["check", str(portal)]) == 2
    shown = "".join(capsys.readouterr())
    assert "`attr` has no effect: `words` does not select elements" in shown
    assert "`words` selects text, but root needs elements" in shown
    assert "more than one selector in a rule: css, words" in shown


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise KeyError(expression)", "KeyError: 'Author'"),
        ("yield 'a text'", "TypeError: 'a text' (expected an element)"),
        ("return None", "TypeError: 'NoneType' object is not iterable"),
    ],
)
def test_a_selector_that_fails_on_a_page_ends_the_command_with_its_name(
    tmp_path: Path, packages: Packages, capsys: pytest.CaptureFixture[str], code: str, message: str
):
    packages.add("failing", SELECTORS.format("after_label", "failing"), selector(code))
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    page = ["--url", URL, "--html", str(tmp_path / "page.html")]
    assert main(["extract", str(write_portal(tmp_path)), *page]) == 2
    shown = capsys.readouterr().err
    assert (
        f"the selector 'after_label' of the package failing 1.0 fails on {URL}: {message}" in shown
    )
    assert "Correct or uninstall the package failing" in shown and "Traceback" not in shown


def test_within_limits_a_selector_and_each_element_comes_once(
    tmp_path: Path, packages: Packages, capsys: pytest.CaptureFixture[str]
):
    code = "return element.iter(expression)"
    packages.add("tags", SELECTORS.format("tag", "tags"), selector(code))
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    rules = (
        "    authors: {tag: dd, within: 'dl, body', pick: all}\n"
        "    section: {tag: dd, within: {xpath: '//dt[2]/following-sibling::dd'}}\n"
        "    kicker: {tag: dd, within: h1}\n"
    )
    page = ["--url", URL, "--html", str(tmp_path / "page.html"), "--format", "json"]
    assert main(["extract", str(write_portal(tmp_path, rules)), *page]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["authors"] == ["Ann Other", "News"]
    assert (found["section"], "kicker" in found["metadata"]) == ("News", False)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("yield 'text'", "TypeError: not what an exporter yields: 'text'"),
        ("yield b'x'; raise KeyError('x')", "KeyError: 'x'"),
    ],
)
def test_an_exporter_that_fails_leaves_no_file(
    tmp_path: Path, packages: Packages, capsys: pytest.CaptureFixture[str], code: str, message: str
):
    packages.add("failing", EXPORTERS.format("biblatex", "failing"), exporter(code))
    (tmp_path / "corpus" / "tei").mkdir(parents=True)
    portal, out = str(write_portal(tmp_path, "    authors: h1\n")), tmp_path / "out.bib"
    options = ["--format", "biblatex", "--corpus", str(tmp_path / "corpus"), "--output", str(out)]
    assert main(["export", portal, *options]) == 2
    shown = capsys.readouterr().err
    assert (
        f"the exporter 'biblatex' of the package failing 1.0 fails on these articles: {message}"
        in shown
    )
    assert not out.exists()


def test_a_conversion_that_fails_names_the_article(
    tmp_path: Path, packages: Packages, capsys: pytest.CaptureFixture[str]
):
    lines = [
        "from webarticlecurator import Exporter",
        "E = Exporter('x', iter, convert=lambda article: article.no_such_name)",
    ]
    packages.add("failing", EXPORTERS.format("biblatex", "failing"), "\n".join(lines))
    from export_material import write

    corpus = tmp_path / "corpus"
    write(corpus, "story", {"published": ["2015-06-01"]})
    portal, out = str(write_portal(tmp_path, "    authors: h1\n")), tmp_path / "out.bib"
    words = [
        "export",
        portal,
        "--format",
        "biblatex",
        "--corpus",
        str(corpus),
        "--output",
        str(out),
    ]
    assert main(words) == 2
    shown = capsys.readouterr().err
    assert "the exporter 'biblatex' of the package failing 1.0 fails on 2015/06/" in shown
    assert "no attribute 'no_such_name'" in shown
    assert not out.exists()


def test_an_exporter_with_the_name_of_a_format_of_ours_is_named(
    tmp_path: Path, packages: Packages, capsys: pytest.CaptureFixture[str]
):
    packages.add("again", EXPORTERS.format("csv", "again"), exporter("yield b''"))
    assert (
        main(["export", str(write_portal(tmp_path, "    authors: h1\n")), "--format", "csv"]) == 2
    )
    shown = capsys.readouterr().err
    assert (
        "the exporter 'csv' of the package again 1.0 has the same name as a format of curator"
        in shown
    )


def test_the_version_of_a_selector_counts_as_a_rule_where_it_is_used(
    tmp_path: Path, packages: Packages
):
    plain = write_portal(tmp_path, "    authors: h1\n")
    before = load_portal(plain)
    packages.add(
        "tags", SELECTORS.format("tag", "tags"), selector("return element.iter(expression)")
    )
    assert load_portal(plain).tei_digest == before.tei_digest
    used = write_portal(tmp_path, "    authors: {tag: h1}\n")
    one = load_portal(used)
    shutil.rmtree(packages.folder / "tags-1.0.dist-info")
    packages.add("tags", SELECTORS.format("tag", "tags"), selector(""), version="1.1")
    two = load_portal(used)
    assert one.tei_digest != two.tei_digest
    assert one.link_digest == two.link_digest == before.link_digest
    used.write_text(used.read_text(encoding="utf-8").replace("links: h2", "links: {tag: h2}"))
    assert load_portal(used).link_digest != two.link_digest


def test_packages_are_not_asked_where_no_plug_in_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(**_: str) -> None:
        raise AssertionError("entry points were read")

    plug_in_module.list_plug_ins.cache_clear()
    monkeypatch.setattr("importlib.metadata.entry_points", fail)
    load_portal(write_portal(tmp_path, "    authors: h1\n"))
    load_portal(CHECKOUT / "examples" / "demo.yaml")
    with pytest.raises(AssertionError, match="entry points were read"):
        load_portal(write_portal(tmp_path))


def command(run: str, options: str = "parser.add_argument('--word')") -> str:
    return f"""
from webarticlecurator import Command, UsageError
def add_options(parser):
    {options}
def run(args):
    {run}
C = Command("say a word", add_options, run)
"""


@pytest.mark.parametrize(
    ("code", "exit_code", "message"),
    [
        (command("print(args.word)"), 0, "hello"),
        (command("return 1"), 1, ""),
        (
            command("raise UsageError('no such word', 'Give another.')"),
            2,
            "no such word\n",
        ),
        (command("1 / 0"), 2, "fails on curator say: ZeroDivisionError"),
        (command("return 0", "1 / 0"), 2, "fails on curator say: ZeroDivisionError"),
        (
            "import no_such_module",
            2,
            "the command 'say' of the package talk 1.0 cannot be imported",
        ),
        ("C = 1", 2, "is of the class int (expected Command)"),
    ],
)
def test_a_command_of_another_package_ends_as_ours_do(
    packages: Packages, capsys: pytest.CaptureFixture[str], code: str, exit_code: int, message: str
):
    packages.add("talk", COMMANDS.format("say", "talk"), code)
    found = main(["say", "--word", "hello"])
    output = "".join(capsys.readouterr())
    assert (found, message in output, "Traceback" in output) == (exit_code, True, False)
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    shown = " ".join(capsys.readouterr().out.split())
    expected = (
        "say a word" if "add_options" in code else "the command 'say' of the package talk 1.0"
    )
    assert ended.value.code == 0 and f"say {expected}" in shown


def test_a_command_of_ours_is_not_replaced(packages: Packages, capsys: pytest.CaptureFixture[str]):
    packages.add("talk", COMMANDS.format("check", "talk"), command("return 0"))
    assert main(["check", "no-such-file.yaml"]) == 2
    assert "no-such-file.yaml" in capsys.readouterr().err


EXECUTOR = """
from webarticlecurator import ExecutorKind
from webarticlecurator.crawling.workers.executor_kinds import SerialExecutor
JOBS = []
def start(job, processes):
    JOBS.append(job)
    return SerialExecutor(job, processes)
X = ExecutorKind(start)
"""


def test_an_executor_of_another_package_runs_the_tasks_of_a_build(
    tmp_path: Path, packages: Packages
):
    (tmp_path / "x.warc").write_bytes(
        response_record(URL, PAGE.encode(), "00000000-0000-4000-8000-000000000000")
    )
    portal = load_portal(write_portal(tmp_path, "    title: h1\n"))
    options = BuildOptions(warcs=(tmp_path / "x.warc",))
    packages.add("own", EXECUTORS.format("own", "own"), EXECUTOR)
    summary = build(portal, tmp_path / "corpus", options, Runtime(executor="own"))
    assert summary.tei == 1 and len(importlib.import_module("own").JOBS) == 1
    with pytest.raises(UsageError, match=r"'ows' \(expected cluster, own, processes, serial\)"):
        build(portal, tmp_path / "corpus", options, Runtime(executor="ows"))
