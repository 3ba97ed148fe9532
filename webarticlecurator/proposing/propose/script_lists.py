"""Portals whose lists only scripts show: what they load is searched for what a browser shows.

The list is where the titles and the addresses of the shown links are, the article where the
paragraphs of the shown text are. The rules that are written read the same data without a browser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qsl, urlsplit

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import (
    DataArticle,
    DataProposal,
    FieldLine,
    LearnedLine,
    LearnedRules,
    Proposal,
)
from webarticlecurator.crawling.archive.link_anchors import find_anchors
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_links
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.list_pages.data_lists import MIN_ARTICLES
from webarticlecurator.proposing.list_pages.json_places import (
    JsonList,
    find_common_template,
    find_lists,
    list_values,
)
from webarticlecurator.proposing.list_pages.more_button import find_more_button
from webarticlecurator.proposing.list_pages.next_pages import find_page_template
from webarticlecurator.proposing.propose.article_samples import (
    MAX_ARTICLES,
    choose_samples,
    list_headings,
    make_portal,
)
from webarticlecurator.proposing.propose.observed_pages import (
    FoundText,
    Observed,
    find_text,
    list_paragraphs,
    measure_cover,
    observe_page,
    read_text,
    shorten_template,
    write_text_rule,
)
from webarticlecurator.proposing.propose.sample_readings import (
    collect_readings,
    doubt_readings,
    read_samples,
)
from webarticlecurator.proposing.propose.visits import Visits, read_page

MIN_SHARE = 0.8
"""Share of the items of a list whose titles a link must show."""
MIN_LETTERS = 12
"""Letters of a title."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class _Listed:
    """A list in an answer: its items that the page links, and the addresses of these links."""

    answer: Page
    found: JsonList
    addresses: tuple[str, ...]


def propose_script_list(
    observed: Observed, proposal: Proposal, visits: Visits, runtime: Runtime
) -> DataProposal | None:
    """Return the list that a page loads and a browser shows, with the address of its articles: of
    their pages where these have the text, else of the data that they load."""
    listed = _find_list(observed)
    if listed is None:
        observed, listed = _find_clicked_list(observed, visits, runtime)
    if listed is None:
        return None
    places = dict.fromkeys((0, len(listed.addresses) // 2))
    items = [listed.found.items[each] for each in places]
    shown = [observe_page(listed.addresses[each], "looking at", visits, runtime) for each in places]
    articles = [each for each in shown if each is not None]
    texts = [list_paragraphs(each.page, observed.page) for each in articles]
    if len(articles) < len(places) or not all(texts):
        return None
    raw = [read_page(each.page.url, visits, runtime) for each in articles]
    public = find_common_template(listed.addresses, listed.found.items)
    if all(
        page and measure_cover(text, fold_text(read_text(page))) > 0
        for page, text in zip(raw, texts, strict=True)
    ):
        link, article = public, None
    else:
        answers = [
            find_text(each.answers, text) for each, text in zip(articles, texts, strict=True)
        ]
        known = [each for each in answers if each is not None and each.path]
        if len(known) < len(items) or len({(each.path, each.is_markup) for each in known}) > 1:
            return None
        link = find_common_template([each.answer.url for each in known], items)
        article = _write_article(articles, known, proposal)
    if link is None:
        return None
    rule = Rule(
        kind="json",
        expression=f"{listed.found.path}.{link[0]}",
        template=shorten_template(link[1], listed.answer.url),
    )
    links = select_links((rule,), listed.answer)
    if article is not None and public is not None and public[0] == link[0]:
        own, shown_at = shorten_template(link[1], public[1]), shorten_template(public[1], link[1])
        pattern = "([^/?#&]+)".join(map(re.escape, own.split("{}")))
        article = replace(article, public=(f"{pattern}$", shown_at.replace("{}", r"\1")))
    data = DataProposal(listed.answer.url, rule, links, article=article)
    return _add_pages(data, listed, observed, visits, runtime)


def add_data_articles(
    proposal: Proposal,
    rules: DataArticle,
    links: tuple[str, ...],
    visits: Visits,
    runtime: Runtime,
) -> Proposal:
    """Return the proposal with the ``rules`` for articles in data, as they read some of them."""
    chosen = choose_samples(visits.stored_among(links))[:MAX_ARTICLES]
    read = [page for url in chosen if (page := read_page(url, visits, runtime)) is not None]
    root = LearnedLine("body", "all of the value that is the text")
    article = LearnedRules(roots=(root,), is_precise=True, fields=rules.fields)
    found = replace(proposal, article=article, articles=tuple(page.url for page in read))
    samples = read_samples(proposed_yaml(found), read)
    doubts = (*proposal.doubts, *doubt_readings(samples, proposal.title))
    return replace(found, readings=collect_readings(samples), doubts=doubts)


def _find_list(observed: Observed) -> _Listed | None:
    """Return the longest list in what a page has loaded whose titles its links show."""
    anchors = [(fold_text(each.text), each.address) for each in find_anchors(observed.page)]
    best: _Listed | None = None
    for answer in observed.answers:
        for found in find_lists(answer.json, MIN_ARTICLES):
            known = [(_find_address(item, anchors), item) for item in found.items]
            linked = [(url, item) for url, item in known if url]
            is_list = len({url for url, _ in linked}) >= MIN_SHARE * len(known)
            if is_list and (best is None or len(linked) > len(best.addresses)):
                items = replace(found, items=tuple(item for _, item in linked))
                best = _Listed(answer, items, tuple(url for url, _ in linked))
    return best


def _find_clicked_list(
    observed: Observed, visits: Visits, runtime: Runtime
) -> tuple[Observed, _Listed | None]:
    """Return the first part of a list whose next part a button loads, where the number in its
    address leads back to what the page shows before; and what was loaded in all."""
    button = find_more_button(observed.page)
    if button is None:
        return observed, None
    clicked = observe_page(observed.page.url, "clicking on", visits, runtime, button.css)
    further = _find_list(clicked) if clicked is not None else None
    if clicked is None or further is None:
        return observed, None
    loaded = replace(observed, answers=(*observed.answers, *clicked.answers))
    url = further.answer.url
    for name, value in parse_qsl(urlsplit(url).query):
        for step in (1, len(further.found.items)) if value.isdecimal() else ():
            first = url.replace(f"{name}={value}", f"{name}={int(value) - step}")
            page = read_page(first, visits, runtime)
            found = page and _find_list(Observed(observed.page, (page,)))
            if found:
                return loaded, found
    return loaded, None


def _find_address(item: Mapping[str, str], anchors: Sequence[tuple[str, str]]) -> str:
    """Return the address of the link that shows the longest text of an item; "" without one."""
    texts = sorted({fold_text(each) for each in item.values()}, key=lambda text: (-len(text), text))
    for text in texts:
        if len(text) < MIN_LETTERS:
            break
        for shown, address in anchors:
            if text in shown:
                return address
    return ""


def _write_article(
    shown: Sequence[Observed], found: Sequence[FoundText], proposal: Proposal
) -> DataArticle:
    """Return the rules for an article in data, whose text was ``found``."""
    path, is_markup = found[0].path, found[0].is_markup
    portal = make_portal(proposal)
    values = [
        {place: value for place, value in list_values(each.answer.json) if place != path}
        for each in found
    ]
    fields: list[tuple[str, tuple[FieldLine, ...]]] = []
    read = [read_metadata(each.page, portal, portal.article)[0] for each in shown]
    for name in ("title", "authors", "published"):
        wanted = [metadata.texts(name) for metadata in read]
        if name == "title":
            wanted = [
                [*texts, *list_headings(each.page)]
                for texts, each in zip(wanted, shown, strict=True)
            ]
        place = next(
            (
                place
                for place in values[0]
                if all(
                    _is_same(name, each.get(place, ""), texts)
                    for each, texts in zip(values, wanted, strict=True)
                )
            ),
            None,
        )
        if place is not None:
            fields.append((name, (FieldLine({"json": place}, "as a browser shows it"),)))
    return DataArticle(write_text_rule(path, is_markup=is_markup), tuple(fields))


def _is_same(name: str, value: str, shown: Sequence[str]) -> bool:
    """Return True if a value in data is one of those that a browser shows."""
    if name == "published":
        return bool(_DAY.match(value)) and value[:10] in {each[:10] for each in shown}
    return bool(value) and " ".join(value.split()) in {" ".join(each.split()) for each in shown}


def _add_pages(
    data: DataProposal, listed: _Listed, observed: Observed, visits: Visits, runtime: Runtime
) -> DataProposal:
    """Return the proposal with the address of the further answers, as the page has loaded one when
    it was scrolled or its button was clicked; else by the number in its address."""
    second = _find_second(listed, observed.answers)
    button = find_more_button(observed.page) if second is None else None
    if button is not None:
        clicked = observe_page(observed.page.url, "clicking on", visits, runtime, button.css)
        second = _find_second(listed, clicked.answers) if clicked is not None else None
    if second is None:
        template = find_page_template(data.url)
        number = int(_read_field(template, data.url)) if template else 0
        further = template and read_page(
            template.replace("{page}", str(number + 1)), visits, runtime
        )
        links = select_links((data.rule,), further) if further else ()
        if not links or {*links} <= {*data.links}:
            return data
        return replace(data, template=template, first=number)
    before, after = (parse_qsl(urlsplit(url).query) for url in (data.url, second.url))
    changed = [(name, value) for name, value in after if (name, value) not in before]
    if len(changed) != 1:
        return data
    ((name, value),) = changed
    template = second.url.replace(f"{name}={value}", f"{name}={{}}")
    if not value.isdecimal():
        paths = (path for path, each in list_values(listed.answer.json) if each == value)
        path = next((each for each in paths if "[]" not in each), None)
        if path is None:
            return data
        following = Rule(
            kind="json", expression=path, template=shorten_template(template, data.url)
        )
        return replace(data, next=following)
    first = dict(before).get(name, "")
    count = len(listed.found.items)
    start = int(first) if first.isdecimal() else (0 if int(value) >= count else int(value) - 1)
    begins_on = "" if first else data.url
    return replace(
        data,
        template=template.replace("{}", "{page}"),
        first=start,
        step=int(value) - start,
        begins_on=begins_on,
    )


def _find_second(listed: _Listed, answers: Sequence[Page]) -> Page | None:
    """Return the answer with the next part of a list: at the same path, with other items."""
    own = urlsplit(listed.answer.url)
    for answer in answers:
        is_same = urlsplit(answer.url)[:3] == own[:3]
        if is_same and normalize_address(answer.url) != normalize_address(listed.answer.url):
            lists = (each for each in find_lists(answer.json, 1) if each.path == listed.found.path)
            if any(each.items[:1] != listed.found.items[:1] for each in lists):
                return answer
    return None


def _read_field(template: str, url: str) -> str:
    before, _, after = template.partition("{page}")
    return url[len(before) : len(url) - len(after)]
