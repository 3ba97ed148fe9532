"""``hook: module:function`` of a rule → the module's source, checked."""

from __future__ import annotations

from typing import Any

from webarticlecurator.config.nearest import nearest
from webarticlecurator.config.reading import BROKEN, Reading, at
from webarticlecurator.config.scalars import quoted
from webarticlecurator.config.section import read_value
from webarticlecurator.config.tree import Tree
from webarticlecurator.model.hook import Hook, HookFault, functions, hook_function


def read_hook(reading: Reading, tree: Tree, path: str) -> Any:
    """The hook, ready to be called: its file lies beside the portal file, so that it is archived with it."""
    name = read_value(reading, tree, "module:function", path)
    if name is BROKEN:
        return BROKEN
    module, _, function = name.partition(":")
    where = at(tree, path)
    source = reading.file(f"{module}.py", where)
    if source is None:
        return BROKEN
    hook = Hook(name, source)
    defined: tuple[str, ...] = ()
    try:
        defined = tuple(functions(hook))
        hook_function(hook)
    except HookFault as fault:
        near = nearest(function, defined) if function not in defined else None
        hint = f"; did you mean {quoted(near)}?" if near else ""
        return reading.wrong(where, f"{fault}{hint}", found=name, allowed=", ".join(defined) or "module:function", nearest=near)
    return hook
