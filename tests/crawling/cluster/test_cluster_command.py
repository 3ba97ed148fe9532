"""``--cluster`` and ``--warcs-at``: which options go together, and what is missing."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest
from dask_cluster import DaskCluster
from libraries import skip_without

from webarticlecurator.cli.main import main

skip_without("distributed")

CLUSTER = ["--cluster", "tcp://127.0.0.1:9"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--warcs-at", "s3://b/warc"], "--warcs-at has no effect without --cluster"),
        ([*CLUSTER, "--jobs", "2"], "--jobs cannot be used with --cluster"),
        ([*CLUSTER, "--warc", "x.warc"], "--warc cannot be used with --cluster"),
        (
            [*CLUSTER, "--as-of", "2024-01-01", "--output", "x"],
            "--cluster cannot be used with --as-of or --manifest",
        ),
        ([*CLUSTER[:1], "no-scheduler.json"], "no scheduler file: no-scheduler.json"),
    ],
)
def test_options_that_do_not_go_together(
    small: tuple[Path, Path], capsys: pytest.CaptureFixture[str], options: list[str], message: str
):
    assert main(["build", str(small[0]), "--corpus", str(small[1]), *options]) == 2
    assert message in capsys.readouterr().err


def test_a_build_packs_its_tei(cluster: DaskCluster, small: tuple[Path, Path], tmp_path: Path):
    output = tmp_path / "zips"
    words = ["build", str(small[0]), "--corpus", str(small[1]), "--cluster", cluster.address]
    assert main([*words, "--zips", str(output)]) == 0
    (path,) = output.iterdir()
    with ZipFile(path) as packed:
        found = {name: packed.read(name) for name in packed.namelist()}
    top = small[1] / "tei"
    assert found == {p.relative_to(top).as_posix(): p.read_bytes() for p in top.rglob("*.xml")}
    assert len(found) == 7
