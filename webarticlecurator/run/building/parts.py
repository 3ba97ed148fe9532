"""Addresses that are later pages of another article: known only when all articles have been read."""

from __future__ import annotations

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.building.worker import is_continuation
from webarticlecurator.run.building.writing import Writer
from webarticlecurator.run.foreign import FOUND
from webarticlecurator.store import Corpus


def settle_parts(portal: Portal, corpus: Corpus, writer: Writer) -> None:
    """An article whose address ``article.continuation`` fits, and that is a page of another one, is rejected as its
    continuation; one that only a WARC file held, and no archive page listed, is no article of its own at all."""
    if portal.continuation is None:
        return
    for row in corpus.frontier.articles("tei", "rejected"):
        if not is_continuation(portal, row.requested) or "#" in row.requested:  # a part of a page is an article of its own
            continue
        owner = corpus.frontier.page_owner(row.requested, besides=row.canonical)
        if owner is None:
            if row.reason == "continuation":
                corpus.frontier.set_state(row.canonical, "stored")
                corpus.frontier.set_build(row.canonical, row.tei, None)
            continue
        writer.reject(row.canonical, "continuation", f"a page of {owner.canonical}")
        if all(listing.walk == FOUND for listing in corpus.frontier.listings(row.canonical)):
            corpus.relisting.remove(row.canonical)
