"""What ``curator learn --train`` is worth for a portal that it has not seen.

usage: python bench/train_portals.py [SHARED] [--folds FOLDER] [--pages]

The portals are those of SHARED/cases/wac whose shipped file says where the text is, and the
publishers of SHARED/cases/fundus that have a file in site_configs/. Each is left out in turn: the
classifier of the package learns from all others, and the left-out one is read without rules, before
and after. F1 is that of the words (multisets) against the text by the portal's own rules, in the
mean of portals. The classifier of the package was trained on the Fundus pages, so that there is
little left to learn from them and for them; the pages of wac it has not seen.

With FOLDER, where ``bench/train_units.py --folds FOLDER`` has written its models, the last row says
what is forgotten: scrapinghub's pages by the model of their fold, which has not seen their site,
before and after it has learned from all portals. ``--pages`` adds the portals one by one.

Needs scikit-learn (``pip install .[train]``). ``curator learn --train`` asks for five articles of a
portal; here one is enough, so that there is something to see.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from article_texts import FOLDS, read_sets
from build import from_warc
from learned import WAC, mean
from options import parser_with_shared
from publishers import portal_file

from webarticlecurator.config import load_portal
from webarticlecurator.extract.analysis.training.further_trees import fit_trees
from webarticlecurator.extract.analysis.training.labelled_page import LabelledPage, label_page
from webarticlecurator.extract.analysis.training.staged_page import stage_page
from webarticlecurator.extract.unit_classifier.classify_units import (
    UnitClassifier,
    load_classifier,
    read_classifier,
)
from webarticlecurator.page import read_page
from webarticlecurator.run.analysis.training_pages import label_by_rules
from webarticlecurator.run.building.article_page_choice import find_first_page

LINE = "{:28}{:>9}{:>9}{:>9}{:>9}"


@dataclass(frozen=True)
class ConfiguredPortal:
    """The pages of a portal, labelled by its rules."""

    name: str
    pages: Sequence[LabelledPage]


@dataclass(frozen=True)
class Compared:
    """Portals or pages read by the classifier before and after training: F1."""

    name: str
    pages: int
    before: float
    after: float


def read_portals(shared: Path) -> Iterator[ConfiguredPortal]:
    cases = shared / "cases"
    for name in WAC:
        sample = from_warc(cases, name)
        pages = [
            label_by_rules(portal, page)
            for portal, task in sample.jobs
            if (page := find_first_page(portal, sample.source, task.start, task.shared))
        ]
        yield ConfiguredPortal(name, [page for page in pages if page])
    rows = [
        json.loads(line)
        for line in (cases / "fundus" / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    for name in sorted({row["publisher"] for row in rows}):
        file = portal_file(name.lower())
        if not file.is_file():
            continue
        portal = load_portal(file)
        pages = [
            label_by_rules(
                portal,
                read_page(
                    row["url"],
                    gzip.decompress((cases / "fundus" / row["html_file"]).read_bytes()),
                    "text/html; charset=utf-8",
                    captured=date.fromisoformat(row["crawl_date"][:10]),
                ),
            )
            for row in rows
            if row["publisher"] == name
        ]
        yield ConfiguredPortal(name, [page for page in pages if page])


def leave_out(portals: Sequence[ConfiguredPortal]) -> Iterator[Compared]:
    """Yield each portal, read by a classifier that has learned from the others."""
    classifier = load_classifier()
    staged = {
        portal.name: [stage_page(page, classifier) for page in portal.pages] for portal in portals
    }
    for name, pages in staged.items():
        trees = fit_trees([others for other, others in staged.items() if other != name])
        yield Compared(
            name,
            len(pages),
            mean([page.read_f1(classifier) for page in pages]),
            mean([page.read_f1(classifier, trees) for page in pages]),
        )


def compare_others(
    portals: Sequence[ConfiguredPortal], shared: Path, folds: Path
) -> Iterator[Compared]:
    """Yield scrapinghub's pages, fold by fold."""
    others = list(read_sets(shared, ("scrapinghub",)))
    for fold in range(FOLDS):
        classifier: UnitClassifier = read_classifier((folds / f"fold-{fold}.json").read_bytes())
        trees = fit_trees(
            [[stage_page(page, classifier) for page in portal.pages] for portal in portals]
        )
        for marked in (marked for marked in others if marked.fold == fold):
            page = read_page(marked.url, marked.content, "text/html; charset=utf-8")
            staged = stage_page(label_page(page, marked.text), classifier)
            yield Compared(
                marked.id, 1, staged.read_f1(classifier), staged.read_f1(classifier, trees)
            )


def show(name: str, compared: Sequence[Compared]) -> None:
    print(
        LINE.format(
            name,
            len(compared),
            f"{mean([each.before for each in compared]):.4f}",
            f"{mean([each.after for each in compared]):.4f}",
            f"{min((each.after - each.before for each in compared), default=0.0):+.4f}",
        ),
        flush=True,
    )


def main() -> None:
    options = parser_with_shared(__doc__)
    options.add_argument("--folds", type=Path, help="models of bench/train_units.py --folds")
    options.add_argument("--pages", action="store_true")
    given = options.parse_args()
    portals = [portal for portal in read_portals(given.shared) if portal.pages]
    print(LINE.format("left out", "number", "before", "after", "worst"))
    found = []
    for each in leave_out(portals):
        found.append(each)
        if given.pages and abs(each.after - each.before) > 0.0005:
            show(f"  {each.name}", [each])
    show("portals of wac", [each for each in found if each.name in WAC])
    show("publishers of Fundus", [each for each in found if each.name not in WAC])
    show("all portals", found)
    if given.folds:
        show("pages of scrapinghub", list(compare_others(portals, given.shared, given.folds)))


if __name__ == "__main__":
    main()
