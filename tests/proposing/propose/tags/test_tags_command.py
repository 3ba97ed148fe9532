"""``curator tags`` and its guide, as a user runs them."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from checkout import CHECKOUT

from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.config.load import load_portal

GUIDE = CHECKOUT / "docs" / "tag-dictionary.md"
COMMANDS = re.findall(r"(?m)^    curator (.+)$", GUIDE.read_text(encoding="utf-8"))


@pytest.fixture
def folder(crawled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the folder in which the documents' commands are run."""
    copy = Path(shutil.copytree(crawled, tmp_path / "work"))
    monkeypatch.chdir(copy)
    return copy


def rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_commands_of_the_guide_run_one_after_the_other(folder, capfd):
    assert len(COMMANDS) >= 6
    before = (folder / "examples" / "demo.tags.tsv").read_bytes()
    for command in COMMANDS:
        assert main(shlex.split(command)) == 0, (command, capfd.readouterr().err)
    assert (folder / "examples" / "demo.tags.tsv").read_bytes() == before
    inventory, merged = rows(folder / "demo.inventory.tsv"), rows(folder / "demo.merged.tsv")
    columns = GUIDE.read_text(encoding="utf-8").partition("\n### ")[0]
    named = re.findall(r"(?m)^\| `([a-z_`, ]+)` \|", columns)
    assert re.findall(r"[a-z_]+", " ".join(named)) == inventory[0]
    assert [row[:2] for row in merged[1:28]] == [
        row[:2] for row in rows(folder / "examples" / "demo.tags.tsv")[1:28]
    ]
    suggested = rows(folder / "demo.suggested.tsv")
    assert [row[:4] for row in suggested] == [row[:4] for row in inventory]
    assert suggested[0][-3:] == ["suggestion", "confidence", "reason"]
    filled = rows(folder / "demo.filled.tsv")
    assert sum(bool(row[1]) for row in filled) >= sum(bool(row[1]) for row in inventory)


def test_a_merged_table_is_a_dictionary_that_check_accepts(folder, capfd):
    main(shlex.split(COMMANDS[0]))
    main(
        ["tags", "merge", "examples/demo.tags.tsv", "demo.inventory.tsv", "--output", "merged.tsv"]
    )
    before = load_portal(folder / "examples" / "demo.yaml").article.body.tags
    shutil.copy("merged.tsv", folder / "examples" / "demo.tags.tsv")
    assert main(["check", "examples/demo.yaml"]) == 0
    assert load_portal(folder / "examples" / "demo.yaml").article.body.tags == before


def test_suggest_for_a_portal_file_takes_its_inventory(folder, capfd):
    assert (
        main(["tags", "suggest", "examples/demo.yaml", "--corpus", "corpora/demo", "--quiet"]) == 0
    )
    out, err = capfd.readouterr()
    head, *lines = [line.split("\t") for line in out.splitlines()]
    rows_by_signature = {row[0]: dict(zip(head, row, strict=True)) for row in lines}
    assert (rows_by_signature["p"]["operation"], rows_by_signature["p"]["suggestion"]) == (
        "",
        "paragraph",
    )
    assert (
        rows_by_signature["p.lead"]["operation"],
        rows_by_signature["p.lead"]["suggestion"],
    ) == ("lead", "")
    assert err == ""


def test_diff_as_json(folder, capfd):
    Path("old.tsv").write_text("signature\toperation\np.a\tlead\n", encoding="utf-8")
    Path("new.tsv").write_bytes(b'\xef\xbb\xbf"signature"\t"operation"\r\n"p.a"\t"box"\r\n')
    assert main(["tags", "diff", "old.tsv", "new.tsv", "--json"]) == 0
    out, err = capfd.readouterr()
    assert json.loads(out) == [
        {"kind": "changed", "signature": "p.a", "context": "", "old": "lead", "new": "box"}
    ]
    assert err == "1 changed\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("inventory examples/demo.yaml --tree tree.txt", "--tree tree.txt: neither YAML nor HTML"),
        ("inventory examples/demo.yaml --corpus nowhere", "no corpus in nowhere"),
        ("inventory examples/demo.yaml --warc none.warc", "none.warc: No such file"),
        ("diff none.tsv examples/demo.tags.tsv", "none.tsv: No such file"),
        (
            "merge examples/demo.tags.tsv examples/demo.yaml",
            "examples/demo.yaml:1: the first line must name the columns",
        ),
        ("suggest latin.tsv", "latin.tsv:1:21: not UTF-8"),
    ],
)
def test_wrong_usage_is_answered_with_the_cure(folder, capfd, words, message):
    Path("latin.tsv").write_bytes("signature\toperation á\n".encode("latin-1"))
    assert main(["tags", *words.split()]) == 2
    out, err = capfd.readouterr()
    assert (out, message in err, "Traceback" in err) == ("", True, False), err


def test_an_output_that_cannot_be_written_leaves_nothing_behind(folder, capfd):
    assert (
        main(
            [
                "tags",
                "merge",
                "examples/demo.tags.tsv",
                "examples/demo.tags.tsv",
                "--output",
                "no/such/folder.tsv",
            ]
        )
        == 2
    )
    assert "no" not in {path.name for path in folder.iterdir()}
