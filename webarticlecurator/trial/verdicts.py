"""The verdict on each element of a page, and what was found there without a rule.

What becomes of each element of a page, and why: kept, unclaimed, dropped, or outside the roots.

The steps are those of ``read_article_page`` without the metadata, and of ``read_loaded_part``, so
that the verdicts are those of the TEI.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Literal

from lxml import etree

from webarticlecurator.article.article_body import (
    BodyResult,
    find_drops,
    find_roots,
    find_roots_inside,
    read_body,
    read_body_elements,
    reject_without_root,
)
from webarticlecurator.article.comments import (
    COMMENTS_DROP,
    COMMENTS_REPLACE,
    LEFT_OUT,
    apply_comments_rule,
)
from webarticlecurator.article.one_page import Layout, embedded_page, select_layout, split_page
from webarticlecurator.article.open_blocks import PageDefaults, TextChange, WalkRecord
from webarticlecurator.article.page_checks import check_page
from webarticlecurator.article.split_pages import find_part_roots, read_part_roots
from webarticlecurator.config import base_tags
from webarticlecurator.dataclasses import dataclass, field, replace
from webarticlecurator.model.article import Rejected, TextAccount
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import PSEUDONYMS, BodyRules, PartRules, Rule, label_rule
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import (
    WordAccount,
    outermost_elements,
    self_and_ancestors,
    sum_accounts,
)
from webarticlecurator.propose.page_summary import own_selectors
from webarticlecurator.rules import select_elements
from webarticlecurator.text.characters import CODE_TAGS
from webarticlecurator.text.translation import make_message
from webarticlecurator.trial.page_outline import name_element


def read_element_verdicts(
    portal: Portal, page: Page, *, is_continuation: bool = False
) -> PageVerdicts:
    """Return what ``read_article_page`` does with each element of a page.

    ``is_continuation``: the page continues an article. Nothing that a page contains makes this
    function raise.
    """
    layout = select_layout(portal, page)
    rejected = check_page(page, layout.rules)
    text_page = None if rejected else embedded_page(page, layout.rules)
    if text_page is None:
        rejected = rejected or Rejected(page.url, "no-root", "no rule of article.page finds HTML")
        return with_words_outside(PageVerdicts(page, rejected=rejected, layout=layout.name))

    rules = layout.rules.body
    if is_continuation and layout.rules.split is None:
        rules = replace(rules, drop=(*rules.drop, *rules.first_page_only))
    groups = _find_root_groups(text_page, layout, rules)
    if not groups:
        rejected = _reject_without_root(text_page, layout)
        return with_words_outside(PageVerdicts(text_page, rejected=rejected, layout=layout.name))

    record, results = WalkRecord(), list[BodyResult | Rejected]()
    for roots in groups:
        body = _read_roots(portal, text_page, (roots, rules, layout), record)
        results.append(apply_comments_rule(body, layout.rules, portal.pseudonym_key, text_page.url))
    read = [result for result in results if isinstance(result, BodyResult)]
    choice = _describe_choice(portal, page, text_page, rules)
    verdicts = PageVerdicts(
        text_page,
        tuple(root for roots in groups for root in roots),
        collect_verdicts(groups, record, layout.rules.comments, choice),
        sum_accounts(body.account for body in read) if read else account_of_dropped(record),
        next((result for result in results if isinstance(result, Rejected) and not read), None),
        layout.name,
        choice,
        read[0].confidence if read else None,
        tuple(problem.message for body in read for problem in body.problems),
        tuple(record.changes),
    )
    return with_words_outside(verdicts)


def read_part_verdicts(
    portal: Portal, article_page: Page, page: Page, part: PartRules
) -> Iterator[PageVerdicts]:
    """Yield what ``read_loaded_part`` does with each element of a part that ``article_page`` loads:
    for ``page``, or for each HTML text in it that the rules of the part select."""
    layout = select_layout(portal, article_page)
    comments, key = layout.rules.comments, portal.pseudonym_key
    for each, roots in find_part_roots(page, part):
        record = WalkRecord()
        body = read_part_roots(portal, layout.rules, part.kind, each, roots, record)
        result = apply_comments_rule(body, layout.rules, key, page.url)
        choice = _name_root(each, part.root) or make_message("the whole part")
        verdicts = PageVerdicts(
            each,
            roots,
            collect_verdicts((roots,), record, comments, choice),
            layout=layout.name,
            choice=choice,
            changes=tuple(record.changes),
            part=part.kind,
        )
        if isinstance(result, Rejected):
            account = account_of_dropped(record)
            yield with_words_outside(replace(verdicts, account=account, rejected=result))
        else:
            problems = tuple(problem.message for problem in result.problems)
            yield with_words_outside(replace(verdicts, account=result.account, problems=problems))


def _read_roots(
    portal: Portal,
    page: Page,
    choice: tuple[tuple[etree._Element, ...], BodyRules, Layout],
    record: WalkRecord,
) -> BodyResult | Rejected:
    """Read the body of the page, or of one of several articles on it."""
    roots, rules, layout = choice
    if layout.rules.split is not None:
        defaults = PageDefaults(portal.stated_zone, portal.language)
        return read_body_elements(page, roots, rules, base_tags(), defaults, record=record)
    zone, language = portal.stated_zone, portal.language
    return read_body(page, rules, base_tags(), timezone=zone, language=language, record=record)


def _find_root_groups(
    page: Page, layout: Layout, rules: BodyRules
) -> tuple[tuple[etree._Element, ...], ...]:
    """Return the roots of each article on the page that has any."""
    split = layout.rules.split
    if split is None:
        roots = find_roots(page, rules)
        return (roots,) if roots else ()
    parts = tuple(part.element for part in split_page(page, split))
    return tuple(roots for roots in find_roots_inside(page, rules, parts).values() if roots)


def _reject_without_root(page: Page, layout: Layout) -> Rejected:
    if layout.rules.split is not None:
        return Rejected(
            page.url, "no-root", make_message("article.split finds no article on the page")
        )
    return reject_without_root(page, layout.rules.body)


def _describe_choice(portal: Portal, page: Page, text_page: Page, rules: BodyRules) -> str:
    """Return how the roots were found."""
    found = read_without_rules(portal, page)
    rule = _name_root(text_page, rules.root)
    if found is None or found.state == "unused":
        return rule or make_message("the whole part (article.split)")
    if found.state == "refined":
        return make_message("{rule}, refined (guess: true)", rule=rule)
    return (
        make_message("guessed, since no rule finds it")
        if rules.root
        else make_message("guessed without a rule")
    )


def _name_root(page: Page, rules: tuple[Rule, ...]) -> str:
    """Return the first root rule that matches, "" if none does."""
    matching = (rule for rule in rules if select_elements((rule,), page))
    return next((f"root: {label_rule(rule).removeprefix('css:')}" for rule in matching), "")


# The verdicts on the elements of a page, from what the walk over its roots has recorded.

VerdictState = Literal["kept", "unclaimed", "dropped", "outside"]
"""``unclaimed``: kept, but no tag dictionary knows the tag. ``outside``: in no root."""

_COMMENT_BLOCKS = {"comments", "comment"}


@dataclass(frozen=True)
class ElementVerdict:
    """What becomes of an element, and of what is inside it without a verdict of its own.

    ``reason``: the rule or heuristic that decided, or what the element has become.
    ``only_content``: it holds for the content and not for the element itself (a video that is
    kept, whose fallback text is not).
    """

    state: VerdictState
    reason: str
    only_content: bool = False


@dataclass(frozen=True)
class PageVerdicts:
    """The verdicts on one page.

    ``page``: the page whose tree has the elements (the HTML embedded in a page, where that holds
    the text). ``elements``: elements with a verdict of their own; others have that of their parent,
    and what has none is outside. ``account``: the words, with those outside. ``rejected``: why the
    page is not an article, or None. ``layout``: its name. ``choice``: how the roots were found.
    ``confidence``: of a choice without rules, the expected F1 in per mille; None where nothing
    estimates it. ``problems``: those of the body, in words. ``changes``: what ``body.clean``
    replaced. ``part``: the kind of a part that a page of the article loads, "" for a page itself.
    """

    page: Page
    roots: tuple[etree._Element, ...] = ()
    elements: Mapping[etree._Element, ElementVerdict] = field(default_factory=dict)
    account: TextAccount = field(default_factory=TextAccount)
    rejected: Rejected | None = None
    layout: str = ""
    choice: str = ""
    confidence: int | None = None
    problems: tuple[str, ...] = ()
    changes: tuple[TextChange, ...] = ()
    part: str = ""


def collect_verdicts(
    groups: tuple[tuple[etree._Element, ...], ...],
    record: WalkRecord,
    comments: str,
    choice: str,
) -> dict[etree._Element, ElementVerdict]:
    """Return the verdicts; what drops an element counts more than what it would become.

    ``comments``: what ``article.comments`` says. ``choice``: how the roots were found.
    """
    verdicts = {root: ElementVerdict("kept", choice) for roots in groups for root in roots}
    for element, names in record.blocks.items():
        verdicts[element] = ElementVerdict("kept", " > ".join(names))
    for element, signature in record.unclaimed.items():
        verdicts[element] = ElementVerdict(
            "unclaimed", make_message("no row for {signature}", signature=signature)
        )
    for element, rule in record.fallbacks.items():
        verdicts[element] = ElementVerdict("dropped", rule, only_content=True)
    for element, rule in record.dropped.items():
        verdicts[element] = ElementVerdict("dropped", rule)
    if comments == "drop":
        _drop_outermost(verdicts, _find_blocks(record, _COMMENT_BLOCKS), COMMENTS_DROP)
    elif comments == PSEUDONYMS:
        # The lines that name the writers, and pictures. The names in the text of comments have no
        # elements of their own.
        whole = set(_find_blocks(record, {"comment"}))
        named = [
            element
            for element in _find_blocks(record, {"comment-author", *LEFT_OUT})
            if not whole.isdisjoint(self_and_ancestors(element))
        ]
        _drop_outermost(verdicts, named, COMMENTS_REPLACE)
    return verdicts


def _find_blocks(record: WalkRecord, names: Set[str]) -> tuple[etree._Element, ...]:
    """Return the elements that have become one of the blocks ``names``."""
    return tuple(element for element, found in record.blocks.items() if not names.isdisjoint(found))


def _drop_outermost(
    verdicts: dict[etree._Element, ElementVerdict], elements: Iterable[etree._Element], rule: str
) -> None:
    """Drop elements with all that is inside, unless another rule has dropped them already."""
    for element in outermost_elements(elements):
        if verdicts[element].state == "dropped" and not verdicts[element].only_content:
            continue
        for inner in element.iterdescendants():
            verdicts.pop(inner, None)
        verdicts[element] = ElementVerdict("dropped", rule)


def account_of_dropped(record: WalkRecord) -> TextAccount:
    """Return the account of a page that keeps nothing."""
    account = WordAccount()
    for element, rule in (*record.dropped.items(), *record.fallbacks.items()):
        account.add_dropped(rule, element)
    return account.to_text_account(0)


def with_words_outside(verdicts: PageVerdicts) -> PageVerdicts:
    """Return ``verdicts`` with the number of words of the page that are in no root."""
    outside = count_words_beside(verdicts.page, verdicts.roots)
    return replace(verdicts, account=replace(verdicts.account, outside=outside))


# What is found on a page without a rule, and what is left out there, for ``extract --explain``.

_TEXT = etree.XPath("string()", smart_strings=False)


def count_words_outside(portal: Portal, page: Page) -> int:
    """Return the number of words in the page's body that are outside the roots.

    It is an estimate, since every tag is taken to separate words. 0 if the page has no article.
    """
    rules = select_layout(portal, page).rules
    inner = embedded_page(page, rules)
    found = find_roots(inner, rules.body) if inner is not None else ()
    return count_words_beside(inner, found) if inner is not None and found else 0


def count_words_beside(page: Page, roots: Iterable[etree._Element]) -> int:
    """Return the number of words in the page's body that are not in ``roots``, if every tag
    separates words."""
    body = page.root.find("body")
    return 0 if body is None else sum(len(text.split()) for text in _texts(body, set(roots)))


def _texts(top: etree._Element, left_out: Set[etree._Element]) -> Iterator[str]:
    """Yield all text in ``top`` except code and the elements in ``left_out``."""
    pending = [top]
    while pending:
        element = pending.pop()
        if element in left_out or not isinstance(element.tag, str) or element.tag in CODE_TAGS:
            continue
        yield element.text or ""
        for child in element:
            yield child.tail or ""
            pending.append(child)


def _all_words(elements: Iterable[etree._Element]) -> int:
    return sum(len(str(_TEXT(element)).split()) for element in elements)


@dataclass(frozen=True)
class FoundElement:
    """An element of the page: a selector for it, about how many words it holds, and why it is left
    out."""

    css: str
    words: int
    why: str = ""


@dataclass(frozen=True)
class HeuristicResult:
    """What the heuristics find on a page.

    ``roots`` hold the text, in document order; ``left_out`` are elements in them that are dropped
    without a rule. ``state`` is ``guessed``; or ``refined`` if the roots are those of a rule; or
    ``unused`` if there are root rules and none matches: the roots would be found without them.
    """

    roots: tuple[FoundElement, ...]
    left_out: tuple[FoundElement, ...]
    state: Literal["guessed", "refined", "unused"]


def read_without_rules(portal: Portal, page: Page) -> HeuristicResult | None:
    """Return what is guessed about the text of ``page``.

    None if the rules of ``portal`` decide everything, or the page has no article.
    """
    rules = select_layout(portal, page).rules
    inner = embedded_page(page, rules)
    body = replace(rules.body, drop=())
    if inner is None or rules.split is not None:
        return None
    matches = bool(body.root and select_elements(body.root, inner))
    if matches and not (body.guess and body.refine):
        return None
    unused = bool(body.root) and not body.guess
    body = replace(body, root=()) if unused else body
    found = find_roots(inner, body)
    dropped = find_drops(inner, body, found)
    left_out = (
        replace(describe_element(inner, element), why=dropped[element])
        for element in outermost_elements(dropped)
        if not set(found).isdisjoint(element.iterancestors())
    )
    return HeuristicResult(
        tuple(describe_element(inner, root) for root in found),
        tuple(left_out),
        "unused" if unused else "refined" if matches else "guessed",
    )


def describe_element(page: Page, element: etree._Element) -> FoundElement:
    """Return an element with the first selector that finds only this one, else the first one, or
    the tag with all its classes; and its words, without code."""
    selectors = tuple(own_selectors(element)) if str(element.tag).isalnum() else ()
    unique = (css for css in selectors if len(page.root.cssselect(css)) == 1)
    css = next(unique, selectors[0] if selectors else name_element(element))
    words = _all_words((element,)) - _all_words(element.iterdescendants(*CODE_TAGS))
    return FoundElement(css, words)
