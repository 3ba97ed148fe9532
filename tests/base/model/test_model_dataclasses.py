"""The dataclasses of this package: what they do is what those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import cached_property
from typing import Any, ClassVar

import pytest
from checkout import CHECKOUT

import webarticlecurator.base.dataclasses as ours


def make_classes(dataclass: Callable[..., Any]) -> tuple[Any, ...]:
    @dataclass(frozen=True)
    class Base:
        KIND: ClassVar[str] = "base"
        name: str
        parts: tuple[str, ...] = ()

    @dataclass(frozen=True)
    class Derived(Base):
        number: int = 1

    @dataclass(frozen=True)
    class Full:
        """One with all kinds of fields."""

        name: str
        parts: tuple[str, ...] = ()
        seen: list[int] = dataclasses.field(default_factory=list, compare=False)
        number: int = dataclasses.field(default=7, init=False)
        made: list[int] = dataclasses.field(default_factory=list, init=False, hash=False)
        hidden: str = dataclasses.field(default="", repr=False, kw_only=True)

        def __post_init__(self) -> None:
            self.made.append(len(self.name))

    @dataclass
    class Open:
        inner: Any = None
        count: int = 0

    return Base, Full, Open, Derived


OURS, THEIRS = make_classes(ours.dataclass), make_classes(dataclasses.dataclass)


@pytest.mark.parametrize("number", range(4))
def test_a_class_has_the_fields_signature_and_match_arguments(number: int):
    one, other = OURS[number], THEIRS[number]
    names = [(each.name, each.type, each.default) for each in dataclasses.fields(one)]
    assert names == [(each.name, each.type, each.default) for each in dataclasses.fields(other)]
    assert one.__match_args__ == other.__match_args__
    assert str(one.__dataclass_params__) == str(other.__dataclass_params__)
    assert list(inspect.signature(one).parameters) == list(inspect.signature(other).parameters)


def describe(make: Callable[[], Any]) -> str:
    """Return what a call returns or raises."""
    try:
        return repr(make()).replace("'make_classes.", "'")
    except (TypeError, AttributeError) as error:
        return f"{type(error).__name__} {error}"


@pytest.mark.parametrize(
    "use",
    [
        lambda _, full, *__: full("a", ("b",), hidden="h"),
        lambda _, full, *__: full("a", seen=[1]) == full("a", seen=[2]),
        lambda _, full, *__: full("a", hidden="h") == full("a"),
        lambda base, _, __, derived: derived("a") == base("a"),
        lambda _, full, *__: len({full("a"), full("a", seen=[2])}),
        lambda _, full, *__: full("a", (), [], "too many"),
        lambda base, *_: base(),
        lambda base, *_: base("a", no_field=1),
        lambda _, full, *__: dataclasses.replace(full("a"), name="b"),
        lambda _, full, *__: dataclasses.asdict(full("a")),
        lambda _, __, opened, ___: hash(opened()),
        lambda _, __, opened, ___: opened(1) == opened(1) != opened(2),
        lambda _, full, *__: setattr(full("a"), "name", "b"),
        lambda _, full, *__: setattr(full("a"), "other", "b"),
        lambda base, *_: delattr(base("a"), "name"),
        lambda base, *_: copy.deepcopy(base("a", ("b",))),
    ],
)
def test_an_object_behaves_as_one_of_the_standard_library(use: Callable[..., Any]):
    assert describe(lambda: use(*OURS)) == describe(lambda: use(*THEIRS))


def test_an_object_that_holds_itself_is_shown():
    opened = OURS[2]()
    opened.inner = opened
    assert "..." in repr(opened)


def test_a_subclass_may_have_attributes_of_its_own():
    class Sub(OURS[0]):  # type: ignore[misc]
        pass

    made = Sub("a")
    made.other = 1
    with pytest.raises(FrozenInstanceError):
        made.name = "b"


def test_every_module_makes_its_dataclasses_so():
    package = CHECKOUT / "webarticlecurator"
    eager = re.compile(r"^from dataclasses import .*\bdataclass\b", re.MULTILINE)
    found = [p.name for p in package.rglob("*.py") if eager.search(p.read_text(encoding="utf-8"))]
    assert not found


def test_an_object_is_pickled_before_any_other_is_made():
    from webarticlecurator.base.model.capture import Origin

    assert pickle.loads(pickle.dumps(Origin("article"))) == Origin("article")


def test_replace_makes_what_that_of_the_library_makes():
    for cls in OURS:
        one = cls("name") if cls is not OURS[2] else cls(1, 2)
        first = dataclasses.fields(cls)[0].name
        copied, other = ours.replace(one, **{first: "x"}), dataclasses.replace(one, **{first: "x"})
        assert (copied, type(copied), vars(copied)) == (other, type(other), vars(other))
        assert ours.replace(one) is not one
        with pytest.raises(TypeError):
            ours.replace(one, no_field=1)


def test_replace_takes_over_nothing_that_was_made_of_the_values():
    @ours.dataclass(frozen=True)
    class Kept:
        number: int

        @cached_property
        def double(self) -> int:
            return 2 * self.number

    kept = Kept(1)
    assert kept.double == 2
    assert ours.replace(kept, number=2).double == 4
