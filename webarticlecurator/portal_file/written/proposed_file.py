"""Writes a portal file to start from, filled in from one page of the portal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.proposal.archive_links import SitemapSource
from webarticlecurator.base.proposal.proposal import (
    DataProposal,
    DatedAddress,
    GrowingList,
    IndexProposal,
    LinkProposal,
    NumberedProposal,
    Proposal,
)
from webarticlecurator.base.proposal.proposal_doubts import list_doubts
from webarticlecurator.base.proposal.proposal_summary import describe_portal
from webarticlecurator.base.text.calendars import GREGORIAN
from webarticlecurator.base.text.characters import escape_cell
from webarticlecurator.portal_file.written.body_yaml import body_lines
from webarticlecurator.portal_file.written.learned_file import ENCODING
from webarticlecurator.portal_file.written.starting_file import (
    MODELINE,
    home_page_of,
    make_identifier,
    propose_portal_id,
)
from webarticlecurator.portal_file.written.written_rules import to_field_yaml, to_rule_yaml
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue, yaml_comments, yaml_value

SAMPLES = 2
_HEAD = (
    MODELINE
    + """\
{doubts}# Made from {url} as it is today. Everything in it is a guess: look at each line, then try the file with
#   curator check FILE --plan      which archive pages there are
#   curator check FILE --live      what would be stored of one archive page and two articles
# Step by step: docs/add-a-portal.md; what every key means: docs/keys.md.
portal: {portal}              # names the corpus folder
title: {title}
home: {home}
language: {language}                 # main language as BCP 47{note}
{encoding}# timezone: Europe/Budapest   # the portal's zone; without it, times on pages without a zone stay so

# How the portal is requested: one request at a time; be patient with small portals.
fetch: {fetch}
{address}"""
)

RENDERED = "{delay: 1.0, browser: true}      # only a browser shows the text of the articles; each page then takes some thirty times the processor time (docs/browser.md)"
_BESIDE_TEXT = ("nav", "aside", "form", "{pager: {}}  # the numbers of its pages")
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
    portal = propose_portal_id(found.url, found.title)
    head = _HEAD.format(
        doubts=_doubts(found),
        url=found.url,
        portal=yaml_value(portal),
        title=yaml_value(found.title or portal),
        home=home_page_of(found.url),
        fetch=RENDERED if found.renders_articles else "{delay: 1.0}",
        address=_address(found),
        language=found.language or "und",
        encoding=f"{ENCODING.format(encoding=found.encoding)}\n" if found.encoding else "",
        note=f", {found.language_note}" if found.language else ": hu, de, pt-BR …",
    )
    return "\n".join(
        [
            head,
            *_archive(found),
            "",
            *_article(found),
            _METADATA,
            *(_metadata(found) or [_EXAMPLES]),
        ]
    )


def _doubts(found: Proposal) -> str:
    lines = [line for doubt in list_doubts(found) for line in doubt.lines()]
    head = ["Look at this first:", *lines] if lines else []
    return "".join(
        f"{line}\n" for line in yaml_comments(filter(None, [describe_portal(found), *head]))
    )


def _address(found: Proposal) -> str:
    article = found.data.article if found.data is not None else None
    if article is not None and article.public is not None:
        public: list[YamlValue] = [[*article.public]]
        return f"""
# Articles are read from their data; these are the addresses of their pages.
address: {yaml_value({"public": public})}
"""
    if not found.added_parameters:
        return ""
    drop: list[YamlValue] = ["fragment", *found.added_parameters]
    return f"""
# The list adds these parameters to addresses; without them, an article has the same page.
address: {yaml_value({"drop": drop})}
"""


def _comments(label: str, values: Sequence[str], indent: int = 0) -> list[str]:
    return yaml_comments((f"{label}{' '.join(value.split())}" for value in values), indent)


def _archive(found: Proposal) -> Iterator[str]:
    if not found.has_list:
        yield """\
# No list of articles was among the pages: the articles are those that are given (curator warc adopt).
# To crawl the portal, write here where its archive pages are.
archive: none"""
        return
    yield """\
# The portal's own archive: pages that list the articles. Is this page one of them, and do they list everything?
archive:"""
    if found.feed:
        yield f"""\
  # A feed lists the newest articles alone, here {found.feed.entries}. On the page that it names as its site,
  # no list of them was recognised; if the portal has one, write its address in place of the feed.
  feed: {yaml_value(found.feed.url)}"""
    elif found.data:
        yield from _data(found.data, has_list=bool(found.links))
    elif found.sitemap:
        file = found.sitemap
        yield f"""\
  # robots.txt forbids the next page of the list; the sitemap of the portal has
  # {file.addresses} addresses, {file.shared} of the {file.links} on this page among them.
  sitemap: {yaml_value(file.url)}"""
    else:
        yield from _list_pages(found)
    yield from _comments(
        "A feed (only the newest articles), in place of url:  feed: ", found.feeds, 2
    )
    if found.sitemaps and not found.sitemap:
        yield "  # Sitemaps (addresses without sections), in place of url:  sitemap: robots"
    yield from _comments("  ", found.sitemaps, 2)


def _data(found: DataProposal, *, has_list: bool) -> Iterator[str]:
    before = "only its newest articles" if has_list else "nothing"
    yield f"""\
  # The page lists {before} by itself: a script loads this data, which lists {len(found.links)} articles.
  url: {yaml_value(found.template or literal_address(found.url))}"""
    links: list[YamlValue] = [to_rule_yaml(found.rule)]
    if found.selector:
        links = [found.selector, *links]
    if found.next is not None:
        following: dict[str, YamlValue] = {"mode": "next-link", "next": to_rule_yaml(found.next)}
        yield f"  pagination: {yaml_value(following)}      # each answer names the next one"
    elif found.template:
        keys: dict[str, YamlValue | None] = {
            "first": found.first if found.first != 1 else None,
            "step": found.step if found.step != 1 else None,
            "first_url": literal_address(found.begins_on) if found.begins_on else None,
        }
        numbers: dict[str, YamlValue] = {
            "mode": "infinite-scroll",
            **{name: value for name, value in keys.items() if value is not None},
        }
        yield f"  pagination: {yaml_value(numbers)}      # page by page, up to the first that lists nothing"
    else:
        yield "  # no number of a page was recognised in its address: only this page is read"
    yield f"  links: {yaml_value(links if len(links) > 1 else links[0])}"
    yield from _comments("  ", found.links[:SAMPLES], 2)


def _list_pages(found: Proposal) -> Iterator[str]:
    whole = found.whole
    if whole is not None:
        yield from _comments("", [whole.describe()], 2)
    source: tuple[str, YamlValue] = ("url", list_address(found))
    if found.index:
        source = ("index", _write_index(found.index))
    if found.boards:
        yield "  # Boards or sections to which the page leads; each is a list of its own:"
        yield "  columns:"
        yield from _list_columns(found)
    elif whole is None or not whole.missing or whole.is_section:
        yield f"  {source[0]}: {yaml_value(source[1])}"
    else:
        left_out: list[YamlValue] = [each.pattern for each in whole.excluded]
        without: dict[str, YamlValue] = {"exclude": left_out} if left_out else {}
        for each in whole.excluded if whole.data is None else ():
            yield (
                f"  # left out of the sitemap by {each.pattern}: {each.addresses} in all;"
                f" {each.looked_at} looked at, no article among them"
            )
        sitemaps: list[YamlValue] = [
            {"sitemap": _write_sitemap(each), **without} for each in whole.sources
        ]
        undated = "dates: none, " if found.dated else ""
        yield "  columns:"
        yield f"    list: {yaml_value(dict((source,)))}"
        if whole.data is None:
            yield f"    sitemap: {{{undated}spans: {yaml_value(sitemaps)}}}"
        else:
            data: dict[str, YamlValue] = {
                "url": whole.data.template,
                "pagination": {
                    "mode": "infinite-scroll",
                    "first": whole.data.first,
                    "step": whole.data.step,
                },
                "links": {whole.data.rule.kind: whole.data.rule.expression, **without},
            }
            yield f"    posts: {yaml_value({**({'dates': 'none'} if found.dated else {}), **data})}"
    if found.dated:
        yield _dates_line(found, found.dated)
    yield from pagination_lines(found)
    yield from _comments(
        "The page names an address with a date, perhaps an archive: ", found.archives, 2
    )
    yield from _links(found.links)
    if found.listed_date:
        rule = to_field_yaml(found.listed_date)
        yield f"  listed: {yaml_value({'date': rule})}      # {found.listed_date.evidence}"


def _write_sitemap(source: SitemapSource) -> YamlValue:
    """Return the value of ``sitemap``."""
    url = literal_address(source.url)
    files: dict[str, YamlValue] = {"exclude": [*source.left_out]}
    return {"url": url, "files": files} if source.left_out else url


def _write_index(index: IndexProposal) -> dict[str, YamlValue]:
    value: dict[str, YamlValue] = {}
    for rule in reversed(index.levels):
        value = {"links": to_rule_yaml(rule), **({"index": value} if value else {})}
    following: dict[str, YamlValue] = (
        {"next": to_rule_yaml(index.next)} if index.next is not None else {}
    )
    return {"url": literal_address(index.url), **value, **following}


def _dates_line(found: Proposal, dated: DatedAddress) -> str:
    step = dated.step
    until = {"until": "today"} if found.is_up_to_date else {}
    calendar = {"calendar": dated.calendar} if dated.calendar != GREGORIAN else {}
    dates = yaml_value({"from": found.first_day or dated.day, **until, "step": step, **calendar})
    first = f"the {step} of this page on; set the portal's first"
    if found.has_beginning:
        sooner = "" if step == "day" else "no later than "
        first = f"{sooner}the first {step} that lists articles on"
    elif found.first_day:
        first = f"the earliest {step} that was seen on; set the portal's first"
    return f"  dates: {dates}      # from {first}"


def _list_columns(found: Proposal) -> Iterator[str]:
    names: dict[str, None] = {}
    for board in found.boards:
        name = word = make_identifier(board.name)
        while name in names:
            name = f"{word}-{len(names) + 1}"
        names[name] = None
        address = list_address(replace(found, url=board.url)) if not found.numbered else board.url
        yield f"    {yaml_value(name)}: {yaml_value({'url': address})}"


def _links(proposals: Sequence[LinkProposal]) -> Iterator[str]:
    if not proposals:
        yield """\
  # No list of articles was recognised on this page. Is it in the page's source, or does a script load it?
  links: ["article h2", "article h3"]       # CSS: elements that are, hold, or lie in a link to an article"""
        return
    yield "  # Candidates for the link rule, with how many links each lists on this page:"
    for proposal in proposals:
        yield f"  #   {len(proposal.links):>3}  {yaml_value(proposal.css)}"
        yield from _comments("         ", proposal.links[:SAMPLES], 2)
    yield f"  links: {yaml_value(proposals[0].css)}"


def _article(found: Proposal) -> Iterator[str]:
    yield "# The articles themselves.\narticle:"
    if found.match:
        yield f"  match: {yaml_value(found.match)}      # which pages of the WARC files are articles"
    yield from _later_pages(found)
    yield from _loaded_text(found)
    split = found.article.split
    if split is not None:
        yield f"  split: {yaml_value(to_field_yaml(split))}      # {split.evidence}"
    if found.articles:
        yield "  # What follows is from these articles:"
        yield from _comments("  ", found.articles, 2)
    if found.article.page_kind:
        yield f"  page_kind: {found.article.page_kind}      # the posts on some pages are comments: they stand below a text of the page"
    roots = [css for root in found.article.roots for css in root.rule.split(", ")]
    if roots:
        password_selectors = ", ".join(f"{css} input[type=password]" for css in roots)
        reject = yaml_value([{"css": password_selectors, "reason": "login-wall"}])
        yield f"  reject: {reject}      # an article that asks for a password"
    posts = found.article.posts
    if posts is not None:
        yield f"  kind: DiscussionForumPosting      # {posts.evidence}"
    yield "  body:"
    if posts is not None and not posts.root:
        yield "    # root: [div.post-text]              # no selector finds all posts: they are looked for on each page"
    elif split is None and not found.article.roots:
        yield "    # root: [div.article-text]              # no element was recognised that always contains the text: it is looked for"
    yield from body_lines(found.article, _BESIDE_TEXT)


def _loaded_text(found: Proposal) -> Iterator[str]:
    """Yield the lines for articles in data, and for what their pages load."""
    if found.data is not None and found.data.article is not None:
        rule = to_rule_yaml(found.data.article.page)
        yield f"  page: {yaml_value(rule)}      # the text in the data of an article"
    if found.article.parts:
        yield "  parts:"
    for part in found.article.parts:
        yield f"    - {yaml_value(to_field_yaml(part))}      # {part.evidence}"


def _later_pages(found: Proposal) -> Iterator[str]:
    pages = f"{found.pager_pages} of {len(found.articles)} articles have them"
    following = found.article.posts.next if found.article.posts is not None else None
    if found.next_part is not None:
        rules = yaml_value([{"pager": {}}, to_rule_yaml(found.next_part)])
        yield f"  next_page: {rules}      # the numbers, or the link, that lead to further pages of an article"
    elif following is None:
        yield f"  next_page: {{pager: {{}}}}      # the numbers that lead to further pages of an article; {pages}"
    else:
        yield f"  next_page: {yaml_value(to_rule_yaml(following))}      # the next page of a thread"
    if found.continuation:
        yield f"  continuation: {yaml_value(found.continuation)}      # later pages of articles that the list names, too"


def _metadata(found: Proposal) -> list[str]:
    """Return the rules for fields that the default sources do not find, or not whole."""
    lines = ["  metadata:"] if found.article.fields or found.listed_date else []
    listed = (
        "{listed: date}  # the articles show none; see archive.listed" if found.listed_date else ""
    )
    if listed and all(name != "published" for name, _ in found.article.fields):
        lines.append(f"    published: {listed}")
    for name, rules in found.article.fields:
        lines.append(f"    {name}:")
        for line in rules:
            evidence = escape_cell(" ".join(line.evidence.split()))
            comment = f"  # {evidence}" if evidence else ""
            lines.append(f"      - {yaml_value(to_field_yaml(line))}{comment}")
        if listed and name == "published":
            lines.append("      - {listed: date}  # see archive.listed")
    return [*lines, ""] if lines else []


def list_address(found: Proposal) -> str:
    """Return the archive address: with dates as fields, and with {page} where there is no link to
    the next page. A walk along such links begins at page 1."""
    if found.numbered is None:
        return found.dated.template if found.dated else literal_address(found.url)
    template = found.numbered.template
    if found.next is None:
        return template
    if not _has_number(found.numbered, _page_address(found)):
        return _page_address(found)
    return template.replace("{page}", str(found.numbered.first))


def _page_address(found: Proposal) -> str:
    return found.dated.template if found.dated else literal_address(found.url)


def literal_address(url: str) -> str:
    """Return an address as a template that has no fields."""
    return url.replace("{", "%7B").replace("}", "%7D")


def pagination_lines(found: Proposal) -> Iterator[str]:
    """Yield the lines of ``pagination``, with remarks."""
    growing = found.growing
    if found.is_rendered:
        yield "  # The page lists nothing by itself, and no data with its list were found: a browser renders it (docs/browser.md)."
    if found.is_rendered or (growing is not None and growing.added is not None):
        yield f"  pagination: {_browser_list(growing)}      # {_describe_growth(growing)}"
        return
    numbers = yaml_value(_numbers(found)) if found.numbered else ""
    if found.next:
        links = yaml_value({"mode": "next-link", "next": to_rule_yaml(found.next.rules[0])})
        where = (
            f"here it leads to {found.next.url}"
            if found.next.url
            else "this page has none, but a link to the previous page"
        )
        yield f"  pagination: {links}      # {where}"
        if found.numbered:
            yield f"  # Or by the page numbers:  url: {yaml_value(found.numbered.template)}   with   pagination: {numbers}"
    elif found.numbered:
        yield f"  pagination: {numbers}      # the page has links with page numbers; up to the first page that lists nothing"
    elif found.whole is not None and not (found.whole.missing or found.whole.is_paged):
        yield "  pagination: none      # this page lists all articles of the sitemap"
    elif found.is_agreed:
        yield "  pagination: none      # this page lists all that other lists of the portal have"
    else:
        standard = yaml_value({"mode": "next-link", "next": ["a[rel~=next]", "link[rel~=next]"]})
        yield f"  pagination: {standard}      # no link to a next page was recognised here; this finds those that say what they are"
        if growing is not None and growing.button is not None:
            yield f"  # A button seems to load more ({_quote(growing.button.text)}). In a browser (docs/browser.md):  pagination: {_browser_list(growing)}"
        if found.counter:
            numbers = "pagination: {mode: infinite-scroll}"
            yield f"  # If the number in its address counts pages:  url: {yaml_value(found.counter)}   with   {numbers}"


def _browser_list(growing: GrowingList | None) -> str:
    button = growing.button if growing is not None else None
    click = {} if button is None else {"click": button.css}
    return yaml_value({"mode": "browser-list", **click})


def _describe_growth(growing: GrowingList | None) -> str:
    if growing is None:
        return "scrolls to the end; if a button loads more:  click: button.more"
    if growing.button is None:
        return f"in a browser (docs/browser.md); to scroll once has added {growing.added} links"
    return f"in a browser (docs/browser.md); one click ({_quote(growing.button.text)}) has added {growing.added} links"


def _quote(text: str) -> str:
    """Return the text of a page for a remark."""
    return f'"{escape_cell(text)}"' if text else "without text"


def _numbers(found: Proposal) -> dict[str, YamlValue]:
    assert found.numbered is not None
    numbered, address = found.numbered, _page_address(found)
    keys: dict[str, YamlValue | None] = {
        "mode": "infinite-scroll",
        "first": numbered.first if numbered.first != 1 else None,
        "step": numbered.step if numbered.step != 1 else None,
        "first_url": address if not _has_number(numbered, address) else None,
    }
    return {key: value for key, value in keys.items() if value is not None}


def _has_number(numbered: NumberedProposal, address: str) -> bool:
    """True if an address has a page number, as the others of its list."""
    before, _, after = numbered.template.partition("{page}")
    return re.fullmatch(re.escape(before) + r"\d+" + re.escape(after), address) is not None
