"""What one look at an article proves: when a "nothing here" is final, and which answers are not
used, since the portal was out of order.

The rule for a single address is ``model.verdict.judge_looks``. That a portal is out of order is
seen in the answers of one crawl beside each other: many in a row that are not as expected, one
text at many addresses, or pages of other articles. All of it follows from the stored answers alone,
so that they are the same after a crawl, after a kill and after ``verify --rebuild``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.model.looks import WELL, Judgement, Look, judge_looks
from webarticlecurator.base.model.verdict import (
    GATED_BY_RUN,
    OUT_OF_ORDER,
    SEEN_ONCE,
    Problem,
    make_problem,
    require_checks,
)
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.redirect_targets import (
    find_redirect_targets,
    find_shared_targets,
)
from webarticlecurator.crawling.states.cut_pages import list_cut_pages
from webarticlecurator.crawling.states.pages_of_others import (
    OTHER_ARTICLE,
    SOFT_404,
    find_wrong_pages,
)
from webarticlecurator.crawling.workers.capture_source import PageAnswer
from webarticlecurator.storage.answers.portal_answers import AnswerRow, Answers
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView

SHARED_TEXT, NO_HOST = "shared-text", "dns"
require_checks((SHARED_TEXT, OTHER_ARTICLE), GATED_BY_RUN, "crawling/states/doubtful_answers.py")
MAX_IN_A_ROW = 8
"""Answers in a row that are not as expected, from which the portal is out of order. The last but
one makes the crawl ask for a known article. Where 60 % of all articles are dead, one in thirty-six
is the seventh dead one in a row, so that hardly a known article is asked for; a wall is found
within ten answers all the same."""
MAX_WITHOUT_KNOWN = 12
"""The same while no article is known that was well before, which could be asked for."""
MAX_AFTER_KNOWN = 64
"""The limit doubles up to this number each time that a known article was well in between: then a
whole section of the portal is dead, and the known article need not be asked for so often."""
MIN_SHARING = 3
"""Addresses with the same text that are not as expected when they are in a row; agency texts are
often at two."""
MAX_SHARING = 5
"""Addresses in one crawl with the same text from which it is a notice wherever they are."""


_PLACE = "articles of the crawl of "
"""Beginning of the place of the problem that the portal was out of order."""


@dataclass
class AnswerStreak:
    """Follows the answers of a crawl, and tells when there are too many in a row that are not as
    expected. ``fetches`` are those of the present row; ``has_known``: an article that was well
    before could be asked for."""

    fetches: list[int] = field(default_factory=list)
    limit: int = MAX_IN_A_ROW
    has_known: bool = False

    def add(self, fetch: int, *, is_well: bool, was_well_before: Callable[[], bool]) -> None:
        """Count the answer of a fetch, as expected or not; ``was_well_before`` tells whether the
        same article was well before this answer."""
        if not is_well:
            self.fetches.append(fetch)
            return
        if self.fetches:
            # A known article that is well among missing ones: a section is dead, not the portal.
            # Any other good answer lets the limit begin anew.
            self.limit = min(self.limit * 2, MAX_AFTER_KNOWN) if was_well_before() else MAX_IN_A_ROW
            self.fetches.clear()
        self.has_known = True

    @property
    def is_too_long(self) -> bool:
        """True if the portal is out of order."""
        return len(self.fetches) >= self._current_limit

    @property
    def is_suspicious(self) -> bool:
        """True if one more such answer would show that the portal is out of order."""
        return len(self.fetches) == self._current_limit - 1

    @property
    def _current_limit(self) -> int:
        return self.limit if self.has_known else max(self.limit, MAX_WITHOUT_KNOWN)


def find_doubts(
    answers: Iterable[AnswerRow],
    shared: Mapping[int, int],
    was_well_before: Callable[[AnswerRow], bool],
    *,
    has_known: bool = False,
) -> dict[int, str]:
    """Return which answers of one crawl are not used: id of the fetch → OUT_OF_ORDER, SHARED_TEXT.

    ``answers`` are in the order of the requests; ``shared`` are the texts at several addresses, and
    at how many. ``was_well_before`` tells whether the article of an answer was well before it;
    ``has_known``: an earlier crawl has articles that were well.
    """
    streak = AnswerStreak(has_known=has_known)
    doubts: dict[int, str] = {}
    for answer in answers:
        sharing = shared.get(answer.text, 0) if answer.text is not None else 0
        # A text at two addresses may be that of an agency; at three it lengthens a row, at five it
        # is a notice even alone.
        is_well = answer.outcome == WELL and sharing < MIN_SHARING
        if sharing >= MAX_SHARING:
            doubts[answer.fetch] = SHARED_TEXT
        streak.add(answer.fetch, is_well=is_well, was_well_before=partial(was_well_before, answer))
        if streak.is_too_long:
            # The whole row, back to its first answer: it was out of order before the limit showed
            # it.
            doubts.update((fetch, doubts.get(fetch, OUT_OF_ORDER)) for fetch in streak.fetches)
    return doubts


def judge_article(portal: Portal, corpus: WritableCorpus, article: ArticleRow) -> Judgement | None:
    """Return what the looks at an article that is rejected or failed prove; None for a reason that
    needs no second look."""
    url, reason = article.requested, article.reason or ""
    if reason == "gone":
        return judge_gone(portal, corpus, url)
    if reason == NO_HOST:
        failures = (each.failure for each in corpus.captures.fetches(url))
        looks = [each.time for each in failures if each is not None and each.kind == NO_HOST]
        # where the archive of the portal answers, names of hosts are found
        return _judge_times(portal, corpus, url, reason, looks, level="archive")
    # answers that are not used, since they show what others show, are as good as a 404
    fetches = corpus.captures.fetches(url) if reason == SOFT_404 else ()
    unused = [each for each in fetches if corpus.answers.doubt_of(each.id) == SOFT_404]
    times = [each.captures[0].time for each in unused] or corpus.captures.tries(url)
    is_odd = article.state == "failed" and not unused
    return _judge_times(portal, corpus, url, reason, times, is_odd=is_odd)


def judge_gone(portal: Portal, corpus: CorpusView, url: str) -> Judgement | None:
    """Return what the answers prove that say that an article, or a page of one, is gone; None
    without any. Tries that ended otherwise prove nothing of it."""
    return _judge_times(portal, corpus, url, "gone", corpus.captures.times_gone(url))


def _judge_times(
    portal: Portal,
    corpus: CorpusView,
    url: str,
    answer: str,
    times: Iterable[datetime],
    *,
    is_odd: bool = False,
    level: str = "article",
) -> Judgement | None:
    """Return what the same answer at some times proves, while pages of a level were well."""
    was_well = partial(corpus.answers.was_well, level)
    looks = [Look(time, answer, was_well(time, url)) for time in times]
    return judge_looks(looks, portal.fetch.confirm, is_odd=is_odd)


def note_page_answers(
    portal: Portal, corpus: WritableCorpus, answers: Iterable[PageAnswer]
) -> None:
    """Note what pages of articles said. Needs ``corpus.commit``."""
    is_no_article = partial(_leads_to_no_article, portal, corpus)
    answers = tuple(answers)
    if any(answer.cut_at for answer in answers):
        cut = list_cut_pages(corpus, answers)
        corpus.run_log.renew_problems(cut, kinds=("cut-page",), places=())
    for answer in answers:
        corpus.answers.note_page(
            answer.record_id,
            answer.outcome,
            answer.text,
            is_no_article,
            answer.claimed,
            answer.level,
        )


def _leads_to_no_article(
    portal: Portal, corpus: WritableCorpus, requested: str, answered: str
) -> bool:
    """Return True if a redirect leaves the portal, or leads to a page to which other articles
    redirect, too."""
    # A listed target is an article of its own, whatever else redirects there.
    if corpus.redirects.is_listed(answered):
        return False
    if not portal_hosts(portal).belongs(answered, requested):
        return True
    return answered in find_shared_targets(
        portal, corpus, find_redirect_targets(portal, corpus, requested)
    )


def set_odd_state(
    portal: Portal, corpus: WritableCorpus, article: ArticleRow, reason: str, evidence: str
) -> None:
    """Set the state of an article for a transient reason: failed, or rejected if its looks say that
    this is final. Needs ``corpus.commit``."""
    judgement = judge_article(portal, corpus, replace(article, state="failed", reason=reason))
    state = "rejected" if judgement is not None and judgement.is_final else "failed"
    corpus.frontier.set_state(article.canonical, state, reason=reason, evidence=evidence)


def note_doubt(portal: Portal, corpus: WritableCorpus, article: ArticleRow) -> None:
    """Note whether and when an article is asked for again before its verdict is final. Needs
    ``corpus.commit``."""
    # Only for what may pass; the parts of a split page have no answer of their own.
    if article.state != "rejected" or article.reason not in SEEN_ONCE or "#" in article.requested:
        corpus.article_doubts.set(article.id, None)
        return
    judgement = judge_article(portal, corpus, article)
    corpus.article_doubts.set(article.id, judgement)
    corpus.run_log.renew_problems(
        _find_unconfirmed(article, judgement), kinds=("unconfirmed",), places=(article.canonical,)
    )


def _find_unconfirmed(article: ArticleRow, judgement: Judgement | None) -> Iterator[Problem]:
    if judgement is not None and judgement.is_final and not judgement.is_confirmed:
        day = f"{judgement.last:%Y-%m-%d}"
        yield make_problem(
            "unconfirmed", article.canonical, "article", reason=article.reason, day=day
        )


def judge_runs(
    portal: Portal,
    corpus: WritableCorpus,
    since: datetime | None = None,
    ask: Callable[[str], bool] | None = None,
) -> list[ArticleRow]:
    """Compare the answers of each crawl that has new ones, and return the articles that have an
    answer which is used now and was not before, or the reverse, as listed. Their states are to be
    updated. With ``since``, only crawls that began then or later count. ``ask`` asks for a made-up
    address like that of a page that may be right, where others may be wrong, and returns whether it
    did. Needs ``corpus.commit``."""
    changed: dict[str, None] = {}
    own, *_ = corpus.answers.stores()
    corpus.headlines.judge_known_owners()
    for answers in corpus.answers.stores():
        for run in answers.runs_to_judge(since):
            wrong = _find_wrong_pages(portal, corpus, run, ask) if answers is own else {}
            changed.update(dict.fromkeys(_judge_answers(portal, answers, run, wrong)))
            # Note again when the articles are asked for that a crawl has seen once: whether another
            # one was well in it has a part in that
            urls = (answer.url for answer in answers.of_run(run, "article"))
            for article in corpus.frontier.with_reasons(urls, SEEN_ONCE):
                note_doubt(portal, corpus, article)
            # an answer that led to a page of another request was not noted
            for article in corpus.article_doubts.looked_at_since(answers.start_of(run)):
                note_doubt(portal, corpus, article)
            answers.mark_judged(run)
    frontier = corpus.frontier
    rows = {
        row.id: row
        for url in changed
        # another article than that whose page it is may have led to a page
        for row in (frontier.article(url), *frontier.page_owners(url))
        if row is not None
    }
    return [row for _, row in sorted(rows.items())]


def _find_wrong_pages(
    portal: Portal, corpus: WritableCorpus, run: int, ask: Callable[[str], bool] | None
) -> dict[int, str]:
    """Return which answers of a crawl are not the pages of their articles: the id of the fetch →
    why."""
    off = portal.article.gate_off
    if {OTHER_ARTICLE, SOFT_404} <= {*off}:
        # what was noted before would make each build compare these answers
        corpus.headlines.note_unknown_owners(run, ())
        return {}
    found = find_wrong_pages(corpus, run)
    if ask is not None and found.right and ask(found.right):
        found = find_wrong_pages(corpus, run)
    corpus.headlines.note_unknown_owners(run, found.unknown)
    by_reason = {SOFT_404: found.none, OTHER_ARTICLE: found.others}
    return {
        fetch: reason
        for reason, fetches in by_reason.items()
        if reason not in off
        for fetch in fetches
    }


def _judge_answers(
    portal: Portal, answers: Answers, run: int, wrong: Mapping[int, str]
) -> list[str]:
    """Set which answers of a crawl are used. Return the addresses for which that has changed.

    ``answers`` are those of a corpus, or of WARC files that belong to none; ``wrong`` are fetches
    that did not get the pages of their articles, and why.
    """
    is_checked = SHARED_TEXT not in portal.article.gate_off
    doubts = find_doubts(
        answers.of_run(run, "article"),
        answers.shared_texts(run, MIN_SHARING) if is_checked else {},
        lambda answer: answers.was_well_earlier(answer.fetch, answer.url),
        has_known=answers.has_well_before(run, "article"),
    )
    doubts = {**wrong, **doubts}
    before, changed = answers.doubts_of(run), []
    for fetch in sorted(before.keys() | doubts.keys()):
        # What is written again as it was would make every build look at its article.
        if before.get(fetch) != doubts.get(fetch):
            answers.set_doubt(fetch, doubts.get(fetch, ""))
            changed += answers.addresses_of(fetch)
    return changed


def note_disorders(corpus: WritableCorpus) -> None:
    """Let the problems that the portal was out of order be those of the crawls whose answers
    articles lack. Needs ``corpus.commit``."""
    known = list_disorders(corpus, _PLACE)
    corpus.run_log.renew_problems(_find_disorders(corpus), kinds=(OUT_OF_ORDER,), places=known)


def _find_disorders(corpus: CorpusView) -> Iterator[Problem]:
    """Yield the problem of each crawl whose answers articles lack, as they are failed for it."""
    runs: dict[tuple[Answers, int], None] = {}
    for reason in (OUT_OF_ORDER, SHARED_TEXT):
        for row in corpus.frontier.with_verdict("failed", reason):
            last = corpus.captures.last_fetch(row.requested)
            answers = corpus.answers.store_of(last.id) if last is not None else corpus.answers
            if last is not None and answers.doubt_of(last.id):
                runs[answers, answers.run_of_answer(last.id)] = None
    for answers, run in runs:
        doubts = sorted(answers.doubts_of(run))
        place = f"{_PLACE}{answers.start_of(run):%Y-%m-%d %H:%M:%S} UTC"
        yield from describe_disorder(answers, place, "articles", doubts, len(doubts))


def list_disorders(corpus: CorpusView, beginning: str) -> list[str]:
    """Return the places at which the portal is known to have been out of order, of those that begin
    in the same way."""
    known = (problem.where for problem in corpus.run_log.problems((OUT_OF_ORDER,)))
    return [place for place in known if place.startswith(beginning)]


def describe_disorder(
    answers: Answers, place: str, sentence: str, fetches: Sequence[int], number: int
) -> Iterator[Problem]:
    """Yield the problem that the portal was out of order at a place, if ``fetches`` of a crawl,
    the first of them first, show it; ``number`` is that in its sentence."""
    if fetches:
        yield make_problem(
            OUT_OF_ORDER,
            place,
            sentence,
            time=f"{answers.time_of(fetches[0]):%Y-%m-%d %H:%M:%S}",
            number=number,
            url=answers.address_of(fetches[0]),
        )
