"""An ordinary portal that lives through days: what it publishes, edits and takes back, and what its
server answers in a bad hour.

Everything follows from a kind of list and a seed. ``begin_day`` lets a day pass, ``answer`` says
what is under a path now.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone
from urllib.parse import parse_qs, urlsplit

NUMBERED, LINKED, MONTHS, DAYS = "numbered", "linked", "months", "days"
KINDS = (NUMBERED, LINKED, MONTHS, DAYS)
"""How the portal lists its articles: numbered pages; pages that link the next one; a list for each
month, with next links; a list for each day."""
FEED_LENGTH = 10
_WORDS = (
    "bridge council river summer morning school ticket garden winter engine village company market"
    " doctor writer station report season library museum student teacher weather harvest railway"
    " election theatre mayor hospital factory concert forest island painter swimmer budget tunnel"
).split()
_RULES = """\
portal: ordinary
home: BASE/
language: en
timezone: UTC
fetch: {{delay: 0, timeout: 1}}
archive:
  links: li.item h2 a
  columns: {{news: {list}}}
article:
  body: {{root: div.story, drop: [.related]}}
{refresh}  next_page: a.more
  metadata:
    title: h1
    published: {{css: time.when, attr: datetime}}
"""
_LISTS = {
    NUMBERED: "{{url: 'BASE/news?page={{page}}', pagination: {{mode: numbered}}}}",
    LINKED: "{{url: 'BASE/news', pagination: {{mode: next-link, next: a.next}}}}",
    MONTHS: "{{url: 'BASE/{{date:%Y/%m}}', dates: {{from: {first}, step: month}},"
    " pagination: {{mode: next-link, next: a.next}}}}",
    DAYS: "{{url: 'BASE/{{date:%Y/%m/%d}}', dates: {{from: {first}, step: day}},"
    " pagination: {{mode: next-link, next: a.next}}}}",
}


@dataclass(frozen=True)
class Answer:
    """What the server says; None in place of one closes the connection, ``is_slow`` leaves it
    open."""

    body: str = ""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)
    is_slow: bool = False


@dataclass
class Story:
    """An article. ``shown`` is the day that lists and pages say; ``gone``: it answers so since it
    was taken back, and no list names it from the day ``unlisted`` on; ``moved``: its address is
    another one now, to which the first one redirects."""

    number: int
    shown: datetime
    title: str
    paragraphs: list[str]
    slug: str
    section: str
    gone: int = 0
    unlisted: date | None = None
    comments: int = 0
    pages: int = 1
    moved: str = ""

    @property
    def first_path(self) -> str:
        return f"/{self.section}/{self.shown:%Y}/{self.slug}-{self.number}"

    @property
    def path(self) -> str:
        return self.moved or self.first_path


@dataclass
class OrdinaryPortal:
    """A portal of a ``kind`` of list, which begins on ``first``. ``now`` is asked for the time;
    ``events`` are what happened on a day, in words."""

    kind: str
    seed: int
    first: date
    now: Callable[[], datetime]
    stories: list[Story] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    per_page: int = 10
    pinned: Story | None = None
    down_until: datetime | None = None
    down_status: int = 503
    broken: dict[str, int] = field(default_factory=dict)
    is_by_form: bool = True

    def __post_init__(self) -> None:
        self._chance = random.Random(f"{self.kind} {self.seed}")
        # what is published does not depend on what is asked for
        self._chance_of_server = random.Random(self.seed)
        self.day = self.first
        self._section = ("news", "culture", "sport")
        # how the server answers where it has nothing, as portals differ in it
        self._past_end = self._chance.choice((404, 200))
        self._is_pinned_twice = self._chance.random() < 0.5
        self._is_pinned_everywhere = self.seed % 3 == 0
        self._has_pager = self._chance.random() < 0.5
        self._month_menu = self._chance.random() < 0.5

    def rules(self) -> str:
        """Return the portal file that a user would write; ``BASE`` stands for the address."""
        # every second user follows edits
        refresh = "" if self.seed % 2 else "  refresh: {within: 10d, every: 3d}\n"
        return _RULES.format(list=_LISTS[self.kind].format(first=self.first), refresh=refresh)

    def begin_day(self, day: date, events: Sequence[str] = ()) -> None:
        """Let a day pass on which the named ones of EVENTS (ordinary_days.py) happen: do what is due
        of itself."""
        self.day, self.events = day, list(events)
        self.down_until = None
        self.broken.clear()
        for story in self.stories:
            story.comments += self._chance.choice((0, 0, 1, 3))
            if story.gone and story.unlisted is None and "cached list" not in events:
                story.unlisted = day
        if "holiday" not in events:
            for _ in range(self._chance.choices((0, 1, 2, 3, 4), (50, 32, 12, 4, 2))[0]):
                self.publish()

    def publish(self, day: date | None = None) -> Story:
        """Publish an article at some time of a day."""
        chance, number = self._chance, len(self.stories) + 1
        title = " ".join(chance.choices(_WORDS, k=6)).capitalize()
        hour = time(chance.randint(0, 5), chance.randint(0, 59))
        story = Story(
            number,
            datetime.combine(day or self.day, hour, timezone.utc),
            title,
            [self._paragraph() for _ in range(chance.randint(3, 7))],
            "-".join(title.lower().split()[:4]),
            chance.choice(self._section),
            pages=2 if chance.random() < 0.05 else 1,
        )
        self.stories.append(story)
        return story

    def listed(self) -> list[Story]:
        """Return the articles that lists name today, the newest first."""
        shown = [each for each in self.stories if each.unlisted is None]
        return sorted(shown, key=lambda each: (each.shown, each.number), reverse=True)

    def pick(self, days: int = 30) -> Story | None:
        """Return some article of the last days that is listed, None if there is none."""
        since = datetime.combine(self.day - timedelta(days=days), time(), timezone.utc)
        found = [each for each in self.listed() if each.shown > since and not each.gone]
        return self._chance.choice(found) if found else None

    def answer(self, address: str) -> Answer | None:
        """Return what the server says under a path with query; None closes the connection."""
        parts, now = urlsplit(address), self.now()
        if self.down_until is not None and now < self.down_until and parts.path != "/robots.txt":
            if self.down_status == 0:
                return None
            left = int((self.down_until - now).total_seconds()) + 1
            return Answer("busy", self.down_status, (("Retry-After", str(left)),))
        if self._breaks(address):
            return [None, Answer(is_slow=True), Answer("oops", 500)][
                self._chance_of_server.randrange(3)
            ]
        if parts.path in self._others:
            return self._others[parts.path]()
        if parts.path.startswith("/go/"):  # advertisements count who follows them
            return Answer("moved", 302, (("Location", f"SHOP/shop{parts.path[3:]}"),))
        if parts.path.startswith("/shop/"):
            what = " ".join(random.Random(parts.path).choices(_WORDS, k=30))
            return Answer(f"<html><body><h1>Buy one</h1><p>{what}</p></body></html>")
        query = parse_qs(parts.query)
        return self._list_at(parts.path, query) or self._story_at(parts.path, query)

    @property
    def _others(self) -> dict[str, Callable[[], Answer]]:
        """Path → what makes the answer, of what is no list and no article."""
        about = Answer(self._page("The Ordinary", "<p>Who we are.</p>"))
        robots = Answer("User-agent: *\nDisallow: /admin/\nSitemap: BASE/sitemap.xml\n")
        return {
            "/robots.txt": lambda: robots,
            "/sitemap.xml": self._sitemap,
            "/feed": self._feed,
            **dict.fromkeys(("/", "/about", "/contact"), lambda: about),
        }

    def _story_at(self, path: str, query: dict[str, list[str]]) -> Answer:
        for story in self.stories:
            if path == story.path:
                return self._article(story, int(query.get("p", ["1"])[0]))
            if path == story.first_path:
                return Answer("moved", 301, (("Location", f"BASE{story.path}"),))
        return self._not_found()

    def _breaks(self, address: str) -> bool:
        """Return True if the request is the one of an hour that gets no page."""
        for part, left in self.broken.items():
            if part in address and left:
                self.broken[part] = left - 1
                return True
        return False

    def _paragraph(self) -> str:
        return " ".join(self._chance.choices(_WORDS, k=40)).capitalize() + "."

    def _page(self, title: str, content: str) -> str:
        read = "".join(
            f'<li><a href="{each.path}">{each.title}</a></li>' for each in self.listed()[2:7]
        )
        months = ""
        if self._month_menu:
            names = {f"{each.shown:%Y/%m}" for each in self.listed()}
            months = "".join(f'<li><a href="/{n}">{n}</a></li>' for n in sorted(names))
        return (
            f"<!DOCTYPE html><html lang=en><head><title>{title} - The Ordinary</title>"
            '<link rel="alternate" type="application/rss+xml" href="/feed"></head><body>'
            '<nav><a href="/">Home</a> <a href="/about">About</a></nav>'
            f"<main>{content}</main><aside><h3>Most read</h3><ul>{read}</ul><ul>{months}</ul></aside>"
            "<footer><p>The Ordinary, a paper that does not exist.</p></footer></body></html>"
        )

    def _not_found(self) -> Answer:
        return Answer(self._page("Not found", "<h1>Not found</h1><p>Nothing is here.</p>"), 404)

    def _list_at(self, path: str, query: dict[str, list[str]]) -> Answer | None:
        """Return the list page under a path, None if there is none."""
        number = int(query.get("page", ["1"])[0])
        listed = self.listed()
        if path == "/news":
            is_shown = number == 1 or self._is_pinned_everywhere
            pinned = [self.pinned] if self.pinned in listed and is_shown else []
            if self.pinned in listed and not self._is_pinned_twice:
                listed.remove(self.pinned)
            return self._list_page(path, listed, number, pinned)
        form = {4 + 1 + 2: "%Y/%m", 4 + 1 + 2 + 1 + 2: "%Y/%m/%d"}.get(len(path) - 1)
        if form is None or not path[1:].replace("/", "").isdigit():
            return None
        of_date = [each for each in listed if f"{each.shown:{form}}" == path[1:]]
        return self._list_page(path, of_date, number, [])

    def _list_page(
        self, path: str, listed: Sequence[Story], number: int, before: Sequence[Story]
    ) -> Answer:
        size = self.per_page
        shown = [*before, *listed[size * (number - 1) : size * number]]
        pages = -(-len(listed) // size)
        if not shown and self._past_end == 404:
            return self._not_found()
        items = [
            f'<li class="item"><h2><a href="{each.path}">{each.title}</a></h2>'
            f"<p>{each.shown:%d %B %Y}, {each.comments} comments</p></li>"
            for each in shown
        ]
        if len(items) > 4:
            advert = '<li class="item"><h2><a href="/go/{}">Buy it</a></h2></li>'
            items.insert(3, advert.format(self._chance_of_server.randint(1, 9)))
        more = ""
        if number < pages:
            more = f'<a class="next" href="{path}?page={number + 1}">Older</a>'
        if self._has_pager and pages > 1:
            around = sorted({1, number - 1, number, number + 1, pages} & set(range(1, pages + 1)))
            more += "".join(f'<a href="{path}?page={n}">{n}</a> ' for n in around)
        empty = "" if items else "<p>Nothing was found.</p>"
        content = f"<h1>News</h1>{empty}<ul>{''.join(items)}</ul><div class=pager>{more}</div>"
        content = self._count_list(content, len(listed), number, pages, shown)
        return Answer(self._page("News", content))

    def _count_list(
        self, content: str, total: int, number: int, pages: int, shown: Sequence[Story]
    ) -> str:
        """Return the list with numbers around it, another kind for each seed: of its articles and
        pages, and of other things."""
        comments = sum(each.comments for each in self.stories) % 70 + 30
        kinds = [
            f"<p>{total} articles</p>{content}<p>{comments} comments today</p>",
            f'<div data-total="{total:,}" data-page="{number}">{content}</div>'
            f"<p>Issue {self.day.timetuple().tm_yday}</p>",
            f"{content}<form>Page <input value={number}> of {pages}</form>"
            f'<script type="application/json">{json.dumps({"menu": list(range(10)), "total": 90})}'
            "</script>",
            f"{content}<select>"
            + "".join(f"<option{' selected' * (number == n)}>{n}" for n in range(1, pages + 1))
            + '</select><script type="application/json">'
            + json.dumps({"posts": [each.path for each in shown], "total": str(total)})
            + "</script>",
        ]
        return kinds[self.seed % len(kinds)]

    def _article(self, story: Story, page: int) -> Answer:
        if story.gone:
            return Answer(self._page("Gone", "<h1>Not found</h1>"), story.gone)
        if page > story.pages:
            return self._not_found()
        half = len(story.paragraphs) // 2
        parts = story.paragraphs
        if story.pages == 2:
            parts = parts[half:] if page == 2 else parts[:half]
        text = "".join(f"<p>{each}</p>" for each in parts)
        related = "".join(
            f'<li><a href="{each.path}">{each.title}</a></li>' for each in self.listed()[:3]
        )
        more = f'<a class="more" href="{story.path}?p=2">2</a>' if page < story.pages else ""
        content = (
            f'<article><h1>{story.title}</h1><time class="when" datetime='
            f'"{story.shown:%Y-%m-%dT%H:%M:%SZ}">{story.shown:%d %B %Y}</time>'
            f'<div class="story">{text}<div class="related"><ul>{related}</ul></div></div>{more}'
            f"<p class=count>{story.comments} comments</p></article>"
        )
        answer = self._page(story.title, content)
        head = f'<link rel="canonical" href="BASE{story.path}"></head>'
        return Answer(answer.replace("</head>", head, 1))

    def _sitemap(self) -> Answer:
        rows = [f"<url><loc>BASE/{each}</loc></url>" for each in ("", "about", "contact")]
        # a day late, as many are
        rows += [
            f"<url><loc>BASE{each.path}</loc><lastmod>{each.shown:%Y-%m-%d}</lastmod></url>"
            for each in self.listed()
            if each.shown.date() < self.day
        ]
        body = (
            '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns='
            f'"http://www.sitemaps.org/schemas/sitemap/0.9">{"".join(rows)}</urlset>'
        )
        return Answer(body, headers=(("Content-Type", "application/xml"),))

    def _feed(self) -> Answer:
        items = "".join(
            f"<item><title>{each.title}</title><link>BASE{each.path}</link></item>"
            for each in self.listed()[:FEED_LENGTH]
        )
        body = f'<rss version="2.0"><channel><title>The Ordinary</title>{items}</channel></rss>'
        return Answer(body, headers=(("Content-Type", "application/rss+xml"),))
