"""A blog of each system, read by what ``curator new`` alone writes; nothing in the file is edited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from blog_reading import read_blog
from blog_themes import BLOGS

POSTS = 12
READ = ("titles", "bodies", "authors", "dates", "changes", "sections", "keywords")
QUICK = ("casper", "olivero", "cassiopeia-4")
"""Themes of every run; test_blogs_starts.py has WordPress and Blogger. ``--long`` takes all of them."""
LOOKS = re.compile(r"\d{2}|layout|^.(?:p[xy]|m[tb]|ms|w)-\d|clearfix|canvas|width")
"""Generated names (``wp-container-core-group-layout-7``, ``post-body-3003``) and classes of layouts."""


@pytest.mark.parametrize("theme", BLOGS)
def test_new_alone_reads_every_post(
    theme: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if theme not in QUICK and not request.config.getoption("long"):
        pytest.skip("--long reads the blogs of all themes")
    score = read_blog(BLOGS[theme](POSTS, 7), tmp_path)

    assert (score.found, score.others) == (POSTS, [])
    assert [fault for fault in score.faults if fault[0] in READ] == []
    assert {name: score.right[name] for name in READ} == dict.fromkeys(READ, POSTS)
    names = _selector_names(score.proposal)
    assert names and not list(filter(LOOKS.search, names))


def _selector_names(proposal: str) -> list[str]:
    lines = [line.partition("  #")[0] for line in proposal.splitlines()]
    rules = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
    return re.findall(r"(?<=[\s\w',])[.#][A-Za-z][\w-]+", rules)
