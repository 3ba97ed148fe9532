"""What ``crawl --warc-only`` leaves is stored, not pending: no problem, and built by the next plain
command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_portal import article, listing, small_portal

from webarticlecurator.cli.main import main

FILE = "archive: {url: BASE/list}\nfetch: {delay: 0}\n"
PAGES = {"/list": listing("/a", "/b"), "/a": article("first"), "/b": article("second")}


@pytest.mark.parametrize("later", ["build", "crawl"])
def test_warc_only_exits_with_0_and_a_later_command_builds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], later: str
):
    with small_portal(tmp_path, PAGES) as portal:
        config = str(portal.write(FILE).path)
        corpus = ["--corpus", str(portal.corpus)]
        assert main(["crawl", config, *corpus, "--warc-only"]) == 0
        assert main(["status", config, *corpus, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert [found[key] for key in ("articles", "tei", "stored", "pending", "failed")] == [
            2,
            0,
            2,
            0,
            0,
        ]
        main(["status", config, *corpus])
        assert (
            "2 articles: 0 in TEI, 2 stored and not built yet, 0 failed, 0 pending"
            in capsys.readouterr().out
        )
        assert main([later, config, *corpus]) == 0
        main(["status", config, *corpus, "--json"])
        found = json.loads(capsys.readouterr().out)
        assert [found[key] for key in ("articles", "tei", "stored", "pending")] == [2, 2, 0, 0]
