"""Readers of two of HTML2TEI's files of a portal: the header of all its texts (``*_BASE.xml``), and
the plain data in its Python (``*_specific.py``, which is parsed, never run)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.base.system.input_files import MAX_TABLE, read_regular
from webarticlecurator.portal_file.importing.import_report import ImportReport

_NS = {
    "t": "http://www.tei-c.org/ns/1.0",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
}
_SLOT = re.compile(r"^( *)\{\{appInfo\}\}\n", re.MULTILINE)
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_WARC = "//rdf:Description[starts-with(*[local-name() = 'type'], 'WARC')]"
_LEFT_OUT = (
    (
        "//t:revisionDesc",
        "revisionDesc: our header names the output version and the rules that made a file",
    ),
    (
        f"{_WARC}/*[local-name() = 'identifier']",
        "the list of published WARC files: each capture names its own record instead",
    ),
    (
        "//rdf:Description[*[local-name() = 'type'] = 'TEI']",
        "the RDF block about the TEI file itself: our header has nothing that depends on the day",
    ),
)
"""XPath of what has no place in our header → the reason."""
_LANGUAGES = {
    "hun": "hu",
    "eng": "en",
    "deu": "de",
    "ger": "de",
    "ron": "ro",
    "rum": "ro",
    "slk": "sk",
    "srp": "sr",
    "ukr": "uk",
}
"""ISO 639-2 codes in headers → BCP 47; other codes stay as they are."""


@dataclass(frozen=True)
class ResponsiblePerson:
    """A person who made the corpus. ``orcid`` is the iD without its address, or empty."""

    name: str
    role: str
    orcid: str = ""


@dataclass(frozen=True)
class BaseHeader:
    """The contents of a header, empty where it has none; ``editions`` are for projectDesc."""

    title: str = ""
    language: str = ""
    kind: str = ""
    publisher: str = ""
    place: str = ""
    rights: str = ""
    rights_url: str = ""
    licence: str = ""
    doi: str = ""
    editors: tuple[ResponsiblePerson, ...] = ()
    editions: tuple[str, ...] = ()


def read_base_header(path: Path, report: ImportReport) -> BaseHeader:
    """Return the header at ``path``, and report what has no place in ours. The result is empty
    where the file is missing or not XML."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    try:
        root = etree.fromstring(read_regular(path, MAX_TABLE), parser)
    except OSError:
        report.note("left", f"{path.name} is missing: no header")
        return BaseHeader()
    except etree.XMLSyntaxError as error:
        report.note("unknown", f"not well-formed: {error.msg}", Place(str(path), error.lineno or 0))
        return BaseHeader()
    for xpath, message in _LEFT_OUT:
        for element in _find_all(root, xpath)[:1]:
            line: Any = element.sourceline
            report.note("left", message, Place(str(path), int(line or 0)))
    return _convert_header(root)


def _convert_header(root: etree._Element) -> BaseHeader:
    # the first RDF block describes the articles
    block, bibl = "(//t:xenoData//rdf:Description)[1]", "//t:sourceDesc/t:bibl"
    language = _first_text(root, f"{block}/*[local-name() = 'inLanguage']")
    kind = _first_attribute(root, f"{block}/*[local-name() = 'type']/@rdf:resource")
    statements = map(_element_text, _find_all(root, f"{bibl}/t:availability/t:p"))
    doi = _DOI.search(_first_attribute(root, f"{_WARC}/@rdf:about"))
    # our own statements begin with what they are about: "text: …", "metadata: …"
    ours = {
        _element_text(element).partition(":")[0].lower(): element
        for element in _find_all(root, "//t:publicationStmt/t:availability/t:p")
    }
    links = map(_whole_text, _find_all(ours["text"], "t:ref") if "text" in ours else ())
    licence = _element_text(ours["metadata"]).partition(":")[2] if "metadata" in ours else ""
    return BaseHeader(
        title=_first_text(root, f"{block}/*[local-name() = 'ispartOf']"),
        language=_LANGUAGES.get(language, language),
        kind=kind.rpartition("/")[2],
        publisher=_first_text(root, f"{bibl}/t:publisher/t:orgName")
        or _first_text(root, f"{bibl}/t:publisher/t:persName"),
        place=_first_text(root, f"{bibl}/t:pubPlace"),
        rights=" ".join(text for text in statements if text),
        rights_url=next((address for address in links if address.startswith("http")), ""),
        licence=licence.strip(),
        doi=doi[0] if doi else "",
        editors=_read_editors(root),
        editions=tuple(dict.fromkeys(_read_editions(root))),
    )


def _find_all(root: etree._Element, xpath: str) -> list[etree._Element]:
    found = root.xpath(xpath, namespaces=_NS)
    if not isinstance(found, list):
        return []
    return [item for item in found if isinstance(item, etree._Element)]


def _element_text(element: etree._Element) -> str:
    """Return the text of an element without its ``ref`` elements, with single spaces."""
    texts = element.xpath(".//text()[not(ancestor::t:ref)]", namespaces=_NS)
    if not isinstance(texts, list):
        return ""
    return " ".join("".join(str(text) for text in texts if isinstance(text, str)).split())


def _whole_text(element: etree._Element) -> str:
    return "".join(str(text) for text in element.itertext()).strip()


def _first_text(root: etree._Element, xpath: str) -> str:
    return next((text for text in map(_element_text, _find_all(root, xpath)) if text), "")


def _first_attribute(root: etree._Element, xpath: str) -> str:
    values = root.xpath(xpath, namespaces=_NS)
    if not isinstance(values, list):
        return ""
    return next((str(value).strip() for value in values if str(value).strip()), "")


def _read_editors(root: etree._Element) -> tuple[ResponsiblePerson, ...]:
    found = []
    for statement in _find_all(root, "//t:editionStmt/t:respStmt[t:persName]"):
        role = _first_text(statement, "t:resp") or "editor"
        for person in _find_all(statement, "t:persName"):
            parts = [_element_text(part) for part in _find_all(person, "t:surname | t:forename")]
            links = [str(v) for ref in _find_all(person, ".//t:ref") for v in ref.attrib.values()]
            orcid = _ORCID.search(_whole_text(person) + " ".join(links))
            found.append(
                ResponsiblePerson(
                    " ".join(p for p in parts if p) or _element_text(person),
                    role,
                    orcid[0] if orcid else "",
                )
            )
    return tuple(found)


def _read_editions(root: etree._Element) -> list[str]:
    """Return sentences for what has no key: edition, institutions, publisher of the corpus."""
    sentences = [_first_text(root, "//t:editionStmt/t:edition")]
    sentences += [
        f"{_first_text(statement, 't:resp')}: {_first_text(statement, 't:orgName')}"
        for statement in _find_all(root, "//t:editionStmt/t:respStmt[t:orgName]")
    ]
    publisher, place, year = (
        _first_text(root, f"//t:publicationStmt/t:{name}")
        for name in ("publisher", "pubPlace", "date")
    )
    if publisher:
        sentences.append(f"published by {', '.join(p for p in (publisher, place, year) if p)}")
    return [sentence for sentence in sentences if sentence.strip(": ")]


def header_skeleton(header: BaseHeader) -> str:
    """Return ``tei_templates/default.xml`` with the editions in ``projectDesc``; LF line ends."""
    text = (data_folder("tei_templates") / "default.xml").read_text(encoding="utf-8")
    if not header.editions:
        return text
    paragraphs = "".join(
        f"{{0}} <p>{escape(sentence).replace('{{', '{ {')}</p>\n" for sentence in header.editions
    )
    match = _SLOT.search(text)
    if not match:
        return text
    block = f"{{0}}<projectDesc>\n{paragraphs}{{0}}</projectDesc>\n".replace("{0}", match[1])
    return text[: match.start()] + block + text[match.start() :]
