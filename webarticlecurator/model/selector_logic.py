"""What follows from a compound selector whatever the page: that another one holds too, or that none
can hold.

Both answers are sure when they say yes; no only means that it cannot be told from the selectors
alone.
"""

from __future__ import annotations

from webarticlecurator.model.compound import AttributeTest, Compound, split_tokens


def implies(one: Compound, other: Compound) -> bool:
    """True if every element that matches ``one`` matches ``other``."""
    return (
        other.tag in ("", one.tag)
        and _ids(one).issuperset(other.ids)
        and class_names(one).issuperset(other.classes)
        and all(_certain(one, test) for test in other.attributes)
        and all(_excluded(one, negated) for negated in other.negated)
    )


def is_impossible(compound: Compound) -> bool:
    """True if no element can match."""
    return (
        len(_ids(compound)) > 1
        or any(_never(test) for test in compound.attributes)
        or any(not _possible(compound, test) for test in compound.attributes)
        or any(not class_names(compound) <= whole for whole in _whole_classes(compound))
        or any(implies(compound, negated) for negated in compound.negated)
    )


def merge_conditions(one: Compound, other: Compound) -> Compound | None:
    """What an element must be to match both; None if no element can."""
    if one.tag and other.tag and one.tag != other.tag:
        return None
    made = Compound(
        one.tag or other.tag,
        one.ids + other.ids,
        one.classes + other.classes,
        one.attributes + other.attributes,
        one.negated + other.negated,
    )
    return None if is_impossible(made) else made


def class_names(compound: Compound) -> frozenset[str]:
    """The classes that every matching element has."""
    known = (
        test.value for test in compound.attributes if (test.name, test.operator) == ("class", "~=")
    )
    return frozenset(compound.classes).union(known, *_whole_classes(compound))


def _whole_classes(compound: Compound) -> list[frozenset[str]]:
    """For each ``[class=…]``: the classes it names, beside which there are none."""
    return [
        frozenset(split_tokens(test.value))
        for test in compound.attributes
        if (test.name, test.operator) == ("class", "=")
    ]


def _ids(compound: Compound) -> frozenset[str]:
    return frozenset((*compound.ids, *_values(compound, "id")))


def _values(compound: Compound, name: str) -> list[str]:
    """The whole values that an attribute must have."""
    said = [
        test.value for test in compound.attributes if test.name == name and test.operator == "="
    ]
    return [*said, *(compound.ids if name == "id" else ())]


def _certain(compound: Compound, wanted: AttributeTest) -> bool:
    """True if every matching element passes ``wanted``."""
    if wanted in compound.attributes or any(
        wanted.accepts(value) for value in _values(compound, wanted.name)
    ):
        return True
    if wanted.operator == "exists":
        named = bool(compound.classes) and wanted.name == "class"
        return named or any(test.name == wanted.name for test in compound.attributes)
    return (
        wanted.name == "class" and wanted.operator == "~=" and wanted.value in class_names(compound)
    )


def _excluded(compound: Compound, negated: Compound) -> bool:
    """True if no matching element matches ``negated``."""
    if any(implies(negated, other) for other in compound.negated):
        return True
    if compound.tag and negated.tag and compound.tag != negated.tag:
        return True
    if len(_ids(compound) | _ids(negated)) > 1:
        return True
    return any(not _possible(compound, test) for test in negated.attributes)


def _possible(compound: Compound, test: AttributeTest) -> bool:
    return all(test.accepts(value) for value in _values(compound, test.name))


def _never(test: AttributeTest) -> bool:
    """Tests that CSS lets nothing pass."""
    if test.operator in ("^=", "$=", "*="):
        return not test.value
    return test.operator == "~=" and split_tokens(test.value) != [test.value]
