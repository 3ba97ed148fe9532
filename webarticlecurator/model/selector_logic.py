"""Logic of compound selectors, true of every possible page: one implies another, or cannot match.

A yes is certain; a no only means that the selectors alone do not prove it.
"""

from __future__ import annotations

from webarticlecurator.model.compound import AttributeTest, Compound, split_tokens


def implies(one: Compound, other: Compound) -> bool:
    """Return True if every element that matches ``one`` matches ``other``."""
    return (
        other.tag in ("", one.tag)
        and _ids(one).issuperset(other.ids)
        and class_names(one).issuperset(other.classes)
        and all(_implies_test(one, test) for test in other.attributes)
        and all(_excludes(one, negated) for negated in other.negated)
    )


def is_impossible(compound: Compound) -> bool:
    """Return True if no element can match."""
    return (
        len(_ids(compound)) > 1
        or any(_never_passes(test) for test in compound.attributes)
        or any(not _may_pass(compound, test) for test in compound.attributes)
        or any(not class_names(compound) <= exact for exact in _exact_classes(compound))
        or any(implies(compound, negated) for negated in compound.negated)
    )


def intersect(one: Compound, other: Compound) -> Compound | None:
    """Return the compound that matches what both match; None if no element can match both."""
    if one.tag and other.tag and one.tag != other.tag:
        return None
    both = Compound(
        one.tag or other.tag,
        one.ids + other.ids,
        one.classes + other.classes,
        one.attributes + other.attributes,
        one.negated + other.negated,
    )
    return None if is_impossible(both) else both


def class_names(compound: Compound) -> frozenset[str]:
    """Return the classes that every matching element has."""
    known = (
        test.value for test in compound.attributes if (test.name, test.operator) == ("class", "~=")
    )
    return frozenset(compound.classes).union(known, *_exact_classes(compound))


def _exact_classes(compound: Compound) -> list[frozenset[str]]:
    """Return, for each ``[class=…]``, the classes of a matching element, which has no others."""
    return [
        frozenset(split_tokens(test.value))
        for test in compound.attributes
        if (test.name, test.operator) == ("class", "=")
    ]


def _ids(compound: Compound) -> frozenset[str]:
    return frozenset((*compound.ids, *_exact_values(compound, "id")))


def _exact_values(compound: Compound, name: str) -> list[str]:
    """Return the exact values that an attribute must have."""
    values = [
        test.value for test in compound.attributes if test.name == name and test.operator == "="
    ]
    return [*values, *(compound.ids if name == "id" else ())]


def _implies_test(compound: Compound, test: AttributeTest) -> bool:
    """Return True if every matching element passes ``test``."""
    values = _exact_values(compound, test.name)
    if test in compound.attributes or any(test.accepts(value) for value in values):
        return True
    if test.operator == "exists":
        has_class = bool(compound.classes) and test.name == "class"
        return has_class or any(own.name == test.name for own in compound.attributes)
    return test.name == "class" and test.operator == "~=" and test.value in class_names(compound)


def _excludes(compound: Compound, negated: Compound) -> bool:
    """Return True if no matching element matches ``negated``."""
    if any(implies(negated, other) for other in compound.negated):
        return True
    if compound.tag and negated.tag and compound.tag != negated.tag:
        return True
    if len(_ids(compound) | _ids(negated)) > 1:
        return True
    return any(not _may_pass(compound, test) for test in negated.attributes)


def _may_pass(compound: Compound, test: AttributeTest) -> bool:
    return all(test.accepts(value) for value in _exact_values(compound, test.name))


def _never_passes(test: AttributeTest) -> bool:
    """Return True for a test that no value passes by the rules of CSS."""
    if test.operator in ("^=", "$=", "*="):
        return not test.value
    return test.operator == "~=" and split_tokens(test.value) != [test.value]
