"""Where the rules for metadata look, if an article is not simply one page."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.fields import FIELDS_BY_NAME, FieldKind
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_values
from webarticlecurator.pages.rules.rule_values import SelectedValue

_JSON_PAGE_KINDS = ("json", "url", "listed", "hook")
"""Kinds of rules that look at a JSON page itself and not at the HTML embedded in it."""


@dataclass(frozen=True)
class MetadataSources:
    """The pages that a rule for metadata looks at, in this order.

    ``page``: the page as stored, or an article cut out of it. ``embedded``: the page of the HTML
    that ``page`` has in JSON or in a script (``article.page``); if ``page`` is JSON, only rules of
    the kinds ``json``, ``url``, ``listed`` and ``hook`` look at ``page`` itself. ``surrounding``:
    for one of several articles of a page, that page without them.
    """

    page: Page
    embedded: Page | None = None
    surrounding: Page | None = None

    def values(self, field: str, rule: Rule) -> tuple[SelectedValue, ...]:
        """Return what ``rule`` finds for ``field`` on the first page where it finds anything."""
        # beside *2 days ago*, the day itself may be hidden
        is_shown = FIELDS_BY_NAME[field].kind is not FieldKind.DATE
        if self.embedded is None and self.surrounding is None:
            return select_values((rule,), self.page, is_shown=is_shown)
        if self.embedded is not None and self.page.json is not None:
            page = self.page if _reads_json_page(rule) else self.embedded
            return select_values((rule,), page, is_shown=is_shown)
        surrounding = None if FIELDS_BY_NAME[field].is_of_article_only else self.surrounding
        pages = (page for page in (self.page, self.embedded, surrounding) if page is not None)
        found = (select_values((rule,), page, is_shown=is_shown) for page in pages)
        return next(filter(None, found), ())


def _reads_json_page(rule: Rule) -> bool:
    parts = (*rule.first_of, *rule.union, *((rule.within,) if rule.within else ()))
    return rule.kind in _JSON_PAGE_KINDS or any(_reads_json_page(part) for part in parts)
