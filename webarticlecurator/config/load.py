"""Load a portal file: a path → a checked Portal, or every problem of the file."""

from __future__ import annotations

import ast
import hashlib
import warnings
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from webarticlecurator.config.columns import (
    list_declared_fields,
    read_columns,
    read_fields_of_column,
)
from webarticlecurator.config.files import MAX_YAML, read_regular
from webarticlecurator.config.layouts import (
    check_browser_keys,
    check_dead_keys,
    default_sources_tree,
    merge_over_defaults,
    read_article_rules,
    read_layouts,
)
from webarticlecurator.config.load_context import (
    BROKEN,
    AllowHooks,
    LoadContext,
    Location,
    Reader,
    Reference,
    Section,
    describe_unknown,
    locate_node,
    rule_name,
)
from webarticlecurator.config.portal_secrets import leave_out_secrets, read_pseudonym_key
from webarticlecurator.config.rules import (
    read_condition,
    read_filter,
    read_named_rules,
    read_pager,
    read_plug_in_selector,
    read_reason,
    read_reject,
    read_rejects,
    read_rule,
    read_rule_list,
    read_rules,
    read_split,
    read_text_test,
)
from webarticlecurator.config.section import (
    read_address,
    read_list,
    read_lookup,
    read_page_values,
    read_pairs,
    read_secrets,
    read_section,
    read_table,
    read_value,
)
from webarticlecurator.config.source_kinds import KINDS
from webarticlecurator.config.span_source import names_of_values, read_plug_in_source
from webarticlecurator.config.spans import DEFAULT_LINKS, read_columns_and_spans
from webarticlecurator.config.tables import read_overrides
from webarticlecurator.config.tags import base_content, check_dictionaries, read_tags
from webarticlecurator.config.value_fault import nearest_word, quote_value
from webarticlecurator.config.yaml_tree import NotReadable, Tree, describe_yaml_problem, parse_yaml
from webarticlecurator.dataclasses import replace
from webarticlecurator.errors import ConfigError, ConfigProblem
from webarticlecurator.folders import data_folder
from webarticlecurator.model.plug_in import MAX_MODEL, find_classifier_fault
from webarticlecurator.model.portal import (
    AddressRules,
    CorpusInfo,
    Editor,
    FetchPolicy,
    NamedFile,
    Portal,
    Publisher,
    Rights,
    is_own_template,
)
from webarticlecurator.model.rule import (
    ArticleRules,
    Hook,
    HookFault,
    Place,
    RefreshRules,
    hook_function,
)
from webarticlecurator.model.stored_words import digest_link_rules, digest_tei_rules
from webarticlecurator.model.verdict import GATED, SAME_TITLE
from webarticlecurator.text.translation import as_message, make_message


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
        message = make_message(
            "the portal file cannot be read ({strerror})", strerror=error.strerror
        )
        allowed = "a readable YAML file"
        problem = describe_yaml_problem(Place(file, 1, 1), "", message, found=file, allowed=allowed)
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
        defaults = merge_over_defaults(context, path, defaults)
    portal = _build_portal(context, root, NamedFile(str(path), content), defaults)
    return portal, _sort_problems(context.problems, file)


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
        classifier=read_named_classifier(context, article),
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
        raise ConfigError(tuple(context.problems))  # a row of model/fields.py is wrong
    return section


def read_identity(root: Section) -> dict[str, Any]:
    """Return the arguments of Portal for its id, names, language, addresses, fetching and
    schedule."""
    name = root.get("portal", "")
    title = root.get("title", name)
    corpus, address, fetch = (root.section(key) for key in ("corpus", "address", "fetch"))
    editors = tuple(Editor(**{"name": "", **_given(each)}) for each in corpus.get("editors", ()))
    pairs = {key: tuple(fetch.get(key, {}).items()) for key in ("cookies", "headers")}
    publisher, rights = _given(root.section("publisher")), _given(root.section("rights"))
    return {
        "home": "",
        **{key: value for key, value in _given(root).items() if key in _PLAIN},
        "id": name,
        "has_timezone": root.has("timezone"),
        "title": title,
        "publisher": Publisher(**{"name": "", **publisher}) if root.has("publisher") else None,
        "rights": Rights(**{"text": "", **rights}) if root.has("rights") else None,
        "corpus": CorpusInfo(**{"title": title, **_given(corpus), "editors": editors}),
        "address": AddressRules(
            **_given(address),
            replace_rule=rule_name(address, "replace"),
            public_rule=rule_name(address, "public"),
        ),
        "fetch": FetchPolicy(**{**_given(fetch), **pairs}),
        "template": root.section("tei").get("template", "default"),
    }


_PLAIN = ("home", "language", "timezone", "encoding", "captures", "schedule")
"""Keys that are attributes of ``Portal`` as they are."""


def _given(section: Section) -> dict[str, Any]:
    """Return the values that the file has and that can be read, by their keys; the defaults of the
    others are those of the class."""
    given = {key: section.get(key, None) for key in section.entries}
    return {key: value for key, value in given.items() if value is not None}


# Files that a portal file names and that are read whole: the TEI skeleton, the classifier.


def read_tei_template(context: LoadContext, tei: Section) -> str:
    """Return the text of the TEI skeleton: a shipped one by name, or an .xml file next to the
    portal file."""
    name = tei.get("template", "default")
    if is_own_template(name):
        return context.read_file(name, tei.where("template")) or ""

    folder = data_folder("tei_templates")
    shipped = sorted(path.stem for path in folder.glob("*.xml"))
    if name in shipped:
        return (folder / f"{name}.xml").read_text(encoding="utf-8")
    if tei.has("template") and not tei.is_broken("template") and name != "default":
        nearest = nearest_word(name, shipped)
        expected = (*shipped, make_message("or an .xml file next to the portal file"))
        context.add_problem(
            tei.where("template"),
            describe_unknown("template", name, expected, nearest),
            found=name,
            allowed=", ".join(shipped),
            nearest=nearest,
        )
    return ""


def read_named_classifier(context: LoadContext, article: Section) -> NamedFile | None:
    """Return the model file that the portal file names."""
    name, at = article.get("classifier", ""), article.where("classifier")
    if not name or context.read_file(name, at, MAX_MODEL) is None:
        return None
    content = context.files[name]
    fault = find_classifier_fault(content)
    if fault:
        context.add_problem(
            at,
            make_message(
                "not a classifier for this version: {name}, since {fault}; leave"
                " the key out, or train a model with bench/train_units.py",
                name=quote_value(name),
                fault=fault,
            ),
            found=name,
            allowed="a model in the form of the package's",
        )
    return NamedFile(name, content)


# Which stored articles are asked for again, from ``article.refresh``.


def read_refresh(context: LoadContext, article: Section) -> RefreshRules:
    """Return the refresh rules of the ``article`` section, and report keys without effect."""
    section = article.section("refresh")
    names: tuple[str, ...] = section.get("listed", ())
    for name in names:
        context.references.append(Reference("listed", name, section.where("listed")))
    if article.has("refresh") and not article.is_broken("refresh") and not section.is_broken():
        if not section.has("within") and not section.has("listed"):
            context.add_problem(
                section.at,
                "`refresh` asks for no article again: it has neither `within` nor `listed`; add one"
                " of them, or remove it",
                allowed="within: 14d, or listed: [title]",
            )
        elif section.has("every") and not section.has("within"):
            context.add_problem(
                section.where("every"),
                "`every` has no effect without `within`: articles with changed `listed` values are"
                " asked for at once; add `within`, or remove it",
                allowed="within beside it",
            )
    return RefreshRules(**{**_given(section), "listed": names})


# Hooks, ``hook: module:function`` in a rule: the source of the module, checked. The file is only
# read, unless running it was allowed.

_BODIES = ("body", "orelse", "finalbody", "handlers")
"""Fields of an AST node that hold statements."""


def check_source(hook: Hook) -> None:
    """Raise HookFault where the file is not Python, does not define the function, or defines it
    with other arguments.

    A name that is assigned, imported or decorated passes: only running the file shows what it is.
    """
    file, _, name = hook.name.partition(":")
    # the names that the module defines at its top level, with their arguments; None where only
    # running the file would show them
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in its strings do not matter here
            tree = ast.parse(hook.source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise HookFault(
            make_message(
                "{value}.py cannot be run: {name}: {error}",
                value=hook.name.partition(":")[0],
                name=type(error).__name__,
                error=error,
            )
        ) from error
    definitions: dict[str, ast.arguments | None] = {}
    for statement in _iter_statements(tree):
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            definitions[statement.name] = None if statement.decorator_list else statement.args
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            names = (alias.asname or alias.name for alias in statement.names)
            definitions.update((name.partition(".")[0], None) for name in names)
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            bound = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
            definitions.update((n.id, None) for n in bound if isinstance(n.ctx, ast.Store))
    if name not in definitions:
        raise HookFault(
            make_message('{file}.py defines no function "{name}"', file=file, name=name),
            tuple(definitions),
        )
    arguments = definitions[name]
    if arguments is not None and not _takes_two(arguments):
        raise HookFault(
            make_message(
                "{file}.py: {name}({value}) must take (page_text, url)",
                file=file,
                name=name,
                value=ast.unparse(arguments),
            ),
            tuple(definitions),
        )


def _iter_statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements of a module, also those inside ``if``, ``try``, ``with`` and loops."""
    for name in _BODIES:
        for statement in getattr(node, name, ()):
            yield statement
            if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from _iter_statements(statement)


def _takes_two(arguments: ast.arguments) -> bool:
    """Return True if a function with these arguments can be called with two positional ones:
    page_text and url."""
    positional = len(arguments.posonlyargs) + len(arguments.args)
    needed = positional - len(arguments.defaults)
    needs_keywords = any(default is None for default in arguments.kw_defaults)
    takes_two = needed <= 2 and (positional >= 2 or arguments.vararg is not None)
    return takes_two and not needs_keywords


def read_hook(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the hook of a rule, whose file is next to the portal file and archived with it.

    The file is run only if ``context`` allows its digest; without permission only its source is
    checked.
    """
    name = read_value(context, tree, "module:function", path)
    if name is BROKEN:
        return BROKEN
    file = f"{name.partition(':')[0]}.py"
    where = locate_node(tree, path)
    source = context.read_file(file, where)
    if source is None:
        return BROKEN
    hook = Hook(name, source)
    digest = hashlib.sha256(context.files[file]).hexdigest()
    try:
        allowed = context.allow_hooks
        if not (allowed if isinstance(allowed, bool) else digest in allowed):
            check_source(hook)
            return context.add_problem(
                where,
                make_message(
                    "code that may not be run yet: {name} in {folder} (sha256"
                    " {digest}); read that file, then allow it as it is now with"
                    " --allow-hooks (in Python: allow_hooks=True)",
                    name=name,
                    folder=context.folder / file,
                    digest=digest,
                ),
                found=digest,
                allowed="a hook whose file was allowed",
            )
        context.hooks[file] = digest
        hook_function(hook)
    except HookFault as fault:
        function = name.partition(":")[2]
        near = nearest_word(function, fault.defined) if function not in fault.defined else None
        message = as_message(fault.args[0])
        if near:
            cure = make_message("did you mean {nearest}?", nearest=quote_value(near))
            message = make_message("{problem}; {cure}", problem=message, cure=cure)
        return context.add_problem(
            where,
            message,
            found=name,
            allowed=", ".join(fault.defined) or "module:function",
            nearest=near,
        )
    return hook


READERS: dict[str, Reader] = {
    "texts": partial(read_list, type_="text"),
    "host names": partial(read_list, type_="host name"),
    "regexes": partial(read_list, type_="regex"),
    "date formats": partial(read_list, type_="date format"),
    "pairs": read_pairs,
    "table": read_table,
    "secrets": read_secrets,
    "lookup": read_lookup,
    "page values": read_page_values,
    "columns": read_columns,
    "fields of a column": read_fields_of_column,
    "archive address": partial(read_address, type_="archive address"),
    "sitemap address": partial(read_address, type_="sitemap address"),
    "tags": read_tags,
    "rule": read_rule,
    "rules": read_rules,
    "rule list": read_rule_list,
    "named rules": read_named_rules,
    "condition": read_condition,
    "layout condition": partial(read_condition, table="layout condition"),
    "pager": read_pager,
    "hook": read_hook,
    "plug-in selector": read_plug_in_selector,
    "plug-in link source": read_plug_in_source,
    "text test": read_text_test,
    "filter": read_filter,
    "rejects": read_rejects,
    "gate reasons": partial(read_list, type_="one of " + "|".join((*GATED, SAME_TITLE, "all"))),
    "reject": read_reject,
    "reason": read_reason,
    "split": read_split,
}
"""Type in the key table → its reader; for scalars see expressions.SCALARS."""
