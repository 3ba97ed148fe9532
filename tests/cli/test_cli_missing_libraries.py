"""A library of an extra is missing: each command that needs it names it and what installs it, before
it has done anything; the others work."""

from __future__ import annotations

import configparser
import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import zstandard
from checkout import CHECKOUT
from small_portal import SmallPortal, article, listing, small_portal
from tried_page import try_page

LIBRARIES_OF_EXTRAS = """croniter dask datacite distributed duckdb fastapi fsspec httpx mcp nicegui numpy pandas
playwright py3langid pyarrow pydantic rfc3161_client s3fs spacy stanza starlette torch ufal uvicorn zstandard socks elementpath docx xlsxwriter cryptography""".split()
RULES = """schedule: 30 4 * * *
archive: {url: BASE/list, links: h2}
fetch: {delay: 0}
article: {body: {root: article}}
"""
RUN_ALL = """
import contextlib, io, json, sys, traceback
libraries, commands = json.loads(sys.stdin.read())
for library in libraries:
    sys.modules[library] = None  # importing it is an ImportError

from webarticlecurator.cli.main import main

answers = []
for words in commands:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(words)
        except BaseException:
            code = -1
            traceback.print_exc()
    answers.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(answers))
"""


LIST_COMMANDS = """
import argparse, json, sys
for library in json.loads(sys.stdin.read()):
    sys.modules[library] = None

from webarticlecurator.cli.command_table import COMMANDS, register_command
commands = argparse.ArgumentParser().add_subparsers()
for name in COMMANDS:
    register_command(commands, name)
print(*commands.choices)
"""


@dataclass(frozen=True)
class Case:
    """A command line (``CONFIG``, ``CORPUS``), the extra that it needs, and what it says of the
    library; ``code`` 0: it does without it."""

    words: str
    extra: str
    says: str
    code: int = 2


CASES = (
    # no-such.yaml: before any file is read
    Case(
        "export no-such.yaml --format parquet --output made",
        "tables",
        "pyarrow is not installed (--format parquet needs it)",
    ),
    Case(
        "export no-such.yaml --format vertical --output made",
        "tokens",
        "spacy is not installed (the division into tokens needs it)",
    ),
    Case(
        "export no-such.yaml --format conllu --model x.udpipe --output made",
        "udpipe",
        "ufal.udpipe is not installed (--model x.udpipe needs it)",
    ),
    Case(
        "export no-such.yaml --format xlsx --output made.xlsx",
        "office",
        "xlsxwriter is not installed (--format xlsx needs it)",
    ),
    Case(
        "export no-such.yaml --format wacz --sign key.pem --output made.wacz",
        "sign",
        "cryptography is not installed (--sign needs it)",
    ),
    Case(
        "report language CONFIG --corpus CORPUS --output made",
        "language",
        "py3langid is not installed",
    ),
    Case(
        "report duplicates CONFIG --corpus CORPUS --output made",
        "duplicates",
        "numpy is not installed (report duplicates needs it)",
    ),
    Case(
        "build CONFIG --corpus CORPUS --cluster tcp://127.0.0.1:9",
        "cluster",
        "distributed is not installed (--cluster needs it)",
    ),
    Case(
        "watch CONFIG --once",
        "watch",
        "croniter is not installed (the `schedule` of a portal file needs it)",
    ),
    Case("check CONFIG", "watch", "croniter is not installed", code=0),
    Case(
        "crawl CONFIG --corpus made --proxy socks5h://127.0.0.1:9",
        "socks",
        "socks is not installed (a SOCKS proxy needs it)",
    ),
    Case(
        "tei validate golden.xml",
        "tei",
        "elementpath is not installed (tei validate needs it)",
    ),
    Case(
        "warc list packed.warc.zst",
        "zstd",
        "zstandard is not installed (data compressed by zstd needs it)",
    ),
    Case("serve CONFIG --port 0", "studio", "fastapi"),
    Case("mcp CONFIG --corpus made", "mcp", "mcp is not installed (`curator mcp` needs it)"),
    Case(
        "manifest CONFIG --corpus CORPUS --output made --timestamp https://tsa.example/",
        "timestamp",
        "rfc3161_client is not installed (a time stamp needs it)",
    ),
    Case("studio --port 0", "studio", "nicegui"),
)


@dataclass(frozen=True)
class Answers:
    """What each command of ``CASES`` answered, and the portal after them."""

    of: dict[Case, tuple[int, str, str]]
    portal: SmallPortal
    files: list[str]


def run_python(code: str, given: object, folder: Path) -> str:
    """Return what ``code`` prints in a process of its own that is given JSON."""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(given),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """All commands, run one after the other in a process in which no extra is installed."""
    folder = tmp_path_factory.mktemp("missing")
    with small_portal(folder, {"/list": listing("/a"), "/a": article("Words.")}) as portal:
        portal.executor = "serial"
        assert portal.crawl(RULES).tei == 1
        portal.asked.clear()
        config = str(folder / "portal.yaml")
        (folder / "packed.warc.zst").write_bytes(zstandard.compress(b"WARC/1.1\r\n"))
        golden = min((CHECKOUT / "examples" / "golden").glob("*.xml"))
        shutil.copy(golden, folder / "golden.xml")
        commands = [
            [{"CONFIG": config, "CORPUS": str(portal.corpus)}.get(w, w) for w in case.words.split()]
            for case in CASES
        ]
        answered = run_python(RUN_ALL, [LIBRARIES_OF_EXTRAS, commands], folder)
        found = dict(zip(CASES, map(tuple, json.loads(answered)), strict=True))
        return Answers(found, portal, [path.name for path in folder.iterdir()])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.words)
def test_a_missing_library_is_named_with_what_installs_it(answers: Answers, case: Case):
    code, out, err = answers.of[case]
    assert code == case.code, err
    assert case.says in err
    # the tests run in an environment that was made from a checkout
    assert f'pip install -e "{CHECKOUT}[{case.extra}]"' in err
    assert "Traceback" not in err
    if code:
        assert out == ""
    else:
        assert "no problems" in out


def test_nothing_is_requested_or_written_without_them(answers: Answers):
    assert answers.portal.asked == []
    assert "made" not in answers.files


@pytest.mark.parametrize("extra", sorted({case.extra for case in CASES}))
def test_each_extra_can_be_installed(extra: str):
    setup = configparser.ConfigParser()
    setup.read(CHECKOUT / "setup.cfg", encoding="utf-8")
    libraries = setup["options.extras_require"][extra].replace("-", "_")
    named = [case.says.split()[0] for case in CASES if case.extra == extra]
    assert all(name in libraries for name in named), (named, libraries)


def test_every_command_says_its_options_where_no_extra_is_installed(tmp_path: Path):
    listed = run_python(LIST_COMMANDS, LIBRARIES_OF_EXTRAS, tmp_path).split()
    assert {"build", "serve", "studio"} < set(listed)


# bug 7 of HTML2TEI
def test_a_portal_without_rules_needs_no_other_extractor(
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
