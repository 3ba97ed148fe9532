"""The header ``Link`` of an article and of a corpus, by which programs find its persistent id, its
licence, its other forms and what describes it: FAIR Signposting, level 1
(https://signposting.org/FAIR/). Addresses are relative, so a web server in front may move them.
"""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.export.creative_commons import find_licence_address
from webarticlecurator.service.request_bodies import TEI_TYPE
from webarticlecurator.service.service_settings import ServiceSettings
from webarticlecurator.tei.documents.pointers import valid_uri
from webarticlecurator.tei.documents.read import Header

_JSON, _XML, _TEI = (f'; type="{kind}"' for kind in ("application/json", "text/xml", TEI_TYPE))
_CRATE = '; type="application/ld+json"; profile="https://w3id.org/ro/crate"'
_SCHEMA_ORG = "https://schema.org/"
_Link = tuple[str, str, str]
"""Relation, address, and what is known of the media type."""


def name_record(address: str, *parts: str) -> str:
    """Return the name of the record of a corpus or an article at an address for catalogues."""
    return ":".join(("oai", urlsplit(address).hostname or "localhost", *parts))


def link_article(
    settings: ServiceSettings, portal: Portal, header: Header, form: str
) -> dict[str, str]:
    """Return the header of an article: of its JSON, which leads to the rest, or of its TEI."""
    other = "json" if form == "tei" else "tei"
    address = f"?{urlencode({'portal': portal.id, 'format': other})}"
    links = [
        ("cite-as", portal.corpus.persistent_id(header.id), ""),
        ("type", f"{_SCHEMA_ORG}{header.kind or 'Article'}", ""),
        *(
            ("license", find_licence_address(each.value), "")
            for each in header.rights
            if "license" in each.kind
        ),
        ("collection", address, _JSON) if form == "tei" else ("item", address, _TEI),
    ]
    if form != "tei":
        links.append(("type", f"{_SCHEMA_ORG}AboutPage", ""))
        if settings.harvests:
            links.append(_describe("oai_dc", settings, portal.id, header.id))
            links.append(("collection", f"../portals/{portal.id}", _CRATE))
    return _write(links)


def link_corpus(settings: ServiceSettings, portal: Portal) -> dict[str, str]:
    """Return the header of a corpus, of which catalogues have a record."""
    corpus = portal.corpus
    return _write(
        [
            ("cite-as", corpus.persistent_id(), ""),
            ("type", f"{_SCHEMA_ORG}Dataset", ""),
            ("type", f"{_SCHEMA_ORG}AboutPage", ""),
            ("license", find_licence_address(corpus.licence), ""),
            *(("author", f"https://orcid.org/{e.orcid}", "") for e in corpus.editors if e.orcid),
            ("item", f"../articles?{urlencode({'portal': portal.id})}", _JSON),
            _describe("oai_dc", settings, portal.id),
            _describe("cmdi", settings, portal.id),
        ]
    )


def _describe(prefix: str, settings: ServiceSettings, *parts: str) -> _Link:
    name = name_record(settings.public_address, *parts)
    asked = {"verb": "GetRecord", "metadataPrefix": prefix, "identifier": name}
    return "describedby", f"../oai?{urlencode(asked)}", _XML


def _write(links: list[_Link]) -> dict[str, str]:
    written = []
    for relation, address, kind in links:
        target = valid_uri(address) if "://" in address else address
        if target:
            written.append(f'<{target}>; rel="{relation}"{kind}')
    return {"Link": ", ".join(dict.fromkeys(written))}
