"""Values by their keys, in the order in which they come."""

from webarticlecurator.base.grouping import first_values, group_values

PAIRS = [("b", 1), ("a", 2), ("b", 3)]


def test_the_values_of_a_key_keep_their_order_and_keys_that_of_their_first_value():
    assert list(group_values(PAIRS).items()) == [("b", [1, 3]), ("a", [2])]


def test_of_several_values_of_a_key_the_first_one_counts():
    assert list(first_values(PAIRS).items()) == [("b", 1), ("a", 2)]
