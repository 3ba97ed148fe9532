"""What a release is made of: workflows, recipe, metadata, man page, completion."""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from docs_material import CHECKOUT, read

from webarticlecurator.base.system.installation import DISTRIBUTION, SCHEMA_ADDRESS, __version__

WORKFLOWS = sorted((CHECKOUT / ".github" / "workflows").glob("*.yml"))
RECIPE = CHECKOUT / "packaging" / "conda" / "recipe.yaml"
OTHER_NAMES = {
    "python-zlib-ng": "zlib-ng",
    "brotli-python": "brotli",
    "python-tzdata": "tzdata",
}
"""Name in conda-forge → name in the registry, where they differ."""


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_hash(path: Path):
    used = re.findall(r"uses: (.*)", read(path))
    assert used
    assert [each for each in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v[\d.]+", each)] == []


def test_only_the_release_may_write(path: Path = CHECKOUT / ".github/workflows/release.yml"):
    release = yaml.safe_load(read(path))
    assert release["permissions"] == {}
    writing = {
        name: sorted(key for key, value in job["permissions"].items() if value == "write")
        for name, job in release["jobs"].items()
    }
    assert writing == {
        "build": [],
        "attest": ["attestations", "id-token"],
        "registry": ["id-token"],
        "page": ["contents"],
    }


def test_the_recipe_needs_what_the_package_needs():
    recipe = yaml.safe_load(read(RECIPE))
    setup = configparser.ConfigParser()
    setup.read(CHECKOUT / "setup.cfg", encoding="utf-8")
    needed = setup["options"]["install_requires"].strip().splitlines()
    wanted = {each.partition(";")[0].replace(" ", "") for each in needed}
    found = set()
    for each in recipe["requirements"]["run"]:
        name, _, version = each.partition(" ")
        found.add(OTHER_NAMES.get(name, name) + version)
    assert found - {"python>=${{ python_min }}"} == wanted
    assert recipe["context"]["version"] == __version__
    assert recipe["package"]["name"] == DISTRIBUTION


@pytest.mark.parametrize("python", ["3.10", "3.11", "3.12", "3.13", "3.14"])
def test_it_brings_at_most_36_other_distributions(python: str):
    """By what the installed distributions say that they need with that Python."""
    requirements = pytest.importorskip("packaging.requirements", reason="pip install packaging")
    marked = {"python_version": python, "python_full_version": f"{python}.0", "extra": ""}
    found: set[str] = set()
    todo = [DISTRIBUTION]
    while todo:
        for each in map(requirements.Requirement, metadata.requires(todo.pop()) or ()):
            name = re.sub("[-_.]+", "-", each.name).lower()
            if name not in found and (each.marker is None or each.marker.evaluate(marked)):
                found.add(name)
                todo += [name] if is_there(name) else []
    assert "lxml" in found and "rdflib" in found and len(found) <= 36, sorted(found)


def is_there(name: str) -> bool:
    """Return True for a distribution that is installed here; one for an older Python is not."""
    try:
        return bool(metadata.distribution(name))
    except metadata.PackageNotFoundError:
        return False


def test_the_entry_for_schemastore_names_the_schema_of_this_version():
    entry = json.loads(read(CHECKOUT / "packaging" / "schemastore.json"))
    assert set(entry) == {"name", "description", "fileMatch", "url", "versions"}
    assert entry["versions"][__version__] == SCHEMA_ADDRESS
    assert entry["url"] == SCHEMA_ADDRESS.replace(f"/v{__version__}/", "/main/")
    portal_file = Path("echo.curator.yaml")
    assert any(portal_file.match(each) for each in entry["fileMatch"])


def test_the_metadata_for_zenodo_are_those_of_the_citation():
    zenodo = json.loads(read(CHECKOUT / ".zenodo.json"))
    citation = yaml.safe_load(read(CHECKOUT / "CITATION.cff"))
    assert zenodo["upload_type"] == citation["type"] == "software"
    assert zenodo["license"] == citation["license"]
    assert zenodo["description"] == citation["abstract"]
    assert [each["name"] for each in zenodo["creators"]] == [
        each["name"] for each in citation["authors"]
    ]
    assert citation["version"] == __version__


def test_the_man_page_has_every_option(tmp_path: Path):
    pytest.importorskip("argparse_manpage", reason="pip install argparse-manpage")
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    page = tmp_path / "curator.1"
    made = re.search(r"argparse-manpage (--module .*) --output", read(CHECKOUT / "Makefile"))
    assert made is not None
    arguments = re.findall(r'"[^"]*"|\S+', made[1])
    words = [each.strip('"') for each in arguments]
    code = "import sys; from argparse_manpage.cli import main; sys.exit(main())"
    subprocess.run([sys.executable, "-c", code, *words, "--output", str(page)], check=True)
    shown = subprocess.run(
        ["groff", "-K", "utf8", "-ww", "-man", "-T", "utf8", "-P-cbou", str(page)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert shown.stderr == ""
    for words in ("curator export", "--detect-language", "curator warc", "--collocates"):
        assert words in shown.stdout


def test_bash_completes_commands_and_options(tmp_path: Path):
    pytest.importorskip("argcomplete", reason="pip install argcomplete")
    bash = shutil.which("bash")
    if bash is None or sys.platform == "win32":
        pytest.skip("no bash")
    folder = Path(sys.executable).parent
    script = f"""
    PATH={folder}:$PATH
    eval "$(register-python-argcomplete curator)"
    ask() {{
      COMP_LINE="$1" COMP_POINT=${{#1}} COMP_TYPE=9
      _python_argcomplete curator; echo "${{COMPREPLY[@]}}"
    }}
    ask "curator exp"; ask "curator export --sk"; ask "curator report lang"
    """
    ran = subprocess.run([bash, "-c", script], capture_output=True, text=True, check=True)
    assert [line.split() for line in ran.stdout.splitlines()] == [
        ["export"], ["--skip-language"], ["language"],
    ]  # fmt: skip


def test_fish_completes_commands_and_options():
    pytest.importorskip("argcomplete", reason="pip install argcomplete")
    fish = shutil.which("fish")
    if fish is None:
        pytest.skip("no fish (on Debian: apt-get install fish)")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    script = (
        "register-python-argcomplete --shell fish curator | source;"
        "complete -C 'curator exp'; complete -C 'curator export --sk'"
    )
    ran = subprocess.run(
        [fish, "--no-config", "-c", script],
        env=os.environ | {"PATH": path}, capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    words = [line.partition("\t")[0] for line in ran.stdout.splitlines()]
    assert words == ["export", "--skip-language"]
