"""The list of articles that a bar of a page opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model.corpus_dimensions import VERDICTS, BarKey
from webarticlecurator.base.model.corpus_numbers import ListedArticle
from webarticlecurator.base.text.html_text import escape_label, escape_line
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.corpus.charts.bar_names import count_articles
from webarticlecurator.corpus.charts.export_hint import describe_export, selects_bar

_HEAD = (
    make_message("date"),
    make_message("title"),
    make_message("address"),
    "TEI",
    make_message("identifier"),
)
_LINKED = ("http://", "https://")


@dataclass(frozen=True)
class ArticleLists:
    """The articles of each bar, as many as a page shows; ``config`` names the portal file in
    commands. ``totals``: how many articles bars have whose length is another number.
    ``find_address`` returns where the list of a bar is, "" if it is on the page."""

    articles: Mapping[BarKey, tuple[ListedArticle, ...]]
    config: str
    totals: Mapping[BarKey, int] = field(default_factory=dict)
    find_address: Callable[[BarKey], str] = lambda _bar: ""

    def write(self, key: str, name: str, length: int) -> str:
        """Return the list of a bar as HTML; empty if none are listed. ``length``: the number of its
        articles, unless it is one of ``totals``."""
        listed = self.articles.get((key, name), ())
        if not listed:
            return ""
        total = self.totals.get((key, name), length)
        title = make_message("evidence") if key == VERDICTS else _HEAD[1]
        cells = "".join(
            f'<th scope="col">{translate(each)}</th>' for each in [_HEAD[0], title, *_HEAD[2:]]
        )
        rows = "".join(map(_write_article, listed))
        table = f"<table>\n<thead><tr>{cells}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
        return table + self._describe_rest(key, name, total - len(listed))

    def _describe_rest(self, key: str, name: str, number: int) -> str:
        """Return how many articles are left out, and the command that lists them."""
        if number <= 0:
            return ""
        if key == VERDICTS:
            more = translate("{articles} more", articles=count_articles(number))
            return f'<p class="quiet">{more}</p>\n'
        command = f"<code>{escape_label(describe_export(self.config, key, name))}</code>"
        more = (
            translate(
                "{articles} more: {command} lists all of them",
                articles=count_articles(number),
                command=command,
            )
            if selects_bar(key, name)
            else translate(
                "{articles} more: {command} lists the articles of all bars",
                articles=count_articles(number),
                command=command,
            )
        )
        return f'<p class="quiet">{more}</p>\n'


def _write_article(article: ListedArticle) -> str:
    address = escape_label(article.url)
    # a longer address is cut in its label
    link = (
        f'<a href="{escape_line(article.url)}" rel="noreferrer">{address}</a>'
        if article.url.startswith(_LINKED)
        else address
    )
    cells = (
        escape_label(write_date(article.date)),
        f"<bdi>{escape_label(article.title)}</bdi>",
        link,
        escape_label(article.path),
        escape_label(article.id),
    )
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"
