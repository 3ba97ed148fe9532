"""The rules for articles as sentences: what each takes, or leaves out, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.rule import Rule, label_rule
from webarticlecurator.base.text.translation import translate
from webarticlecurator.corpus.charts.bar_names import name_field
from webarticlecurator.proposing.trial.left_out_parts import name_left_out


@dataclass(frozen=True)
class RuleSentence:
    """A sentence about the rules at ``key`` of ``article``, or of a layout; selectors stand between
    backticks."""

    words: str
    key: tuple[str, ...]


def list_rule_sentences(rules: ArticleRules) -> Iterator[RuleSentence]:
    """Yield what the rules of a layout say, in the language of the reader."""
    body = rules.body
    if body.root:
        words = translate("The text is in {rules}.", rules=_join(body.root))
    else:
        words = translate("No rule says where the text is: it is looked for on each page.")
    yield RuleSentence(words, ("body", "root"))
    if body.drop:
        parts = ", ".join(map(_describe_drop, body.drop))
        yield RuleSentence(translate("Left out: {parts}", parts=parts), ("body", "drop"))
    for name, sources in rules.metadata:
        if name not in rules.default_fields:
            field = name_field(name)
            words = f"{field[:1].upper()}{field[1:]}: {_join(sources)}"
            yield RuleSentence(words, ("metadata", name))
    if rules.next_page:
        words = translate("Further pages of an article: {rules}", rules=_join(rules.next_page))
        yield RuleSentence(words, ("next_page",))
    if rules.reject:
        rejecting = _join([each.rule for each in rules.reject])
        words = translate("Pages with this are no articles: {rules}", rules=rejecting)
        yield RuleSentence(words, ("reject",))
    if body.tags:
        words = translate("Rows of the tag dictionary: {number:,}", number=len(body.tags))
        yield RuleSentence(words, ("body", "tags"))


def _join(rules: Sequence[Rule]) -> str:
    return ", ".join(map(_quote, rules)) or translate("none")


def _quote(rule: Rule) -> str:
    is_plain = rule.kind == "css" and not rule.attr
    return f"`{rule.expression if is_plain else label_rule(rule)}`"


def _describe_drop(rule: Rule) -> str:
    name, selector = name_left_out(rule.expression), _quote(rule)
    return f"{translate(name)} ({selector})" if name else selector
