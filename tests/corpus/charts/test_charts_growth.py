"""The growth of a corpus over its runs, in words and as charts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import html5lib
from charts_material import make_article, make_numbers, make_page, make_runs

from webarticlecurator.base.model.corpus_run import RunCounts
from webarticlecurator.corpus.charts.bar_articles import ArticleLists
from webarticlecurator.corpus.charts.bar_names import name_bar
from webarticlecurator.corpus.charts.corpus_charts import draw_corpus
from webarticlecurator.corpus.charts.corpus_html import write_corpus_page
from webarticlecurator.corpus.charts.corpus_text import write_corpus_text
from webarticlecurator.corpus.charts.growth_chart import MAX_RUNS, choose_runs, describe_other_runs

TWO = make_runs(("2024-05-02T12:00", "2024-05-03T13:30"))


def read_page(page: str) -> Any:
    builder = html5lib.getTreeBuilder("lxml")
    return html5lib.HTMLParser(builder, strict=True, namespaceHTMLElements=False).parse(page)


def test_runs_are_printed_with_what_the_corpus_held() -> None:
    lines = list(write_corpus_text(make_numbers(runs=TWO)))
    start = next(n for n, line in enumerate(lines) if line.startswith("Growth over runs"))
    assert lines[start].split()[3:] == ["listed", "fetched", "rejected", "in", "TEI", "words"]
    assert [line.split() for line in lines[start + 1 : start + 3]] == [
        ["2024-05-02", "12:00", "UTC,", "crawl", "5", "4", "1", "2", "100"],
        ["2024-05-03", "13:30", "UTC,", "crawl", "7", "6", "1", "4", "200"],
    ]


def test_a_run_tells_what_is_new_since_the_one_before() -> None:
    first, second = choose_runs(TWO)
    assert (first.size, second.size) == ("2 articles, 100 words", "4 articles, 200 words")
    assert first.details == "+2 in TEI; 5 listed, 4 fetched, 1 rejected"
    assert second.details == "+2 in TEI; 7 listed, 6 fetched, 1 rejected"
    less = replace(TWO[1], counts=RunCounts(5, 4, 3, 1, None))
    _, removed = choose_runs((TWO[0], less))
    assert (removed.size, removed.details[:9]) == ("1 article", "-1 in TEI")


def test_runs_without_counts_are_counted_but_not_shown() -> None:
    older = tuple(replace(run, counts=None) for run in TWO)
    assert choose_runs(older) == ()
    (sentence,) = describe_other_runs(older)
    assert sentence == "2 runs have not counted what the corpus holds."
    lines = list(write_corpus_text(make_numbers(runs=older)))
    assert sentence in lines
    assert not any(line.startswith("Growth over") for line in lines)


def test_of_many_runs_the_last_one_of_each_day_month_or_year_is_shown() -> None:
    hourly = make_runs(f"2024-05-{n // 20 + 1:02}T{n % 20:02}:00" for n in range(200))
    shown = choose_runs(hourly)
    assert [each.run.started[:13] for each in shown] == [f"2024-05-{n:02}T19" for n in range(1, 11)]
    assert shown[1].details.startswith("+40 in TEI")
    assert [each.bar[1] for each in shown[:2]] == ["2024-05-01/2024-05-01", "2024-05-02/2024-05-02"]
    assert describe_other_runs(hourly)[0].startswith("190 runs are left out")

    daily = make_runs(f"2024-{n // 28 + 1:02}-{n % 28 + 1:02}T10:00" for n in range(84))
    assert [each.run.started[:10] for each in choose_runs(daily)] == [
        *("2024-01-28", "2024-02-28", "2024-03-28")
    ]
    assert choose_runs(daily)[1].bar == ("captured", "2024-02-01/2024-02-28")
    yearly = make_runs(f"{1900 + n}-01-01T10:00" for n in range(80))
    assert [each.run.started[:4] for each in choose_runs(yearly)][::29] == ["1950", "1979"]
    assert len(choose_runs(yearly)) == MAX_RUNS


def test_growth_is_drawn_with_a_bar_for_each_run() -> None:
    drawings = dict(draw_corpus(make_numbers(runs=TWO)))
    first, second = drawings["growth"].boxes
    assert second.height == 2 * first.height
    assert second.meaning == "2024-05-03 13:30 UTC, crawl: 4 articles in TEI"
    assert drawings["growth-words"].boxes[0].meaning.endswith(": 100 words")
    assert "growth" not in dict(draw_corpus(make_numbers()))


def test_the_page_has_a_bar_for_each_run_with_its_other_counts() -> None:
    page = make_page(make_numbers(runs=TWO), make_article(1))
    (section,) = read_page(page).xpath("//section[@aria-labelledby='growth']")
    bars = section.xpath(".//details")
    assert [bar.xpath("string(summary/bdi)") for bar in bars] == [
        *("2024-05-02 12:00 UTC, crawl", "2024-05-03 13:30 UTC, crawl")
    ]
    assert bars[1].xpath("string(div/p[1])") == "+2 in TEI; 7 listed, 6 fetched, 1 rejected"


def test_a_run_opens_the_articles_first_captured_on_its_days() -> None:
    days = TWO[1].days[0]
    bar = ("captured", f"{days}/{days}")
    lists = ArticleLists({bar: (make_article(1), make_article(2))}, "small.yaml", {bar: 3})
    page = b"".join(write_corpus_page(make_numbers(runs=TWO), lists)).decode()
    (section,) = read_page(page).xpath("//section[@aria-labelledby='growth']")
    first, second = section.xpath(".//details")
    assert not first.xpath(".//tr")
    assert len(second.xpath(".//tbody/tr")) == 2
    assert "1 article more" in second.xpath("string(div)")
    assert name_bar(*bar) == "2024-05-03"
    assert name_bar("captured", "2024-05-01/2024-05-03") == "2024-05-01 to 2024-05-03"
    assert name_bar("captured", "2024-05-01/") == "2024-05-01 to now"
