"""``export --format edits``: edits that are known are found, where, when and as what they are;
``revisionDesc`` in TEI that asks for it."""

from __future__ import annotations

import csv
import io
import random
from datetime import timedelta
from pathlib import Path

import pytest
from blog import ALL
from long_parameters import always
from small_portal import listing, small_portal

from webarticlecurator.base.folders import data_folder
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.tei.documents.read import parse_document

ROUNDS = 6
RULES = """timezone: UTC
fetch: {delay: 0}
archive: {url: BASE/list, links: h2}
article: {body: {root: article}, metadata: {title: {meta: "og:title"}}}
"""


class Edited:
    """An article that is edited once a round, in a way that is noted."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.path, self.title = f"/{number}", f"Title {number}"
        self.blocks = [f"<p>{self.words(20)}</p>" for _ in range(5)]
        self.truth: list[tuple[str, str, str]] = []

    def words(self, count: int) -> str:
        return " ".join(f"word{self.chance.randrange(5000)}" for _ in range(count))

    def page(self) -> str:
        head = f'<meta property="og:title" content="{self.title}">'
        body = "".join(self.blocks)
        return f"<html><head>{head}</head><body><article>{body}</article></body></html>"

    def edit(self) -> None:
        kind = self.chance.choice(
            ("title", "added", "removed", "reworded", "figure", "correction-note")
        )
        texts = [n for n, block in enumerate(self.blocks) if block.startswith("<p>word")]
        if kind == "removed" and len(texts) < 4:
            kind = "added"
        place = self.chance.choice(texts[1:-1] or texts)
        before = after = ""
        if kind == "title":
            before, self.title = self.title, f"Title {self.words(3)}"
            after = self.title
        elif kind == "added":
            after = self.words(18)
            self.blocks.insert(place, f"<p>{after}</p>")
        elif kind == "removed":
            before = self.blocks.pop(place)[3:-4]
        elif kind == "reworded":
            before = self.blocks[place][3:-4]
            after = before.replace(before.split()[5], f"other{self.chance.randrange(5000)}", 1)
            self.blocks[place] = f"<p>{after}</p>"
        elif kind == "figure":
            after = f"{self.chance.randrange(10**6)}.png"
            self.blocks.insert(place, f'<figure><img src="/{after}" alt=""></figure>')
        else:
            after = f"Since then: {self.words(6)}"
            self.blocks.append(f"<p><em>{after}</em></p>")
        self.truth.append((kind, before, after))


@pytest.mark.parametrize("count", always([20], [20, 100]))
def test_all_edits_are_found_where_and_when_they_were_made(
    count: int, tmp_path: Path, capsysbinary
):
    articles = [Edited(number) for number in range(count)]
    pages = {"/list": listing(*(each.path for each in articles))}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        times = []
        for number in range(ROUNDS + 1):
            for each in articles:
                if number:
                    each.edit()
                portal.pages[each.path] = each.page()
            portal.crawl(RULES, CrawlOptions(refresh=ALL if number else None, warc_only=True))
            times.append(portal.clock.time.isoformat())
            portal.clock.time += timedelta(days=1)
        portal.build(RULES)
        config, base = str(tmp_path / "portal.yaml"), portal.base
        words = ["export", config, "--corpus", str(portal.corpus), "--format", "edits"]
        capsysbinary.readouterr()
        assert main(words) == 0
        table = capsysbinary.readouterr().out.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert len(rows) == count * ROUNDS
    by_article: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        by_article.setdefault(row["url"].removeprefix(base), []).append(row)
    for each in articles:
        found = by_article[each.path]
        assert [int(row["version"]) for row in found] == list(range(2, ROUNDS + 2))
        for number, (row, (kind, before, after)) in enumerate(zip(found, each.truth, strict=True)):
            assert row["kind"] == kind, (row, kind)
            assert row["before"] == before
            assert row["after"] == after or (kind == "figure" and row["after"].endswith(after))
            assert row["before_time"][:10] == times[number][:10]
            assert row["after_time"][:10] == times[number + 1][:10]


def test_tei_that_asks_for_it_has_a_change_for_each_version(tmp_path: Path):
    template = (data_folder("tei_templates") / "default.xml").read_text(encoding="utf-8")
    asking = template.replace("  {{xenoData}}\n", "  {{xenoData}}\n  {{revisionDesc}}\n")
    (tmp_path / "own.xml").write_text(asking, encoding="utf-8")
    article = Edited(1)
    with small_portal(tmp_path, {"/list": listing("/1", "/2")}) as portal:
        portal.executor = "serial"
        portal.pages |= {"/1": article.page(), "/2": Edited(2).page()}
        rules = f"{RULES}tei: {{template: own.xml}}\n"
        portal.crawl(rules)
        article.edit()
        portal.pages["/1"] = article.page()
        portal.clock.time += timedelta(days=1)
        assert portal.crawl(rules, CrawlOptions(refresh=ALL)).ok
        texts = {text.count("<change "): text for text in portal.tei().values()}
        assert main(["tei", "validate", str(portal.corpus / "tei")]) == 0
    assert sorted(texts) == [1, 2]
    root = parse_document(texts[2].encode())
    changes = root.findall(".//{*}revisionDesc/{*}change")
    assert [(c.get("n"), c.get("when")[:10]) for c in changes] == [
        ("1", "2024-05-02"),
        ("2", "2024-05-03"),
    ]
