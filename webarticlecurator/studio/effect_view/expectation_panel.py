"""What becomes of the expectations: those that would fail come before everything else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from nicegui import ui

from webarticlecurator.model.expectation import ARTICLE
from webarticlecurator.studio.effect_view.effect_run import EffectRun
from webarticlecurator.studio.effect_view.effect_words import describe_expectations
from webarticlecurator.studio.effect_view.expectation_effects import ExpectationEffect
from webarticlecurator.studio.html_elements import write_element, write_heading
from webarticlecurator.studio.window import add_button, showing_errors, write_error

MAX_SHOWN = 50
"""Failing expectations that are listed."""
Address = Callable[..., str]
"""Returns the address of the view with a changed query."""
Accept = Callable[[Sequence[ExpectationEffect]], Awaitable[None]]


def write_expectations(run: EffectRun, accept: Accept, address: Address) -> None:
    """Write the panel; ``accept`` is called with the entries whose new values are right."""
    write_heading("Expectations")
    if run.expectation_error is not None:
        write_error(run.expectation_error)
        return
    if run.expectations is None:
        ui.label("Comparing …").classes("studio-quiet")
        return
    if not run.expectations:
        ui.label(
            "None is written down yet. Choose articles below whose new state is right, and accept"
            " them: later edits that break them are shown here first."
        ).classes("studio-quiet")
        return
    ui.label(describe_expectations(run.expectations)).props('role="status"')
    failing = sorted(
        (effect for effect in run.expectations if effect.after),
        key=lambda effect: not effect.fails_newly,
    )
    with ui.element("ul").classes("effect-failing"):
        for effect in failing[:MAX_SHOWN]:
            _write_effect(effect, accept, address)
    if len(failing) > MAX_SHOWN:
        ui.label(f"{len(failing) - MAX_SHOWN} more are not listed.").classes("studio-quiet")
    newly = [effect for effect in failing if effect.fails_newly]
    if len(newly) > 1:
        add_button("Expect all new values …", partial(showing_errors(accept), newly))


def _write_effect(effect: ExpectationEffect, accept: Accept, address: Address) -> None:
    entry = effect.entry
    with ui.element("li"):
        name = "would fail" if effect.fails_newly else "fails already"
        write_element("span", f"{entry.kind} {name}", "effect-label")
        if entry.kind == ARTICLE:
            ui.link(entry.url, address(url=entry.url)).classes("effect-address")
        else:
            write_element("span", entry.url, "effect-address")
        with ui.element("ul"):
            for mismatch in effect.after:
                write_element("li", str(mismatch))
        button = add_button("Expect the new values …", partial(showing_errors(accept), [effect]))
        button.props["aria-label"] = f"Expect the new values of {entry.url} …"
