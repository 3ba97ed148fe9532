"""Which stored articles are asked for again, from ``article.refresh``."""

from __future__ import annotations

from typing import Any

from webarticlecurator.base.portal.article_rules import RefreshRules
from webarticlecurator.portal_file.config.load_context import LoadContext, Reference, Section


def list_given_values(section: Section) -> dict[str, Any]:
    """Return the values that the file has and that can be read, by their keys; the defaults of the
    others are those of the class."""
    given = {key: section.get(key, None) for key in section.entries}
    return {key: value for key, value in given.items() if value is not None}


def read_refresh(context: LoadContext, article: Section) -> RefreshRules:
    """Return the refresh rules of the ``article`` section, and report keys without effect."""
    section = article.section("refresh")
    names: tuple[str, ...] = section.get("listed", ())
    for name in names:
        context.references.append(Reference("listed", name, section.where("listed")))
    if article.has("refresh") and not article.is_broken("refresh") and not section.is_broken():
        if not section.has("within") and not section.has("listed"):
            context.add_problem(
                section.at,
                "`refresh` asks for no article again: it has neither `within` nor `listed`; add one"
                " of them, or remove it",
                allowed="within: 14d, or listed: [title]",
            )
        elif section.has("every") and not section.has("within"):
            context.add_problem(
                section.where("every"),
                "`every` has no effect without `within`: articles with changed `listed` values are"
                " asked for at once; add `within`, or remove it",
                allowed="within beside it",
            )
    return RefreshRules(**{**list_given_values(section), "listed": names})
