"""Write the view of a page, and read the file again."""

from __future__ import annotations

from lxml import etree, html

from webarticlecurator.base.portal.article_rules import ArticleRules, BodyRules, TagRow
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.trial.marked_page import write_page_file
from webarticlecurator.proposing.trial.page_verdicts import PageVerdicts
from webarticlecurator.proposing.trial.verdicts import read_element_verdicts

URL = "https://echo.example/news/one.html"
STATES = ("kept", "unclaimed", "dropped", "outside")


def portal_with(
    root: str = "", drop: str = "", tags: tuple[tuple[str, str], ...] = (), **more: object
) -> Portal:
    """A portal with a root rule, a drop rule and rows of the tag dictionary, if they are given."""
    body = BodyRules(
        root=(Rule("css", root),) if root else (),
        drop=(Rule("css", drop),) if drop else (),
        tags=tuple(TagRow(*row, line=line) for line, row in enumerate(tags, 1)),
    )
    article = ArticleRules(body=body, **more)  # type: ignore[arg-type]
    return Portal(id="echo", home="https://echo.example/", article=article)


def view_page(portal: Portal, source: str) -> tuple[PageVerdicts, str]:
    """The verdicts on a page and its view."""
    verdicts = read_element_verdicts(portal, Page(URL, source))
    return verdicts, b"".join(write_page_file([verdicts])).decode("utf-8")


def shown_words(view: str) -> dict[str, list[str]]:
    """State → the words that the page in a view shows in its colour, in order."""
    (main,) = html.document_fromstring(view).cssselect("main.page")
    pieces: dict[str, list[str]] = {state: [] for state in STATES}
    for event, element in etree.iterwalk(main, events=("start", "end")):
        if element.tag in ("div", "br"):
            for each in pieces.values():
                each.append(" ")
        is_box = "box" in (element.get("class") or "").split()
        if event == "start" and not is_box:
            pieces[_state_of(element)].append(element.text or "")
        elif event == "end" and element is not main:
            pieces[_state_of(element.getparent())].append(element.tail or "")
    return {state: "".join(texts).split() for state, texts in pieces.items()}


def _state_of(element: etree._Element) -> str:
    for outer in (element, *element.iterancestors()):
        found = [name for name in (outer.get("class") or "").split() if name in STATES]
        if found:
            return found[0]
    raise AssertionError("text without a colour")
