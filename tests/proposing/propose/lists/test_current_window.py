"""The newest month of an archive under an address of its own, with one link, to the month before."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from long_parameters import in_turn
from small_portal import article, small_portal

from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

MONTHS = {"2024-04": range(4), "2024-03": range(4, 8), "2024-02": range(8, 12)}


def month(numbers: range, before: str) -> str:
    items = "".join(f'<li><a href="/n/story-of-bridge-{n}">A story of bridge {n}</a></li>' for n in numbers)  # fmt: skip
    link = f'<a href="/news/{before}">{before}</a>' if before else ""
    return f"<html><body><p>{link}</p><ul class='list'>{items}</ul></body></html>"


def proposed(folder: Path, *, has_current: bool) -> Proposal:
    """Return what ``new`` proposes for ``/news``, which lists what its month does."""
    pages = {
        f"/n/story-of-bridge-{n}": article(f"The story of bridge {n}. " * 20) for n in range(12)
    }
    for name, before in zip(MONTHS, [*MONTHS, ""][1:], strict=True):
        pages[f"/news/{name}"] = month(MONTHS[name], before)
    pages["/news"] = pages["/news/2024-04"]
    if not has_current:
        del pages["/news/2024-04"]
    with small_portal(folder, pages) as portal:
        return propose_portal([f"{portal.base}/news"], runtime=portal.runtime)


@pytest.mark.parametrize(
    ("form", "start"), in_turn(["/archive/{}-{}.html", "/archive?y={}&m={}"], ["/news", "/"])
)
def test_months_have_gaps_and_addresses_of_any_form(tmp_path: Path, start: str, form: str) -> None:
    """Each month links the months beside it that have articles; a year has none."""
    months = [
        form.format(*each.split("-")) for each in ("2024-04", "2024-02", "2023-12", "2022-06")
    ]
    pages = {f"/n/story-{n}": article(f"The story of bridge {n}. " * 20) for n in range(12)}
    for number, (newer, name, older) in enumerate(
        zip(["", *months], months, [*months[1:], ""], strict=False)
    ):
        links = "".join(f'<a href="{each}">{each}</a>' for each in (older, newer) if each)
        items = "".join(
            f'<div><h3><a href="/n/story-{n}">A story of bridge {n}</a></h3></div>'
            for n in range(3 * number, 3 * number + 3)
        )
        popular = '<ol><li><a href="/n/story-5">Read by all</a></li></ol>'
        pages[name] = f"<html><body><div>{items}</div><p>{links}</p>{popular}</body></html>"
    pages[start] = pages[months[0]]
    with small_portal(tmp_path, pages) as portal:
        found = propose_portal([f"{portal.base}{start}"], runtime=portal.runtime)
    assert found.dated is not None and found.dated.step == "month"
    assert found.first_day is not None and found.first_day <= date(2022, 6, 1)


@pytest.mark.parametrize("has_current", [True, False])
def test_the_month_before_leads_to_the_archive(tmp_path: Path, has_current: bool):
    """Where the newest month is not in the archive yet, the list stays as it is, and is doubtful."""
    found = proposed(tmp_path, has_current=has_current)
    if has_current:
        assert found.dated is not None and found.dated.template.endswith("/news/{date:%Y-%m}")
        assert found.first_day is not None and found.first_day <= date(2024, 2, 1)
    else:
        assert found.dated is None and found.url.endswith("/news")
