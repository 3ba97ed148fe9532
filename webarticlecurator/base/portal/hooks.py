"""Hooks: functions in a Python file next to the portal file, for what rules cannot express.

A hook is used as a selector:

    def links(page_text: str, url: str) -> list[str]: ...

The source of the module is part of the rule, so that worker processes run the code that was
checked and allowed (``portal_file/config/load.py``), and a changed hook changes the digests.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import lru_cache
from types import ModuleType

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.translation import make_message


@dataclass(frozen=True)
class Hook:
    """A hook: ``name`` is module:function, ``source`` the text of the module's file."""

    name: str
    source: str


class HookFault(ValueError):
    """A hook that cannot be used; the message has the reason.

    ``defined`` are the functions of its file, where they are known.
    """

    def __init__(self, message: str, defined: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.defined = defined


@lru_cache(maxsize=64)
def hook_function(hook: Hook) -> Callable[[str, str], object]:
    """Return the function of a hook. Raises HookFault where the module cannot be run, has no such
    function, or the function does not take (page_text, url)."""
    file, _, name = hook.name.partition(":")
    defined = load_functions(hook)
    function = defined.get(name)
    if function is None:
        raise HookFault(
            make_message('{file}.py defines no function "{name}"', file=file, name=name),
            tuple(defined),
        )
    try:
        inspect.signature(function).bind("", "")
    except TypeError as error:
        raise HookFault(
            make_message(
                "{file}.py: {name}({value}) must take (page_text, url)",
                file=file,
                name=name,
                value=str(inspect.signature(function)).removeprefix("(").removesuffix(")"),
            ),
            tuple(defined),
        ) from error
    return function


@lru_cache(maxsize=64)
def load_functions(hook: Hook) -> dict[str, Callable[[str, str], object]]:
    """Return the functions that the hook's module defines, by name, in its order. The module is run
    once. Raises HookFault where it cannot be run."""
    file = hook.name.partition(":")[0]
    module = ModuleType(file)
    try:
        exec(compile(hook.source, f"{file}.py", "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        raise HookFault(
            make_message(
                "{value}.py cannot be run: {name}: {error}",
                value=file,
                name=type(error).__name__,
                error=error,
            )
        ) from error
    return {
        name: value
        for name, value in module.__dict__.items()
        if inspect.isfunction(value) and value.__module__ == file
    }
