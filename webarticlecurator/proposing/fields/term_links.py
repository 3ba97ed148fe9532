"""Keywords and sections by what they are: links of one form of addresses beside the text, other
terms on each article. Those that the menu has, too, one on an article, are its section; of several,
which no menu has, the keywords. No word and no class name decides. Links to the members of a forum
stand where those to keywords do: below a thread, in a box with all who took part.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from urllib.parse import parse_qsl, urljoin, urlsplit

from lxml import etree

from webarticlecurator.articles.units.link_lines import is_date_line
from webarticlecurator.articles.units.text_units import fold_text, list_page_units
from webarticlecurator.articles.without_rules.post_details import find_post_link
from webarticlecurator.articles.without_rules.threads import find_thread
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.proposal.proposal import FieldLine
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.fields.field_selectors import MAX_VALUE_SIZE, SIGNS, is_term

MIN_PAGES = 4
MIN_SHARE = 0.5
"""Pages on which a group of links must stand, and their share."""
MIN_VARIED = 3
"""Different groups from which on terms are those of the article."""
MAX_TERMS = 25
MAX_LEVELS = 3
"""Elements around a link in which a link to another article makes it that one's."""
MAX_SHOWN = 3
_OUTSIDE_MENUS = "[not(ancestor::nav or ancestor::header or ancestor::footer or ancestor::aside)]"
_HEADERS = "[not(ancestor::nav or ancestor::footer or ancestor::aside or ancestor::ul)]"


@dataclass(frozen=True)
class Members:
    """Who writes in threads. ``names``: those of all writers, folded; ``forms``: the XPath tests of
    the addresses that these and the times of their posts link."""

    names: frozenset[str]
    forms: frozenset[str]

    def are_most_of(self, terms: Iterable[str], addresses: Iterable[str]) -> bool:
        """Return True if most of the ``terms`` are names of members, or most of their ``addresses``
        those of members or posts."""
        names = {*map(fold_text, terms)}
        forms = [make_address_test(address) in self.forms for address in addresses]
        return 2 * len(names & self.names) > len(names) or 2 * sum(forms) > len(forms)


def find_members(pages: Sequence[Page]) -> Members:
    """Return who writes in the threads on ``pages``: nobody where these are articles."""
    found = ((page, thread) for page in pages if (thread := find_thread(page)) is not None)
    posts = [(page, post) for page, thread in found for post in thread.posts]
    places = ((page, place) for page, post in posts for place in (post.name, post.time))
    links = (
        urljoin(page.base, find_post_link(place)) for page, place in places if place is not None
    )
    names = frozenset(fold_text(post.author) for _, post in posts if post.author)
    return Members(names, frozenset(map(make_address_test, links)) - {""})


@dataclass(frozen=True)
class _Terms:
    """What an XPath finds: the texts on each page."""

    xpath: str
    values: tuple[tuple[str, ...], ...]

    @property
    def filled(self) -> int:
        return sum(map(bool, self.values))

    def make_line(self) -> FieldLine:
        samples = [*dict.fromkeys(value for own in self.values for value in own)][:MAX_SHOWN]
        rule: dict[str, object] = {"xpath": self.xpath, "pick": "all"}
        signs = rf"^{SIGNS}\s*"
        if any(re.match(signs, value) for own in self.values for value in own):
            rule["replace"] = [[signs, ""]]
        shown = "; ".join(re.sub(signs, "", value) for value in samples)
        return FieldLine(rule, f"on {self.filled} of {len(self.values)} pages: {shown}")


def find_term_rules(
    pages: Sequence[Page],
    listed: Collection[str],
    members: Members,
    *known: Sequence[Collection[str]],
) -> dict[str, FieldLine]:
    """Return the rules for ``section`` and ``keywords`` that links show. ``listed``: the addresses
    of articles; ``members`` and ``known``, the values of other fields on each page, are not
    terms."""
    if len(pages) < MIN_PAGES:
        return {}
    articles = {*listed, *(page.url for page in pages)}
    forms = Counter(form for page in pages for form in {*_list_forms(page, articles)})
    best: dict[str, _Terms] = {}
    for form, count in sorted(forms.items()):
        if count < max(MIN_PAGES, MIN_SHARE * len(pages)) or form in members.forms:
            continue
        menu = frozenset.intersection(*(_list_menu(page, form) for page in pages))
        for terms in _list_terms(pages, form, articles):
            every = (value for own in terms.values for value in own)
            is_other = members.are_most_of(every, ()) or any(
                _are_values(terms, values) for values in known
            )
            field = "" if is_other else _judge(terms, menu)
            if field and (field not in best or terms.filled > best[field].filled):
                best[field] = terms
    return {field: terms.make_line() for field, terms in best.items()}


def make_address_test(address: str) -> str:
    """Return the XPath test of the addresses of the same form: *contains(@href,'/tag/')*; "" for
    those of no folder and no parameter."""
    parts = urlsplit(address)
    query = parse_qsl(parts.query)
    if len(query) == 1 and query[0][0].isidentifier():
        return f"contains(@href,'?{query[0][0]}=')"
    folders = parts.path.strip("/").split("/")[:-1]
    name = folders[-1] if folders and not parts.query else ""
    is_name = name != "" and not name.isdigit() and "'" not in name
    return f"contains(@href,'/{name}/')" if is_name else ""


def _list_forms(page: Page, articles: Collection[str]) -> Iterator[str]:
    """Yield the forms of the links to the same site on a page that no article has."""
    host = urlsplit(page.url).netloc
    own = {make_address_test(address) for address in articles}
    for link in page.root.iter("a"):
        address = urljoin(page.base, link.get("href") or "")
        form = make_address_test(address) if urlsplit(address).netloc == host else ""
        if form and form not in own:
            yield form


def _list_menu(page: Page, form: str) -> frozenset[str]:
    return frozenset(fold_text(text_of(each)) for each in page.root.xpath(f"//a[{form}]"))


def _list_terms(pages: Sequence[Page], form: str, articles: Collection[str]) -> Iterator[_Terms]:
    """Yield what is found by the form and by where links are not."""
    for where in ("", _OUTSIDE_MENUS, _HEADERS):
        xpath = f"//a[{form}]{where}"
        found = [page.root.xpath(xpath) for page in pages]
        if all(
            _are_beside_text(links, page, articles)
            for links, page in zip(found, pages, strict=True)
        ):
            values = (tuple(filter(None, map(text_of, links))) for links in found)
            yield _Terms(xpath, tuple(tuple(dict.fromkeys(own)) for own in values))


def _are_beside_text(
    links: Sequence[etree._Element], page: Page, articles: Collection[str]
) -> bool:
    """Return True if no link is in a paragraph, or beside a link to another article."""
    text = {unit.element for unit in list_page_units(page) if unit.is_running_text}
    for link in links:
        for above in islice(link.iterancestors(), MAX_LEVELS):
            if above in text:
                return False
            if above.tag in ("article", "main", "body") or len(text_of(above)) > 4 * MAX_VALUE_SIZE:
                break
            targets = {urljoin(page.base, a.get("href") or "") for a in above.iter("a")}
            if not (targets & {*articles}) <= {page.url}:
                return False
    return True


def _are_values(terms: _Terms, values: Sequence[Collection[str]]) -> bool:
    """Return True if one of the values of most pages that have any is among the terms."""
    known = [(own, each) for own, each in zip(terms.values, values, strict=True) if each]
    return 2 * sum(not {*own}.isdisjoint(each) for own, each in known) > len(known)


def _judge(terms: _Terms, menu: frozenset[str]) -> str:
    """Return the field of terms, "" for none: those in the menu stand on all pages."""
    values = [own for own in terms.values if own]
    every = [value for own in values for value in own]
    is_common = len(values) >= max(MIN_PAGES, MIN_SHARE * len(terms.values))
    if not is_common or not all(len(each) <= MAX_VALUE_SIZE and is_term(each) for each in every):
        return ""
    if 2 * sum(map(is_date_line, every)) > len(every):
        return ""
    varied = len({*values})
    if all(len(own) == 1 for own in values):
        return "section" if varied > 1 and {*map(fold_text, every)} <= menu else ""
    is_own = varied >= MIN_VARIED and menu.isdisjoint(map(fold_text, every))
    return "keywords" if is_own and all(len(own) <= MAX_TERMS for own in values) else ""
