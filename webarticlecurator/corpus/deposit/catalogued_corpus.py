"""What is said of a corpus without a deposit: to catalogues, and in a detached RO-Crate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.corpora.corpus_counting import count_corpus, open_counted_corpus
from webarticlecurator.corpus.corpora.terms_check import find_terms
from webarticlecurator.corpus.deposit.deposit_metadata import DepositDescription, DepositedFile
from webarticlecurator.corpus.deposit.ro_crate import make_ro_crate


def describe_for_catalogues(portal: Portal, folder: Path) -> DepositDescription:
    """Return what ``curator package`` would say of a deposit without texts."""
    with open_counted_corpus(portal, folder) as counted:
        numbers, terms = count_corpus(counted), find_terms(portal, counted.view)
        crawled = counted.view.captures.days()
    return DepositDescription(portal, numbers, terms, crawled, crawled[1], (), has_text=False)


def make_detached_crate(portal: Portal, folder: Path, address: str) -> dict[str, Any]:
    """Return the RO-Crate of a corpus that is served at an ``address``: what it has is on the web
    (a detached crate)."""
    records = f"oai?verb=ListRecords&metadataPrefix=oai_dc&set=portal:{portal.id}"
    parts = (
        (f"articles?portal={portal.id}", "the articles, by day", "application/json"),
        (records, "records of the articles (OAI-PMH)", "text/xml"),
    )
    files = [DepositedFile(f"{address}/{name}", says, kind, 0, "") for name, says, kind in parts]
    return make_ro_crate(
        describe_for_catalogues(portal, folder), files, f"{address}/portals/{portal.id}"
    )
