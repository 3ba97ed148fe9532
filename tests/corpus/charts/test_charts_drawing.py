"""Charts as SVG: bars as long as their numbers, names as text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from charts_material import COUNTS, make_numbers
from lxml import etree

from webarticlecurator.corpus.charts.bar_chart import WIDTH, Bar, draw_columns, draw_rows
from webarticlecurator.corpus.charts.corpus_charts import draw_corpus
from webarticlecurator.corpus.charts.drawing import Drawing, measure_text, shorten_text
from webarticlecurator.corpus.charts.svg import write_svg

SVG = "{http://www.w3.org/2000/svg}"


def charts(**counts: dict[str, int]) -> dict[str, Drawing]:
    return dict(draw_corpus(make_numbers({**COUNTS, **counts})))


def labels(drawing: Drawing) -> list[str]:
    return [label.text for label in drawing.labels]


def below(drawing: Drawing) -> list[str]:
    """The labels below the bars."""
    return [
        label.text
        for label in drawing.labels
        if label.anchor == "middle" and label.text[0].isdigit()
    ]


def test_rows_are_as_long_as_their_numbers() -> None:
    drawing = draw_rows("Author", "articles", [Bar("A", 10), Bar("B", 5), Bar("C", 0)])
    longest, half, none = drawing.boxes
    assert (half.width, none.width) == (longest.width / 2, 0)
    assert labels(drawing) == [
        *("Author: articles", "A", "10", "B", "5", "C", "0"),
        *("Author", "articles"),  # the titles of the axes
    ]
    assert drawing.boxes[0].meaning == "A: 10 articles"


def test_columns_are_as_high_as_their_numbers_and_stand_on_one_line() -> None:
    drawing = draw_columns("Year", "words", [Bar("2001", 10), Bar("2002", 0), Bar("2003", 5)])
    first, last = drawing.boxes  # none for 0
    assert last.height == first.height / 2
    assert first.y + first.height == last.y + last.height
    assert labels(drawing) == [
        "Year: words",
        *("10", "8", "6", "4", "2", "0"),
        *("2001", "2002", "2003"),
        *("Year", "words"),  # the titles of the axes
    ]
    assert [label.text for label in drawing.labels if label.is_turned] == ["words"]


def test_names_below_many_columns_do_not_overlap() -> None:
    drawing = draw_columns("Year", "articles", [Bar(f"{year}", 1) for year in range(1500, 2024)])
    below = [label for label in drawing.labels if label.text.isdigit() and label.anchor == "middle"]
    assert len(below) > 5
    width = measure_text("1500")
    assert all(other.x - one.x > width for one, other in pairwise(below))
    assert all(box.x >= 0 and box.x + box.width <= WIDTH for box in drawing.boxes)


def test_years_and_months_without_articles_have_their_place() -> None:
    drawn = charts(years={"2001": 2, "2004": 5}, months={"2001-12": 2, "2002-03": 5})
    assert below(drawn["years"]) == ["2001", "2002", "2003", "2004"]
    first, last = drawn["months"].boxes
    step = first.width / 0.9
    assert last.x - first.x == pytest.approx(3 * step)
    assert below(drawn["months"]) == ["2001-12", "2002-01", "2002-02", "2002-03"]


def test_of_many_months_each_january_has_its_year() -> None:
    drawn = charts(months={"2001-11": 2, "2004-02": 5})["months"]
    assert below(drawn) == ["2002", "2003", "2004"]
    # a mark stands below each label
    marks = {line.x for line in drawn.lines if line.x == line.to_x}
    assert marks == {label.x for label in drawn.labels if label.text in below(drawn)}


@pytest.mark.parametrize(
    ("most", "scale"),
    [
        (0, [0]),
        (1, [0, 1]),
        (7, [0, 2, 4, 6, 8]),
        (100, [0, 20, 40, 60, 80, 100]),
        (101, [0, 50, 100, 150]),
        (1234, [0, 500, 1000, 1500]),
    ],
)
def test_a_scale_has_round_numbers_up_to_the_largest_bar(most: int, scale: list[int]) -> None:
    drawing = draw_columns("Year", "articles", [Bar("2001", most)])
    numbers = [each.text for each in drawing.labels if each.anchor == "end"]
    assert numbers == [f"{number:,}" for number in reversed(scale)]


def test_a_wrong_date_does_not_stretch_the_chart() -> None:
    drawn = charts(months={"0001-01": 3, "2024-01": 5, "": 2})
    assert len(drawn["months"].boxes) == 1
    assert labels(drawn["months"])[0] == (
        "Month of publication (and 3 earlier, 2 without a month): articles"
    )
    kept = charts(months={"1974-02": 3, "2024-01": 5})["months"]
    assert len(kept.boxes) == 2
    assert labels(kept)[0] == "Month of publication: articles"


def test_every_chart_is_svg_with_title_and_summary() -> None:
    drawn = charts()
    assert set(drawn) == {*COUNTS, "years-words", "months-words", "verdicts"}
    for name, drawing in drawn.items():
        root = etree.fromstring(write_svg(drawing).encode("utf-8"))
        assert (root.tag, root.get("role")) == (f"{SVG}svg", "img"), name
        assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
        assert len(root.findall(f"{SVG}rect")) == len(drawing.boxes)
        assert write_svg(drawing) == write_svg(drawing)


def test_names_in_svg_are_text_whatever_they_are() -> None:
    name = '"><script>\u202e\x00\ufffe& 汉字'
    written = write_svg(draw_rows("Author", "articles", [Bar(name, 1)]))
    root = etree.fromstring(written.encode("utf-8"))
    assert root.findall(f".//{SVG}script") == []
    (shown,) = (each.text for each in root.iter(f"{SVG}text") if "汉字" in (each.text or ""))
    assert shown == r'"><script>\u202e' + "\ufffd\ufffd& 汉字"


def test_long_names_are_cut_to_their_room() -> None:
    assert shorten_text("short  name", 200) == "short name"
    for text in ("m" * 100, "汉" * 100):
        cut = shorten_text(text, 200)
        assert cut.endswith("…") and measure_text(cut) <= 200
    assert len(shorten_text("汉" * 100, 200)) < len(shorten_text("m" * 100, 200))
