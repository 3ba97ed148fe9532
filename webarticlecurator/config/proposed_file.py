"""Writes a portal file to start from, filled in from one page of the portal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from webarticlecurator.config.learned_text import body_lines
from webarticlecurator.config.pagination_text import (
    list_address,
    literal_address,
    pagination_lines,
)
from webarticlecurator.config.starting_file import home_page_of, propose_portal_id
from webarticlecurator.config.yaml_text import YamlValue, yaml_comments, yaml_value
from webarticlecurator.model.proposal import (
    DataProposal,
    FeedProposal,
    FieldLine,
    LearnedLine,
    LinkProposal,
    PagerProposal,
    Proposal,
    SitemapProposal,
)
from webarticlecurator.model.visible import escape_cell

SAMPLES = 2

_HEAD = """\
# Made from {url} as it is today. Everything in it is a guess: look at each line, then try the file with
#   curator check FILE --plan      which archive pages there are
#   curator check FILE --live      what would be stored of one archive page and two articles
# Step by step: docs/add-a-portal.md; what every key means: docs/config.md.
portal: {portal}              # names the corpus folder
title: {title}
home: {home}
language: {language}                 # main language as BCP 47{note}
# timezone: Europe/Budapest   # the portal's zone; without it, times on pages without a zone stay so

# How the portal is requested: one request at a time; be patient with small portals.
fetch: {{delay: 1.0}}
"""

_BESIDE_TEXT = tuple(LearnedLine(tag, "") for tag in ("nav", "aside", "form"))
_METADATA = """\
  # Metadata come from JSON-LD, meta elements and microdata by themselves; write here the rules for what is wrong in them:"""
_EXAMPLES = """\
  # metadata:
  #   authors: [".byline a"]
  #   published: [{css: time, attr: datetime}, {css: .date, format: "%Y. %B %d., %H:%M"}]
"""


def proposed_yaml(found: Proposal) -> str:
    """Return the text of a commented portal file, which passes ``check``, for the portal of the
    page at ``found.url``. Raises UsageError where that is not a web address."""
    head = _HEAD.format(
        url=found.url,
        portal=yaml_value(propose_portal_id(found.url)),
        title=yaml_value(found.title or propose_portal_id(found.url)),
        home=home_page_of(found.url),
        language=found.language or "und",
        note=", as declared by the page" if found.language else ": hu, de, pt-BR …",
    )
    return "\n".join(
        [
            head,
            *_comments("Look at this: ", found.troubles),
            *_archive(found),
            "",
            *_article(found),
            _METADATA,
            *(_metadata(found) or [_EXAMPLES]),
        ]
    )


def _comments(label: str, values: Sequence[str], indent: int = 0) -> list[str]:
    return yaml_comments((f"{label}{' '.join(value.split())}" for value in values), indent)


def _archive(found: Proposal) -> Iterator[str]:
    yield "# The portal's own archive: pages that list the articles. Is this page one of them, and do they list everything?"
    yield "archive:"
    if found.feed:
        yield from _feed(found.feed)
    elif found.data:
        yield from _data(found.data, has_list=bool(found.links))
    else:
        yield from (_sitemap(found.sitemap) if found.sitemap else _list_pages(found))
    yield from _comments(
        "A feed (only the newest articles), in place of url:  feed: ", found.feeds, 2
    )
    if found.sitemaps and not found.sitemap:
        yield "  # Sitemaps (addresses without sections), in place of url:  sitemap: robots"
    yield from _comments("  ", found.sitemaps, 2)


def _sitemap(found: SitemapProposal) -> Iterator[str]:
    yield "  # robots.txt forbids the next page of the list; the sitemap that it names has"
    yield f"  # {found.addresses} addresses, {found.shared} of the {found.links} on this page among them."
    yield f"  sitemap: {yaml_value(found.url)}"


def _feed(found: FeedProposal) -> Iterator[str]:
    yield f"  # A feed lists the newest articles alone, here {found.entries}. On the page that it names as its site,"
    yield "  # no list of them was recognised; if the portal has one, write its address in place of the feed."
    yield f"  feed: {yaml_value(found.url)}"


def _data(found: DataProposal, *, has_list: bool) -> Iterator[str]:
    before = "only its newest articles" if has_list else "nothing"
    yield f"  # The page lists {before} by itself: a script loads this data, which lists {len(found.links)} articles."
    yield f"  url: {yaml_value(found.template or literal_address(found.url))}"
    if found.template:
        numbers: dict[str, YamlValue] = {"mode": "infinite-scroll"}
        if found.first != 1:
            numbers["first"] = found.first
        yield f"  pagination: {yaml_value(numbers)}      # page by page, up to the first that lists nothing"
    else:
        yield "  pagination: {mode: none}      # no number of a page was recognised in its address"
    yield f"  links: {yaml_value({'json': found.expression})}"
    yield from _comments("  ", found.links[:SAMPLES], 2)


def _list_pages(found: Proposal) -> Iterator[str]:
    yield f"  url: {yaml_value(list_address(found))}"
    if found.dated:
        step = found.dated.step
        dates = yaml_value({"from": found.first_day or found.dated.day, "step": step})
        first = (
            f"the first {step} that this page links"
            if found.first_day
            else f"the {step} of this page"
        )
        yield f"  dates: {dates}      # from {first} on; set the portal's first"
    yield from pagination_lines(found)
    yield from _comments(
        "The page names an address with a date, perhaps an archive: ", found.archives, 2
    )
    yield from _links(found.links)
    if found.listed_date:
        date = found.listed_date
        rule = yaml_value({"date": {"css": date.css, "attr": date.attribute}})
        yield f"  listed: {rule}      # beside {date.count} of {date.links} links"


def _links(proposals: Sequence[LinkProposal]) -> Iterator[str]:
    if not proposals:
        yield "  # No list of articles was recognised on this page. Is it in the page's source, or does a script load it?"
        yield '  links: ["article h2", "article h3"]       # CSS: elements that are, hold, or lie in a link to an article'
        return
    yield "  # Candidates for the link rule, with how many links each lists on this page:"
    for proposal in proposals:
        yield f"  #   {len(proposal.links):>3}  {yaml_value(proposal.css)}"
        yield from _comments("         ", proposal.links[:SAMPLES], 2)
    yield f"  links: {yaml_value(proposals[0].css)}"


def _article(found: Proposal) -> Iterator[str]:
    yield "# The articles themselves."
    yield "article:"
    yield from _next_page(found.article_pager)
    if found.articles:
        yield "  # What follows is from these articles:"
        yield from _comments("  ", found.articles, 2)
    if found.classifier is not None:
        yield f"  classifier: {yaml_value(found.classifier.name)}"
    yield "  body:"
    if not found.article.roots:
        yield "    # root: [div.article-text]              # no element was recognised that always contains the text: it is looked for"
    pager = found.article_pager
    drops = [LearnedLine(pager.scope, "the pager")] if pager else []
    yield from body_lines(found.article, [*drops, *_BESIDE_TEXT])


def _next_page(pager: PagerProposal | None) -> Iterator[str]:
    if pager is None:
        yield '  # next_page: "a[rel=next]"                # if articles have several pages'
        return
    parts = {"scope": pager.scope, "current": pager.current, "links": pager.links}
    yield f"  next_page: {yaml_value({'pager': parts})}      # some articles have several pages"


def _metadata(found: Proposal) -> list[str]:
    """Return the rules for fields that the default sources do not find, or not whole."""
    has_rules = bool(found.article.fields or found.listed_date)
    lines = ["  metadata:"] if has_rules else []
    if found.listed_date:
        lines.append("    published: {listed: date}  # the articles show none; see archive.listed")
    for name, rules in found.article.fields:
        lines.append(f"    {name}:")
        for rule in rules:
            evidence = escape_cell(" ".join(rule.evidence.split()))
            lines.append(f"      - {yaml_value(_field_rule(rule))}  # {evidence}")
    return [*lines, ""] if lines else []


def _field_rule(line: FieldLine) -> YamlValue:
    rule: dict[str, YamlValue] = {"css": line.css}
    if line.split:
        rule["split"] = line.split
    if line.label:
        rule["replace"] = [[rf"^{re.escape(line.label)}\s*", ""]]
    if line.takes_all:
        rule["pick"] = "all"
    return rule if len(rule) > 1 else line.css
