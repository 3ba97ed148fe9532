"""What proposed rules read of what is known: sentences, what is doubtful, and where they differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webarticlecurator.base.text.translation import current_language, translate
from webarticlecurator.studio.frame.controls import label_prop
from webarticlecurator.studio.frame.widgets import (
    write_element,
    write_heading,
    write_items,
    write_link,
    write_mark,
    write_table_rows,
)
from webarticlecurator.studio.frame.window import view_address


def write_proof(proposal: Mapping[str, Any], portal_id: str) -> None:
    """Write the proof of a proposal as ``curator repair --json`` has it: whether it holds and why
    not, then the numbers, then each page that is read otherwise."""
    shown = {name: texts[current_language()] for name, texts in proposal["shown"].items()}
    with write_element("section", classes="studio-part").props(label_prop("Proof")):
        with write_heading("", 3):
            is_proved = proposal["proved"]
            write_mark(is_sure=is_proved)
            write_element(
                "span",
                translate("The proof holds.")
                if is_proved
                else translate("It is not proved: look at what it changes before you save it."),
            )
        for doubt in write_items(shown["doubts"], "studio-plain proposal-questions"):
            write_element("p", f"{doubt[:1].upper()}{doubt[1:]}")
        for words in write_items([*shown["proof"], *shown["remarks"]], "repair-sentences"):
            write_element("span", words)
        _write_articles(proposal, portal_id)
        _write_lists(proposal, portal_id)


def _write_articles(proposal: Mapping[str, Any], portal_id: str) -> None:
    """Write the articles that are read otherwise."""
    articles = [*proposal["control"]["articles"], *proposal["made"]["articles"]]
    different = [each for each in articles if each["differences"]]
    if not different:
        return
    columns = ((translate("Address"), ""), (translate("What differs"), ""))
    for article in write_table_rows(different, columns, "Articles that are read otherwise"):
        url = article["url"]
        with write_element("td", classes="studio-anywhere"):
            write_link(url, view_address(portal_id, "article", url=url))
        with write_element("td", classes="studio-anywhere"):
            for words in article["shown"][current_language()]:
                write_element("p", words)


def _write_lists(proposal: Mapping[str, Any], portal_id: str) -> None:
    """Write what is listed on the archive pages."""
    if not proposal["archive_pages"]:
        return
    columns = (
        (translate("Archive page"), ""),
        (translate("Known articles"), "number"),
        (translate("What differs"), ""),
    )
    for page in write_table_rows(proposal["archive_pages"], columns, "Archive pages"):
        url = page["url"]
        with write_element("td", classes="studio-anywhere"):
            write_link(url, view_address(portal_id, "archive", url=url))
        write_element("td", f"{page['known']}", "number")
        with write_element("td", classes="studio-anywhere"):
            write_mark(is_sure=page["same"])
            for words in page["shown"][current_language()]:
                write_element("p", words)
