"""What an element that somebody points at can mean, and what is then written.

What an element of an article page can be said to mean, and what is then written.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl, urlsplit

from webarticlecurator.article.one_page import select_layout
from webarticlecurator.config.yaml_edit import (
    KeyPath,
    YamlValue,
    add_value,
    find_value,
    remove_value,
    set_value,
)
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.model.blocks import NAMES
from webarticlecurator.model.fields import DATES_IN_ADDRESS, FIELDS, FIELDS_BY_NAME
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import ArticleRules, Rule, TagRow
from webarticlecurator.page.stable_names import signature
from webarticlecurator.propose.selector_survey import (
    KeptText,
    PageCounts,
    Selector,
    SelectorCount,
    SelectorProposal,
    SelectorSupport,
    count_on_page,
    propose_drops,
    propose_for_elements,
    rank_proposals,
    shown_text,
)
from webarticlecurator.propose.written_days import MAX_SIZE as MAX_LINE
from webarticlecurator.propose.written_days import (
    cut_day,
    find_date_shape,
    leave_day_out,
    list_month_languages,
)
from webarticlecurator.rules import select_elements
from webarticlecurator.rules.elements import text_of
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.portal_draft import (
    PortalDraft,
    find_layout_rules,
    find_rule_path,
)
from webarticlecurator.text.characters import shorten
from webarticlecurator.text.dates import DateContext, read_date
from webarticlecurator.text.translation import make_message, translate, translate_count
from webarticlecurator.trial.page_outline import name_element


@dataclass(frozen=True)
class Meaning:
    """One meaning: ``word`` names it in the address of the view, ``label`` on its button.
    ``target`` is the field of ``article.metadata``, or the operation of the tag dictionary."""

    word: str
    label: str
    kind: Literal["root", "drop", "keep", "next", "field", "tag", "comments", "address"]
    target: str = ""


MEANINGS = (
    Meaning("root", make_message("Text root"), "root"),
    Meaning("drop", make_message("Drop"), "drop"),
    Meaning("keep", make_message("Keep this after all"), "keep"),
    *(Meaning(row.name, row.button, "field", row.name) for row in FIELDS if row.button),
    Meaning("next", make_message("Next page of this article"), "next"),
    Meaning("teaser", make_message("Teaser of a paid article"), "field", "access"),
    Meaning("comments", make_message("Comments begin here"), "comments", "comments"),
    Meaning("comment", make_message("Comment"), "tag", "comment"),
    Meaning("caption", make_message("Caption"), "tag", "caption"),
)
"""The meanings with a button of their own. Any operation of the tag dictionary is one, too."""
ADDRESS_MEANINGS = tuple(
    Meaning(f"address-{name}", FIELDS_BY_NAME[name].button, "address", name)
    for name in ("section", "keywords", "published")
)
"""What a part of the address of an article can mean."""
PAID = "partial"
"""The access of an article of which the page has a teaser."""
OPERATIONS = ("unwrap", "flatten", "auto", *sorted(NAMES))
"""What a tag can be said to mean; to drop it has a button."""


def find_meaning(word: str) -> Meaning:
    """Return the meaning with a word: a button, or ``tag:operation``. Raises UsageError."""
    operation = word.removeprefix("tag:")
    if operation in OPERATIONS and word != operation:
        return Meaning(word, operation, "tag", operation)
    for meaning in (*MEANINGS, *ADDRESS_MEANINGS):
        if meaning.word == word:
            return meaning
    known = ", ".join(meaning.word for meaning in MEANINGS)
    raise UsageError(
        make_message("unknown meaning: {word!r} (expected {known})", word=word, known=known),
        "Choose one of the buttons.",
    )


@dataclass(frozen=True)
class MeaningProposal:
    """What is written for an element: its selector, or its signature for a tag. ``attribute`` holds
    the value of a field ("": its text does); ``layout`` is the layout of the page. For a part of
    the address, the selector is a regex. ``signature`` is that of comments, which may be outside of
    the text (``are_outside``). ``day`` is the regex of a day in a text that has more. With
    ``is_line``, the selector is a regex of a line."""

    meaning: Meaning
    selector: str
    attribute: str = ""
    layout: str = ""
    signature: str = ""
    are_outside: bool = False
    day: str = ""
    is_line: bool = False

    @property
    def rule(self) -> YamlValue:
        """The rule as the portal file has it."""
        if self.meaning.kind == "address":
            pairs = dict(DATES_IN_ADDRESS).get(self.selector, ())
            replacing = {"replace": [list(pair) for pair in pairs]} if pairs else {}
            return {"url": self.selector, **replacing}
        if self.meaning.target == "access":
            return {"css": self.selector, "replace": [["(?s)^.*$", PAID]]}
        rule: YamlValue = {"css": self.selector, "attr": self.attribute}
        cut = {"published": cut_day, "authors": leave_day_out}.get(self.meaning.target)
        if cut is not None and self.day and not self.attribute:
            return {"css": self.selector, "replace": [list(cut(self.day))]}
        return rule if self.attribute else self.selector


def write_proposal(text: str, proposal: MeaningProposal) -> str:
    """Return the text of a portal file with a proposal in it. What it said before stays: a root, or
    a source of a field, is tried before those that are there.

    Raises UsageError if the file cannot be edited there, or has its tags in a table.
    """
    kind, target = proposal.meaning.kind, proposal.meaning.target
    drops = ("body", "clean" if proposal.is_line else "drop")
    key: dict[str, KeyPath] = {
        "root": ("body", "root"),
        "drop": drops,
        "keep": drops,
        "tag": ("body", "tags"),
        "next": ("next_page",),
        "comments": ("body", "tags"),
    }
    path = find_rule_path(text, proposal.layout, key.get(kind, ("metadata", target)))
    if kind == "comments":
        return _write_comments(text, path, proposal)
    if kind == "drop":
        return _write_drop(text, path, proposal)
    if kind == "keep":
        present = _list_rules(text, path)
        rest = [each for each in present if _css_of(each) != proposal.selector]
        if len(rest) == len(present):
            return text
        return set_value(text, path, rest) if rest else remove_value(text, path)
    if kind != "tag":
        present = _list_rules(text, path)
        if present in ([], ["none"]):
            # what pages say of themselves stays behind the teaser, which most do not have
            own = [proposal.rule, {"jsonld": "isAccessibleForFree"}]
            return set_value(text, path, own if target == "access" else proposal.rule)
        if present[0] == proposal.rule:
            return text
        if proposal.rule in present:
            return set_value(
                text, path, [proposal.rule, *(each for each in present if each != proposal.rule)]
            )
        return add_value(text, path, proposal.rule, first=True)
    table = find_tag_table(text, proposal.layout)
    if table:
        raise UsageError(
            make_message("the tags are in the table {table}", table=table),
            "Write the row into the table.",
        )
    return set_value(text, [*path, proposal.selector], target)


def _write_drop(text: str, path: KeyPath, proposal: MeaningProposal) -> str:
    known = _list_rules(text, path)
    rule: YamlValue = [proposal.selector, ""] if proposal.is_line else proposal.rule
    if proposal.is_line and not known:
        return set_value(text, path, [rule])
    return text if rule in known else add_value(text, path, rule)


def _write_comments(text: str, path: KeyPath, proposal: MeaningProposal) -> str:
    """Return the text with the row of the comments, and with them beside each root of the text
    where they are outside of it. Raises UsageError as ``write_proposal``."""
    table = find_tag_table(text, proposal.layout)
    if table:
        raise UsageError(
            make_message("the tags are in the table {table}", table=table),
            make_message(
                "Choose `{operation}` for {tag} in the view Tags.",
                operation=proposal.meaning.target,
                tag=proposal.signature,
            ),
        )
    text = set_value(text, [*path, proposal.signature], proposal.meaning.target)
    root = find_rule_path(text, proposal.layout, ("body", "root"))
    roots = _list_rules(text, root) if proposal.are_outside else []
    both = [
        f"{each}, {proposal.selector}" if isinstance(each, str) and each != "none" else each
        for each in roots
    ]
    return set_value(text, root, both if len(both) > 1 else both[0]) if roots else text


def find_tag_table(text: str, layout: str) -> str:
    """Return the name of the table that has the tags of a layout, "" if none has. Raises
    UsageError."""
    value = find_value(text, find_rule_path(text, layout, ("body", "tags")))
    return value if isinstance(value, str) and value != "none" else ""


def _css_of(rule: YamlValue) -> YamlValue | None:
    """Return the selector of a rule, or the regex of a pair."""
    if isinstance(rule, Sequence) and not isinstance(rule, str):
        return rule[0]
    return rule.get("css") if isinstance(rule, Mapping) else rule


def _list_rules(text: str, path: KeyPath) -> list[YamlValue]:
    value = find_value(text, path)
    if value is None:
        return []
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    return [*value] if is_list else [value]  # type: ignore[misc]


def is_list_of(meaning: Meaning) -> bool:
    """Return True for a meaning that several elements of a page have."""
    if meaning.kind != "field":
        return meaning.kind in ("drop", "keep", "tag")
    field = FIELDS_BY_NAME[meaning.target]
    return field.is_list and not field.picks_first


# Selectors for the element that was pointed at, and on how many stored pages they fit.

SAMPLE = 100
"""Stored pages on which selectors are tried."""
VARIANTS = 3
"""Selectors of the same result on the page, which may differ on others."""
MAX_SHOWN = 6
MAX_BOXES = 3
"""Selectors of the box around an element, of those that are shown."""
_AT_ONCE = 4
"""Pages that are read at the same time, so that others find a free process, too."""


@dataclass(frozen=True)
class Support:
    """Proposals from narrow to general, after ``read`` of ``pages`` other pages; ``best`` is the
    one to be chosen first."""

    ranked: tuple[SelectorSupport, ...]
    best: int = 0
    read: int = 0
    pages: int = 0


async def propose(
    context: StudioContext,
    portal: Portal,
    stored: StoredPage,
    picked: PickedElement,
    meaning: Meaning,
    kept: KeptText,
) -> tuple[SelectorProposal, ...]:
    """Return selectors for an element; for a meaning of its tag, its signature alone. Of what is to
    be dropped, those of the box around it, too, by the ``kept`` text of the page. Raises
    PageUnreadable, RequestProblem, UsageError."""
    if meaning.kind == "tag":
        (count,) = await context.pages.read(
            portal, stored.url, count_on_page, stored, (picked.signature,)
        )
        return (SelectorProposal(picked.signature, count.selected, max(count.selected - 1, 0)),)
    if meaning.kind == "keep":
        drops: tuple[SelectorProposal, ...] = await context.pages.read(
            portal, stored.url, find_rules_of_drop, stored, picked.node
        )
        return drops
    if meaning.kind == "address":
        dates = [expression for expression, _ in DATES_IN_ADDRESS]
        patterns = dates if meaning.target == "published" else picked.patterns
        return tuple(
            SelectorProposal(each, 1, 0) for each in patterns if re.search(each, stored.url)
        )
    node = picked.node
    if meaning.kind == "drop" and not picked.others:
        boxes: tuple[SelectorProposal, ...] = await context.pages.read(
            portal, stored.url, propose_drops, stored, node, kept, picked.line, VARIANTS
        )
        return boxes
    if meaning.kind == "next":  # the link that was clicked somewhere in its words
        links = (each for each, name in picked.around if re.match(r"a\b", name))
        node = next(links, node)
    marked = (node, *picked.others)
    found: tuple[SelectorProposal, ...] = await context.pages.read(
        portal, stored.url, propose_for_elements, stored, marked, VARIANTS
    )
    if found or not picked.others:
        return found
    # elements of different names: the best selectors of each, side by side
    each_alone = [
        await context.pages.read(portal, stored.url, propose_for_elements, stored, (one,), 1)
        for one in marked
    ]
    return tuple(map(join_proposals, zip(*each_alone, strict=False)))


def join_proposals(proposals: Sequence[SelectorProposal]) -> SelectorProposal:
    """Return the selector of what any of several selects."""
    return SelectorProposal(
        ", ".join(each.css for each in proposals),
        sum(each.selected for each in proposals),
        sum(each.others for each in proposals),
    )


async def count_support(
    context: StudioContext,
    portal: Portal,
    stored: StoredPage,
    proposals: Sequence[SelectorProposal],
    meaning: Meaning,
) -> AsyncIterator[Support]:
    """Yield the proposals with their support, first without any, then after some more pages each
    time. Pages that cannot be read are left out. Raises as ``PageSources.read``."""
    is_list = is_list_of(meaning)
    yield choose_proposals(proposals, (), stored.url, is_list)
    selectors = tuple(each.selector for each in proposals)
    addresses = await asyncio.to_thread(
        context.sources.sample_addresses, portal, stored.url, SAMPLE
    )
    others = [url for url in addresses if url != stored.url]
    counted: list[PageCounts] = []
    if meaning.kind == "address":
        patterns = [each.css for each in proposals]
        counted = [(url, count_in_address(url, patterns)) for url in others]
        support = choose_proposals(proposals, counted, stored.url, is_list)
        yield replace(support, read=len(others), pages=len(others))
        return
    for start in range(0, len(others), _AT_ONCE):
        part = others[start : start + _AT_ONCE]
        work = (_count_one(context, portal, url, selectors) for url in part)
        counted += [each for each in await asyncio.gather(*work) if each is not None]
        support = choose_proposals(proposals, counted, stored.url, is_list)
        yield replace(support, read=start + len(part), pages=len(others))


async def _count_one(
    context: StudioContext, portal: Portal, url: str, selectors: tuple[Selector, ...]
) -> PageCounts | None:
    try:
        page = await asyncio.to_thread(context.sources.read, portal, url)
        counts = await context.pages.read(portal, url, count_on_page, page, selectors)
    except CuratorError:
        return None
    return url, counts


def choose_proposals(
    proposals: Sequence[SelectorProposal],
    counted: Sequence[PageCounts],
    url: str,
    is_list: bool,
) -> Support:
    """Return the best proposals in the order from narrow to general. A box is better than what is
    in it, a name better than words, and nothing is worse than to take text of other elements."""
    ranked = rank_proposals(proposals, counted, url, is_list=is_list)
    if not ranked:
        return Support(())
    ranked.sort(
        key=lambda each: (
            each.proposal.is_wide,
            not each.proposal.is_box,
            each.proposal.is_line,
        )
    )
    if ranked[0].pages:
        # without those that select as much as a better one and fit as many pages; but all of them
        # as long as they were tried on no other page
        first: dict[tuple[bool, int, int, tuple[str, ...]], SelectorSupport] = {}
        for each in ranked:
            found = each.proposal
            first.setdefault((found.is_box, found.selected, each.fits, each.missing), each)
        ranked = list(first.values())
    boxes = [each for each in ranked if each.proposal.is_box][:MAX_BOXES]
    inner = [each for each in ranked if not each.proposal.is_box][: MAX_SHOWN - len(boxes)]
    narrow_first = [
        *sorted(inner, key=lambda each: each.proposal.selected),
        *sorted(boxes, key=lambda each: each.proposal.selected),
    ]
    return Support(tuple(narrow_first), narrow_first.index(ranked[0]))


def describe_support(support: SelectorSupport, read: int, pages: int) -> str:
    """Return what a selector selects here and on the other pages."""
    selected = support.proposal.selected
    here = (
        translate_count("1 line here", "{number} lines here", selected)
        if support.proposal.is_line
        else translate_count("1 element here", "{number} elements here", selected)
    )
    if support.proposal.is_box:
        here = translate("the box around it: {elements}", elements=here)
    if not pages:
        return here
    words = translate(
        "{elements}, on {fits} of {pages} other pages",
        elements=here,
        fits=support.fits,
        pages=support.pages,
    )
    return words if read >= pages else translate("{words} so far", words=words)


def describe_address_support(support: SelectorSupport) -> str:
    """Return on how many other addresses a regex fits, with what it finds on one."""
    fits = translate("on {fits} of {pages} other addresses", fits=support.fits, pages=support.pages)
    return (
        translate("{fits}, such as “{example}”", fits=fits, example=support.example)
        if support.example
        else fits
    )


def count_in_address(url: str, patterns: Sequence[str]) -> tuple[SelectorCount, ...]:
    """Return what each regex finds in an address."""
    found = (re.search(each, url) for each in patterns)
    return tuple(SelectorCount(1, each[1]) if each else SelectorCount(0) for each in found)


def list_address_parts(url: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the parts of an address that may mean something, each with regexes that find it on
    other addresses: the first word of the host, the folders, the values of the query."""
    try:
        parts = urlsplit(url)
        query = parse_qsl(parts.query)
    except ValueError:
        return []
    found: list[tuple[str, tuple[str, ...]]] = []
    labels = (parts.hostname or "").split(".")
    if len(labels) > 2 and labels[0] != "www":
        found.append((labels[0], (r"^https?://([^./]+)\.",)))
    folders = [each for each in parts.path.split("/") if each]
    for place, folder in enumerate(folders):
        before = "[^/?#]+/" * place
        behind = "/" if place + 1 < len(folders) else ""
        found.append((folder, (f"^https?://[^/]+/{before}([^/?#]+){behind}",)))
    found += [(value, (rf"[?&]{re.escape(name)}=([^&#]+)",)) for name, value in query]
    return found


def find_rules_of_drop(
    portal: Portal, stored: StoredPage, node: int
) -> tuple[SelectorProposal, ...]:
    """Return the rules of the portal file, by their selectors, that drop an element of a stored
    page or one around it. To be called in a worker."""
    page = stored.page(portal)
    element = page.elements.all[node]
    around = {element, *element.iterancestors()}
    body = select_layout(portal, page).rules.body
    line = shown_text(element)
    found = [
        SelectorProposal(pattern, 1, 0, is_line=True)
        for pattern, into in body.clean
        if not into and re.fullmatch(pattern, line)
    ]
    for rule in body.drop:
        selected = select_elements((rule,), page)
        if rule.kind == "css" and around & {*selected}:
            found.append(SelectorProposal(rule.expression, len(selected), len(selected) - 1))
    return tuple(found)


# What accepting a proposal changes: the text of the portal file, or a row of its tag table.


@dataclass(frozen=True)
class RuleEdit:
    """An edit that is not made yet: the portal file's text before and after it, the portal then.
    ``table`` is the tag table into which the row of ``proposal`` would be written, if it is that
    and not the text which changes."""

    proposal: MeaningProposal
    before: str
    text: str
    portal: Portal
    table: Path | None = None


def make_edit(draft: PortalDraft, proposal: MeaningProposal) -> RuleEdit:
    """Return what a proposal would change. Raises UsageError if the file cannot be edited there,
    ConfigError with the problems that it would have."""
    before, is_tag = draft.text, proposal.meaning.kind == "tag"
    table = find_tag_table(before, proposal.layout) if is_tag else ""
    if table:
        row = TagRow(proposal.selector, proposal.meaning.target)
        portal = with_tag_row(draft.read_text(before), proposal.layout, row)
        return RuleEdit(proposal, before, before, portal, draft.file.parent / table)
    text = write_proposal(before, proposal)
    return RuleEdit(proposal, before, text, draft.read_text(text))


# What a row of a tag dictionary would do, before it is written into its table.


def with_tag_row(portal: Portal, layout: str, row: TagRow) -> Portal:
    """Return the portal as it would be with a row in the table of a layout, "" for that of the
    article. Layouts without rows of their own have those of the article."""
    table = find_layout_rules(portal, layout).body.tags
    return replace(
        portal,
        article=_with_row_in(portal.article, table, row),
        layouts=tuple(
            replace(each, rules=_with_row_in(each.rules, table, row)) for each in portal.layouts
        ),
    )


def _with_row_in(rules: ArticleRules, table: tuple[TagRow, ...], row: TagRow) -> ArticleRules:
    if rules.body.tags != table:
        return rules
    others = tuple(each for each in table if (each.signature, each.context) != (row.signature, ""))
    return replace(rules, body=replace(rules.body, tags=(*others, row)))


# The element of a page that somebody has pointed at, and what a selector selects.

MAX_TEXT = 160
_MAX_AROUND = 8


@dataclass(frozen=True)
class PickedElement:
    """An element by its number. ``around``: number and name of it and of those around it, innermost
    first. ``line`` is the text of the block that was pointed at, "" for none or several.
    ``has_datetime``: its attribute ``datetime`` says when. ``others`` are elements that mean the
    same; of a part of the address, ``patterns`` are the regexes that find it. ``day`` is the
    regex of a day in its text, if that has more than a day, and ``languages`` are those in which it
    has one, if it has none in that of the portal."""

    node: int
    text: str
    signature: str
    around: tuple[tuple[int, str], ...]
    has_datetime: bool = False
    layout: str = ""
    others: tuple[int, ...] = ()
    patterns: tuple[str, ...] = ()
    day: str = ""
    languages: tuple[str, ...] = ()
    line: str = ""


def describe_picked_element(portal: Portal, stored: StoredPage, node: int) -> PickedElement:
    """Return what an element of a stored page is. To be called in a worker. Raises UsageError for a
    number that the page does not have."""
    page = stored.page(portal)
    elements = page.elements.all
    if not 0 <= node < len(elements):
        raise UsageError(
            make_message("{url} has no element {node}", url=stored.url, node=node),
            "Point at an element of the page.",
        )
    element = elements[node]
    around = [element, *element.iterancestors()][:_MAX_AROUND]
    layout = select_layout(portal, page)
    line, context = text_of(element), DateContext(None, portal.language)
    is_line = len(line) <= MAX_LINE and read_date(line, (), context).value is None
    day = find_date_shape(line, context) if is_line else ""
    return PickedElement(
        node,
        shorten(shown_text(element), MAX_TEXT),
        signature(element, layout.rules.body.signature),
        tuple((page.elements.number(each), name_element(each)) for each in around),
        bool(element.get("datetime")),
        layout.name,
        day=day,
        languages=list_month_languages(line) if is_line and not day else (),
    )


def find_selected_nodes(portal: Portal, stored: StoredPage, selector: str) -> tuple[int, ...]:
    """Return the elements of a stored page that a selector selects. To be called in a worker."""
    page = stored.page(portal)
    found = select_elements((Rule(kind="css", expression=selector),), page)
    return tuple(page.elements.number(each) for each in found)
