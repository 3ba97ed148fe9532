"""What the page *From R* says is what R does, block by block; AntConc and Voyant open folders of
plain texts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from small_portal import article, crawled_portal, listing

from webarticlecurator.cli.main import main

PAGE = (Path(__file__).parents[3] / "docs" / "from-r.md").read_text("utf-8")
COMMANDS = re.findall(r"^    curator (.*)$", PAGE, re.MULTILINE)
SCRIPTS = re.findall(r"^```r\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
LIBRARIES = [re.findall(r"library\((\w+)\)", script) for script in SCRIPTS]
RULES = """fetch: {delay: 0}
language: hu
archive: {url: BASE/list, links: h2}
article: {metadata: {published: {meta: day}}}
"""
TEXTS = {
    "/one": "Az őszi szél fúj, fúj az erdőn át. NA és null is szó.",
    "/two": "Fúj a szél, „mondta” az öreg.",
    "/three": "Tavasz van, az erdő zöld; a szél fúj.",
}
WORDS = {word for text in TEXTS.values() for word in re.findall(r"\w+", text.lower())}


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Path]]:
    """Runs a command of the page in its folder, unless it was run before."""
    folder = tmp_path_factory.mktemp("r")
    head = '<meta name="day" content="2021-03-04">'
    pages = {"/list": listing(*TEXTS), **{n: article(text, head) for n, text in TEXTS.items()}}
    with crawled_portal(folder, pages, RULES) as portal:
        words = [str(folder / "portal.yaml"), "--corpus", str(portal.corpus)]

        def run(command: str) -> Path:
            *given, name = command.replace("echo.yaml", "").split()
            output = folder / name
            if not output.exists():
                assert main([given[0], words[0], *given[1:], str(output), *words[1:]]) in (0, 1)
            return output

        yield run


def run_r(script: str, folder: Path) -> str:
    done = subprocess.run(
        ["Rscript", "-e", script],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def r_libraries() -> set[str]:
    """The names of the libraries that R has; to load them takes seconds."""
    return set(run_r("cat(.packages(all.available = TRUE))", Path.cwd()).split())


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="R is not installed")
@pytest.mark.parametrize("number", range(len(SCRIPTS)), ids=map("-".join, LIBRARIES))
def test_r_reads_the_texts_as_the_page_says(
    exports: Callable[[str], Path], r_libraries: set[str], number: int
):
    command, script = COMMANDS[number], SCRIPTS[number]
    if missing := [name for name in LIBRARIES[number] if name not in r_libraries]:
        pytest.skip(f"R has no {', '.join(missing)}")
    if "derive" in command:
        pytest.importorskip("spacy", reason="derived texts are divided by spaCy")
    if "parquet" in command:
        pytest.importorskip("pyarrow")
    folder = exports(command).parent
    printed = run_r(script, folder)
    assert "fúj" in printed or "öreg" in printed
    if "derive" in command:
        assert printed.split()[-2:] == [str(len(TEXTS)), str(len(WORDS))]


@pytest.mark.parametrize(
    "command",
    [
        "export echo.yaml --format txt+csv --output echo-txt",
        "derive echo.yaml words --segment 20 --anyway --output echo-words",
        "derive echo.yaml sentences --anyway --output echo-sentences",
    ],
)
def test_folders_of_texts_are_plain_for_antconc_and_voyant(
    exports: Callable[[str], Path], command: str
):
    if "derive" in command:
        pytest.importorskip("spacy", reason="derived texts are divided by spaCy")
    folder = exports(command)
    folder = folder / "texts" if "derive" in command else folder
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "metadata.csv"]
    assert files
    for path in files:
        assert path.suffix == ".txt"
        text = path.read_bytes().decode("utf-8")
        assert re.findall(r"[^\n\w\s.,;„”]|\r|\ufeff", text) == [], path
    texts = " ".join(path.read_text("utf-8") for path in files)
    assert set(re.findall(r"\w+", texts.lower())) == WORDS
