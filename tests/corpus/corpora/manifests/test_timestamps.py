"""Time stamps of manifests by a real authority on loopback: ``openssl ts``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, crawled_portal, listing
from time_authority import openssl, time_authority

from webarticlecurator.cli.main import main

RULES = "fetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\n"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    with time_authority(tmp_path_factory.mktemp("authority")) as running:
        yield running


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    pages = {"/list": listing("/one"), "/one": article("Eins.")}
    with crawled_portal(tmp_path_factory.mktemp("stamped"), pages, RULES) as running:
        yield running


def test_anyone_can_check_that_a_manifest_was_there(portal, authority, tmp_path: Path, capsys):
    url, ca = authority
    words = [str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus)]
    manifest = tmp_path / "small.manifest.jsonl"
    assert main(["manifest", *words, "--output", str(manifest), "--timestamp", url]) == 0
    assert f"seen by {url}" in capsys.readouterr().err
    names = ["-in", f"{manifest.name}.tsr", "-data", manifest.name, "-CAfile", str(ca)]
    openssl(tmp_path, "ts", "-verify", *names)
    verify = ["verify", *words, "--manifest", str(manifest)]
    assert main([*verify, "--timestamp-ca", str(ca)]) == 0
    assert "signed by an authority that you trust" in capsys.readouterr().out
    assert main([*verify, "--json"]) == 0
    stamp = json.loads(capsys.readouterr().out)["timestamp"]
    assert (stamp["fault"], stamp["trusted"]) == ("", False)
    other = tmp_path / "other.pem"
    openssl(tmp_path, "req", "-newkey", "rsa:2048", "-nodes", "-x509", "-days", "30", "-subj",
            "/CN=Other", "-keyout", "o.key", "-out", other.name)  # fmt: skip
    assert main([*verify, "--timestamp-ca", str(other)]) == 4
    assert "its signature is not one of" in capsys.readouterr().out
    lines = manifest.read_bytes()
    manifest.write_bytes(lines + b"\n")
    assert main(verify) == 4
    assert "it is not that of" in capsys.readouterr().out


def test_an_authority_may_send_its_chain_in_any_order(portal, authority, tmp_path: Path, capsys):
    url, ca = authority
    words = [str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus)]
    manifest = tmp_path / "small.manifest.jsonl"
    assert main(["manifest", *words, "--output", str(manifest), "--timestamp", f"{url}chain"]) == 0
    names = ["-in", f"{manifest.name}.tsr", "-data", manifest.name, "-CAfile", str(ca)]
    openssl(tmp_path, "ts", "-verify", *names)  # the answer is kept as it was
    verify = ["verify", *words, "--manifest", str(manifest), "--timestamp-ca", str(ca)]
    assert main(verify) == 0
    assert "signed by an authority that you trust" in capsys.readouterr().out


def test_what_goes_wrong_is_said(portal, authority, tmp_path: Path, capsys):
    words = [str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus)]
    manifest = tmp_path / "small.manifest.jsonl"
    assert main(["manifest", *words, "--timestamp", authority[0]]) == 2
    refusing = ["--output", str(manifest), "--timestamp", f"{authority[0]}busy"]
    assert main(["manifest", *words, *refusing]) == 3
    assert "status 503" in capsys.readouterr().err
    assert manifest.is_file() and not manifest.with_name(f"{manifest.name}.tsr").exists()
    verify = ["verify", *words, "--manifest", str(manifest), "--timestamp-ca", str(authority[1])]
    assert main(verify) == 2
    assert "has no time stamp" in capsys.readouterr().err
