"""Some articles of a list, for ``curator new``: where their pages come from, how they compare, what
they suggest for ``article``, and what the proposed file makes of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from urllib.parse import urljoin, urlsplit

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.by_rules.page_claims import is_own_article, read_claims
from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.grouping import choose_spread, first_values
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.model.fields import order_fields
from webarticlecurator.base.portal.hosts import is_same_site
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.proposal.proposal import (
    FieldLine,
    LearnedLine,
    LearnedRules,
    PostRules,
    Proposal,
)
from webarticlecurator.base.text.character_patterns import YEAR_OF_TODAY
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.crawl.page_visits import PageVisit
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.own_pager import find_own_pager
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.portal_file.config.load import builtin_rules
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.fields.byline_rules import find_byline, find_day_line
from webarticlecurator.proposing.fields.field_selectors import NAMES
from webarticlecurator.proposing.fields.metadata_rules import learn_fields
from webarticlecurator.proposing.fields.shown_language import (
    choose_encoding,
    choose_language,
    list_encodings,
)
from webarticlecurator.proposing.fields.title_candidates import choose_site_name
from webarticlecurator.proposing.fields.title_rules import find_anchor_signs, find_heading
from webarticlecurator.proposing.list_pages.link_rating import find_href
from webarticlecurator.proposing.list_pages.listed_later_pages import find_continuation
from webarticlecurator.proposing.list_pages.next_links import is_later_page, propose_next_part
from webarticlecurator.proposing.propose.later_page_drops import (
    LaterPage,
    add_later_drops,
    visit_later_pages,
)
from webarticlecurator.proposing.propose.later_parts import add_later_parts
from webarticlecurator.proposing.propose.observed_pages import observe_articles
from webarticlecurator.proposing.propose.sample_readings import (
    OF_ARTICLES,
    collect_readings,
    doubt_pages,
    doubt_readings,
    list_extracts,
    read_samples,
)
from webarticlecurator.proposing.propose.split_proposal import SplitPages, find_split
from webarticlecurator.proposing.propose.visits import Visits, read_page
from webarticlecurator.proposing.text_rules.block_drops import make_drop_rule
from webarticlecurator.proposing.text_rules.comment_rules import learn_comments
from webarticlecurator.proposing.text_rules.comments_below import (
    CommentsBelow,
    find_comments_below,
)
from webarticlecurator.proposing.text_rules.post_rules import (
    learn_posts,
    list_unsure_pages,
    write_opening_writer,
)
from webarticlecurator.proposing.text_rules.reading_choice import choose_reading, list_facts
from webarticlecurator.proposing.text_rules.shared_blocks import ArticleFacts

MAX_ARTICLES = 12
MAX_TRIES = 16
MIN_ENDS = 4
"""Articles whose end is known, from which on a rule for who signs there is learned."""
MIN_DATED = 0.9
"""Share of the articles with a day, below which that of the list is taken."""


def add_articles(
    proposal: Proposal,
    links: tuple[str, ...],
    visits: Visits,
    runtime: Runtime,
    unlisted: Sequence[str] = (),
) -> Proposal:
    """Read some of the articles at ``links`` and, while requests are left, those that are
    ``unlisted``; return the proposal with the rules that they suggest."""
    # only elements of a page have a rule for their day
    listed_date = None if proposal.sitemap or proposal.data else proposal.listed_date
    proposal = replace(proposal, listed_date=None)
    visit_further = partial(read_page, visits=visits, runtime=runtime)
    continuation = find_continuation(links, visit_further, partial(has_other_title, proposal))
    if continuation:
        proposal = replace(proposal, continuation=continuation)
        links = tuple(url for url in links if not re.search(continuation, url))
    pages, unread = _visit_samples(links, proposal.url, visits, runtime, unlisted)
    # the list, if it is data, would be rendered with them, and lost
    rendered = observe_articles([] if proposal.data else pages, visits, runtime)
    proposal, pages = replace(proposal, renders_articles=bool(rendered)), rendered or pages
    language, language_note = choose_language(proposal.language, pages)
    if language_note:
        proposal = replace(proposal, language=language, language_note=language_note)
    title = choose_site_name(proposal.title, pages)
    encoding = choose_encoding(map(list_encodings, pages))
    proposal = replace(proposal, title=title, encoding=encoding)
    portal = make_portal(proposal)
    is_article = partial(_is_other_article, portal, frozenset(map(normalize_address, links)))
    below = find_comments_below(pages)
    posts = None if below else learn_posts(pages, visit_further, is_article)
    later = [] if posts else visit_later_pages(pages, visits, is_article)
    paged = _list_paged(pages, is_article)
    last_of = {pages[each.number]: each.page for each in later}
    is_single = posts is None and not paged
    split = find_split(pages, partial(visit_further, proposal.url)) if is_single else None
    if split is not None:
        article = _list_split_rules(split, proposal)
    elif posts is not None:
        article = _list_thread_rules(pages, posts, portal)
    else:
        article = _list_commented_rules(pages, below, later, proposal, links)
    article = _add_signing_authors(article, pages, last_of, paged, portal)
    article = add_later_parts(article, pages, visits, runtime)
    is_linked = posts is None and not paged
    found_rules = replace(
        proposal,
        article=article,
        pager_pages=len(paged),
        next_part=propose_next_part(pages, visit_further, is_article) if is_linked else None,
        articles=tuple(page.url for page in pages),
    )
    read = read_samples(proposed_yaml(found_rules), pages, last_of)
    # the comments of some articles may begin with a day
    dated = sum(bool(each.metadata.all("published")) for each in list_extracts(read))
    if listed_date and dated < MIN_DATED * len(pages):
        found_rules = replace(found_rules, listed_date=listed_date)
        read = read_samples(proposed_yaml(found_rules), pages, last_of)
    # the articles may have been read before, without those beside the list
    known = [each for each in proposal.doubts if each.kind not in OF_ARTICLES]
    roots = [line.rule for line in article.roots]
    unsure = list_unsure_pages(pages, posts, roots, below.page_kind if below else "")
    return replace(
        found_rules,
        readings=collect_readings(read),
        doubts=(
            *known,
            *doubt_pages(unread, unsure, len(pages) if posts is None or posts.is_sure else 0),
            *doubt_readings(read, proposal.title),
        ),
    )


def _visit_samples(
    links: Sequence[str],
    list_url: str,
    visits: Visits,
    runtime: Runtime,
    unlisted: Sequence[str],
) -> tuple[list[Page], list[PageVisit]]:
    """Return the pages of some of the articles, each once, and what could not be read of them."""
    pages: list[Page] = []
    unread: list[PageVisit] = []
    chosen = choose_samples(_leave_list_pages(visits.stored_among(links), list_url))
    more = [url for url in unlisted if visits.can_visit(url)]
    place = max(0, MAX_ARTICLES - len(more))
    # what two pages have in common is of no article: each article is read once
    seen: set[str] = set()
    lists = {normalize_address(each) for each in (list_url, urljoin(list_url, "/"))}
    for url in [*dict.fromkeys((*chosen[:place], *more, *chosen[place:]))][:MAX_TRIES]:
        if len(pages) < MAX_ARTICLES:
            runtime.progress.show_message(make_message("looking at {url}", url=url))
            visit = visits.get(url)
            if visit.trouble:
                if is_same_site(url, list_url):  # else it may be an advertisement
                    unread.append(visit)
                continue
            answered = normalize_address(visit.answered)
            if answered != normalize_address(url) and answered in lists:
                continue  # the article is gone
            page = visit.read()
            # at a further address, as with what a list adds to count visits, it is the same
            keys = {normalize_address(visit.answered), _join_paragraphs(page)} - {""}
            if seen.isdisjoint(keys):
                pages.append(page)
            else:
                pages = [each for each in pages if not _is_same_notice(each, page)]
            seen |= keys
    return pages, unread


def _list_paged(
    pages: Sequence[Page], is_article: Callable[[Page, str, Page | None], bool]
) -> list[Page]:
    """Return the pages whose article has further pages."""
    following = ((page, find_own_pager(page).address) for page in pages)
    return [page for page, url in following if url and not is_article(page, url, None)]


def _add_signing_authors(
    rules: LearnedRules,
    pages: Sequence[Page],
    last_of: Mapping[Page, Page],
    paged: Sequence[Page],
    portal: Portal,
) -> LearnedRules:
    """Return the rules with that for authors who sign where an article ends, if some articles have
    several pages: on the last of these (``last_of``) or on the only page."""
    ends = [last_of.get(page, page) for page in pages if page in last_of or page not in paged]
    if not last_of or len(ends) < MIN_ENDS or "authors" in dict(rules.fields):
        return rules
    roots = [root for line in rules.roots for root in line.rule.split(", ")]
    drops = [*map(make_drop_rule, rules.drops)]
    authors = dict(learn_fields(ends, roots, portal, drops)).get("authors")
    if authors is None:
        return rules
    rules = _add_drops(rules, _list_byline_drops(authors, ends, portal.language))
    return replace(rules, fields=order_fields({**dict(rules.fields), "authors": authors}))


def _add_drops(rules: LearnedRules, lines: Iterable[LearnedLine]) -> LearnedRules:
    """Return the rules with further drops, each once."""
    drops = first_values(((each.rule, each.text), each) for each in (*rules.drops, *lines))
    return replace(rules, drops=tuple(drops.values()))


def _is_same_notice(page: Page, other: Page) -> bool:
    """Return True if pages at unlike addresses have the same headings and text: they say that the
    portal has no such article. One article may be in two folders, or below its own address for
    phones; short articles may have the same notice below their texts."""
    paths = [urlsplit(each.url).path.rstrip("/") for each in (page, other)]
    first, second = (path.rpartition("/")[2] for path in paths)
    is_unlike = first not in paths[1] and second not in paths[0]
    texts = ([_join_paragraphs(each), *list_headings(each)] for each in (page, other))
    return is_unlike and next(texts) == next(texts)


def list_headings(page: Page) -> list[str]:
    """Return the texts of the first headings of a page."""
    return [unit.text for unit in list_page_units(page) if unit.tag == "h1"]


def _join_paragraphs(page: Page) -> str:
    return "\n".join(unit.text for unit in list_page_units(page) if unit.is_running_text)


def has_other_title(proposal: Proposal, first: Page, page: Page) -> bool:
    """Return True if two pages have different titles, or the first one has none."""
    portal = make_portal(proposal)
    titles = [read_claims(portal, each, portal.article).title for each in (first, page)]
    return not titles[0] or titles[0] != titles[1]


def _is_other_article(
    portal: Portal, listed: frozenset[str], first: Page, url: str, page: Page | None
) -> bool:
    """Return True if what is at an address is no further page of the article on ``first``, but one
    that a list names, or that reads so (``page``, if it was visited)."""
    if page is None:
        return normalize_address(url) in listed
    read = partial(read_claims, portal, rules=portal.article)
    marked = first.root.cssselect("[rel~=next][href]")
    is_next = any(find_href(first, each) == normalize_address(url) for each in marked)
    return is_own_article(read(first), read(page), is_next=is_next)


def _leave_list_pages(links: Sequence[str], list_url: str) -> list[str]:
    """Return the links without further pages of the list, which a wide rule selects, too; all, if
    most of them have such addresses: *news/17*."""
    first = normalize_address(list_url)
    others = [
        url for url in links if normalize_address(url) != first and not is_later_page(first, url)
    ]
    return others if 2 * len(others) > len(links) else [*links]


def choose_samples(links: Sequence[str]) -> list[str]:
    """Return the articles to look at, best first, and then all others: the first and the last, one
    of each section and year that their addresses name, and some from all parts of the list."""
    first_of: dict[tuple[str, str], str] = {}
    for url in links:
        path = urlsplit(url).path
        year = YEAR_OF_TODAY.search(path)
        folder, _, rest = path.strip("/").partition("/")
        has_section = bool(rest) and not folder.isdigit()
        first_of.setdefault((folder if has_section else "", year[0] if year else ""), url)
    kinds = [*first_of.values()][: MAX_ARTICLES // 2]
    return [
        *dict.fromkeys(
            (*links[:1], *links[-1:], *kinds, *choose_spread(links, MAX_ARTICLES), *links)
        )
    ]


def _list_commented_rules(
    pages: Sequence[Page],
    below: CommentsBelow | None,
    later: Sequence[LaterPage],
    proposal: Proposal,
    order: Sequence[str],
) -> LearnedRules:
    """Return all rules for articles, with those for the comments ``below`` them."""
    if below is None:
        return _list_article_rules(pages, later, proposal, order)
    rules = _list_article_rules(below.pages, later, proposal, order)
    drops = (*rules.drops, *([below.drop] if below.drop is not None else ()))
    roots = [css for line in rules.roots for css in line.rule.split(", ")]
    css = [line.rule for line in drops if line.text is None and line.kind == "css"]
    comments = learn_comments(pages, roots, css)
    return replace(rules, drops=drops, comments=comments, page_kind=below.page_kind)


def _list_split_rules(split: SplitPages, proposal: Proposal) -> LearnedRules:
    """Return the rules for the articles that pages are cut into."""
    portal = make_portal(proposal)
    rules = _list_article_rules(split.articles, (), proposal, ())
    known = (read_metadata(page, portal, portal.article)[0] for page in split.articles)
    fields = {**dict(rules.fields), "title": (split.title,)}
    heading = str(split.title.rule["css"])
    if all(len(page.root.cssselect(heading)) == 1 for page in split.articles):
        rules = _add_drops(rules, [LearnedLine(heading, "the title of the article")])
    if split.day is not None and not any(each.all("published") for each in known):
        fields.setdefault("published", (split.day,))
    return replace(rules, split=split.line, fields=order_fields(fields))


def _list_article_rules(
    pages: Sequence[Page],
    later: Sequence[LaterPage],
    proposal: Proposal,
    order: Sequence[str],
) -> LearnedRules:
    """Return all rules for articles that their pages and further ones suggest; the list has the
    articles in this ``order``."""
    portal = make_portal(proposal)
    heading = find_heading(pages, (portal.title,))
    found_fields = [read_metadata(page, portal, portal.article)[0] for page in pages]
    facts = _list_facts(pages, found_fields, portal)
    further = [each.page for each in later]
    rules = choose_reading(learn_comments(pages, [], []), proposal, pages, facts, order, further)
    roots = [root for line in rules.roots for root in line.rule.split(", ")]
    drops = [line.rule for line in rules.drops if line.text is None and line.kind == "css"]
    fields = learn_fields(pages, roots, portal, [*map(make_drop_rule, rules.drops)], order)
    is_in_text = heading and (
        not roots
        or any(page.root.cssselect(f"{root} {heading}") for page in pages for root in roots)
    )
    is_alone = all(len(page.root.cssselect(heading)) <= 1 for page in pages if is_in_text)
    if is_in_text and is_alone and heading not in drops:
        rules = replace(
            rules, drops=(*rules.drops, LearnedLine(heading, "the title of the article"))
        )
    signs = [
        LearnedLine(css, "links of headings to themselves")
        for css in find_anchor_signs(pages)
        if css not in {line.rule for line in rules.drops}
    ]
    bylines = _list_byline_drops(dict(fields).get("authors", ()), pages, portal.language)
    rules = _add_drops(rules, (*signs, *bylines))
    rules = add_later_drops(rules, proposal, pages, later, facts, order)
    return replace(rules, fields=fields, comments=learn_comments(pages, roots, drops))


def _list_facts(
    pages: Sequence[Page], known: Sequence[Metadata], portal: Portal
) -> list[ArticleFacts]:
    """Return what is known of each article, by its metadata and by the line that names the authors
    of nearly all."""
    titles = [" ".join(metadata.texts("title")) for metadata in known]
    writers = [metadata.texts("authors") for metadata in known]
    byline = find_byline(pages, titles, portal.language, writers)
    names = byline.names if byline is not None else {}
    return [
        list_facts(metadata, (portal.title, *names.get(number, ())))
        for number, metadata in enumerate(known)
    ]


def _list_byline_drops(
    authors: Sequence[FieldLine], pages: Sequence[Page], language: str
) -> Iterator[LearnedLine]:
    """Yield the drop of the line that names the authors, where its rule finds that alone, and of
    the line of the day."""
    for line in authors:
        if line.rule.get("split") in (None, NAMES):
            continue
        test = line.rule.get("text")
        text = tuple(*test.items()) if isinstance(test, dict) else None
        drop = LearnedLine(str(line.rule["css"]), "the line of the authors", text)
        rules = (make_drop_rule(drop),)
        if all(len(select_elements(rules, page)) <= 1 for page in pages):
            yield drop
    if day := find_day_line(pages, language):
        yield LearnedLine(day, "the line of the day")


def _list_thread_rules(pages: Sequence[Page], posts: PostRules, portal: Portal) -> LearnedRules:
    """Return the rules for threads: what is said twice in them is said by their writers, and they
    are by who began them, when he did."""
    roots = [posts.root] if posts.root else []
    fields = dict(learn_fields(pages, roots, portal))
    if posts.root:
        writer = write_opening_writer(posts.author)
        fields |= {"authors": (writer,)}
        fields.pop("published", None)  # the time of the posts tells more than a line with names
        fields |= {"published": (posts.time,)} if posts.is_day else {}
    elif posts.author.rule["pick"] == "last":
        fields.pop("authors", None)  # the time of the posts tells more than a place
    elif "authors" in fields:
        # what finds those who answered, too, finds first who began the thread
        first = ({**line.rule, "pick": "first"} for line in fields["authors"])
        fields["authors"] = tuple(FieldLine(rule, "who began the thread") for rule in first)
    root = (LearnedLine(posts.root, posts.evidence),) if posts.root else ()
    return LearnedRules(roots=root, is_precise=True, fields=order_fields(fields), posts=posts)


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
