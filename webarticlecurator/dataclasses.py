"""The dataclasses of the standard library, whose methods are made when they are first needed.

A module of this package imports ``dataclass``, and what else it needs of ``dataclasses``, from
here. The standard library compiles up to six methods of each class at once: for the three hundred
classes of a crawl, that was .23 of the .51 seconds of its imports. Here a class costs a tenth:
``__init__`` is compiled with its first object, the other methods need no code of their own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import (
    MISSING,
    Field,
    FrozenInstanceError,
    asdict,
    astuple,
    field,
    fields,
    is_dataclass,
    replace,
)
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = [
    "MISSING",
    "Field",
    "asdict",
    "astuple",
    "dataclass",
    "field",
    "fields",
    "is_dataclass",
    "replace",
]

_METHODS = {"__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__"}
_OPTIONS = {"frozen", "eq", "kw_only"}


def _dataclass(cls: Any = None, /, **options: Any) -> Any:
    """Make a dataclass; arguments as for ``dataclasses.dataclass``."""
    if cls is None:
        return lambda decorated: _dataclass(decorated, **options)
    is_derived = any(is_dataclass(base) for base in cls.__bases__)
    has_own = not _METHODS.isdisjoint(cls.__dict__)
    if is_derived or has_own or not _OPTIONS.issuperset(options):
        return dataclasses.dataclass(**options)(cls)
    is_frozen, has_eq = options.pop("frozen", False), options.pop("eq", True)
    # without a docstring, the signature of the class would be made for one
    cls.__doc__ = cls.__doc__ or cls.__name__
    dataclasses.dataclass(init=False, repr=False, eq=False, **options)(cls)
    parameters = cls.__dataclass_params__
    parameters.init, parameters.repr = True, True
    parameters.eq, parameters.frozen = has_eq, is_frozen
    cls.__init__ = _InitOfFirstUse(cls, is_frozen)
    cls.__repr__ = _describe
    if has_eq:
        _add_comparison(cls, is_frozen)
    if is_frozen:
        _freeze(cls)
    return cls


class _InitOfFirstUse:
    """In place of the ``__init__`` of a class, which it makes and sets when it is asked for."""

    def __init__(self, cls: Any, is_frozen: bool) -> None:
        self._cls, self._is_frozen = cls, is_frozen

    def __get__(self, instance: object, owner: object = None) -> Any:
        made: Any = _compile_init(self._cls, self._is_frozen)
        self._cls.__init__ = made
        return made if instance is None else made.__get__(instance)


def _compile_init(cls: Any, is_frozen: bool) -> Callable[..., None]:
    """Return the ``__init__`` of a class."""
    names: dict[str, Any] = {"_MISSING": MISSING, "_set": object.__setattr__}
    parameters, keywords, lines = list[str](), list[str](), list[str]()
    for each in fields(cls):
        name = each.name
        value = name
        if each.default_factory is not MISSING:
            names[f"_make_{name}"] = each.default_factory
            value = (
                f"_make_{name}() if {name} is _MISSING else {name}"
                if each.init
                else (f"_make_{name}()")
            )
        elif not each.init:
            continue  # its default is an attribute of the class
        lines.append(f"_set(self, {name!r}, {value})" if is_frozen else f"self.{name} = {value}")
        if each.init:
            names[f"_default_{name}"] = each.default
            default = "" if each.default_factory is MISSING is each.default else f"=_default_{name}"
            (keywords if each.kw_only else parameters).append(f"{name}{default}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    given = ", ".join(["self", *parameters, *(["*", *keywords] if keywords else ())])
    code = f"def __init__({given}):\n  " + "\n  ".join(lines or ["pass"])
    # profiles and tracebacks show of which class it is
    exec(compile(code, f"<dataclass {cls.__qualname__}>", "exec"), names)
    made: Callable[..., None] = names["__init__"]
    made.__qualname__, made.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    made.__annotations__ = {each.name: each.type for each in fields(cls) if each.init}
    return made


@recursive_repr()
def _describe(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _add_comparison(cls: Any, is_frozen: bool) -> None:
    """Add ``__eq__``, and with ``is_frozen`` ``__hash__``, which else there is none."""
    compared = [each for each in fields(cls) if each.compare]
    values = _make_getter(each.name for each in compared)
    hashed = _make_getter(each.name for each in compared if each.hash is not False)

    def __eq__(self: Any, other: Any) -> Any:  # noqa: N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(hashed(self))

    cls.__eq__, cls.__hash__ = __eq__, __hash__ if is_frozen else None


def _make_getter(names: Iterator[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that returns the values of some attributes."""
    chosen = tuple(names)
    if len(chosen) > 1:
        return attrgetter(*chosen)
    return lambda instance: tuple(getattr(instance, name) for name in chosen)


def _freeze(cls: Any) -> None:
    """Let no field of the objects of a class be set."""
    names = frozenset(each.name for each in fields(cls))

    def __setattr__(self: Any, name: str, value: Any) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    cls.__setattr__, cls.__delattr__ = __setattr__, __delattr__


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass
