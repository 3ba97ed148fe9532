"""Pages and tables made up for the tests of tags."""

from __future__ import annotations

from lxml import html

from webarticlecurator.articles.blocks.tag_dictionary import Tagger
from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.proposing.tags.inventory import Inventory, PageTally
from webarticlecurator.proposing.tags.inventory_table import Table, parse_table
from webarticlecurator.proposing.tags.tag_evidence import tally_elements


def tally(
    source: str, *rows: TagRow, url: str = "https://echo.example/1", drop: str = ""
) -> PageTally:
    """Return the tally of one page whose root is the outermost element of ``source``; ``drop`` is
    an XPath."""
    root = html.fromstring(source)
    drops = dict.fromkeys(root.xpath(drop), "drop") if drop else {}
    return tally_elements(url, [root], drops, Tagger(rows, base_tags()))


def inventory_of(*sources: str, rows: tuple[TagRow, ...] = ()) -> Inventory:
    """Return the inventory of pages at https://echo.example/1, /2 …"""
    made = Inventory(with_tree=True)
    for number, source in enumerate(sources, 1):
        made.add(tally(source, *rows, url=f"https://echo.example/{number}"))
    return made


def table(*lines: str) -> Table:
    """Return a table whose cells are separated by ``|``."""
    return parse_table("".join("\t".join(line.split("|")) + "\n" for line in lines), "made-up.tsv")
