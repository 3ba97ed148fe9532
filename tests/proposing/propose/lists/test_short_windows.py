"""An archive by day whose page has one article: the rule is tried on a day that has several."""

from __future__ import annotations

from pathlib import Path

import pytest
from long_parameters import in_turn
from small_portal import article, small_portal

from webarticlecurator.proposing.propose.portal_proposal import propose_portal

DAYS = ((1,), (2,), (), (3,), (4, 5, 6), (7,))
LISTS = {
    "definitions": ("<dl>{}</dl>", '<dd><a href="{}">{}</a></dd>'),
    "cards": ("<ul>{}</ul>", '<li><a href="{}">{}</a><span>by A. B.</span></li>'),
    "table": ("<table>{}</table>", '<tr><td><a href="{}">{}</a></td></tr>'),
}


@pytest.mark.parametrize(("linked", "form"), in_turn([True, False], LISTS))
def test_a_day_with_one_article_gives_the_rule_of_days_with_more(
    tmp_path: Path, form: str, linked: bool
):
    outer, item = LISTS[form]
    pages = {}
    for place, numbers in enumerate(DAYS):
        day = 20 - place
        links = "".join(item.format(f"/n/{n}1234", f"A story of bridge {n}") for n in numbers)
        near = "".join(
            f'<a href="/{d}">{d}</a>' for d in (f"2024/03/{day - 1}", f"2024/03/{day + 1}")
        )
        lists = outer.format(links) if numbers else ""
        pages[f"/2024/03/{day}"] = (
            f"<html><body><main>{lists}<p>{near * linked}</p></main></body></html>"
        )
        pages |= {f"/n/{n}1234": article(f"Bridge {n} opens. " * 20) for n in numbers}
    with small_portal(tmp_path, pages) as portal:
        found = propose_portal([f"{portal.base}/2024/03/20"], runtime=portal.runtime)
    assert len(found.articles) == 7
