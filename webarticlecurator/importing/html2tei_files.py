"""Readers of two of HTML2TEI's files of a portal: the header of all its texts (``*_BASE.xml``), and
the plain data in its Python (``*_specific.py``, which is parsed, never run)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from lxml import etree

from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.folders import data_folder
from webarticlecurator.importing.old_yaml import ImportReport
from webarticlecurator.model.rule import Place
from webarticlecurator.page.css import css_identifier, css_string

# The header, ``*_BASE.xml``: keys of the portal file, and a TEI skeleton.

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


# The data in ``*_specific.py``.

PYTHON = {
    "get_meta_from_articles_spec": "article.metadata",
    "next_page_of_article_spec": "article.next_page",
    "transform_to_html": "article.page",
    "decompose_spec": "article.body.drop, where it does more than drop DECOMP",
    "excluded_tags_spec": "nothing: signatures have only ids, classes and some attributes",
}
"""Function → what replaces it."""
_TRIVIAL = {"decompose_spec": 2}
"""Function → its number of statements in the template, if it is not one; more do real work."""
RULES = {
    "BLOCK_RULES_SPEC": (
        "blocks that may not be inside each other are separated by the grammar of blocks"
    ),
    "BIGRAM_RULES_SPEC": (
        "write a row with a context (child of X, only child of X) where it is still needed"
    ),
    "LINK_FILTER_SUBSTRINGS_SPEC": (
        "links are kept as they are; a row with the operation unwrap removes one"
    ),
    "BLACKLIST_SPEC": "article.reject, or exclude of archive.links",
}
"""Data without a counterpart → what to do instead."""


@dataclass(frozen=True)
class SpecificData:
    """The data of the file: ``ARTICLE_ROOT_PARAMS_SPEC``, ``DECOMP`` and ``MEDIA_LIST`` as CSS;
    ``MULTIPAGE_URL_END``."""

    root: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    media: tuple[str, ...] = ()
    continuation: str = ""


def read_specific(path: Path, report: ImportReport) -> SpecificData:
    """Return the data of the file at ``path``, and report the rest. The result is empty where the
    file is missing or not Python."""
    try:
        tree = ast.parse(read_regular(path, MAX_TABLE).decode("utf-8"))
    except OSError:
        report.note("left", f"{path.name} is missing: no article root, nothing to drop")
        return SpecificData()
    except (ValueError, SyntaxError, RecursionError) as error:
        report.note("unknown", f"not readable as Python: {error}", Place(str(path)))
        return SpecificData()
    values = {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in tree.body:
        if (
            isinstance(node, ast.FunctionDef)
            and node.name in PYTHON
            and len(node.body) > _TRIVIAL.get(node.name, 1)
        ):
            report.note("todo", f"{node.name} → {PYTHON[node.name]}", Place(str(path), node.lineno))
    for name, instead in RULES.items():
        value = values.get(name)
        if value is not None and _literal_value(value) not in ([], {}, (), ""):
            report.note("left", f"{name}: {instead}", Place(str(path), value.lineno))
    root, drop, media = (
        tuple(_convert_selectors(values.get(name), name, path, report))
        for name in ("ARTICLE_ROOT_PARAMS_SPEC", "DECOMP", "MEDIA_LIST")
    )
    return SpecificData(root, drop, media, _read_continuation(values.get("MULTIPAGE_URL_END")))


def _literal_value(node: ast.expr | None) -> Any:
    """Return the value of a literal, or None."""
    try:
        return None if node is None else ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return None


def _convert_selectors(
    node: ast.expr | None, name: str, path: Path, report: ImportReport
) -> Iterator[str]:
    """Yield the CSS of ``[(("div",), {"class": "a"}), …]``, arguments of BeautifulSoup's find."""
    for item in node.elts if isinstance(node, ast.List | ast.Tuple) else ():
        selectors = convert_selector(_literal_value(item))
        if selectors:
            yield from selectors
        else:
            report.note(
                "todo",
                f"{name}: {ast.unparse(item)}: write it as CSS",
                Place(str(path), item.lineno),
            )


def convert_selector(value: Any) -> tuple[str, ...]:
    """Return the CSS of one ``(args, kwargs)``; empty where it is something else."""
    if not (
        isinstance(value, tuple)
        and len(value) == 2
        and isinstance(value[0], tuple)
        and isinstance(value[1], dict)
    ):
        return ()
    args, attributes = value[0], dict(value[1])
    if len(args) > 1 and isinstance(args[1], dict):
        attributes.update(args[1])
    attributes.update(attributes.pop("attrs", {}))
    tags = args[0] if args and isinstance(args[0], list | tuple) else args[:1] or ("",)
    choices = [
        _attribute_tests(str(key).rstrip("_"), expected) for key, expected in attributes.items()
    ]
    if not all(isinstance(tag, str) for tag in tags) or not (any(tags) or choices):
        return ()
    heads = [css_identifier(tag) if tag else "" for tag in tags]
    return tuple(head + "".join(tests) for head in heads for tests in product(*choices))


def _attribute_tests(name: str, expected: Any) -> list[str]:
    """Return the alternative tests of one attribute; none where CSS cannot express one of them."""
    values = expected if isinstance(expected, list | tuple) else [expected]
    tests = [_attribute_test(name, value) for value in values]
    return [] if None in tests else [test for test in tests if test]


def _attribute_test(name: str, expected: Any) -> str | None:
    if expected is True:
        return f"[{name}]"
    if not isinstance(expected, str) or not expected.strip():
        return None
    if name == "class":
        return "".join(f".{css_identifier(token)}" for token in expected.split())
    if name == "id" and " " not in expected.strip():
        return f"#{css_identifier(expected.strip())}"
    return f"[{css_identifier(name)}={css_string(expected)}]"


def _read_continuation(node: ast.expr | None) -> str:
    """Return the regex of ``re.compile("…")``, which HTML2TEI matched from the beginning of the
    address; empty for a pattern that matches nothing."""
    text = _literal_value(node.args[0]) if isinstance(node, ast.Call) and node.args else None
    if not isinstance(text, str) or text in ("", r"^\b$", r"^\B$"):
        return ""
    try:
        re.compile(text)
    except re.error:
        return ""
    return text if text.startswith("^") and "|" not in text else f"^(?:{text})"


# The names of operations in HTML2TEI's tables, and ours for them.

NAMES: dict[str, str] = {
    # what happens to the tag
    "default": "unwrap",
    "null": "unwrap",
    "unwrap": "unwrap",
    "to_unwrap": "unwrap",
    "decompose": "drop",
    "to_decompose": "drop",
    "szakasz": "auto",
    # blocks
    "bekezdes": "paragraph",
    "cimsor": "heading",
    "vez_bekezdes": "lead",
    "idezet": "quote",
    "lista": "list",
    "listaelem": "item",
    "table_text": "table",
    "tablazat_cimsor": "table-heading",
    "sor": "row",
    "oszlop": "cell",
    "doboz": "box",
    "kviz": "quiz",
    "kerdes": "question",
    "valaszblokk": "answers",
    "valasz": "answer",
    "forras": "source",
    "editorial_note": "note",
    # media
    "media_tartalom": "figure",
    "media_hivatkozas": "media-link",
    "abra": "diagram",
    "galeria": "gallery",
    "beagyazott_tartalom": "embed",
    "social_media": "social",
    "beagyazott_social": "social-embed",
    # live feeds and comments
    "kozvetites": "feed-entry",
    "kozvetites_ido": "feed-time",
    "kozvetites_szerzo": "feed-author",
    "kozvetites_meta": "feed-meta",
    "komment_root": "comments",
    "komment": "comment",
    "komment_ido": "comment-time",
    "komment_szerzo": "comment-author",
    "komment_meta": "comment-meta",
    # inside running text
    "hivatkozas": "link",
    "felkover": "bold",
    "dolt": "italic",
    "kiemelt": "emphasis",
    "alahuzott": "underline",
    "athuzott": "strike",
    "felsoindex": "superscript",
    "alsoindex": "subscript",
    "inline_idezet": "inline-quote",
    # names made by later steps of HTML2TEI, with the same meaning in a table
    "sor_valid": "row",
    "oszlop_valid": "cell",
    "oszlop_sor": "row>cell",
    "jegyzet": "note",
    "hi": "emphasis",
    "ref": "link",
    "forum": "unwrap",
}
"""Name in a table → operation of our tag dictionary."""


def operation_of(name: str, tag: str) -> str | None:
    """Return our operation for a name on an element, or None where the name is unknown.
    ``inner;outer`` is ``outer>inner``."""
    inner, split, outer = (part.strip() for part in name.partition(";"))
    if not split:
        # forras is a name for both sources and captions
        return "caption" if name == "forras" and tag == "figcaption" else NAMES.get(name)
    names = (NAMES.get(outer), NAMES.get(inner))
    if None in names or any(n in ("unwrap", "drop", "auto") or ">" in str(n) for n in names):
        return None
    return f"{names[0]}>{names[1]}"
