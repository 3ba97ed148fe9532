"""Pages that always refuse: they may stop each run, but each run gets further, until everything
else is stored."""

from __future__ import annotations

from pathlib import Path

from hostile_server import answer, crawl, hostile_portal, listing, page

REFUSED = answer("no", "503 Service Unavailable")
FETCH = "delay: 0, retries: 0, timeout: 1, breaker: 3"


def test_refusing_articles_do_not_block_the_others_for_ever(tmp_path: Path, capsys):
    paths = [f"/{n}" for n in range(30)]
    answers = {"/list": listing(*paths)} | {path: page(path) for path in paths}
    answers |= dict.fromkeys(paths[5:12], REFUSED)
    with hostile_portal(answers) as portal:
        codes = []
        for _ in range(5):
            found = crawl(portal, tmp_path, capsys, fetch=FETCH)
            codes.append(found.code)
        assert found.summary["tei"] == 23
        assert {found.articles[path] for path in paths[5:12]} == {"status-503"}
        assert set(codes) <= {1, 3}
        portal.answers |= {path: page(path) for path in paths}
        for _ in range(3):
            found = crawl(portal, tmp_path, capsys, fetch=FETCH)
        assert (found.code, found.summary["tei"]) == (0, 30)


def test_refusing_archive_pages_do_not_block_the_others_for_ever(tmp_path: Path, capsys):
    text = (
        'archive: {url: "BASE/{date:%d}", dates: {from: 2020-01-01, until: 2020-01-20}, links: h2 a}\n'
        "article: {body: {root: article}}\n"
    )
    days = [f"/{n:02}" for n in range(1, 21)]
    answers = {day: listing(f"/a{day}") for day in days} | {f"/a{day}": page(day) for day in days}
    answers |= dict.fromkeys(days[8:15], REFUSED)
    with hostile_portal(answers) as portal:
        for _ in range(6):
            found = crawl(portal, tmp_path, capsys, text=text, fetch=FETCH)
        assert found.summary["tei"] == 13
        portal.answers |= {day: listing(f"/a{day}") for day in days}
        for _ in range(2):
            found = crawl(portal, tmp_path, capsys, text=text, fetch=FETCH)
        assert (found.code, found.summary["tei"]) == (0, 20)
