"""What stands on further pages of articles alone, and is no text."""

from __future__ import annotations

from pathlib import Path

import pytest
from learn_pages import WORDS, paragraphs
from small_portal import small_portal

from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

COUNT = 12
BACK = "Grumf da"
NOTICE = "All rights of this town are those of the town, and nobody may take any of them away."


def write(number: int, page: int, notice: str) -> str:
    """Return one of the three pages of an article, with links to the one before and the next."""
    title = f"What happened on day {number} at the {WORDS[number]}"
    path = f"/story-of-{WORDS[number]}"
    before = (
        f'<a href="{path}{f"?page={page - 1}" if page > 2 else ""}">{BACK}</a>' if page > 1 else ""
    )
    after = f'<a href="{path}?page={page + 1}">Dumf</a>' if page < 3 else ""
    end = f"<p>{notice}</p>" if page == 3 else ""
    return (
        f"<html lang=en><head><title>{title}</title></head><body><div><h1>{title}</h1>"
        f"<div>{paragraphs(3 * number + page, 3)}{end}</div><div>{before} {after}</div></div></body></html>"
    )


@pytest.mark.parametrize("notice", ["", NOTICE])
def test_what_further_pages_repeat_is_no_text(tmp_path: Path, notice: str) -> None:
    links = "".join(
        f'<li><a href="/story-of-{WORDS[n]}">What happened on day {n} at the {WORDS[n]}</a></li>'
        for n in range(COUNT)
    )
    pages = {"/": f"<html lang=en><body><ul>{links}</ul></body></html>"}
    for n in range(COUNT):
        for page in (1, 2, 3):
            query = f"?page={page}" if page > 1 else ""
            pages[f"/story-of-{WORDS[n]}{query}"] = write(n, page, notice)
    with small_portal(tmp_path, pages) as portal:
        found = propose_portal([f"{portal.base}/"], runtime=portal.runtime)
        file = tmp_path / "new.yaml"
        file.write_text(proposed_yaml(found), encoding="utf-8")
        portal.executor = "serial"
        summary = crawl(load_portal(file), portal.corpus, None, portal.runtime)
        texts = [path.read_text("utf-8") for path in portal.corpus.rglob("*.xml")]
    assert summary.tei == COUNT
    for text in texts:
        assert text.count("</p>") >= 9
        assert BACK not in text and NOTICE not in text
