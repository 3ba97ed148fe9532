"""The way through a portal, over each of its views: the steps of one that is not finished, and what
comes next; then its four places."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from time import monotonic

from fastapi import Request
from fastapi.responses import RedirectResponse
from nicegui import ui
from starlette.datastructures import QueryParams

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.errors import CuratorError, UsageError
from webarticlecurator.base.system.input_files import stamp_file
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.portal_file.yaml_file.yaml_places import KeyPath
from webarticlecurator.portal_file.yaml_file.yaml_text import Keyword, YamlValue
from webarticlecurator.proposing.trial.archive_edits import is_whole, set_whole
from webarticlecurator.storage.index.index import index_files
from webarticlecurator.storage.index.lock import NAME as LOCK
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button, refill, write_nav
from webarticlecurator.studio.frame.draft_line import LOOK_INTERVAL
from webarticlecurator.studio.frame.page_sources import kept_path, list_warcs
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.widgets import open_details, write_element, write_link
from webarticlecurator.studio.frame.window import (
    add_page,
    add_script,
    add_style,
    open_window,
    view_address,
    write_title,
)
from webarticlecurator.studio.frame.window_timer import WindowTimer
from webarticlecurator.studio.portal.corpus_state import (
    adopt_files,
    build_words,
    crawl_words,
    start_command,
)
from webarticlecurator.studio.portal.mended_doubts import (
    REPAIR,
    choose_doubt,
    find_mending,
    write_mending,
)
from webarticlecurator.studio.portal.portal_facts import (
    FIELDS,
    PortalFacts,
    is_run_here,
    may_be_running,
    read_all_facts,
)
from webarticlecurator.studio.portal.portal_steps import (
    TRIED,
    Step,
    StepAction,
    StepState,
    choose_next_step,
    crawl_again,
    is_finished,
    list_further_acts,
    list_steps,
)

_RUNNING_SECONDS = 3.0
"""Seconds after which the steps are read again while a command changes the corpus all the time."""
_SCRIPT = Path(__file__).with_name("steps_line.js")
"""Lets the keyboard be at the next step again after one has opened a view, or after the button was
written anew; whoever has pressed it with the mouse sees no ring around it before a key is used."""
_AWAITS_NEXT = "awaits-next"
"""Class of the steps while they keep the room of a button that is likely to be there soon."""
_SIGNS: dict[StepState, str] = {"done": "✓", "doubt": "?", "open": "·"}
_STATES: dict[StepState, str] = {
    "done": make_message("done"),
    "doubt": make_message("look at this"),
    "open": make_message("to do"),
}


PLACES = (
    ("corpus", make_message("Overview")),
    ("articles", make_message("Articles")),
    ("article", make_message("Rules")),
    ("run", make_message("Runs")),
    ("judge", make_message("Judge")),
)
"""The places of a portal that is finished: the view that each opens with, and its name."""
RULE_VIEWS = (
    ("archive", make_message("Archive pages")),
    ("article", make_message("Article")),
    ("metadata", make_message("Metadata")),
    ("tags", make_message("Tags")),
    ("effect", make_message("Effect")),
    ("repair", make_message("Repair")),
    ("history", make_message("History")),
)
"""The views of the rules of a portal."""
_STEPS_OF_VIEWS = {
    "archive": ("list", "next"),
    "article": ("text", "metadata", "look"),
    "metadata": ("metadata",),
    "run": ("try", "crawl"),
    "articles": ("home",),
    "corpus": ("home",),
}
"""The steps that are made in a view; in the others of the rules, that of the text."""


def add_portal_view(
    context: StudioContext,
    view: str,
    title: str,
    write: Callable[[StudioContext, str, PortalDraft, QueryParams], Awaitable[None]],
    style: Path | None = None,
) -> None:
    """Add a view of a portal to the application, with the way through the portal above.

    ``view`` is the last part of its address, ``title`` as for ``open_window``. ``write`` is called
    with the id of the portal, the draft of its file and the query of the address; ``style`` is a
    style sheet of its own.
    """

    @add_page(f"/portal/{{portal_id}}/{view}")
    async def show_view(request: Request, portal_id: str) -> None:
        if style is not None:
            add_style(style)
        with open_window(title, portal_id, partial(PortalWay, context, portal_id, view)):
            draft = await asyncio.to_thread(context.open_draft, portal_id)
            await write(context, portal_id, draft, request.query_params)


def add_first_view(context: StudioContext) -> None:
    """Add the address of a portal, which leads to its next step, or to its overview."""

    @add_page("/portal/{portal_id}")
    async def show_portal(portal_id: str) -> RedirectResponse | None:
        with open_window(portal_id, portal_id):
            draft = await asyncio.to_thread(context.open_draft, portal_id)
            facts = await read_all_facts(context, portal_id, draft)
            context.step_readings.keep(portal_id, facts)
            if is_finished(facts):
                return RedirectResponse(view_address(portal_id, PLACES[0][0]))
            return RedirectResponse(_find_address(portal_id, choose_next_step(list_steps(facts))))
        return None


def _find_address(portal_id: str, step: Step) -> str:
    return view_address(portal_id, step.view, url=step.url, point=step.point, step=step.name)


@dataclass
class PortalWay:
    """Where a tab is in a portal, above the view: its steps, or once it is finished its places;
    below them the title of the view, and what comes next. What is known of the portal follows when
    the view is there; until then, what was known last, without a button that acts."""

    context: StudioContext
    portal_id: str
    view: str
    title: str
    _file: Path | None = None
    _shown: object = None
    _running_since: float | None = None
    _written_line: object = ()
    _written_next: object = None
    _acts: list[ui.button] = field(default_factory=list)
    _items: dict[str, tuple[ui.element, object]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._query = dict(ui.context.client.request.query_params)
        add_script(_SCRIPT)
        known = self.context.step_readings.find(self.portal_id)
        room = "studio-steps" if known is not None else "studio-steps is-unread"
        # what is known is of the rules before the edits that Effect is about
        room += f" {_AWAITS_NEXT}" if self.view == "effect" else ""
        with write_element("section", classes=room, aria_label=translate("Steps")) as self._room:
            self._list = write_element("div", classes="step-line")
            with write_element("div", classes="step-row"):
                write_title(self.title)
                self._inside = write_element("div", classes="step-inside")
                self._next = write_element("div", classes="step-next", role="status")
        if known is not None:
            if "run" in self._query and is_run_here(self.context, self.portal_id):
                # what was known is from before it was started
                known = replace(known, state=replace(known.state, is_running=True))
            self._show(known, may_act=False)
        ui.context.client.run_javascript("showStep(false)")
        WindowTimer(LOOK_INTERVAL, self._update)

    async def _update(self) -> None:
        """Show the steps as they are now, if anything has changed."""
        try:
            if self._file is None:
                # the catalog looks at every portal file of the folder
                find_entry = self.context.catalog.find_entry
                self._file = (await asyncio.to_thread(find_entry, self.portal_id)).file
            draft = await asyncio.to_thread(self.context.drafts.open, self._file)
            state = await asyncio.to_thread(self._stamp, draft)
            was_running = self._running_since is not None
            if self._running_since is not None:
                is_running = await asyncio.to_thread(may_be_running, self.context, self.portal_id)
                if is_running and monotonic() - self._running_since < _RUNNING_SECONDS:
                    return
            elif state == self._shown:
                return
            facts = await read_all_facts(self.context, self.portal_id, draft, is_quick=was_running)
            # the end of a command is shown at once, what its pages say after that
            self._shown = None if was_running and not facts.state.is_running else state
            self.context.step_readings.keep(self.portal_id, facts)
            self._show(facts)
            self._room.classes(remove=_AWAITS_NEXT)
        except (CuratorError, OSError):
            pass  # the view says what is wrong
        ui.context.client.run_javascript("showStep(true)")

    def _stamp(self, draft: PortalDraft) -> object:
        """Return what changes whenever the steps may: the text, the corpus, what is stored."""
        folder = self.context.settings.corpus_folder(self.portal_id)
        files = [
            *(folder / name for name in (*index_files(), LOCK)),
            kept_path(draft.file),
            draft.file.with_name(f"{draft.file.stem}.tests.yaml"),
        ]
        return draft.version, draft.is_saved, [stamp_file(file) for file in files]

    def _show(self, facts: PortalFacts, *, may_act: bool = True) -> None:
        """Show the steps of a portal, or its places. Only what has changed is written again: a
        press on what is written just then would be lost."""
        steps = list_steps(facts)
        chosen = choose_next_step(steps)
        has_places, is_rules = is_finished(facts), self.view in dict(RULE_VIEWS)
        self._running_since = monotonic() if facts.state.is_running else None
        if facts.state.is_running:
            chosen = Step("running", translate("Run"), "open", facts.state.describe(), "run")
        elif has_places and chosen.name == "home" and self.view in ("corpus", "run"):
            chosen = crawl_again(facts)
        line = None if has_places else tuple(step.name for step in steps)
        if line != self._written_line:
            self._written_line = line
            self._write_line(steps, chosen, has_places=has_places, is_rules=is_rules)
        elif not has_places:
            self._update_steps(steps, chosen)
        following = (steps, chosen, has_places, facts.is_saved, facts.doubts)
        if following != self._written_next:
            self._written_next = following
            self._write_following(steps, chosen, facts, is_rules=is_rules)
        for button in self._acts:
            button.set_enabled(may_act)

    def _write_line(
        self, steps: Sequence[Step], chosen: Step, *, has_places: bool, is_rules: bool
    ) -> None:
        """Write the steps, or the places and the views of the rules."""
        with refill(self._list):
            if has_places:
                place = "article" if is_rules else self.view
                self._write_views("Places of the portal", PLACES, place)
            else:
                self._write_steps(steps, chosen)
        with refill(self._inside):
            if has_places and is_rules:
                self._write_views("Views of the rules", RULE_VIEWS, self.view, "step-views")

    def _write_following(
        self, steps: Sequence[Step], chosen: Step, facts: PortalFacts, *, is_rules: bool
    ) -> None:
        """Write what comes next, and what else is to be said or can be done."""
        has_places = is_finished(facts)
        doubt = choose_doubt(facts.doubts) if chosen.name != "running" else None
        mending = find_mending(doubt, facts.kept) if doubt is not None else None
        if mending is not None and not (has_places or mending.is_repair):
            mending = None  # the steps say it
        self._acts.clear()
        self._next.classes(replace=f"step-next next-{chosen.name}")
        # what is fetched or built by rules that no longer fit is mended first
        is_repair = mending is not None and mending.is_repair
        with refill(self._next):
            if not (is_repair or (has_places and is_rules and chosen.name == "home")):
                here = chosen.name if has_places else self._find_here(steps, chosen)
                is_here = chosen.name in (here, "running")
                self._write_next(chosen, facts, is_here=is_here, is_main=mending is None)
            if mending is not None and mending.view != self.view:
                write_mending(self.portal_id, mending, is_main=True)
            if is_repair and self.view == REPAIR:
                return
            if not has_places:
                self._add_doubts(steps, chosen)
            # what is stale is said though it can wait; files are taken though something is doubtful
            for step in list_further_acts(steps, chosen):
                ui.label(step.note)
                self._add_act(step, facts)

    def _write_next(
        self, chosen: Step, facts: PortalFacts, *, is_here: bool, is_main: bool
    ) -> None:
        """Write what comes next, of which step it is unless that one ``is_here``, its button, which
        ``is_main`` unless something is to be mended first, and what may be written into the portal
        file where nothing else is to be done."""
        ui.label(chosen.note if is_here else f"{chosen.words}: {chosen.note}")
        shown = (self.view, self._query.get("url", chosen.url), self._query.get("point", ""))
        if chosen.action:
            self._add_act(chosen, facts, is_main=is_main)
        elif shown != (chosen.view, chosen.url, chosen.point):
            link = write_link(
                chosen.button or translate("Look at it"), _find_address(self.portal_id, chosen)
            )
            link.classes(f"studio-link-button {'main-action' if is_main else ''}")
        for name in chosen.lacking:
            words = translate("The portal never has it: {field}", field=FIELDS[name])
            path = ("article", "metadata", name)
            add_button(words, showing_errors(partial(self._set_value, path, Keyword("none"))))
        if chosen.may_be_whole:
            add_button("It is the whole list", showing_errors(self._set_whole))

    def _write_views(
        self, label: str, views: Sequence[tuple[str, str]], shown: str, classes: str = ""
    ) -> None:
        """Write links to views of the portal, of which one is ``shown``."""
        links = (
            (translate(words), view_address(self.portal_id, name), name == shown)
            for name, words in views
        )
        write_nav(label, links, f"studio-nav {classes}".strip())

    def _write_steps(self, steps: Sequence[Step], chosen: Step) -> None:
        """Write the room of the steps, and the links to the views of the rules."""
        with write_element("ol", classes="studio-plain step-list"):
            self._items = {step.name: (write_element("li"), None) for step in steps}
        self._update_steps(steps, chosen)
        with open_details("More about the rules", "step-more"):
            self._write_views("Views of the rules", RULE_VIEWS, self.view, "step-views")

    def _update_steps(self, steps: Sequence[Step], chosen: Step) -> None:
        """Write the steps that are not as before: which is next, and which is made in this view."""
        here = self._find_here(steps, chosen)
        for step in steps:
            item, written = self._items[step.name]
            is_here = step.name == here
            current = "step" if step is chosen else "page" if is_here else ""
            if (step, is_here, current) == written:
                continue
            self._items[step.name] = item, (step, is_here, current)
            item.classes(replace=f"step-{step.state}{' step-here' if is_here else ''}")
            with refill(item):
                link = write_link(
                    _SIGNS[step.state],
                    _find_address(self.portal_id, step),
                    label=f"{step.words}: {translate(_STATES[step.state])}. {step.note}",
                )
                with link:  # a narrow window has room for the words of the step that it shows
                    write_element("span", f" {step.words}", classes="step-words")
                if current:
                    link.props["aria-current"] = current

    def _find_here(self, steps: Sequence[Step], chosen: Step) -> str:
        """Return the name of the step that is made in this view: that whose link was followed, or
        the next one."""
        names = _STEPS_OF_VIEWS.get(self.view, ("text",))
        wanted = [self._query.get("step"), chosen.name, *names]
        shown = {step.name for step in steps}
        return next((name for name in wanted if name in names and name in shown), "")

    def _add_doubts(self, steps: Sequence[Step], chosen: Step) -> None:
        """Add what is doubtful and can wait, and what may be written about it."""
        for step in steps:
            is_said = step is chosen or step.view == REPAIR
            if step.state == "doubt" and step.can_wait and not is_said:
                write_link(
                    f"{step.words}: {step.note}", _find_address(self.portal_id, step), "step-doubt"
                )
            if step.ended_on:
                words = translate("It ended on {day}", day=step.ended_on)
                path = ("archive", "dates", "until")
                add_button(words, showing_errors(partial(self._set_value, path, step.ended_on)))

    def _add_act(self, step: Step, facts: PortalFacts, *, is_main: bool = False) -> None:
        """Add the button of a step that starts a command."""
        words = (
            step.button if facts.is_saved else translate("Save, then: {button}", button=step.button)
        )
        act = showing_errors(partial(self._act, step.action))
        self._acts.append(add_button(words, act, is_main=is_main))

    async def _set_value(self, path: KeyPath, value: YamlValue) -> None:
        """Write a value into the text of the portal file."""
        draft = await asyncio.to_thread(self.context.open_draft, self.portal_id)
        await asyncio.to_thread(draft.set, path, value)

    async def _set_whole(self) -> None:
        """Write into the text of the portal file that no page follows those of the list."""
        draft = await asyncio.to_thread(self.context.open_draft, self.portal_id)
        portal = await asyncio.to_thread(draft.portal)
        text = set_whole(draft.text, [column.name for column in portal.columns])
        if not is_whole(text, await asyncio.to_thread(draft.read_text, text)):
            raise UsageError(
                "a span of a column has a rule for its next page",
                "Write `pagination: none` in the portal file instead.",
            )
        draft.replace(text)

    async def _act(self, action: StepAction) -> None:
        """Save the portal file and start a command. Raises as ``PortalDraft.save`` and
        ``start_command``."""
        context = self.context
        draft = await asyncio.to_thread(context.open_draft, self.portal_id)
        if not draft.is_saved:
            await asyncio.to_thread(draft.save)
            context.catalog.read_again()
        portal = await asyncio.to_thread(context.catalog.find, self.portal_id)
        if action == "adopt":
            ui.notify(translate("Copying the pages into the corpus …"))
            await adopt_files(
                context, portal, [str(file.resolve()) for file in list_warcs(portal.path)]
            )
        words = (
            build_words(context.settings, portal, everything=False)
            if action in ("build", "adopt")
            else crawl_words(context.settings, [portal], limit=TRIED if action == "try" else None)
        )
        await start_command(context.runs, view_address(self.portal_id, "run"), words, [portal])
