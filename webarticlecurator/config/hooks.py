"""``hook: module:function`` of a rule → the module's source, checked.

A hook is code: its file is read, and run only if that was allowed.
"""

from __future__ import annotations

import hashlib
from typing import Any

from webarticlecurator.config.hook_source import check_source
from webarticlecurator.config.nearest import nearest
from webarticlecurator.config.reading import BROKEN, At, Mark, Reading, at
from webarticlecurator.config.scalars import quoted
from webarticlecurator.config.section import read_value
from webarticlecurator.config.tree import Tree
from webarticlecurator.model.hook import Hook, HookFault, hook_function


def read_hook(reading: Reading, tree: Tree, path: str) -> Any:
    """The hook, ready to be called: its file lies beside the portal file, so that it is archived with it.

    The file is run only if ``reading`` allows its digest; without permission only its source is looked at.
    """
    name = read_value(reading, tree, "module:function", path)
    if name is BROKEN:
        return BROKEN
    file = f"{name.partition(':')[0]}.py"
    where = at(tree, path)
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


def _not_allowed(reading: Reading, where: At, hook: Hook, digest: str) -> Mark:
    path = reading.folder / f"{hook.name.partition(':')[0]}.py"
    said = (
        f"code that may not be run yet: {hook.name} in {path} (sha256 {digest}); read that file, "
        "then allow it as it is now with --allow-hooks (in Python: allow_hooks=True)"
    )
    return reading.wrong(where, said, found=digest, allowed="a hook whose file was allowed")


def _fault(reading: Reading, where: At, hook: Hook, fault: HookFault) -> Mark:
    function = hook.name.partition(":")[2]
    near = nearest(function, fault.defined) if function not in fault.defined else None
    hint = f"; did you mean {quoted(near)}?" if near else ""
    allowed = ", ".join(fault.defined) or "module:function"
    return reading.wrong(where, f"{fault}{hint}", found=hook.name, allowed=allowed, nearest=near)
