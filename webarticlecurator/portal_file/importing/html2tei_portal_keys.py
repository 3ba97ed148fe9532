"""Writes the keys of a portal file that come from HTML2TEI's header and Python data."""

from __future__ import annotations

from webarticlecurator.portal_file.importing.html2tei_files import BaseHeader
from webarticlecurator.portal_file.importing.html2tei_python import SpecificData
from webarticlecurator.portal_file.keys.keys_article import KINDS
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue, yaml_value


def about_lines(header: BaseHeader) -> list[str]:
    rights = header.rights or ("In copyright" if header.rights_url else "")
    publisher = _flow_of(("name", header.publisher), ("place", header.place))
    return [
        *_list_keys(("title", header.title), ("language", header.language)),
        *([f"publisher: {publisher}"] if header.publisher else []),
        *([f"rights: {_flow_of(('text', rights), ('url', header.rights_url))}"] if rights else []),
    ]


def _list_keys(*pairs: tuple[str, YamlValue]) -> list[str]:
    """Return the lines of the keys that have a value."""
    return [f"{key}: {yaml_value(value)}" for key, value in pairs if value]


def _flow_of(*pairs: tuple[str, str]) -> str:
    return yaml_value({key: value for key, value in pairs if value})


def corpus_lines(header: BaseHeader) -> list[str]:
    pairs = [
        (key, value) for key, value in (("licence", header.licence), ("doi", header.doi)) if value
    ]
    if not pairs and not header.editors:
        return []
    lines = ["corpus:", *(f"  {key}: {yaml_value(value)}" for key, value in pairs)]
    if header.editors:
        lines.append("  editors:")
        for editor in header.editors:
            pairs = [("name", editor.name), ("orcid", editor.orcid), ("role", editor.role)]
            lines.append(f"    - {_flow_of(*pairs)}")
    return lines


def list_html2tei_lines(name: str, header: BaseHeader, specific: SpecificData) -> list[str]:
    """Return the lines of a portal file under ``article``."""
    kind = header.kind if header.kind in KINDS and header.kind != "NewsArticle" else ""
    return [
        "article:",
        *_list_keys(("  kind", kind), ("  continuation", specific.continuation)),
        "  body:",
        *_list_keys(("    root", specific.root), ("    drop", specific.drop)),
        f"    tags: {name}.tags.tsv",
    ]
