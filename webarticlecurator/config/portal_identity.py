"""Reads the top-level keys that identify the portal: its names, corpus, addresses, fetching,
schedule."""

from __future__ import annotations

from typing import Any

from webarticlecurator.config.load_context import Section, rule_name
from webarticlecurator.model.fetch_policy import FetchPolicy
from webarticlecurator.model.portal import AddressRules, CorpusInfo, Editor, Publisher, Rights


def read_identity(root: Section) -> dict[str, Any]:
    """Return the arguments of Portal for its id, names, language, addresses, fetching and
    schedule."""
    name = root.get("portal", "")
    plain = {key: root.get(key, default) for key, default in _DEFAULTS}
    return {
        **plain,
        "id": name,
        "has_timezone": root.has("timezone"),
        "title": root.get("title", name),
        "publisher": _read_publisher(root.section("publisher")) if root.has("publisher") else None,
        "rights": _read_rights(root.section("rights")) if root.has("rights") else None,
        "corpus": _read_corpus(root.section("corpus"), root.get("title", name)),
        "address": _read_address_rules(root.section("address")),
        "fetch": _read_fetch_policy(root.section("fetch")),
        "template": root.section("tei").get("template", "default"),
    }


_DEFAULTS: tuple[tuple[str, Any], ...] = (
    ("home", ""),
    ("language", "und"),
    ("timezone", "UTC"),
    ("encoding", None),
    ("captures", "latest"),
    ("schedule", ""),
)


def _read_publisher(section: Section) -> Publisher:
    return Publisher(section.get("name", ""), section.get("place", ""))


def _read_rights(section: Section) -> Rights:
    return Rights(section.get("text", ""), section.get("url", ""))


def _read_corpus(section: Section, title: str) -> CorpusInfo:
    return CorpusInfo(
        title=section.get("title", title),
        version=section.get("version", ""),
        editors=tuple(_read_editor(editor) for editor in section.get("editors", ())),
        funder=section.get("funder", ""),
        licence=section.get("licence", ""),
        doi=section.get("doi", ""),
    )


def _read_editor(section: Section) -> Editor:
    return Editor(section.get("name", ""), section.get("orcid", ""), section.get("role", "editor"))


def _read_address_rules(section: Section) -> AddressRules:
    default = AddressRules()
    return AddressRules(
        drop=section.get("drop", default.drop),
        replace=section.get("replace", default.replace),
        canonical=section.get("canonical", default.canonical),
        public=section.get("public", default.public),
        replace_rule=rule_name(section, "replace"),
        public_rule=rule_name(section, "public"),
    )


def _read_fetch_policy(section: Section) -> FetchPolicy:
    """Return the keys that the file has; the defaults are those of FetchPolicy."""
    given = {key: section.get(key, None) for key in section.entries}
    pairs = {key: tuple(section.get(key, {}).items()) for key in ("cookies", "headers")}
    return FetchPolicy(
        **{**{key: value for key, value in given.items() if value is not None}, **pairs}
    )
