"""The pane of the rules: a list of sentences, each of which opens to its lines of the file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import takewhile

from nicegui import ui

from webarticlecurator.portal_file.yaml_file.article_rule_paths import (
    find_layout_rules,
    find_rule_path,
)
from webarticlecurator.portal_file.yaml_file.yaml_edit import find_line
from webarticlecurator.proposing.trial.rule_sentences import list_rule_sentences
from webarticlecurator.studio.frame.controls import add_button, label_prop, refill
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.widgets import write_element, write_items, write_pieces


class RulesPane:
    """The rules that read the article. ``edit`` is called with a line that is to be edited."""

    def __init__(self, draft: PortalDraft, edit: Callable[[int], object]) -> None:
        self._draft, self._edit = draft, edit
        self._place = (
            ui.element("section")
            .classes("article-pane pane-rules article-rules")
            .props(f'{label_prop("Rules")} tabindex="0"')
        )

    def show(self, layout: str) -> None:
        """Show the rules of a layout, "" for those of the article. Raises ConfigError."""
        text, rules = self._draft.text, find_layout_rules(self._draft.portal(), layout)
        with refill(self._place):
            for sentence in write_items(list_rule_sentences(rules), "studio-plain"):
                line = find_line(text, find_rule_path(text, layout, sentence.key))
                with write_element("details"):
                    with write_element("summary"):
                        write_pieces(sentence.words)
                    write_element("pre", _cut_lines(text, line), "studio-listing")
                    add_button("Edit it", partial(self._edit, line))


def _cut_lines(text: str, first: int) -> str:
    """Return a line of a file, from 1, with those below it that belong to it."""
    line, *others = text.splitlines()[first - 1 :]
    indent = len(line) - len(line.lstrip())
    below = takewhile(lambda each: len(each) - len(each.lstrip()) > indent, others)
    return "\n".join((line, *below))
