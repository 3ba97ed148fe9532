"""What becomes of the elements of a choice when other units of it are kept."""

from __future__ import annotations

from lxml import etree, html

from webarticlecurator.articles.without_rules.chosen_elements import change_choice
from webarticlecurator.articles.without_rules.left_out_prose import TextChoice
from webarticlecurator.articles.without_rules.text_units import list_units

PAGE = """<body><div id=lead><p>Lead of the article</p><p>Share</p></div><div id=text><p>One and the
same text</p><aside id=box><p>Boxed text</p><p>More in the box</p></aside><p id=last>Two, of the
same text, as long as paragraphs are, or as long as both words of the lead and five times more, so that
nearly all of what is kept is in one element</p></div></body>"""


def read() -> tuple[etree._Element, TextChoice]:
    body = html.document_fromstring(PAGE).find("body")
    box = body.get_element_by_id("box")
    return body, TextChoice((body.get_element_by_id("text"),), {box: "guess: aside"})


def ids(elements: object) -> list[str]:
    return [e.get("id") or " ".join(e.text_content().split()) for e in elements]  # type: ignore[attr-defined]


def test_a_unit_that_is_not_kept_is_left_out_beside_what_was() -> None:
    body, choice = read()
    changed = change_choice(choice, list_units(body), [2, 5], [2])
    assert (ids(changed.roots), ids(changed.drops)) == (["text"], ["last", "box"])
    assert list(changed.drops.values()) == ["guess: beside the text", "guess: aside"]


def test_a_kept_unit_in_what_was_left_out_comes_back_without_its_neighbour() -> None:
    body, choice = read()
    changed = change_choice(choice, list_units(body), [2, 5], [2, 3, 5])
    assert (ids(changed.roots), ids(changed.drops)) == (["text"], ["More in the box"])


def test_a_kept_unit_outside_is_a_root_of_its_own() -> None:
    body, choice = read()
    changed = change_choice(choice, list_units(body), [2, 5], [0, 2, 5])
    assert ids(changed.roots) == ["Lead of the article", "text"]
    assert ids(changed.drops) == ["box"]
    assert changed.drops[body.get_element_by_id("box")] == "guess: aside", "the reason stays"
