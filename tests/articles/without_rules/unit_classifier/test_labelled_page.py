"""Units of pages with known text are labelled as text of the article or not."""

from __future__ import annotations

import pytest
from benches import import_bench

from webarticlecurator.pages.page.page import Page

bench = import_bench("training.labelled_page")
label_page, label_units, list_tokens = bench.label_page, bench.label_units, bench.list_tokens

PROSE = [
    f"Paragraph {n} says that the {word} of the town was opened in the {n}th year, as all had hoped."
    for n, word in enumerate("bridge school tower market library station".split(), 3)
]
PAGE = (
    "<html><head><title>The year of the town</title></head><body>"
    '<nav><ul><li><a href="/a">Home</a></li><li><a href="/b">The town</a></li></ul></nav>'
    "<div><h1>The year of the town</h1>"
    + "".join(f"<p>{text}</p>" for text in PROSE)
    + f"<figure><img src='x.jpg'><figcaption>{PROSE[0]}</figcaption></figure>"
    "<div>Write to us if you were there too</div></div></body></html>"
)


@pytest.mark.parametrize(
    ("units", "text", "labels"),
    [
        (["one two three four", "five six"], "one two three nothing", [1, 0]),
        (["one two three four"], "one two", [0]),  # half is not most
        (["five six", "five"], "five six", [1, 0]),
        (["read more"], "read", [0]),  # of two words, all must be there
        ([], "one", []),
    ],
)
def test_a_unit_is_text_if_most_of_its_words_are(units, text, labels):
    assert label_units([list_tokens(unit) for unit in units], list_tokens(text)) == labels


def test_words_are_in_small_letters_and_ideographs_one_by_one():
    assert list_tokens("Árvíz, 2020! 東京へ") == ["árvíz", "2020", "東", "京", "へ"]


def test_candidates_of_a_page_are_labelled():
    page = label_page(Page("https://echo.example/1", PAGE), "\n".join(PROSE))
    texts = {unit.text: label for unit, label in zip(page.units, page.labels, strict=True) if label}
    assert list(texts) == PROSE
    assert len(page.places) == len(page.rows) < len(page.units) == len(page.words)
    assert sum(page.weights()) == pytest.approx(1)
    kept = [n for n, label in enumerate(page.labels) if label]
    assert page.f1(kept) == 1.0
    assert page.f1(range(len(page.units))) < 1.0
    assert page.f1([]) == 0.0


def test_captions_are_no_text_and_never_count():
    page = label_page(Page("https://echo.example/1", PAGE), "\n".join(PROSE))
    assert page.figures
    assert not any(page.labels[n] for n in page.figures)
    assert page.f1(page.figures) == 0.0


def test_a_marked_text_that_ends_before_its_siblings_is_doubtful():
    whole = label_page(Page("https://echo.example/1", PAGE), "\n".join(PROSE))
    assert whole.share_behind_end() == 0
    cut = label_page(Page("https://echo.example/1", PAGE), "\n".join(PROSE[:3]))
    assert cut.share_behind_end() == pytest.approx(1, abs=0.05)
