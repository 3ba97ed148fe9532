"""Links inside of a corpus: nothing is written elsewhere through them, and the message names them.
The corpus folder itself may be a link."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, crawled_portal, listing

from webarticlecurator.base.errors import CorpusMismatch
from webarticlecurator.cli.exit_codes import USAGE
from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.index_rebuild import rebuild_index
from webarticlecurator.storage.store.verify import verify_corpus

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links need rights there")
RULES = """
fetch: {delay: 0, robots: ignore}
archive: {url: "BASE/list", dates: none, links: h2}
article: {body: {root: article}, metadata: {published: time}}
"""
DATED = article("The text of an article.", around="<time>2024-03-05</time>")
PAGES = {"/list": listing("/a", "/b"), "/a": DATED, "/b": article("An article without a date.")}
FOLDERS = ("warc", "reports", "tei", "tei/2024", "tei/2024/03", "tei/undated", "tei/.drafts")
FILES = (
    "corpus.lock",
    "corpus.sqlite",
    "corpus.sqlite-journal",
    "corpus.sqlite.new",
    "reports/problems.tsv.new",
    "tei/renamed.tsv",
    "search.sqlite",
    "duplicates.sqlite",
    "cdx.sqlite",
)
BY_OTHERS = {
    "search.sqlite": ("search", "article"),
    "duplicates.sqlite": ("report duplicates",),
    "cdx.sqlite": ("report completeness", "--cdx", "http://127.0.0.1:9/cdx"),
}
"""What writes files beside the index."""


def read_all(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
    }


def put_elsewhere(portal: SmallPortal, name: str) -> Path:
    """Let a file or folder of the corpus be a link to one elsewhere, which is returned."""
    place, elsewhere = portal.corpus / name, portal.folder / "elsewhere"
    if place.exists():
        place.rename(elsewhere)
    elif name in FOLDERS:
        elsewhere.mkdir()
    else:
        elsewhere.write_bytes(b"precious")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(elsewhere)
    return elsewhere


@pytest.mark.parametrize("name", [*FOLDERS, *FILES])
def test_a_link_is_refused_before_anything_is_written(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with crawled_portal(tmp_path, PAGES, RULES) as portal:
        elsewhere = put_elsewhere(portal, name)
        portal.pages["/list"] = listing("/a", "/b", "/c")
        portal.pages["/c"] = DATED
        before, files = read_all(tmp_path), read_all(portal.corpus)
        words, *more = BY_OTHERS.get(name, ("crawl",))
        where = [str(tmp_path / "portal.yaml"), *more, "--corpus", str(portal.corpus)]
        assert main([*words.split(), *where]) == USAGE
        message = capfd.readouterr().err
        assert f"{portal.corpus / name} is a link: {elsewhere} (expected " in message
        assert "the corpus as a whole may be a link" in message
        assert read_all(portal.corpus) == files
        assert read_all(tmp_path) == before
        assert portal.asked == []


def test_a_link_to_nothing_is_refused_as_well(tmp_path: Path) -> None:
    with crawled_portal(tmp_path, PAGES, RULES) as portal:
        (portal.corpus / "corpus.lock").unlink()
        (portal.corpus / "corpus.lock").symlink_to(tmp_path / "made")
        for write in (portal.crawl, portal.build):
            with pytest.raises(CorpusMismatch, match=r"corpus\.lock is a link"):
                write(RULES)
        with pytest.raises(CorpusMismatch, match=r"corpus\.lock is a link"):
            rebuild_index(portal.corpus, "small")
        with pytest.raises(CorpusMismatch, match=r"corpus\.lock is a link"):
            verify_corpus(portal.corpus, "small")
        assert not (tmp_path / "made").exists()


def test_the_warc_file_that_grows_is_no_link(tmp_path: Path) -> None:
    with crawled_portal(tmp_path, PAGES, RULES) as portal:
        (name,) = [path.name for path in (portal.corpus / "warc").glob("*-articles-*")]
        elsewhere = put_elsewhere(portal, f"warc/{name}")
        content = elsewhere.read_bytes()
        with pytest.raises(CorpusMismatch, match="is a link"):
            portal.crawl(RULES)
        elsewhere.write_bytes(content + b"the tail of a killed run")
        with pytest.raises(CorpusMismatch, match="is a link"):
            portal.crawl(RULES)
        assert elsewhere.read_bytes() == content + b"the tail of a killed run"


def test_a_corpus_may_be_a_link_as_a_whole(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    (tmp_path / "corpus").symlink_to(disk)
    with crawled_portal(tmp_path, PAGES, RULES) as portal:
        assert set(portal.articles().values()) == {"tei"}
        portal.pages["/list"] = listing("/a", "/b", "/c")
        portal.pages["/c"] = DATED
        portal.crawl(RULES)
        assert len(portal.tei()) == 3
        assert verify_corpus(portal.corpus, "small").findings == ()
        rebuild_index(portal.corpus, "small")
        portal.build(RULES)
        assert (disk / "tei" / "2024" / "03").is_dir()
        assert (tmp_path / "corpus").is_symlink()
