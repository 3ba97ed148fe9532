"""Some of many values."""

from webarticlecurator.base.grouping import choose_spread


def test_chosen_values_are_from_all_parts():
    assert choose_spread(range(10), 3) == [0, 4, 9]
    assert choose_spread(range(10), 1) == [0]
    assert choose_spread([1, 2], 3) == [1, 2]
