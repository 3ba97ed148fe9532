"""Where the sources of metadata look, when an article is not simply a page."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import Found, select_values

OWN = frozenset(("authors", "published", "modified"))
"""Fields that one of several articles on a page (``article.split``) never takes from the page
around it."""
_ANYWHERE = ("json", "url", "listed", "hook")


@dataclass(frozen=True)
class MetadataSources:
    """``page``: the page as stored. ``inner``: the HTML it carries in JSON or a script
    (``article.page``), looked at after the page; where the page is JSON, only ``json``, ``url``,
    ``listed`` and ``hook`` sources look at the page itself. ``around``: where ``page`` is one of
    several articles cut out of a page, that page without them."""

    page: Page
    inner: Page | None = None
    around: Page | None = None

    def values(self, field: str, source: Rule) -> tuple[Found, ...]:
        """What one source gives for a field, from the first view in which it finds anything."""
        return next(
            (
                found
                for view in self._order(field, source)
                if (found := select_values((source,), view))
            ),
            (),
        )

    def _order(self, field: str, source: Rule) -> list[Page]:
        if self.inner is not None and self.page.json is not None:
            return [self.page if _reads_json(source) else self.inner]
        around = None if field in OWN else self.around
        return [view for view in (self.page, self.inner, around) if view is not None]


def _reads_json(source: Rule) -> bool:
    parts = (*source.first_of, *source.union, *((source.within,) if source.within else ()))
    return source.kind in _ANYWHERE or any(_reads_json(part) for part in parts)
