"""The made pages from which the classifier learns hold their text, and nothing of it is lost."""

from __future__ import annotations

from benches import import_bench

from webarticlecurator.pages.page.page import read_page

made_pages, labelled = import_bench("training.made_pages"), import_bench("training.labelled_page")
TEXT = "\n".join(
    f"On day {n} readers came from the village by the {place}, and the mayor, who had promised to"
    f" come, stood in the queue of {n + 3} people like everybody; nobody was surprised by that."
    for n, place in enumerate("river bridge hill mill wood lake pass weir fort well".split() * 4)
)
OTHER = "\n".join(
    f"The pool beside house {n} stays closed until the {month}, said the office, and those who swim"
    f" there in every week of the year must go to pool number {n + 2} until it opens again."
    for n, month in enumerate("spring summer autumn winter".split() * 10)
)


def test_the_units_with_the_text_are_labelled_and_few_others() -> None:
    for number in range(40):
        made = made_pages.make_page(f"seed {number}", TEXT, [OTHER])
        assert made is not None
        page = labelled.label_page(
            read_page("https://echo.example/a", made.content, "text/html"), made.text
        )
        found = page.f1(n for n, label in enumerate(page.labels) if label)
        assert found > 0.85, number
        assert not all(page.labels), number


def test_the_seed_decides_the_page() -> None:
    first, again, other = (made_pages.make_page(seed, TEXT, [OTHER]) for seed in ("a", "a", "b"))
    assert first == again != other


def test_of_a_few_lines_no_page_is_made() -> None:
    assert made_pages.make_page("a", "One line.\nAnother one.", [OTHER]) is None
