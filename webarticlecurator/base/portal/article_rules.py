"""How articles are read and asked for again: the section ``article``."""

from __future__ import annotations

from datetime import timedelta

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.rule import Condition, Place, Rule

PSEUDONYMS = "pseudonyms"
"""The value of ``article.comments`` that replaces the names of readers."""


@dataclass(frozen=True)
class TagRow:
    """One row of a tag dictionary: ``signature`` is a CSS compound selector; ``operation``
    (``unwrap``, ``quote>paragraph`` …) and ``context`` (``in figure``, or empty) are as written,
    but checked."""

    signature: str
    operation: str
    keep: tuple[str, ...] = ()
    context: str = ""
    line: int = field(default=0, compare=False)
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True)
class SignatureRule:
    """One rule of ``body.signature``: how an attribute appears in signatures.

    ``tag`` and ``attr`` are lower case, or empty for all tags or attributes. ``replace`` are regex
    pairs on the value (on each name of ``class``); ``drop`` leaves the attribute out. A rule with
    neither adds an attribute that signatures do not have by default.
    """

    tag: str = ""
    attr: str = ""
    replace: tuple[tuple[str, str], ...] = ()
    drop: bool = False
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True)
class BodyRules:
    """``article.body:`` where the text is, and what its tags mean."""

    root: tuple[Rule, ...] = ()
    drop: tuple[Rule, ...] = ()
    tags: tuple[TagRow, ...] = ()
    first_page_only: tuple[Rule, ...] = ()  # dropped on all pages of an article except the first
    signature: tuple[SignatureRule, ...] = ()
    # where rules find no root, it is guessed; with refine, heuristics clean one found by rules, too
    guess: bool = False
    refine: bool = True
    # regexes and replacements for the text of each block
    clean: tuple[tuple[str, str], ...] = ()
    # each root is a post of a thread: who wrote it and when
    post_author: tuple[Rule, ...] = ()
    post_time: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class Reject:
    """A rule of ``article.reject``, with the reason for pages on which it finds something."""

    rule: Rule
    reason: str = "not-article"


@dataclass(frozen=True)
class Split:
    """``article.split:`` several articles on one page: their elements, and the rules for the id of
    each, which are read inside its element."""

    items: Rule
    id: tuple[Rule, ...] = (Rule("xpath", "@id"),)


@dataclass(frozen=True)
class PartRules:
    """A row of ``article.parts``: what a page loads apart.

    ``address``: the links to it; ``kind`` (``as``): comments, feed-entries, gallery or text;
    ``page``: the HTML in a JSON answer; ``root``: the elements of its entries; ``next``: the link
    to its next page; ``headers``: names and values that its requests have, and no others.
    """

    address: tuple[Rule, ...]
    kind: str
    page: tuple[Rule, ...] = ()
    root: tuple[Rule, ...] = ()
    next: tuple[Rule, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ArticleRules:
    """The rules of one layout, merged. ``metadata`` are pairs of a field and its ordered sources,
    in the order of FIELDS."""

    body: BodyRules = BodyRules()
    metadata: tuple[tuple[str, tuple[Rule, ...]], ...] = ()
    next_page: tuple[Rule, ...] = ()
    reversed: bool = False
    reject: tuple[Reject, ...] = ()
    page: tuple[Rule, ...] = ()
    split: Split | None = None
    kind: str = "NewsArticle"  # Schema.org type
    is_kind_stated: bool = False
    comments: str = "keep"
    gate_off: tuple[str, ...] = ()  # reasons of verdict.GATED that are not checked
    single_page: tuple[Rule, ...] = ()  # the link to a page that holds the whole article
    parts: tuple[PartRules, ...] = ()
    page_kind: str = ""  # one of PAGE_KINDS; "" where it is judged
    assets: str = field(default="none", compare=False)  # which files of the page are stored
    has_one_page: bool = field(default=False, compare=False)  # as the portal file has it
    # metadata fields that the portal file does not have: their sources are the built-in ones
    default_fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class LayoutRules:
    """The rules of a layout. A page is read by the first layout whose ``when`` is true, else by the
    rules of ``article`` itself."""

    name: str
    when: Condition
    rules: ArticleRules
    encoding: str | None = None  # of its pages that declare none


@dataclass(frozen=True)
class RefreshRules:
    """``article.refresh:`` which stored articles a crawl asks for again.

    They are those that were published less than ``within`` ago and whose latest capture is older
    than ``every``, and those whose values of the names ``listed`` have changed on archive pages.
    """

    within: timedelta | None = None
    every: timedelta = timedelta(days=1)
    listed: tuple[str, ...] = ()
