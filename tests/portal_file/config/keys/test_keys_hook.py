"""``hook``: a function of the user's as a selector."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import article, listing, small_portal

from webarticlecurator.base.errors import UsageError
from webarticlecurator.portal_file.config.load import load_portal

FILE = """\
archive: {url: BASE/list, links: {hook: "ours:links", exclude: never}}
fetch: {delay: 0}
article: {metadata: {title: {within: article, hook: "ours:shout"}}}
"""
OURS = """\
import re


def links(page_text, url):
    return re.findall(r"go\\('([^']+)'\\)", page_text)


def shout(page_text: str, url: str) -> list[str]:
    return [re.sub("<[^>]+>", "", page_text).upper()]
"""
PAGES = {
    "/list": "<a onclick=\"go('a')\">A</a><a onclick=\"go('/never')\">N</a>",
    "/a": article("quiet", around="<p>rest</p>"),
}


def test_values_of_a_hook_are_processed_like_others(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        portal.crawl(FILE, ours__py=OURS)
        assert portal.articles() == {"/a": "tei"}
        (text,) = portal.tei().values()
        assert "<title>QUIET</title>" in text
        assert "<dcterms:source>hook:ours:shout</dcterms:source>" in text


def test_a_changed_function_is_a_changed_rule(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        portal.crawl(FILE, ours__py=OURS)
        before = load_portal(tmp_path / "portal.yaml", allow_hooks=True)
        portal.build(FILE, ours__py=OURS.replace("upper()", "upper() + '!'"))
        assert "<title>QUIET!</title>" in next(iter(portal.tei().values()))
        after = load_portal(tmp_path / "portal.yaml", allow_hooks=True)
        assert before.tei_digest != after.tei_digest
        summary = portal.build(FILE, ours__py=OURS.replace("go", "gone"))
        assert (summary.unlisted, portal.articles()) == (1, {"/a": "tei"}), "it lists nothing now"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return [1 / 0]", "ZeroDivisionError"),
        ("return 'a'", "not a list of texts"),
        ("return [None]", "not a list of texts"),
    ],
)
def test_a_failing_hook_stops_the_run_with_its_place(tmp_path: Path, body: str, said: str):
    with small_portal(tmp_path, PAGES) as portal:
        with pytest.raises(UsageError) as caught:
            portal.crawl(FILE, ours__py=f"{OURS}\n\ndef links(page_text, url):\n    {body}\n")
        assert f"the hook ours:links fails on {portal.base}/list" in caught.value.message
        assert said in caught.value.message
        assert "ours.py" in caught.value.cure
        portal.crawl(FILE, ours__py=OURS)
        assert portal.articles() == {"/a": "tei"}, "mended, the same command goes on"


def test_its_file_is_kept_in_the_archive(tmp_path: Path):
    with small_portal(tmp_path, {"/list": listing()}) as portal:
        config = portal.write(FILE, ours__py=OURS)
        assert [file.name for file in config.files] == ["portal.yaml", "ours.py"]
