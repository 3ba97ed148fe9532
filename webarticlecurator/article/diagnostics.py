"""What looks doubtful in one extracted article, and what every source of its metadata says.

What looks wrong with an extracted article page, in words, for ``curator check --live``.

These are signs, not proofs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from webarticlecurator.article.metadata import read_metadata
from webarticlecurator.article.one_page import embedded_page, select_layout
from webarticlecurator.article.page_checks import check_page
from webarticlecurator.article.split_pages import part_sources
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.sources import MetadataSources
from webarticlecurator.model.article import PageExtract, Rejected
from webarticlecurator.model.fields import FIELD_NAMES
from webarticlecurator.model.hosts import plain_host
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import ArticleRules, Rule, label_rule
from webarticlecurator.page import Page
from webarticlecurator.rules import select_values
from webarticlecurator.rules.elements import collapse_white_space

FEW_WORDS = 20
"""An article with fewer words has probably lost its text."""

_CURES = {
    "consent-wall": (
        "the portal shows a page about cookies instead; `fetch: {cookies: …}` may give consent"
    ),
    "challenge": "the portal shows a test for robots instead",
    "geo-block": (
        "the portal does not show it here; `fetch: {proxy: …}` may go through another country"
    ),
    "login-wall": "the portal asks to log in; `fetch: {cookies: …}` may hold a session of yours",
    "maintenance": "the portal is closed for maintenance; try again later",
    "error-page": "the portal sends an error of its own; try again later",
    "no-root": "no `root` rule finds the article's text",
    "empty": "no text is left",
    "soft-404": "the page says that there is nothing here",
}


def diagnose_article(read: PageExtract | Rejected, next_page: str | None = None) -> tuple[str, ...]:
    """Return what looks wrong with a page; an empty tuple if nothing does.

    ``next_page`` is what ``article.next_page`` found on this page. A page that the portal file
    itself rejects is as it should be.
    """
    if isinstance(read, Rejected):
        cure = _CURES.get(read.reason)
        return (f"{read.reason}: {cure} ({read.evidence})",) if cure else ()
    fields = {"title": "no title", "published": "no date of publication"}
    signs = [
        f"{sign}: look at metadata.{name}"
        for name, sign in fields.items()
        if not read.metadata.first(name)
    ]
    if read.account.kept == 0:
        signs.append("empty text: there is a root, but no words in it; look at `root` and `drop`")
    elif read.account.kept < FEW_WORDS:
        count = read.account.kept
        signs.append(f"hardly any text: {count} words; look at `root` and `drop`")
    if next_page is not None and next_page == read.url:
        signs.append("its next page is this page: look at article.next_page")
    signs += [f"{problem.kind}: {problem.message}" for problem in read.problems]
    return tuple(signs)


def diagnose_articles(read: Sequence[PageExtract]) -> tuple[str, ...]:
    """Return what looks wrong when several articles are compared."""
    titles = {page.metadata.first("title") for page in read}
    if len(read) > 1 and len(titles) == 1 and None not in titles:
        title = titles.pop()
        return (f"different articles have the same title, {title!r}: it is probably the portal's",)
    return ()


# Metadata that look doubtful beside the page itself: remarks for a person, never for the TEI.

HEADLINE = "the visible headline (h1)"
SITE_NAME = "the name of the site"
_INVISIBLE = ("jsonld:", "meta:")
"""Beginnings of the sources that a reader of the page does not see."""
_MARKS = re.compile(r"[\W_]+")
_SITE_NAMES = (
    Rule(kind="meta", expression="og:site_name"),
    Rule(kind="meta", expression="application-name"),
    Rule(kind="jsonld", expression="publisher.name"),
)


@dataclass(frozen=True)
class MetadataRemark:
    """A doubtful value of ``field``: its ``source``, and what else the page says.

    ``other`` is HEADLINE, with the headline in ``other_value``, or SITE_NAME.
    """

    field: str
    source: str
    value: str
    other: str
    other_value: str

    def __str__(self) -> str:
        if self.other == HEADLINE:
            return (
                f"{self.field}: {self.value!r} from {self.source} differs from {self.other}:"
                f" {self.other_value!r}; a rule such as  title: h1  takes what readers see"
            )
        return (
            f"{self.field}: {self.value!r} from {self.source} is {self.other}, not a person;"
            " a rule for the byline, or  clean:  leaves it out"
        )


def remark_metadata(
    portal: Portal,
    page: Page,
    titles: Sequence[tuple[str, str]],
    authors: Sequence[tuple[str, str]],
) -> tuple[MetadataRemark, ...]:
    """Return what is doubtful in (source, value) pairs: the title and the authors in force."""
    names = _site_names(portal, page)
    named = ((source, author, names.get(_plain(author))) for source, author in authors)
    return (
        *_remark_title(page, titles, names),
        *(
            MetadataRemark("authors", source, author, SITE_NAME, name)
            for source, author, name in named
            if name is not None
        ),
    )


def _remark_title(
    page: Page, titles: Sequence[tuple[str, str]], names: dict[str, str]
) -> Iterator[MetadataRemark]:
    """Yield a remark if no headline of the page says what an invisible source says."""
    if not titles or not titles[0][0].startswith(_INVISIBLE):
        return
    source, title = titles[0]
    headlines = [
        text
        for element in page.root.iter("h1")
        if (text := collapse_white_space("".join(map(str, element.itertext()))))
        and _plain(text) not in names
    ]
    plain = _plain(title)
    if headlines and not any(
        _plain(headline) in plain or plain in _plain(headline) for headline in headlines
    ):
        yield MetadataRemark("title", source, title, HEADLINE, headlines[0])


def _site_names(portal: Portal, page: Page) -> dict[str, str]:
    """Return the names of the site without case and marks, each with its own spelling."""
    host = plain_host(page.url) or plain_host(portal.home)
    publisher = portal.publisher.name if portal.publisher else ""
    names = [portal.title, publisher, host, host.partition(".")[0]]
    for rule in _SITE_NAMES:
        names += [found.value for found in select_values((rule,), page)]
    return {plain: name for name in reversed(names) if (plain := _plain(name))}


def _plain(text: str) -> str:
    return _MARKS.sub("", text).casefold()


# List the values of every source of every field on a page, not only those in force: for reports
# and for learning.


@dataclass(frozen=True)
class FieldCandidate:
    """The usable values of a field from one source, normalized.

    ``source``: the rule (``label_rule``); ``counts``: True for a rule of the portal, False for
    an additional one.
    """

    field: str
    source: str
    values: tuple[str, ...]
    counts: bool = True


def list_part_candidates(
    portal: Portal, page: Page, besides: ArticleRules | None = None
) -> tuple[tuple[str, tuple[FieldCandidate, ...]], ...]:
    """Return (fragment, candidates) for each article on the page: one with an empty fragment, or
    those of ``article.split``; () for a page that is not an article."""
    rules = select_layout(portal, page).rules
    if rules.split is None:
        candidates = list_field_candidates(portal, page, besides)
        return (("", candidates),) if candidates else ()

    embedded = embedded_page(page, rules) if check_page(page, rules) is None else None
    parts = part_sources(embedded, rules.split) if embedded is not None else ()
    return tuple(
        (fragment, _list_all_fields(sources, portal, rules, besides)) for fragment, sources in parts
    )


def list_field_candidates(
    portal: Portal, page: Page, besides: ArticleRules | None = None
) -> tuple[FieldCandidate, ...]:
    """Return the candidates of every field with a value, in the order of fields and rules; () for a
    page that is not an article.

    The first candidate of a field that counts is in force. ``besides``: additional rules, for
    fields that have rules of the portal; their candidates come last.
    """
    rules = select_layout(portal, page).rules
    if rules.split is not None or check_page(page, rules) is not None:
        return ()
    embedded = embedded_page(page, rules)
    if embedded is None:
        return ()
    sources = MetadataSources(page, None if embedded is page else embedded)
    return _list_all_fields(sources, portal, rules, besides)


def _list_all_fields(
    sources: MetadataSources, portal: Portal, rules: ArticleRules, besides: ArticleRules | None
) -> tuple[FieldCandidate, ...]:
    candidates = []
    for name in FIELD_NAMES:
        own = dict(rules.metadata).get(name, ())
        more = dict(besides.metadata).get(name, ()) if besides and own else ()
        labels = {label_rule(rule) for rule in own}
        for rule in (*own, *(rule for rule in more if label_rule(rule) not in labels)):
            label = label_rule(rule)
            found, _ = read_metadata(sources, portal, ArticleRules(metadata=((name, (rule,)),)))
            values = tuple(
                value.value for value in found.all(name) if value.source != "portal:language"
            )
            if values:
                candidates.append(FieldCandidate(name, label, values, label in labels))
    return tuple(candidates)
