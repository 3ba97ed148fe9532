"""What to mend first: the judged faults of a corpus by layout, with the rule that touches each; and
what a repair made better or worse.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.judging.judgements import (
    FIELD_FAULT,
    Judgement,
    list_judges,
    read_all_judgements,
    read_judgements,
)
from webarticlecurator.proposing.judged.judged_article import ArticleToJudge, read_article_to_judge

HEAD = ("fault", "layout", "rule", "articles", "first", "notes")


@dataclass(frozen=True)
class JudgedRepair:
    """Articles that were judged again with another text: those with less faults than before, and
    those with more."""

    better: tuple[str, ...]
    worse: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """Yield what a person should know; nothing if no text has changed."""
        if self.better or self.worse:
            yield make_message(
                "since the texts changed, {better} of the judged articles are better and {worse}"
                " worse",
                better=len(self.better),
                worse=len(self.worse),
            )
            yield from (make_message("worse: {url}", url=url) for url in self.worse)


def list_judged_faults(portal: Portal, folder: Path) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table of the faults that anyone has judged, the most frequent first."""
    groups: dict[tuple[str, str, str], dict[str, str]] = defaultdict(dict)
    judged = [read_judgements(folder, judge) for judge in list_judges(folder)]
    for each in (each for judgements in judged for each in judgements.values() if each.faults):
        article = read_article_to_judge(portal, folder, each.url)
        if article is not None and article.text.digest == each.text:
            for fault in each.faults:
                key = fault, article.layout or "–", _find_rule(article, fault)
                groups[key][each.url] = each.note
    yield HEAD
    for key, urls in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        notes = "; ".join(dict.fromkeys(filter(None, urls.values())))
        yield *key, str(len(urls)), min(urls), notes


def _find_rule(article: ArticleToJudge, fault: str) -> str:
    """Return the rule that a fault most probably comes from: what left out the longest text, what
    chose the text, the source of the field."""
    if fault.startswith(FIELD_FAULT):
        return next(
            (
                source or make_message("no source")
                for name, _, source in article.text.fields
                if name == fault.removeprefix(FIELD_FAULT)
            ),
            "",
        )
    if fault == "cut" and article.left_out:
        return max(article.left_out, key=lambda each: len(each.text)).rule
    return article.choice


def compare_repairs(folder: Path) -> JudgedRepair:
    """Return what became of articles whose text has changed between two judgements of a person."""
    better, worse = list[str](), list[str]()
    for judge in list_judges(folder):
        for before, after in _pair_judgements(read_all_judgements(folder, judge)):
            if len(after.faults) != len(before.faults):
                (better if len(after.faults) < len(before.faults) else worse).append(after.url)
    return JudgedRepair((*better,), (*worse,))


def _pair_judgements(judgements: Iterable[Judgement]) -> Iterator[tuple[Judgement, Judgement]]:
    """Yield of each article the last judgement, and the last one of another text before it."""
    last: dict[str, dict[str, Judgement]] = defaultdict(dict)
    for each in judgements:
        last[each.url].pop(each.text, None)
        last[each.url][each.text] = each
    for texts in last.values():
        if len(texts) > 1:
            before, after = [*texts.values()][-2:]
            yield before, after
