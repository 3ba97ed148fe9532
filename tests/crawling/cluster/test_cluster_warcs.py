"""Workers read the WARC files where they are: in a folder, in a bucket of S3, behind a web server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from dask_cluster import DaskCluster
from libraries import skip_without
from long_parameters import always

from webarticlecurator.base.errors import StoreDamaged, UsageError
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.portal_file.config.load import load_portal

skip_without("distributed")


@pytest.fixture
def bucket(small: tuple[Path, Path], s3_port: int) -> Iterator[str]:
    """The WARC files of the corpus in a bucket that everybody may read, on an S3 server on
    loopback."""
    server: Any = pytest.importorskip("moto.server").ThreadedMotoServer("127.0.0.1", s3_port)
    pytest.importorskip("s3fs")
    server.start()
    try:
        url = f"http://127.0.0.1:{s3_port}/corpora"
        requests.put(url, headers={"x-amz-acl": "public-read"}, timeout=10).raise_for_status()
        for path in (small[1] / "warc").iterdir():
            address = f"{url}/demo/warc/{path.name}"
            headers = {"x-amz-acl": "public-read"}
            requests.put(
                address, data=path.read_bytes(), headers=headers, timeout=10
            ).raise_for_status()
        yield url
    finally:
        server.stop()


@pytest.mark.long
@pytest.mark.parametrize("scheme", always(("s3",), ("s3", "http")))
def test_the_workers_read_a_bucket_of_s3_or_a_web_server(
    cluster: DaskCluster, small: tuple[Path, Path], bucket: str, scheme: str
):
    portal, corpus = load_portal(small[0]), small[1]
    address = "s3://corpora/demo/warc/" if scheme == "s3" else f"{bucket}/demo/warc"
    assert build(portal, corpus, None, cluster.runtime(address)).built == 7
    expected = {path: path.read_bytes() for path in (corpus / "tei").rglob("*.xml")}
    build(portal, corpus, BuildOptions(everything=True))
    assert {path: path.read_bytes() for path in expected} == expected


def test_a_warc_file_that_the_workers_do_not_find_is_named_with_the_address(
    cluster: DaskCluster, small: tuple[Path, Path], tmp_path: Path
):
    portal, corpus, elsewhere = load_portal(small[0]), small[1], tmp_path / "elsewhere"
    elsewhere.mkdir()
    with pytest.raises(
        StoreDamaged, match=rf"^{elsewhere}/echo-\S+\.warc\.gz cannot be read: FileNotFoundError"
    ) as raised:
        build(portal, corpus, None, cluster.runtime(elsewhere))
    assert "correct --warcs-at" in raised.value.cure
    shutil.copytree(corpus / "warc", elsewhere, dirs_exist_ok=True)
    assert build(portal, corpus, None, cluster.runtime(elsewhere)).built == 7


def test_an_address_that_fsspec_does_not_know_is_refused(
    cluster: DaskCluster, small: tuple[Path, Path]
):
    with pytest.raises(UsageError, match=r"^not an address of a folder: 'foo://x'"):
        build(load_portal(small[0]), small[1], None, cluster.runtime("foo://x"))
