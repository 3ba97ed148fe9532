"""`build --as-of` and `--manifest`: the TEI of an earlier state, byte for byte."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timezone
from pathlib import Path

import pytest
from blog import ALL, RULES, Blog, Post, open_blog
from small_portal import Answer, moved

from webarticlecurator.cli.commands.build import end_of
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.building.cited_state import build_state
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.storage.store.corpus_cut import CorpusCut

Build = Callable[..., tuple[int, str]]


@dataclass(frozen=True)
class States:
    """A blog that was crawled on 2, 3 and 4 May: the TEI after each crawl, by its day, and the
    manifest of the second day."""

    blog: Blog
    tei: dict[str, dict[str, str]]
    manifest: Path


def tei_of(folder: Path) -> dict[str, str]:
    top = folder / "tei"
    return {
        path.relative_to(top).as_posix(): path.read_text(encoding="utf-8")
        for path in top.rglob("*.xml")
    }


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> Iterator[States]:
    posts = [Post(1, "The first text", "etag"), Post(2, "The second text"), Post(3, "The third")]
    with open_blog(tmp_path_factory.mktemp("states"), posts) as blog:
        tei, manifest = {}, blog.portal.folder / "manifest.jsonl"
        blog.crawl()
        tei["2024-05-02"] = tei_of(blog.portal.corpus)
        blog.wait(days=1)
        blog.posts[1].text = "The edited text"
        blog.portal.pages["/"] = _with_another_address(blog)
        blog.portal.pages["/old"] = moved("/2")
        blog.crawl(ALL)
        tei["2024-05-03"] = tei_of(blog.portal.corpus)
        corpus = ["--corpus", str(blog.portal.corpus)]
        assert main(["manifest", str(config(blog)), *corpus, "--output", str(manifest)]) == 0
        blog.wait(days=1)
        blog.posts[1].answer = Answer("gone", 404)
        blog.posts[4] = Post(4, "A later text")
        blog.serve(blog.posts[4])
        blog.crawl(ALL)
        tei["2024-05-04"] = tei_of(blog.portal.corpus)
        yield States(blog, tei, manifest)


def _with_another_address(blog: Blog) -> Callable[[], Answer]:
    """The front page, which now also lists an address that redirects to the second post."""
    front_page = blog.portal.pages["/"]
    assert callable(front_page)
    return lambda: Answer(front_page().body + '<h2><a href="/old">again</a></h2>')


def config(blog: Blog) -> Path:
    return blog.portal.write(blog.rules).path


@pytest.fixture
def build(states: States, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Build:
    def call(*options: str, output: Path | None = tmp_path / "cited") -> tuple[int, str]:
        folder = ["--output", str(output)] if output else []
        corpus = ["--corpus", str(states.blog.portal.corpus)]
        capsys.readouterr()
        code = main(["build", str(config(states.blog)), *corpus, *options, *folder])
        return code, capsys.readouterr().err

    return call


def test_the_states_differ_in_texts_aliases_and_articles(states: States):
    """Precondition of what follows."""
    first, second, third = states.tei.values()
    assert first.keys() == second.keys() < third.keys()
    changed = {name for name in first if first[name] != second[name]}
    assert len(changed) == 2, "an edited text, and another address"
    assert len({name for name in second if second[name] != third[name]}) == 1, (
        "since when it is gone"
    )


@pytest.mark.parametrize("day", [2, 3, 4])
def test_a_time_gives_the_bytes_that_were_built_then(states: States, tmp_path: Path, day: int):
    blog, made = states.blog, tmp_path / "cited"
    portal = blog.portal.write(blog.rules)
    cut = CorpusCut(before=datetime(2024, 5, day, 22, tzinfo=timezone.utc))
    summary = build_state(portal, blog.portal.corpus, made, cut, BuildOptions(), blog.runtime())
    assert tei_of(made) == states.tei[f"2024-05-0{day}"]
    assert summary.ok and summary.built == len(states.tei[f"2024-05-0{day}"])
    assert {path.name for path in made.iterdir()} <= {"tei", "reports"}
    assert tei_of(blog.portal.corpus) == states.tei["2024-05-04"], "which is left alone"


def test_a_day_ends_at_midnight_in_the_zone_of_the_portal(
    states: States, build: Build, tmp_path: Path
):
    code, said = build("--as-of", "2024-05-02", "--jobs", "2")
    assert code == 0 and f"the TEI of this state is in {tmp_path / 'cited'}" in said
    assert tei_of(tmp_path / "cited") == states.tei["2024-05-02"]
    portal = states.blog.portal.write(states.blog.rules)
    assert end_of(date(2024, 5, 2), portal) == datetime(2024, 5, 2, 22, tzinfo=timezone.utc)


def test_a_manifest_gives_its_bytes_and_is_compared_with_them(
    states: States, build: Build, tmp_path: Path
):
    code, said = build("--manifest", str(states.manifest))
    assert code == 0 and f"all TEI files are those of {states.manifest}" in said
    assert tei_of(tmp_path / "cited") == states.tei["2024-05-03"]


def test_other_rules_are_named_with_what_they_change(
    states: States, build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(states.blog, "rules", RULES.replace("{root: article}", "{root: body}"))
    code, said = build("--manifest", str(states.manifest))
    assert code == 1 and "the rules of the portal file are not those of" in said
    assert said.count("not the TEI of the manifest") == 3
    assert "3 TEI files differ from those of" in said


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--as-of", "2024-05-01"), "had no records at that time"),
        (("--as-of", "2024-05-02", "--all"), "--all cannot be used with --as-of or --manifest"),
        (("--manifest", "no-such-file"), "no-such-file"),
        ((), "--output has no effect"),
    ],
)
def test_what_cannot_be_made_is_refused(
    build: Build, tmp_path: Path, options: tuple[str, ...], message: str
):
    code, said = build(*options)
    assert code == 2 and message in said
    assert list(tmp_path.iterdir()) == []


def test_the_folder_must_be_new_and_outside_of_the_corpus(
    states: States, build: Build, tmp_path: Path
):
    state = ("--as-of", "2024-05-02")
    assert "needs a folder of its own" in build(*state, output=None)[1]
    assert "is in the corpus" in build(*state, output=states.blog.portal.corpus / "cited")[1]
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("x", encoding="utf-8")
    assert "is not an empty folder" in build(*state, output=tmp_path / "full")[1]
    (tmp_path / "full").rename(tmp_path / "cited.new")
    assert "cited.new is in the way" in build(*state)[1]
    assert (tmp_path / "cited.new" / "mine").exists()


def test_what_a_killed_run_left_is_made_again(states: States, tmp_path: Path):
    blog, made = states.blog, tmp_path / "cited"
    made.mkdir()
    shutil.copytree(blog.portal.corpus / "tei", tmp_path / "cited.new" / "tei")
    cut = CorpusCut(before=datetime(2024, 5, 2, 22, tzinfo=timezone.utc))
    portal = blog.portal.write(blog.rules)
    build_state(portal, blog.portal.corpus, made, cut, BuildOptions(), blog.runtime())
    assert tei_of(made) == states.tei["2024-05-02"]
    assert not (tmp_path / "cited.new").exists()


def test_a_changed_warc_file_is_named(states: States, build: Build):
    [warc] = (states.blog.portal.corpus / "warc").glob("*-articles-*")
    content = warc.read_bytes()
    try:
        warc.write_bytes(content[:900] + bytes([content[900] ^ 1]) + content[901:])
        code, said = build("--manifest", str(states.manifest))
    finally:
        warc.write_bytes(content)
    assert code == 4 and warc.name in said and "bytes are not those of" in said
