"""Reader of ``hook: module:function`` in a rule: the source of the module, checked.

A hook is code: its file is only read, unless running it was allowed.
"""

from __future__ import annotations

import ast
import hashlib
import warnings
from collections.abc import Iterator
from typing import Any

from webarticlecurator.config.load_context import BROKEN, LoadContext, locate_node
from webarticlecurator.config.section import read_value
from webarticlecurator.config.value_fault import nearest_word, quote_value
from webarticlecurator.config.yaml_tree import Tree
from webarticlecurator.model.rule import Hook, HookFault, hook_function

_ARGUMENTS = 2
"""A hook is called with page_text and url."""
_BODIES = ("body", "orelse", "finalbody", "handlers")
"""Fields of an AST node that hold statements."""


def check_source(hook: Hook) -> None:
    """Raise HookFault where the file is not Python, does not define the function, or defines it
    with other arguments.

    A name that is assigned, imported or decorated passes: only running the file shows what it is.
    """
    file, _, name = hook.name.partition(":")
    definitions = _find_definitions(hook)
    if name not in definitions:
        raise HookFault(f'{file}.py defines no function "{name}"', tuple(definitions))
    arguments = definitions[name]
    if arguments is not None and not _takes_two(arguments):
        raise HookFault(
            f"{file}.py: {name}({ast.unparse(arguments)}) must take (page_text, url)",
            tuple(definitions),
        )


def _find_definitions(hook: Hook) -> dict[str, ast.arguments | None]:
    """Return the names that the module defines at its top level, with their arguments; None where
    only running the file would show them."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in its strings do not matter here
            tree = ast.parse(hook.source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise HookFault(
            f"{hook.name.partition(':')[0]}.py cannot be run: {type(error).__name__}: {error}"
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
    return definitions


def _iter_statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements of a module, also those inside ``if``, ``try``, ``with`` and loops."""
    for name in _BODIES:
        for statement in getattr(node, name, ()):
            yield statement
            if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from _iter_statements(statement)


def _takes_two(arguments: ast.arguments) -> bool:
    """Return True if a function with these arguments can be called with two positional ones."""
    positional = len(arguments.posonlyargs) + len(arguments.args)
    needed = positional - len(arguments.defaults)
    needs_keywords = any(default is None for default in arguments.kw_defaults)
    return (
        needed <= _ARGUMENTS
        and (positional >= _ARGUMENTS or arguments.vararg is not None)
        and not needs_keywords
    )


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
        if not context.allows_hook(digest):
            check_source(hook)
            return context.add_problem(
                where,
                f"code that may not be run yet: {name} in {context.folder / file} (sha256"
                f" {digest}); read that file, then allow it as it is now with --allow-hooks (in"
                " Python: allow_hooks=True)",
                found=digest,
                allowed="a hook whose file was allowed",
            )
        context.hooks[file] = digest
        hook_function(hook)
    except HookFault as fault:
        function = name.partition(":")[2]
        near = nearest_word(function, fault.defined) if function not in fault.defined else None
        hint = f"; did you mean {quote_value(near)}?" if near else ""
        allowed = ", ".join(fault.defined) or "module:function"
        return context.add_problem(
            where, f"{fault}{hint}", found=name, allowed=allowed, nearest=near
        )
    return hook
