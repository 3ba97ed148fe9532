"""``tags inventory``, ``merge`` and ``diff``: each reads what the one before it wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from tried_page import (
    BASE,
    URL,
    listing,
    page,
    portal_file,
    write_warc,
)

from webarticlecurator.cli.main import main


# bug 6 of HTML2TEI
@pytest.mark.parametrize("number", [1, 12])
def test_inventory_and_bigrams_are_written_on_this_python_and_name_the_first_pages(
    tmp_path: Path, number: int
):
    pages = {f"{BASE}/list/1": listing(*(f"/a/{n}" for n in range(number)))}
    pages |= {
        f"{BASE}/a/{n}": page(f"<div class='hint'>x {n} <b>y</b></div>") for n in range(number)
    }
    config, warc = portal_file(tmp_path), write_warc(tmp_path / "many.warc", pages)
    written = []
    for run in ("first", "again"):
        out = [tmp_path / f"{run}.{name}" for name in ("tags.tsv", "bigrams.tsv", "tree.yaml")]
        options = [
            "--output",
            str(out[0]),
            "--bigrams",
            str(out[1]),
            "--tree",
            str(out[2]),
            "--quiet",
        ]
        assert main(["tags", "inventory", str(config), "--warc", str(warc), *options]) == 0
        written.append([path.read_bytes() for path in out])
    assert written[0] == written[1]
    head, *rows = (line.split("\t") for line in written[0][0].decode("utf-8").splitlines())
    (hint,) = (
        dict(zip(head, row, strict=True))
        for row in rows
        if row[head.index("signature")] == "div.hint"
    )
    assert hint["frequency"] == str(number)
    examples = hint["examples"].split()
    assert examples == [f"{BASE}/a/{n}" for n in range(number)][: len(examples)] and examples


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_tags_diff_reads_what_the_tool_wrote(
    tmp_path: Path, newline: str, capsys: pytest.CaptureFixture[str]
):
    config = portal_file(tmp_path, "article: {body: {root: article}}\n")
    tables = []
    for name, text in (("old", "<div class=a>x</div>"), ("new", "<div class=b>x</div>")):
        warc = write_warc(
            tmp_path / f"{name}.warc", {f"{BASE}/list/1": listing("/2019/one"), URL: page(text)}
        )
        table = tmp_path / f"{name}.tsv"
        assert (
            main(
                [
                    "tags",
                    "inventory",
                    str(config),
                    "--warc",
                    str(warc),
                    "--output",
                    str(table),
                    "--quiet",
                ]
            )
            == 0
        )
        table.write_bytes(table.read_bytes().replace(b"\n", newline.encode()))
        tables.append(str(table))
    merged = tmp_path / "merged.tsv"
    assert main(["tags", "merge", *tables, "--output", str(merged)]) == 0
    capsys.readouterr()
    assert main(["tags", "diff", *tables]) == 0
    lines = [line.split("\t")[:2] for line in capsys.readouterr().out.splitlines()]
    assert sorted(lines) == [["new", "div.b"], ["removed", "div.a"]]
    assert main(["tags", "diff", str(merged), tables[1]]) == 0
