"""A made portal whose texts say whose they are, and the ways in which its server answers wrongly.

Each paragraph has a mark that stands nowhere else (``zq17p3``: article 17, its third text), so that
what is in a record or a TEI file can be asked whose text it is. ``LivingPortal.serve`` keeps an
account of what it sent in truth: what was never sent whole cannot be missed.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from bench.portals.ordinary_portal import (
    KINDS,
    LINKED,
    NUMBERED,
    Answer,
    OrdinaryPortal,
    Story,
)
from bench.simulation.made_network import Sent

HOME = "http://127.0.0.1"
FILES = "files"
"""The kind of list that is an index of sitemaps, a part for each month."""
LIVING_KINDS = (*KINDS, FILES)
_XML = (("Content-Type", "application/xml"),)
_SITEMAP = '<?xml version="1.0" encoding="UTF-8"?><{0} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{1}</{0}>'
MARK = re.compile(r"zq(\d+)p\d+")
NAMED = re.compile(rb'(?:<h2><a href="|<loc>)[^"<]*-(\d+)["<?]')
"""The number of an article in a list or a sitemap."""
HIDING = ("stale", "other")
"""Wrong answers in place of a list that look like right ones."""
LIST, LATER_LIST, ARTICLE, SECOND = "list", "later list", "article", "second"
"""What a fault of the server is about: all pages of lists, or those behind the first one, articles,
their second pages."""


@dataclass
class Fault:
    """Answers to ``part`` of the addresses, a ``share`` of the requests, are wrong in a ``way``."""

    way: str
    part: str
    share: float
    chance: random.Random


@dataclass(frozen=True)
class Served:
    """An answer that was sent whole and true: when, to which path, with the marks of its text."""

    time: datetime
    path: str
    marks: frozenset[str]


@dataclass
class LivingPortal(OrdinaryPortal):
    """An ordinary portal that is redesigned, moves its lists, and whose server fails. ``visit`` is
    called with each address that is asked for; ``tracking``: lists add it to each address;
    ``withdrawn``: numbers of articles to which nothing happens any more. ``named``: numbers of the
    articles in the lists and sitemaps that were sent; ``is_hiding``: one of HIDING was sent;
    ``hidden``: numbers that only an old list of a day or month that was over has left out."""

    design: int = 0
    list_path: str = "/news"
    sitemap_way: str = "true"
    tracking: str = ""
    visit: Callable[[str], None] = lambda _: None
    withdrawn: Container[int] = ()
    faults: list[Fault] = field(default_factory=list)
    served: list[Served] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    named: set[int] = field(default_factory=set)
    is_hiding: bool = False
    hidden: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._marks = 0
        self._old_lists: dict[str, str] = {}
        self._old_sitemap = ""
        self._parts: dict[str, tuple[str, datetime]] = {}
        self.is_by_files, self._is_index_late = self.kind == FILES, self.seed % 2 == 0
        self._is_chunked = self.seed % 4 < 2
        # at every second portal many articles appear a day or two after the day that they show,
        # beside others of that day
        self._lateness = random.Random(f"late {self.seed}") if self.seed // 5 % 2 else None
        if self.is_by_files:
            self.kind = NUMBERED
        if self.seed % 3 == 1:  # as many portals have none
            self.sitemap_way = "none"

    def rules(self) -> str:
        text = super().rules().replace("BASE", HOME) + 'address: {drop: [fragment, "utm_*"]}\n'
        if self.is_by_files:
            text = re.sub(r"  links: .*\n", "", text)
            text = re.sub(r"\{news: .*\}", f"{{news: {{sitemap: '{HOME}/files.xml'}}}}", text)
        text = text.replace(f"{HOME}/news", f"{HOME}{self.list_path}")
        for one in ("li.item h2 a", "div.story"):  # whose older pages are in the corpus, too
            first, space, rest = one.partition(" ")
            also = [f", {first}-{number}{space}{rest}" for number in range(1, self.design + 1)]
            text = text.replace(one, f"'{one}{''.join(also)}'")
        return text

    def begin_day(self, day: date, events: Sequence[str] = ()) -> None:
        # two days of three pass without an article: 150 in a year
        is_quiet = self._chance.random() < 0.6
        super().begin_day(day, [*events, "holiday"] if is_quiet else events)

    def pick(self, days: int = 30) -> Story | None:
        story = super().pick(days)
        return None if story is not None and story.number in self.withdrawn else story

    def serve(self, address: str) -> Sent:
        """Return what is sent for a path with its query."""
        self.requests.append(address)
        self.visit(address)
        answer = self._answer_moved(address)
        part = self._part_of(address)
        is_later = part == LIST and re.search(r"page=([2-9]|\d\d)", address)
        for fault in self.faults:
            is_meant = fault.part == part or (is_later and fault.part == LATER_LIST)
            if is_meant and fault.chance.random() < fault.share:
                sent = self._serve_wrongly(fault, address, answer)
                if part == LIST and fault.way in HIDING:
                    self.is_hiding = True
                    self._note_named(sent)
                if fault.way == "stale" and answer and self._is_over(address):
                    true = {int(number) for number in NAMED.findall(self._write(answer))}
                    self.hidden |= true - self.named
                return sent
        if answer is None or answer.is_slow:
            return Sent(b"", hangs=answer is not None)
        if part == LIST:
            self._old_lists.setdefault(address, answer.body)
        if part in (ARTICLE, SECOND) and answer.status == 200:
            marks = frozenset(found.group() for found in MARK.finditer(answer.body))
            self.served.append(Served(self.now(), address, marks))
        sent = Sent(self._write(answer))
        if part == LIST or address == "/sitemap.xml":
            self._note_named(sent)
        return sent

    def _note_named(self, sent: Sent) -> None:
        numbers = {int(number) for number in NAMED.findall(sent.content)}
        self.named |= numbers
        self.hidden -= numbers

    def _is_over(self, address: str) -> bool:
        """Return True for the list of a day or month before today's, which may not be asked for
        again."""
        path = address.partition("?")[0].strip("/")
        return path[:1].isdigit() and path < f"{self.day:%Y/%m/%d}"[: len(path)]

    def forget_lists(self) -> None:
        """Let a cache keep the lists as they are from now on, each from its next request."""
        self._old_lists.clear()

    def _answer_moved(self, address: str) -> Answer | None:
        path = address.partition("?")[0]
        if self.list_path != "/news" and path == "/news":
            return self._not_found()
        if path == self.list_path:
            address = address.replace(self.list_path, "/news", 1)
        if path == "/sitemap.xml":
            return self._answer_sitemap()
        if path == "/files.xml" or path.startswith("/part-"):
            return self._answer_file(path)
        answer = self.answer(address)
        if answer is None or self.list_path == "/news":
            return answer
        body = re.sub(r'href="/news(?=["?])', f'href="{self.list_path}', answer.body)
        return Answer(body, answer.status, answer.headers, answer.is_slow)

    def _answer_sitemap(self) -> Answer:
        if self.sitemap_way == "none":
            return self._not_found()
        answer = self._sitemap()
        if self.sitemap_way == "stale":
            self._old_sitemap = self._old_sitemap or answer.body
            return Answer(self._old_sitemap, headers=answer.headers)
        return answer

    def _answer_file(self, path: str) -> Answer:
        """Return the index of the sitemaps or one of them. Where the index is late, it has the day
        of the oldest entry of each part for that of its change."""
        months: defaultdict[str, list[Story]] = defaultdict(list)
        for each in self.listed():
            months[f"/part-{each.shown:%Y-%m}.xml"].append(each)
        rows = []
        for name, stories in sorted(months.items()):
            body = "".join(
                f"<url><loc>BASE{each.path}</loc><lastmod>{each.shown:%Y-%m-%d}</lastmod></url>"
                for each in stories
            )
            if self._parts.get(name, ("",))[0] != body:
                self._parts[name] = body, self.now()
            if name == path:
                return Answer(_SITEMAP.format("urlset", body), headers=_XML)
            time = stories[-1].shown if self._is_index_late else self._parts[name][1]
            place = f"<loc>BASE{name}</loc><lastmod>{time:%Y-%m-%dT%H:%M:%S}Z</lastmod>"
            rows.append(f"<sitemap>{place}</sitemap>")
        if path != "/files.xml":
            return self._not_found()
        return Answer(_SITEMAP.format("sitemapindex", "".join(rows)), headers=_XML)

    def _part_of(self, address: str) -> str:
        path = address.partition("?")[0]
        is_file = path == "/files.xml" or path.startswith("/part-")
        if is_file or path == self.list_path or path[1:].replace("/", "").isdigit():
            return LIST
        is_article = re.search(r"-\d+$", path)
        return (SECOND if "p=2" in address else ARTICLE) if is_article else ""

    def _serve_wrongly(self, fault: Fault, address: str, answer: Answer | None) -> Sent:
        content = self._write(answer or self._not_found())
        head = content.index(b"\r\n\r\n") + 4
        ways: dict[str, Callable[[], Sent]] = {
            "error": lambda: Sent(self._write(Answer("oops", 500))),
            "missing": lambda: Sent(self._write(self._not_found())),
            "missing 200": lambda: Sent(self._write(Answer(self._not_found().body))),
            "closed": lambda: Sent(b""),
            "hanging": lambda: Sent(content[: head + 100], hangs=True),
            "cut": lambda: Sent(content[: head + (len(content) - head) // 2]),
            "empty": lambda: Sent(self._write(Answer(""))),
            "home": lambda: Sent(self._write(self._others["/"]())),
            "other": lambda: Sent(self._write(self._answer_other(address, fault.chance))),
            "stale": lambda: Sent(self._write(self._answer_stale(address, answer))),
        }
        return ways[fault.way]()

    def _answer_other(self, address: str, chance: random.Random) -> Answer:
        """Return the page of another article, or another page of the list."""
        if self._part_of(address) == LIST:
            return self._answer_moved(f"{self.list_path}?page={chance.randint(1, 4)}") or Answer()
        asked = address.partition("?")[0]  # without what lists track
        listed = [each for each in self.listed() if not each.gone and each.path != asked]
        return self._article(chance.choice(listed), 1) if listed else self._not_found()

    def _answer_stale(self, address: str, answer: Answer | None) -> Answer:
        """Return a list as a cache has it."""
        body = self._old_lists.get(address)
        return Answer(body) if body else answer or self._not_found()

    def _write(self, answer: Answer) -> bytes:
        body = answer.body.replace("BASE", HOME).replace("SHOP", "http://localhost")
        if self.tracking:
            body = re.sub(r'(<h2><a href="/[^"/]+/\d{4}/[^"]+-\d+)"', rf'\1?{self.tracking}"', body)
        if self.design:
            for name in ("item", "story"):
                body = body.replace(f'class="{name}"', f'class="{name}-{self.design}"')
        content = body.encode()
        lines = [f"HTTP/1.1 {answer.status} X", f"Date: {self.now():%a, %d %b %Y %H:%M:%S} GMT"]
        lines += [
            f"{name}: {value.replace('BASE', HOME).replace('SHOP', 'http://localhost')}"
            for name, value in answer.headers
        ]
        if self._is_chunked:
            lines.append("Transfer-Encoding: chunked")
            content = (
                b"%x\r\n%s\r\n0\r\n\r\n" % (len(content), content) if content else b"0\r\n\r\n"
            )
        else:
            lines.append(f"Content-Length: {len(content)}")
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + content

    def _paragraph(self) -> str:
        return self.mark_text(len(self.stories) + 1)

    def mark_text(self, number: int) -> str:
        """Return a new paragraph of an article."""
        self._marks += 1
        words = super()._paragraph().rstrip(".").split()
        words.insert(self._chance.randint(1, len(words)), f"zq{number}p{self._marks}")
        return " ".join(words) + "."

    def edit(self, story: Story, chance: random.Random) -> None:
        """Write a new paragraph into an article, or correct one, which then has the same length."""
        place = chance.randrange(len(story.paragraphs))
        if chance.random() < 0.3:
            self._marks += 1
            mark = f"zq{story.number}p{self._marks}"
            story.paragraphs[place] = MARK.sub(mark, story.paragraphs[place])
        else:
            story.paragraphs.insert(place, self.mark_text(story.number))

    def publish(self, day: date | None = None) -> Story:
        late = self._lateness
        if late is not None and day is None and late.random() < 0.4:
            days = [self.day - timedelta(days=number) for number in (1, 2)]
            shown = {each.shown.date() for each in self.stories[-9:]}
            days = [each for each in days if each >= self.first] or [self.day]
            day = late.choice([each for each in days if each in shown] or days)
        story = super().publish(day)
        if story.number % 6 == 0:
            story.pages = 2
        return story

    def publish_late(self) -> None:
        """Publish articles that show a day before this one."""
        for days in (1, 2):
            self.publish(self.day - timedelta(days=days))

    def redesign(self) -> None:
        """Give lists and texts other classes."""
        self.design += 1

    def move_lists(self) -> None:
        """Give the list another address; what is sorted by date stays where it is."""
        if self.kind in (NUMBERED, LINKED):
            self.list_path = f"/latest{self.design}"


def make_portal(seed: int, first: date, now: Callable[[], datetime]) -> LivingPortal:
    """Return the portal of a seed; ``now`` is the true time."""
    return LivingPortal(LIVING_KINDS[seed % len(LIVING_KINDS)], seed, first, now)
