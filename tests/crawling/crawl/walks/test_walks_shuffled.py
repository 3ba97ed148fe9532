"""A list in another order at each request proves nothing; one that shifts, or has a box, does."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from long_parameters import in_turn
from small_portal import Answer, listing
from test_walks_proofs import proof
from walk_site import TEXTS, ListSite, linked, messages, names, problems, running

ALL = [f"n{n:02}" for n in range(60)]


class Shuffled(ListSite):
    """The order of the articles is another one at each request."""

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)
        self.random = Random(7)

    def get(self, path: str, _default: object = None) -> str | Answer:
        self.random.shuffle(self.articles)
        return super().get(path)


@pytest.mark.parametrize(("size", "mode"), in_turn([10, 20], TEXTS))
def test_repeats_among_new_articles_refute_the_proof(size: int, mode: str, tmp_path: Path):
    text = TEXTS[mode]
    with running(tmp_path, Shuffled(list(ALL), size=size, links=True)) as portal:
        assert not portal.crawl(text).ok
        assert len(names(portal)) < len(ALL) and proof(portal) == "shuffled"
        assert problems(portal) == ["list-not-whole"] and "order" in messages(portal)


class Growing(ListSite):
    """An article is published between two requests for pages of the list."""

    def get(self, path: str, _default: object = None) -> str | Answer:
        answer = super().get(path)
        if path.startswith("/list"):
            self.articles.insert(0, f"m{len(self.articles)}")
        return answer


class Boxed(ListSite):
    """Each page has the same articles in its middle, or others of the first page at its end."""

    in_middle = True

    def page(self, number: int) -> str:
        shown = self.articles[(number - 1) * self.size : number * self.size]
        box = ["n00", "n01"] if self.in_middle else [f"n{number % 10:02}", "n03"]
        place = 5 if self.in_middle else len(shown)
        both = dict.fromkeys((*shown[:place], *box, *shown[place:]))
        more = f'<a class="next" href="/list?page={number + 1}">next</a>'
        is_last = number * self.size >= len(self.articles)
        return listing(*(f"/a/{name}" for name in both)).replace(
            "</body>", f"{'' if is_last else more}</body>"
        )


@pytest.mark.parametrize("site", [Growing, Boxed, ListSite])
@pytest.mark.parametrize("in_middle", [True, False])
def test_a_list_that_shifts_or_has_a_box_is_proved(site, in_middle, tmp_path: Path):
    served = site(list(ALL), size=10, links=True)
    served.in_middle = in_middle
    with running(tmp_path, served) as portal:
        assert portal.crawl(linked()).ok, messages(portal)
        assert names(portal) >= set(ALL)
