"""What a page says about its own article beside its text: title, description, body, authors, site. For guessing without rules."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.extract.guess_units import folded
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import values


@dataclass(frozen=True)
class Signals:
    """All ``folded``; empty where the page does not say."""

    titles: tuple[str, ...]
    descriptions: tuple[str, ...]
    body: str
    authors: tuple[str, ...]


def signals(page: Page) -> Signals:
    return Signals(
        titles=_said(page, ("jsonld", "headline"), ("meta", "og:title"), ("css", "h1"), ("css", "title")),
        descriptions=_said(page, ("jsonld", "description"), ("meta", "og:description"), ("meta", "description")),
        body="".join(_said(page, ("jsonld", "articleBody"))),
        authors=_said(page, ("jsonld", "author.name"), ("meta", "author")),
    )


def _said(page: Page, *sources: tuple[str, str]) -> tuple[str, ...]:
    found = (folded(f.value) for kind, path in sources for f in values((Rule(kind=kind, expression=path),), page))
    return tuple(dict.fromkeys(text for text in found if text))
