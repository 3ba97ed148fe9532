"""Writes the keys of a portal file that come from HTML2TEI's header and Python data."""

from __future__ import annotations

from webarticlecurator.portal_file.config.keys_article import KINDS
from webarticlecurator.portal_file.config.yaml_text import yaml_value
from webarticlecurator.portal_file.importing.html2tei_files import BaseHeader
from webarticlecurator.portal_file.importing.html2tei_python import SpecificData


def about_lines(header: BaseHeader) -> list[str]:
    pairs = [(key, getattr(header, key)) for key in ("title", "language")]
    lines = [f"{key}: {yaml_value(value)}" for key, value in pairs if value]
    if header.publisher:
        lines.append(f"publisher: {_flow_of(('name', header.publisher), ('place', header.place))}")
    if header.rights or header.rights_url:
        text = header.rights or "In copyright"
        lines.append(f"rights: {_flow_of(('text', text), ('url', header.rights_url))}")
    return lines


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


def article_lines(name: str, header: BaseHeader, specific: SpecificData) -> list[str]:
    lines = ["article:"]
    if header.kind in KINDS and header.kind != "NewsArticle":
        lines.append(f"  kind: {header.kind}")
    if specific.continuation:
        lines.append(f"  continuation: {yaml_value(specific.continuation)}")
    lines.append("  body:")
    if specific.root:
        lines.append(f"    root: {yaml_value(specific.root)}")
    if specific.drop:
        lines.append(f"    drop: {yaml_value(specific.drop)}")
    return [*lines, f"    tags: {name}.tags.tsv"]
