"""What the index knows of the addresses of an article, for processes that cannot read the index.

A question is a method of ``RankedSource`` and its arguments. The command answers beforehand what
most articles ask. A task that asks more ends with an ``Unanswered`` and is run again with the
answer, so that what is read, and every byte that is written, is that of a build with the index.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model.article import TDMREP_PATH
from webarticlecurator.base.model.capture import Body, Capture
from webarticlecurator.base.portal.hosts import origin_of
from webarticlecurator.crawling.workers.capture_source import RankedSource

Question = tuple[Any, ...]
"""The name of a method, and its arguments."""
Answers = dict[Question, Any]


@dataclass
class AnsweredTask:
    """A task with what the index knows of its addresses."""

    task: Any
    answers: Answers = field(default_factory=dict)


@dataclass(frozen=True)
class Unanswered:
    """Stands for the result of a task that asked a question without an answer."""

    question: Question


class UnansweredQuestion(Exception):
    """A source has no answer to ``question``."""

    def __init__(self, question: Question) -> None:
        super().__init__(repr(question))
        self.question = question


class AnsweredSource(RankedSource):
    """The captures that the answers of one task name; ``read_body`` reads their records.

    Raises UnansweredQuestion for a question without an answer.
    """

    def __init__(self, answers: Answers, read_body: Callable[[Capture], Body]) -> None:
        super().__init__()
        self._answers, self._read_body = answers, read_body

    def read(self, capture: Capture) -> Body:
        return self._read_body(capture)

    def _ask(self, *question: Any) -> Any:
        try:
            return self._answers[question]
        except KeyError:
            raise UnansweredQuestion(question) from None


class AnswerFinder:
    """Finds the answers to questions in the index, by the source of the command."""

    def __init__(self, source: RankedSource) -> None:
        self._source = source

    def prepare(self, task: Any) -> AnsweredTask:
        """Return a task of an article with the answers that its reading probably needs."""
        prepared = AnsweredTask(task)
        url = task.start.url
        later = self._source.later_addresses(url)
        for address in (url, *later):
            self.answer(prepared, ("pages", address))
        for address in later:
            self.answer(prepared, ("is_listed", address))
        self.answer(prepared, ("find_gone", url))
        return prepared

    def answer(self, task: AnsweredTask, question: Question) -> None:
        """Add the answer to a question; with captures of pages, what the site said before them."""
        method, *arguments = question
        found = task.answers[question] = getattr(self._source, method)(*arguments)
        if method == "pages":
            for capture in found:
                for path in (TDMREP_PATH, "/robots.txt"):
                    url = origin_of(capture.url) + path
                    self.answer(task, ("answer_before", url, capture.time))
