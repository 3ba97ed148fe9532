"""Write cmdi.xml: the record of a corpus for the catalogues of CLARIN (CMDI 1.2), by the profile
OLAC-DcmiTerms of its registry: the terms of DCMI, in the order of the alphabet."""

from __future__ import annotations

from typing import Any

from lxml import etree
from lxml.builder import ElementMaker

from webarticlecurator.corpus.deposit.deposit_metadata import SUBJECTS, DepositDescription
from webarticlecurator.tei.documents.xml import clean_text

CMDI_NAME = "cmdi.xml"
CMDI_NAMESPACE = "http://www.clarin.eu/cmd/1"
CMDI_SCHEMA = "https://infra.clarin.eu/CMDI/1.x/xsd/cmd-envelop.xsd"
_PROFILE = "clarin.eu:cr1:p_1288172614026"
_PROFILE_NAMESPACE = f"{CMDI_NAMESPACE}/profiles/{_PROFILE}"
_LOCATION = (
    f"{CMDI_NAMESPACE} {CMDI_SCHEMA} {_PROFILE_NAMESPACE}"
    f" https://catalog.clarin.eu/ds/ComponentRegistry/rest/registry/1.x/profiles/{_PROFILE}/xsd"
)
_CMD = ElementMaker(
    namespace=CMDI_NAMESPACE, nsmap={"cmd": CMDI_NAMESPACE, "cmdp": _PROFILE_NAMESPACE}
)
_TERM = ElementMaker(namespace=_PROFILE_NAMESPACE)
_URI, _DCMI_TYPE = {"dcterms-type": "URI"}, {"dcterms-type": "DCMIType"}


def make_cmdi_record(deposit: DepositDescription, own_address: str = "") -> Any:
    """Return the record. ``own_address``: where it is harvested, if it is."""
    cited = deposit.portal.corpus.persistent_id() or deposit.portal.home
    return _CMD.CMD(
        _CMD.Header(
            _CMD.MdCreationDate(deposit.date),
            *([_CMD.MdSelfLink(own_address)] if own_address else []),
            _CMD.MdProfile(_PROFILE),
            _CMD.MdCollectionDisplayName(clean_text(deposit.title)[0]),
        ),
        _CMD.Resources(
            _CMD.ResourceProxyList(
                _CMD.ResourceProxy(
                    _CMD.ResourceType("LandingPage"), _CMD.ResourceRef(cited), id="landing-page"
                )
            ),
            _CMD.JournalFileProxyList(),
            _CMD.ResourceRelationList(),
        ),
        _CMD.Components(_TERM("OLAC-DcmiTerms", *_list_terms(deposit))),
        {
            "{http://www.w3.org/2001/XMLSchema-instance}schemaLocation": _LOCATION,
            "CMDVersion": "1.2",
        },
    )


def write_cmdi_record(deposit: DepositDescription) -> bytes:
    """Return the content of cmdi.xml."""
    record = make_cmdi_record(deposit)
    return bytes(etree.tostring(record, encoding="UTF-8", xml_declaration=True, pretty_print=True))


def _list_terms(deposit: DepositDescription) -> list[Any]:
    corpus, language = deposit.portal.corpus, deposit.portal.language.partition("-")[0]
    licence = deposit.licence_address
    terms: list[tuple[str, str, dict[str, str]]] = [
        ("contributor", corpus.funder, {}),
        *(("creator", editor.name, {}) for editor in corpus.editors),
        ("description", deposit.summary, {}),
        ("extent", f"{deposit.numbers.articles} articles", {}),
        ("extent", deposit.extent, {}),
        ("identifier", corpus.persistent_id(), _URI),
        ("issued", deposit.date, {"dcterms-type": "W3CDTF"}),
        ("language", language, {"olac-language": language}),
        ("license", licence or corpus.licence, _URI if licence else {}),
        ("source", deposit.portal.home, _URI),
        *(("subject", word, {}) for word in SUBJECTS),
        ("temporal", "/".join(deposit.years or ()), {}),
        ("title", deposit.title, {}),
        ("type", "Collection", _DCMI_TYPE),
        ("type", "Text", {**_DCMI_TYPE, "olac-linguistic-type": "primary_text"}),
    ]
    return [_TERM(name, clean_text(value)[0], more) for name, value, more in terms if value]
