"""The steps from a list of articles to tables, over each view of a portal: which are done, by what
is stored and what the checks say, and what comes next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import Literal

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.doubts.doubt_table import DOUBT_KINDS
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import translate
from webarticlecurator.corpus.charts.bar_names import count_articles
from webarticlecurator.corpus.judging.share_interval import wilson_interval
from webarticlecurator.studio.portal.mended_doubts import find_mending
from webarticlecurator.studio.portal.portal_facts import FIELDS, MIN_MONTHLY, PortalFacts

TRIED = 20
"""Articles that are fetched before all others."""
LOOKED_AT = 5
"""Articles that somebody should have found to be right."""
MAX_FAULTY = 0.1
"""Share of the articles without a text, a title or a date from which on that is doubtful."""
USUAL_GONE = 0.05
"""Share of the articles that lists of many portals still name though they were deleted."""
FEW_ASKED = 15
"""Articles below which the interval of such a share needs the correction for small samples."""
StepState = Literal["done", "doubt", "open"]
StepAction = Literal["", "try", "crawl", "build", "adopt"]


@dataclass(frozen=True)
class Step:
    """A step: what it is called, whether it is done, what is to be said of it, the view in which it
    is made with the page that is shown there, and what its button does and says. ``point`` is what
    is pointed at there, or opened, from the beginning. ``lacking`` are fields that no article has:
    the portal may have none. ``may_be_whole``: perhaps no page follows those of the list;
    ``ended_on``: perhaps the archive has ended on that day. ``can_wait``: other steps can be made
    before."""

    name: str
    words: str
    state: StepState
    note: str
    view: str
    url: str = ""
    action: StepAction = ""
    button: str = ""
    point: str = ""
    lacking: tuple[str, ...] = ()
    may_be_whole: bool = False
    ended_on: str = ""
    can_wait: bool = False


def list_steps(facts: PortalFacts) -> tuple[Step, ...]:
    """Return the steps of a portal; one without an archive has none that walk it, and one of files
    is not crawled. A step is done when it was tried and the corpus has no doubt about it."""
    steps = [_text_step(facts), _metadata_step(facts), _try_step(facts), _look_step(facts)]
    if facts.has_archive:
        steps = [_list_step(facts), _next_page_step(facts), *steps]
        steps += () if facts.warcs else (_crawl_step(facts),)
    note = translate("You can take the articles home as tables and texts.")
    if facts.undated and "published" not in facts.without:
        # the steps before read some of the articles, these are all
        note += " " + translate(
            "Without a date, so perhaps not articles: {articles}.",
            articles=count_articles(facts.undated),
        )
    return (
        *(_doubt_step(step, facts) for step in steps),
        Step(
            "home",
            translate("Take home"),
            "open",
            note,
            "articles",
            button=translate("Take them home"),
            point="download",
        ),
    )


def is_finished(facts: PortalFacts) -> bool:
    """Return True once all of a portal was crawled, or taken from files, and looked at: what is
    doubtful later, or read by other rules, changes nothing about that."""
    is_seen = _count_target(facts) <= len(facts.expected) > 0
    if facts.has_archive and not facts.warcs:
        return facts.crawled > TRIED or (facts.has_ended and is_seen)
    return is_seen and facts.settled > 0 and not facts.state.unbuilt


def _count_target(facts: PortalFacts) -> int:
    """Return how many articles somebody should have found to be right."""
    return min(LOOKED_AT, len(facts.sample))


def crawl_again(facts: PortalFacts) -> Step:
    """Return the step of a portal that is finished: to crawl what is new, or to take files."""
    note = translate("{articles} in the corpus.", articles=count_articles(facts.kept))
    if facts.warcs or not facts.has_archive:
        return Step("again", "", "done", note, "run", button=translate("Take further files"))
    return Step(
        "again", "", "done", note, "run", action="crawl", button=translate("Crawl what is new")
    )


def _doubt_step(step: Step, facts: PortalFacts) -> Step:
    """Return a step that is done with the dearest doubt about it, if there is one. Many articles
    that failed or were rejected cannot wait."""
    of_step = ((each, find_mending(each, facts.kept)) for each in facts.doubts)
    first, mending = next((each for each in of_step if each[1].step == step.name), (None, None))
    if first is None or mending is None or not (step.state == "done" or step.can_wait):
        return step
    is_here = mending.view == step.view
    # a gap may be there for good; many pages that are no articles show that the rules are wrong
    is_few = first.count <= max(1, (facts.settled + facts.failed) * MAX_FAULTY)
    can_wait = is_few or first.kind in DOUBT_KINDS
    return replace(
        step,
        state="doubt",
        note=mending.note,
        view=mending.view,
        url=mending.url or (step.url if is_here else ""),
        button=step.button if is_here else mending.button,
        can_wait=can_wait,
    )


def choose_next_step(steps: Sequence[Step]) -> Step:
    """Return the first step that is not done and cannot wait. Once articles were tried, a list that
    leads to no other page can wait; and a build, while something is left to crawl, since a crawl
    builds, or to look at, since that shows what the rules read now."""
    open_names = {step.name for step in steps if step.state != "done"}
    later = set() if "try" in open_names else {"next"}
    builds = {step.name for step in steps if step.action == "build"}
    looks = {step.name for step in steps if step.name == "look" and step.url}
    later |= {step.name for step in steps if step.can_wait}
    later |= builds if open_names & {"crawl", *looks} else set()
    return next(step for step in steps if step.name in open_names - later)


def list_further_acts(steps: Sequence[Step], chosen: Step) -> list[Step]:
    """Return the steps that can be made beside the next one: to build, and to take the pages of
    files, which nothing else needs to come before."""
    if chosen.name == "running":
        return []
    return [step for step in steps if step.action in ("build", "adopt") and step is not chosen]


def _list_step(facts: PortalFacts) -> Step:
    step = partial(Step, "list", translate("List"), view="archive", url=facts.list_page)
    if facts.problems:
        return step(
            state="doubt",
            note=translate("The portal file has problems."),
            button=translate("Fix them"),
        )
    if facts.empty_end is not None:
        end = facts.empty_end
        return step(
            state="doubt",
            note=end.describe(),
            button=translate("Write its last day"),
            ended_on=end.last_day if end.is_plain else "",
            can_wait=facts.listed > 0,
        )
    look = partial(step, state="doubt", button=translate("Point at headlines"), point="links")
    if _are_many_gone(facts):
        note = translate(
            "{gone} of {number} articles that the list leads to do not exist: are its links right?",
            gone=facts.gone,
            number=facts.settled + facts.failed,
        )
        return look(note=note, can_wait=True)
    if facts.listed and facts.unlisted:
        note = translate(
            "The page shows {number} articles that the rules do not list, such as {url}: do they"
            " belong to the list?",
            number=len(facts.unlisted),
            url=facts.unlisted[0],
        )
        return look(note=note, can_wait=True)
    if facts.gap is not None and facts.has_ended and facts.monthly >= MIN_MONTHLY:
        note = translate(
            "No article is from {first} to {last}, and other months have {number}: does the list"
            " lack any?",
            first=write_date(facts.gap.first),
            last=write_date(facts.gap.last),
            number=facts.monthly,
        )
        return step(
            state="doubt", note=note, button=translate("Look at the list"), url="", can_wait=True
        )
    if facts.listed:
        return step(
            state="done",
            note=translate("{articles} listed.", articles=count_articles(facts.listed))
            if facts.has_ended
            else translate("{articles} listed so far.", articles=count_articles(facts.listed)),
        )
    if facts.list_file:
        return step(
            state="open",
            note=translate("The list is a file that a crawl reads: {url}", url=facts.list_file),
            can_wait=True,
        )
    if not facts.list_page:
        return _fetch_list(step)
    return look(note=translate("The rules find no article on this page of the list."))


def _are_many_gone(facts: PortalFacts) -> bool:
    """Return True if more articles do not exist than chance explains where a usual share of those
    that a list names is deleted: 3 of 20, and 65 of 1,000."""
    asked = facts.settled + facts.failed
    # one is deleted on any portal
    return facts.gone > 1 and (
        wilson_interval(facts.gone / asked, asked, int(asked < FEW_ASKED))[0] > USUAL_GONE
    )


def _fetch_list(step: Callable[..., Step]) -> Step:
    """Return a step that cannot be made without a page of the list."""
    return step(
        state="open",
        note=translate("No page of the list is stored yet."),
        button=translate("Fetch one"),
    )


def _next_page_step(facts: PortalFacts) -> Step:
    step = partial(Step, "next", translate("Next page"), view="archive", url=facts.list_page)
    if facts.has_ended and facts.proofs:
        first = min(facts.proofs, key=lambda each: each.is_proved)
        note = translate("The end of the list is {end}.", end=translate(first.words))
        if first.is_proved:
            return step(state="done", note=note)
        if facts.has_walked_on:
            return step(state="doubt", note=note, can_wait=True)
    if facts.leads_back:
        return step(
            state="doubt",
            note=translate(
                "The link to the next page leads back: the rule may have chosen the link to"
                " newer pages."
            ),
            url=facts.leads_back,
            button=translate("Point at the next page"),
            point="next",
        )
    if facts.has_walked_on:
        return step(state="done", note=translate("The list continues."))
    if facts.walks_on or facts.next_page:
        return step(
            state="open",
            note=translate("The list continues. No crawl has followed it yet."),
            can_wait=True,
        )
    if facts.is_whole:
        return step(state="done", note=translate("The portal file says that no page follows."))
    if not facts.list_page:
        return _fetch_list(step)
    return step(
        state="doubt",
        note=translate("The list has no link to another page: is this the whole list?"),
        button=translate("Point at the next page"),
        point="next",
        may_be_whole=True,
    )


def _text_step(facts: PortalFacts) -> Step:
    step = partial(Step, "text", translate("Text"), view="article")
    state, read, bad = facts.state, facts.reading.read, len(facts.reading.textless)
    first = next(iter(facts.reading.textless), "")
    if bad > read * MAX_FAULTY:
        return step(
            state="doubt",
            note=translate("{bad} of {read} articles have no text.", bad=bad, read=read),
            url=first,
            button=translate("Look at one"),
        )
    if (state.stale or state.unbuilt) and not state.is_running:
        return step(
            state="doubt", note=state.describe(), action="build", button=translate("Build now")
        )
    if not read:
        return step(
            state="open",
            note=translate("No article is stored yet."),
            button=translate("Fetch one by its address"),
        )
    return step(
        state="done",
        note=translate("{good} of {read} articles have a text.", good=read - bad, read=read),
        url=first,
    )


def _metadata_step(facts: PortalFacts) -> Step:
    step = partial(Step, "metadata", translate("Title, authors, date"), view="article")
    reading = facts.reading
    texts = reading.read - len(reading.textless)
    if not texts:
        return step(state="open", note=translate("No article is read yet."))
    doubtful = {
        name: urls
        for name, urls in reading.lacking
        if name not in facts.without
        # some articles are by nobody; none is without a title
        and len(urls) > (texts - 1 if name == "authors" else texts * MAX_FAULTY)
    }
    if not doubtful:
        note = translate("{articles} have them.", articles=count_articles(texts))
        if reading.left_out:
            note += " " + translate(
                "Left out because they are not articles: {articles}.",
                articles=count_articles(len(reading.left_out)),
            )
        return step(state="done", note=note)
    parts = ", ".join(
        translate("{field} on {number}", field=FIELDS[name], number=len(urls))
        for name, urls in doubtful.items()
    )
    return step(
        state="doubt",
        note=translate("Missing, of {articles} articles: {parts}.", articles=texts, parts=parts),
        url=next(iter(doubtful.values()))[0],
        button=translate("Show it on one"),
        lacking=tuple(name for name, urls in doubtful.items() if len(urls) == texts),
    )


def _try_step(facts: PortalFacts) -> Step:
    if facts.warcs or not facts.has_archive:
        step = partial(Step, "try", translate("Take the pages"), view="run")
        if facts.settled:
            return step(
                state="done",
                note=translate("{articles} in the corpus.", articles=count_articles(facts.kept)),
            )
        return step(
            state="open",
            note=translate("The pages of the files are not in the corpus yet."),
            action="adopt",
            button=translate("Take them into the corpus"),
        )
    step = partial(Step, "try", translate("Try {number}", number=TRIED), view="run")
    fetched = facts.settled + facts.failed
    if facts.settled and fetched >= min(TRIED, fetched + facts.waiting):
        return step(state="done", note=_count_fetched(facts))
    return step(
        state="open",
        note=translate("Try some articles to see whether the rules fit."),
        action="try",
        button=translate("Try {number} articles", number=TRIED),
    )


def _count_fetched(facts: PortalFacts) -> str:
    return translate("{articles} fetched.", articles=count_articles(facts.settled))


def _look_step(facts: PortalFacts) -> Step:
    step = partial(Step, "look", translate("Look at {number}", number=LOOKED_AT), view="article")
    looked_at, target = len(facts.expected), _count_target(facts)
    if looked_at >= target > 0:
        return step(
            state="done",
            note=translate("You have confirmed {number} articles.", number=looked_at),
        )
    return step(
        state="open",
        note=translate(
            "You have confirmed {number} of {wanted} articles.",
            number=looked_at,
            wanted=target,
        ),
        url=choose_unseen(facts),
        button=translate("Look at the next one"),
    )


def _crawl_step(facts: PortalFacts) -> Step:
    words = translate("Crawl all")
    step = partial(Step, "crawl", words, view="run", action="crawl", button=words)
    if facts.has_ended and not facts.state.is_running and not facts.waiting and facts.settled:
        return step(state="done", note=_count_fetched(facts))
    return step(
        state="open",
        note=translate("Some articles are not fetched yet.")
        if not facts.waiting
        else translate(
            "{waiting:,} articles that the pages list are not fetched yet.",
            waiting=facts.waiting,
        )
        if facts.has_ended
        else translate(
            "{waiting:,} listed articles are not fetched yet, and what further pages list.",
            waiting=facts.waiting,
        ),
    )


def choose_unseen(facts: PortalFacts) -> str:
    """Return the stored article that should be looked at next: one whose reading is doubtful before
    others, and none that was found to be right; "" without any."""
    lacking = chain.from_iterable(urls for _, urls in facts.reading.lacking)
    candidates = (*facts.reading.textless, *lacking, *facts.sample)
    return next((url for url in candidates if url not in facts.expected), "")
