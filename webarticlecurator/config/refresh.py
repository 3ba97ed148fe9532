"""Which stored articles are asked for again, from ``article.refresh``."""

from __future__ import annotations

from webarticlecurator.config.load_context import LoadContext, Reference, Section
from webarticlecurator.model.article_rules import RefreshRules


def read_refresh(context: LoadContext, article: Section) -> RefreshRules:
    """Return the refresh rules of the ``article`` section, and report keys without effect."""
    section = article.section("refresh")
    names: tuple[str, ...] = section.get("listed", ())
    for name in names:
        context.references.append(Reference("listed", name, section.where("listed")))
    if article.has("refresh") and not article.is_broken("refresh") and not section.is_broken():
        _check_keys(context, section)
    default = RefreshRules()
    return RefreshRules(
        section.get("within", default.within), section.get("every", default.every), names
    )


def _check_keys(context: LoadContext, section: Section) -> None:
    if not section.has("within") and not section.has("listed"):
        message = (
            "`refresh` asks for no article again: it has neither `within` nor `listed`; add one"
            " of them, or remove it"
        )
        context.add_problem(section.at, message, allowed="within: 14d, or listed: [title]")
    elif section.has("every") and not section.has("within"):
        message = (
            "`every` has no effect without `within`: articles with changed `listed` values are"
            " asked for at once; add `within`, or remove it"
        )
        context.add_problem(section.where("every"), message, allowed="within beside it")
