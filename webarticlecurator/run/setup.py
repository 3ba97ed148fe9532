"""What a run is handed from outside, and the small values it gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from webarticlecurator.errors import ConfigError, ConfigProblem
from webarticlecurator.extract import article_id_of
from webarticlecurator.model.clock import Clock
from webarticlecurator.model.overrides import Override, find_clashes
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.progress import NullProgress, Progress
from webarticlecurator.run.system_clock import SystemClock
from webarticlecurator.store import StoreOptions
from webarticlecurator.tei import template_problems


def check_template(portal: Portal) -> None:
    """The portal's own header template must be usable before anything is asked for. Raises
    ConfigError with every problem."""
    found = template_problems(portal.template_text) if portal.template_text else []
    if found:
        raise ConfigError(tuple(_problem(portal, message) for message in found))


def check_overrides(portal: Portal) -> None:
    """What the overrides say of an article under its id must not clash with what they say under its
    address. Raises ConfigError with every problem."""
    seen: dict[str, list[Override]] = {}
    found: list[ConfigProblem] = []
    rows = [(row, named) for named, rows in portal.by_hand.overrides.items() for row in rows]
    for row, named in sorted(rows, key=lambda pair: pair[0].line):
        mine = seen.setdefault(
            article_id_of(named, portal.address, has_split_pages=portal.divided), []
        )
        if find_clashes(row, mine):
            earlier = next(other.line for other in mine if other.field == row.field)
            said = (
                f"{row.field} of {named} stands already in line {earlier}, under another name of"
                " the article"
            )
            found.append(_clash(portal, row, said))
        mine.append(row)
    if found:
        raise ConfigError(tuple(found))


def _clash(portal: Portal, row: Override, said: str) -> ConfigProblem:
    file = f"{portal.path.stem}.overrides.tsv"
    allowed = "one row; several different values only for lists"
    return ConfigProblem(
        file, row.line, 1, "", "field", row.value, allowed, None, f"{said}; remove one"
    )


def _problem(portal: Portal, message: str) -> ConfigProblem:
    allowed = "a header template as tei_templates/default.xml, with its slots"
    return ConfigProblem(
        portal.template, 1, 1, "tei.template", "template", portal.template, allowed, None, message
    )


@dataclass(frozen=True)
class CrawlOptions:
    """``since``/``until`` narrow the date windows; ``column`` to one column; ``limit`` new articles
    at most; ``full`` walks everything again; ``warc_only`` builds no TEI; ``jobs`` as for a build;
    ``proxy`` and ``ca_file`` (PEM) as for the command line."""

    since: date | None = None
    until: date | None = None
    column: str | None = None
    limit: int | None = None
    full: bool = False
    warc_only: bool = False
    jobs: int | None = 1
    proxy: str | None = None
    ca_file: str | None = None


@dataclass(frozen=True)
class BuildOptions:
    """``warcs`` WARC files of any origin to read besides the corpus's own; ``jobs`` processes
    (None: as many as pay; more than one only from a script whose main part stands under ``if
    __name__ == "__main__"``, since each process imports it); ``everything`` builds what has not
    changed, too."""

    warcs: tuple[Path, ...] = ()
    jobs: int | None = 1
    everything: bool = False


@dataclass(frozen=True)
class Runtime:
    """Clock, store and progress; the defaults are the real ones."""

    clock: Clock = field(default_factory=SystemClock)
    store: StoreOptions | None = None
    progress: Progress = field(default_factory=NullProgress)

    def store_options(self) -> StoreOptions:
        return self.store or StoreOptions(now=self.clock.now)
