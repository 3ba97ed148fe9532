"""What ``curator serve --harvest`` takes from catalogues and gives to them.

    python -m bench.corpora.harvest [ARTICLES …] [--clients ARTICLES] [--folder DIR] [--python PATH]

Makes corpora of made-up articles (100,000 unless told) and prints of each, of a real service: the
bytes of a page of 100 records, compressed and not, and the milliseconds of a request for what has
changed since a day on which nothing has, the median of RUNS. Then harvests one of 10,000 articles
(``--clients``) by each client that is installed: Sickle, oaipmh-scythe, pyoai and Perl's HTTP::OAI.
GONE articles are withdrawn while a client is under way; it must end with those that are left.
``--python`` is an interpreter that has the clients, other than this one.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.corpora import scale
from webarticlecurator.cli.main import main as curator
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.index.index import Row
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.view import view_corpus

RUNS, GONE, PAUSE = 9, 20, 2_500
TEI = (
    '<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:id="{0}" xml:lang="hu"><teiHeader><fileDesc>'
    "<titleStmt><title>A helyi színház igazgatója fesztivált szervezett {0}</title><author>"
    "<persName>Rőti Márton</persName></author></titleStmt><publicationStmt><publisher>Visszhang"
    '</publisher><idno type="curator">{0}</idno></publicationStmt><sourceDesc><bibl type="article">'
    '<ref target="http://scale.example/{0}">http://scale.example/{0}</ref></bibl></sourceDesc>'
    "</fileDesc></teiHeader><text><body><p>Szöveg</p></body></text></TEI>"
)
CLIENTS = {
    "Sickle": """
import sickle
found = ((r.header.identifier, r.header.deleted) for r in
    sickle.Sickle(address).ListRecords(metadataPrefix="oai_dc"))
""",
    "oaipmh-scythe": """
from oaipmh_scythe import Scythe
client = Scythe(address)
client.__enter__()
found = ((r.header.identifier, r.header.deleted) for r in
    client.list_records(metadata_prefix="oai_dc"))
""",
    "pyoai": """
from oaipmh.client import Client
from oaipmh.metadata import MetadataRegistry, oai_dc_reader
registry = MetadataRegistry()
registry.registerReader("oai_dc", oai_dc_reader)
found = ((r[0].identifier(), r[0].isDeleted()) for r in
    Client(address, registry).listRecords(metadataPrefix="oai_dc"))
""",
}
HARVEST = """
import sys
address, pause, left = sys.argv[1], int(sys.argv[2]), set()
{}
for number, (name, gone) in enumerate(found, 1):
    (left.discard if gone else left.add)(name)
    if number == pause:
        print("paused", flush=True)
        sys.stdin.readline()
print(*left, sep="\\n")
"""
PERL = """
use HTTP::OAI;
my ($address, $pause) = @ARGV;
my %left; my $number = 0; $| = 1;
my $answer = HTTP::OAI::Harvester->new(baseURL => $address)->ListRecords(
    metadataPrefix => 'oai_dc',
    onRecord => sub {
        my ($r) = @_;
        if ($r->is_deleted) { delete $left{$r->identifier} } else { $left{$r->identifier} = 1 }
        if (++$number == $pause) { print "paused\\n"; <STDIN>; }
    });
die $answer->message if $answer->is_error;
print "$_\\n" for keys %left;
"""


class Filler(scale.Filler):
    """Writes TEI with a header, of articles whose captures are lost."""

    def _fetch(
        self, url: str, level: str, window: str | None, rows: Mapping[str, list[Row]]
    ) -> str:
        return "" if level == "article" else super()._fetch(url, level, window, rows)

    def _write(self, path: str) -> tuple[int, int]:
        target = self._corpus.folder / "tei" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(TEI.format(target.stem), encoding="utf-8")
        status = target.stat()
        return status.st_size, status.st_mtime_ns


@dataclass(frozen=True)
class Served:
    """A service: the folder it runs in, and its address for catalogues."""

    folder: Path
    address: str


def make_corpus(folder: Path, articles: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "scale.yaml"
    if not config.exists():
        config.write_text(scale.PORTAL, encoding="utf-8")
        with open_corpus(folder / "corpora" / "scale", "scale") as corpus:
            Filler(load_portal(config), corpus, articles, 0).fill()


def serve(folder: Path, use: Callable[[Served], None]) -> None:
    words = ["scale.yaml", "--corpus", "corpora", "--harvest", "--port", "0"]
    program = "import sys; from webarticlecurator.cli.main import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", program, "serve", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            use(Served(folder, f"{process.stdout.readline().strip()}/oai"))
        finally:
            process.terminate()


def measure(served: Served) -> None:
    import httpx

    lists = {"verb": "ListRecords", "metadataPrefix": "oai_dc"}
    with httpx.Client(timeout=600) as client:
        for encoding in ("identity", "gzip"):
            with client.stream(
                "GET", served.address, params=lists, headers={"Accept-Encoding": encoding}
            ) as answer:
                size = sum(map(len, answer.iter_raw()))
            print(f"  100 records, {encoding}: {size / 1000:.1f} kB")
        seconds = []
        for _ in range(RUNS):
            began = time.perf_counter()
            text = client.get(served.address, params={**lists, "from": "2100-01-01"}).text
            seconds.append(time.perf_counter() - began)
            assert "noRecordsMatch" in text
    print(f"  nothing new: {1000 * median(seconds):.1f} ms, {1000 * max(seconds):.1f} at most")


def list_left(folder: Path) -> set[str]:
    """Return the ids of the articles that are in the corpus."""
    with view_corpus(folder / "corpora" / "scale", "scale") as corpus:
        rows = corpus.frontier.articles_by_address()
        return {Path(row.tei).stem for row in rows if row.state == "tei" and row.tei}


def harvest(served: Served, name: str, command: list[str]) -> None:
    """Print whether a client ends with the right set."""
    config, corpus = served.folder / "scale.yaml", served.folder / "corpora" / "scale"
    with subprocess.Popen(
        [*command, served.address, str(PAUSE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as client:
        assert client.stdout is not None and client.stderr is not None
        if client.stdout.readline() != "paused\n":
            print(f"  {name}: not here ({client.stderr.read().strip().splitlines()[-1:]})")
            return
        left = sorted(list_left(served.folder))
        with view_corpus(corpus, "scale") as view:
            rows = [row for row in view.frontier.articles_by_address() if row.state == "tei"]
        # of what the client has read and of what it has not
        for row in rows[:: len(rows) // GONE][:GONE]:
            words = ["withdraw", str(config), row.canonical, "--reason", "a test"]
            assert curator([*words, "--corpus", str(corpus), "--quiet"]) in (0, 1)
        output, errors = client.communicate("\n")
    found = {line.rpartition(":")[2] for line in output.split() if line.count(":") == 3}
    right = list_left(served.folder)
    assert len(left) - len(right) == GONE
    said = (
        "right"
        if found == right
        else f"WRONG: {len(found - right)} too many, {len(right - found)} lack"
    )
    print(f"  {name}: {len(found)} of {len(right)}, {said}", errors.strip()[-200:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("articles", nargs="*", type=int, default=[100_000])
    parser.add_argument("--clients", type=int, default=10_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = options.folder or Path(made)
        for articles in options.articles:
            print(f"{articles:,} articles")
            make_corpus(folder / str(articles), articles)
            serve(folder / str(articles), measure)
        if not options.clients:
            return
        print(f"{GONE} of {options.clients:,} withdrawn after {PAUSE:,} records")
        make_corpus(folder / "clients", options.clients)
        commands = {
            name: [options.python, "-c", HARVEST.format(code)] for name, code in CLIENTS.items()
        }
        if shutil.which("perl"):
            commands["HTTP::OAI"] = ["perl", "-e", PERL]
        for name, command in commands.items():
            serve(folder / "clients", lambda served: harvest(served, name, command))  # noqa: B023


if __name__ == "__main__":
    main()
