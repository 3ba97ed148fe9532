"""A crawled blog of two archive pages and twelve articles, and its pages as files."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from given_blog import PER_LIST, RULES, WORDS, Answer, Blog, article_page, list_page
from small_portal import small_portal

from webarticlecurator.cli.main import main


@pytest.fixture(scope="module")
def blog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Blog]:
    more = '<a class="next" href="/list/2">older</a>'
    pages = {"/list": list_page(WORDS[:PER_LIST], more), "/list/2": list_page(WORDS[PER_LIST:])}
    pages |= {f"/posts/{word}": article_page(word) for word in WORDS}
    folder = tmp_path_factory.mktemp("blog")
    saved = folder / "saved"
    saved.mkdir()
    with small_portal(folder, pages) as portal:
        portal.crawl(RULES)
        for path, text in pages.items():
            (saved / f"{path.strip('/').replace('/', '-')}.html").write_text(text, "utf-8")
        yield Blog(portal, saved)


@pytest.fixture
def curator(
    blog: Blog, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Answer]:
    """A function that runs a command in the folder of saved pages; no request may be sent."""
    monkeypatch.chdir(blog.saved)
    before = len(blog.portal.headers)

    def run(*arguments: str) -> Answer:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as ended:  # argparse
            code = int(ended.code or 0)
        output = capsys.readouterr()
        assert len(blog.portal.headers) == before
        return code, output.out, output.err

    return run
