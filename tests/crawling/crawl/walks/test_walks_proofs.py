"""The end of a list has a proof, or is a doubt with exit code 1; no walk sends a request for it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from long_parameters import in_turn
from small_portal import Answer, SmallPortal, listing
from walk_site import (
    NOTHING,
    ListSite,
    ended,
    linked,
    lists_asked,
    messages,
    names,
    numbered,
    problems,
    running,
)

from webarticlecurator.storage.store.view import view_corpus

ALL = [f"n{n:02}" for n in range(15)]
ONE_PAGE = 'archive: {url: "BASE/list", links: h2}\n'
FIRST_ARROW = linked().replace("a.next", "p a")


def link(number: int, text: str) -> str:
    return f'<a href="/list{f"?page={number}" if number > 1 else ""}">{text}</a> '


def window(last: int = 5, size: int = 2) -> Callable[[int], str]:
    """Return a pager with so many numbers on both sides of that of the page."""

    def around(number: int) -> str:
        shown = range(max(number - size, 1), min(number + size, last) + 1)
        return f"<p>{''.join(str(n) if n == number else link(n, str(n)) for n in shown)}</p>"

    return around


def arrows(last: int = 5) -> Callable[[int], str]:
    """Return a pager of two arrows, that to newer articles first, for so many pages."""

    def around(number: int) -> str:
        newer = link(number - 1, "←") if number > 1 else ""
        return f"<p>{newer}{link(number + 1, '→') if number < last else ''}</p>"

    return around


def proof(portal: SmallPortal) -> str:
    with view_corpus(portal.corpus, "small") as corpus:
        (walk,) = corpus.walks.all()
        return str(walk.state.get("proof", ""))


@pytest.mark.parametrize("around", [window(), arrows()], ids=["numbers", "arrows"])
def test_a_list_of_one_page_that_links_others_is_not_whole(around, tmp_path: Path):
    with running(tmp_path, ListSite(list(ALL), around=around)) as portal:
        for _ in range(2):
            summary = portal.crawl(ONE_PAGE)
            assert problems(portal) == ["list-not-whole"] and not summary.ok
            assert "/list?page=2" in messages(portal) and proof(portal) == "left-pages"
        assert lists_asked(portal) == ["1", "1"]


def test_arrows_that_count_articles_lead_to_other_pages(tmp_path: Path):
    """``?start=5`` behind an arrow, of a list with five articles a page."""

    def around(number: int) -> str:
        return f'<p><a href="/list?start={5 * number}"><img src="/on.png"></a></p>'

    with running(tmp_path, ListSite(list(ALL), size=5, around=around)) as portal:
        assert not portal.crawl(ONE_PAGE).ok
        assert problems(portal) == ["list-not-whole"] and "?start=5" in messages(portal)


def test_the_last_page_of_those_that_count_articles_may_have_fewer(tmp_path: Path):
    """``?start=25`` has three articles, and an arrow back to ``?start=20``."""

    class Counted(ListSite):
        def get(self, path: str, _default: object = None) -> str | Answer:
            start = int(path.partition("?start=")[2] or 0)
            return super().get(f"/list?page={start // 5 + 1}" if "/list" in path else path)

    def around(number: int) -> str:
        newer = f'<a href="/list?start={5 * number - 10}">←</a> ' if number > 1 else ""
        older = f'<a class="next" href="/list?start={5 * number}">→</a>' if number < 6 else ""
        return f"<p>{newer}{older}</p>"

    site = Counted([f"n{n}" for n in range(28)], size=5, around=around)
    with running(tmp_path, site) as portal:
        assert portal.crawl(linked()).ok, messages(portal)
        assert len(names(portal)) == 28 and proof(portal) == "pager"


def test_the_doubt_goes_when_the_rule_is_mended(tmp_path: Path):
    site = ListSite(list(ALL), links=True, around=window())
    with running(tmp_path, site) as portal:
        assert not portal.crawl(ONE_PAGE).ok
        assert portal.crawl(linked()).ok
        assert problems(portal) == [] and names(portal) == set(ALL)


def test_a_next_link_that_leads_back_is_a_problem(tmp_path: Path):
    with running(tmp_path, ListSite(list(ALL), around=arrows())) as portal:
        summary = portal.crawl(FIRST_ARROW)
        assert ended(portal)[0] == "repeated-address" and len(names(portal)) == 6
        assert problems(portal) == ["walk-looped"] and not summary.ok
        assert "page=2 leads back to" in messages(portal)
        # a rerun that ends at known links has read no more of it
        assert not portal.crawl(FIRST_ARROW).ok


@pytest.mark.parametrize(
    ("text", "around", "expected"),
    [
        (numbered(", last: 5"), window(), "named"),
        (numbered(), lambda _: "", "beyond"),
        (numbered(), window(), "beyond"),
        (linked(), lambda _: "", "pager"),
        (linked(), window(), "pager"),
        (linked(), arrows(), "pager"),
    ],
)
def test_an_ordinary_list_is_proved_with_no_more_requests(text, around, expected, tmp_path: Path):
    is_linked = text == linked()
    with running(tmp_path, ListSite(ALL[:14], links=is_linked, around=around)) as portal:
        assert portal.crawl(text).ok and proof(portal) == expected
        pages = [str(n) for n in range(1, 6)]
        assert lists_asked(portal) == ([*pages, "6", "7"] if expected == "beyond" else pages)
        assert portal.crawl(text).ok and proof(portal) == expected
        site_asked = lists_asked(portal)
        assert len(site_asked) <= (5 if "last" in text else 3)


def test_an_empty_page_that_a_pager_links_stays_a_doubt_at_the_next_crawl(tmp_path: Path):
    pager = "".join(f'<li><a href="/list?page={n}">{n}</a></li>' for n in (1, 2, 3, 9))
    site = ListSite(ALL[:12], links=True, around=lambda n: f"<ul>{pager}</ul>" if n < 5 else "")
    with running(tmp_path, site) as portal:
        for _ in range(2):
            assert not portal.crawl(linked()).ok
            assert problems(portal) == ["list-not-whole"] and proof(portal) == "unsure-end"
        site.special = {9: listing("/a/n50")}
        assert portal.crawl(linked()).ok, messages(portal)
        assert "n50" in names(portal) and proof(portal) == "pager"


@pytest.mark.parametrize("end", ["itself", "repeated", "empty", "blank"])
def test_innocent_ends_of_lists_are_no_problems(end, tmp_path: Path):
    listed = ALL[:14]  # the last page is not full
    site = ListSite(listed, links=True, around=arrows())
    more = '<a class="next" href="/list?page=%d">next</a></body>'
    last = site.page(5)
    if end == "itself":
        site.special = {5: last.replace("</body>", more % 5)}
    elif end == "repeated":
        site.special = {n: last.replace("</body>", more % (n + 1)) for n in range(5, 12)}
    elif end == "blank":
        site.special = {5: last.replace("</body>", more % 6), 6: NOTHING}
    else:
        site.special = {
            5: last.replace("</body>", more % 6),
            6: NOTHING.replace("</body>", f"<p>{link(5, '←')}</p></body>"),
        }
    with running(tmp_path, site) as portal:
        assert portal.crawl(linked()).ok, messages(portal)
        assert names(portal) == set(listed)


def test_a_blank_page_behind_a_full_page_is_a_problem(tmp_path: Path):
    site = ListSite(list(ALL), links=True, around=arrows(6))
    more = '<a class="next" href="/list?page=6">next</a></body>'
    site.special = {5: site.page(5).replace("</body>", more), 6: NOTHING}
    with running(tmp_path, site) as portal:
        assert not portal.crawl(linked()).ok and problems(portal) == ["list-not-whole"]


BACK = NOTHING.replace("</body>", f"<p>{link(2, '←')}</p></body>")


@pytest.mark.parametrize(
    ("around", "empty"), in_turn([window(), arrows(), lambda _: ""], [NOTHING, BACK])
)
def test_a_linked_page_that_is_empty_for_an_hour_loses_nothing(around, empty, tmp_path: Path):
    site = ListSite(list(ALL), links=True, around=around, special={3: empty})
    with running(tmp_path, site) as portal:
        summary = portal.crawl(linked())
        assert problems(portal) == ["list-not-whole"] and not summary.ok
        assert ended(portal) == ("unsure", False) and len(names(portal)) == 6
        site.special.clear()
        lists_asked(portal)
        assert portal.crawl(linked()).ok and names(portal) == set(ALL)
        assert lists_asked(portal) == ["2", "3", "4", "5"]


def test_an_empty_last_page_without_a_pager_is_believed_when_it_stays(tmp_path: Path):
    site = ListSite(list(ALL), links=True, around=arrows(6))
    site.special = {
        5: site.page(5).replace("</body>", '<a class="next" href="/list?page=6">n</a></body>'),
        6: NOTHING,
    }
    with running(tmp_path, site) as portal:
        assert not portal.crawl(linked()).ok
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(linked()).ok and ended(portal)[1]


def test_a_page_that_lacks_the_pager_of_the_others_is_looked_at_again(tmp_path: Path):
    site = ListSite(list(ALL), links=True, around=arrows())
    site.special = {4: ListSite(ALL[9:12]).page(1)}
    with running(tmp_path, site) as portal:
        assert not portal.crawl(linked()).ok and ended(portal) == ("unsure", False)
        site.special.clear()
        assert portal.crawl(linked()).ok and names(portal) == set(ALL)


def test_a_headline_with_a_number_is_no_page_of_a_pager(tmp_path: Path):
    """``1 2 <span>3</span> 4 5``, and an article "4 reports" above it."""

    def around(number: int) -> str:
        marked = window()(number).replace(f" {number} ", f" <span>{number}</span> ")
        shown = f"<p>{number}" if number == 1 else f"</a> {number}"
        marked = marked.replace(shown, shown.replace(str(number), f"<span>{number}</span>"))
        return f'<h3><a href="/a/n01">{number + 1} reports of the town</a></h3>{marked}'

    rule = linked().replace("a.next", "{pager: {current: p span, links: a}}")
    with running(tmp_path, ListSite(list(ALL), around=around)) as portal:
        assert portal.crawl(rule).ok, messages(portal)
        assert names(portal) == set(ALL)


def test_numbers_in_a_window_whose_current_page_is_not_found_are_said(tmp_path: Path):
    """The walk ends on page 3, where the rule takes an article of the column for page 4."""

    def around(number: int) -> str:
        return f'<p class="aside"><a class="next" href="/a/n00">9 reports</a></p>{window()(number)}'

    with running(tmp_path, ListSite(list(ALL), around=around)) as portal:
        assert not portal.crawl(linked()).ok
        assert set(problems(portal)) & {"list-not-whole", "missing-archive-page"}


@pytest.mark.parametrize("text", [linked(), numbered()], ids=["next-link", "numbered"])
def test_a_page_that_breaks_off_unlike_the_others_is_looked_at_again(text: str, tmp_path: Path):
    site = ListSite(list(ALL), links=text == linked())
    whole = site.page(3)
    site.special = {3: whole[: whole.index("</h2>")]}
    with running(tmp_path, site) as portal:
        assert not portal.crawl(text).ok and problems(portal) == ["list-not-whole"]
        assert "breaks off" in messages(portal)
        site.special.clear()
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(text).ok and names(portal) == set(ALL)


@pytest.mark.parametrize(
    "text", [numbered(), linked().replace("{mode: next-link, next: a.next}", "none")]
)
def test_the_only_page_of_a_list_that_breaks_off_is_compared_with_those_of_articles(
    text: str, tmp_path: Path
):
    site = ListSite(list(ALL[:6]), size=6)
    whole = site.page(1)
    site.special = {1: whole[: whole.rindex("<h2>") + 3]}
    with running(tmp_path, site) as portal:
        assert not portal.crawl(text).ok and names(portal) == set(ALL[:5])
        assert "list-not-whole" in problems(portal) and "breaks off" in messages(portal)
        assert proof(portal) == "odd-list"
        portal.clock.time += timedelta(hours=1)
        site.special.clear()
        portal.crawl(text)
        assert names(portal) == set(ALL[:6]) and "breaks off" not in messages(portal)


def test_the_only_page_of_a_list_that_always_breaks_off_is_believed(tmp_path: Path):
    site = ListSite(list(ALL[:6]), size=6)
    site.special = {1: site.page(1).replace("</body></html>", "<div>")}
    text = linked().replace("{mode: next-link, next: a.next}", "none")
    with running(tmp_path, site) as portal:
        assert not portal.crawl(text).ok
        assert not portal.crawl(text).ok
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(text).ok, messages(portal)
        assert portal.crawl(text).ok, messages(portal)


def test_the_only_page_of_a_list_without_a_last_tag_is_whole(tmp_path: Path):
    site = ListSite(list(ALL[:6]), size=6)
    site.special = {1: site.page(1).replace("</body></html>", "")}
    with running(tmp_path, site) as portal:
        assert portal.crawl(linked().replace("{mode: next-link, next: a.next}", "none")).ok


def test_a_page_that_always_breaks_off_is_believed(tmp_path: Path):
    site = ListSite(list(ALL))
    site.special = {3: site.page(3).replace("</body></html>", "")}
    with running(tmp_path, site) as portal:
        assert not portal.crawl(numbered()).ok
        assert not portal.crawl(numbered()).ok
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(numbered()).ok and names(portal) == set(ALL), messages(portal)
        lists_asked(portal)
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(numbered()).ok and len(lists_asked(portal)) <= 3
