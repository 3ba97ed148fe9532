"""A portal with an article of three pages, whose third page is stored or not."""

from __future__ import annotations

from pathlib import Path

from response_records import response_record

from webarticlecurator.cli.main import main

HOME = "https://long.example/"
LONG = f"{HOME}a/1"
RULES = f"""\
portal: long
home: {HOME}
timezone: UTC
archive: {{url: {HOME}list}}
article:
  match: /a/\\d$
  next_page: a.next
  metadata: {{title: h1, authors: .by}}
  body:
    root: main
    once: .head
"""


def long_address(number: int) -> str:
    """The address of a page of the article, from 1."""
    return LONG if number == 1 else f"{LONG}?page={number}"


def write_long_page(number: int) -> str:
    link = f'<a class="next" href="{long_address(number + 1)}">Next page</a>' if number < 3 else ""
    return f"""<!DOCTYPE html><html lang="en"><head><title>Long</title></head><body>
<h1>The long story</h1><i class="by">Anna Author</i><main><p class="head">What every page says.</p>
<p>The first words of page {number} are these, and they go on for a while.</p>
<p class="ad">Buy one on page {number}!</p></main>{link}</body></html>"""


def write_long_portal(folder: Path, pages: int = 3) -> Path:
    """Write the portal file and a WARC file with the first pages; list it beside the file."""
    records = [
        response_record(
            long_address(number),
            write_long_page(number).encode(),
            f"00000000-0000-4000-8000-{number:012}",
        )
        for number in range(1, pages + 1)
    ]
    (folder / "long.warc").write_bytes(b"".join(records))
    (folder / "long.warcs.txt").write_text("long.warc\n", encoding="utf-8")
    file = folder / "long.yaml"
    file.write_text(RULES, encoding="utf-8")
    return file


def build_long_corpus(file: Path) -> Path:
    """Take the pages over into a corpus and build it; return its TEI file."""
    corpus = file.parent / "corpora" / "long"
    arguments = [str(file), "--corpus", str(corpus)]
    assert (
        main(["warc", "adopt", arguments[0], str(file.with_name("long.warc")), *arguments[1:]]) == 0
    )
    assert main(["build", *arguments, "--quiet"]) == 0
    (tei,) = (corpus / "tei").rglob("*.xml")
    return tei
