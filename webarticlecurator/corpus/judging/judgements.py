"""What people judged, in the folder ``judgements/`` of a corpus: their work, which nothing can make
again. Nothing is ever removed from it, and no command but ``curator judge`` and the studio adds to
it.

``sample.json`` has the drawn articles, ``NAME.jsonl`` a line for each judgement of one person. A
later judgement of an article counts instead of an earlier one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timezone
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from webarticlecurator.base.dataclasses import asdict, dataclass, replace
from webarticlecurator.base.errors import StoreDamaged, UsageError
from webarticlecurator.base.model.fields import FIELDS
from webarticlecurator.base.system.appended_lines import append_lines, read_whole_lines
from webarticlecurator.base.system.output_files import make_folder, write_file
from webarticlecurator.base.text.times import write_utc_second
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.tei.documents.plain_text import find_lines
from webarticlecurator.tei.documents.read import find_header, parse_document
from webarticlecurator.tei.tokens.body_units import RUNNING_TEXT, find_units

FOLDER = "judgements"
_SAMPLE, _JUDGE = "sample.json", re.compile(r"\w[\w.-]{0,59}")
TEXT_FAULTS = {
    "cut": make_message("text is missing"),
    "too-much": make_message("something is in the text that does not belong to it"),
    "no-article": make_message("the page is not an article"),
}
"""Fault of a text → what it means."""
JUDGED_FIELDS = tuple(field.name for field in FIELDS if field.in_json)
"""The fields that can be wrong, each as the fault ``field:NAME``."""
FIELD_FAULT = "field:"
FAULTS = (*TEXT_FAULTS, *(f"{FIELD_FAULT}{name}" for name in JUDGED_FIELDS))


@dataclass(frozen=True)
class Judgement:
    """What a person said of an article: its ``faults``, of ``FAULTS``, none if it is right.
    ``time``: when (UTC), ``seconds``: how long it took. ``text``: the digest of what was judged."""

    url: str
    text: str
    faults: tuple[str, ...] = ()
    note: str = ""
    seconds: float = 0.0
    time: str = ""

    @property
    def has_right_text(self) -> bool:
        """Return True if the text is complete and clean."""
        return not any(fault in TEXT_FAULTS for fault in self.faults)


class SampledArticle(NamedTuple):
    """An article of a sample: its canonical address, and the number of its stratum."""

    url: str
    stratum: int


@dataclass(frozen=True)
class JudgedSample:
    """A drawn sample, in the order of judging. ``strata``: pairs of a name and a number of
    articles. ``drawn``: the day."""

    seed: int
    half_width: float
    drawn: str
    strata: tuple[tuple[str, int], ...]
    articles: tuple[SampledArticle, ...]

    @property
    def population(self) -> int:
        """Return the number of articles that the sample was drawn from."""
        return sum(size for _, size in self.strata)


@dataclass(frozen=True)
class TextToJudge:
    """What of an article is judged: pairs of a field and its values, with their source; the
    paragraphs. ``beside``: what the TEI has beside the running text, such as a caption, each as its
    kind and its text: it is shown, for it is not missing."""

    fields: tuple[tuple[str, str, str], ...]
    lines: tuple[str, ...]
    beside: tuple[tuple[str, str], ...] = ()

    @property
    def digest(self) -> str:
        """Return the digest of values and paragraphs: a judgement holds for what has the same."""
        values = [[name, value] for name, value, _ in self.fields]
        return sha256(json.dumps([values, self.lines]).encode()).hexdigest()[:32]


def read_judged_text(content: bytes) -> TextToJudge:
    """Return what of a TEI document is judged. Raises CuratorError for what is no TEI."""
    root = parse_document(content)
    metadata = find_header(root).metadata
    values = dict(metadata.fields)
    fields = tuple(
        (
            name,
            "; ".join(value.value for value in values.get(name, ())),
            "; ".join(dict.fromkeys(value.source for value in values.get(name, ()))),
        )
        for name in JUDGED_FIELDS
    )
    beside = ((unit.part, unit.text) for unit in find_units(root) if unit.part != RUNNING_TEXT)
    return TextToJudge(fields, tuple(find_lines(root)), tuple(beside))


def read_sample(folder: Path) -> JudgedSample | None:
    """Return the sample of the corpus in ``folder``; None if none was drawn. Raises
    StoreDamaged."""
    path = folder / FOLDER / _SAMPLE
    if not path.is_file():
        return None
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
        row["strata"] = tuple((name, int(size)) for name, size in row["strata"])
        row["articles"] = tuple(SampledArticle(*each) for each in row["articles"])
        return JudgedSample(**row)
    except (ValueError, TypeError, KeyError) as error:
        raise _describe_damage(path) from error


def write_sample(folder: Path, sample: JudgedSample) -> None:
    """Write a sample, in place of the one before; judgements stay."""
    make_folder(folder / FOLDER)
    content = json.dumps(asdict(sample), ensure_ascii=False, indent=0)
    write_file(folder / FOLDER / _SAMPLE, [content.encode()])


def list_judges(folder: Path) -> list[str]:
    """Return the names of those who have judged."""
    return sorted(path.stem for path in (folder / FOLDER).glob("*.jsonl"))


def check_judge(name: str) -> str:
    """Return a name that can be that of a file. Raises UsageError."""
    if not _JUDGE.fullmatch(name):
        raise UsageError(
            make_message("not a name: {name} (expected letters and digits)", name=repr(name)),
            "Give another one with --judge.",
        )
    return name


def read_judgements(folder: Path, judge: str) -> dict[str, Judgement]:
    """Return the last judgement of a person on each article, by address. Raises StoreDamaged."""
    return {each.url: each for each in read_all_judgements(folder, judge)}


def read_all_judgements(folder: Path, judge: str) -> list[Judgement]:
    """Return all judgements of a person, in their order. Raises StoreDamaged."""
    path = folder / FOLDER / f"{judge}.jsonl"
    found: list[Judgement] = []
    for line in read_whole_lines(path):
        try:
            row = json.loads(line)
            found.append(Judgement(**{**row, "faults": tuple(row["faults"])}))
        except (ValueError, TypeError, KeyError) as error:
            raise _describe_damage(path) from error
    return found


def add_judgement(folder: Path, judge: str, judgement: Judgement) -> None:
    """Add a judgement; it is on the disk when this returns."""
    make_folder(folder / FOLDER)
    line = json.dumps(asdict(judgement), ensure_ascii=False)
    append_lines(folder / FOLDER / f"{judge}.jsonl", [line])


def forget_judgements(folder: Path, addresses: Collection[str]) -> None:
    """Leave withdrawn articles out of the sample and of what people said: notes may quote them."""
    sample = read_sample(folder)
    if sample is not None:
        kept = tuple(each for each in sample.articles if each.url not in addresses)
        if kept != sample.articles:
            write_sample(folder, replace(sample, articles=kept))
    for judge in list_judges(folder):
        judged = read_all_judgements(folder, judge)
        if any(each.url in addresses for each in judged):
            rows = [asdict(each) for each in judged if each.url not in addresses]
            lines = (json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)
            write_file(folder / FOLDER / f"{judge}.jsonl", lines)


def make_judgement(
    url: str, text: str, faults: Iterable[str], note: str, seconds: float
) -> Judgement:
    """Return a judgement of now. Raises UsageError for an unknown fault."""
    given = set(faults)
    if not given <= {*FAULTS}:
        raise UsageError(f"not faults: {', '.join(sorted(given - {*FAULTS}))}", "")
    chosen = tuple(fault for fault in FAULTS if fault in given)
    now = write_utc_second(datetime.now(timezone.utc))
    return Judgement(url, text, chosen, note, round(seconds, 1), now)


def list_open(
    sample: JudgedSample, judged: Mapping[str, Judgement], texts: Mapping[str, str]
) -> list[str]:
    """Return the addresses that wait for a judgement, in the order of the sample: those without any
    and those whose text has changed since. ``texts``: address → digest of the present text; an
    article that is not in TEI any more has none, and is left out."""
    return [
        url
        for url, _ in sample.articles
        if url in texts and (url not in judged or judged[url].text != texts[url])
    ]


def _describe_damage(path: Path) -> StoreDamaged:
    return StoreDamaged(
        make_message("{path} cannot be read", path=path),
        "Put back a copy of it; it is the work of a person, and nothing can make it again.",
    )
