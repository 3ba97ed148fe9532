"""An export by several processes or on a cluster: the same bytes as by one process."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest
from dask_cluster import DaskCluster
from libraries import skip_without

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.corpora.exporting import ExportedCorpus, export_corpora
from webarticlecurator.corpus.export.formats import EXPORTERS
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.crawling.cluster import cluster_executor
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal

skip_without("distributed")


def exported(
    portal: Portal, folder: Path, form: str, jobs: int | None, runtime: Runtime | None = None
) -> bytes:
    out = io.BytesIO()
    corpus = ExportedCorpus(portal, folder, Selection(), runtime or Runtime())
    articles = export_corpora([corpus], form, out, jobs)
    assert articles.problems == []
    assert articles.selected == len(list((folder / "tei").rglob("*.xml")))
    return out.getvalue()


def test_the_bytes_are_those_of_one_process(
    cluster: DaskCluster, small_built: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(cluster_executor, "TASKS_IN_RANGE", 2)
    portal, corpus = load_portal(small_built[0]), small_built[1]
    one = exported(portal, corpus, "jsonl", 1)
    assert one.count(b"\n") == 7
    assert exported(portal, corpus, "jsonl", 2) == one
    assert exported(portal, corpus, "jsonl", None, cluster.runtime(corpus / "tei")) == one


@pytest.mark.long
@pytest.mark.parametrize("form", [name for name, each in EXPORTERS.items() if each.chunks])
def test_the_demo_has_the_bytes_of_one_process_in_every_form(
    cluster: DaskCluster, portal: Portal, demo_corpus: Path, form: str
):
    for library in EXPORTERS[form].libraries:
        pytest.importorskip(library)
    one = exported(portal, demo_corpus, form, 1)
    assert exported(portal, demo_corpus, form, 2) == one
    assert exported(portal, demo_corpus, form, None, cluster.runtime(demo_corpus / "tei")) == one


def test_a_file_that_is_no_tei_is_named_and_left_out(
    cluster: DaskCluster, small_built: tuple[Path, Path]
):
    portal, corpus = load_portal(small_built[0]), small_built[1]
    bad = sorted((corpus / "tei").rglob("*.xml"))[3]
    bad.write_bytes(b"<html/>")
    for jobs, runtime in ((1, Runtime()), (2, Runtime()), (None, cluster.runtime(corpus / "tei"))):
        exported_corpus = ExportedCorpus(portal, corpus, Selection(), runtime)
        articles = export_corpora([exported_corpus], "csv", io.BytesIO(), jobs)
        (problem,) = articles.problems
        assert (articles.selected, problem.kind, problem.where) == (
            6,
            "unreadable-tei",
            str(bad),
        )


def test_a_command_exports_on_a_cluster(
    cluster: DaskCluster,
    small_built: tuple[Path, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
):
    config, corpus = small_built
    copy = shutil.copytree(corpus / "tei", tmp_path / "elsewhere")
    words = ["export", str(config), "--corpus", str(corpus), "--format", "txt"]
    there = ["--cluster", cluster.address, "--tei-at", str(copy)]
    assert main([*words, "--output", str(tmp_path / "here")]) == 0
    assert main([*words, *there, "--output", str(tmp_path / "there")]) == 0
    texts = sorted((tmp_path / "here").rglob("*.txt"))
    assert len(texts) == 7
    for text in texts:
        there_too = tmp_path / "there" / text.relative_to(tmp_path / "here")
        assert there_too.read_bytes() == text.read_bytes()
    shutil.rmtree(copy)
    assert main([*words, *there, "--output", str(tmp_path / "other")]) == 4
    assert f"{copy}/" in (message := capsys.readouterr().err)
    assert "correct --tei-at" in message
    assert not (tmp_path / "other").exists()


def test_options_that_do_not_go_together_are_refused(
    small: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    words = ["export", str(small[0]), "--corpus", str(small[1]), "--format"]
    assert main([*words, "csv", "--tei-at", "s3://x/tei"]) == 2
    assert "--tei-at has no effect without --cluster" in capsys.readouterr().err
    assert main([*words, "csv", "--cluster", "tcp://127.0.0.1:1", "--jobs", "2"]) == 2
    assert "--jobs cannot be used with --cluster" in capsys.readouterr().err
    assert main([*words, "zip", "--output", "x", "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "--cluster cannot be used with --format zip" in capsys.readouterr().err
