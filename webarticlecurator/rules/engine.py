"""One rule, run in its fixed order whatever the order of its keys in the file:

when/unless → select → text → value → html · split · map · template → resolve → replace →
include/exclude → repeats dropped → pick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lxml import etree

from webarticlecurator.model.html_tags import CODE_TAGS
from webarticlecurator.model.rule import Condition, Rule
from webarticlecurator.model.watch import WATCH, describe_rule
from webarticlecurator.rules import steps
from webarticlecurator.rules.element_index import index_elements
from webarticlecurator.rules.hook_call import call_hook
from webarticlecurator.rules.item import ELEMENT, LINK, VALUE, Item, RuleCall
from webarticlecurator.rules.pager import Find, build_finder, lacks_current_page, pager_links
from webarticlecurator.rules.resolve import link_address
from webarticlecurator.rules.select import Thing, select
from webarticlecurator.rules.trace import SILENT, TraceMark, describe_trace
from webarticlecurator.rules.white_space import collapse_white_space, passes_test, raw_text, text_of

_WITHOUT_CODE = etree.XPath(
    "descendant::text()[not(parent::script or parent::style)]", smart_strings=False
)


def run_rule(rule: Rule, call: RuleCall) -> list[Item]:
    """What a rule yields on a page: items with values (for ELEMENT: with nodes), repeats
    dropped."""
    if WATCH.rule is None:
        return _run(rule, call)
    with WATCH.at(describe_rule(rule.place, describe_trace(rule))):
        return _run(rule, call)


def _run(rule: Rule, call: RuleCall) -> list[Item]:
    mark = call.begin(rule)
    if not _allowed(rule, call, mark):
        return []
    items = _selected(rule, call, mark)
    if not items and not mark.active:  # most rules find nothing on most pages
        return []
    mark.selected([_sample(i) for i in items] if mark.active else ())
    items = _tested(rule, items, mark)
    items = _valued(rule, call, items, mark)
    items = _inner(rule, call, items)
    items = steps.fill_templates(
        rule, steps.look_up_values(rule, steps.split_values(rule, items, mark), mark), mark
    )
    if call.want == LINK:
        items = steps.make_absolute(call.page.base, items, mark)
    items = steps.filter_values(rule, steps.replace_in_values(rule, items, mark), mark)
    if call.want == LINK:
        items = steps.keep_requestable(items)
    items = steps.drop_repeats(items, _node_of if call.want == ELEMENT else Item.text)
    items = steps.pick_value(rule, items, mark)
    mark.yielded([_sample(i) for i in items] if mark.active else ())
    return items


def first_of(rules: Sequence[Rule], call: RuleCall) -> list[Item]:
    """What the first rule yields that yields anything."""
    for rule in rules:
        at = len(call.trace.rules) if call.trace is not None else 0
        items = run_rule(rule, call)
        if items:
            if call.trace is not None:
                call.trace.rules[at].won = True
            return items
    return []


def union(rules: Sequence[Rule], call: RuleCall) -> list[Item]:
    """What all rules yield together, in the order of the rules, repeats dropped."""
    items = [item for rule in rules for item in run_rule(rule, call)]
    return steps.drop_repeats(items, _node_of if call.want == ELEMENT else Item.text)


def has_pager_without_current(rules: Sequence[Rule], call: RuleCall) -> bool:
    """True if a pager of the rules, or of a rule inside them, is on the page and does not say which
    page this is."""
    return any(_lost_pager(rule, call) for rule in rules)


def _lost_pager(rule: Rule, call: RuleCall) -> bool:
    if not _allowed(rule, call, SILENT):
        return False
    if rule.within is not None:
        scope = run_rule(rule.within, call.deeper(want=ELEMENT))
        call = replace(call, scope=tuple(i.node for i in scope if i.node is not None))
    if rule.pager is not None:
        return any(lacks_current_page(rule.pager, find) for find in _finds(call))
    return has_pager_without_current((*rule.first_of, *rule.union), call.deeper())


def is_condition_met(condition: Condition, call: RuleCall) -> bool:
    """True if every given part of a condition holds."""
    page = call.page
    return (
        (not condition.columns or page.column in condition.columns)
        and (condition.captured is None or _within(page.captured, condition.captured))
        and (condition.published is None or _within(call.published, condition.published))
        and (
            not condition.has
            or any(
                run_rule(r, call.deeper(want=ELEMENT, scope=None, trace=None))
                for r in condition.has
            )
        )
    )


def _within(day: object, span: tuple[object, object]) -> bool:
    if day is None:
        return False
    stated = str(day)[:10]
    start, end = span
    return (start is None or str(start) <= stated) and (end is None or stated <= str(end))


def _allowed(rule: Rule, call: RuleCall, mark: TraceMark) -> bool:
    if rule.when is not None and not is_condition_met(rule.when, call):
        mark.note("when: does not hold on this page")
        return False
    if rule.unless is not None and is_condition_met(rule.unless, call):
        mark.note("unless: holds on this page")
        return False
    return True


def _selected(rule: Rule, call: RuleCall, mark: TraceMark) -> list[Item]:
    if rule.within is not None:
        scope = run_rule(rule.within, call.deeper(want=ELEMENT))
        call = replace(call, scope=tuple(i.node for i in scope if i.node is not None))
        if not call.scope:
            mark.note("within: nothing on this page")
            return []
    if rule.first_of:
        return first_of(rule.first_of, call.deeper())
    if rule.union:
        return union(rule.union, call.deeper())
    source = f"{rule.kind}:{rule.expression}"
    if rule.pager is not None:
        return [
            Item(e, None, "pager:") for find in _finds(call) for e in pager_links(rule.pager, find)
        ]
    if rule.hook is not None:
        return [_item(value, source) for value in call_hook(rule.hook, call)]
    return [_item(thing, source) for thing in select(rule.kind, rule.expression, call, mark)]


def _finds(call: RuleCall) -> list[Find]:
    """What finds elements on the page, or in each element that a rule is narrowed to."""
    return (
        [index_elements(call.page).find]
        if call.scope is None
        else [build_finder(root) for root in call.scope]
    )


def _item(thing: Thing, source: str) -> Item:
    return Item(None, thing, source, thing) if isinstance(thing, str) else Item(thing, None, source)


def _tested(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """``text:`` on the element's text, or on the value where there is no element."""
    if rule.text is None:
        return items
    kept = []
    for item in items:
        text = text_of(item.node) if item.node is not None else collapse_white_space(item.text())
        if passes_test(rule.text, text):
            kept.append(item)
        else:
            mark.excluded(text[:80], "text")
    return kept


def _valued(rule: Rule, call: RuleCall, items: list[Item], mark: TraceMark) -> list[Item]:
    """Elements become values; an element without the wanted attribute, link or text is left out.
    Elements that are wanted as such are read only where a later step looks at their value."""
    if call.want == ELEMENT and not _reads_value(rule):
        return (
            items
            if rule.attr is None
            else [i for i in items if i.node is None or i.node.get(rule.attr) is not None]
        )
    done = []
    for item in items:
        if item.node is None or (item.value is not None and rule.attr is None):
            done.append(item)
            continue
        value = _value(rule, call.want, item.node)
        if value is not None:
            done.append(item._replace(value=value, original=value))
        else:
            mark.excluded(
                _tag(item.node),
                f"no {rule.attr or 'link'}" if rule.attr or call.want == LINK else "no text",
            )
    return done


def _reads_value(rule: Rule) -> bool:
    return bool(
        rule.html
        or rule.include
        or rule.exclude
        or rule.map
        or rule.replace
        or rule.split
        or rule.template
    )


def _value(rule: Rule, want: str, node: etree._Element) -> str | None:
    if rule.attr is not None:
        attribute = node.get(rule.attr)
        return None if attribute is None else attribute.strip()
    if rule.html is not None:
        return raw_text(node)
    if want == LINK:
        return link_address(node)
    return text_of(node) or (None if want == VALUE else "")


def _inner(rule: Rule, call: RuleCall, items: list[Item]) -> list[Item]:
    """``html:`` each value parsed as a page of its own, at the address of the present one."""
    if rule.html is None:
        return items
    return [
        found
        for item in items
        for found in run_rule(
            rule.html, call.deeper(page=call.page.inner(item.text()), scope=None, want=call.want)
        )
    ]


def _node_of(item: Item) -> object:
    return item.node if item.node is not None else item.text()


def _sample(item: Item) -> str:
    if item.value is not None or item.node is None:
        return item.text()
    return f"{_tag(item.node)} {_shown(item.node)[:60]}".rstrip()


def _shown(node: etree._Element) -> str:
    """The text of an element, without scripts inside it: what they say tells nobody which element
    it is."""
    if node.tag in CODE_TAGS:
        return text_of(node)
    texts = _WITHOUT_CODE(node)
    return " ".join("".join(map(str, texts)).split()) if isinstance(texts, list) else ""


def _tag(node: etree._Element) -> str:
    classes = (node.get("class") or "").split()
    return f"<{'.'.join([str(node.tag), *classes])}>"


__all__ = ["ELEMENT", "LINK", "VALUE", "first_of", "is_condition_met", "run_rule", "union"]
