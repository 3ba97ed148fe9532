"""Text of another page put on a page for training is no text of its article."""

from __future__ import annotations

import pytest
from benches import import_bench

bench = import_bench("training.other_texts")
damage = import_bench("training.damage")
LINE = "The town library opened its doors again on Monday, after works of two years"
OTHER = "The ferry between the two banks sailed on Saturday for the first time in years"
TEXT = "\n".join(f"{LINE}, part {n}." for n in range(6))
OTHER_TEXT = "\n".join(f"{OTHER}, part {n}." for n in range(6))


def page(title: str, text: str) -> bytes:
    lines = "".join(f"<p>{line}</p>" for line in text.splitlines())
    return f"<html><body><h1>{title}</h1><main>{lines}</main></body></html>".encode()


@pytest.mark.parametrize("page_id", [str(n) for n in range(8)])
@pytest.mark.parametrize("name", ["add_article", "add_list"])
def test_the_other_text_is_outside_the_article(name: str, page_id: str) -> None:
    change = getattr(bench, name)(page_id, page("Ferry", OTHER_TEXT), OTHER_TEXT)
    tree = damage.parse_page(damage.change_page(page("Library", TEXT), TEXT, change))
    article = damage.find_article(tree, TEXT)
    assert (article.tag, article.text_content()) == ("main", TEXT.replace("\n", ""))
    assert [OTHER in (p.text or "") for p in tree.iter("p")].count(True) == 6


def test_the_other_article_has_its_title_and_lists_are_of_three_kinds() -> None:
    def words(name: str, page_id: str) -> str:
        change = getattr(bench, name)(page_id, page("Ferry", OTHER_TEXT), OTHER_TEXT)
        changed = damage.change_page(page("Library", TEXT), TEXT, change)
        return str(damage.parse_page(changed).text_content())

    ids = [str(n) for n in range(40)]
    assert all("Ferry" in words("add_article", page_id) for page_id in ids)
    lists = [words("add_list", page_id) for page_id in ids]
    assert any("Reply" in text for text in lists)
    assert any(text.count("The ferry between the two banks") == 12 for text in lists)
    assert any(text.startswith(OTHER) for text in lists)
    assert any(text.startswith("Library") for text in lists)


def test_a_page_of_which_nothing_is_marked_changes_nothing() -> None:
    before = page("Library", TEXT)
    unchanged = damage.change_page(before, TEXT, lambda tree, text: None)
    for make in (bench.add_article, bench.add_list):
        change = make("1", page("Ferry", OTHER_TEXT), "Words that this page does not have at all.")
        assert damage.change_page(before, TEXT, change) == unchanged
