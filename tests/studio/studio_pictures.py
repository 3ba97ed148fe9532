"""Take the pictures of docs/studio.md: every view once, over the corpus of the demo portal.

    python tests/studio/studio_pictures.py [--variants FOLDER] [NAME …]

writes docs/pictures/NAME.png, and the words that stand in the picture into docs/pictures/words.json;
``test_studio_pictures.py`` compares these with what the views show now. Look at each picture before
it is committed. With ``--variants``, each view is taken in other windows instead, dark, and in
German, into a folder; so are the form for a new portal, and each step of one that is not finished.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from browser import open_browser, start_playwright
from checkout import CHECKOUT
from demo_corpus import crawl_demo_once
from running_studio import Studio, running_studio
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.studio.frame.reader_language import LANGUAGE_COOKIE

PICTURES_FOLDER = CHECKOUT / "docs" / "pictures"
WORDS = PICTURES_FOLDER / "words.json"
SIZE = {"width": 1280, "height": 860}
HOST = "http://demo.echo.example"
ARTICLE = f"{HOST}/2013/09/03/az-orseg-parancsnoka-palyazatot-irt-ki/"
LIST = f"{HOST}/hirek/2013/04/"
BEGUN = "begun"
"""A portal that is not finished: the demo portal under another name, of which 20 articles are
fetched and none was looked at."""
BEGUN_LIST = f"{HOST}/archivum.php%3Fev%3D2007"


def nothing(_tab: Any) -> None:
    """Leave the view as it opens."""


@dataclass(frozen=True)
class Picture:
    """A view: its address below that of the studio, what is done before the picture is taken, and
    what is done after it, so that other views are as they were."""

    name: str
    path: str
    prepare: Callable[[Any], None]
    restore: Callable[[Any], None] = nothing


def wait_for_page(tab: Any) -> None:
    """Wait until the archived page is shown."""
    tab.frame_locator("iframe").locator("body").wait_for()


def wait_for_tags(tab: Any) -> None:
    """Wait until the tag table is read."""
    tab.get_by_role("button", name="Count the tags of the stored pages").wait_for()


def wait_for_values(tab: Any) -> None:
    """Wait until the values of a field are read."""
    tab.get_by_role("heading", name="Values", exact=True).wait_for()


def point_at_the_title(tab: Any) -> None:
    """Click the headline of the archived page, and say that it is the title."""
    wait_for_page(tab)
    tab.frame_locator("iframe").locator("h1").first.click()
    tab.get_by_role("button", name="Title", exact=True).click()
    tab.get_by_text(re.compile("of 100 other pages$")).first.wait_for()
    tab.get_by_role("button", name="Accept", exact=True).wait_for()


def drop_the_lead(tab: Any) -> None:
    """Drop the lead of the article, and see what that does elsewhere."""
    wait_for_page(tab)
    tab.frame_locator("iframe").locator("article p.lead").click()
    tab.get_by_role("button", name="Drop", exact=True).click()
    tab.get_by_text("words of text instead of").wait_for()
    tab.get_by_role("button", name="Accept", exact=True).click()
    tab.get_by_text("not saved", exact=True).wait_for()
    tab.get_by_role("link", name="Effect", exact=True).click()
    tab.get_by_text("The sample is compared.").wait_for()


def undo_the_drop(tab: Any) -> None:
    """Take the edit back: the other views show that there are edits."""
    tab.get_by_role("link", name="Article", exact=True).click()
    tab.get_by_role("button", name="Undo", exact=True).click()
    tab.get_by_text("saved", exact=True).wait_for()


NOTHING_IS_AWAITED = """() => [...document.querySelectorAll("[role=status]")].every(
    (line) => !line.checkVisibility() || !line.innerText.endsWith("…"))"""
"""Whether no line of the view names what the view waits for."""

PICTURES = (
    Picture("portals", "/", nothing),
    Picture("steps", f"/portal/{BEGUN}/archive?url={BEGUN_LIST}&step=list", wait_for_page),
    Picture("archive", f"/portal/demo/archive?url={LIST}", wait_for_page),
    Picture("article", f"/portal/demo/article?url={ARTICLE}", wait_for_page),
    Picture("proposals", f"/portal/demo/article?url={ARTICLE}", point_at_the_title),
    Picture("tags", "/portal/demo/tags", wait_for_tags),
    Picture("metadata", "/portal/demo/metadata", wait_for_values),
    Picture("articles", "/portal/demo/articles", nothing),
    Picture("run", "/portal/demo/run", nothing),
    Picture("effect", f"/portal/demo/article?url={ARTICLE}", drop_the_lead, undo_the_drop),
    Picture("corpus", "/portal/demo/corpus", nothing),
)


def begin_portal(folder: Path) -> None:
    """Write the portal file of the portal that is not finished, and crawl the first articles."""
    file = folder / f"{BEGUN}.yaml"
    text = (folder / "demo.yaml").read_text(encoding="utf-8")
    file.write_text(text.replace("portal: demo ", f"portal: {BEGUN}", 1), encoding="utf-8")
    with DemoServer() as server:
        options = CrawlOptions(limit=20, proxy=server.proxy)
        assert crawl(load_portal(file), folder / "corpora" / BEGUN, options).tei


@contextmanager
def demo_studio(folder: Path, corpus: Path) -> Iterator[Studio]:
    """Open a studio in ``folder`` over a copy of the corpus of the demo portal."""
    for file in (CHECKOUT / "examples").glob("demo.*"):
        shutil.copy(file, folder)
    shutil.copytree(corpus, folder / "corpora" / "demo")
    begin_portal(folder)
    with running_studio(folder) as studio:
        yield studio


def open_view(tab: Any, studio: Studio, picture: Picture) -> None:
    """Show what is in the picture, in a tab that has opened the studio."""
    tab.goto(f"{studio.base}{picture.path}")
    tab.wait_for_load_state("networkidle")
    picture.prepare(tab)
    if tab.locator(".studio-steps").count():
        tab.locator(".step-line a").first.wait_for()
    tab.wait_for_function(NOTHING_IS_AWAITED)
    tab.wait_for_load_state("networkidle")
    tab.mouse.move(0, 0)


def read_words(tab: Any) -> list[str]:
    """Return the lines of the view; every number is 0, since times and addresses differ."""
    lines = tab.locator(".studio-content").inner_text().splitlines()
    return [re.sub(r"\d+(?:[.,:\d-]*\d)?", "0", line.strip()) for line in lines if line.strip()]


def list_step_views(tab: Any, studio: Studio) -> Iterator[Picture]:
    """Yield the view that each step of the portal that is not finished leads to."""
    tab.goto(f"{studio.base}/portal/{BEGUN}/archive")
    steps = tab.locator(".step-list a")
    steps.first.wait_for()
    for number, link in enumerate(steps.all(), 1):
        yield Picture(f"step-{number}", link.get_attribute("href"), nothing)


VARIANTS = {
    "1280": ({"width": 1280, "height": 800}, "light", "en"),
    "1024": ({"width": 1024, "height": 768}, "light", "en"),
    "390": ({"width": 390, "height": 844}, "light", "en"),
    "dark": ({"width": 1280, "height": 800}, "dark", "en"),
    "german": ({"width": 1280, "height": 800}, "light", "de"),
}
"""Other windows: their size, colours and language."""


def take_variants(tab: Any, studio: Studio, picture: Picture, folder: Path) -> None:
    """Take a view in other windows into a folder; what is done by English words is left out."""
    for name, (size, colours, language) in VARIANTS.items():
        tab.set_viewport_size(size)
        tab.emulate_media(color_scheme=colours)
        tab.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": studio.base}])
        tab.goto(f"{studio.base}{picture.path}")
        tab.wait_for_load_state("networkidle")
        tab.wait_for_timeout(1500)
        tab.screenshot(path=folder / f"{picture.name}-{name}.png")


def main(names: list[str]) -> None:
    folder: Path | None = None
    if names[:1] == ["--variants"]:
        folder, names = Path(names[1]), names[2:]
        folder.mkdir(parents=True, exist_ok=True)
    words = json.loads(WORDS.read_text(encoding="utf-8"))
    with (
        tempfile.TemporaryDirectory() as name,
        start_playwright() as playwright,
        open_browser(playwright) as browser,
        demo_studio(Path(name), crawl_demo_once(Path(name)).folder) as studio,
    ):
        tab = browser.new_context(viewport=SIZE).new_page()
        studio.admit(tab)
        steps = [Picture("new", "/new", nothing), *list_step_views(tab, studio)] if folder else []
        for picture in (*PICTURES, *steps):
            if names and picture.name not in names:
                continue
            if folder is not None:
                take_variants(tab, studio, picture, folder)
                continue
            open_view(tab, studio, picture)
            tab.wait_for_timeout(800)
            tab.screenshot(path=PICTURES_FOLDER / f"{picture.name}.png")
            words[picture.name] = read_words(tab)
            picture.restore(tab)
            print(picture.name, len(words[picture.name]))
    if folder is None:
        WORDS.write_text(json.dumps(words, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
