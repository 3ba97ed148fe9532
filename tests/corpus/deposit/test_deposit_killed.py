"""``curator package`` that is killed anywhere, and run again: the deposit is as if undisturbed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from deposit_material import contents, package
from small_portal import SmallPortal

CHILD = """
import os, signal, sys
from webarticlecurator.cli.main import main

at, output, words = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
CHANGES = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree"}
seen = 0

def count(event, arguments):
    global seen
    if event in CHANGES and str(arguments[0]).startswith(output):
        seen += 1
        if seen == at:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(count)
code = main([*words, "--output", output])
print(seen)
sys.exit(code)
"""
"""Ends itself before the change with a number to the deposit, or what belongs to it; prints how many
there are."""
PARTS = 3

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of Windows end no process at once")


def run(site: SmallPortal, at: int, output: Path) -> subprocess.CompletedProcess[str]:
    words = ["package", str(site.folder / "portal.yaml"), "--corpus", str(site.corpus)]
    return subprocess.run(
        [sys.executable, "-c", CHILD, str(at), str(output), *words, "--without-warcs"],
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("is_there", [False, True], ids=["new", "replaced"])
def test_a_killed_package_is_run_again(
    site: SmallPortal, deposit: Path, is_there: bool, tmp_path: Path
) -> None:
    whole = contents(deposit)
    counted = run(site, 0, tmp_path / "counted")
    assert counted.returncode == 0, counted.stderr
    changes = int(counted.stdout.split()[-1])
    assert changes > 6 * PARTS
    places = {2, *range(3, changes, changes // PARTS), changes - 1, changes}
    for at in sorted(places):
        output = tmp_path / f"at{at}"
        if is_there:
            assert package(site, output, "--without-warcs") == 0
        assert run(site, at, output).returncode == -signal.SIGKILL
        if output.exists():  # whole, or not under its name
            assert contents(output) == whole
        assert package(site, output, "--without-warcs") == 0
        assert contents(output) == whole
        assert [each.name for each in tmp_path.glob(f"{output.name}*")] == [output.name]
