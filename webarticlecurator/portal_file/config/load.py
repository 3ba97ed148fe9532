"""Load a portal file: a path → a checked Portal, or every problem of the file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import ConfigError, ConfigProblem
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.portal import (
    AddressRules,
    CorpusInfo,
    Editor,
    NamedFile,
    Portal,
    Publisher,
    Rights,
)
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.base.portal.rule_digests import digest_link_rules, digest_tei_rules
from webarticlecurator.base.system.input_files import MAX_YAML, read_regular
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.browser_rules import check_browser_keys
from webarticlecurator.portal_file.config.columns import list_declared_fields
from webarticlecurator.portal_file.config.default_sources import default_sources_tree
from webarticlecurator.portal_file.config.dictionary_checks import check_dictionaries
from webarticlecurator.portal_file.config.hook_files import READERS
from webarticlecurator.portal_file.config.layouts import (
    check_dead_keys,
    read_article_rules,
    read_layouts,
)
from webarticlecurator.portal_file.config.learned_rules import read_learned_rules
from webarticlecurator.portal_file.config.load_context import (
    AllowHooks,
    LoadContext,
    Location,
    Section,
    rule_name,
)
from webarticlecurator.portal_file.config.override_tables import read_overrides
from webarticlecurator.portal_file.config.plug_in_sources import names_of_values
from webarticlecurator.portal_file.config.portal_secrets import leave_out_secrets
from webarticlecurator.portal_file.config.pseudonym_key import read_pseudonym_key
from webarticlecurator.portal_file.config.refresh_rules import list_given_values, read_refresh
from webarticlecurator.portal_file.config.section import read_section
from webarticlecurator.portal_file.config.section_merge import merge_sections
from webarticlecurator.portal_file.config.spans import DEFAULT_LINKS, read_columns_and_spans
from webarticlecurator.portal_file.config.tags import base_content
from webarticlecurator.portal_file.config.tei_template import read_tei_template
from webarticlecurator.portal_file.keys.source_kinds import KINDS
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    NotReadable,
    describe_yaml_problem,
    parse_yaml,
)


def load_portal(
    path: Path | str,
    *,
    learned: bool = True,
    allow_hooks: AllowHooks = False,
    content: bytes | None = None,
) -> Portal:
    """Return the portal that the file at ``path`` (UTF-8 YAML) describes, merged and checked.

    Files that it names are read from its folder, and ``<portal>.learned.yaml`` next to it, unless
    ``learned`` is False. ``allow_hooks`` is True if its hooks, which are code, may be run; or it
    contains the sha256 digests of the hook files that may. ``content`` is what the file is going to
    hold, None for what it holds.

    Raises ConfigError with every problem, in file order; a hook that may not be run is one.
    """
    portal, problems = _load(Path(path), learned, allow_hooks, content)
    if problems or portal is None:
        raise ConfigError(problems)
    return portal


def check(
    path: Path | str, *, allow_hooks: AllowHooks = False, content: bytes | None = None
) -> tuple[ConfigProblem, ...]:
    """Return every problem of the portal file at ``path``, in file order; none if it can be used.

    ``allow_hooks`` as for load_portal. ``content`` is what the file is going to hold, None for what
    it holds.
    """
    return _load(Path(path), True, allow_hooks, content)[1]


def builtin_rules() -> ArticleRules:
    """Return the built-in rules for articles, which a portal file overrides key by key."""
    return read_article_rules(
        Section("article", {}, Location(Place(), "article")), _load_default_sources()
    )


def _load(
    path: Path, learned: bool, allow_hooks: AllowHooks, content: bytes | None = None
) -> tuple[Portal | None, tuple[ConfigProblem, ...]]:
    file = str(path)
    context = LoadContext(path.parent, READERS, allow_hooks)
    try:
        content = read_regular(path, MAX_YAML) if content is None else content
        tree, faults = parse_yaml(content, file)
    except OSError as error:
        problem = describe_yaml_problem(
            Place(file, 1, 1),
            "",
            make_message("the portal file cannot be read ({strerror})", strerror=error.strerror),
            found=file,
            allowed="a readable YAML file",
        )
        return None, (problem,)
    except NotReadable as fault:
        return None, (fault.problem,)
    context.problems.extend(faults)
    context.declared_fields = list_declared_fields(context, tree)
    root = read_section(context, tree, "portal", "")
    if not isinstance(root, Section):
        return None, _sort_problems(context.problems, file)
    defaults = _load_default_sources()
    if learned:
        rules = read_learned_rules(context, path)
        defaults = merge_sections(defaults, rules.section("article"))
        if "encoding" in rules.entries:
            root = replace(root, entries={"encoding": rules.entries["encoding"], **root.entries})
    return _build_portal(context, root, NamedFile(str(path), content), defaults), _sort_problems(
        context.problems, file
    )


def _sort_problems(problems: list[ConfigProblem], file: str) -> tuple[ConfigProblem, ...]:
    """Return the problems by place, the portal file first; a problem of an inherited key, which
    every span reports, only once."""
    return tuple(
        sorted(dict.fromkeys(problems), key=lambda p: (p.file != file, p.file, p.line, p.column))
    )


def _build_portal(
    context: LoadContext, root: Section, file: NamedFile, defaults: Section
) -> Portal:
    path = Path(file.name)
    archive, article = root.section("archive"), root.section("article")
    check_dead_keys(context, article)
    for layout in article.get("layouts", ()):
        check_dead_keys(context, layout)
    has_archive = root.has("archive") and not root.is_broken("archive")
    portal = Portal(
        **read_identity(root),
        columns=read_columns_and_spans(context, root) if has_archive else (),
        links=archive.get("links", DEFAULT_LINKS),
        next=archive.section("pagination").get("next", ()),
        article=read_article_rules(article, defaults),
        layouts=read_layouts(context, article, defaults),
        match=article.get("match", None),
        continuation=article.get("continuation", None),
        refresh=read_refresh(context, article),
        match_rule=rule_name(article, "match"),
        continuation_rule=rule_name(article, "continuation"),
        template_text=read_tei_template(context, root.section("tei")),
        path=path,
        manual_overrides=read_overrides(context, path),
        hooks=tuple(context.hooks.items()),
    )
    check_browser_keys(context, root.section("fetch"), portal)
    check_dictionaries(context, portal)
    if not root.is_broken("archive"):
        _check_references(context, portal)

    portal = replace(portal, pseudonym_key=read_pseudonym_key(context, portal, article))
    return replace(
        portal,
        files=leave_out_secrets(portal.fetch, {path.name: file.content, **context.files}),
        tei_digest=digest_tei_rules(portal, base_content()),
        link_digest=digest_link_rules(portal),
    )


_DEFINED_BY = {"column": {"columns"}, "listed": {"listed", "columns", "spans", *KINDS}}


def _check_references(context: LoadContext, portal: Portal) -> None:
    """Add a problem for every column and listed value that is named but not defined."""
    listed = {
        name: None
        for column in portal.columns
        for span in column.spans
        for name in (*names_of_values(span.source), *(name for name, _ in span.listed))
    }
    unreadable = {name for p in context.problems for name in (p.key, p.nearest)}
    known = {"column": tuple(column.name for column in portal.columns), "listed": tuple(listed)}
    for reference in context.references:
        if unreadable & _DEFINED_BY[reference.what]:
            continue  # the definition may be in the part that could not be read
        what = make_message("value of archive.listed")
        if reference.what == "column":
            what = make_message("column")
        names = known[reference.what]
        if reference.name not in names:
            context.add_unknown(reference.at, what, reference.name, names)


@lru_cache(maxsize=1)
def _load_default_sources() -> Section:
    """Return the built-in rules for articles: the sources of every metadata field."""
    context = LoadContext(Path(), READERS)
    section = read_section(context, default_sources_tree(), "article", "article")
    if context.problems or not isinstance(section, Section):
        raise ConfigError(tuple(context.problems))  # a row of base/model/fields.py is wrong
    return section


def read_identity(root: Section) -> dict[str, Any]:
    """Return the arguments of Portal for its id, names, language, addresses, fetching and
    schedule."""
    name = root.get("portal", "")
    title = root.get("title", name)
    corpus, address, fetch = (root.section(key) for key in ("corpus", "address", "fetch"))
    editors = tuple(
        Editor(**{"name": "", **list_given_values(each)}) for each in corpus.get("editors", ())
    )
    pairs = {key: tuple(fetch.get(key, {}).items()) for key in ("cookies", "headers")}
    publisher, rights = (
        list_given_values(root.section("publisher")),
        list_given_values(root.section("rights")),
    )
    return {
        "home": "",
        **{key: value for key, value in list_given_values(root).items() if key in _PLAIN},
        "id": name,
        "has_timezone": root.has("timezone"),
        "title": title,
        "publisher": Publisher(**{"name": "", **publisher}) if root.has("publisher") else None,
        "rights": Rights(**{"text": "", **rights}) if root.has("rights") else None,
        "corpus": CorpusInfo(**{"title": title, **list_given_values(corpus), "editors": editors}),
        "address": AddressRules(
            **list_given_values(address),
            replace_rule=rule_name(address, "replace"),
            public_rule=rule_name(address, "public"),
        ),
        "fetch": FetchPolicy(**{**list_given_values(fetch), **pairs}),
        "template": root.section("tei").get("template", "default"),
    }


_PLAIN = ("home", "language", "timezone", "encoding", "captures", "schedule")
"""Keys that are attributes of ``Portal`` as they are."""
