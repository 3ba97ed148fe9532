"""A small portal that says something about the use of its texts, and the deposit of its corpus."""

from __future__ import annotations

import json
from pathlib import Path

from small_portal import Answer, SmallPortal, article, listing

from webarticlecurator.cli.main import main

BY = "https://creativecommons.org/licenses/by/4.0/"
CORPUS = """\
corpus:
  title: A small *corpus*
  version: "1.2"
  licence: CC BY 4.0
  funder: A fund
  project: 10.26259/d5e0e12f
  software: swh:1:dir:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
  editors:
  - {name: "Editor, Anna", orcid: 0000-0002-1825-0097}
  - {name: The project}
"""
RULES = """\
title: Small Portal
language: en
rights: {text: "© Small"}
fetch: {delay: 0}
archive: {url: "BASE/list", dates: none, links: h2}
article:
  body: {root: article}
  metadata: {published: time}
"""
HTML = ("Content-Type", "text/html; charset=utf-8")
FREE = {
    "/list": listing("/one", "/two", "/three"),
    "/one": article("<time>2015-03-01</time> Words of one."),
    "/two": article("Words of two.", around=f'<a rel="license" href="{BY}">CC</a>'),
    "/three": article("<time>2017-03-01</time> Words of three."),
}
RESERVED = {
    **FREE,
    "/three": Answer(article("Reserved words."), headers=(HTML, ("TDM-Reservation", "1"))),
}


def package(site: SmallPortal, output: Path, *options: str) -> int:
    """Run ``curator package`` on the corpus of the portal."""
    words = ["package", str(site.folder / "portal.yaml"), "--corpus", str(site.corpus)]
    return main([*words, "--output", str(output), *options])


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def read_json(folder: Path, name: str) -> dict:
    return json.loads((folder / name).read_text(encoding="utf-8"))
