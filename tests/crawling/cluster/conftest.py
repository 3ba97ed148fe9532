"""A scheduler with two workers, and the demo corpus with its captures, not built yet."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from dask_cluster import DaskCluster, dask_cluster, free_port

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.portal_file.config.load import load_portal

sys.path.insert(0, str(Path(__file__).parents[1] / "building"))


@pytest.fixture(scope="session")
def s3_port() -> int:
    """The port at which the workers look for S3."""
    return free_port()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory, s3_port: int) -> Iterator[DaskCluster]:
    """A scheduler with two workers."""
    pytest.importorskip("distributed")
    environment = {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{s3_port}",
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    folder = tmp_path_factory.mktemp("cluster")
    with dask_cluster(folder, 2, "--no-nanny", environment=environment) as running:
        yield running


@pytest.fixture(scope="session")
def portal() -> Portal:
    return load_portal(data_folder("examples") / "demo.yaml")


@pytest.fixture
def captured(tmp_path: Path, portal: Portal, demo_corpus: Path) -> Path:
    """The captures of the demo portal, of which nothing is built."""
    folder = tmp_path / "corpus"
    shutil.copytree(demo_corpus / "warc", folder / "warc")
    rebuild_corpus(portal, folder)
    return folder


@pytest.fixture
def small(tmp_path: Path) -> tuple[Path, Path]:
    """A portal file, and a corpus of seven articles that are not built."""
    from building_corpus import adopted

    return adopted(tmp_path, {f"n{n}": f"<p>Number {n} of seven.</p>" for n in range(7)})


@pytest.fixture
def small_built(small: tuple[Path, Path]) -> tuple[Path, Path]:
    """The small corpus, built on this machine."""
    assert build(load_portal(small[0]), small[1]).built == 7
    return small
