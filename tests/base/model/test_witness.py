"""Witnesses: who proves a claim does not rest on what it proves."""

from __future__ import annotations

import pytest

from webarticlecurator.base.doubts.witness import (
    DOUBTFUL,
    PROVED,
    WRONG,
    Claim,
    Witness,
    judge_claim,
)

CLAIM = Claim("the list is whole", frozenset(("walk", "rule")))
RULE = Witness("no next link", "by the rule", "rule", "a next link")
PAGER = Witness("pager", "by the pager", "pager", "a page that was not read")
SIGN = Witness("odd", "it lists years", "server", "no such year", is_sign=True)
ALL = Witness("sitemap", "20 of 20", "sitemap", "another article", counted=20, of=20)
SOME = Witness("sitemap", "18 of 20", "sitemap", "another article", counted=18, of=20)


@pytest.mark.parametrize(
    ("witnesses", "standing", "decisive"),
    [
        ([], DOUBTFUL, None),
        ([RULE], DOUBTFUL, None),
        ([PAGER], PROVED, PAGER),
        ([RULE, PAGER], PROVED, PAGER),
        ([SIGN], DOUBTFUL, SIGN),
        ([SIGN, PAGER], PROVED, PAGER),
        ([ALL, PAGER], PROVED, ALL),
    ],
)
def test_only_independent_witnesses_prove(
    witnesses: list[Witness], standing: str, decisive: Witness | None
) -> None:
    finding = judge_claim(CLAIM, witnesses)
    assert (finding.standing, finding.decisive) == (standing, decisive)
    assert finding.independent == tuple(each for each in witnesses if each is not RULE)


def test_a_count_that_lacks_some_makes_the_claim_wrong_whoever_confirms_it() -> None:
    finding = judge_claim(CLAIM, [PAGER, SOME])
    assert (finding.standing, finding.decisive) == (WRONG, SOME)
    by_the_sitemap = Claim("the sitemap has all", frozenset(("sitemap",)))
    assert judge_claim(by_the_sitemap, [PAGER, SOME]).standing == PROVED


def test_a_witness_rests_on_something_that_is_known() -> None:
    with pytest.raises(TypeError, match="hearsay"):
        Witness("someone", "says so", "hearsay", "")
