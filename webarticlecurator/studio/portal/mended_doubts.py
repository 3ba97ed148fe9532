"""What is wrong with a corpus, with how many, and the one view that mends it: in the same words on
the first view, below a run and over each view of a portal."""

from __future__ import annotations

from collections.abc import Iterable

from nicegui import ui

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.doubts import PENDING, Doubt
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.crawling.building.run_drift import REPAIRED
from webarticlecurator.studio.frame.widgets import write_link
from webarticlecurator.studio.frame.window import view_address

REPAIR = "repair"
"""The view in which rules are repaired."""
_STEP_OF_COST = {"articles": "next", "texts": "text", "fields": "metadata"}
_VIEWS = {
    REPAIR: (REPAIR, make_message("Repair the rules")),
    "list": ("archive", make_message("Look at the list")),
    "next": ("archive", make_message("Look at the list")),
    "text": ("article", make_message("Look at one")),
    "metadata": ("article", make_message("Show it on one")),
}
"""Step → the view in which its doubts are mended, and the words that lead there; for any other, a
crawl or a build settles them."""


@dataclass(frozen=True)
class Mending:
    """What is wrong with how many (``note``), the ``step`` that it is about, the view that mends it
    with the page that is shown there, and the words of its button."""

    note: str
    step: str
    view: str
    url: str
    button: str

    @property
    def is_repair(self) -> bool:
        """True if the rules have fitted, and no longer do."""
        return self.view == REPAIR


def choose_doubt(doubts: Iterable[Doubt]) -> Doubt | None:
    """Return the doubt to be mended first, None without any: what other doubts may come from, then
    the dearest. Articles that nobody has asked for yet are none."""
    known = [each for each in doubts if each.kind != PENDING]
    return next((each for each in known if each.kind in REPAIRED), next(iter(known), None))


def find_mending(doubt: Doubt, articles: int) -> Mending:
    """Return where a doubt is mended; ``articles`` are in the corpus: rules that have never read
    any are not repaired."""
    step = doubt.step or _STEP_OF_COST.get(doubt.cost, "")
    view, button = _VIEWS.get(step, ("run", make_message("Look at the run")))
    what = translate(doubt.what)
    note = f"{what[:1].upper()}{what[1:]}."
    if doubt.count > 1:
        note = translate("{number:,} times: {what}.", number=doubt.count, what=what)
    if doubt.kind in REPAIRED and articles:
        view, button = _VIEWS[REPAIR]
    elif "`" not in doubt.cure:  # else it names keys of the file: the view shows what is to be done
        note += " " + translate("To do: {cure}.", cure=translate(doubt.cure))
    url = doubt.first if "://" in doubt.first and view != REPAIR else ""
    return Mending(note, step, view, url, translate(button))


def write_mending(portal_id: str, mending: Mending, *, is_main: bool = False) -> None:
    """Write what is wrong, and the link to what mends it; ``is_main``: it is what a view is for."""
    ui.label(mending.note)
    address = view_address(portal_id, mending.view, url=mending.url, step=mending.step)
    link = write_link(mending.button, address)
    if is_main:
        link.classes("studio-link-button main-action")
