"""Proposals for what is pointed at on an archive page, with what each does on the stored pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import (
    make_message,
    translate,
    translate_count,
)
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.portal_file.written.written_rules import to_rule_yaml
from webarticlecurator.portal_file.yaml_file.yaml_text import yaml_value
from webarticlecurator.proposing.list_pages.paging import ListAddress
from webarticlecurator.proposing.list_pages.rule_trials import LinkTrial, NextTrial

Try = Callable[[Portal, StoredPage, Sequence[Rule]], tuple[tuple[str, ...], ...]]


@dataclass(frozen=True)
class RuleChoice:
    """A proposed rule: as it is written in the file, and what it does on the stored pages."""

    rule: Rule
    written: str
    effect: str
    exceptions: tuple[str, ...] = ()
    """Addresses of pages on which it finds nothing, or something wrong."""


def describe_link_trial(trial: LinkTrial) -> RuleChoice:
    """Return a choice for a rule for links."""
    here, *others = [count for _, count in trial.counts]
    effect = translate("lists {number} here", number=here)
    if others:
        low = min(others)
        high = max(others)
        effect += translate(
            ", {number} on {pages}",
            number=f"{low}"
            if low == high
            else translate("{first} to {last}", first=low, last=high),
            pages=translate_count(
                "{number:,} other stored page", "{number:,} other stored pages", len(others)
            ),
        )
    if trial.repeated:
        effect += translate("; {number} on several pages", number=trial.repeated)
    empty = tuple(url for url, count in trial.counts if not count)
    return RuleChoice(trial.rule, yaml_value(to_rule_yaml(trial.rule)), effect, empty)


def describe_next_trial(trial: NextTrial) -> RuleChoice:
    """Return a choice for a rule for the next page."""
    without = tuple(url for url, target in trial.targets if not target)
    effect = translate(
        "finds the next page on {number} of {pages}",
        number=trial.fits,
        pages=translate_count(
            "{number:,} stored page", "{number:,} stored pages", len(trial.targets)
        ),
    )
    if without:
        effect += translate("; on {number} it finds none, as on a last page", number=len(without))
    if trial.wrong:
        effect += translate("; on {number} it leads back or elsewhere", number=len(trial.wrong))
    return RuleChoice(
        trial.rule, yaml_value(to_rule_yaml(trial.rule)), effect, (*trial.wrong, *without)
    )


MAX_LEFT_OUT = 1 / 3
"""Share of the links of a list that may be left out by what is chosen at first."""


def choose_exclusion(regexes: Sequence[str], lists: Sequence[Sequence[str]]) -> str:
    """Return the first regex that leaves out few links of the lists, else the last one, which is an
    address."""
    links = [url for each in lists for url in each]
    few = (
        regex
        for regex in regexes
        if sum(bool(re.search(regex, url)) for url in links) <= MAX_LEFT_OUT * len(links)
    )
    return next(few, regexes[-1])


def describe_exclusion(regex: str, lists: Sequence[Sequence[str]]) -> str:
    """Return how many links a regex leaves out on a page, the first of ``lists``, and on others."""
    here, *others = [sum(bool(re.search(regex, url)) for url in links) for links in lists]
    words = translate("leaves out {number} of {total} here", number=here, total=len(lists[0]))
    if not others:
        return words
    return translate(
        "{words}, {number} of {total} on {pages}",
        words=words,
        number=sum(others),
        total=sum(map(len, lists[1:])),
        pages=translate_count(
            "{number:,} other stored page", "{number:,} other stored pages", len(others)
        ),
    )


_STEPS = {
    "day": make_message("day"),
    "week": make_message("week"),
    "month": make_message("month"),
    "year": make_message("year"),
}


def describe_address(address: ListAddress) -> str:
    """Return an address with the number of stored pages of its form."""
    fits = translate_count("{number:,} stored page", "{number:,} stored pages", address.fits)
    since = (
        translate(
            ", from {day} by the {step}",
            day=write_date(f"{address.first_day}"),
            step=translate(_STEPS[address.step]),
        )
        if address.first_day
        else ""
    )
    columns = (
        translate(", columns {columns}", columns=", ".join(address.columns))
        if address.columns
        else ""
    )
    return f"{address.template} – {fits}{since}{columns}"
