"""``warc redact --secrets``: older files lose the secrets of a session and nothing else."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
import requests
from killed_runs import ENDED, end_after, end_process
from replay_programs import needs_replay, run_program, running_pywb
from secret_bytes import (
    BASIC,
    FETCH,
    GIVEN,
    OLD_COOKIE,
    RULES,
    SECRETS,
    guarded_portal,
    is_gzip_by_member,
    records_of,
    write_old_corpus,
)
from small_portal import SmallPortal, article, crawled_portal, listing
from unpacked_files import places_of

from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.keeping import warc_redaction
from webarticlecurator.corpus.keeping.warc_redaction import clean_corpus
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.inspect import check_records
from webarticlecurator.storage.store.redact import Redacted, redact_warcs
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.warc.message import read_response

NEVER = (*SECRETS, OLD_COOKIE, BASIC)


@pytest.fixture
def old(tmp_path: Path) -> Iterator[SmallPortal]:
    """A portal with a corpus that an older version has written."""
    with guarded_portal(tmp_path) as site:
        write_old_corpus(site)
        yield site


def curator(site: SmallPortal, *words: str) -> int:
    name, *more = words
    config = str(site.folder / "portal.yaml")
    action = [name] if name != "warc" else [name, more.pop(0)]
    return main([*action, config, "--corpus", str(site.corpus), *more])


def test_a_corpus_is_cleaned_and_stays_usable(
    old: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert curator(old, "build", "--quiet") == 0
    tei, before = old.tei(), records_of(old.corpus)
    assert {value for _, value in places_of(old.corpus, *NEVER)} == set(NEVER)
    assert curator(old, "warc", "redact", "--secrets") == 0
    assert "secrets of a session left out of 11 records in 2 of 2 WARC files" in (
        capsys.readouterr().err
    )
    assert places_of(old.corpus, *NEVER) == []
    after = records_of(old.corpus)
    assert [(r.id, r.kind, r.url, r.time) for r in after] == [
        (r.id, r.kind, r.url, r.time) for r in before
    ]
    for was, now in zip(before, after, strict=True):
        if was.kind in ("response", "conversion"):
            assert read_response(was.url, was.block).raw == read_response(now.url, now.block).raw
            assert was.get("WARC-Payload-Digest") == now.get("WARC-Payload-Digest")
        if was.kind == "request":
            assert now.get("WARC-Fields-Left-Out") == "X-Token, Cookie, Authorization"
            assert b"\r\nAccept: */*\r\n\r\n" in now.block
    files = sorted((old.corpus / "warc").iterdir())
    assert all(map(is_gzip_by_member, files)) and len(files) == 2
    assert list(check_records(files)) == []
    assert verify_corpus(old.corpus, "small").findings == ()
    assert curator(old, "build", "--all", "--quiet") == 0 and old.tei() == tei
    with view_corpus(old.corpus, "small") as corpus:
        assert all(
            b"is 1." in corpus.read(c).content for c in corpus.captures.by_url(f"{old.base}/one")
        )
    shutil.rmtree(old.corpus / "tei")
    assert curator(old, "verify", "--rebuild") == 0
    assert places_of(old.corpus, *NEVER) == []
    assert curator(old, "build", "--quiet") == 0 and old.tei() == tei and len(tei) == 2


def test_a_clean_corpus_is_not_touched(
    old: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert curator(old, "warc", "redact", "--secrets", "--quiet") == 0
    files = {path: path.read_bytes() for path in (old.corpus / "warc").iterdir()}
    capsys.readouterr()
    assert curator(old, "warc", "redact", "--secrets") == 0
    assert "the 2 WARC files hold no secrets of a session" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in (old.corpus / "warc").iterdir()} == files


def test_values_that_make_records_longer_are_left_out_too(tmp_path: Path) -> None:
    with guarded_portal(tmp_path) as site:
        write_old_corpus(site, 'fetch: {cookies: {consent: "1"}}\n' + RULES)
        sizes = [path.stat().st_size for path in sorted((site.corpus / "warc").iterdir())]
        assert curator(site, "warc", "redact", "--secrets", "--quiet") == 0
        assert verify_corpus(site.corpus, "small").findings == ()
        assert [p.stat().st_size for p in sorted((site.corpus / "warc").iterdir())] != sizes
        assert b"consent=1" not in b"".join(r.block for r in records_of(site.corpus, "request"))
        pages = b"".join(r.block for r in records_of(site.corpus, "response"))
        assert pages.count(b"is 1.") == 2


def test_a_manifest_made_before_says_what_has_changed(
    old: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = str(old.folder / "m.jsonl")
    assert curator(old, "build", "--quiet") == 0
    assert curator(old, "manifest", "--output", manifest) == 0
    assert curator(old, "warc", "redact", "--secrets", "--quiet") == 0
    capsys.readouterr()
    assert curator(old, "verify", "--manifest", manifest) == 1
    printed = capsys.readouterr().out
    assert printed.count("was written without secrets of a session") == 2
    assert "make a new manifest" in printed and "damage:" not in printed
    assert curator(old, "manifest", "--output", manifest) == 0
    assert curator(old, "verify", "--manifest", manifest) == 0


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_kill_at_any_step_leaves_a_corpus_that_the_next_command_completes(
    old: SmallPortal,
) -> None:
    assert curator(old, "build", "--quiet") == 0
    tei, steps = old.tei(), 0
    kept = shutil.copytree(old.corpus, old.folder / "kept")
    contents = {p.name: p.read_bytes() for p in (kept / "warc").iterdir()}
    seen = set()
    while True:
        shutil.rmtree(old.corpus)
        shutil.copytree(kept, old.corpus)
        is_killed = killed_redaction(old, steps)
        files = {p.name: p.read_bytes() for p in (old.corpus / "warc").glob("*.gz")}
        changed = sum(files[name] != contents[name] for name in contents)
        seen.add(changed)
        if steps % 2:  # any other command completes it, too
            with open_corpus(old.corpus, "small"):
                pass
            assert verify_corpus(old.corpus, "small").findings == (), steps
        assert curator(old, "warc", "redact", "--secrets", "--quiet") == 0
        assert verify_corpus(old.corpus, "small").findings == (), steps
        assert places_of(old.corpus / "warc", *NEVER) == []
        assert [p.name for p in (old.corpus / "warc").iterdir() if p.suffix != ".gz"] == []
        assert curator(old, "build", "--all", "--quiet") == 0 and old.tei() == tei
        if not is_killed:
            break
        steps += 1
    assert seen == {0, 1, 2} and steps > 8


def killed_redaction(site: SmallPortal, steps: int) -> bool:
    """Redact in another process, which ends without any cleanup after some steps of the store."""
    child = os.fork()
    if child == 0:

        class Ending(Runtime):
            def store_options(self) -> StoreOptions:
                now = datetime(2024, 5, 2, tzinfo=timezone.utc)
                return StoreOptions(events=end_after(steps + 1, end=end_process), now=lambda: now)

        try:
            clean_corpus(load_portal(site.folder / "portal.yaml"), site.corpus, Ending())
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == ENDED


def test_a_corpus_is_not_read_between_a_new_file_and_its_index(old: SmallPortal) -> None:
    assert curator(old, "build", "--quiet") == 0
    kept = shutil.copytree(old.corpus, old.folder / "kept")
    for steps in range(40):
        shutil.rmtree(old.corpus)
        shutil.copytree(kept, old.corpus)
        assert killed_redaction(old, steps)
        try:
            view_corpus(old.corpus, "small").close()
        except StoreDamaged as error:
            assert "or this was interrupted" in error.message
            assert "warc redact --secrets" in (error.cure or "")
            findings = verify_corpus(old.corpus, "small").findings
            assert "texts are being removed from" in findings[0].message
            return
    raise AssertionError("no kill came between")


def test_a_copy_loses_also_the_cookies_that_answers_set(
    old: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    public = old.folder / "public"
    assert curator(old, "warc", "redact", "--secrets", "--output", str(public)) == 0
    assert places_of(public, *NEVER, GIVEN) == []
    assert places_of(old.corpus, GIVEN) != []
    assert (
        main(["verify", str(old.folder / "portal.yaml"), "--corpus", str(public), "--rebuild"]) == 0
    )
    left_out = {r.get("WARC-Fields-Left-Out") for r in records_of(public, "response")}
    assert left_out == {"Set-Cookie"}


def test_a_killed_copy_has_no_name_yet_and_is_made_again(
    old: SmallPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    public, words = old.folder / "public", ("warc", "redact", "--secrets", "--output")
    count = end_after(2, end=end_process)

    def redact_one(*args: Any) -> Redacted:
        count("file")
        return redact_warcs(*args)

    monkeypatch.setattr(warc_redaction, "redact_warcs", redact_one)
    child = os.fork()
    if child == 0:
        try:
            curator(old, *words, str(public))
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == ENDED
    assert not public.exists() and public.with_name("public.new").exists()
    monkeypatch.undo()
    assert curator(old, *words, str(public)) == 0
    assert sorted(path.name for path in (public / "warc").iterdir()) == sorted(
        path.name for path in (old.corpus / "warc").iterdir()
    )
    assert [*old.folder.glob("public*")] == [public]


def test_files_without_a_portal_lose_what_signs_requests_in(old: SmallPortal) -> None:
    files = sorted((old.corpus / "warc").iterdir())
    copy = old.folder / "copy.warc.gz"
    assert main(["warc", "redact", *map(str, files), "--secrets", "--output", str(copy)]) == 0
    folder = old.folder / "alone"
    folder.mkdir()
    copy.rename(folder / copy.name)
    assert places_of(folder, *NEVER, GIVEN) == []
    assert list(check_records([folder / copy.name])) == []


def test_a_sample_and_adopted_records_are_clean(old: SmallPortal) -> None:
    files, sample = sorted((old.corpus / "warc").iterdir()), old.folder / "s"
    sample.mkdir()
    assert main(["warc", "sample", *map(str, files), "--output", f"{sample}/s.warc.gz"]) == 0
    assert len(records_of(sample, "request")) == 4
    assert places_of(sample, *NEVER, GIVEN) == []
    adopted = old.folder / "adopted"
    config = str(old.folder / "portal.yaml")
    assert main(["warc", "adopt", config, *map(str, files), "--corpus", str(adopted)]) == 0
    assert len(records_of(adopted, "request")) >= 2
    assert b"Cookie: " not in b"".join(r.block for r in records_of(adopted, "request"))
    assert places_of(adopted / "warc", BASIC) == []


@needs_replay
def test_what_is_handed_on_of_an_older_corpus_is_clean(
    old: SmallPortal,
) -> None:
    out = old.folder / "out"
    out.mkdir()
    assert curator(old, "build", "--quiet") == 0
    assert curator(old, "export", "--format", "wacz", "--output", f"{out}/a.wacz") == 0
    corpus = "corpus: {title: C, version: '1', editors: [{name: E}]}\nrights: {text: CC0}\n"
    old.write(FETCH + RULES + corpus)
    assert curator(old, "build", "--quiet") == 0
    assert curator(old, "package", "--output", f"{out}/deposit") in (0, 1)
    assert (out / "deposit" / "small.wacz").exists()
    assert (out / "deposit" / "small-rules.zip").exists()
    assert places_of(out, *NEVER, GIVEN) == []
    assert [path.name for path in sorted(out.iterdir())] == ["a.wacz", "deposit"]
    lines = map(json.loads, (out / "deposit" / "small.manifest.jsonl").read_text().splitlines())
    described = {line["path"]: line["sha256"] for line in lines if line["type"] == "warc"}
    with zipfile.ZipFile(out / "deposit" / "small.wacz") as packed:
        for path, digest in described.items():
            content = packed.read(path.replace("warc/", "archive/"))
            assert hashlib.sha256(content).hexdigest() == digest
    assert len(described) == 2
    assert_replayed(out / "a.wacz", old, f"{old.base}/two", "The text of page two is 1.")


def assert_replayed(wacz: Path, site: SmallPortal, url: str, words: str) -> None:
    """Assert that wacz finds the file valid, and that pywb replays a page of it."""
    validated = run_program("wacz", "validate", "-f", str(wacz), cwd=site.folder)
    assert "the passed WACZ is valid" in validated.stdout
    assert run_program("wb-manager", "init", "a", cwd=site.folder).returncode == 0
    added = run_program("wb-manager", "add", "a", str(wacz), "--unpack-wacz", cwd=site.folder)
    assert added.returncode == 0, added.stderr
    with running_pywb(site.folder) as address, requests.Session() as session:
        session.trust_env = False
        replayed = session.get(f"{address}/a/2024id_/{url}")
        assert replayed.status_code == 200 and words in replayed.text
        assert "Set-Cookie" not in replayed.headers


def test_what_does_not_go_together_is_said(
    old: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    config, file = str(old.folder / "portal.yaml"), str(next((old.corpus / "warc").iterdir()))
    for words, message in (
        ([config], "no place for the copy"),
        ([file, "--secrets"], "no place for the copy"),
        ([file, "--output", "x.warc.gz"], "no exclude list for the WARC files"),
        ([config, config, "--secrets"], "several portal files"),
    ):
        assert main(["warc", "redact", *words]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize("value", ["geheim-0123456789", "Bearer geheim-0123456789"])
def test_a_value_that_a_page_shows_is_in_no_copy(value: str, tmp_path: Path) -> None:
    rules = f"""
fetch: {{delay: 0, robots: ignore, headers: {{X-Key: "{value}"}}}}
archive: {{url: "BASE/list", dates: none, links: h2}}
article: {{body: {{root: article}}}}
"""
    echo = f"<script>var key = '{value}'</script>"
    pages = {"/list": listing("/a") + echo, "/a": article("The text of it.", around=echo)}
    with crawled_portal(tmp_path, pages, rules) as site:
        secret = value.rpartition(" ")[2]
        assert {name.partition("/")[0] for name, _ in places_of(site.corpus, secret)} == {"warc"}
        packed, copy = tmp_path / "packed", tmp_path / "copy"
        packed.mkdir()
        wacz = str(packed / "small.wacz")
        assert curator(site, "export", "--format", "wacz", "--output", wacz) == 0
        assert curator(site, "warc", "redact", "--secrets", "--output", str(copy)) == 0
        for place in (packed, copy):
            assert places_of(place, secret) == []
            assert places_of(place, "The text of it.") != []
