"""Hooks, ``hook: module:function`` in a rule: the source of the module, checked. The file is only
read, unless running it was allowed.
"""

from __future__ import annotations

import ast
import hashlib
import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any

from webarticlecurator.base.model.verdict import GATED, SAME_TITLE
from webarticlecurator.base.portal.hooks import Hook, HookFault, hook_function
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.portal_file.config.columns import read_columns, read_fields_of_column
from webarticlecurator.portal_file.config.encodings import read_dated_encoding, read_encodings
from webarticlecurator.portal_file.config.load_context import (
    BROKEN,
    LoadContext,
    Reader,
    locate_node,
)
from webarticlecurator.portal_file.config.plug_in_selectors import read_plug_in_selector
from webarticlecurator.portal_file.config.plug_in_sources import read_plug_in_source
from webarticlecurator.portal_file.config.rules import (
    read_condition,
    read_filter,
    read_named_rules,
    read_pager,
    read_post_id,
    read_reason,
    read_reject,
    read_rejects,
    read_rule,
    read_rule_list,
    read_rules,
    read_split,
    read_text_test,
)
from webarticlecurator.portal_file.config.section import (
    read_address,
    read_command,
    read_list,
    read_sitemap_source,
    read_value,
)
from webarticlecurator.portal_file.config.section_values import (
    read_lookup,
    read_page_values,
    read_pairs,
    read_part_headers,
    read_secrets,
    read_table,
)
from webarticlecurator.portal_file.config.tags import read_tags
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.values.value_fault import quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import Tree

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
    "mail addresses": partial(read_list, type_="mail address"),
    "command": read_command,
    "host names": partial(read_list, type_="host name"),
    "regexes": partial(read_list, type_="regex"),
    "date formats": partial(read_list, type_="date format"),
    "pairs": read_pairs,
    "table": read_table,
    "secrets": read_secrets,
    "headers of a part": read_part_headers,
    "lookup": read_lookup,
    "page values": read_page_values,
    "columns": read_columns,
    "fields of a column": read_fields_of_column,
    "archive address": partial(read_address, type_="archive address"),
    "sitemap address": partial(read_address, type_="sitemap address"),
    "sitemap": read_sitemap_source,
    "character sets": read_encodings,
    "dated character set": read_dated_encoding,
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
    "post ids": partial(read_list, type_="post id"),
    "post id": read_post_id,
}
"""Type in the key table → its reader; for scalars see expressions.SCALARS."""
