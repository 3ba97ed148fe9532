"""HTML2TEI's ``*_BASE.xml``: the header of every text → keys of the portal file, and a skeleton
with slots."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from lxml import etree

from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.importing.import_report import ImportReport
from webarticlecurator.model.rule import Place
from webarticlecurator.resources import data_folder

_NS = {
    "t": "http://www.tei-c.org/ns/1.0",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
}
_SLOT = re.compile(r"^( *)\{\{appInfo\}\}\n", re.MULTILINE)
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_WARC = "//rdf:Description[starts-with(*[local-name() = 'type'], 'WARC')]"
_LEFT = (
    (
        "//t:revisionDesc",
        "revisionDesc: our header says which output version and which rules made a file",
    ),
    (
        f"{_WARC}/*[local-name() = 'identifier']",
        "the list of published WARC files: each capture names its own record instead",
    ),
    (
        "//rdf:Description[*[local-name() = 'type'] = 'TEI']",
        "the RDF block on the TEI file itself: nothing that changes with the day is in our header",
    ),
)
"""What has no place in our header, and why."""
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
"""ISO 639-2 codes that headers have → BCP 47; others stay as they are."""


@dataclass(frozen=True)
class ResponsiblePerson:
    """Somebody who made the corpus. ``orcid`` bare, or empty."""

    name: str
    role: str
    orcid: str = ""


@dataclass(frozen=True)
class BaseHeader:
    """What a header says; what it does not say is empty. ``editions`` are sentences for
    projectDesc."""

    title: str = ""
    home: str = ""
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


def read_base_header(path: Path, account: ImportReport) -> BaseHeader:
    """The header at ``path``; an account of what has no place. A file that is missing or no XML
    gives nothing."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    try:
        root = etree.fromstring(read_regular(path, MAX_TABLE), parser)
    except OSError:
        account.note("left", f"there is no {path.name}: no header")
        return BaseHeader()
    except etree.XMLSyntaxError as error:
        account.note(
            "unknown", f"not well-formed: {error.msg}", Place(str(path), error.lineno or 0)
        )
        return BaseHeader()
    _tell(root, path, account)
    return BaseHeader(
        **_described(root),
        **_rights(root),
        **_source(root),
        editors=_editors(root),
        editions=tuple(dict.fromkeys(_editions(root))),
    )


def _found(root: etree._Element, xpath: str) -> list[etree._Element]:
    found = root.xpath(xpath, namespaces=_NS)
    return (
        [item for item in found if isinstance(item, etree._Element)]
        if isinstance(found, list)
        else []
    )


def _words(element: etree._Element) -> str:
    """The text of an element but for its references, white space folded."""
    texts = element.xpath(".//text()[not(ancestor::t:ref)]", namespaces=_NS)
    return (
        " ".join("".join(str(text) for text in texts if isinstance(text, str)).split())
        if isinstance(texts, list)
        else ""
    )


def _all(element: etree._Element) -> str:
    return "".join(str(text) for text in element.itertext()).strip()


def _first(root: etree._Element, xpath: str) -> str:
    return next(
        (words for element in _found(root, xpath) for words in [_words(element)] if words), ""
    )


def _attribute(root: etree._Element, xpath: str) -> str:
    found = root.xpath(xpath, namespaces=_NS)
    return (
        next((str(value).strip() for value in found if str(value).strip()), "")
        if isinstance(found, list)
        else ""
    )


def _described(root: etree._Element) -> dict[str, str]:
    """From the first RDF block, which speaks of the articles."""
    block = "(//t:xenoData//rdf:Description)[1]"
    home = _attribute(root, f"{block}/*[local-name() = 'ispartOf']/@rdf:resource")
    language = _first(root, f"{block}/*[local-name() = 'inLanguage']")
    return {
        "title": _first(root, f"{block}/*[local-name() = 'ispartOf']"),
        "home": home if home.endswith("/") or not home else home + "/",
        "language": _LANGUAGES.get(language, language),
        "kind": _attribute(root, f"{block}/*[local-name() = 'type']/@rdf:resource").rpartition("/")[
            2
        ],
    }


def _source(root: etree._Element) -> dict[str, str]:
    bibl = "//t:sourceDesc/t:bibl"
    return {
        "publisher": _first(root, f"{bibl}/t:publisher/t:orgName")
        or _first(root, f"{bibl}/t:publisher/t:persName"),
        "place": _first(root, f"{bibl}/t:pubPlace"),
        "doi": _doi(root),
    }


def _doi(root: etree._Element) -> str:
    about = _attribute(root, f"{_WARC}/@rdf:about")
    found = _DOI.search(about)
    return found[0] if found else ""


def _rights(root: etree._Element) -> dict[str, str]:
    """The portal's own statement; the address that the corpus gave for its texts; the licence of
    its metadata."""
    statement = "//t:sourceDesc/t:bibl/t:availability/t:p"
    texts = [words for element in _found(root, statement) for words in [_words(element)] if words]
    ours = {
        _words(element).partition(":")[0].lower(): element
        for element in _found(root, "//t:publicationStmt/t:availability/t:p")
    }
    url = _reference(ours["text"]) if "text" in ours else ""
    licence = _words(ours["metadata"]).partition(":")[2].strip() if "metadata" in ours else ""
    return {"rights": " ".join(texts), "rights_url": url, "licence": licence}


def _reference(element: etree._Element) -> str:
    return next(
        (
            address
            for ref in _found(element, "t:ref")
            for address in [_all(ref)]
            if address.startswith("http")
        ),
        "",
    )


def _editors(root: etree._Element) -> tuple[ResponsiblePerson, ...]:
    found = []
    for statement in _found(root, "//t:editionStmt/t:respStmt[t:persName]"):
        role = _first(statement, "t:resp") or "editor"
        for person in _found(statement, "t:persName"):
            parts = [_words(part) for part in _found(person, "t:surname | t:forename")]
            orcid = _ORCID.search(_all(person) + " ".join(_references(person)))
            found.append(
                ResponsiblePerson(
                    " ".join(p for p in parts if p) or _words(person),
                    role,
                    orcid[0] if orcid else "",
                )
            )
    return tuple(found)


def _references(element: etree._Element) -> list[str]:
    return [str(value) for ref in _found(element, ".//t:ref") for value in ref.attrib.values()]


def _editions(root: etree._Element) -> list[str]:
    """What has no key: the edition, the institutions, who published the corpus."""
    said = [_first(root, "//t:editionStmt/t:edition")]
    for statement in _found(root, "//t:editionStmt/t:respStmt[t:orgName]"):
        said.append(f"{_first(statement, 't:resp')}: {_first(statement, 't:orgName')}")
    publisher = _first(root, "//t:publicationStmt/t:publisher")
    place, year = (
        _first(root, "//t:publicationStmt/t:pubPlace"),
        _first(root, "//t:publicationStmt/t:date"),
    )
    said.append(
        f"published by {', '.join(part for part in (publisher, place, year) if part)}"
        if publisher
        else ""
    )
    return [sentence for sentence in said if sentence.strip(": ")]


def _tell(root: etree._Element, path: Path, account: ImportReport) -> None:
    for xpath, said in _LEFT:
        for element in _found(root, xpath)[:1]:
            account.note("left", said, Place(str(path), _line(element)))


def _line(element: etree._Element) -> int:
    line: Any = element.sourceline
    return int(line or 0)


def header_skeleton(header: BaseHeader) -> str:
    """``tei_templates/default.xml`` with what has no key of its own in ``projectDesc``; LF line
    ends."""
    text = (data_folder("tei_templates") / "default.xml").read_text(encoding="utf-8")
    if not header.editions:
        return text
    paragraphs = "".join(
        f"{{0}} <p>{escape(said).replace('{{', '{ {')}</p>\n" for said in header.editions
    )
    match = _SLOT.search(text)
    if not match:
        return text
    block = f"{{0}}<projectDesc>\n{paragraphs}{{0}}</projectDesc>\n".replace("{0}", match[1])
    return text[: match.start()] + block + text[match.start() :]
