"""A hook is code: no command runs it before the user has allowed its file."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_portal import article, listing, small_portal

from webarticlecurator.base.errors import ConfigError
from webarticlecurator.cli.command_line import build_parser as whole_parser
from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.config.load import check, load_portal

HOOK = """\
from pathlib import Path

Path({mark!r}).write_text("ran")


def links(page_text, url):
    return ["https://echo.example/a"]
"""
FILE = """\
portal: echo
home: https://echo.example/
archive:
  url: https://echo.example/list
  links: {hook: "ours:links"}
"""


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """A file that is there once the hook was run; its portal file is portal.yaml, the hook's file
    ours.py."""
    found = tmp_path / "ran"
    (tmp_path / "portal.yaml").write_text(FILE, encoding="utf-8")
    (tmp_path / "ours.py").write_text(HOOK.format(mark=str(found)), encoding="utf-8")
    (tmp_path / "page.html").write_text(listing("/a"), encoding="utf-8")
    return found


def _commands(
    parser: argparse.ArgumentParser, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    """Every command of the command line, and its parser."""
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not below:
        yield path, parser
    for action in below:
        for name, each in action.choices.items():
            yield from _commands(each, (*path, name))


def _takes_config(parser: argparse.ArgumentParser) -> bool:
    return any(
        "CONFIG" in str(action.metavar) for action in parser._actions if not action.option_strings
    )


TAKE_CONFIG = {path: parser for path, parser in _commands(whole_parser()) if _takes_config(parser)}
MORE = {
    ("links",): ("--url", "https://echo.example/list", "--html", "page.html"),
    ("extract",): ("--url", "https://echo.example/a", "--html", "page.html"),
    ("why",): ("https://echo.example/a",),
    ("diff",): ("https://echo.example/a",),
    ("outline",): ("https://echo.example/a",),
    ("selectors",): ("--url", "https://echo.example/a", "--text", "words"),
    ("export",): ("--format", "csv"),
    ("package",): ("--output", "deposit"),
    ("derive",): ("frequencies", "--output", "derived"),
    ("withdraw",): ("https://echo.example/a", "--reason", "asked for"),
    ("search",): ("words",),
    ("warc", "redact"): ("--output", "without"),
    ("warc", "adopt"): ("page.html",),
    ("watch",): ("--once", "--proxy", "http://127.0.0.1:9"),
    ("serve",): ("--port", "0"),
    ("report", "completeness"): ("--cdx", "http://127.0.0.1:9/cdx"),
    ("crawl",): ("--proxy", "http://127.0.0.1:9"),
}
"""What a command needs besides CONFIG."""


def test_every_command_that_takes_a_portal_file_has_the_option() -> None:
    assert len(TAKE_CONFIG) >= 17
    assert [
        path
        for path, each in TAKE_CONFIG.items()
        if "--allow-hooks" not in each._option_string_actions
    ] == []


@pytest.mark.parametrize(
    "path",
    [path for path in TAKE_CONFIG if path not in (("set",), ("studio",), ("portals", "check"))],
    ids=" ".join,
)
def test_without_permission_every_command_refuses_and_runs_nothing(
    path: tuple[str, ...],
    tmp_path: Path,
    mark: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*path, "portal.yaml", *MORE.get(path, ())]) == 2
    message = "".join(capfd.readouterr())
    digest = hashlib.sha256((tmp_path / "ours.py").read_bytes()).hexdigest()
    assert "portal.yaml:5:17" in message
    assert "ours.py" in message
    assert digest in message
    assert "--allow-hooks" in message
    assert not mark.exists()
    assert not (tmp_path / "corpora").exists()


def test_a_table_of_portal_files_says_which_hook_was_not_run(
    tmp_path: Path, mark: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = str(tmp_path / "portal.yaml")
    assert main(["portals", "check", config, "--json"]) == 1
    (row,) = json.loads(capfd.readouterr().out)
    assert row["problems"] == 1
    assert hashlib.sha256((tmp_path / "ours.py").read_bytes()).hexdigest() in row["first"]
    assert not mark.exists()
    assert main(["portals", "check", config, "--json", "--allow-hooks"]) == 0


def test_a_value_is_set_without_permission_and_nothing_runs(tmp_path: Path, mark: Path) -> None:
    config = tmp_path / "portal.yaml"
    before = config.read_text(encoding="utf-8")
    assert main(["set", str(config), "article.body.root", "main"]) == 0
    assert config.read_text(encoding="utf-8") == before + "article:\n  body:\n    root: main\n"
    assert not mark.exists()


def test_what_was_allowed_once_stays_allowed_until_the_file_changes(
    tmp_path: Path, mark: Path, own_settings: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = str(tmp_path / "portal.yaml")
    assert main(["check", config]) == 2
    assert main(["check", config, "--allow-hooks"]) == 0
    assert mark.exists()
    assert "allowed from now on" in capfd.readouterr().err
    if sys.platform.startswith("linux"):
        assert (own_settings / "webarticlecurator" / "allowed-hooks").read_text(
            encoding="utf-8"
        ).count("\n") == 1
    assert main(["check", config]) == 0
    assert "allowed" not in capfd.readouterr().err
    mark.unlink()
    file = tmp_path / "ours.py"
    file.write_text(file.read_text(encoding="utf-8") + "\n# other\n", encoding="utf-8")
    assert main(["check", config]) == 2
    assert not mark.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "ours.py",
        "page.html",
        "portal.yaml",
    ], "nothing is noted here"


def test_hooks_that_cannot_be_recorded_are_allowed_for_this_run(
    tmp_path: Path, mark: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/dev/null")
    monkeypatch.setenv("APPDATA", "/dev/null")
    monkeypatch.setenv("HOME", "/dev/null")
    assert main(["check", str(tmp_path / "portal.yaml"), "--allow-hooks"]) == 0
    assert "allowed for this run only" in capfd.readouterr().err
    assert main(["check", str(tmp_path / "portal.yaml")]) == 2


def test_check_reports_the_other_problems_too(tmp_path: Path, mark: Path) -> None:
    path = tmp_path / "portal.yaml"
    path.write_text(FILE + "titel: x\n", encoding="utf-8")
    assert [problem.line for problem in check(path)] == [5, 6]
    assert not mark.exists()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def link(a, b): return []", 'defines no function "links"; did you mean "link"?'),
        ("def links(a): return []", "links(a) must take (page_text, url)"),
        ("def links(a, b, c): return []", "links(a, b, c) must take"),
        ("def links(a, b, *, c): return []", "must take"),
        ("def links(*, a, b): return []", "must take"),
        ("class A:\n    def links(a, b): return []", "defines no function"),
        ("def other():\n    def links(a, b): return []", "defines no function"),
        ("def links(a, b) return []", "cannot be run: SyntaxError"),
        ("x = '\\0'\n\0", "cannot be run"),
        ("(" * 5000, "cannot be run"),
    ],
)
def test_what_is_wrong_with_a_hook_is_said_once_it_may_be_run(
    tmp_path: Path, mark: Path, source: str, message: str
) -> None:
    (tmp_path / "ours.py").write_text(
        f"open({str(mark)!r}, 'w').close()\n{source}\n", encoding="utf-8"
    )
    (problem,) = check(tmp_path / "portal.yaml")
    assert "may not be run yet" in problem.message
    assert not mark.exists()
    (problem,) = check(tmp_path / "portal.yaml", allow_hooks=True)
    assert message in problem.message


@pytest.mark.parametrize(
    "source",
    [
        "def links(a, b=1): return []",
        "def links(*a): return []",
        "links = lambda a, b: []",
        "if True:\n    def links(a, b, /): return []",
    ],
)
def test_a_function_that_takes_two_texts_is_a_hook(tmp_path: Path, mark: Path, source: str) -> None:
    (tmp_path / "ours.py").write_text(f"{source}\n", encoding="utf-8")
    assert not check(tmp_path / "portal.yaml", allow_hooks=True)
    assert not mark.exists()


def test_a_module_from_elsewhere_is_not_a_hook(
    tmp_path: Path, mark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "ours.py").rename(elsewhere / "ours.py")
    monkeypatch.syspath_prepend(str(elsewhere))
    monkeypatch.chdir(elsewhere)
    (problem,) = check(tmp_path / "portal.yaml", allow_hooks=True)
    assert "ours.py" in problem.message
    assert not mark.exists()


def test_python_allows_none_all_or_some(tmp_path: Path, mark: Path) -> None:
    path = tmp_path / "portal.yaml"
    digest = hashlib.sha256((tmp_path / "ours.py").read_bytes()).hexdigest()
    for refused in ({}, {"allow_hooks": False}, {"allow_hooks": ["0" * 64]}):
        with pytest.raises(ConfigError, match="allow_hooks=True"):
            load_portal(path, **refused)  # type: ignore[arg-type]
    assert not mark.exists()
    assert load_portal(path, allow_hooks={digest}).hooks == (("ours.py", digest),)
    assert mark.exists()


def test_learned_rules_need_the_same_permission(tmp_path: Path, mark: Path) -> None:
    (tmp_path / "portal.yaml").write_text(
        FILE.replace('{hook: "ours:links"}', "h2"), encoding="utf-8"
    )
    learned = 'article:\n  body:\n    root:\n      - {within: {css: p}, hook: "ours:links"}\n'
    (tmp_path / "portal.learned.yaml").write_text(learned, encoding="utf-8")
    assert any(
        "may not be run yet" in problem.message for problem in check(tmp_path / "portal.yaml")
    )
    assert not mark.exists()


def test_worker_processes_run_what_was_allowed(tmp_path: Path) -> None:
    """Each process gets the checked source with the rule; a file that changes in between is not
    run."""
    file = 'archive: {url: BASE/list, links: h2}\nfetch: {delay: 0}\narticle: {metadata: {title: {hook: "ours:title"}}}\n'
    source = "def title(page_text, url):\n    return ['by hook ' + url[-1]]\n"
    with small_portal(
        tmp_path, {"/list": listing("/a", "/b"), "/a": article("one"), "/b": article("two")}
    ) as portal:
        portal.crawl(file, ours__py=source)
        config = str(tmp_path / "portal.yaml")
        environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "settings")}
        command = [
            sys.executable,
            "-m",
            "webarticlecurator",
            "build",
            config,
            "--corpus",
            str(portal.corpus),
            "--all",
            "--jobs",
            "2",
        ]
        more = {
            "capture_output": True,
            "encoding": "utf-8",
            "env": environment,
            "timeout": 120,
            "check": False,
        }
        assert subprocess.run(command, **more).returncode == 2  # type: ignore[call-overload]
        done = subprocess.run([*command, "--allow-hooks", "--json"], **more)  # type: ignore[call-overload]
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["tei"] == 2
        assert all("<title>by hook" in text for text in portal.tei().values())
