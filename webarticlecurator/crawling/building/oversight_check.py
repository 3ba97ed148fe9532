"""Faults that no rule notices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from webarticlecurator.base.model.article_shape import LinksTo, Present, TextLine
from webarticlecurator.base.model.verdict import SAME_TITLE, Problem, make_problem
from webarticlecurator.base.portal.hosts import plain_host
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.portal_rules import list_field_rules
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.portal.rule_watch import describe_rule
from webarticlecurator.base.text.characters import keep_letters
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.crawling.building.field_affixes import find_affix, find_joined
from webarticlecurator.crawling.building.outside_text import OutsideText
from webarticlecurator.crawling.building.repeated_lines import find_repeated_line
from webarticlecurator.crawling.captures.build_outcome import BuildOutcome
from webarticlecurator.pages.rules.trace import summarize_rule
from webarticlecurator.storage.store.corpus import WritableCorpus

MIN_ARTICLES = 4
"""Articles from which something that they have in common cannot be chance."""
COMMON = frozenset(("title", "authors", "published", "section", "keywords"))
"""Fields that articles mostly have."""
MIN_FOR_RARE = 30
"""Articles from which another field that is always empty cannot be chance."""
MIN_NOW = 0.9
"""Share of the articles with a date that say that they were published when they were requested,
from which the portal writes the present time into its pages."""
MIN_PLACES = 3
"""Places within a quarter of an hour, in seconds, that such times have, if not the zone of the
portal file shows that they are those of the requests."""
MIN_SHARE = 0.1
"""Share of the articles that have one title, from which it cannot be theirs."""
FIRST_READ, EVERY = 300, 16
"""Articles of a build in which a pager is looked for: the first ones, and every so many later."""
SAMPLE = 2000
"""Articles whose titles are compared."""
_ENDING = re.compile(r"(?:\.[a-z]{2,5})?/?$")
_SENTENCES = {LinksTo.ARTICLES: "articles", LinksTo.OTHERS: "others"}
"""What a repeated line leads to → the name of its sentence."""


class OversightRecorder:
    """Sees the articles of one build, then compares what those of the corpus have in common."""

    def __init__(self, portal: Portal, corpus: WritableCorpus) -> None:
        self._portal, self._corpus = portal, corpus
        self._first = ""
        self._lines: list[tuple[str, Sequence[TextLine]]] = []
        self._dated, self._present = 0, list[tuple[str, Present]]()
        all_rules = (portal.article, *(layout.rules for layout in portal.layouts))
        is_meant = any(rules.has_one_page for rules in all_rules)
        known = () if is_meant else corpus.run_log.problems(["unfollowed-page"])
        # article whose text is cut → its problem
        self._pagers = {each.where: each for each in known}
        self._outside = OutsideText(corpus)

    def see(self, outcome: BuildOutcome) -> None:
        """Look at an article that was built."""
        shape = outcome.shape
        if shape is not None and shape.has_root:
            self._first = self._first or outcome.canonical
            self._dated += "published" in shape.filled
            if shape.present is not None:
                self._present.append((outcome.canonical, shape.present))
            if shape.lines is not None:
                self._lines.append((outcome.canonical, shape.lines))
            self._pagers.pop(outcome.canonical, None)
            if shape.unfollowed:
                url = shape.unfollowed
                is_listed = self._corpus.redirects.is_on_archive_page(url)
                # in a corpus of WARC files alone, no page lists the articles
                if is_listed or self._corpus.frontier.article(url) is None:
                    self._pagers[outcome.canonical] = _doubt_page(outcome.canonical, url, is_listed)
        self._outside.see(outcome)
        for _, part in outcome.parts:
            self.see(part)

    def find_problems(self) -> Iterator[Problem]:
        """Yield what was overlooked, of earlier articles, too."""
        kinds = (SAME_TITLE, "field-empty", "repeated-text", "published-is-now")
        known = [*self._corpus.run_log.problems(kinds)]
        yield from self._find_titles(known)
        yield from self._find_empty_fields(known)
        yield from self._find_affixes()
        yield from self._find_repeats(known)
        yield from self._find_present_times(known)
        yield from self._pagers.values()
        yield from self._outside.find_problems()

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
        for plain, count in Counter(keep_letters(title) for _, title in titles).most_common():
            is_many = count >= MIN_ARTICLES and count > MIN_SHARE * len(titles)
            is_site = plain in names and (count >= MIN_ARTICLES or count == len(titles))
            if plain and (is_many or is_site):
                first, title = next(each for each in titles if keep_letters(each[1]) == plain)
                shown: str = repr(title)
                if plain in names:
                    shown = make_message("{title}, the name of the site", title=shown)
                yield make_problem(
                    SAME_TITLE,
                    first,
                    count=count,
                    number=len(titles),
                    title=shown,
                    reason=SAME_TITLE,
                )
                return

    def _find_empty_fields(self, known: Collection[Problem]) -> Iterator[Problem]:
        """Yield a problem for each field with rules in the portal file that is always empty."""
        total, filled = 0, Counter[str]()
        # of what the corpus has, not of what runs have built: that would depend on their order
        for each in self._corpus.article_facts.counts("sources"):
            total += each.articles
            filled.update(dict.fromkeys(map(str, each.name[::2]), each.articles))
        earlier = [each for each in known if each.kind == "field-empty"]
        for name, rules in list_field_rules(self._portal).items():
            least = MIN_ARTICLES if name in COMMON else MIN_FOR_RARE
            if total >= least and not filled[name]:
                where, rule = f"field {name}", _name_rule(rules[0])
                same = [each for each in earlier if each.where == where and rule in each.message]
                yield same[0] if same else self._doubt_field(name, where, rule, total)

    def _find_affixes(self) -> Iterator[Problem]:
        """Yield the problem of what nearly all names of authors share, or of several in one."""
        facts = self._corpus.article_facts.values("authors")
        names = [name for name, _ in facts[:SAMPLE] if name]
        affix = find_affix(names)
        if affix is not None:
            place = make_message("begin with") if affix.is_first else make_message("end with")
            yield make_problem(
                "field-affix",
                "field authors",
                count=affix.count,
                number=len(names),
                place=place,
                affix=repr(affix.text),
                example=repr(affix.example),
                pattern=affix.pattern,
            )
            return
        joined = find_joined(names)
        if joined is not None:
            yield make_problem(
                "field-affix",
                "field authors",
                "joined",
                count=joined.count,
                number=len(names),
                example=repr(joined.example),
                pattern=joined.pattern,
            )

    def _find_repeats(self, known: Collection[Problem]) -> Iterator[Problem]:
        """Yield the problem of lines that are no text on several articles; that of earlier articles
        stays until the first of them is built without such a line."""
        repeated = find_repeated_line(self._lines)
        if repeated is None:
            built = {url for url, _ in self._lines}
            kept = (each for each in known if each.kind == "repeated-text")
            yield from (each for each in kept if each.where not in built)
            return
        yield make_problem(
            "repeated-text",
            repeated.first,
            _SENTENCES.get(repeated.line.leads_to, ""),
            count=repeated.count,
            number=len(self._lines),
            words=repr(repeated.line.words),
            rule=repeated.rule.replace("'", "''"),
        )

    def _find_present_times(self, known: Collection[Problem]) -> Iterator[Problem]:
        """Yield the problem that articles say that they were published when they were requested;
        that of earlier articles stays while new ones say it, too."""
        number, exact = self._dated, [url for url, each in self._present if each.is_exact]
        least = max(MIN_ARTICLES, MIN_NOW * number)
        # where all have one place, they may have been published on the hour
        are_many = len({each.place for _, each in self._present}) >= MIN_PLACES
        if len(exact) >= least:
            yield make_problem("published-is-now", exact[0], count=len(exact), number=number)
        elif len(self._present) >= least and are_many:
            first, count = self._present[0][0], len(self._present)
            yield make_problem("published-is-now", first, "minute", count=count, number=number)
        elif len(self._present) == number:
            yield from (each for each in known if each.kind == "published-is-now")

    def _doubt_field(self, name: str, where: str, rule: str, articles: int) -> Problem:
        """Return the problem of a field that is always empty."""
        first = min(address for address, _ in self._corpus.article_facts.sample_titles(SAMPLE))
        unread = (each.message for each in self._corpus.run_log.problems(["date-unreadable"]))
        date = next((each for each in unread if each.startswith(f"{name}: ")), "")
        values = {
            "rule": rule,
            "articles": articles,
            "first": first,
            "name": name,
            "file": self._portal.path.name if self._portal.path else "CONFIG",
        }
        if date:
            return make_problem(
                "field-empty", where, "unread-date", date=as_message(date), **values
            )
        return make_problem("field-empty", where, **values)


def is_in_sample(number: int) -> bool:
    """Return True if a pager is looked for in the article that is the ``number``-th of a build: to
    look takes a tenth of the time of reading a page."""
    return number < FIRST_READ or number % EVERY == 0


def _doubt_page(canonical: str, address: str, is_listed: bool) -> Problem:
    """Return the problem of a further page of an article."""
    if is_listed:
        stem = _ENDING.sub("", canonical)
        rest = address[len(stem) if address.startswith(stem) else 0 :]
        pattern = re.sub(r"\d+", r"\\d+", re.escape(rest))
        return make_problem(
            "unfollowed-page", canonical, "listed", address=address, pattern=pattern
        )
    sentence = "script" if "#" in address else ""
    return make_problem("unfollowed-page", canonical, sentence, address=address)


def _site_names(portal: Portal) -> frozenset[str]:
    """Return the names of the site without case and marks."""
    host = plain_host(portal.home)
    publisher = portal.publisher.name if portal.publisher else ""
    names = (portal.title, publisher, host, host.partition(".")[0])
    return frozenset(map(keep_letters, names)) - {""}


def _name_rule(rule: Rule) -> str:
    return f"{describe_rule(rule.place)}: {summarize_rule(rule)}"
