"""``curator package --upload``, against a server that keeps to the documented API of InvenioRDM."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from deposit_material import CORPUS, FREE, RULES, contents, package
from invenio_server import TOKEN, InvenioServer, invenio_server
from small_portal import SmallPortal, small_portal

from webarticlecurator.base.errors import UsageError
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.deposit import invenio_client
from webarticlecurator.corpus.deposit.invenio_client import check_repository


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    with small_portal(tmp_path_factory.mktemp("upload"), FREE) as site:
        assert site.crawl(RULES + CORPUS).ok
        yield site


@pytest.fixture
def site(crawled: SmallPortal) -> SmallPortal:
    """The portal, with its portal file as it was crawled."""
    crawled.write(RULES + CORPUS)
    return crawled


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Iterator[InvenioServer]:
    monkeypatch.setenv("ZENODO_TOKEN", TOKEN)
    with invenio_server() as repository:
        yield repository


def upload(site: SmallPortal, repository: InvenioServer, output: Path, *options: str) -> int:
    where = ("--upload", "zenodo", "--at", repository.address)
    return package(site, output, "--without-warcs", *where, *options)


def test_a_deposit_is_sent_as_a_draft_then_published(
    site: SmallPortal, repository: InvenioServer, tmp_path: Path, capsys
):
    output = tmp_path / "deposit"
    assert upload(site, repository, output) == 0
    (record,) = repository.records.values()
    assert record.files == contents(output)
    assert not record.published
    assert record.metadata["title"] == "A small *corpus*"
    assert record.metadata["version"] == "1.2"
    assert record.metadata["rights"] == [{"id": "cc-by-4.0"}]
    assert record.metadata["creators"] == [
        {
            "person_or_org": {
                "type": "personal",
                "family_name": "Editor",
                "given_name": "Anna",
                "identifiers": [{"scheme": "orcid", "identifier": "0000-0002-1825-0097"}],
            }
        },
        {"person_or_org": {"type": "organizational", "name": "The project"}},
    ]
    assert f"{repository.address}/uploads/{record.id}" in capsys.readouterr().err
    number = len(repository.sent())
    assert upload(site, repository, output, "--publish") == 0
    assert len(repository.records) == 1
    assert len(repository.sent()) == number
    assert record.published
    assert (
        f"published: {repository.address}/records/{record.id} 10.5281/" in capsys.readouterr().err
    )
    assert upload(site, repository, output) == 2
    assert f"--new-version-of {record.id}" in capsys.readouterr().err


def test_a_broken_upload_goes_on(
    site: SmallPortal, repository: InvenioServer, tmp_path: Path, monkeypatch, capsys
):
    monkeypatch.setattr(invenio_client, "TRIES", 1)
    output = tmp_path / "deposit"
    repository.breaks_at = "small.csv"
    assert upload(site, repository, output) == 3
    message = capsys.readouterr().err
    assert "does not answer" in message
    assert "Run the same command again" in message
    before = repository.sent()
    repository.breaks_at = ""
    assert upload(site, repository, output) == 0
    again = repository.sent()[len(before) :]
    assert again[0] == "small.csv"
    assert not set(again) & set(before[:-1])
    (record,) = repository.records.values()
    assert record.files == contents(output)


def test_a_busy_repository_is_asked_again(
    site: SmallPortal, repository: InvenioServer, tmp_path: Path
):
    repository.busy = 2
    assert upload(site, repository, tmp_path / "deposit") == 0
    assert repository.requests[:3] == ["POST /api/records"] * 3
    assert len(repository.records) == 1


def test_a_file_that_arrives_damaged_is_an_error_and_is_sent_again(
    site: SmallPortal, repository: InvenioServer, tmp_path: Path, capsys
):
    repository.damages = "README.md"
    assert upload(site, repository, tmp_path / "deposit") == 3
    assert "README.md arrived with the digest md5:" in capsys.readouterr().err
    repository.damages = ""
    (record,) = repository.records.values()
    record.files["README.md"] = b"damaged"
    assert upload(site, repository, tmp_path / "deposit") == 0
    assert record.files == contents(tmp_path / "deposit")


def test_a_reserved_doi_goes_into_the_portal_file_and_from_there_into_everything(
    site: SmallPortal, repository: InvenioServer, tmp_path: Path, capsys
):
    output, config = tmp_path / "deposit", site.folder / "portal.yaml"
    config.write_text(config.read_text() + "# the last line\n")
    assert upload(site, repository, output, "--reserve-doi") == 0
    (record,) = repository.records.values()
    doi = record.pids["doi"]["identifier"]
    text = config.read_text("utf-8")
    assert yaml.safe_load(text)["corpus"]["doi"] == doi
    assert text.endswith("# the last line\n")
    assert not output.exists()
    assert upload(site, repository, output) == 2
    assert "3 articles have not been built yet" in capsys.readouterr().err
    try:
        assert main(["build", str(config), "--corpus", str(site.corpus)]) == 0
        for path, tei in site.tei().items():
            assert f'type="DOI">{doi}<' in tei
            assert f">https://doi.org/{doi}?id={Path(path).stem}<" in tei
        assert upload(site, repository, output, "--publish") == 0
    finally:
        site.build(RULES + CORPUS)
    assert list(repository.records) == [record.id]
    assert record.pids["doi"]["identifier"] == doi
    assert yaml.safe_load((output / "CITATION.cff").read_text("utf-8"))["doi"] == doi
    assert json.loads((output / "datacite.json").read_text("utf-8"))["doi"] == doi


def test_a_new_version_keeps_what_is_the_same(
    site: SmallPortal, repository: InvenioServer, tmp_path: Path
):
    assert upload(site, repository, tmp_path / "first", "--publish") == 0
    (first,) = repository.records.values()
    number = len(repository.sent())
    second = tmp_path / "second"
    options = ("--new-version-of", first.id, "--tables", "csv", "--publish")
    assert upload(site, repository, second, *options) == 0
    _, record = repository.records.values()
    assert record.previous == first.id
    assert record.published
    assert record.files == contents(second)
    assert "small.jsonl" not in record.files
    assert sorted(repository.sent()[number:]) == [
        "README.md",
        "croissant.json",
        "datapackage.json",
        "ro-crate-metadata.json",
    ]


def test_a_doi_of_another_record_is_refused(
    site: SmallPortal, repository: InvenioServer, tmp_path: Path, capsys
):
    other = CORPUS.replace("  funder", "  doi: 10.5281/zenodo.1\n  funder")
    try:
        site.build(RULES + other)
        assert upload(site, repository, tmp_path / "deposit") == 2
    finally:
        site.build(RULES + CORPUS)
    assert "corpus.doi is 10.5281/zenodo.1, but the draft has no DOI yet" in capsys.readouterr().err


def test_the_token_is_needed_and_is_in_no_message_and_no_file(
    site: SmallPortal, repository: InvenioServer, tmp_path: Path, monkeypatch, capsys
):
    output = tmp_path / "deposit"
    assert upload(site, repository, output) == 0
    monkeypatch.setenv("ZENODO_TOKEN", "wrong-token")
    assert upload(site, repository, output) == 3
    found = capsys.readouterr()
    assert "the token is not valid, or does not allow this" in found.err
    monkeypatch.delenv("ZENODO_TOKEN")
    assert upload(site, repository, output) == 2
    assert "no token in the environment variable ZENODO_TOKEN" in capsys.readouterr().err
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) > 8
    for token in (TOKEN, "wrong-token"):
        assert token not in found.err + found.out
        assert not [content for content in written if token.encode() in content]


@pytest.mark.parametrize(
    "address",
    [
        "http://zenodo.org",
        "zenodo.org",
        "ftp://127.0.0.1",
        "https://user:word@zenodo.org",
        "https://",
    ],
)
def test_the_token_is_sent_to_safe_addresses_alone(address: str):
    with pytest.raises(UsageError, match="not the address of a repository"):
        check_repository(address)


def test_options_without_upload_are_refused(site: SmallPortal, tmp_path: Path, capsys):
    for option in ("--publish", "--reserve-doi"):
        assert package(site, tmp_path / "deposit", option) == 2
        assert f"{option} has no effect without --upload" in capsys.readouterr().err
