"""Pages as a browser shows them, with what they load: where a text is in that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from webarticlecurator.articles.units.text_units import fold_text, list_page_units
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.data_lists import has_scripts
from webarticlecurator.proposing.list_pages.json_places import list_values
from webarticlecurator.proposing.propose.visits import Visits, render_page

MIN_COVERED = 0.9
"""Share of the text that a browser shows, which one value must have."""
MAX_OBSERVED = 6
MIN_TEXT = 100
"""Letters of a text."""
_TAG = re.compile(r"<[^>]*>|&#?\w+;")


@dataclass(frozen=True)
class Observed:
    """A page as a browser shows it, and the data and pieces of pages that it has loaded."""

    page: Page
    answers: tuple[Page, ...]


@dataclass(frozen=True)
class FoundText:
    """A text in what a page has loaded: the answer, its path there ("" if that is a page), and
    whether it is markup."""

    answer: Page
    path: str
    is_markup: bool


def observe_page(
    url: str, what: str, visits: Visits, runtime: Runtime, click: str = ""
) -> Observed | None:
    """Return a page as a browser shows it with what it loads; None without a browser."""
    visit, loaded = render_page(url, what, visits, runtime, click)
    if visit is None or visit.trouble:
        return None
    pages = (each.read() for each in loaded.values() if not each.trouble)
    return Observed(visit.read(), tuple(pages))


def observe_articles(pages: Sequence[Page], visits: Visits, runtime: Runtime) -> list[Page]:
    """Return some of the articles as a browser shows them, where most have no text of their own
    without their scripts, and the first two have one there, each its own; else nothing."""
    others = dict(zip(pages, (*pages[1:], *pages[:1]), strict=True))
    empty = [
        page for page in pages if has_scripts(page) and not list_paragraphs(page, others[page])
    ]
    if 2 * len(empty) <= len(pages):
        return []
    shown: list[Page] = []
    for page in empty[:MAX_OBSERVED]:
        observed = observe_page(page.url, "looking at", visits, runtime)
        if observed is not None and list_paragraphs(observed.page, page, *shown[-1:]):
            shown.append(observed.page)
        elif len(shown) < 2:
            return []
    return shown


def list_paragraphs(page: Page, *others: Page) -> list[str]:
    """Return the paragraphs that a page shows and the others do not."""
    common = {fold_text(unit.text) for other in others for unit in list_page_units(other)}
    texts = (fold_text(unit.text) for unit in list_page_units(page) if unit.is_running_text)
    found = [text for text in texts if text not in common]
    return found if sum(map(len, found)) >= MIN_TEXT else []


def measure_cover(paragraphs: Sequence[str], text: str) -> float:
    """Return the share of paragraphs that a folded text has."""
    return sum(len(each) for each in paragraphs if each in text) / sum(map(len, paragraphs))


def read_text(page: Page) -> str:
    return " ".join(unit.text for unit in list_page_units(page))


def find_text(answers: Sequence[Page], paragraphs: Sequence[str]) -> FoundText | None:
    """Return which answer has nearly all of the paragraphs (folded), and where; of several places,
    the shortest text."""
    found = []
    for number, answer in enumerate(answers):
        texts: dict[str, list[str]] = {}
        for path, value in list_values(answer.json):
            texts.setdefault(path, []).append(value)
        if answer.json is None:
            texts[""] = ["<p>", read_text(answer)]
        for path, values in texts.items():
            text = fold_text(_TAG.sub(" ", " ".join(values)))
            if len(text) >= MIN_TEXT and measure_cover(paragraphs, text) >= MIN_COVERED:
                found.append((len(text), number, path, any("<" in value for value in values)))
    if not found:
        return None
    _, number, path, is_markup = min(found)
    return FoundText(answers[number], path, is_markup)


def write_text_rule(path: str, *, is_markup: bool) -> Rule:
    """Return the rule for the HTML that is at a path of JSON, or is made of the texts there."""
    outer, _, inner = path.rpartition("[]")
    if is_markup:
        expression = f"join('', {path})" if outer else path
    elif outer:
        value = inner.removeprefix(".") or "@"
        expression = f"join('', {outer}[].join('', ['<p>', {value}, '</p>']))"
    else:
        expression = f"join('', ['<p>', {path}, '</p>'])"
    return Rule(kind="json", expression=expression)


def shorten_template(template: str, url: str) -> str:
    """Return a template without the host, if it is that of an address."""
    parts = urlsplit(url)
    return template.removeprefix(f"{parts.scheme}://{parts.netloc}")
