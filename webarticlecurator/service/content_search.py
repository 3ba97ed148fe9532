"""``curator serve --harvest``: federated content search of CLARIN (FCS), over SRU.

SRU 2.0 (OASIS), and SRU 1.1 and 1.2 for older clients; basic search by CQL over the index of
``curator search``. An answer has hits with their context, no more of a reserved text than a few
words, and the address of each article.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from lxml import etree
from lxml.builder import ElementMaker

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.corpora.exporting import ExportedCorpus
from webarticlecurator.corpus.corpora.terms_check import find_reservations
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.search.search_hits import Hit
from webarticlecurator.corpus.search.search_query import Query
from webarticlecurator.corpus.search.searching import ArticleHits, open_corpus_search
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.service.cql import Diagnostic, parse_cql
from webarticlecurator.service.harvesting import Corpora
from webarticlecurator.tei.documents.xml import clean_text

RESERVED_WORDS = 5
"""Words of a reserved text before and after a hit."""
MAX_RECORDS = 250
_NAMESPACES = {
    "2.0": (
        "http://docs.oasis-open.org/ns/search-ws/sruResponse",
        "http://docs.oasis-open.org/ns/search-ws/diagnostic",
    ),
    "1.2": ("http://www.loc.gov/zing/srw/", "http://www.loc.gov/zing/srw/diagnostic/"),
}
_FCS = "http://clarin.eu/fcs/resource"
_HITS = "http://clarin.eu/fcs/dataview/hits"
_HITS_TYPE = "application/x-clarin-fcs-hits+xml"
_ED = "http://clarin.eu/fcs/endpoint-description"
_ZR = "http://explain.z3950.org/dtd/2.0/"


_PARAMETERS = {
    "version": (5, "Unsupported version", ("2.0", "1.2", "1.1")),
    "queryType": (6, "Unsupported parameter value", ("cql",)),
    "recordSchema": (66, "Unknown schema for retrieval", (_FCS, "fcs")),
}
"""Parameter → the diagnostic for any other value than these."""


@dataclass(frozen=True)
class _Found:
    """A hit in an article of a portal."""

    portal: Portal
    article: ArticleHits
    hit: Hit


class ContentSearch:
    """Answers requests about the corpora that ``list_corpora`` returns."""

    def __init__(self, list_corpora: Callable[[], Corpora], address: str) -> None:
        self._list, self._address = list_corpora, address

    def answer(self, given: Mapping[str, str]) -> bytes:
        """Return the answer to a request as XML."""
        given = {name: clean_text(value)[0] for name, value in given.items()}
        version = "1.2" if given.get("version", "2.0").startswith("1") else "2.0"
        sru, diagnostics = _NAMESPACES[version]
        maker = ElementMaker(namespace=sru, nsmap={"sru": sru})
        operation = given.get("operation") or ("searchRetrieve" if "query" in given else "explain")
        is_search = operation == "searchRetrieve"
        root = maker(f"{'searchRetrieve' if is_search else 'explain'}Response")
        root.append(maker.version(version))
        try:
            if operation not in ("searchRetrieve", "explain"):
                raise Diagnostic(4, "Unsupported operation", operation)
            for name, (number, message, known) in _PARAMETERS.items():
                if given.get(name, known[0]) not in known:
                    raise Diagnostic(number, message, given[name])
            root.extend(self._search(maker, given) if is_search else self._explain(maker, given))
        except Diagnostic as error:
            number, message, details = error.args
            root.extend([maker.numberOfRecords("0")] if is_search else self._explain(maker, {}))
            made = ElementMaker(namespace=diagnostics, nsmap={"diag": diagnostics})
            root.append(
                maker.diagnostics(
                    made.diagnostic(
                        made.uri(f"info:srw/diagnostic/1/{number}"),
                        made.details(details),
                        made.message(message),
                    )
                )
            )
        for escaping in root.iter(f"{{{_NAMESPACES['1.2'][0]}}}recordXMLEscaping"):
            escaping.tag = f"{{{sru}}}recordPacking"  # its name in earlier versions
        return bytes(etree.tostring(root, encoding="UTF-8", xml_declaration=True))

    def _explain(self, maker: Any, given: Mapping[str, str]) -> Iterator[Any]:
        zr = ElementMaker(namespace=_ZR, nsmap={"zr": _ZR})
        own = urlsplit(self._address)
        explained = zr.explain(
            zr.serverInfo(
                zr.host(str(own.hostname)),
                zr.port(str(own.port or (443 if own.scheme == "https" else 80))),
                zr.database(own.path.strip("/")),
                protocol="SRU",
                version="2.0",
                transport="http",
            ),
            zr.databaseInfo(zr.title("curator serve", lang="en", primary="true")),
            zr.schemaInfo(zr.schema(zr.title("FCS", lang="en"), identifier=_FCS, name="fcs")),
            zr.configInfo(
                zr.default("50", type="numberOfRecords"),
                zr.setting(str(MAX_RECORDS), type="maximumRecords"),
            ),
        )
        yield maker.record(
            maker.recordSchema(_ZR), maker.recordXMLEscaping("xml"), maker.recordData(explained)
        )
        if given.get("x-fcs-endpoint-description") == "true":
            yield maker.extraResponseData(self._describe_endpoint())

    def _describe_endpoint(self) -> Any:
        ed = ElementMaker(namespace=_ED, nsmap={"ed": _ED})
        lang = {"{http://www.w3.org/XML/1998/namespace}lang": "en"}
        return ed.EndpointDescription(
            ed.Capabilities(ed.Capability("http://clarin.eu/fcs/capability/basic-search")),
            ed.SupportedDataViews(
                ed.SupportedDataView(
                    _HITS_TYPE, id="hits", **{"delivery-policy": "send-by-default"}
                )
            ),
            ed.Resources(
                *(
                    ed.Resource(
                        ed.Title(portal.corpus_title, lang),
                        ed.Description(f"articles of {portal.home}", lang),
                        ed.LandingPageURI(portal.corpus.persistent_id() or portal.home),
                        ed.Languages(
                            ed.Language(_CODES.get(portal.language.partition("-")[0], "und"))
                        ),
                        ed.AvailableDataViews(ref="hits"),
                        pid=_name(portal),
                    )
                    for name, (portal, _) in self._list().items()
                )
            ),
            version="2",
        )

    def _search(self, maker: Any, given: Mapping[str, str]) -> Iterator[Any]:
        first = _read_number(given, "startRecord", 1, 1)
        most = min(_read_number(given, "maximumRecords", 50, 0), MAX_RECORDS)
        query = parse_cql(given.get("query", ""))
        contexts = set(filter(None, given.get("x-fcs-context", "").split(",")))
        chosen = [
            (portal, folder)
            for portal, folder in self._list().values()
            if not contexts or _name(portal) in contexts
        ]
        if not chosen:
            raise Diagnostic(235, "Database does not exist", ",".join(sorted(contexts)))
        found = [hit for portal, folder in chosen for hit in _find(portal, folder, query)]
        if found and first > len(found):
            raise Diagnostic(61, "First record position out of range", str(first))
        yield maker.numberOfRecords(str(len(found)))
        shown = list(islice(found, first - 1, first - 1 + most))
        records = maker.records()
        for number, hit in enumerate(shown, first):
            records.append(
                maker.record(
                    maker.recordSchema(_FCS),
                    maker.recordXMLEscaping("xml"),
                    maker.recordData(_write_hit(hit, self._is_reserved(hit))),
                    maker.recordPosition(str(number)),
                )
            )
        if shown:
            yield records
        if first - 1 + len(shown) < len(found):
            yield maker.nextRecordPosition(str(first + len(shown)))

    def _is_reserved(self, found: _Found) -> bool:
        portal, folder = self._list()[found.portal.id]
        return bool(find_reservations(folder, portal.id, found.article.article.url))


def _find(portal: Portal, folder: Path, query: Query) -> Iterator[_Found]:
    corpus = ExportedCorpus(portal, folder, Selection(portal=portal.id), Runtime())
    try:
        with open_corpus_search(corpus, query, jobs=1) as search:
            for article in search.list_articles():
                yield from (_Found(portal, article, hit) for hit in article.hits)
    except CuratorError as error:
        raise Diagnostic(1, "General system error", str(error.message)) from error


def cut_context(hit: Hit, is_reserved: bool) -> tuple[str, str]:
    """Return what may be shown before and after a hit."""
    if not is_reserved:
        return hit.left, hit.right
    left, right = hit.left.split()[-RESERVED_WORDS:], hit.right.split()[:RESERVED_WORDS]
    return " ".join((*left, "")), " ".join(("", *right))


def _write_hit(found: _Found, is_cut: bool) -> Any:
    article = found.article.article
    left, right = cut_context(found.hit, is_cut)
    fcs = ElementMaker(namespace=_FCS, nsmap={"fcs": _FCS})
    hits = ElementMaker(namespace=_HITS, nsmap={"hits": _HITS})
    before, match, after = (clean_text(each)[0] for each in (left, found.hit.match, right))
    result = hits.Result(before, hits.Hit(match), after)
    cited = found.portal.corpus.persistent_id(article.article) or article.url
    fragment = fcs.ResourceFragment(
        fcs.DataView(result, type=_HITS_TYPE), pid=cited, ref=article.url
    )
    return fcs.Resource(fragment, pid=_name(found.portal), ref=found.portal.home)


def _name(portal: Portal) -> str:
    return portal.corpus.persistent_id() or f"urn:webarticlecurator:{portal.id}"


# codes of ISO 639-3, as FCS wants them, of the languages that are known here
_CODES = dict(
    pair.split("=")
    for pair in (
        "de=deu en=eng hu=hun fr=fra es=spa it=ita pl=pol cs=ces sk=slk sl=slv hr=hrv sr=srp"
        " ro=ron bg=bul el=ell ru=rus uk=ukr nl=nld da=dan sv=swe no=nor nb=nob fi=fin et=est"
        " lv=lav lt=lit pt=por ca=cat tr=tur ar=ara he=heb fa=fas hi=hin zh=zho ja=jpn ko=kor"
    ).split()
)


def _read_number(given: Mapping[str, str], name: str, usual: int, least: int) -> int:
    text = given.get(name, str(usual))
    if not (re.fullmatch("[0-9]{1,9}", text) and int(text) >= least):
        raise Diagnostic(6, "Unsupported parameter value", name)
    return int(text)
