"""``--cluster`` and ``--warcs-at``: which options go together, and what is missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from webarticlecurator.cli.main import main

pytest.importorskip("distributed")

CLUSTER = ["--cluster", "tcp://127.0.0.1:9"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--warcs-at", "s3://b/warc"], "--warcs-at has no effect without --cluster"),
        ([*CLUSTER, "--jobs", "2"], "--jobs does not go with --cluster"),
        ([*CLUSTER, "--warc", "x.warc"], "--warc does not go with --cluster"),
        (
            [*CLUSTER, "--as-of", "2024-01-01", "--output", "x"],
            "--cluster does not go with --as-of and --manifest",
        ),
        ([*CLUSTER[:1], "no-scheduler.json"], "no scheduler file: no-scheduler.json"),
    ],
)
def test_options_that_do_not_go_together(
    small: tuple[Path, Path], capsys: pytest.CaptureFixture[str], options: list[str], message: str
):
    assert main(["build", str(small[0]), "--corpus", str(small[1]), *options]) == 2
    assert message in capsys.readouterr().err


def test_a_missing_extra_is_named_with_the_command_that_installs_it(
    small: tuple[Path, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["build", str(small[0]), "--corpus", str(small[1]), *CLUSTER]) == 2
    assert 'pip install "webarticlecurator[cluster]"' in capsys.readouterr().err
