"""Proposals for a portal file from pages of the portal (``curator new URL``), with evidence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.doubts.witness import Witness
from webarticlecurator.base.model.doubts import Doubt, doubt_problems
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import DatedEncoding
from webarticlecurator.base.portal.rule import Filter, Rule
from webarticlecurator.base.proposal.archive_links import SitemapSource
from webarticlecurator.base.proposal.article_readings import ArticleReading
from webarticlecurator.base.text.calendars import GREGORIAN
from webarticlecurator.base.text.translation import join_messages, make_message

MAX_NAMED = 3
"""Missing articles that are named."""


@dataclass(frozen=True)
class LinkProposal:
    """A CSS selector for ``archive.links``, with the absolute addresses it lists on the page:
    those that match the regex ``include``, if there is one; those in the first or last element
    (``pick``) that ``container`` selects, if there is one."""

    css: str
    links: tuple[str, ...]
    include: str = ""
    container: str = ""
    pick: str = ""

    def rule(self) -> Rule:
        """Return the rule for ``archive.links``."""
        within = Rule(kind="css", expression=self.container, pick=self.pick)
        return Rule(
            kind="css",
            expression=self.css,
            include=Filter((self.include,)) if self.include else None,
            within=within if self.container else None,
        )


@dataclass(frozen=True)
class DatedAddress:
    """An archive address with date fields. ``day`` is the first day of the window from whose
    address it was made, ``step`` is day, month or year, ``calendar`` that of the dates."""

    template: str
    day: date
    step: str
    calendar: str = GREGORIAN


@dataclass(frozen=True)
class FieldLine:
    """One rule for a metadata field as it is written in a portal file (a mapping), with the
    evidence in words."""

    rule: Mapping[str, object]
    evidence: str


@dataclass(frozen=True)
class NextProposal:
    """Rules for the link to the next page, the best first; ``url`` is its target on the page, ""
    where the page has none."""

    rules: tuple[Rule, ...]
    url: str = ""


@dataclass(frozen=True)
class MoreButton:
    """A button that seems to load more of a list: its CSS selector, and its text."""

    css: str
    text: str


@dataclass(frozen=True)
class GrowingList:
    """A list that is made longer in a browser: by clicking ``button``, or without one by scrolling.
    ``added`` links came with one round; None where no browser could try it."""

    button: MoreButton | None
    added: int | None = None


@dataclass(frozen=True)
class NumberedProposal:
    """An address with ``{page}``: the value of the first page, and the difference to the next."""

    template: str
    first: int = 1
    step: int = 1


@dataclass(frozen=True)
class LearnedLine:
    """One rule: a regex, a selector or the signature of a tag, and the evidence for it in words.

    ``text`` is a test of the text of the selected element: (``starts`` or ``equals``, text).
    ``kind``: ``css``, or ``xpath`` of a selector that CSS cannot express.
    """

    rule: str
    evidence: str
    text: tuple[str, str] | None = None
    kind: str = "css"


@dataclass(frozen=True)
class CommentRules:
    """Where readers' comments are: CSS selectors of a comment, and in it of who wrote it, when, and
    what belongs to no comment (``drops``); ``count`` of them were on ``pages`` of the pages.
    ``box``: what is dropped from the text and has them as its children, if they are in the text."""

    comment: str
    author: str
    time: str
    drops: tuple[str, ...]
    count: int
    pages: int
    box: str = ""


@dataclass(frozen=True)
class PostRules:
    """Where the posts of threads are: the selector ``root`` of their texts, and in the element
    around each who wrote it and when; without ``root`` no selector finds them, and ``author`` only
    says which writer began a thread. ``evidence``: how many were found without rules. ``next``: the
    link to the next page of a thread. ``is_day``: what ``time`` finds is a day without words.
    ``is_sure``: the pages are threads, not articles with comments."""

    root: str
    author: FieldLine
    time: FieldLine
    evidence: str
    next: Rule | None = None
    is_day: bool = True
    is_sure: bool = True


@dataclass(frozen=True)
class LearnedRules:
    """Rules that pages of articles have suggested.

    ``titles`` are regexes to remove from titles, in order; ``roots`` and ``drops`` are CSS
    selectors; ``leads`` are signatures of the tags that contain the lead. ``is_precise``: the
    roots without the drops hold nothing but text. ``fields`` are rules for metadata by field,
    ``comments`` those for readers' comments; ``posts`` are given where the pages are threads of a
    forum; ``page_kind`` is that of all pages, "" if it can be judged on each. ``encoding`` is that
    of pages that declare none, or those that they had in turn, or "". ``parts`` are what scripts of
    the pages load; ``split`` cuts pages into several articles.
    """

    titles: Sequence[LearnedLine] = ()
    roots: Sequence[LearnedLine] = ()
    drops: Sequence[LearnedLine] = ()
    leads: Sequence[LearnedLine] = ()
    is_precise: bool = False
    fields: Sequence[tuple[str, Sequence[FieldLine]]] = ()
    comments: CommentRules | None = None
    posts: PostRules | None = None
    page_kind: str = ""
    encoding: str | tuple[DatedEncoding, ...] = ""
    parts: Sequence[FieldLine] = ()
    split: FieldLine | None = None

    def __bool__(self) -> bool:
        return bool(self.titles or self.roots or self.drops or self.leads or self.encoding)


@dataclass(frozen=True)
class SitemapProposal:
    """The sitemaps of the portal in place of its lists, whose next page cannot be requested.

    The file at ``url`` has ``addresses``, among them ``shared`` of the ``links`` of the page.
    """

    url: str
    addresses: int
    shared: int
    links: int


@dataclass(frozen=True)
class Board:
    """A board of a forum or a section of a portal, a list of its own: name where it is linked, and
    address."""

    name: str
    url: str


@dataclass(frozen=True)
class IndexProposal:
    """Pages that lead to lists: rules for the links of each of the ``levels``, the outermost first,
    on the page at ``url``, which names ``pages``. A walk has found so many ``articles``; if it was
    not read to its end (``is_estimate``), it has as many if the rest is like what was read. So many
    lists elsewhere have ``repeats`` of them alone. ``next``: a rule for its next page.
    """

    url: str
    levels: tuple[Rule, ...]
    pages: int
    articles: int = 0
    is_estimate: bool = False
    repeats: int = 0
    next: Rule | None = None

    def describe(self) -> str:
        """Return in a sentence where the index leads."""
        values = {"pages": self.pages, "url": self.url, "number": self.articles}
        said = (
            make_message(
                "{pages} links on {url} lead to lists of about {number} articles", **values
            )
            if self.is_estimate
            else make_message("{pages} links on {url} lead to lists of {number} articles", **values)
        )
        if not self.repeats:
            return said
        repeated = make_message("{number} lists elsewhere repeat some of them", number=self.repeats)
        return join_messages("; ", (said, repeated))


@dataclass(frozen=True)
class LeftOut:
    """Addresses of a sitemap that a regex leaves out: so many, of which some were looked at, and
    were no articles."""

    pattern: str
    addresses: int
    looked_at: int


@dataclass(frozen=True)
class DataArticle:
    """An article in data: the rule for its HTML, rules for metadata by field, and ``public``, a
    regex for its address and what the address of its page is, if that can be made of it."""

    page: Rule
    fields: Sequence[tuple[str, Sequence[FieldLine]]] = ()
    public: tuple[str, str] | None = None


@dataclass(frozen=True)
class DataProposal:
    """Data at ``url`` that a script of the page loads or has: ``rule`` selects the addresses of
    articles, here ``links``. ``template`` is its address with ``{page}``, if it has pages, the
    first of which is ``first``; the next one is ``step`` more. ``next`` selects the address of the
    next answer. ``begins_on``: the page that has the first articles; ``selector``: where they are
    links there. ``article``: how the data at ``links`` are read, if they are no pages."""

    url: str
    rule: Rule
    links: tuple[str, ...]
    template: str = ""
    first: int = 1
    step: int = 1
    next: Rule | None = None
    begins_on: str = ""
    selector: str = ""
    article: DataArticle | None = None

    @property
    def goes_on(self) -> bool:
        """True if it has further pages."""
        return bool(self.template) or self.next is not None


@dataclass(frozen=True)
class WholeArchive:
    """What the files of the sitemaps ``sources`` have beside the list: of ``total`` articles those
    that are ``missing`` from all of the ``pages``, to the end of the list. ``excluded``: addresses
    in these files that are not articles. ``data``: what has the articles where no sitemap has them.
    ``of_portal``: it is no list of a section. ``is_paged``: some pages are further ones of a list.
    ``lacking``: articles of the list that the files do not have, where these are many: both have
    only some of all articles."""

    sources: tuple[SitemapSource, ...]
    total: int
    missing: tuple[str, ...]
    pages: int
    excluded: tuple[LeftOut, ...] = ()
    data: DataProposal | None = None
    of_portal: bool = False
    is_paged: bool = False
    lacking: tuple[str, ...] = ()

    @property
    def is_section(self) -> bool:
        """True if the list shows so few that it seems to be that of a section."""
        return not self.of_portal and 2 * len(self.missing) > self.total

    def testify(self) -> Witness:
        """Return the count as a witness that the list is whole."""
        return Witness(
            "sitemap",
            self.describe(),
            "sitemap",
            "an article that is on no list page",
            self.total - len(self.missing),
            self.total,
            self.missing[0] if self.missing else "",
        )

    def describe(self) -> str:
        """Return in a sentence what the list shows."""
        shown = self.total - len(self.missing)
        where: str = make_message("the sitemap")
        if self.data is not None:
            where = self.data.url.partition("?")[0]
        what = make_message(
            "the list shows {shown} of the {total} articles of {where}",
            shown=shown,
            total=self.total,
            where=where,
        )
        if not self.missing:
            return what
        named = ", ".join(self.missing[:MAX_NAMED])
        words = make_message(
            "{what}; these {number} are on no list page: {named}",
            what=what,
            number=len(self.missing),
            named=f"{named}, …" if len(self.missing) > MAX_NAMED else named,
        )
        if not self.lacking:
            return words
        return make_message(
            "{words}; it lacks {number} that the list has, such as {url}, so neither is whole",
            words=words,
            number=len(self.lacking),
            url=self.lacking[0],
        )


@dataclass(frozen=True)
class FeedProposal:
    """The feed at ``url``, with so many ``entries``, in place of lists of its site that were not
    recognised."""

    url: str
    entries: int


@dataclass(frozen=True)
class Proposal:
    """All proposals from the page at ``url``.

    ``archives`` are address templates with dates among the links of the page; ``windows`` are the
    addresses of other windows of ``dated`` among them, the nearest first, and ``first_day`` that of
    the earliest, with ``has_beginning`` one before which none lists articles; ``is_up_to_date`` is
    True for one by day that has articles of today; ``counter`` is the page's address with
    ``{page}`` in place of a number that may count pages; ``article`` are the rules that the pages
    at ``articles`` suggest.
    ``sitemap`` is given where the portal is better read by its sitemaps, ``feed`` where it is only
    known by its feed, ``listed_date`` where its articles show no date; ``pager_pages`` of the
    articles have the numbers of several pages, and ``next_part`` finds the link to the next one of
    others; ``continuation`` is the form of later pages that the list names; ``data`` is given
    where a script loads the list, ``is_rendered`` where only a browser shows it, ``growing`` where
    one makes it longer, ``renders_articles`` where only a browser shows their text, ``whole`` where
    the sitemap could be compared with the list, which begins at ``first_page``; ``boards`` where
    the page leads to those of a forum or to sections, of which the one at ``url`` was read;
    ``added_parameters`` of the listed addresses are no part of them; without ``has_list``, the
    pages are articles alone; ``encoding`` is that of pages that declare none; ``readings`` are what
    the file reads of the articles; ``doubts`` were noted on the way
    (``proposal_doubts.list_doubts`` has all).
    ``from_front_page``: a front page was given, which led to this one; ``index`` is given where
    pages lead to lists, of which the one at ``url`` was read.
    """

    url: str
    title: str = ""
    language: str = ""
    language_note: str = "as declared by the page"
    encoding: str = ""
    links: tuple[LinkProposal, ...] = ()
    dated: DatedAddress | None = None
    windows: tuple[str, ...] = ()
    first_day: date | None = None
    has_beginning: bool = False
    is_up_to_date: bool = False
    archives: tuple[str, ...] = ()
    next: NextProposal | None = None
    numbered: NumberedProposal | None = None
    counter: str = ""
    feeds: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()
    sitemap: SitemapProposal | None = None
    feed: FeedProposal | None = None
    listed_date: FieldLine | None = None
    pager_pages: int = 0
    next_part: Rule | None = None
    continuation: str = ""
    match: str = ""
    article: LearnedRules = LearnedRules()
    articles: tuple[str, ...] = ()
    data: DataProposal | None = None
    is_rendered: bool = False
    renders_articles: bool = False
    growing: GrowingList | None = None
    whole: WholeArchive | None = None
    from_front_page: bool = False
    is_agreed: bool = False
    boards: tuple[Board, ...] = ()
    index: IndexProposal | None = None
    added_parameters: tuple[str, ...] = ()
    has_list: bool = True
    readings: tuple[ArticleReading, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    def add_doubt(self, first: Problem, count: int = 1) -> Proposal:
        """Return the proposal with a further doubt, of which there are ``count``."""
        return replace(self, doubts=(*self.doubts, doubt_problems(first, count)))

    @property
    def next_page(self) -> str:
        """The address of the page after that of the list, as far as it is known; else ""."""
        if self.next is not None:
            return self.next.url
        numbered = self.numbered
        if numbered is None or self.dated is not None:
            return ""
        return numbered.template.replace("{page}", str(numbered.first + numbered.step))

    @property
    def first_page(self) -> str:
        """The first page of the list, where its page is another one by the number in its address;
        else ""."""
        numbered = self.numbered
        if numbered is None or self.dated is not None or self.next is None:
            return ""
        before, _, after = numbered.template.partition("{page}")
        if not re.fullmatch(f"{re.escape(before)}\\d+{re.escape(after)}", self.url):
            return ""
        return f"{before}{numbered.first}{after}"
