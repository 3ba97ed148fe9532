"""``curator export`` as a command: several corpora, conditions and samples."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from export_material import write
from small_portal import article, listing, small_portal

from webarticlecurator.base.system.installation import describe_install
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.export.formats import EXPORTERS

FILE = """portal: {name}
home: "https://echo.example/"
timezone: Europe/Budapest
archive: {{url: "https://echo.example/list", links: h2}}
"""
Export = Callable[..., tuple[int, str, str]]


@pytest.fixture
def export(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Export:
    """Run ``curator export`` in a folder with the corpora of two portals."""
    monkeypatch.chdir(tmp_path)
    for name, years in (("one", (2001, 2002)), ("two", (2002, 2003))):
        (tmp_path / f"{name}.yaml").write_text(FILE.format(name=name), encoding="utf-8")
        for year in years:
            for number in range(3):
                slug = f"{name}-{year}-{number}"
                write(
                    tmp_path / "corpora" / name, slug, {"published": [f"{year}-05-0{number + 1}"]}
                )

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["export", *arguments])
        out, err = capfdbinary.readouterr()
        return code, out.decode(), err.decode()

    return run


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_several_corpora_come_one_after_the_other_with_paths_that_name_them(export: Export):
    code, out, err = export("two.yaml", "one.yaml", "--format", "csv")
    assert code == 0
    assert "12 articles written" in err
    paths = [row["path"] for row in rows(out)]
    assert [path.partition("/")[0] for path in paths] == ["two"] * 6 + ["one"] * 6
    alone = [row["path"] for row in rows(export("one.yaml", "--format", "csv")[1])]
    assert [f"one/{path}" for path in alone] == paths[6:]


def test_a_folder_stands_for_its_portal_files(export: Export):
    assert export(".", "--format", "csv")[1] == export("one.yaml", "two.yaml", "--format", "csv")[1]


def test_texts_of_several_corpora_are_in_a_folder_of_each(export: Export, tmp_path: Path):
    assert export("one.yaml", "two.yaml", "--format", "txt", "--output", "texts")[0] == 0
    found = sorted(path.parent.as_posix() for path in (tmp_path / "texts").rglob("*.txt"))
    start = (tmp_path / "texts").as_posix()
    years = ("one/2001", "one/2002", "two/2002", "two/2003")
    assert found == [f"{start}/{year}/05" for year in years for _ in range(3)]


def test_the_corpora_may_be_in_another_folder(export: Export, tmp_path: Path):
    before = export("one.yaml", "two.yaml", "--format", "jsonl")[1]
    (tmp_path / "corpora").rename(tmp_path / "elsewhere")
    options = ("--format", "jsonl", "--corpus", "elsewhere")
    assert export("one.yaml", "two.yaml", *options)[1] == before


def test_one_corpus_that_is_missing_ends_the_export_before_anything_is_written(
    export: Export, tmp_path: Path
):
    (tmp_path / "corpora" / "two").rename(tmp_path / "moved")
    code, _, err = export("one.yaml", "two.yaml", "--format", "csv", "--output", "all.csv")
    assert code == 2
    assert "no TEI in corpora/two" in err.replace("\\", "/")
    assert not (tmp_path / "all.csv").exists()


def test_the_same_corpus_twice_is_refused(export: Export):
    code, out, err = export("one.yaml", "one.yaml", "--format", "csv")
    assert (code, out) == (2, "")
    assert "the portal one is given twice" in err


def test_conditions_and_samples_are_over_all_corpora(export: Export):
    options = ("one.yaml", "two.yaml", "--format", "csv")
    paths = [row["path"] for row in rows(export(*options, "--where", "year=2002")[1])]
    assert [path[:8] for path in paths] == ["one/2002"] * 3 + ["two/2002"] * 3
    sample = [row["path"] for row in rows(export(*options, "--sample", "2", "--by", "year")[1])]
    assert sorted(path[4:8] for path in sample) == ["2001"] * 2 + ["2002"] * 2 + ["2003"] * 2
    assert len(rows(export(*options, "--sample", "5")[1])) == 5
    of_each = rows(export(*options, "--sample", "2", "--by", "portal")[1])
    assert [row["path"][:3] for row in of_each] == ["one", "one", "two", "two"]


def test_a_sample_is_the_same_with_several_processes(export: Export):
    options = ("one.yaml", "two.yaml", "--format", "jsonl", "--sample", "3", "--by", "year")
    assert export(*options, "--jobs", "2")[1] == export(*options, "--jobs", "1")[1] != ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--where", "titel=x", "--format", "csv"], "Did you mean title?"),
        (["--by", "year", "--format", "csv"], "--by year has no effect without --sample"),
        (["--column", "x", "--format", "csv"], "one and two have no column 'x' (expected all)"),
        (
            ["--format", "zip", "--output", "z", "--where", "words>=1"],
            "--where cannot be used with --format zip",
        ),
        (
            ["--format", "csv", "--cluster", "tcp://127.0.0.1:1", "--tei-at", "x"],
            "--tei-at x is the folder of one corpus, but several portal files are given",
        ),
    ],
)
def test_options_that_do_not_fit_are_refused(export: Export, options: list[str], message: str):
    code, out, err = export("one.yaml", "two.yaml", *options)
    assert (code, out) == (2, "")
    assert message in err


def test_help_has_a_line_for_each_format_with_what_it_needs(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main(["export", "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out.partition("formats (--format):\n")[2].partition("\n\n")[0]
    rows = [line.split(maxsplit=1) for line in shown.splitlines()]
    named = [row for row in rows if row[0] != "needs:"]
    assert [name for name, _ in named] == [*EXPORTERS]
    assert {"zip", "wacz", "csv"} < set(EXPORTERS)
    needs = f"needs: {describe_install('tables')}"
    assert [line.strip() for line in shown.splitlines()].count(needs) == 2


def test_articles_are_written_in_the_order_of_the_day(tmp_path: Path):
    """Also those of one month, whose files are in the order of their ids."""
    days = (9, 3, 21, 1, 17, 5)
    with small_portal(tmp_path, {}) as portal:
        portal.pages["/list"] = listing(*(f"/a{day}" for day in days))
        for day in days:
            head = f'<meta property="article:published_time" content="2024-04-{day:02}">'
            portal.pages[f"/a{day}"] = article(f"<h1>Day {day}</h1><p>It is day {day}.</p>", head)
        rules = "portal: days\narchive: {url: BASE/list, links: h2 a}\nfetch: {delay: 0}\n"
        portal.crawl(rules)
        file = portal.write(rules).path
    output = tmp_path / "days.csv"
    written = ["--format", "csv", "--columns", "published", "--output", str(output), "--quiet"]
    assert main(["export", str(file), "--corpus", str(portal.corpus), *written]) == 0
    lines = output.read_text(encoding="utf-8-sig").split()[1:]
    assert [line[:10] for line in lines] == [f"2024-04-{day:02}" for day in sorted(days)]
