"""The keys of the top level that say who and how, as model values."""

from __future__ import annotations

from typing import Any

from webarticlecurator.config.load_context import Section, rule_name
from webarticlecurator.model.portal import (
    AddressRules,
    CorpusInfo,
    Editor,
    FetchPolicy,
    Publisher,
    Rights,
)


def read_identity(root: Section) -> dict[str, Any]:
    """Arguments of Portal: id, names, language, addresses, fetching."""
    name = root.get("portal", "")
    plain = {key: root.get(key, default) for key, default in _PLAIN}
    return {
        **plain,
        "id": name,
        "zoned": root.has("timezone"),
        "title": root.get("title", name),
        "publisher": _publisher(root.section("publisher")) if root.has("publisher") else None,
        "rights": _rights(root.section("rights")) if root.has("rights") else None,
        "corpus": _corpus(root.section("corpus"), root.get("title", name)),
        "address": _address(root.section("address")),
        "fetch": _fetch(root.section("fetch")),
        "template": root.section("tei").get("template", "default"),
    }


_PLAIN: tuple[tuple[str, Any], ...] = (
    ("home", ""),
    ("language", "und"),
    ("timezone", "UTC"),
    ("encoding", None),
    ("captures", "latest"),
)


def _publisher(section: Section) -> Publisher:
    return Publisher(section.get("name", ""), section.get("place", ""))


def _rights(section: Section) -> Rights:
    return Rights(section.get("text", ""), section.get("url", ""))


def _corpus(section: Section, title: str) -> CorpusInfo:
    return CorpusInfo(
        title=section.get("title", title),
        version=section.get("version", ""),
        editors=tuple(_editor(editor) for editor in section.get("editors", ())),
        funder=section.get("funder", ""),
        licence=section.get("licence", ""),
        doi=section.get("doi", ""),
    )


def _editor(section: Section) -> Editor:
    return Editor(section.get("name", ""), section.get("orcid", ""), section.get("role", "editor"))


def _address(section: Section) -> AddressRules:
    usual = AddressRules()
    return AddressRules(
        drop=section.get("drop", usual.drop),
        replace=section.get("replace", usual.replace),
        canonical=section.get("canonical", usual.canonical),
        public=section.get("public", usual.public),
        replace_rule=rule_name(section, "replace"),
        public_rule=rule_name(section, "public"),
    )


def _fetch(section: Section) -> FetchPolicy:
    """What is given; the model holds the defaults."""
    given = {key: section.get(key, None) for key in section.entries}
    pairs = {key: tuple(section.get(key, {}).items()) for key in ("cookies", "headers")}
    return FetchPolicy(
        **{**{key: value for key, value in given.items() if value is not None}, **pairs}
    )
