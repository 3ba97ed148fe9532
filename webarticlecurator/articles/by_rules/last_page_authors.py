"""Authors who sign an article of several pages at its end: on its last page, not on its first."""

from __future__ import annotations

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.by_rules.one_page import embedded_page
from webarticlecurator.articles.facts.sources import MetadataSources
from webarticlecurator.base.model.article import ORGANISATION, Metadata
from webarticlecurator.base.model.fields import order_fields
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.pages.page.page import Page


def is_unsigned(metadata: Metadata) -> bool:
    """Return True if the first page of an article names no person as its author."""
    return all(author.source.endswith(ORGANISATION) for author in metadata.all("authors"))


def add_signature(metadata: Metadata, portal: Portal, last: Page) -> Metadata:
    """Return the metadata of a first page that names no person, with the authors whom the ``last``
    page names by the same rules, if these are persons."""
    layout = select_layout(portal, last)
    text_page = embedded_page(last, layout.rules)
    sources = MetadataSources(last, None if text_page is last else text_page)
    found, _ = read_metadata(sources, portal, layout.rules)
    if is_unsigned(found):
        return metadata
    return Metadata(order_fields({**dict(metadata.fields), "authors": found.all("authors")}))
