"""A worker process keeps nothing of the pages that it has read, and may have memory of its own
beside what the program around it has mapped.
"""

from __future__ import annotations

import mmap
import sys
from pathlib import Path

import pytest
from benches import import_bench
from building_corpus import corpus_of

from webarticlecurator.corpus.archives.adopting import adopt_warcs
from webarticlecurator.crawling.workers.worker_loop import MAX_MEMORY
from webarticlecurator.portal_file.config.load import load_portal

workers = import_bench("speed.workers")
ARTICLES, KILOBYTES = 48, 1000
MEGABYTES = 150


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ru_maxrss has other units")
@pytest.mark.long
def test_workers_stay_small_on_many_large_pages(tmp_path: Path) -> None:
    config, folder, warc = tmp_path / "large.yaml", tmp_path / "corpus", tmp_path / "pages.warc.gz"
    config.write_text(workers.PORTAL, encoding="utf-8")
    workers.write_warc(warc, ARTICLES, KILOBYTES)
    adopt_warcs(load_portal(config), folder, [warc])
    costs = [workers.in_process(config, folder, jobs, profiled=False) for jobs in (1, 2)]
    assert [cost.worker_megabytes < MEGABYTES for cost in costs] == [True, True], costs
    assert len({cost.digest for cost in costs}) == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="workers are not forked")
def test_a_worker_is_forked_from_a_program_that_has_mapped_more_than_its_limit(
    tmp_path: Path,
) -> None:
    """As notebooks have with libraries for tables: each article failed with SIGSEGV."""
    with mmap.mmap(-1, MAX_MEMORY + (1 << 30), prot=mmap.PROT_READ):
        _, corpus = corpus_of(tmp_path, {"one": "<p>1</p>", "two": "<p>2</p>"})
    assert len([*corpus.glob("tei/**/*.xml")]) == 2
