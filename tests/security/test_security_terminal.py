"""Characters that act on a terminal are never printed raw, wherever they come from."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hostile_portal import ACTING, FILE, PAGES, RAW, SEEN, Terminal, page
from small_portal import Answer, small_portal

import webarticlecurator.cli
from webarticlecurator.base.proposal.proposal import LearnedLine, LearnedRules
from webarticlecurator.base.text.characters import escape_cell, escape_controls
from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.written.learned_file import learned_yaml
from webarticlecurator.portal_file.yaml_file.yaml_text import yaml_comments, yaml_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import parse_yaml

WRITES = {"print", "stdout", "stderr", "__stdout__", "__stderr__", "logging", "traceback", "pprint"}
CLI = Path(webarticlecurator.cli.__file__).parent


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a crawled corpus full of acting characters: portal.yaml, corpus/, page.html,
    list.html."""
    folder = tmp_path_factory.mktemp("hostile")
    pages = {**PAGES, **{f"/{n}": page(n) for n in range(4)}}
    with small_portal(folder, {}) as portal:
        portal.pages = _Any(pages)  # type: ignore[assignment]
        portal.crawl(FILE)
        (folder / "base").write_text(portal.base, encoding="utf-8")
        url = next(path for path in portal.articles() if path.startswith("/1"))
        (folder / "url").write_text(f"{portal.base}{url}", encoding="utf-8")
    (folder / "page.html").write_text(page(1), encoding="utf-8")
    (folder / "list.html").write_text(PAGES["/list"], encoding="utf-8")
    return folder


class _Any(dict[str, str]):
    """Pages by the path alone, whatever the query."""

    def get(self, key: str, default: object = None) -> object:  # type: ignore[override]
        path = key.partition("?")[0]
        return (
            Answer(self[path], headers=(("Content-Type", "text/html; charset=utf-8"),))
            if path in self
            else default
        )


def _warc(folder: Path) -> Path:
    return next(
        path for path in sorted((folder / "corpus" / "warc").iterdir()) if "articles" in path.name
    )


COMMANDS = {
    "check": "check CONFIG --plan",
    "status": "status CONFIG --corpus CORPUS",
    "why": "why CONFIG URL --corpus CORPUS",
    "why json": "why CONFIG URL --corpus CORPUS --json",
    "links": "links CONFIG --url BASE/list --html LIST",
    "links explain": "links CONFIG --url BASE/list --html LIST --explain --json",
    "links of a warc": "links CONFIG --warc WARC --explain",
    "outline": "outline PAGE",
    "outline json": "outline URL p --warc WARC --json",
    "selectors": "selectors CONFIG --corpus CORPUS --warc WARC --url URL --text e",
    "new": "new --warc WARC --url URL --output -",
    "extract text": "extract CONFIG --url BASE/1 --html PAGE --explain",
    "search": "search CONFIG e* word* --corpus CORPUS",
    "search articles": "search CONFIG e* word* --corpus CORPUS --articles --json",
    "search counts": "search CONFIG e* word* --corpus CORPUS --by author",
    "report duplicates": "report duplicates CONFIG --corpus CORPUS",
    "extract tei": "extract CONFIG --url BASE/1 --html PAGE --format tei",
    "extract json": "extract CONFIG --url BASE/1 --html PAGE --format json",
    "warc list": "warc list WARC",
    "warc list json": "warc list WARC --json",
    "warc check": "warc check WARC",
    "warc cat": "warc cat WARC --url URL",
    "warc cat raw": "warc cat WARC --url URL --raw",
    "verify": "verify CONFIG --corpus CORPUS",
    "export csv": "export CONFIG --corpus CORPUS --format csv",
    "export txt": "export CONFIG --corpus CORPUS --format txt",
    "export jsonl": "export CONFIG --corpus CORPUS --format jsonl",
    "report authors": "report authors CONFIG --corpus CORPUS",
    "report corpus": "report corpus CONFIG --corpus CORPUS",
    "report corpus json": "report corpus CONFIG --corpus CORPUS --json",
    "report metadata": "report metadata CONFIG --corpus CORPUS",
    "report problems": "report problems CONFIG --corpus CORPUS",
    "report unclaimed": "report unclaimed CONFIG --corpus CORPUS",
    "tags inventory": "tags inventory CONFIG --corpus CORPUS",
    "tags suggest": "tags suggest CONFIG --corpus CORPUS",
    "learn": "learn CONFIG --corpus CORPUS --dry-run",
    "build": "build CONFIG --corpus CORPUS --all",
    "usage": f"extract CONFIG --url BASE/1 --format {ACTING}",
    "no such file": f"warc list {ACTING.strip()}.warc",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_prints_them_raw(
    name: str, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = (corpus / "base").read_text(encoding="utf-8")
    config = corpus / "portal.yaml"
    places = {
        "CONFIG": str(config),
        "CORPUS": str(corpus / "corpus"),
        "LIST": str(corpus / "list.html"),
        "PAGE": str(corpus / "page.html"),
        "WARC": str(_warc(corpus)),
        "URL": (corpus / "url").read_text(encoding="utf-8"),
    }
    words = [places.get(word, word.replace("BASE", base)) for word in COMMANDS[name].split(" ")]
    shown = Terminal(monkeypatch).run(*words)
    assert shown
    assert b"Traceback" not in shown
    assert [raw for raw in RAW if raw in shown] == []
    if name in (
        "links explain",
        "extract text",
        "warc cat",
        "report authors",
        "report corpus",
        "export csv",
        "no such file",
    ):
        assert b"\\x9b31m" in shown


def test_commands_that_ask_a_portal_do_not_print_them_raw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with small_portal(tmp_path, {}) as portal:
        portal.pages = _Any({**PAGES, **{f"/{n}": page(n) for n in range(4)}})  # type: ignore[assignment]
        portal.write(FILE)
        terminal = Terminal(monkeypatch)
        for words in (
            ("crawl", "portal.yaml", "--corpus", "c"),
            ("check", "portal.yaml", "--live"),
            ("new", f"{portal.base}/list"),
        ):
            shown = terminal.run(*words)
            assert terminal.code in (0, 1), shown
            assert [raw for raw in RAW if raw in shown] == [], words


def test_what_is_written_for_yaml_is_read_again(tmp_path: Path) -> None:
    """YAML allows no control characters: the next command would refuse a file with one."""
    lines = LearnedLine(f"div.{ACTING}", ACTING), LearnedLine("p", ACTING, ("starts", ACTING))
    for text in (
        learned_yaml(LearnedRules(lines, lines, lines, lines)),
        f"a: {yaml_value(ACTING)}\n{yaml_comments((ACTING,))[0]}\n",
    ):
        tree, faults = parse_yaml(text.encode(), "made.yaml")
        assert faults == ()
        assert repr(ACTING)[1:-1] in repr(tree)


def test_a_warc_of_somebody_else_is_listed_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    acting = ACTING.replace("\x0c", "")
    answer = f"HTTP/1.1 200 {acting}\r\nContent-Type: text/html{acting}\r\n\r\n{acting}".encode()
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://echo.example/{acting}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-00000000000{acting}>\r\nWARC-Payload-Digest: sha1:{acting}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
    )
    path = tmp_path / "other.warc"
    path.write_bytes(head.encode() + answer + b"\r\n\r\n")
    for words in (
        ("list", path),
        ("list", path, "--json"),
        ("check", path),
        ("cat", path, "--offset", "0", "--raw"),
    ):
        shown = Terminal(monkeypatch).run("warc", *words)
        assert [raw for raw in RAW if raw in shown] == []
        assert b"EVIL" in shown or words[0] == "check"


def test_tables_of_tags_are_compared_and_merged_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = tmp_path / "old.tsv", tmp_path / "new.tsv"
    head = "signature\toperation\tkeep\tcontext\tnote\n"
    old.write_text(f"{head}p.a\tparagraph\t\t\t{ACTING}\n", encoding="utf-8")
    new.write_text(
        f"{head}p.b{ACTING}\tparagraph\t\t\t{ACTING}\np.a\t{ACTING}\t\t\t\n", encoding="utf-8"
    )
    for words in (("diff", old, new), ("merge", old, new)):
        shown = Terminal(monkeypatch).run("tags", *words)
        assert [raw for raw in RAW if raw in shown] == []
        assert b"EVIL" in shown


def test_import_says_what_it_read_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    escaped = ACTING.encode("unicode_escape").decode()
    path = tmp_path / "echo.yaml"
    path.write_text(f'site_name: "echo"\n"odd{escaped}": "{escaped}"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    shown = Terminal(monkeypatch).run("import", "wac", path)
    assert [raw for raw in RAW if raw in shown] == []


def test_problems_of_a_portal_file_are_printed_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    escaped = ACTING.encode("unicode_escape").decode()
    path = tmp_path / "portal.yaml"
    path.write_text(
        f'portal: echo\nhome: "https://echo.example/{escaped}"\n"odd{escaped}": 1\n',
        encoding="utf-8",
    )
    for more in ((), ("--json",)):
        shown = Terminal(monkeypatch).run("check", path, *more)
        assert [raw for raw in RAW if raw in shown] == []
        assert b"EVIL" in shown


def test_data_goes_to_a_pipe_as_it_is(
    corpus: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    def printed(*arguments: str | Path) -> bytes:
        assert main([str(argument) for argument in arguments]) == 0
        return capfdbinary.readouterr().out

    base = (corpus / "base").read_text(encoding="utf-8")
    here = ["extract", corpus / "portal.yaml", "--url", f"{base}/1", "--html", corpus / "page.html"]
    assert "\u202e" in printed(*here).decode("utf-8"), "text"
    (url,) = [
        row["url"]
        for row in json.loads(printed("warc", "list", _warc(corpus), "--json"))
        if row["kind"] == "response"
    ][:1]
    found = printed("warc", "cat", _warc(corpus), "--url", url)
    assert found == page(int(url.partition("?")[0][-1])).encode("utf-8")


def test_json_says_the_same_with_escapes(
    corpus: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    base = (corpus / "base").read_text(encoding="utf-8")
    here = [
        "extract",
        corpus / "portal.yaml",
        "--url",
        f"{base}/1",
        "--html",
        corpus / "page.html",
        "--format",
        "json",
    ]
    main([str(word) for word in here])
    shown = capsysbinary.readouterr().out
    assert [raw for raw in RAW if raw in shown] == []
    assert "\x9b31m\u202e\x7f\u2066" in json.loads(shown)["text"]


def test_what_is_acting_and_what_is_not() -> None:
    every = "".join(
        map(chr, [*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
    )
    assert escape_controls(every).isascii()
    assert all(c.isprintable() or c in "\t\n" for c in escape_controls(every))
    assert escape_cell(every).isprintable()
    plain = "Árvíztűrő\u00a0שלום \u200f\u200d 👩‍🚀 \\ \u00ad"
    assert escape_controls(plain) == escape_cell(plain) == plain
    assert escape_controls("a\r\nb\rc") == "a\r\nb\\rc"
    assert escape_controls(ACTING).startswith(SEEN)


def test_what_python_prints_by_itself_is_escaped_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """These are warnings, log messages of libraries, and the traceback of an unexpected error."""
    words = {
        "warn": "warnings.warn(text)",
        "log": "logging.getLogger('some.library').error(text)",
        "raise": "1 / int(text)",
    }
    start = (
        "import logging, sys, warnings\nfrom dataclasses import replace\n"
        f"from webarticlecurator.cli.commands import status\ntext = {ACTING!r}\n"
    )
    end = "from webarticlecurator.cli.main import main\nmain(['status', 'p444', '--corpus', 'none'])\n"
    for name, code in words.items():
        program = (
            f"{start}def failing(args):\n    {code}\n    return 0\n"
            f"status.run = replace(status.run, run=failing)\n{end}"
        )
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            cwd=tmp_path,
            timeout=60,
            check=False,
        )
        assert [raw for raw in RAW if raw in done.stderr] == [], name
        assert (b"EVIL" in done.stderr) is (name != "log"), done.stderr


ALLOWED = {"command_log.py": {"logging"}, "live_display.py": {"stdout", "stderr"}}
"""What sets up the log, and what tells rich which streams are terminals."""


def test_only_one_module_of_the_commands_writes() -> None:
    """Anything else in cli/ that prints would go past it; main.py says one line of its own words
    before that is imported."""
    found = []
    for path in sorted(CLI.glob("*.py")):
        if path.name in ("output.py", "main.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = {getattr(node, "id", "")} | (
                {node.attr} - {"print"} if isinstance(node, ast.Attribute) else set()
            )
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = {alias.name for alias in node.names} | {getattr(node, "module", None)}
            writes = WRITES - ALLOWED.get(path.name, set())
            found += [f"{path.name}:{node.lineno}: {name}" for name in names & writes]
    assert found == []
