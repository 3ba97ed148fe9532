"""``curator new`` and ``check --live`` on real pages, through the replaying proxy."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml
from skipped_pauses import skip_pauses

from webarticlecurator.base.folders import data_folder
from webarticlecurator.cli.main import main
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.pages.rules.results import select_links
from webarticlecurator.portal_file.config.load import load_portal


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    skip_pauses(monkeypatch)


def listed(replay, config: Path, css: str, url: str) -> set[str]:
    """Return the links that a selector selects on an archived page, as a rule of a portal file."""
    text = re.sub(
        r"(?m)^  links: .*$", f"  links: {json.dumps(css)}", config.read_text(encoding="utf-8")
    )
    config.write_text(text, encoding="utf-8", newline="\n")
    page = read_page(url, replay.answers[url].partition(b"\r\n\r\n")[2])
    return set(select_links(load_portal(config).links, page))


@pytest.mark.parametrize(
    ("replay", "url", "pagination"),
    [
        ("p444", "https://444.hu/2019/07/06", "next-link"),
        ("p24_rangado", "https://rangado.24.hu/author/dajkab/page/29/", "next-link"),
    ],
    indirect=["replay"],
)
def test_one_of_the_proposed_rules_lists_the_articles(
    replay, request, url, pagination, shared, tmp_path
):
    config = tmp_path / "new.yaml"
    assert (
        main(
            [
                "new",
                url,
                "--output",
                str(config),
                "--proxy",
                replay.address,
                "--ca",
                str(replay.ca_file),
            ]
        )
        == 0
    )
    span = load_portal(config).columns[0].spans[0]
    assert span.pagination.mode == pagination
    found = json.loads((shared / "cases" / "wac" / "cases.json").read_text(encoding="utf-8"))
    (case,) = [c for c in found if c["url"] == url and c["kind"] == "article_urls"]
    rows = re.findall(r"(?m)^  # +(\d+)  (\S.*)$", config.read_text(encoding="utf-8"))
    proposed = [(count, yaml.safe_load(css)) for count, css in rows]
    assert 3 <= len(proposed) <= 5
    lists = [listed(replay, config, css, url) for _, css in proposed]
    assert [len(one) for one in lists] == [int(count) for count, _ in proposed]
    assert lists[0] == set(case["expected"])


@pytest.mark.parametrize("replay", ["p444"], indirect=True)
def test_an_archive_by_date_is_recognised(replay, tmp_path):
    config = tmp_path / "new.yaml"
    main(
        [
            "new",
            "https://444.hu/2018/04/08",
            "--output",
            str(config),
            "--proxy",
            replay.address,
            "--ca",
            str(replay.ca_file),
        ]
    )
    portal = load_portal(config)
    span = portal.columns[0].spans[0]
    assert (span.url.text, span.pagination.mode) == ("https://444.hu/{date:%Y/%m/%d}", "next-link")
    assert span.dates is not None and span.dates.step == "day"
    assert (portal.title, portal.language) == ("444", "hu-HU")


@pytest.mark.parametrize("replay", ["valasz"], indirect=True)
def test_a_shipped_portal_file_looked_at_live(replay, tmp_path, capsys):
    for path in data_folder("site_configs").glob("valasz.*"):
        shutil.copy(path, tmp_path)
    options = ["--live", "--json", "--proxy", replay.address, "--ca", str(replay.ca_file)]
    code = main(["check", str(tmp_path / "valasz.yaml"), *options])
    live = json.loads(capsys.readouterr().out)["live"]
    itthon = next(page for page in live["archive_pages"] if page["column"] == "itthon")
    assert (code, itthon["wrong"], len(itthon["articles"])) == (1, [], 15)
    missing = [page for page in live["archive_pages"] if page["status"] != 200]
    assert missing and all(page["wrong"] == ["the portal answers 502"] for page in missing)
