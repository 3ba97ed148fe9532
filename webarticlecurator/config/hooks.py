"""``hook: module:function`` of a rule → the module's source, checked.

A hook is code: its file is read, and run only if that was allowed.
"""

from __future__ import annotations

import ast
import hashlib
import warnings
from collections.abc import Iterator
from typing import Any

from webarticlecurator.config.load_context import BROKEN, LoadContext, Location, Mark, locate_node
from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.config.scalars import quote_value
from webarticlecurator.config.section import read_value
from webarticlecurator.config.yaml_tree import Tree
from webarticlecurator.model.hook import Hook, HookFault, hook_function

_ARGUMENTS = 2
"""page_text and url."""
_BODIES = ("body", "orelse", "finalbody", "handlers")
"""Where the statements stand that a statement holds."""


def check_source(hook: Hook) -> None:
    """Raise HookFault where the file is no Python, does not define the function, or defines it with
    other arguments.

    A name that is assigned, imported or decorated is left to the run: only running the file tells
    what it is.
    """
    file, _, name = hook.name.partition(":")
    found = _defined(hook)
    if name not in found:
        raise HookFault(f'{file}.py defines no function "{name}"', tuple(found))
    arguments = found[name]
    if arguments is not None and not _fits(arguments):
        said = f"{file}.py: {name}({ast.unparse(arguments)}) must take (page_text, url)"
        raise HookFault(said, tuple(found))


def _defined(hook: Hook) -> dict[str, ast.arguments | None]:
    """The names that the module defines at its top, with their arguments; None where only running
    it would tell them."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd escapes in its texts
            tree = ast.parse(hook.source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        said = f"{hook.name.partition(':')[0]}.py cannot be run: {type(error).__name__}: {error}"
        raise HookFault(said) from error
    found: dict[str, ast.arguments | None] = {}
    for statement in _statements(tree):
        found.update(_names(statement))
    return found


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """The statements of a module, those inside ``if``, ``try``, ``with`` and loops, too."""
    for name in _BODIES:
        for statement in getattr(node, name, ()):
            yield statement
            if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from _statements(statement)


def _names(statement: ast.AST) -> dict[str, ast.arguments | None]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return {statement.name: None if statement.decorator_list else statement.args}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {(alias.asname or alias.name).partition(".")[0]: None for alias in statement.names}
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        return {
            node.id: None
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
    return {}


def _fits(arguments: ast.arguments) -> bool:
    """True if the function can be called with two arguments."""
    positional = len(arguments.posonlyargs) + len(arguments.args)
    needed = positional - len(arguments.defaults)
    named_only = any(default is None for default in arguments.kw_defaults)
    return (
        needed <= _ARGUMENTS
        and (positional >= _ARGUMENTS or arguments.vararg is not None)
        and not named_only
    )


def read_hook(reading: LoadContext, tree: Tree, path: str) -> Any:
    """The hook, ready to be called: its file lies beside the portal file, so that it is archived
    with it.

    The file is run only if ``reading`` allows its digest; without permission only its source is
    looked at.
    """
    name = read_value(reading, tree, "module:function", path)
    if name is BROKEN:
        return BROKEN
    file = f"{name.partition(':')[0]}.py"
    where = locate_node(tree, path)
    source = reading.file(file, where)
    if source is None:
        return BROKEN
    hook = Hook(name, source)
    digest = hashlib.sha256(reading.files[file]).hexdigest()
    try:
        if not reading.may_run(digest):
            check_source(hook)
            return _not_allowed(reading, where, hook, digest)
        reading.hooks[file] = digest
        hook_function(hook)
    except HookFault as fault:
        return _fault(reading, where, hook, fault)
    return hook


def _not_allowed(reading: LoadContext, where: Location, hook: Hook, digest: str) -> Mark:
    path = reading.folder / f"{hook.name.partition(':')[0]}.py"
    said = (
        f"code that may not be run yet: {hook.name} in {path} (sha256 {digest}); read that file, "
        "then allow it as it is now with --allow-hooks (in Python: allow_hooks=True)"
    )
    return reading.wrong(where, said, found=digest, allowed="a hook whose file was allowed")


def _fault(reading: LoadContext, where: Location, hook: Hook, fault: HookFault) -> Mark:
    function = hook.name.partition(":")[2]
    near = nearest_word(function, fault.defined) if function not in fault.defined else None
    hint = f"; did you mean {quote_value(near)}?" if near else ""
    allowed = ", ".join(fault.defined) or "module:function"
    return reading.wrong(where, f"{fault}{hint}", found=hook.name, allowed=allowed, nearest=near)
