"""Take the pictures of docs/studio.md: every view once, over the corpus of the demo portal.

    python tests/studio/studio_pictures.py [NAME …]
    python tests/studio/studio_pictures.py --variants FOLDER [PATTERN …]

writes docs/pictures/NAME.png, and the words that stand in the picture into docs/pictures/words.json;
``test_studio_pictures.py`` compares these with what the views show now. Look at each picture before
it is committed. With ``--variants``, each view is taken into a folder instead: in windows of three
sizes, light and dark, English and German; so are views that the docs do not show, and each step of
a portal that is not finished. What axe finds there is printed, and what moves while a view loads.
``article-1280-*`` and the like choose some of them.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from urllib.parse import quote

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from accessibility import count_main_buttons, find_faults, is_too_wide
from browser import click_where_it_stays, open_browser, start_playwright
from checkout import CHECKOUT
from daily_portal import RULES, all_pages, redesigned
from demo_corpus import crawl_demo_once
from layout_shifts import list_shifts, watch_shifts
from moved_portal import move_portal
from running_studio import Studio, running_studio
from small_portal import SmallPortal, small_portal
from view_waiting import wait_for_view
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.base.text.catalogues import ENGLISH
from webarticlecurator.base.text.translation import translate, use_language
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.studio.frame.reader_language import LANGUAGE_COOKIE

PICTURES_FOLDER = CHECKOUT / "docs" / "pictures"
WORDS = PICTURES_FOLDER / "words.json"
SIZE = {"width": 1280, "height": 860}
HOST = "http://demo.echo.example"
ARTICLE = f"{HOST}/2013/09/03/az-orseg-parancsnoka-palyazatot-irt-ki/"
OLD_ARTICLE = f"{HOST}/cikk.php%3Fid%3D1001"
"""An article of a layout, which is named beside its counts of words."""
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
    tab.frame_locator("iframe").locator("body").wait_for(state="attached")


def wait_for_tags(tab: Any) -> None:
    """Wait until the tag table is read."""
    tab.get_by_role("button", name=translate("Count the tags of the stored pages")).wait_for()


def wait_for_values(tab: Any) -> None:
    """Wait until the values of a field are read."""
    tab.get_by_role("heading", name=translate("Values"), exact=True).wait_for()


def wait_for_charts(tab: Any) -> None:
    """Wait until the charts are drawn, and what comes next is that of the saved rules."""
    tab.locator(".corpus-parts svg").first.wait_for()
    tab.locator(".step-next").get_by_text(translate("Crawl what is new")).wait_for()


def point_at_the_title(tab: Any) -> None:
    """Click the headline of the archived page, and say that it is the title."""
    wait_for_page(tab)
    tab.frame_locator("iframe").locator("h1").first.click()
    tab.get_by_role("button", name=translate("Title"), exact=True).click()
    _, _, tried = translate("{elements}, on {fits} of {pages} other pages").partition("{pages}")
    tab.get_by_text(re.compile(rf"\d{tried}$")).first.wait_for()  # of all that have this design
    tab.get_by_role("button", name=translate("Accept"), exact=True).wait_for()


def drop_the_lead(tab: Any) -> None:
    """Drop the lead of the article, and see what that does elsewhere."""
    wait_for_page(tab)
    tab.frame_locator("iframe").locator("article p.lead").click()
    tab.get_by_role("button", name=translate("Drop"), exact=True).click()
    tab.locator(".article-effect .article-change").first.wait_for()
    tab.get_by_role("button", name=translate("Accept"), exact=True).click()
    tab.get_by_text(translate("not saved"), exact=True).wait_for()
    tab.get_by_role("link", name=translate("Effect"), exact=True).click()
    tab.get_by_text(translate("The sample is compared.")).wait_for()


def undo_the_drop(tab: Any) -> None:
    """Take the edit back: the other views show that there are edits."""
    tab.get_by_role("link", name=translate("Article"), exact=True).click()
    tab.get_by_role("button", name=translate("Undo"), exact=True).click()
    tab.get_by_text(translate("saved"), exact=True).wait_for()


PICTURES = (
    Picture("portals", "/", nothing),
    Picture("steps", f"/portal/{BEGUN}/archive?url={BEGUN_LIST}&step=list", wait_for_page),
    Picture("archive", f"/portal/demo/archive?url={LIST}", wait_for_page),
    Picture("article", f"/portal/demo/article?url={ARTICLE}", wait_for_page),
    Picture("proposals", f"/portal/demo/article?url={ARTICLE}&pane=page", point_at_the_title),
    Picture("tags", "/portal/demo/tags", wait_for_tags),
    Picture("metadata", "/portal/demo/metadata", wait_for_values),
    Picture("articles", "/portal/demo/articles", nothing),
    Picture("run", "/portal/demo/run", nothing),
    Picture(
        "effect", f"/portal/demo/article?url={ARTICLE}&pane=page", drop_the_lead, undo_the_drop
    ),
    Picture("corpus", "/portal/demo/corpus", wait_for_charts),
)


def propose_rules(tab: Any) -> None:
    """Let rules be proposed for the pages that have changed."""
    click_where_it_stays(tab.get_by_role("button", name=translate("Propose rules")))
    tab.get_by_text(translate("Proposing rules …")).wait_for()  # an older proposal is gone
    tab.get_by_role("button", name=translate("Accept"), exact=True).wait_for()


def propose_file(tab: Any) -> None:
    """Let a portal file be proposed from the address of an archive page."""
    tab.get_by_role("button", name=translate("Propose a portal file")).click()
    tab.locator(".proposal-cards").wait_for()


def edit_the_file(tab: Any) -> None:
    """Open the drawer with the portal file."""
    wait_for_page(tab)
    tab.get_by_role("button", name=translate("Portal file"), exact=True).click()
    tab.locator(".cm-editor").wait_for()


def wait_for_lines(tab: Any) -> None:
    """Wait until the rules, or the lines of the TEI, are shown."""
    lines = tab.locator(".article-rules summary, .article-tei .line").filter(visible=True)
    lines.first.wait_for()


def wait_for_plot(tab: Any) -> None:
    """Wait until the plot over time is drawn."""
    tab.locator(".found-plot svg").wait_for()


def wait_for_sheet(tab: Any) -> None:
    """Wait until the last of the small pages is there."""
    link = tab.locator(".page-sheet > li:last-child a")
    tab.wait_for_function("link => !link.textContent.includes('://')", arg=link.element_handle())


def show_the_rest(tab: Any) -> None:
    """Scroll to the end of the view."""
    tab.locator(".corpus-parts svg, .articles-table td").first.wait_for()
    tab.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


OTHER_PICTURES = (
    Picture("new", "/new", nothing),
    Picture("new-pages", "/new?by=pages", nothing),
    Picture("runs", "/run", nothing),
    Picture("article-layout", f"/portal/demo/article?url={OLD_ARTICLE}", wait_for_page),
    Picture("article-rules", f"/portal/demo/article?url={ARTICLE}&pane=rules", wait_for_lines),
    Picture("article-tei", f"/portal/demo/article?url={ARTICLE}&pane=tei", wait_for_lines),
    Picture("article-page", f"/portal/demo/article?url={ARTICLE}&pane=page", wait_for_page),
    Picture("article-editor", f"/portal/demo/article?url={ARTICLE}&pane=page", edit_the_file),
    Picture("articles-home", "/portal/demo/articles?point=download", nothing),
    Picture("articles-end", "/portal/demo/articles", show_the_rest),
    Picture("found-words", "/portal/demo/articles?words=" + quote("új OR város*"), wait_for_plot),
    Picture("sheet", f"/portal/{BEGUN}/run", wait_for_sheet),
    Picture("corpus-end", "/portal/demo/corpus", show_the_rest),
    Picture("history", "/portal/demo/history", nothing),
    Picture("no-drift", "/portal/demo/repair", nothing),
    Picture("drift", "/portal/small/repair", nothing),
    Picture("repair", "/portal/small/repair", propose_rules),
)
"""Views that the docs do not show."""


@contextmanager
def redesigned_portal(folder: Path, below: Path) -> Iterator[SmallPortal]:
    """Serve a portal whose pages have changed since it was crawled; write its file and its corpus
    into the folder of a studio."""
    below.mkdir()
    with small_portal(below, all_pages()) as portal:
        portal.clock.time -= timedelta(days=60)
        portal.crawl(RULES.replace("03-31", "02-29"))
        portal.pages.clear()
        portal.pages.update(redesigned(["rename", "no-json"]))
        portal.clock.time += timedelta(days=60)
        portal.crawl(RULES.replace("h2.headline", "h2"))
        portal.write(RULES)
        move_portal(portal, folder, "small")
        yield portal


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
    wait_for_view(tab)
    picture.prepare(tab)
    wait_for_view(tab)
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


WINDOWS = (
    {"width": 1280, "height": 800},
    {"width": 1024, "height": 768},
    {"width": 390, "height": 844},
)
VARIANTS = {
    f"{size['width']}-{colours}-{language}": (size, colours, language)
    for size in WINDOWS
    for colours in ("light", "dark")
    for language in (ENGLISH, "de")
}
"""Other windows: their size, colours and language."""


def take_variants(
    tab: Any, studio: Studio, picture: Picture, folder: Path, patterns: list[str]
) -> None:
    """Take a view in other windows into a folder, and print what axe finds there, how much of it
    has moved, and whether it scrolls sideways."""
    for name, (size, colours, language) in VARIANTS.items():
        file = f"{picture.name}-{name}"
        if not any(fnmatch(file, pattern) for pattern in patterns or ["*"]):
            continue
        tab.set_viewport_size(size)
        tab.emulate_media(color_scheme=colours)
        tab.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": studio.base}])
        use_language(language)
        try:
            open_view(tab, studio, picture)
            tab.wait_for_timeout(500)
            tab.screenshot(path=folder / f"{file}.png")
            found = [*list_shifts(tab), *find_faults(tab), *["too wide"] * is_too_wide(tab)]
            found += ["several main buttons"] * (count_main_buttons(tab) > 1)
            picture.restore(tab)
        except Exception as error:  # the others are taken all the same
            tab.screenshot(path=folder / f"{file}.png")
            found = [f"not as expected: {error}"]
        print(file, *found, sep="\n  ", flush=True)


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
        ExitStack() as others,
    ):
        top = Path(name)
        corpus = crawl_demo_once(top).folder
        if folder is not None:
            small = others.enter_context(redesigned_portal(top, top / "small"))
        studio = others.enter_context(demo_studio(top, corpus))
        tab = browser.new_context(viewport=SIZE).new_page()
        tab.set_default_timeout(60_000)
        watch_shifts(tab)
        studio.admit(tab)
        if folder is not None:
            address = f"/new?url={small.base}/2024/01"
            proposed = Picture("proposed-file", address, propose_file)
            steps = list_step_views(tab, studio)
            for picture in (*PICTURES, *OTHER_PICTURES, proposed, *steps):
                take_variants(tab, studio, picture, folder, names)
            return
        for picture in PICTURES:
            if names and picture.name not in names:
                continue
            open_view(tab, studio, picture)
            tab.wait_for_timeout(800)
            tab.screenshot(path=PICTURES_FOLDER / f"{picture.name}.png")
            words[picture.name] = read_words(tab)
            picture.restore(tab)
            print(picture.name, len(words[picture.name]))
    WORDS.write_text(json.dumps(words, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
