"""What a build doubts before and after it writes: TEI that the rules of today no longer give, and
faults that no rule notices.

A typo in one rule may reject half of a corpus. So before a build writes anything, its outcomes are
kept in a file (the documents are in drafts) until it is known how many articles would lose their
TEI. Too many, and nothing is written (``build --prune`` does it).

Then titles that are those of the site, fields that stay empty, pagers that no rule follows: each
is a problem with the first article that shows it and a cure; a word in the portal file says that it
is as it should be. The work follows what is new: fields are counted in the index, titles are
compared in a sample of the corpus.
"""

from __future__ import annotations

import json
import pickle
import re
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

from webarticlecurator.build.writing import BATCH, TeiWriter, may_be_continuation
from webarticlecurator.captures.tasks import BuildOutcome
from webarticlecurator.errors import RulesTooSlow
from webarticlecurator.model.hosts import plain_host
from webarticlecurator.model.patterns import describe_rule
from webarticlecurator.model.portal import Portal, list_field_rules
from webarticlecurator.model.rule import Rule
from webarticlecurator.model.stored_words import digest_keys
from webarticlecurator.model.verdict import (
    FIELD_EMPTY,
    OVERSIGHTS,
    PAGER_UNFOLLOWED,
    RULES_TAKE_TEI,
    SAME_TITLE,
    TRANSIENT,
    UNLISTED_ARTICLES,
    Problem,
)
from webarticlecurator.rules.trace import summarize_rule
from webarticlecurator.store import ArticleRow, WritableCorpus, convert_os_errors
from webarticlecurator.text.translation import as_message, make_message

MAX_TAKEN = 10
"""Articles that any build may take TEI from: rules are made better one by one."""
MAX_PERCENT = 5
"""Percent of the articles with TEI that any build may take it from."""
COUNTED = 1000
"""Articles that are counted to the end, so that the message says how many it would be."""
KEYS_NOTE = "tei-keys"
"""Name of the note with the digests of the keys by which the TEI was built."""


def is_too_many(taken: int, of: int) -> bool:
    """Return True for more than ``MAX_TAKEN`` and ``MAX_PERCENT`` of the articles with TEI."""
    return taken > MAX_TAKEN and taken * 100 > of * MAX_PERCENT


def may_take_many(corpus: WritableCorpus, key: str) -> bool:
    """Return True if so many articles with TEI, or with parts that have it, are due with the rules
    ``key`` that their outcomes must be known before one of them is written."""
    return corpus.build_queue.count_stale_with_tei(key) > MAX_TAKEN or (
        corpus.build_queue.has_stale_split_page(key)
    )


class TakenTei:
    """The articles that would lose their TEI, by reason. ``read`` counts the outcomes; ``refused``
    are articles with TEI whose redirect leads to a page that the rules of today refuse, by which
    they get other addresses. ``has_stopped``: not all were read, since it is too much anyway."""

    def __init__(self, portal: Portal, corpus: WritableCorpus, writer: TeiWriter) -> None:
        self._portal, self._corpus, self._writer = portal, corpus, writer
        self._of = corpus.tei_files.count()
        self._reasons: dict[int, str] = {}
        self._first = ""
        self.read = 0
        self.refused: list[str] = []
        self.has_stopped = False

    @property
    def is_too_many(self) -> bool:
        return is_too_many(len(self._reasons), self._of)

    def count(self, row: ArticleRow, outcome: BuildOutcome) -> None:
        """Count what an outcome takes from an article and from the parts of its page."""
        self.read += 1
        gone = outcome.rejected
        if outcome.failed is not None:
            if outcome.failed.reason not in TRANSIENT:
                return  # the build failed: what there is stays
            reason, evidence = outcome.failed.reason, outcome.failed.evidence
        elif gone is not None:
            reason, evidence = gone.reason, gone.evidence
        else:
            reason, evidence = "split", ""
        if row.tei is not None and outcome.draft is None and not outcome.parts:
            self._add(row, reason, evidence)
        parts = dict(outcome.parts)
        for former in self._writer.former_parts(row, outcome):
            part = parts.get(former.requested)
            if former.tei is None or (part is not None and part.draft is not None):
                continue
            rejected = part.rejected if part is not None else None
            if rejected is not None:
                self._add(former, rejected.reason, rejected.evidence)
            else:
                self._add(former, reason, evidence)

    def count_later_pages(self, outcome: BuildOutcome) -> None:
        """Count the articles that are pages of another one from now on."""
        for page in outcome.pages:
            row = self._corpus.frontier.article(page.url)
            if (
                row is not None
                and row.tei is not None
                and row.requested == page.url
                and row.canonical != outcome.canonical
                and "#" not in row.requested
                and may_be_continuation(self._portal, row.requested)
            ):
                self._add(
                    row, "continuation", make_message("a page of {url}", url=outcome.canonical)
                )

    def _add(self, row: ArticleRow, reason: str, evidence: str) -> None:
        if row.id not in self._reasons:
            self._reasons[row.id] = reason
            first = f"{row.canonical}: {reason}"
            if evidence:
                first = make_message("{first} ({evidence})", first=first, evidence=evidence)
            self._first = self._first or first

    def describe(self) -> Problem:
        """Return the problem of a build that would take too much."""
        file = describe_portal_file(self._portal)
        reasons = Counter(self._reasons.values()).most_common()
        counts = ", ".join(f"{number} {reason}" for reason, number in reasons)
        of: str = str(self._of)
        if self.has_stopped:
            of = make_message("the first {number} of {of}", number=self.read, of=self._of)
        changed = describe_changed_keys(self._portal, self._corpus.run_log.get_meta(KEYS_NOTE))
        message = make_message(
            "{changed}: the build would take the TEI of {number} of {of} articles ({counts}),"
            " so it has written nothing; the first is {first}. Correct the rule, or, if you"
            " mean it, run curator build {file} --prune",
            changed=changed,
            number=len(self._reasons),
            of=of,
            counts=counts,
            first=self._first,
            file=file,
        )
        return Problem(RULES_TAKE_TEI, file, message)


def stage(
    taken: TakenTei, corpus: WritableCorpus, folder: Path, outcomes: Iterator[BuildOutcome]
) -> Iterator[BuildOutcome]:
    """Read the outcomes of a build into a file in ``folder`` and count what they take, until it is
    too much; return an iterator over them. It raises RulesTooSlow at its end if the outcomes did.
    """
    # in a file, since they can be longer than what fits into memory
    file = folder / "outcomes"
    folder.mkdir(parents=True, exist_ok=True)
    errors: list[RulesTooSlow] = []
    with convert_os_errors(folder), file.open("wb") as out:
        for outcome in _count_all(taken, corpus, outcomes, errors):
            pickle.dump(outcome, out, pickle.HIGHEST_PROTOCOL)
    if not taken.is_too_many:
        for outcome in _read_again(file, []):
            taken.count_later_pages(outcome)
    corpus.commit()
    return _read_again(file, errors)


def _count_all(
    taken: TakenTei,
    corpus: WritableCorpus,
    outcomes: Iterator[BuildOutcome],
    errors: list[RulesTooSlow],
) -> Iterator[BuildOutcome]:
    try:
        for number, outcome in enumerate(outcomes, 1):
            row = corpus.frontier.article(outcome.canonical)
            if row is not None:
                taken.count(row, outcome)
            yield outcome
            if number % BATCH == 0:
                corpus.commit()  # what was found out about articles without a page
            if taken.is_too_many and number >= COUNTED:
                taken.has_stopped = True
                return
    except RulesTooSlow as error:
        errors.append(error)


def _read_again(file: Path, errors: list[RulesTooSlow]) -> Iterator[BuildOutcome]:
    with file.open("rb") as stream:
        while stream.peek(1):
            yield pickle.load(stream)
    for error in errors:
        raise error


def note_unlisted_articles(portal: Portal, corpus: WritableCorpus) -> str:
    """Return a remark about the articles that nothing lists any more, "" without any; if they are
    many, it is a problem, too. Needs ``corpus.commit``."""
    file = describe_portal_file(portal)
    corpus.run_log.clear_problems(file, UNLISTED_ARTICLES)
    number, of = corpus.unlisted.count_tei(), corpus.tei_files.count()
    if number == 0:
        return ""
    message = make_message(
        "{number} of {of} articles in TEI are listed by no rule of the portal file any"
        " more (unlisted). They keep their TEI; curator build {file} --prune takes it",
        number=number,
        of=of,
        file=file,
    )
    if is_too_many(number, of):
        problem = make_message(
            "{message}. If you do not mean it, correct archive.links or the columns",
            message=message,
        )
        corpus.run_log.add_problem(Problem(UNLISTED_ARTICLES, file, problem))
    return message


def note_keys(portal: Portal, corpus: WritableCorpus) -> None:
    """Note by which rules the TEI was built. Needs ``corpus.commit``."""
    keys = json.dumps(digest_keys(portal), sort_keys=True)
    if corpus.run_log.get_meta(KEYS_NOTE) != keys:
        corpus.run_log.set_meta(KEYS_NOTE, keys)


def describe_changed_keys(portal: Portal, note: str | None) -> str:
    """Return which keys of the portal file have changed since ``note`` was written."""
    before = json.loads(note) if note else {}
    now = digest_keys(portal)
    changed = sorted(key for key, digest in now.items() if before.get(key) != digest)
    if not before or not changed:
        return make_message("with the rules of today")
    return make_message("{keys} changed", keys=", ".join(changed))


def describe_portal_file(portal: Portal) -> str:
    """Return the name of the portal file, which is the place of problems with its rules."""
    return portal.path.name if portal.path else portal.id


# Faults that no rule notices.

MIN_ARTICLES = 4
"""Articles from which something that they have in common cannot be chance."""
COMMON = frozenset(("title", "authors", "published", "section", "keywords"))
"""Fields that articles mostly have."""
MIN_FOR_RARE = 30
"""Articles from which another field that is always empty cannot be chance."""
MIN_SHARE = 0.1
"""Share of the articles that have one title, from which it cannot be theirs."""
FIRST_READ, EVERY = 300, 16
"""Articles of a build in which a pager is looked for: the first ones, and every so many later."""
SAMPLE = 2000
"""Articles whose titles are compared."""
_MARKS = re.compile(r"[\W_]+")


class OversightRecorder:
    """Sees the articles of one build, then compares what those of the corpus have in common."""

    def __init__(self, portal: Portal, corpus: WritableCorpus) -> None:
        self._portal, self._corpus = portal, corpus
        self._first = ""
        all_rules = (portal.article, *(layout.rules for layout in portal.layouts))
        is_meant = any(rules.has_one_page for rules in all_rules)
        known = () if is_meant else corpus.run_log.problems([PAGER_UNFOLLOWED])
        # article whose text is cut → its problem
        self._pagers = {each.where: each for each in known}

    def see(self, outcome: BuildOutcome) -> None:
        """Look at an article that was built."""
        shape = outcome.shape
        if shape is not None and shape.has_root:
            self._first = self._first or outcome.canonical
            self._pagers.pop(outcome.canonical, None)
            if shape.unfollowed and not self._pagers:
                problem = _describe_pager(outcome.canonical, shape.unfollowed)
                self._pagers[outcome.canonical] = problem
        for _, part in outcome.parts:
            self.see(part)

    def finish(self) -> None:
        """Record what was overlooked, and forget what no longer is. Needs ``corpus.commit``."""
        log = self._corpus.run_log
        known = {*log.problems(OVERSIGHTS)}
        found = {*self._find_titles(known), *self._find_empty_fields(known), *self._pagers.values()}
        for each in known - found:
            log.clear_problems(each.where, each.kind)
        for each in found - known:
            log.add_problem(each)

    def _find_titles(self, known: Collection[Problem]) -> Iterator[Problem]:
        """Yield the problem of a title that many articles have, or that is the site's."""
        if SAME_TITLE in self._portal.article.gate_off:
            return
        if not self._first:  # nothing is new
            yield from (each for each in known if each.kind == SAME_TITLE)
            return
        sample = self._corpus.article_facts.sample_titles(SAMPLE)
        # the posts of one page have its title
        pages = {(address.partition("#")[0], title): (address, title) for address, title in sample}
        titles = [*pages.values()]
        names = _site_names(self._portal)
        counts = Counter(_plain(title) for _, title in titles)
        for plain, count in counts.most_common():
            is_many = count >= MIN_ARTICLES and count > MIN_SHARE * len(titles)
            is_site = plain in names and (count >= MIN_ARTICLES or count == len(titles))
            if plain and (is_many or is_site):
                first, title = next(each for each in titles if _plain(each[1]) == plain)
                shown: str = repr(title)
                if plain in names:
                    shown = make_message("{title}, the name of the site", title=shown)
                message = make_message(
                    "{count} of {number} articles have the title {title} (expected one of their"
                    " own); a rule such as  title: h1  takes what readers see, and  gate_off:"
                    " [{reason}]  says that it is so",
                    count=count,
                    number=len(titles),
                    title=shown,
                    reason=SAME_TITLE,
                )
                yield Problem(SAME_TITLE, first, message)
                return

    def _find_empty_fields(self, known: Collection[Problem]) -> Iterator[Problem]:
        """Yield a problem for each field with rules in the portal file that is always empty."""
        total, filled = 0, Counter[str]()
        # of what the corpus has, not of what runs have built: that would depend on their order
        for each in self._corpus.article_facts.counts("sources"):
            total += each.articles
            filled.update(dict.fromkeys(map(str, each.name[::2]), each.articles))
        known_at = {each.where: each for each in known if each.kind == FIELD_EMPTY}
        for name, rules in list_field_rules(self._portal).items():
            least = MIN_ARTICLES if name in COMMON else MIN_FOR_RARE
            if total >= least and not filled[name]:
                where = f"field {name}"
                described = self._describe_empty(name, rules[0], total)
                yield known_at.get(where) or Problem(FIELD_EMPTY, where, described)

    def _describe_empty(self, name: str, rule: Rule, articles: int) -> str:
        [(first, _)] = self._corpus.article_facts.sample_titles(SAMPLE)[:1]
        unread = (each.message for each in self._corpus.run_log.problems(["date-unreadable"]))
        date = next((each for each in unread if each.startswith(f"{name}: ")), "")
        values = {
            "rule": f"{describe_rule(rule.place)}: {summarize_rule(rule)}",
            "articles": articles,
            "first": first,
            "name": name,
            "file": self._portal.path.name if self._portal.path else "CONFIG",
        }
        if date:
            return make_message(
                "{rule} gives no date ({date}) on all {articles} articles, the first {first}"
                " (expected {name}); `curator extract {file} --url {first} --explain` shows what"
                " is near, and  {name}: none  says that there is none",
                date=as_message(date),
                **values,
            )
        return make_message(
            "{rule} gives nothing on all {articles} articles, the first {first} (expected"
            " {name}); `curator extract {file} --url {first} --explain` shows what is near, and "
            " {name}: none  says that there is none",
            **values,
        )


def is_in_sample(number: int) -> bool:
    """Return True if a pager is looked for in the article that is the ``number``-th of a build: to
    look takes a tenth of the time of reading a page."""
    return number < FIRST_READ or number % EVERY == 0


def _describe_pager(canonical: str, address: str) -> Problem:
    message = make_message(
        "no rule follows the link to its next page, {address}, so its text is cut"
        " (expected the rule `article.next_page`); write  next_page: {{pager: {{}}}} , or"
        "  next_page: none  if articles have one page",
        address=address,
    )
    return Problem(PAGER_UNFOLLOWED, canonical, message)


def _site_names(portal: Portal) -> frozenset[str]:
    """Return the names of the site without case and marks."""
    host = plain_host(portal.home)
    publisher = portal.publisher.name if portal.publisher else ""
    names = (portal.title, publisher, host, host.partition(".")[0])
    return frozenset(map(_plain, names)) - {""}


def _plain(text: str) -> str:
    return _MARKS.sub("", text).casefold()
