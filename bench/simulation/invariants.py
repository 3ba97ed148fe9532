"""What must hold after each step of a portal-year: functions that yield a sentence for each breach.

What a command has said (a problem, a doubt, a verdict that waits) is no breach: silence is.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from lxml import etree
from warcio.archiveiterator import ArchiveIterator

from bench.portals.ordinary_portal import DAYS, MONTHS, Story
from bench.simulation.made_portal import HOME, MARK, LivingPortal
from webarticlecurator.base.doubts.doubts_of_lists import LIST_ROWS
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store import withdrawn_texts
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.tei.documents.output_version import CAPTURES

LIST_KINDS = {row.name for row in LIST_ROWS} - {"gone-at-once", "article-twins"}
"""Doubts that say that an article may be missing."""
OPEN_KINDS = ("failed", "page-missing")
"""Doubts about articles that are asked for again."""
OWN_FILES = {"portal.yaml", "portal.exclude.tsv", "portal.exclude.tsv.lock", "corpus", "package"}


@dataclass
class World:
    """A portal-year at one moment: the portal, its corpus, the file of the user, and what the last
    command ended with. ``listed_before``: the articles that the lists named at the end of the crawl
    before and name still. ``withdrawn``: numbers of articles; ``has_text_again``: it was said that
    another article has the text of one. ``held``: the addresses of those that were in TEI before a
    rerun; ``asked``: the paths that the last command asked for;
    ``was_served``: it got an article; ``is_let_in``: a second program could write while it ran;
    ``is_packed``: it has made a package; ``excluded``: the paths at which withdrawn articles were
    known; ``records``: what was read of WARC files."""

    portal: LivingPortal
    folder: Path
    rules: Portal
    runtime: Runtime
    code: int = 0
    summary: Summary | None = None
    listed_before: frozenset[int] = frozenset()
    listed_now: frozenset[int] = frozenset()
    is_crawl: bool = False
    is_again: bool = False
    is_end: bool = False
    is_let_in: bool = False
    is_packed: bool = False
    withdrawn: set[int] = field(default_factory=set)
    has_text_again: bool = False
    excluded: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    was_served: bool = False
    warcs: dict[str, tuple[int, str]] = field(default_factory=dict)
    outside: Mapping[str, str] = field(default_factory=dict)
    records: dict[tuple[Path, int, int], list[tuple[str, set[str]]]] = field(default_factory=dict)

    @property
    def corpus(self) -> Path:
        return self.folder / "corpus"

    def read_tei(self) -> dict[str, bytes]:
        return read_tei(self.corpus)


def read_tei(corpus: Path) -> dict[str, bytes]:
    """Return path below tei/ → content, of every TEI file of a corpus folder."""
    top = corpus / "tei"
    return {f"{path.relative_to(top)}": path.read_bytes() for path in sorted(top.rglob("*.xml"))}


def leave_captures(tei: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return TEI files without what depends on when and how their articles were captured."""
    return {name: CAPTURES.sub(b"", content) for name, content in tei.items()}


def find_lost_articles(world: World) -> Iterator[str]:
    """Every article that was listed for the time between two crawls is in TEI, or something is said
    of it."""
    if not world.is_crawl or world.code not in (0, 1) or world.summary is None:
        return
    doubts = world.summary.doubts
    may_miss = _may_miss_articles(world)
    with view_corpus(world.corpus, world.rules.id) as corpus:
        for story in world.portal.stories:
            if story.number not in world.listed_before or story.number in world.withdrawn:
                continue
            rows = [
                row
                for path in dict.fromkeys((story.path, story.first_path))
                if (row := corpus.frontier.find_article(f"{HOME}{path}")) is not None
            ]
            if not rows:
                if not (may_miss or _is_date_to_confirm(world, corpus, story)):
                    yield f"article {story.number} ({story.path}) is listed and not in the index"
            elif not any(row.state == "tei" for row in rows):
                is_said = doubts or world.summary.to_confirm or story.gone
                if not is_said and world.is_end:
                    row = rows[0]
                    yield f"article {story.number} ({story.path}) ends as {row.state} {row.reason}"


def find_open_articles(world: World) -> Iterator[str]:
    """No article that the portal has is left failed, pending or not built, once the portal was sound
    for three crawls, and none lacks its second page: to say it is not enough, it is to be mended."""
    if not world.is_end or world.summary is None or world.code not in (0, 1):
        return
    if any(not doubt.kind.startswith(OPEN_KINDS) for doubt in world.summary.doubts):
        return
    marks = {name: _marks_of(content) for name, content in world.read_tei().items()}
    second = {mark for each in world.portal.served if "p=2" in each.path for mark in each.marks}
    with view_corpus(world.corpus, world.rules.id) as corpus:
        # what the portal has said on two days, while all else was well
        gone = {problem.where for problem in corpus.run_log.problems(("page-gone",))}
        for row in corpus.frontier.articles("failed", "pending", "stored", "tei"):
            story = _story_at(world, row.requested)
            if story is None or story.gone or story.unlisted or story.number in world.withdrawn:
                continue
            if row.state != "tei":
                yield f"article {story.number} is {row.state} ({row.reason}) for good"
            elif any(page.url in gone for page in corpus.frontier.pages(row.canonical)):
                continue
            elif story.pages == 2 and not marks.get(row.tei or "", set()) & second:
                yield f"the TEI of article {story.number} lacks its second page"


def find_foreign_texts(world: World) -> Iterator[str]:
    """No text is another's: each TEI file has the marks of one article alone, of its own, or its
    address is named by what is said; or anything is said, and no list has named the other one yet,
    by which its text is known."""
    if world.summary is None or world.code not in (0, 1):
        return
    with view_corpus(world.corpus, world.rules.id) as corpus:
        said = " ".join(
            f"{each.where} {each.message}" for each in corpus.run_log.problems()
        ).split()
        every = [*corpus.frontier.articles()]
    rows = [row for row in every if row.tei]
    known = {story.number for row in every if (story := _story_at(world, row.requested))}
    named = {each.rstrip(".,:;)`") for each in said}
    owners = {row.tei: _story_at(world, row.requested) for row in rows}
    excused = {row.tei for row in rows if named & {row.requested, row.canonical}}
    for name, content in world.read_tei().items():
        if name in excused:
            continue
        numbers = {mark[2:].partition("p")[0] for mark in _marks_of(content)}
        owner = owners.get(name)
        if _is_said(world) and known.isdisjoint(map(int, numbers - {str(owner and owner.number)})):
            continue
        if len(numbers) > 1 or (owner is not None and numbers - {str(owner.number)}):
            of = f", that of article {owner.number}," if owner is not None else ""
            yield f"tei/{name}{of} has texts of the articles {', '.join(sorted(numbers))}"


def find_repeated_articles(world: World) -> Iterator[str]:
    """No article is twice in TEI with the same text, once what has moved was looked at twice."""
    if not world.is_end:
        return
    with view_corpus(world.corpus, world.rules.id) as corpus:
        rows = [row for row in corpus.frontier.articles() if row.tei]
        # what `version-shrunk` has said: the second look is due later, where a clock was wrong
        said = {problem.where for problem in corpus.run_log.problems()}
        waiting = {
            row.tei for row in rows if row.canonical in said or corpus.refreshes.look_of(row.id)
        }
    files: dict[frozenset[str], list[str]] = {}
    for name, content in world.read_tei().items():
        files.setdefault(frozenset(_marks_of(content)), []).append(name)
    for marks, names in files.items():
        if len(names) > 1 and marks and waiting.isdisjoint(names):
            yield f"the text with {min(marks)} is in {' and '.join(names)}"


def find_lost_texts(world: World) -> Iterator[str]:
    """What was sent whole and true for an article in TEI is in its TEI, the newest version of it."""
    if not world.is_crawl or world.code != 0:
        return
    latest: dict[str, set[str]] = {}
    sent = [each for each in world.portal.served if each.marks]
    for served in sent:
        page = "2" if "p=2" in served.path else "1"
        for number in {mark.split("p")[0] for mark in served.marks}:
            latest[f"{number} {page}"] = {m for m in served.marks if m.startswith(f"{number}p")}
    held: dict[str, set[str]] = {}
    for name, content in world.read_tei().items():
        marks = _marks_of(content)
        for mark in marks:
            held.setdefault(mark.partition("p")[0], set()).add(mark)
        if marks and not _is_said(world) and not any(each.marks <= marks for each in sent):
            yield f"tei/{name} has a part of a page: {', '.join(sorted(marks))}"
    for key, marks in latest.items():
        number = key.split()[0]
        if number in held and int(number[2:]) not in world.withdrawn:
            missing = marks - held[number]
            if missing and not _is_said(world):
                yield f"the TEI of article {number[2:]} lacks {', '.join(sorted(missing))}"


def find_lost_records(world: World) -> Iterator[str]:
    """Nothing that was stored is gone: the WARC files only grow."""
    found = {}
    for path in sorted((world.corpus / "warc").glob("*.warc.gz")):
        content = path.read_bytes()
        found[path.name] = (len(content), hashlib.sha256(content).hexdigest())
        size, digest = world.warcs.get(path.name, (0, ""))
        if size and hashlib.sha256(content[:size]).hexdigest() != digest:
            yield f"warc/{path.name} does not begin as it was before"
    for name in world.warcs.keys() - found.keys():
        yield f"warc/{name} is gone"
    world.warcs = found


def find_lost_versions(world: World) -> Iterator[str]:
    """No version is lost: what was sent whole and true is in the WARC files."""
    if not world.is_end:
        return
    held: set[str] = set()
    for path in (world.corpus / "warc").glob("*-articles-*.warc.gz"):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream):
                if record.rec_type == "response":
                    text = record.content_stream().read().decode("utf-8", "replace")
                    held.update(found.group() for found in MARK.finditer(text))
    for served in world.portal.served:
        numbers = {int(mark[2:].split("p")[0]) for mark in served.marks}
        if (missing := served.marks - held) and not numbers <= world.withdrawn:
            yield f"no record has {sorted(missing)[0]}, sent at {served.time} for {served.path}"


def find_half_written(world: World) -> Iterator[str]:
    """No file is half-written, and the corpus is as its index says."""
    for path in world.corpus.rglob("*"):
        if ".new" in path.name or ".tmp" in path.name or ".draft" in path.name:
            yield f"{path.relative_to(world.folder)} was left behind"
    for name, content in world.read_tei().items():
        try:
            etree.fromstring(content)
        except etree.XMLSyntaxError as error:
            yield f"tei/{name} is no XML: {error}"
    if world.is_end or world.is_again:
        for finding in verify_corpus(world.corpus, world.rules.id).findings:
            yield f"verify finds {finding}"


def find_repeated_requests(world: World) -> Iterator[str]:
    """A rerun at the same time asks for no article that it has, but for one where no other is well:
    whether the portal is."""
    repeated = [path for path in world.asked if f"{HOME}{path}" in world.held]
    if world.is_again and (world.was_served or len(repeated) > 1):
        yield from (f"{path} was asked for again at once" for path in repeated)


def find_false_proofs(world: World) -> Iterator[str]:
    """What is called proved is whole."""
    if not world.is_crawl or world.summary is None or _may_miss_articles(world):
        return
    if not world.summary.lists or not all(each.is_proved for each in world.summary.lists):
        return
    with view_corpus(world.corpus, world.rules.id) as corpus:
        for story in world.portal.stories:
            if story.number in world.listed_before and story.number not in world.withdrawn:
                paths = (story.path, story.first_path)
                if all(corpus.frontier.find_article(f"{HOME}{path}") is None for path in paths):
                    words = world.summary.lists[0].words
                    yield f"proved ({words}) without article {story.number} ({story.path})"


def find_other_builds(world: World) -> Iterator[str]:
    """The TEI is that which a build from the WARC files in a fresh folder gives."""
    if not world.is_end:
        return
    fresh = world.folder.with_name(world.folder.name + "-fresh")
    try:
        shutil.copytree(world.corpus / "warc", fresh / "warc")
        if (world.corpus / withdrawn_texts.NAME).is_file():
            shutil.copy(world.corpus / withdrawn_texts.NAME, fresh)
        rebuild_corpus(world.rules, fresh, world.runtime)
        build(world.rules, fresh, BuildOptions(), world.runtime)
        here, there = leave_captures(world.read_tei()), leave_captures(read_tei(fresh))
        for name in sorted(here.keys() | there.keys()):
            if here.get(name) != there.get(name):
                place = "the corpus" if name not in there else "a fresh folder"
                words = "differs" if name in here and name in there else f"is in {place} alone"
                yield f"tei/{name} {words}"
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def find_withdrawn_texts(world: World) -> Iterator[str]:
    """Nothing of the text of a withdrawn article is in the corpus or what was made of it, but what
    the portal has sent for another article, in its answer; and each has a tombstone. Or it is said
    that the text has come again, under another address."""
    if not world.withdrawn or world.has_text_again:
        return
    known = len(withdrawn_texts.read_tombstones(world.corpus))
    if known < len(world.withdrawn):
        yield f"{known} tombstones of {len(world.withdrawn)} withdrawn articles"
    package = (world.folder / "package").rglob("*") if world.is_packed else ()
    for path in (*world.corpus.rglob("*"), *package):
        is_packed = path.suffix == ".gz"  # which takes a while to read
        if not path.is_file() or (is_packed and world.is_crawl):
            continue
        own = _marks_of_records(world, path) if is_packed else _find_marks(path.read_bytes())
        found = (mark for mark in own if int(mark[2:].partition("p")[0]) in world.withdrawn)
        for mark in islice(found, 1):
            yield f"{path.relative_to(world.folder)} has {mark} of a withdrawn article"


def _marks_of_records(world: World, path: Path) -> Iterator[str]:
    """Yield the marks in the records of a WARC file, but those of one article in an answer for
    another one."""
    for address, marks in _read_records(world, path):
        story = _story_at(world, address)
        for mark in marks:
            if story is None or mark.startswith(f"zq{story.number}p"):
                yield mark


def _read_records(world: World, path: Path) -> list[tuple[str, set[str]]]:
    """Return the address and the marks of each record of a WARC file, read again if it has
    changed."""
    status = path.stat()
    key = (path, status.st_size, status.st_mtime_ns)
    if key not in world.records:
        with path.open("rb") as stream:
            world.records[key] = [
                (
                    record.rec_headers.get_header("WARC-Target-URI") or "",
                    _find_marks(record.content_stream().read()),
                )
                for record in ArchiveIterator(stream)
            ]
    return world.records[key]


def find_withdrawn_requests(world: World) -> Iterator[str]:
    """A withdrawn article is not asked for again, at none of the addresses that were known."""
    for path in world.asked:
        if path.partition("?")[0] in world.excluded:
            yield f"{path} was asked for, where a withdrawn article was known"


def find_second_writers(world: World) -> Iterator[str]:
    """One program at a time writes a corpus."""
    if world.is_let_in:
        yield "another program could open the corpus while a crawl ran"


def find_touched_files(world: World) -> Iterator[str]:
    """Nothing outside of the corpus folder was touched but what a command is to write."""
    now = snapshot_outside(world.folder)
    for name in sorted(now.keys() | world.outside.keys()):
        if now.get(name) != world.outside.get(name):
            yield f"{name} was touched"


def snapshot_outside(folder: Path) -> dict[str, str]:
    """Return name → digest of the files of a user that no command may write."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
        for path in folder.iterdir()
        if path.name not in OWN_FILES
    }


def _find_marks(content: bytes) -> set[str]:
    return {found.group() for found in MARK.finditer(content.decode("utf-8", "replace"))}


def _marks_of(content: bytes) -> set[str]:
    """Return the marks of the texts in a TEI file."""
    return _find_marks(content.partition(b"<body")[2])


def _story_at(world: World, url: str) -> Story | None:
    path = url.removeprefix(HOME).partition("?")[0]
    number = path.rpartition("-")[2]  # with which the address of each article ends
    stories = world.portal.stories
    if not number.isdigit() or not 0 < int(number) <= len(stories):
        return None
    story = stories[int(number) - 1]
    return story if path in (story.path, story.first_path) else None


def _is_said(world: World) -> bool:
    """Return True if the last command has said that anything of articles is in doubt."""
    kinds = {each.kind for each in world.summary.doubts} if world.summary is not None else set()
    is_of_clock = kinds == {"wrong-clock"} and world.code == 1
    return bool(kinds or world.code) and not is_of_clock


def _is_date_to_confirm(world: World, corpus: CorpusView, story: Story) -> bool:
    """Return True if the last command has said that addresses are to be confirmed, and the date
    that lists an article is one of them."""
    form = {MONTHS: "%Y-%m-01", DAYS: "%Y-%m-%d"}.get(world.portal.kind)
    if form is None or world.summary is None or not world.summary.to_confirm:
        return False
    return corpus.walks.due_of(WalkKey("news", 0, f"{story.shown:{form}}")) is not None


def _may_miss_articles(world: World) -> bool:
    """Return True if the last command has said that lists may lack articles."""
    doubts = world.summary.doubts if world.summary is not None else ()
    return world.code not in (0, 1) or any(each.kind in LIST_KINDS for each in doubts)


INVARIANTS: tuple[Callable[[World], Iterator[str]], ...] = (
    find_lost_articles,
    find_open_articles,
    find_foreign_texts,
    find_repeated_articles,
    find_lost_texts,
    find_lost_records,
    find_lost_versions,
    find_half_written,
    find_repeated_requests,
    find_false_proofs,
    find_other_builds,
    find_withdrawn_texts,
    find_withdrawn_requests,
    find_second_writers,
    find_touched_files,
)


def find_breaches(world: World) -> Iterator[str]:
    """Yield what does not hold now: the name of the invariant and its sentence."""
    if not (world.corpus / "corpus.sqlite").is_file():
        return
    for invariant in INVARIANTS:
        for sentence in invariant(world):
            yield f"{invariant.__name__}: {sentence}"
