"""Some articles of a list, for ``curator new``: where their pages come from, how they compare, what
they suggest for ``article``, and what the proposed file makes of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.archive import normalize_address
from webarticlecurator.archive.page_address import is_front_page
from webarticlecurator.article import read_article_page, read_metadata
from webarticlecurator.article.one_page import find_next_page
from webarticlecurator.config import builtin_rules, load_portal, proposed_yaml
from webarticlecurator.dataclasses import replace
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.article import PageExtract, Rejected
from webarticlecurator.model.blocks import blocks_below
from webarticlecurator.model.fields import FIELD_NAMES
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.proposal import (
    LearnedLine,
    LearnedRules,
    LinkProposal,
    PostRules,
    Proposal,
)
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.propose.induce_rules import InducedRules, ValidatedSelector, induce_rules
from webarticlecurator.propose.learning import list_rule_lines
from webarticlecurator.propose.link_rules import (
    propose_listed_date,
)
from webarticlecurator.propose.list_proposals import propose_whole_list
from webarticlecurator.propose.metadata_rules import learn_fields
from webarticlecurator.propose.next_links import propose_next_link, propose_next_part
from webarticlecurator.propose.page_summary import own_selectors, summarize_page
from webarticlecurator.propose.paging import find_dated_address, propose_numbered
from webarticlecurator.propose.post_rules import learn_comments, learn_posts
from webarticlecurator.propose.proposal_draft import Draft
from webarticlecurator.propose.template_lines import (
    are_fact_lines,
    find_anchor_signs,
    find_heading,
    has_own_text,
    learn_heading_additions,
    learn_template_lines,
)
from webarticlecurator.propose.visits import Visits, visit_page
from webarticlecurator.propose.written_days import find_month_language
from webarticlecurator.rules import select_links
from webarticlecurator.rules.elements import text_of
from webarticlecurator.rules.own_pager import find_own_pager
from webarticlecurator.text.translation import (
    Message,
    as_message,
    join_messages,
    make_message,
    translate,
)
from webarticlecurator.workers.executor import Runtime

MAX_ARTICLES = 12
MAX_TRIES = 16
MIN_LOST = 2
"""Articles with headings beside the text, from which on the element around both is the root."""
MAX_MORE = 0.25
"""Share of the text that may be beside it then, headings aside."""
HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_HEADS = ("h1", *HEADINGS, "nav", "aside", "form")


def add_articles(
    proposal: Proposal,
    links: tuple[str, ...],
    visits: Visits,
    runtime: Runtime,
    beside: Sequence[str] = (),
) -> Proposal:
    """Read some of the articles at ``links``, and those ``beside`` the list as far as requests
    allow, and return the proposal with the rules that they suggest."""
    pages: list[Page] = []
    troubles = list(proposal.troubles)
    classifier = proposal.classifier.content if proposal.classifier is not None else b""
    chosen = choose_samples(visits.stored_among(links))
    more = [url for url in beside if visits.can_visit(url)]
    place = max(0, MAX_ARTICLES - len(more))
    for url in [*chosen[:place], *more, *chosen[place:]][:MAX_TRIES]:
        if len(pages) < MAX_ARTICLES:
            runtime.progress.show_message(make_message("looking at {url}", url=url))
            visit = visits.get(url)
            if visit.trouble:
                troubles.append(
                    make_message("{url} ({trouble})", url=url, trouble=as_message(visit.trouble))
                )
            else:
                pages.append(visit.read(classifier))
    if not proposal.language and (language := find_month_language(pages)):
        proposal = replace(
            proposal, language=language, language_note="by the names of months: none is declared"
        )
    summaries = [summary for page in pages if (summary := summarize_page(page)) is not None]
    induced = induce_rules(summaries)
    portal = make_portal(proposal)

    def visit_further(url: str) -> Page | None:
        visit = visit_page(url, visits, runtime)
        return visit.read() if visit is not None else None

    posts = learn_posts(pages, visit_further)
    article = (
        _list_article_rules(pages, induced, portal, links)
        if posts is None
        else _list_thread_rules(pages, posts, portal)
    )
    found = [read_metadata(page, portal, portal.article)[0] for page in pages]
    dated = sum(metadata.first("published") is not None for metadata in found)
    has_dates = 2 * dated >= len(pages)
    numbered = sum(find_own_pager(page).scope is not None for page in pages)
    is_linked = posts is None and not numbered
    found_rules = replace(
        proposal,
        listed_date=None if has_dates or proposal.sitemap else proposal.listed_date,
        article=article,
        pager_pages=numbered,
        next_part=propose_next_part(pages, visit_further) if is_linked else None,
        articles=tuple(page.url for page in pages),
        troubles=tuple(dict.fromkeys(troubles)),
    )
    readings = describe_readings(proposed_yaml(found_rules), pages)
    return replace(found_rules, readings=readings)


_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def choose_samples(links: Sequence[str]) -> list[str]:
    """Return the articles to look at, best first, and then all others: the first and the last, one
    of each section and year that their addresses name, and some from all parts of the list."""
    first_of: dict[tuple[str, str], str] = {}
    for url in links:
        path = urlsplit(url).path
        year = _YEAR.search(path)
        folder, _, rest = path.strip("/").partition("/")
        has_section = bool(rest) and not folder.isdigit()
        first_of.setdefault((folder if has_section else "", year[0] if year else ""), url)
    places = [round(n * (len(links) - 1) / (MAX_ARTICLES - 1)) for n in range(MAX_ARTICLES)]
    kinds = [*first_of.values()][: MAX_ARTICLES // 2]
    spread = [links[place] for place in places] if links else []
    return [*dict.fromkeys((*links[:1], *links[-1:], *kinds, *spread, *links))]


def _list_article_rules(
    pages: Sequence[Page], induced: InducedRules, portal: Portal, order: Sequence[str]
) -> LearnedRules:
    """Return all rules for articles that their pages suggest; ``portal`` has the default ones, and
    the list has the articles in this ``order``."""
    found = [widen_to_headings(_without_facts(root, pages), pages) for root in induced.roots]
    induced = replace(induced, roots=tuple(root for root, _ in found))
    beside = [line for _, lines in found for line in lines]
    sure = [drop for drop in induced.drops if not drop.is_doubtful]
    doubtful = [drop for drop in induced.drops if drop.is_doubtful]
    rules = replace(
        list_rule_lines(replace(induced, drops=tuple(sure))),
        doubtful=list_rule_lines(replace(induced, drops=tuple(doubtful))).drops,
    )
    roots = [root.selector for root in induced.roots]
    drops = [drop.selector for drop in induced.drops if not drop.starts]
    known = {drop.rule for drop in rules.drops}
    rules = replace(
        rules, drops=(*rules.drops, *(line for line in beside if line.rule not in known))
    )
    drops += [line.rule for line in beside]
    kept = (line for line in rules.drops if not has_own_text(line, drops, pages))
    rules = replace(rules, drops=(*kept, *learn_heading_additions(pages, roots)))
    heading = find_heading(pages, (portal.title,))
    lines = learn_template_lines(
        pages, roots, [*drops, *(line.rule for line in rules.drops)], heading
    )
    rules = replace(rules, drops=(*rules.drops, *lines))
    drops += [line.rule for line in lines]
    fields = learn_fields(pages, roots, portal, drops, order)
    is_in_text = heading and any(
        page.root.cssselect(f"{root} {heading}") for page in pages for root in roots
    )
    is_alone = all(len(page.root.cssselect(heading)) <= 1 for page in pages if is_in_text)
    if is_in_text and is_alone and heading not in drops:
        title = LearnedLine(heading, "the title of the article")
        rules = replace(rules, drops=(*rules.drops, title))
    signs = [
        LearnedLine(css, "links of headings to themselves")
        for css in find_anchor_signs(pages)
        if css not in {line.rule for line in rules.drops}
    ]
    rules = replace(rules, drops=(*rules.drops, *signs))
    return replace(rules, fields=fields, comments=learn_comments(pages, roots, drops))


def _without_facts(root: ValidatedSelector, pages: Sequence[Page]) -> ValidatedSelector:
    """Return the root without leads that are the line with the article's author and day."""
    leads = (
        lead
        for lead in root.leads
        if not are_fact_lines([page.root.cssselect(lead) for page in pages])
    )
    return replace(root, leads=tuple(leads))


def widen_to_headings(
    root: ValidatedSelector, pages: Sequence[Page]
) -> tuple[ValidatedSelector, tuple[LearnedLine, ...]]:
    """Return the root, or the element around it, if that has headings beside the selected elements
    and little else: sections of wikis are elements without their headings. Then also the rules that
    drop this little."""
    css = ", ".join((*root.leads, root.selector))
    own = {page: found for page in pages if (found := page.root.cssselect(css))}
    around = {page: {each.getparent() for each in found} for page, found in own.items()}
    if any(len(each) > 1 or None in each for each in around.values()):
        return root, ()
    beside = {
        page: [each for each in parent.iterchildren(etree.Element) if each not in own[page]]
        for page, (parent,) in around.items()
        if parent is not None
    }
    lost = sum(any(each.tag in HEADINGS for each in others) for others in beside.values())
    more = {page: [e for e in others if e.tag not in _HEADS] for page, others in beside.items()}
    is_little = all(_size(more[page]) <= MAX_MORE * _size(found) for page, found in own.items())
    if lost < max(MIN_LOST, len(own) / 2) or not is_little:
        return root, ()
    names = Counter(css for (parent,) in around.values() for css in own_selectors(parent))
    for css in sorted(names, key=lambda css: (len(css), css)):
        if all({*page.root.cssselect(css)} == parent for page, parent in around.items()):
            texts = (each for others in more.values() for each in others if text_of(each))
            dropped = dict.fromkeys(next(own_selectors(each), "") for each in texts)
            drops = (LearnedLine(each, "beside the parts of the text") for each in dropped if each)
            return replace(root, selector=css, leads=()), tuple(drops)
    return root, ()


def _size(elements: Sequence[etree._Element]) -> int:
    return sum(len(text_of(each)) for each in elements)


def _list_thread_rules(pages: Sequence[Page], posts: PostRules, portal: Portal) -> LearnedRules:
    """Return the rules for threads: what is said twice in them is said by their writers, and they
    are by who began them, when he did."""
    roots = [posts.root] if posts.root else []
    fields = dict(learn_fields(pages, roots, portal))
    if posts.root:
        fields |= {"authors": (posts.author,), "published": (posts.time,)}
    root = (LearnedLine(posts.root, posts.evidence),) if posts.root else ()
    named = tuple((name, fields[name]) for name in FIELD_NAMES if name in fields)
    return LearnedRules(roots=root, is_precise=True, fields=named, posts=posts)


def make_portal(proposal: Proposal) -> Portal:
    """Return the portal as far as it is known, with the default rules for metadata."""
    return Portal(
        "new",
        urljoin(proposal.url, "/"),
        title=proposal.title,
        language=proposal.language or "und",
        has_timezone=False,
        article=builtin_rules(),
    )


# Several pages of a portal compared, for ``curator new URL``: a list that is the same on two of
# them, such as the newest posts beside the articles, is not the list of the archive page.

MAX_WINDOWS = 3
FEW_LINKS = 3
"""Links below which a list is that of a window with few articles, or no list."""
MAX_SHARED = 0.2
"""Share of its links that a list may have in common with that of another window: articles are in
one window, links to rubrics in all."""

MIN_SAME = 0.8
"""Share of its links from which a list is the same on two pages."""


def list_addresses(page: Page, css: str) -> list[str]:
    """Return the distinct addresses that the rule lists on ``page``, in order."""
    rule = Rule(kind="css", expression=css)
    return list(dict.fromkeys(normalize_address(link) for link in select_links((rule,), page)))


def compare_windows(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Choose the best list of the page that differs from that of another window, and add the
    articles of both windows by this list.

    A window with few articles has no list that could be recognised, so the lists that another
    window and the home page suggest are tried on the page, too. The best list stays, and its
    articles are added, if none of them has such a list.
    """
    proposal, page = draft.proposal, draft.page
    for suggested, other in _suggest_lists(proposal, page, visits, runtime):
        proposal = _with_next_page(proposal, other)
        for css in suggested:
            here, there = list_addresses(page, css), list_addresses(other, css)
            shared = len(set(here).intersection(there))
            if here and there and shared <= MAX_SHARED * min(len(here), len(there)):
                more = tuple(link for link in there if link not in here)
                best = _put_first(proposal, LinkProposal(css, tuple(here)), page)
                return draft.update(best, (*here, *more))
    return draft.update(proposal, proposal.links[0].links if proposal.links else ())


def compare_with_home(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Choose a list that is that of the page and not of every page.

    The best list is kept unless it names the home page, or is the same there. In its place, or in
    that of none, the best list of the home page is taken that lists something on the page, else the
    next best of the page; if there is none, the best list stays.
    """
    proposal, page = draft.proposal, draft.page
    root = urljoin(page.url, "/")
    if page.json is not None or is_front_page(page.url):
        return draft
    visit = visit_page(root, visits, runtime)
    if visit is None:
        return draft
    home = visit.read()
    own = [found.css for found in proposal.links]
    for css in dict.fromkeys((*own[:1], *_list_selectors(home), *own[1:])):
        is_best = css in own[:1]
        here, there = list_addresses(page, css), list_addresses(home, css)
        shared = len(set(here).intersection(there))
        is_same = shared >= MIN_SAME * max(len(here), len(there))
        # menus have more entries on the home page; so may the best list, which is above suspicion
        is_part = not is_best and len(here) >= FEW_LINKS and shared >= MIN_SAME * len(here)
        if here and not (is_same or is_part or {root, home.url}.intersection(here)):
            best = LinkProposal(css, tuple(here))
            return draft if is_best else draft.update(_put_first(proposal, best, page))
    return draft


def _with_next_page(proposal: Proposal, other: Page) -> Proposal:
    """Return the proposal with the link to the next page in another window, if ``proposal`` has
    none: a window with few articles has one page."""
    found = propose_next_link([other]) if not proposal.numbered else None
    if proposal.next is not None or found is None:
        return proposal
    here, there = map(find_dated_address, (other.url, found.url))
    is_other_window = there is not None and (here is None or there.day != here.day)
    return proposal if is_other_window else replace(proposal, next=found)


def _suggest_lists(
    proposal: Proposal, page: Page, visits: Visits, runtime: Runtime
) -> Iterator[tuple[list[str], Page]]:
    """Yield selectors of lists, each time with another window to try them on."""
    step = max(1, len(proposal.windows) // MAX_WINDOWS)
    own = [found.css for found in proposal.links[:1] if len(found.links) >= FEW_LINKS]
    other = None
    for url in proposal.windows[::step][:MAX_WINDOWS]:
        visit = visit_page(url, visits, runtime)
        other = visit.read() if visit is not None else other
        if other is not None:
            yield [*own, *_list_selectors(other)], other
    home = visit_page(urljoin(page.url, "/"), visits, runtime) if other is not None else None
    if home is not None and other is not None:
        yield _list_selectors(home.read()), other


def _put_first(proposal: Proposal, best: LinkProposal, page: Page) -> Proposal:
    others = (found for found in proposal.links if found.css != best.css)
    listed = propose_listed_date(page, best.css)
    return replace(proposal, links=(best, *others), listed_date=listed)


def _list_selectors(page: Page) -> list[str]:
    """Return the selectors of the lists on ``page`` with more than one link."""
    numbered = propose_numbered(page)
    following = propose_next_link([page])
    found = propose_whole_list([page], numbered, following)
    return [each.css for each in found if len(each.links) > 1]


# What the proposed portal file makes of the articles that were looked at, as lines to read.

FIELDS = ("title", "published", "authors", "section", "keywords")
MAX_CELL = 28
"""Characters of a value that are shown."""
_HEAD = (
    make_message("words kept"),
    *FIELDS,
    make_message("next page"),
    make_message("comments"),
    make_message("address"),
)


def describe_readings(text: str, pages: Sequence[Page]) -> tuple[str, ...]:
    """Return a table of what the portal file ``text`` reads on ``pages``, one line for each, then
    where the values are from and what is missing. Empty if the file names others, or no pages."""
    try:
        portal = load_portal(Path("new.yaml"), learned=False, content=text.encode("utf-8"))
    except ConfigError:  # a classifier that is not in this folder
        return ()
    if not pages:
        return ()
    read = [read_article_page(portal, page) for page in pages]
    rows: list[tuple[str, ...]] = [_HEAD]
    for page, each in zip(pages, read, strict=True):
        if isinstance(each, Rejected):
            none = make_message("none: {reason}", reason=each.reason)
            rows.append((none, *[""] * (len(_HEAD) - 2), page.url))
        else:
            rows.append(_row(each, bool(find_next_page(portal, page))))
    # as wide as they are shown; the words of the table itself are translated
    widths = [max(len(_show(row[n])) for row in rows) for n in range(len(_HEAD) - 1)]
    names = [f"cell{number}" for number in range(len(_HEAD))]
    forms = [f"{{{name}:<{width}}}" for name, width in zip(names, widths, strict=False)]
    template = "  ".join([*forms, f"{{{names[-1]}}}"])
    lines = [Message(template, "", dict(zip(names, row, strict=True))) for row in rows]
    first = make_message("{number} articles read with this file:", number=len(pages))
    return (first, *lines, *_list_sources(read))


def _show(cell: str) -> str:
    return translate(cell) if isinstance(cell, Message) else cell


def _row(read: PageExtract, has_next: bool) -> tuple[str, ...]:
    dropped = sum(count for _, count in read.account.dropped)
    words = make_message(
        "{kept} of {kept2}", kept=read.account.kept, kept2=read.account.kept + dropped
    )
    cells = ["; ".join(read.metadata.texts(name)) or "-" for name in FIELDS]
    cells[1] = cells[1][: len("2024-01-31T10:00")]
    shown = [f"{cell[: MAX_CELL - 1]}…" if len(cell) > MAX_CELL else cell for cell in cells]
    comments = sum(node.name == "comment" for node in blocks_below(read.blocks))
    return (words, *shown, make_message("yes") if has_next else "-", str(comments or "-"), read.url)


def _list_sources(read: Sequence[PageExtract | Rejected]) -> Iterator[str]:
    """Yield, for each field, its sources and on how many pages, and a page without it; then the
    pages that were read without rules."""
    extracts = [each for each in read if isinstance(each, PageExtract)]
    for name in FIELDS:
        counts = Counter(value.source for each in extracts for value in each.metadata.all(name)[:1])
        sources = ", ".join(f"{source} ({count})" for source, count in counts.most_common())
        lacking = [each.url for each in extracts if not each.metadata.all(name)]
        found = sources or make_message("not found")
        if lacking:
            found = make_message(
                "{sources}; none on {number}, such as {url}",
                sources=found,
                number=len(lacking),
                url=lacking[0],
            )
        yield join_messages(": ", (name, found))
    for each in extracts:
        if each.confidence is not None:
            share = f"{each.confidence / 1000:.2f}"
            words = make_message(
                "read without a root, confidence {share}: {url}", share=share, url=each.url
            )
            yield make_message("unsure: {text}", text=words)
