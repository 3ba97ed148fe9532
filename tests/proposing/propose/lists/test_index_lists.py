"""Where the archive is an index: letters, years, topics or the options of a form lead to the lists."""

from __future__ import annotations

from calendar import month_name as month_names
from collections.abc import Mapping
from datetime import date
from itertools import chain
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import pytest
from long_parameters import in_turn
from small_portal import Answer, SmallPortal, article, small_portal

from webarticlecurator.base.proposal.proposal import LinkProposal, Proposal
from webarticlecurator.base.proposal.proposal_doubts import list_doubts
from webarticlecurator.crawling.archive.page_address import address_key
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.candidate_walk import WalkedList
from webarticlecurator.proposing.propose.index_lists import find_listed_lists
from webarticlecurator.proposing.propose.list_candidates import find_unreached
from webarticlecurator.proposing.propose.portal_proposal import propose_portal
from webarticlecurator.proposing.propose.scorecards import judge_walks
from webarticlecurator.proposing.propose.visits import Visits

COUNT = 23
STORIES = {
    f"/news/the-long-story-number-{n}": article(
        " ".join(f"word{n * s} of the mill by the river, sold in spring." for s in range(1, 16))
    )
    for n in range(COUNT)
}
PATHS = [*STORIES]
MENU = '<nav><a href="/about">About</a> <a href="/imprint">Imprint</a> <a href="/a-z">All</a></nav>'
BOX = "".join(f'<li><a href="{path}">Read also: the story {path}</a></li>' for path in PATHS[:4])


def page(body: str) -> str:
    """A page with a menu and a box of the four newest stories."""
    return f"<html><body>{MENU}<main>{body}</main><aside><ul>{BOX}</ul></aside></body></html>"


def listing(*paths: str, after: str = "") -> str:
    rows = "".join(f'<h2><a href="{path}">The story {path}</a></h2>' for path in paths)
    return page(f"<div>{rows}</div>{after}")


def links(*paths: str) -> str:
    return "<ul>" + "".join(f'<li><a href="{p}">{p[-2:]}</a></li>' for p in paths) + "</ul>"


def part(paths: Mapping[str, str] | list[str], number: int, of: int) -> list[str]:
    return [*paths][number::of]


LETTERS = {f"/a-z/{letter}": listing(*part(PATHS, n, 5)) for n, letter in enumerate("abcde")}
DAYS = {
    f"/archive/{2020 + n // 6}/{n % 6 + 1:02}/{n + 3:02}": listing(*part(PATHS, n, 12))
    for n in range(12)
}
MONTHS = {
    month: page(links(*(day for day in DAYS if day.startswith(month))))
    for month in dict.fromkeys(day[:16] for day in DAYS)
}
YEARS = {
    year: page(links(*(month for month in MONTHS if month.startswith(year))))
    for year in dict.fromkeys(day[:13] for day in DAYS)
}
FORM = (
    '<form action="/list"><input type="hidden" name="v" value="1"><select name="month">'
    '<option value="">all months</option>{}</select></form>'
)
MONTH_LISTS = {f"/list?v=1&month=2024-0{n}": listing(*part(PATHS, n - 1, 6)) for n in range(1, 7)}
OPTIONS = "".join(f'<option value="{path[-7:]}">{path[-7:]}</option>' for path in MONTH_LISTS)
PAGED = {
    f"/topic/{name}{query}": listing(
        *part(PATHS, n, 3)[first : first + 4],
        after=f'<p><a href="/topic/{name}?page={after}">Older</a></p>' if after else "",
    )
    for n, name in enumerate(("mill", "river", "wine"))
    for query, first, after in (("", 0, 2), ("?page=2", 4, 0))
}
PORTALS = {
    "letters": {**LETTERS, "/a-z": page(links(*LETTERS))},
    "years": {**DAYS, **MONTHS, **YEARS, "/a-z": page(links(*YEARS))},
    "form": {**MONTH_LISTS, "/a-z": page(FORM.format(OPTIONS))},
    "topics": {**PAGED, "/a-z": page(links("/topic/mill", "/topic/river", "/topic/wine"))},
}


def propose(portal: SmallPortal, path: str) -> Proposal:
    return propose_portal([f"{portal.base}{path}"], runtime=portal.runtime)


@pytest.mark.parametrize(("kind", "start"), in_turn(PORTALS, ["/a-z", "/"]))
def test_an_index_leads_to_all_articles(kind: str, start: str, tmp_path: Path):
    """Not the box of four articles beside it is the list, and what `new` writes is crawled."""
    front = listing(*PATHS[:3])
    with small_portal(tmp_path, {**STORIES, **PORTALS[kind], "/": front}) as portal:
        portal.executor = "serial"
        found = propose(portal, start)
        assert found.index is not None and found.index.url == f"{portal.base}/a-z"
        assert not [each for each in list_doubts(found) if each.kind == "no-next-page"]
        text = proposed_yaml(found).replace(portal.base, "BASE")
        rules = "\n".join(line for line in text.splitlines() if not line.startswith("portal:"))
        portal.crawl(rules.replace("home: BASE/\n", ""))
        assert {*portal.articles()} == {*PATHS}


def test_the_only_year_of_an_archive_leads_to_its_months(tmp_path: Path):
    """The sections of the menu, of which one is missing, say less of it than this link does."""
    topics = {f"/topic/{n}": listing(*part(PATHS, n, 4)) for n in (1, 2, 3)}
    menu = f"<nav>{links(*topics)}</nav>"
    year = {path: text for path, text in YEARS.items() if path.endswith("2020")}
    link = "".join(f'<p><a href="{path}">{path[-4:]}</a></p>' for path in year)
    pages = {**DAYS, **MONTHS, **year, **topics, "/a-z": page(link)}
    pages = {path: text.replace(MENU, menu) for path, text in pages.items()}
    with small_portal(tmp_path, {**STORIES, **pages}) as portal:
        index = propose(portal, "/a-z").index
        assert index is not None
        assert index.levels[0].expression == "body > main > p > a"
        assert len(index.levels) == 3


def month_name(path: str) -> str:
    number = path.rpartition("-")[2]
    return f"{month_names[int(number)]} 2024" if number.isdigit() else "Now"


def calendar(days: list[str], before: str, after: str) -> str:
    """A table of the days of a month, which links the months before and after it."""
    row = "".join(f'<td><a href="{day}">{int(day[-2:])}</a></td><td>{n}</td>' for n, day in enumerate(days))  # fmt: skip
    sides = [f'<a href="{before}">« {month_name(before)}</a>'] * bool(before)
    sides += [f'<a href="{after}">{month_name(after)} »</a>'] * bool(after)
    return page(f"<table><tr>{row}</tr></table><div>{' '.join(sides)}</div>")


@pytest.mark.parametrize(("months", "newest"), in_turn([2, 3, 6], [1, 2, 5]))
def test_a_calendar_of_one_month_goes_on_to_the_month_before(
    months: int, newest: int, tmp_path: Path
):
    """Also where the newest month has one day with one article: it alone shows no list."""
    some, days = iter(PATHS), dict[str, list[str]]()
    for number in range(months):
        for day in range(1, (newest if not number else 4) + 1):
            days[f"/day/2024-{9 - number:02}-{day:02}"] = [
                path for path, _ in zip(some, range(1 if not number else 2), strict=False)
            ]
    days = {day: found for day, found in days.items() if found}
    names = ["/days", *(f"/days/2024-{9 - n:02}" for n in range(1, months))]
    shown = [
        [day for day in days if day.startswith(f"/day/2024-{9 - n:02}")] for n in range(months)
    ]
    pages = {day: listing(*found) for day, found in days.items()}
    for n, (name, own) in enumerate(zip(names, shown, strict=True)):
        before = names[n + 1] if n + 1 < months else ""
        pages[name] = calendar(own, before, names[n - 1] if n else "")
    listed = {path for found in days.values() for path in found}
    with small_portal(tmp_path, {**STORIES, **pages}) as portal:
        portal.executor = "serial"
        found = propose(portal, "/days")
        assert found.index is not None and found.index.next is not None
        text = proposed_yaml(found).replace(portal.base, "BASE")
        rules = "\n".join(line for line in text.splitlines() if not line.startswith("portal:"))
        portal.crawl(rules.replace("home: BASE/\n", ""))
        assert {*portal.articles()} == listed


def test_two_months_of_a_form_are_an_index(tmp_path: Path):
    lists = {path: text for path, text in MONTH_LISTS.items() if path[-1] in "12"}
    options = "".join(f'<option value="2024-0{n}">2024-0{n}</option>' for n in (1, 2))
    newest = listing(*part(PATHS, 0, 6)[:3], after=FORM.format(options))
    with small_portal(tmp_path, {**STORIES, **lists, "/a-z": newest}) as portal:
        index = propose(portal, "/a-z").index
        assert index is not None and index.pages == 2


def test_the_only_month_of_the_only_year_is_an_index(tmp_path: Path):
    pages = {
        "/2024/04": listing(*PATHS),
        "/2024": page('<p class="dates"><a href="/2024/04">April</a></p>'),
        "/a-z": page('<p class="dates"><a href="/2024">2024</a></p>'),
    }
    with small_portal(tmp_path, {**STORIES, **pages}) as portal:
        index = propose(portal, "/a-z").index
        assert index is not None and len(index.levels) == 2


def test_other_views_of_a_month_are_no_articles_of_its_list(tmp_path: Path):
    """The newest month has one article, and the last one its articles in two of the lists that are
    read: what differs between these is the links to other views."""
    months = {"2024-05": PATHS[-1:], "2024-04": PATHS[:-1]}
    views = [f"/months/{month}/{view}.html" for month in months for view in ("date", "title", "author")]  # fmt: skip
    pages = {
        url: listing(
            *months[url.split("/")[2]],
            after="".join(
                f' <a href="{each}">By {each.split("/")[3][:-5]}</a>'
                for each in views
                if each != url and each.split("/")[2] == url.split("/")[2]
            ),
        )
        for url in views
    }
    with small_portal(tmp_path, {**STORIES, **pages, "/a-z": page(links(*views))}) as portal:
        found = propose(portal, "/a-z")
        assert found.index is not None and found.index.articles == COUNT


def test_two_ranges_of_numbers_are_an_index(tmp_path: Path):
    """The sections of the menu name the newest stories of each alone."""
    topics = {f"/topic/{n}": listing(*part(PATHS, n, 3)[:6]) for n in (1, 2, 3)}
    menu = f"<nav>{links(*topics)}</nav>"
    lists = {"/list/1-12": listing(*PATHS[:12]), "/list/13-23": listing(*PATHS[12:])}
    pages = {**lists, **topics, "/a-z": page(links(*lists))}
    pages = {path: text.replace(MENU, menu) for path, text in pages.items()}
    with small_portal(tmp_path, {**STORIES, **pages}) as portal:
        index = propose(portal, "/a-z").index
    assert index is not None
    assert index.describe() == f"2 links on {portal.base}/a-z lead to lists of {COUNT} articles"


def issue_pages(per_page: int, size: int) -> dict[str, str]:
    """A journal: pages of issues with titles, each of which lists ``size`` articles."""
    issues = {
        f"/issue/view/{40 - n}": PATHS[first : first + size]
        for n, first in enumerate(range(0, COUNT, size))
    }
    pages = {
        url: page(
            "<h1>Volume of the year</h1>"
            + "".join(
                f'<li><h4><a href="{path}">The story {path}</a></h4><p>Ann Weaver, {n}-{n + 8}</p>'
                f'<a href="{path}/pdf">PDF</a></li>'
                for n, path in enumerate(own, start=1)
            )
        )
        for url, own in issues.items()
    }
    rows = [
        f'<li><a href="{url}"><img src="/c.png"></a><h2><a href="{url}">Vol. {url[-2:]}: on rivers'
        f" and all of their mills</a></h2></li>"
        for url in issues
    ]
    for first in range(0, len(rows), per_page):
        number = first // per_page + 1
        after = f'<a class="next" href="/issues/{number + 1}">Next</a>'
        ends = first + per_page >= len(rows)
        pages[f"/issues/{number}" if first else "/issues"] = page(
            f"<ul>{''.join(rows[first : first + per_page])}</ul><p>{'' if ends else after}</p>"
        )
    return pages


@pytest.mark.parametrize(("per_page", "size"), [(4, 4), (2, 4), (4, 2), (9, 4)])
def test_issues_with_titles_are_an_index_that_goes_on(per_page: int, size: int, tmp_path: Path):
    """They look like articles, and their pages like a list that is proved by its next page."""
    with small_portal(tmp_path, {**STORIES, **issue_pages(per_page, size)}) as portal:
        portal.executor = "serial"
        found = propose(portal, "/issues")
        assert found.index is not None
        assert (found.index.next is not None) == (per_page < 9)
        text = proposed_yaml(found).replace(portal.base, "BASE")
        rules = "\n".join(line for line in text.splitlines() if not line.startswith("portal:"))
        portal.crawl(rules.replace("home: BASE/\n", ""))
        assert {*portal.articles()} == {*PATHS}


def test_a_list_whose_first_page_has_nothing_is_no_index():
    """As where only the pages after it have articles of the form that its rule selects."""
    first = read_page("https://echo.example/all", b"<p>Nothing</p>")
    no_visits = cast(Visits, None)
    assert not [*find_listed_lists(LinkProposal("h2", ()), first, no_visits, Runtime())]


def test_numbers_of_articles_that_look_like_years_are_no_lists(tmp_path: Path):
    """None of a portal without an article after the year that comes."""
    stories = {f"/story.php?id={1985 + 5 * n}": STORIES[path] for n, path in enumerate(PATHS)}
    lists = {}
    for n in range(4):
        rows = (
            f'<h2><a href="{url}">What the old mill is for</a></h2>'
            for url in part([*stories], n, 4)
        )
        lists[f"/people/{n}"] = page(f"<div>{''.join(rows)}</div>")
    with small_portal(tmp_path, {**stories, **lists, "/a-z": page(links(*lists))}) as portal:
        portal.executor = "serial"
        index = propose(portal, "/a-z").index
        assert index is not None and index.articles == COUNT


def test_lists_that_repeat_those_of_an_index_are_counted(tmp_path: Path):
    topics = {f"/topic/{name}": listing(*part(PATHS[:18], n, 3)) for n, name in enumerate("abc")}
    start = page(f"<div>{links(*LETTERS)}</div><p>{links(*topics)}</p>")
    with small_portal(tmp_path, {**STORIES, **LETTERS, **topics, "/a-z": start}) as portal:
        text = proposed_yaml(propose(portal, "/a-z"))
    said = f"5 links on {portal.base}/a-z lead to lists of {COUNT} articles"
    assert text.splitlines()[1] == f"# {said}; 3 lists elsewhere repeat some of them"


def test_years_that_no_page_links_are_walked_before_their_tags_are_preferred(tmp_path: Path):
    years = {
        f"/archive/{2020 + n}": listing(
            *part(PATHS, n, 4), after=links("/tag/1", "/tag/2", "/tag/3")
        )
        for n in range(4)
    }
    tags = {f"/tag/{n}": listing(*part(PATHS[:18], n - 1, 3)) for n in (1, 2, 3)}
    with small_portal(tmp_path, {**STORIES, **years, **tags, "/archive/2024": page("")}) as portal:
        found = propose(portal, "/archive/2023")
    assert found.index is None and found.dated is not None
    assert found.first_day is not None and found.first_day <= date(2020, 1, 1)


def test_a_form_is_asked_by_the_values_of_its_options(tmp_path: Path):
    with small_portal(tmp_path, {**STORIES, **PORTALS["form"]}) as portal:
        index = propose(portal, "/a-z").index
        assert index is not None
        (rule,) = index.levels
        said = f"6 links on {portal.base}/a-z lead to lists of {COUNT} articles"
        assert index.describe() == said
        assert rule.template == f"{portal.base}/list?v=1&month={{}}"


@pytest.mark.parametrize("is_address", [False, True])
def test_the_only_month_of_a_form_goes_on_where_the_front_page_does_not(
    is_address: bool, tmp_path: Path
):
    """The portal is a month old, and its sections show their newest stories alone."""
    month = "/archive/2024/05/" if is_address else "/list?v=1&month=2024-05"
    value, mark = (month, "?") if is_address else ("2024-05", "&")
    lists = {
        f"{month}{mark}page={n}" if n > 1 else month: listing(
            *PATHS[8 * n - 8 : 8 * n],
            after=f'<p><a href="{month}{mark}page={n + 1}">Older</a></p>' if n < 3 else "",
        )
        for n in (1, 2, 3)
    }
    sections = {f"/section/{n}": listing(*part(PATHS[:17], n, 3)) for n in range(3)}
    form = FORM.format(f'<option value="{value}">May 2024</option>')
    front = listing(*PATHS[:8], after=form)
    pages = {**lists, **sections, "/": front}
    menu = f"<nav>{links(*sections)}</nav>"
    pages = {path: text.replace(BOX, "").replace(MENU, menu) for path, text in pages.items()}
    with small_portal(tmp_path, {**STORIES, **pages}) as portal:
        portal.executor = "serial"
        text = proposed_yaml(propose(portal, "/")).replace(portal.base, "BASE")
        rules = "\n".join(line for line in text.splitlines() if not line.startswith("portal:"))
        portal.crawl(rules.replace("home: BASE/\n", ""))
        assert {*portal.articles()} == {*PATHS}


def test_several_months_of_a_form_are_an_index_though_the_last_has_all_of_the_front_page(
    tmp_path: Path,
):
    months = {f"/list?v=1&month=2024-0{n}": listing(*PATHS[21 - 7 * n :][:9]) for n in (1, 2, 3)}
    form = FORM.format("".join(f'<option value="{path[-7:]}">May</option>' for path in months))
    pages = {**months, "/": listing(*PATHS[:7], after=form)}
    with small_portal(tmp_path, {**STORIES, **pages}) as portal:
        index = propose(portal, "/").index
        assert index is not None
        assert index.describe() == f"3 links on {portal.base}/ lead to lists of {COUNT} articles"


def test_a_form_that_sends_is_no_index(tmp_path: Path):
    form = FORM.replace('action="/list"', 'action="/list" method="post"').format(OPTIONS)
    with small_portal(tmp_path, {**STORIES, **MONTH_LISTS, "/a-z": page(form)}) as portal:
        found = propose(portal, "/a-z")
        assert found.index is None
        assert "POST" in next(each for each in list_doubts(found) if each.kind == "no-list").message


def test_a_form_that_sends_is_named_beside_the_sections_that_are_read(tmp_path: Path):
    """It may lead to more than these."""
    form = FORM.format(OPTIONS).replace("<form ", '<form method="post" ')
    pages = {**PORTALS["topics"], "/a-z": page(links(*PAGED) + form)}
    with small_portal(tmp_path, {**STORIES, **pages}) as portal:
        found = propose(portal, "/a-z")
        assert found.index is not None
        assert [each.kind for each in found.doubts if "form" in each.message] == ["no-list"]


def test_the_list_of_a_section_stays_beside_the_archive_of_the_portal(tmp_path: Path):
    """Its menu is on all pages, and its list is not."""
    aside = links(*LETTERS)
    letters = {path: text.replace("</main>", f"{aside}</main>") for path, text in LETTERS.items()}
    section = listing(*PATHS[5:12]).replace("</main>", f"{aside}</main>")
    with small_portal(tmp_path, {**STORIES, **letters, "/sport": section}) as portal:
        found = propose(portal, "/sport")
        assert found.index is None
        assert [*found.links[0].links] == [f"{portal.base}{path}" for path in PATHS[5:12]]


def test_lists_of_one_length_without_a_next_page_may_be_cut(tmp_path: Path):
    topics = {
        f"/topic/{name}": listing(*part(PATHS[:15], n, 3))
        for n, name in enumerate(("mill", "river", "wine"))
    }
    pages = {**STORIES, **topics, "/a-z": page(links(*topics))}
    with small_portal(tmp_path, pages) as portal:
        found = propose(portal, "/a-z")
        assert found.index is not None
        assert [each.kind for each in list_doubts(found)].count("no-next-page") == 1


def test_articles_that_link_others_are_no_index(tmp_path: Path):
    """Each has a box of its own with related articles, at addresses like their own."""
    stories = {
        path.replace("/news/the-long-story-number-", "/"): text.replace(
            "</article>", f"</article><ul>{BOX}</ul>"
        )
        for path, text in STORIES.items()
    }
    paths = [*stories]
    for number, path in enumerate(paths):
        related = "".join(
            f'<li><a href="{other}">The long story of the mill, {other}</a></li>'
            for other in paths[10 + number : 14 + number]
        )
        stories[path] = stories[path].replace(BOX, related)
    rows = "".join(f'<h2><a href="{path}">The story {path}</a></h2>' for path in paths[:10])
    with small_portal(tmp_path, {**stories, "/all": page(rows)}) as portal:
        assert propose(portal, "/all").index is None


def test_articles_with_pages_of_their_own_are_no_index(tmp_path: Path):
    """Each leads to a page to print it and one to send it, and the list goes on by a cursor."""
    stories = dict(STORIES)
    for number, path in enumerate(PATHS):
        tools = [f"/print/{53000 + number}", f"/send/{53000 + number}"]
        rows = "".join(f'<p class="tool"><a href="{tool}">{tool}</a></p>' for tool in tools)
        stories[path] = STORIES[path].replace("</article>", f"</article><div>{rows}</div>")
        stories |= dict.fromkeys(tools, STORIES[path])
    rows = "".join(f'<p><a href="{path}">The story {path}</a></p>' for path in PATHS[:12])
    with small_portal(tmp_path, {**stories, "/all": page(rows).replace(BOX, "")}) as portal:
        assert propose(portal, "/all").index is None


@pytest.mark.parametrize("left_out", [0, 1])
def test_a_list_is_whole_if_others_have_nothing_else(left_out: int, tmp_path: Path):
    """Two topics have most of what the only page lists; or one more, which it does not."""
    own = PATHS[left_out:15]
    topics = {
        "/topic/mill": listing(*PATHS[:8]),
        "/topic/wine": listing(*PATHS[8:14]),
        "/topic/river": listing(PATHS[12]),
    }
    start = listing(*own, after=links(*topics)).replace(BOX, "")
    pages = {**STORIES, **{path: text.replace(BOX, "") for path, text in topics.items()}}
    with small_portal(tmp_path, {**pages, "/all": start}) as portal:
        found = propose(portal, "/all")
        assert found.index is None
        assert ("\n  pagination: none" in proposed_yaml(found)) == (left_out == 0)
        assert [each.kind for each in list_doubts(found)].count("no-next-page") == left_out


def test_what_the_index_lacks_and_another_list_has_is_found():
    """The newest articles are in no month yet; a menu is at addresses of another form."""
    index = WalkedList(("https://echo.example/a/1", "https://echo.example/a/2"))
    other = WalkedList(
        ("https://echo.example/a/2/", "https://echo.example/a/9", "https://echo.example/b")
    )
    assert find_unreached(index, [other, index], address_key) == ["https://echo.example/a/9"]
    section = WalkedList((), lists=("https://echo.example/a/9",))
    assert find_unreached(index, [other, index, section], address_key) == []


def test_what_an_index_of_many_lists_lacks_is_said(tmp_path: Path):
    """Two stories are below no letter of twelve, but on the pages of the sections."""
    letters = {f"/a-z/{chr(97 + n)}": listing(*part(PATHS[2:], n, 12)) for n in range(12)}
    sections = {f"/section/{n}": listing(*part(PATHS[:15], n, 3)) for n in range(3)}
    front = page(f"<nav>{links(*sections)}</nav>{links(*letters)}")
    pages = {**letters, **sections, "/a-z": front}
    pages = {path: text.replace(BOX, "") for path, text in pages.items()}
    with small_portal(tmp_path, {**STORIES, **pages}) as portal:
        found = propose(portal, "/a-z")
        assert found.index is not None and "nav" not in found.index.levels[0].expression
        assert "not-listed" in [each.kind for each in list_doubts(found)]


def test_tags_of_articles_are_no_index(tmp_path: Path):
    """The sections list all; the tags that the articles of a box link have most of them."""
    sections = {f"/section/{n}": listing(*part(PATHS, n, 4)) for n in range(4)}
    tags = {f"/tag/{n}": listing(*PATHS[n : n + 16]) for n in range(1, 8)}
    stories = {
        path: text.replace("</article>", f"</article>{links(f'/tag/{n % 7 + 1}')}")
        for n, (path, text) in enumerate(STORIES.items())
    }
    front = page(links(*sections))
    with small_portal(tmp_path, {**stories, **sections, **tags, "/a-z": front}) as portal:
        index = propose(portal, "/a-z").index
        assert index is not None and len(index.levels) == 1
        assert f"4 links on {portal.base}/a-z lead to lists of {COUNT} articles" == index.describe()


def test_a_candidate_with_all_of_another_one_and_more_is_better():
    """Nine of twelve tags were read, as if there were 29 articles; five months have all 23."""
    tags = WalkedList(tuple(PATHS[:22]), pages=9, sizes=(4,) * 9, unread=3, repeats=18)
    months = WalkedList(tuple(PATHS), pages=9, sizes=(5,) * 5)
    cards = judge_walks([tags, months], address_key)
    assert cards[1].is_better(cards[0]) and not cards[0].is_better(cards[1])


@pytest.mark.parametrize(
    ("sitemap", "goes_on", "is_better"),
    [(PATHS, True, True), (PATHS, False, False), (PATHS[:5], True, False), ([], True, False)],
)
def test_a_list_that_goes_on_is_better_than_a_whole_one_of_which_the_sitemap_has_more(
    sitemap: list[str], goes_on: bool, is_better: bool
):
    """A box of popular articles, and a calendar whose earlier months were not read."""
    box = WalkedList(tuple(PATHS[:5]), sizes=(5,))
    calendar = WalkedList(tuple(PATHS[3:8]), sizes=(2, 1, 2), goes_on=goes_on)
    cards = judge_walks([box, calendar], address_key, sitemap)
    assert cards[1].is_better(cards[0]) == is_better


@pytest.mark.parametrize("repeats", [18, 5])
def test_lists_with_articles_of_their_own_are_better_than_those_that_share_them(repeats: int):
    tags = WalkedList(tuple(PATHS[:20]), pages=9, sizes=(4,) * 9, unread=1, repeats=repeats)
    months = WalkedList(tuple(PATHS[3:]), pages=9, sizes=(4,) * 9, unread=1)
    cards = judge_walks([tags, months], address_key)
    assert cards[1].is_better(cards[0]) and not cards[0].is_better(cards[1])


TWICE = ((5, 5, 5, 4, 4), (9, 3, 9, 5, 6))
"""Sizes of lists of which some are as long as the list that was given."""


@pytest.mark.parametrize(
    ("sizes", "is_cut"),
    [
        ((10, 10, 8), True),
        ((10, 10, 10, 3, 10), True),
        ((4, 4, 4), False),
        ((5, 5, 5, 4, 4), False),
        ((7, 9, 8), False),
        ((9, 3, 9, 5, 6), False),
    ],
)
def test_lists_seem_cut_where_most_are_as_long_as_the_longest(sizes: tuple[int, ...], is_cut: bool):
    assert WalkedList(sizes=sizes).is_cut() == is_cut
    longest = {max(sizes)}
    assert WalkedList(sizes=sizes).is_cut(longest) == (is_cut or sizes in TWICE)


def test_what_an_index_lacks_comes_from_the_sitemap(tmp_path: Path):
    """Two sections have all but the last three stories; the list adds where a reader came from."""
    sections = {
        f"/section/{n}": listing(*(f"{path}?from=list" for path in part(PATHS[:20], n, 2)))
        for n in range(2)
    }
    pages = {
        **STORIES,
        **{f"{path}?from=list": text for path, text in STORIES.items()},
        **sections,
        "/": page(links(*sections)),
    }
    with small_portal(tmp_path, pages) as portal:
        entries = "".join(f"<url><loc>{portal.base}{path}</loc></url>" for path in PATHS)
        urlset = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
        portal.pages["/sitemap.xml"] = Answer(
            urlset, headers=(("Content-Type", "application/xml"),)
        )
        portal.executor = "serial"
        found = propose(portal, "/")
        assert found.index is not None and found.whole is not None
        assert len(found.whole.missing) == 3
        text = proposed_yaml(found).replace(portal.base, "BASE")
        rules = "\n".join(line for line in text.splitlines() if not line.startswith("portal:"))
        portal.crawl(rules.replace("home: BASE/\n", ""))
        assert {*portal.articles()} == {*PATHS}


def test_what_another_candidate_walks_as_a_list_is_no_article():
    """A page of letters looks like a list of 26, and each of them lists articles."""
    letters = tuple(f"https://echo.example/az/{n}" for n in range(26))
    page_of_letters = WalkedList(letters, lists=("https://echo.example/az",), sizes=(26,))
    index = WalkedList(tuple(PATHS[:20]), lists=letters[:9], sizes=(2,) * 9, unread=17)
    cards = judge_walks([page_of_letters, index], address_key)
    assert len(cards[0].reached) == 17 and cards[1].is_better(cards[0])


def test_articles_that_link_each_other_are_no_lists():
    """They read as lists, and each has a link to the one before it."""
    page_of_all = WalkedList(tuple(PATHS[:20]), lists=("/all",), sizes=(20,))
    index = WalkedList(("/us", *PATHS[8:20]), lists=tuple(PATHS[:20]), sizes=(2,) * 9, unread=11)
    cards = judge_walks([page_of_all, index], address_key)
    assert len(cards[0].reached) == 20 and not cards[1].is_better(cards[0])


def test_lists_that_have_all_are_not_worse_for_what_they_share():
    """Months have all three times, by date, title and author; four stories are in no section."""
    views = WalkedList(tuple(PATHS), pages=6, sizes=(3, 20) * 3, repeats=2 * COUNT)
    sections = WalkedList(tuple(PATHS[:19]), pages=3, sizes=(7, 6, 6))
    cards = judge_walks([views, sections], address_key)
    assert not cards[1].is_better(cards[0])


def test_lists_that_an_index_names_are_no_articles_where_they_are_not_read(tmp_path: Path):
    """The names of 36 views of months look like the titles of more articles than there are."""
    views = {
        f"/views/{month:02}/all-by-{view}.html": listing(*part(PATHS, month, 12))
        for month in range(12)
        for view in ("date", "title", "author")
    }
    named = "".join(f"<tr><td><a href='{path}'>[ {path[10:]} ]</a></td></tr>" for path in views)
    pages = {**STORIES, **views, "/a-z": page(f"<table>{named}</table>")}
    with small_portal(tmp_path, pages) as portal:
        found = propose(portal, "/a-z")
        assert found.index is not None and found.index.pages == len(views)


def test_only_articles_of_the_sitemap_count_where_there_is_one():
    """Half of what the first candidate lists are pages to print."""
    first = WalkedList((*PATHS[:9], *(f"/print{path}" for path in PATHS[:9])), sizes=(18,))
    second = WalkedList(tuple(PATHS[:12]), sizes=(12,))
    cards = judge_walks([first, second], address_key, PATHS)
    assert [len(card.reached) for card in cards] == [9, 12]
    assert cards[1].is_better(cards[0])


def test_days_that_have_an_article_each_do_not_show_what_repeats(tmp_path: Path):
    """The third day of each month has several, and so has the last month several days."""
    days = {
        f"/archive/2024/{month:02}/{day:02}/": part(PATHS, 3 * month + day - 4, 18)
        for month in range(1, 7)
        for day in ((1, 2, 3) if month == 6 else (1,))
    }
    lists = {path: listing(*own) for path, own in days.items() if own}
    months = {
        path: page(links(*(day for day in lists if day.startswith(path))))
        for path in (f"/archive/2024/{month:02}/" for month in range(1, 7))
    }
    start = page(links(*months))
    expected = {path for own in days.values() for path in own}
    with small_portal(tmp_path, {**STORIES, **lists, **months, "/a-z": start}) as portal:
        portal.executor = "serial"
        found = propose(portal, "/a-z")
        assert found.index is not None and len(found.index.levels) == 2
        text = proposed_yaml(found).replace(portal.base, "BASE")
        rules = "\n".join(line for line in text.splitlines() if not line.startswith("portal:"))
        portal.crawl(rules.replace("home: BASE/\n", ""))
        assert {*portal.articles()} == expected


def test_articles_with_a_short_name_below_their_day_are_no_windows(tmp_path: Path):
    """One of the days has none."""
    texts = [*STORIES.values()]
    days = [f"/2025/01/{day:02}/" for day in range(1, 13)]
    own = {day: [f"{day}a1", f"{day}a2"] if n != 6 else [] for n, day in enumerate(days)}
    stories = {path: texts[n] for n, path in enumerate(chain.from_iterable(own.values()))}
    heads = {
        path: f'<h2><a href="{path}">Who sold the mill {n}</a></h2>'
        for n, path in enumerate(stories)
    }
    lists = {day: f"<main>{''.join(heads[path] for path in own[day])}</main>" for day in days}
    start = "".join(f'<h3><a href="{day}">Day {day[9:11]}</a></h3>' for day in days)
    with small_portal(tmp_path, {**stories, **lists, "/": f"<main>{start}</main>"}) as portal:
        portal.executor = "serial"
        found = propose(portal, "/")
        assert found.index is not None
        assert found.articles and {urlsplit(url).path for url in found.articles} <= {*stories}


def test_pages_to_print_are_not_counted_among_the_articles_of_an_index(tmp_path: Path):
    def title_of(path: str) -> str:
        return f"The mill of the town of {chr(97 + PATHS.index(path)) * 4}"

    def item(path: str) -> str:
        title, number = title_of(path), PATHS.index(path)
        return f"<i><a href='{path}'>{title}</a></i><i><a href='/print/{number}'>{title}</a></i>"

    def story(path: str, menu: str) -> str:
        return STORIES[path].replace("<body>", f"<body><h1>{title_of(path)}</h1>{menu}", 1)

    letters = {f"/a-z/{n}": page("".join(map(item, part(PATHS, n, 4)))) for n in range(4)}
    pages = {path: text.replace(BOX, "") for path, text in letters.items()}
    pages |= {path: story(path, MENU) for path in PATHS}
    pages |= {f"/print/{n}": story(path, "") for n, path in enumerate(PATHS)}
    pages |= {"/a-z": page(links(*letters)).replace(BOX, "")}
    with small_portal(tmp_path, pages) as portal:
        found = propose(portal, "/a-z")
        assert found.index is not None and found.index.articles == len(PATHS)
        assert "print/" in found.links[0].css


@pytest.mark.parametrize(("left_out", "relation"), [(0, "next"), (1, "prev-archive"), (1, "next")])
def test_what_an_index_lacks_and_the_feed_has_is_said(
    left_out: int, relation: str, tmp_path: Path
) -> None:
    """One story is below no letter, and in the older file of the feed."""
    paths = PATHS[left_out:]
    letters = {f"/a-z/{chr(97 + n)}": listing(*part(paths, n, 5)) for n in range(5)}
    linked = '<link rel="alternate" type="application/atom+xml" href="/feed">'
    front = page(links(*letters)).replace("<body>", f"<head>{linked}</head><body>")
    pages = {**letters, "/a-z": front}
    pages = {path: text.replace(BOX, "") for path, text in pages.items()}
    with small_portal(tmp_path, {**STORIES, **pages}) as portal:
        newer, older = (
            "".join(f'<entry><title>S</title><link href="{portal.base}{p}"/></entry>' for p in some)
            for some in (PATHS[3:9], PATHS[:3])
        )
        atom = '<feed xmlns="http://www.w3.org/2005/Atom">{}</feed>'
        portal.pages["/feed"] = atom.format(f'<link rel="{relation}" href="/feed/1"/>{newer}')
        portal.pages["/feed/1"] = atom.format(older)
        found = propose(portal, "/a-z")
    assert found.index is not None
    said = [each for each in list_doubts(found) if each.kind == "not-listed"]
    assert len(said) == left_out and all(each.first.endswith(PATHS[0]) for each in said)
