"""Doubts that the package does not have: one about a corpus with its check, one about a proposal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from made_up_package import MadeUpPackage
from small_portal import SmallPortal, article, listing, small_portal

PORTAL = """portal: small
home: BASE/
fetch: {delay: 0, retries: 0}
archive: {url: "BASE/list", links: h2, pagination: none}
article: {body: {root: article}}
"""
ROW = """DoubtKind(
    "few-vowels",
    "articles have few vowels",
    "read one aloud",
    "articles",
    asked=("corpus",),
    proof="an address without a vowel",
    refutation="an address with one",
    sentences={"": "{number} of {of} addresses have no vowel"},
)"""
REMARK = ROW.replace('"read one aloud"', '""').replace(
    'asked=("corpus",)', 'is_serious=False, asked=("corpus",)'
)
CHECK = '''"""Few vowels."""

from webarticlecurator.base.model.verdict import make_problem


def find_few_vowels(portal, corpus):
    found = [row.canonical for row in corpus.frontier.articles()]
    few = [url for url in found if not set(url.rpartition("/")[2]) & set("aeiou")]
    if few:
        yield make_problem("few-vowels", "spelling", number=len(few), of=len(found))
'''
MODULE = "crawling/states/few_vowels.py"
ROWS = "base/doubts/doubts_of_lists.py"
CHECKS = "crawling/building/corpus_checks.py"
CALL = "from webarticlecurator.crawling.states.few_vowels import find_few_vowels"
HEAD = "problem: few-vowels: 1: articles have few vowels"
LINES = [HEAD, "  spelling: 2 of 3 addresses have no vowel", "  to do: read one aloud"]
PAGES = {
    "/list": listing("/xyz", "/pqr", "/aeo"),
    **{f"/{name}": article(f"The text of {name}.") for name in ("xyz", "pqr", "aeo")},
}
STEPS = """
from pathlib import Path
from webarticlecurator.base.model.doubts import Doubt
from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.studio.portal.mended_doubts import find_mending
from webarticlecurator.studio.new_portal.proposal_questions import ask
portal = load_portal(Path("CONFIG"))
[doubt] = read_status(portal, Path("CORPUS")).doubts
print(find_mending(doubt, 3).step, doubt.what)
question = ask({**doubt.as_json(), "field": ""}, "https://echo.example/list")
print(question.words, question.evidence, question.answers[0].view)
"""


def write(portal: SmallPortal) -> Path:
    path = portal.folder / "small.yaml"
    path.write_text(PORTAL.replace("BASE", portal.base), encoding="utf-8", newline="\n")
    return path


def add_doubt(package: MadeUpPackage, row: str = ROW) -> None:
    package.write(MODULE, CHECK)
    package.add_row(ROWS, "LIST_ROWS", row)
    package.add_import(CHECKS, CALL)
    check = 'CorpusCheck(("few-vowels",), CRAWL_ENDED, find_few_vowels, lambda *_: ("spelling",))'
    package.add_row(CHECKS, "CHECKS", check)


def find_doubt(text: str) -> list[str]:
    """The lines that a command prints of the doubt."""
    lines = text.splitlines()
    place = lines.index(HEAD)
    return lines[place : place + 3]


def test_a_made_up_doubt_is_shown_wherever_doubts_are_and_taken_back(
    package: MadeUpPackage, tmp_path: Path
) -> None:
    add_doubt(package)
    with small_portal(tmp_path, dict(PAGES)) as portal:
        config, corpus = write(portal), portal.corpus
        place = ("--corpus", corpus)
        assert find_doubt(package.curator("crawl", config, *place, code=1)) == LINES
        assert find_doubt(package.curator("status", config, *place)) == LINES
        status = json.loads(package.curator("status", config, *place, "--json"))
        assert status["problems"] == {"few-vowels": 1}
        [doubt] = status["doubts"]
        assert doubt["kind"] == "few-vowels" and doubt["cure"] == "read one aloud"
        assert "few-vowels" in package.curator("report", "corpus", config, *place)
        rows = (corpus / "reports" / "problems.tsv").read_text(encoding="utf-8").splitlines()
        assert "yes\tfew-vowels\tspelling\t2 of 3 addresses have no vowel" in rows
        program = STEPS.replace("CONFIG", str(config)).replace("CORPUS", str(corpus))
        assert package.python(program).splitlines() == [
            "next articles have few vowels",
            "articles have few vowels"
            " articles have few vowels: 2 of 3 addresses have no vowel archive",
        ]
        page = package.python("import doubts_page; print(doubts_page.write_page())", "docs")
        assert "| `few-vowels` | articles have few vowels | read one aloud |" in page

        # what the check does not find again is over
        quiet = package.file(MODULE)
        quiet.write_text(CHECK.replace("if few", "if not few"), encoding="utf-8", newline="\n")
        assert "few-vowels" not in package.curator("crawl", config, *place)
        assert json.loads(package.curator("status", config, *place, "--json"))["problems"] == {}


def test_a_made_up_remark_is_in_the_reports_and_ends_no_command_with_a_problem(
    package: MadeUpPackage, tmp_path: Path
) -> None:
    add_doubt(package, REMARK)
    with small_portal(tmp_path, dict(PAGES)) as portal:
        config, corpus = write(portal), portal.corpus
        assert "few-vowels" not in package.curator("crawl", config, "--corpus", corpus)
        rows = (corpus / "reports" / "problems.tsv").read_text(encoding="utf-8").splitlines()
        assert "no\tfew-vowels\tspelling\t2 of 3 addresses have no vowel" in rows


def test_a_made_up_doubt_about_a_proposal_is_said_by_new_and_by_its_file(
    package: MadeUpPackage, tmp_path: Path
) -> None:
    row = ROW.replace('asked=("corpus",)', 'is_serious=False, asked=("proposal",)')
    package.add_row("base/doubts/doubts_of_proposals.py", "PROPOSAL_ROWS", row)
    steps = "proposing/propose/proposal_steps.py"
    package.write(
        "proposing/propose/few_vowels.py",
        '''"""Few vowels."""

from webarticlecurator.base.model.verdict import make_problem


def doubt_vowels(draft, visits, runtime):
    few = make_problem("few-vowels", "spelling", number=2, of=3)
    return draft.update(draft.proposal.add_doubt(few))
''',
    )
    package.add_import(
        steps, "from webarticlecurator.proposing.propose.few_vowels import doubt_vowels"
    )
    package.add_row(steps, "LIST_STEPS", 'Step("vowels", doubt_vowels, adds=("doubts",))')
    with small_portal(tmp_path, dict(PAGES)) as portal:
        file = tmp_path / "new.yaml"
        said = package.curator("new", f"{portal.base}/list", "--output", file)
        assert find_doubt(said) == LINES
        assert [f"# {line}" for line in LINES] == [
            line for line in file.read_text(encoding="utf-8").splitlines() if line[2:] in LINES
        ]
        page = package.python("import doubts_page; print(doubts_page.write_page())", "docs")
        assert "few-vowels" in page.partition("## About a proposed file")[2]


@pytest.mark.parametrize(
    ("part", "changed", "error"),
    [
        ('asked=("corpus",)', 'asked=("corpus",)', "CHECKS of crawling/building/corpus_checks.py"),
        ('asked=("corpus",)', 'asked=("nobody",)', "doubt 'few-vowels': `asked` is none of ASKED"),
        ('"read one aloud"', '""', "doubt 'few-vowels': `cure`, `proof` or"),
    ],
)
def test_a_made_up_doubt_that_lacks_a_part_fails_at_import(
    package: MadeUpPackage, part: str, changed: str, error: str
) -> None:
    package.add_row(ROWS, "LIST_ROWS", ROW.replace(part, changed))
    assert error in package.fail_to_import("crawling.building.corpus_checks")
