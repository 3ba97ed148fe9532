"""The commands of docs/manifest.md, curator's and others', run on the demo corpus and agree."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from docs_material import CHECKOUT, read

TOOLS = ("jq", "sha256sum", "sed", "diff")
PAGE = CHECKOUT / "docs" / "manifest.md"


@pytest.mark.skipif(
    not all(map(shutil.which, TOOLS)), reason=f"one of {', '.join(TOOLS)} is not installed"
)
def test_the_commands_of_the_page_agree(tour: Path):
    outputs = {}
    # curator is that of this checkout
    program = f'curator() {{ "{sys.executable}" -m webarticlecurator "$@"; }}\n'
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "LC_ALL": "C"}
    for line in re.findall(r"(?m)^    (\S.*)$", read(PAGE)):
        run = subprocess.run(
            ["sh", "-c", program + line],
            cwd=tour,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, f"{line}: {run.stdout}{run.stderr}"
        outputs[line] = run.stdout
    found = [*outputs.values()]
    assert "the corpus is in the state of demo.manifest.jsonl" in found[1]
    lines = [json.loads(line) for line in (tour / "demo.manifest.jsonl").read_text().splitlines()]
    assert found[2].split()[0] == found[3].strip() == lines[-1]["root"]
    assert found[4].split()[0] == lines[1]["sha256"]
    assert found[5:7] == ["", ""]
    states = {line.split()[1]: int(line.split()[0]) for line in found[7].splitlines()}
    assert states["tei"] == sum(1 for line in lines if line.get("tei")) > 300
    assert sum(states.values()) == lines[-1]["articles"]
    assert found[8].startswith("<urn:uuid:")
    check_documented_keys(lines)


def check_documented_keys(lines: list[dict]) -> None:
    shown = re.search(r"```json\n(.*?)\n```", read(PAGE), re.DOTALL)
    assert shown is not None
    documented = {}
    for text in re.split(r"\n(?=\{)", shown[1]):
        line = json.loads(text)
        documented[line["type"]] = line
    for line in lines:
        assert list(line) == list(documented[line["type"]])
        if line.get("tei"):
            assert list(line["tei"]) == list(documented["article"]["tei"])
