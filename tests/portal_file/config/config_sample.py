"""Portal files for tests: written to a folder, loaded, changed."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.portal_file.config.load import load_portal

HEAD = "portal: echo\nhome: https://echo.example/\n"
ARCHIVE = 'archive:\n  url: "https://echo.example/a?page={page}"\n  pagination: {mode: infinite-scroll}\n  links: h2\n'

FULL = """\
# yaml-language-server: $schema=../schemas/portal.schema.json
portal: daily-echo
title: The Daily Echo
home: https://echo.example/
language: hu
timezone: Europe/Budapest
publisher: {name: Echo Kft., place: Budapest}
rights: {text: "© Echo Kft.", url: "http://rightsstatements.org/vocab/InC/1.0/"}
corpus: {title: Echo Corpus, version: "1.0", editors: [{name: A. Editor, orcid: 0000-0002-1825-0097, role: editor}]}
address:
  drop: [fragment, "utm_*"]
  replace: [["^http:", "https:"]]
fetch: {delay: 1.0, retries: 3, robots: obey, verify_tls: true, cookies: {consent: "1"}, browser: false}
archive:
  dates: {from: 1998-11-01, until: yesterday, step: day, order: newest-first}
  pagination: {mode: next-link, next: {css: "a.next"}}
  links: {css: "h2.headline"}
  columns:
    news:    {url: "https://echo.example/news/{date:%Y/%m/%d}/"}
    culture:
      url: "https://echo.example/culture?from={date:%Y-%m-%d}&before={after:%Y-%m-%d}"
      dates: {from: 2004-01-01, step: month}
    opinion: {url: "https://echo.example/op?page={page}", dates: none, pagination: {mode: numbered, first: 1, last: 39}}
    sport:
      spans:
        - {url: "https://echo.example/sport/{date:%Y/%m}/", dates: {from: 2000-01-01, until: 2009-12-31, step: month}}
        - {url: "https://echo.example/sport/{date:%Y/%m/%d}/", dates: {from: 2010-01-01}}
article:
  next_page: {css: "a[rel=next]"}
  continuation: "[?&]page=[2-9]"
  reject: [{css: "body.quiz", reason: not-article}]
  body:
    root: ["div.article-body", "section#main"]
    drop: [".ad", ".related", "script"]
    tags: daily-echo.tags.tsv
  metadata:
    title:     [{meta: "og:title", replace: [[" - Echo$", ""]]}, {css: h1}]
    authors:   [{css: ".byline a"}, {jsonld: author.name}]
    published: [{jsonld: datePublished}, {css: "time", attr: datetime}, {css: ".date", format: "%Y. %B %d., %H:%M"}]
    section:   [{url: "^https://[^/]+/([^/]+)/", map: {news: Hírek}}]
  layouts:
    - {name: before-2019, when: {css: "td.cikk"}, body: {root: ["td.cikk"]}}
"""
TAGS = (
    "signature\toperation\tkeep\tcontext\tcount\r\ndiv.hint\tbox\t\t\t17\r\n"
    '"q.long"\tquote>paragraph\tcite, id\tchild of div\t2\r\n'
)


def write(folder: Path, text: str, **files: str) -> Path:
    """A portal file and the files beside it (``name__ext`` is ``name.ext``)."""
    path = folder / "portal.yaml"
    path.write_text(text, encoding="utf-8", newline="\n")
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_text(content, encoding="utf-8", newline="")
    return path


def load(folder: Path, text: str, **files: str) -> Portal:
    return load_portal(write(folder, text, **files), allow_hooks=True)


def full(folder: Path) -> Portal:
    (folder / "daily-echo.tags.tsv").write_text(TAGS, encoding="utf-8", newline="")
    return load(folder, FULL)


def spans(portal: Portal) -> list[Span]:
    return [span for column in portal.columns for span in column.spans]


def sources(rules: ArticleRules, field: str) -> list[tuple[str, str]]:
    """The selectors of one metadata field."""
    return [(rule.kind, rule.expression) for rule in dict(rules.metadata).get(field, ())]


def css(*selectors: str) -> tuple[Rule, ...]:
    return tuple(Rule("css", selector) for selector in selectors)
