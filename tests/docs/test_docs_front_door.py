"""What a contributor meets first: the Makefile, the forms and workflows, the documentation site."""

from __future__ import annotations

import re
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import commands_reference
import doubts_page
import pytest
import yaml
from docs_material import CHECKOUT, read

FORMS = sorted((CHECKOUT / ".github" / "ISSUE_TEMPLATE").glob("*-*.yml"))
GENERATED = (commands_reference, doubts_page)
"""The pages of the site that are no files."""
WORKFLOWS = sorted((CHECKOUT / ".github" / "workflows").glob("*.yml"))


def assert_valid(schema: str, *files: object) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema]
    found = subprocess.run(
        [*command, *map(str, files)], capture_output=True, text=True, timeout=120, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr


def test_workflows_and_issue_forms_are_valid():
    assert len(FORMS) == 2
    assert_valid("vendor.github-workflows", *WORKFLOWS)
    assert_valid("custom.github-workflows-require-timeout", *WORKFLOWS)
    assert_valid("vendor.github-issue-forms", *FORMS)


def test_the_workflow_runs_every_python_on_every_system():
    jobs = yaml.safe_load(read(WORKFLOWS[0]))["jobs"]
    matrix = jobs["tests"]["strategy"]["matrix"]
    assert matrix["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    assert matrix["python"] == ["3.10", "3.11", "3.12", "3.13", "3.14"]


@pytest.mark.parametrize(
    "target", re.findall(r"^# make ([\w-]+):", read(CHECKOUT / "Makefile"), re.M)
)
def test_every_target_that_the_makefile_explains_is_there(target: str):
    assert re.search(rf"^{target}:", read(CHECKOUT / "Makefile"), re.MULTILINE)


def test_quick_runs_folders_that_are_there():
    makefile = read(CHECKOUT / "Makefile").replace("\\\n", " ")
    quick = re.search(r"^QUICK = (.*)$", makefile, re.MULTILINE)
    assert quick is not None
    words = [word.removeprefix("--ignore=") for word in quick[1].split()]
    assert [word for word in words if not (CHECKOUT / word).exists()] == []


def test_every_bench_of_the_makefile_can_be_imported():
    names = sorted(set(re.findall(r"-m (bench[.\w]+)", read(CHECKOUT / "Makefile"))))
    command = [sys.executable, "-c", f"import bench.against, {', '.join(names)}"]
    found = subprocess.run(
        command, cwd=CHECKOUT, capture_output=True, text=True, timeout=120, check=False
    )
    assert len(names) > 20
    assert found.returncode == 0, found.stderr


def test_the_site_has_every_document():
    site = yaml.safe_load(read(CHECKOUT / "mkdocs.yml"))
    named = re.findall(r"[\w/-]+\.md", str(site["nav"]))
    docs = CHECKOUT / "docs"
    written = [page.relative_to(docs).as_posix() for page in docs.rglob("*.md")]
    assert sorted(named) == sorted([*written, *(page.PAGE for page in GENERATED)])


def test_generated_pages_are_made_with_the_site():
    pytest.importorskip("mkdocs.structure.files", reason="it needs the extra docs")
    hooks = yaml.safe_load(read(CHECKOUT / "mkdocs.yml"))["hooks"]
    assert [str(CHECKOUT / hook) for hook in hooks] == [page.__file__ for page in GENERATED]
    plugins = SimpleNamespace(_current_plugin=None)
    config = SimpleNamespace(site_dir="site", use_directory_urls=True, plugins=plugins)
    files: list[Any] = []
    for page in GENERATED:
        page.on_files(files, config)
    assert [file.src_uri for file in files] == [page.PAGE for page in GENERATED]
    texts = [commands_reference.page_text(), doubts_page.write_page()]
    assert [file.content_string for file in files] == texts
