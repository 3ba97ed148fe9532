"""Correct metadata where the portal file has no rules for them: the values of the default sources
and of the page's own text, compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from webarticlecurator.articles.facts.article_time import (
    check_month,
    check_time,
    find_month_line,
)
from webarticlecurator.articles.facts.author_names import find_labelled_author, tidy_names
from webarticlecurator.articles.facts.breadcrumbs import find_section
from webarticlecurator.articles.facts.counted_addresses import find_month_of_counter
from webarticlecurator.articles.facts.embedded_dates import (
    find_embedded_date,
    find_meta_date,
    find_state_date,
)
from webarticlecurator.articles.facts.kicker import find_kicker
from webarticlecurator.articles.facts.page_dates import (
    find_changed,
    find_earlier,
    find_first_post,
    find_only_day,
    find_other_day,
    find_published,
    find_time_of,
    is_day_joined,
)
from webarticlecurator.articles.facts.persons import choose_authors, choose_first_writer
from webarticlecurator.articles.facts.sources import MetadataSources
from webarticlecurator.articles.facts.title import TITLE_ANCHOR, find_site_names, find_title
from webarticlecurator.articles.facts.unread_days import find_unread_line
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.dates import DateContext
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.base.text.translation import make_message

Values = tuple[Value, ...]


@dataclass(frozen=True)
class MetadataCompleter:
    """Corrects the values of the default sources of one page by what else the page has.

    ``context``: what the dates of the page are read with. ``root_rules``: those of the portal file
    for the text of the article.
    """

    sources: MetadataSources
    portal: Portal
    context: DateContext
    root_rules: tuple[Rule, ...]

    @cached_property
    def _site_names(self) -> frozenset[str]:
        return find_site_names(self.sources, self.portal)

    def complete(self, field: str, defaults: Values) -> Values:
        """Return ``defaults``, the values of a field from the default sources, corrected."""
        sources = self.sources
        page = self.sources.page
        context = self.context
        if field == "title" and defaults:
            title = find_title(sources, self._site_names, defaults[0])
            return (replace(title, value=TITLE_ANCHOR.sub("", title.value)),)
        if field == "kicker" and not defaults:
            return self._find_kicker()
        # Parts of a split page and answers in JSON have no lines around a title that could be
        # compared.
        if sources.surrounding is not None or page.json is not None:
            if field != "published" or not defaults or _has_day(defaults):
                return defaults
            month = check_month(defaults[0], sources.embedded or page, context)
            return () if month is None else (month,)
        if field == "section" and not defaults:
            section = find_section(page, self.portal.home)
            return () if section is None else (section,)
        if field == "published":
            found = check_time(defaults[0], page, context) if _has_day(defaults) else None
            month = find_month_of_counter(found, page)
            if found is None or month is not None:
                # What readers see is tried before scripts, which hold dates of other articles, too.
                found = (
                    find_meta_date(page, context)
                    or find_first_post(page, context)
                    or find_published(page, context, self.root_rules)
                    or find_embedded_date(page, context)
                    or find_only_day(page, context, self.root_rules)
                    or find_state_date(page, context)
                    # a month or a year alone
                    or month
                    or (check_month(defaults[0], page, context) if defaults else None)
                    or find_month_line(page, context, self.root_rules)
                )
            else:
                found = self._compare_with_shown(found)
            return () if found is None else (found,)
        if field == "modified" and not _has_day(defaults):
            changed = find_changed(page, context, self.root_rules)
            return defaults if changed is None else (changed,)
        return defaults

    def complete_authors(self, defaults: Values) -> tuple[Values, tuple[Problem, ...]]:
        """Return ``defaults``, the authors of the default sources, corrected, and the problem of
        names that may be those of authors or not."""
        sources, page = self.sources, self.sources.page
        if sources.surrounding is not None or page.json is not None:
            return defaults, ()
        declared, language = defaults or find_labelled_author(sources), self.context.language
        authors = tidy_names(declared, self._site_names, language)
        names, doubted = choose_authors(page, authors, self._site_names, self.root_rules, language)
        # where rules have the text, threads are looked for only if nothing else is known
        if not names or not self.root_rules:
            names = choose_first_writer(page, names)
        if not doubted or (names and doubted[0] not in names):
            return names, ()
        shown, line = ", ".join(name.value for name in doubted), repr(doubted[0].original)
        return names, (make_problem("author-unsure", page.url, names=shown, line=line),)

    def doubt_published(self, found: Values) -> Iterator[Problem]:
        """Yield the problem of the date of publication that was ``found``: the page shows another
        one than its address; or, without any, that of a date which cannot be read."""
        page, context = self.sources.page, self.context
        if self.sources.surrounding is not None or page.json is not None:
            return
        unread = None if found else find_unread_line(page, context, self.root_rules)
        if unread is not None:
            name, line = unread
            yield make_problem(
                "date-unreadable",
                page.url,
                name=name,
                original=repr(line.original),
                source=line.source,
                why=make_message("its format is unknown"),
            )
        other = None
        if _has_day(found) and found[0].source.startswith("url"):
            other = find_other_day(found[0], page, context)
        if other is not None:
            yield make_problem(
                "date-doubtful", page.url, day=found[0].value, shown=repr(other.original)
            )

    def _compare_with_shown(self, declared: Value) -> Value:
        """Return the ``declared`` date of publication, or what the page shows beside its title: an
        earlier day, or the time for a day alone."""
        shown = None
        if declared.source.startswith("url"):
            other = find_other_day(declared, self.sources.page, self.context)
            if other is not None and is_day_joined(self.sources.page):
                return other
        # The lines of the page are listed for nothing else where a rule has the text: a quarter of
        # the time of a page, and of 82 such pages of 65 portals none shows an earlier day.
        if not self.root_rules and not declared.source.startswith("url"):
            shown = find_earlier(declared, self.sources.page, self.context)
        if shown is None and len(declared.value) <= DAY_LENGTH:
            shown = find_time_of(declared.value, self.sources.page, self.context)
        return shown or declared

    def _find_kicker(self) -> Values:
        page = self.sources.page
        kicker = find_kicker(page) if page.json is None else None
        if kicker is None or fold_text(kicker.text) in self._site_names:
            return ()
        return (Value(kicker.text, "page:kicker", kicker.original),)


def _has_day(dates: Values) -> bool:
    """Return True if there is a date, and not a month or a year alone."""
    return bool(dates) and len(dates[0].value) >= DAY_LENGTH
