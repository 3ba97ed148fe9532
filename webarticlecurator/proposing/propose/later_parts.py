"""The rest of a text that its page loads apart: what is at the addresses that a page has for its
scripts, or what a browser loads, is looked at once and compared with the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from lxml import etree

from webarticlecurator.articles.blocks.unloaded_text import find_unloaded_rest
from webarticlecurator.articles.units.text_units import fold_text, list_page_units
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import FieldLine, LearnedLine, LearnedRules
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.class_tokens import is_in_navigation
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.data_addresses import find_data_address
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.results import select_elements, select_first
from webarticlecurator.portal_file.written.written_rules import to_rule_yaml
from webarticlecurator.proposing.fields.element_selectors import list_selectors
from webarticlecurator.proposing.list_pages.data_lists import find_quoted_addresses, has_scripts
from webarticlecurator.proposing.list_pages.json_places import (
    find_common_template,
    list_values,
    write_template,
)
from webarticlecurator.proposing.list_pages.link_rating import find_href
from webarticlecurator.proposing.propose.observed_pages import (
    MIN_TEXT,
    FoundText,
    find_text,
    list_paragraphs,
    observe_page,
    shorten_template,
    write_text_rule,
)
from webarticlecurator.proposing.propose.visits import Visits, read_page
from webarticlecurator.proposing.text_rules.comment_rules import learn_comments

MAX_CANDIDATES, MAX_LETTERS = 3, 40
MIN_PAGES, MAX_STEPS = 2, 3
OWN_ADDRESS = (r"/([^/?#]+)/?$", r"/(\d+)[^/]*/?$", r"(\d+)/?(?:\.\w+)?$", r"/([^/?#.]+)\.\w+$")
"""Regexes for the name or the number in the address of a page."""
_LINKS = frozenset("a audio button embed form iframe img input object svg video".split())
_EMPTY = frozenset("aside div p section span".split())


def add_later_parts(
    rules: LearnedRules, pages: Sequence[Page], visits: Visits, runtime: Runtime
) -> LearnedRules:
    """Return the rules with those of ``article.parts`` for what pages of articles load of their
    text: what an address in an empty element leads to, or one that their scripts name, else what a
    browser loads behind the text of two. An element whose address leads to no text of them is
    dropped, so that it is no doubt."""
    drops = []
    loading = [page for page in pages if _may_load(page)]
    is_usual = len(loading) >= MIN_PAGES and len(pages) <= 2 * len(loading)
    named = _list_script_rules(loading) if is_usual else ()
    for rule in chain(_list_address_rules(pages), named):
        of_script = rule.template is not None
        having = loading if of_script else pages
        asked = [(page, url) for page in having if (url := select_first((rule,), page, link=True))]
        texts = [_read_new_text(page, url, visits, runtime) for page, url in asked[:MIN_PAGES]]
        known = [text for text in texts if text]
        part = _write_part(rule, rules, known, len(texts)) if len(known) == MIN_PAGES else None
        # what a script loads is a part of the text where it looks like it
        if part is not None and (not of_script or "root" in part.rule):
            return replace(rules, parts=(part,))
        if None not in texts and not of_script:
            drops.append(LearnedLine(rule.expression, "what it loads is no text of the article"))
    parts = _observe_part(rules, loading[:MIN_PAGES], visits, runtime) if is_usual else ()
    return replace(rules, drops=(*rules.drops, *drops), parts=parts)


def _list_address_rules(pages: Sequence[Page]) -> Iterator[Rule]:
    """Yield rules for the addresses that empty elements of most pages have for scripts, and that
    are another on each."""
    places = group_values(
        ((css, found[0]), (page.url, found[1]))
        for page in pages
        for element in page.root.iter(etree.Element)
        if element.tag not in _LINKS
        and (found := find_data_address(element, page))
        and len(text_of(element)) <= MAX_LETTERS
        and not is_in_navigation(element)
        for css in (*list_selectors(element), f"{element.tag}[{found[0]}]")
    )
    known: set[frozenset[str]] = set()
    for (css, name), uses in sorted(places.items(), key=lambda each: (-len(each[1]), each[0])):
        addresses = frozenset(address for _, address in uses)
        on_pages = {url for url, _ in uses}
        is_usual = len(on_pages) >= max(MIN_PAGES, len(pages) / 2)
        if is_usual and len(addresses) >= len(on_pages) and addresses not in known:
            known.add(addresses)
            if len(known) > MAX_CANDIDATES:
                return
            yield Rule(kind="css", expression=css, attr=name)


def _list_script_rules(pages: Sequence[Page]) -> Iterator[Rule]:
    """Yield rules for the addresses below their own that scripts in most of the pages name, and to
    which no link leads: another one may be of the next article, of its writer, or do something."""
    forms: Counter[tuple[str, str]] = Counter()
    rules: dict[str, Rule] = {}
    for page in pages:
        scripts = (script.text or "" for script in page.root.iter("script"))
        linked = {page.url, *(find_href(page, link) for link in page.root.iter("a"))}
        own = page.url.partition("?")[0].rstrip("/")
        addresses = {
            each for each in find_quoted_addresses(page, scripts) if each.startswith(f"{own}/")
        } - linked
        # an address may be made of several values: of its number and of its name, say
        made: dict[str, str] = {}
        for name, (rule, value) in _list_own_values(page):
            rules[name] = rule
            templates = {write_template(address, value) for address in addresses} - {""}
            made = dict.fromkeys(templates, name) | made
        forms.update(made.items())
    usual = [form for form, count in forms.most_common() if count >= max(MIN_PAGES, len(pages) / 2)]
    for template, name in usual[:MAX_CANDIDATES]:
        yield replace(rules[name], template=shorten_template(template, pages[0].url))


def _read_new_text(
    page: Page, url: str, visits: Visits, runtime: Runtime
) -> tuple[FoundText, str] | tuple[()] | None:
    """Return the longest text at an address that the page lacks, with its letters; nothing if most
    of it is on the page, None without an answer."""
    answer = read_page(url, visits, runtime)
    if answer is None:
        return None
    places = group_values(list_values(answer.json)) if answer.json is not None else {"": [""]}
    own = {fold_text(unit.text) for unit in list_page_units(page)}
    best: tuple[FoundText, str] | None = None
    for path, values in places.items():
        is_markup = not path or any("<" in value for value in values)
        inner = answer.inner("".join(values)) if path and is_markup else answer
        units = list_page_units(inner) if is_markup else ()
        texts = [fold_text(unit.text) for unit in units if unit.is_running_text]
        texts = texts if is_markup else [*map(fold_text, values)]
        new = "".join(text for text in texts if text not in own)
        is_rest = len(new) >= MIN_TEXT and 2 * len(new) > sum(map(len, texts))
        if is_rest and (best is None or len(new) > len(best[1])):
            best = FoundText(answer, path, is_markup), new
    return best or ()


def _write_part(
    rule: Rule, rules: LearnedRules, texts: Sequence[tuple[FoundText, str]], asked: int
) -> FieldLine | None:
    """Return the rule of ``article.parts`` for texts that differ, at one place of the answers. The
    root of the page is that of the part, too, where it has all of its text."""
    first = texts[0][0]
    if len({(each.path, each.is_markup) for each, _ in texts}) > 1 or texts[0][1] == texts[1][1]:
        return None
    address = to_rule_yaml(rule)
    page = write_text_rule(first.path, is_markup=first.is_markup) if first.path else None
    shown = [_open_text(each) for each, _ in texts]
    comments = learn_comments(shown, ())
    roots = (line.rule for line in rules.roots if all(_has_text(each, line) for each in shown))
    keys = {
        "address": address,
        "as": "comments" if comments else "text",
        "page": page and to_rule_yaml(page),
        "root": comments.comment if comments else next(roots, None),
    }
    written = {name: value for name, value in keys.items() if value is not None}
    return FieldLine(written, f"text that the pages lack, on {len(texts)} of {asked}")


def _open_text(found: FoundText) -> Page:
    """Return the page of a text that was found: an answer, or the markup in it."""
    if not found.path or not found.is_markup:
        return found.answer
    values = (value for path, value in list_values(found.answer.json) if path == found.path)
    return found.answer.inner("".join(values))


def _has_text(page: Page, root: LearnedLine) -> bool:
    """Return True if a root selects all running text of a page."""
    inside = select_elements((Rule(kind=root.kind, expression=root.rule),), page)
    units = [unit for unit in list_page_units(page) if unit.is_running_text]
    return bool(units) and all(any(map(unit.is_in, inside)) for unit in units)


def _may_load(page: Page) -> bool:
    """Return True if scripts may fill an element without words that is behind the last paragraph
    of a page, or around its last words."""
    if not has_scripts(page):
        return False
    units = [unit for unit in list_page_units(page) if unit.is_running_text]
    for inner in units[-1].around[:MAX_STEPS] if units else ():
        if inner.tag in ("main", "body"):
            return False
        for after in inner.itersiblings(etree.Element):
            is_bare = len(after) == 0 and not text_of(after) and after.tag in _EMPTY
            if is_bare or find_data_address(after, page):
                return True
    return any(find_unloaded_rest(page, unit.element, ()) for unit in units[-1:])


def _observe_part(
    rules: LearnedRules, pages: Sequence[Page], visits: Visits, runtime: Runtime
) -> tuple[FieldLine, ...]:
    """Return the rule for what a browser loads and shows behind the text of two pages."""
    found: list[tuple[FoundText, str]] = []
    for page in pages:
        observed = observe_page(page.url, "looking at", visits, runtime)
        missing = list_paragraphs(observed.page, page) if observed is not None else []
        text = find_text(observed.answers, missing) if observed is not None and missing else None
        if text is None:
            return ()
        found.append((text, "".join(missing)))
    values: list[dict[str, str]] = []
    own: dict[str, Rule] = {}
    for page in pages:
        named = dict(_list_own_values(page))
        own |= {name: rule for name, (rule, _) in named.items()}
        values.append({name: value for name, (_, value) in named.items()})
    template = find_common_template([each.answer.url for each, _ in found], values)
    if template is None:
        return ()
    address = shorten_template(template[1], pages[0].url)
    part = _write_part(replace(own[template[0]], template=address), rules, found, len(pages))
    return (part,) if part is not None else ()


def _list_own_values(page: Page) -> Iterator[tuple[str, tuple[Rule, str]]]:
    """Yield what an address may be made of: what a page has in its own address, and in attributes
    that one of its elements has; each with its name and its rule."""
    for regex in OWN_ADDRESS:
        if match := re.search(regex, page.url):
            yield regex, (Rule(kind="url", expression=regex), match[1])
    places = group_values(
        (str(name), (element, str(value)))
        for element in page.root.iter(etree.Element)
        for name, value in element.items()
        if str(name).startswith("data-")
    )
    for name, found in places.items():
        if len(found) == 1 and found[0][1]:
            yield name, (Rule(kind="css", expression=f"[{name}]", attr=name), found[0][1])
