"""The first view and that of a new portal in a browser: each of the two ways, by clicks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from accessibility import find_faults, is_too_wide
from response_records import response_record
from running_studio import Studio
from small_portal import SmallPortal, article, small_portal

from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.studio.frame.page_sources import list_warcs
from webarticlecurator.studio.frame.reader_language import LANGUAGE_COOKIE

TEXT = "The council met on Monday to talk about the bridge, and about little else. " * 8


def list_page(base: str) -> str:
    """A page that lists ten articles, with a link to the next one."""
    items = "".join(
        f'<div class="teaser"><h2><a href="{base}/2024/story-{number}">The council talks about bridge'
        f" number {number}</a></h2><p>What it is about.</p></div>"
        for number in range(10)
    )
    return (
        '<html lang="en"><head><title>Echo</title></head><body><nav><a href="/">Home</a></nav>'
        f'<main>{items}<a rel="next" href="{base}/archive?page=2">Next</a></main></body></html>'
    )


def story(number: int) -> str:
    return article(f"<h1>The council talks about bridge number {number}</h1><p>{TEXT}</p>")


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    with small_portal(tmp_path_factory.mktemp("portal"), {}) as running:
        running.pages["/archive"] = list_page(running.base)
        for number in range(10):
            running.pages[f"/2024/story-{number}"] = story(number)
        yield running


@pytest.fixture(scope="session")
def folder(studio_folder: Path) -> Path:
    made = studio_folder
    pages = {
        "https://echo.example/archive": list_page("https://echo.example"),
        **{f"https://echo.example/2024/story-{n}": story(n) for n in range(4)},
    }
    records = [
        response_record(url, body.encode("utf-8"), f"00000000-0000-0000-0000-{number:012}")
        for number, (url, body) in enumerate(pages.items())
    ]
    (made / "echo.warc").write_bytes(b"".join(records))
    (made / "broken.yaml").write_text("portal: broken\nfoo: 1\n", encoding="utf-8")
    return made


@pytest.fixture
def window(tab: Any, studio: Studio, folder: Path) -> Any:
    studio.admit(tab)
    tab.goto(studio.base)
    return tab


def propose_and_write(window: Any, portal_id: str) -> None:
    window.get_by_role("button", name="Propose a portal file").click()
    window.get_by_label("Id of the portal").fill(portal_id)
    file = window.get_by_role("region", name="The proposed file")
    assert not file.count()
    window.get_by_text("The proposed file", exact=True).click()
    file.get_by_text("archive:").wait_for()
    window.get_by_role("button", name="Write the file").click()
    window.wait_for_url(f"**/portal/{portal_id}/*")  # the view of its next step


def test_from_a_warc_file(window: Any, folder: Path):
    window.get_by_role("link", name="New portal").click()
    window.get_by_role("link", name="From WARC").click()
    window.wait_for_load_state("networkidle")  # what is typed before the view listens is lost
    window.get_by_label("WARC files on this computer").fill("echo.warc")
    propose_and_write(window, "from-warc")
    made = load_portal(folder / "from-warc.yaml")
    assert made.home == "https://echo.example/"
    assert list_warcs(made.path) == [folder / "echo.warc"]
    assert "h2" in (folder / "from-warc.yaml").read_text(encoding="utf-8").split("links:")[1]


def test_what_the_file_reads_is_shown_as_cards_in_the_language_of_the_reader(
    window: Any, studio: Studio, folder: Path
):
    window.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": "de", "url": studio.base}])
    window.goto(f"{studio.base}/new?by=pages")
    window.get_by_label("WARC-Dateien auf diesem Computer").fill("echo.warc")
    window.get_by_role("button", name="Eine Portaldatei vorschlagen").click()
    card = window.locator(".proposal-cards > li").first
    card.wait_for()
    assert card.get_by_text("The council met on Monday to talk about the bridge").count()
    date = card.get_by_text("Datum: nicht gefunden")
    assert date.get_by_role("img", name="bitte ansehen").count()
    title = card.get_by_role("heading", name="The council talks about bridge number")
    assert title.get_by_role("img", name="sicher").count()
    assert not window.get_by_text("looking at ").count()
    assert find_faults(window) == []


def test_what_is_doubtful_is_asked_and_answered(window: Any, studio: Studio, folder: Path):
    window.goto(f"{studio.base}/new?by=pages")
    window.get_by_label("WARC files on this computer").fill("echo.warc")
    window.get_by_label("Address of a list").fill("https://echo.example/archive")
    window.get_by_role("button", name="Propose a portal file").click()
    question = window.locator(".proposal-questions > li")
    authors = question.filter(has_text="Where does an article show this: authors?")
    authors.get_by_role("button", name="The portal has none").click()
    authors.get_by_role("button", name="The portal has none").wait_for(state="detached")
    question.filter(has_text="Which link leads to older articles?").get_by_role(
        "button", name="It is the whole list"
    ).click()
    window.get_by_label("Id of the portal").fill("asked")
    date = question.filter(has_text="Where does an article show this: date?")
    date.get_by_role("button", name="Show it on one").click()
    window.wait_for_url("**/portal/asked/article?url=*2024%2Fstory-*step=metadata")
    text = (folder / "asked.yaml").read_text(encoding="utf-8")
    assert "authors: none" in text and "pagination: none" in text


def test_a_new_try_replaces_the_error_about_the_address(window: Any, studio: Studio):
    window.goto(f"{studio.base}/new")
    field = window.get_by_label("Address of a page that lists articles")
    messages = window.locator(".q-notification__message")
    for wrong in ("the echo", "echo"):
        field.fill(wrong)
        window.get_by_role("button", name="Propose a portal file").click()
        window.get_by_text(f"no address: '{wrong}' (expected https://…)").wait_for()
        messages.nth(1).wait_for(state="detached")
        window.get_by_text("Paste the address of a page that lists articles.").wait_for()
    assert messages.count() == 1


def test_from_an_uploaded_warc_file_without_rules(
    window: Any, studio: Studio, folder: Path, tmp_path: Path
):
    upload = tmp_path / "sent.warc"
    upload.write_bytes((folder / "echo.warc").read_bytes())
    give_files(window, studio, [upload])
    window.locator("[role=status]", has_text="sent.warc").wait_for()
    assert (folder / "sent.warc").read_bytes() == upload.read_bytes()
    window.get_by_role("button", name="Make a file without rules").click()
    window.get_by_label("Id of the portal").fill("uploaded")
    window.get_by_role("button", name="Write the file").click()
    window.wait_for_url("**/portal/uploaded/*")
    assert load_portal(folder / "uploaded.yaml").home == "https://echo.example/"
    assert list_warcs(folder / "uploaded.yaml") == [folder / "sent.warc"]


@pytest.mark.long
def test_from_saved_pages(window: Any, studio: Studio, folder: Path, tmp_path: Path):
    files = [tmp_path / "list.html", tmp_path / "story.html"]
    files[0].write_text(list_page("https://saved.example"), encoding="utf-8")
    files[1].write_text(story(1), encoding="utf-8")
    window.goto(f"{studio.base}/new?by=pages")
    with window.expect_file_chooser() as chooser:
        window.get_by_role("button", name="Choose saved pages").click()
    chooser.value.set_files(files)
    assert find_faults(window) == []
    window.get_by_label("Address of list.html").fill("https://saved.example/archive")
    window.get_by_label("Address of story.html").fill("https://saved.example/2024/story-1")
    window.get_by_label("Day on which pages were saved").fill("2019-05-03")
    propose_and_write(window, "from-pages")
    assert load_portal(folder / "from-pages.yaml").home == "https://saved.example/"
    with view_corpus(folder / "corpora" / "from-pages", "from-pages") as corpus:
        assert corpus.captures.page_addresses("", 9) == [
            "https://saved.example/2024/story-1",
            "https://saved.example/archive",
        ]
        assert {str(each.time.date()) for each in corpus.captures.all()} == {"2019-05-03"}


@pytest.mark.long
def test_from_an_address(window: Any, studio: Studio, folder: Path, portal: SmallPortal):
    window.goto(f"{studio.base}/new?url={portal.base}/archive")
    propose_and_write(window, "from-address")
    assert load_portal(folder / "from-address.yaml").home == f"{portal.base}/"
    assert "/archive" in portal.asked


def give_files(window: Any, studio: Studio, files: list[Path]) -> None:
    window.goto(f"{studio.base}/new?by=pages")
    with window.expect_file_chooser() as chooser:
        window.get_by_role("button", name="Choose saved pages").click()
    chooser.value.set_files(files)


def test_a_page_without_an_address_is_named_and_can_be_left_out(
    window: Any, studio: Studio, tmp_path: Path
):
    files = [tmp_path / "my page (1).html", tmp_path / "my page (2).html"]
    for file in files:
        file.write_text(story(1), encoding="utf-8")
    give_files(window, studio, files)
    said = window.locator("[role=status]", has_text="without an address")
    for name in ("my page (1).html", "my page (2).html"):  # in the order in which they have come
        said.get_by_text(name).wait_for()
    window.get_by_label("Address of my page (1).html").fill("https://saved.example/1")
    window.get_by_role("button", name="Propose a portal file").click()
    message = window.locator(".studio-message")
    message.get_by_text("Enter it in the field").wait_for()
    words = message.inner_text()
    assert "my page (2).html" in words
    assert "--" not in words and "/tmp" not in words and "curator-pages" not in words
    assert find_faults(window) == []
    window.get_by_role("button", name="Leave out my page (2).html").click()
    said.wait_for(state="detached")
    assert window.get_by_label("Address of my page").count() == 1


def test_pages_that_give_themselves_the_same_address_are_named(
    window: Any, studio: Studio, folder: Path, tmp_path: Path
):
    head = '<link rel="canonical" href="https://saved.example/2024/story-1">'
    files = [tmp_path / "first.html", tmp_path / "second.html"]
    for number, file in enumerate(files):
        file.write_text(article(f"<p>{number} {TEXT}</p>", head), encoding="utf-8")
    give_files(window, studio, files)
    said = window.locator("[role=status]", has_text="several pages with the address")
    said.get_by_text("https://saved.example/2024/story-1: ").wait_for()
    assert "first.html" in said.inner_text() and "second.html" in said.inner_text()
    window.get_by_role("button", name="Propose a portal file").click()
    window.locator(".studio-message", has_text="several pages with the address").wait_for()
    window.get_by_label("Address of second.html").fill("https://saved.example/2024/story-1?p=2")
    said.wait_for(state="detached")


def test_nothing_is_written_over_and_errors_are_shown(window: Any, studio: Studio, folder: Path):
    window.goto(f"{studio.base}/new")
    window.get_by_label("Address of a page").fill("--help")
    window.get_by_role("button", name="Propose a portal file").click()
    window.get_by_text("(expected https://…)").wait_for()
    assert find_faults(window) == []
    window.goto(f"{studio.base}/new?by=pages")
    window.get_by_label("WARC files on this computer").fill("none.warc")
    window.get_by_role("button", name="Propose a portal file").click()
    window.get_by_text("none.warc: no such file").wait_for()

    window.get_by_label("WARC files on this computer").fill("echo.warc")
    assert find_faults(window) == []
    window.get_by_role("button", name="Make a file without rules").click()
    window.get_by_label("Id of the portal").fill("broken")
    window.get_by_role("button", name="Write the file").click()
    window.get_by_text("the portal broken already exists").wait_for()
    assert (folder / "broken.yaml").read_text(encoding="utf-8") == "portal: broken\nfoo: 1\n"


def test_the_first_view_names_problems_and_leads_to_the_editor(window: Any):
    row = window.get_by_role("row", name="broken")
    row.get_by_text("broken.yaml:2:1").wait_for()
    assert row.get_by_role("link", name="Fix").get_attribute("href") == "/portal/broken/article"


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_narrow_windows_do_not_scroll(
    window: Any, studio: Studio, scheme: str
):
    window.emulate_media(color_scheme=scheme)
    window.set_viewport_size({"width": 390, "height": 800})
    for path in ("/", "/new", "/new?by=pages"):
        window.goto(f"{studio.base}{path}")
        window.wait_for_load_state("networkidle")
        assert find_faults(window) == [], path
        assert not is_too_wide(window)
