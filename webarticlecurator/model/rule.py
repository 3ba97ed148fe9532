"""A rule of the portal file as data, and the section ``article``, which is made of rules."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import cached_property, lru_cache
from types import ModuleType

from webarticlecurator.dataclasses import dataclass, field, replace
from webarticlecurator.model.plug_in import PlugIn
from webarticlecurator.text.translation import make_message

# A rule of the portal file and its hooks, as data.
#
# A rule of the portal file, as data: what to select on a page, and how to process it.
#
# The order of the steps is fixed (docs/config.md): when/unless → select → text → value → html ·
# map/lookup · add · template → resolve → replace → include/exclude → repeats dropped → pick. Rules
# are evaluated only by ``rules/``.


@dataclass(frozen=True)
class Place:
    """A place in a file: line and column count from 1, ``path`` is that of the key, where it is
    known (``article.body.root[0]``)."""

    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""


@dataclass(frozen=True)
class Pager:
    """``pager:`` the link whose number (its digits) is the current page's number + step.

    ``scope``, ``current`` and ``links`` are CSS; current and links are searched inside the first
    element of scope (None: the whole page). Without them it is that of the article on the page,
    by its addresses (``own_pager.py``); as an element, the pager itself.
    """

    current: str = ""
    links: str = ""
    scope: str | None = None
    step: int = 1


@dataclass(frozen=True)
class TextTest:
    """``text:`` a test of an element's trimmed text; every part that is given must be met."""

    equals: str | None = None
    starts: str | None = None
    contains: str | None = None
    one_of: tuple[str, ...] = ()
    regex: str | None = None


@dataclass(frozen=True)
class Filter:
    """``include:`` or ``exclude:`` regexes, of which any must be found (re.search). With
    ``unless_all``, the filter has no effect if it would apply to every value."""

    regexes: tuple[str, ...]
    unless_all: bool = False


@dataclass(frozen=True)
class Condition:
    """``when:`` or ``unless:``. Every part that is given must be met: a rule of ``has`` finds
    something; the page's column is one of ``columns``; the date of the capture, or of the article,
    is in the given range, first and last day included."""

    has: tuple[Rule, ...] = ()
    columns: tuple[str, ...] = ()
    captured: tuple[date | None, date | None] | None = None
    published: tuple[date | None, date | None] | None = None


@dataclass(frozen=True)
class Rule:
    """One rule: a selector (``kind`` and ``expression``, or ``pager``, or ``hook``), or
    ``first_of``, or ``union``.

    The kind of a selector of another package is its name, and ``plug_in`` is set. ``within`` limits
    the page to the elements that another rule selects. ``map`` and ``lookup`` are
    merged into one table of pairs. ``place`` is for messages; rules that differ only in it are
    equal.
    """

    kind: str = ""
    expression: str = ""
    pager: Pager | None = None
    hook: Hook | None = None
    first_of: tuple[Rule, ...] = ()
    union: tuple[Rule, ...] = ()
    within: Rule | None = None
    when: Condition | None = None
    unless: Condition | None = None
    text: TextTest | None = None
    attr: str | None = None
    html: Rule | None = None
    map: tuple[tuple[str, str], ...] = ()
    only: bool = False
    add: int = 0
    template: str | None = None
    split: str | None = None
    replace: tuple[tuple[str, str], ...] = ()
    include: Filter | None = None
    exclude: Filter | None = None
    format: tuple[str, ...] = ()
    pick: str | None = None
    plug_in: PlugIn | None = None
    place: Place = field(default=Place(), compare=False)

    @cached_property
    def has_steps(self) -> bool:
        """True if something is done with the values of what the rule selects."""
        tests = (self.text, self.include, self.exclude)
        changes = (self.html, self.map, self.add, self.template, self.split, self.replace)
        return any((*tests, *changes, self.attr is not None, self.pick))


def label_rule(rule: Rule) -> str:
    """Return a short label of a rule: ``jsonld:headline``, ``css:time[datetime]@datetime``,
    ``first_of(css:h1, …)``."""
    if rule.first_of or rule.union:
        inner = rule.first_of or rule.union
        kind = "first_of" if rule.first_of else "union"
        return f"{kind}({', '.join(label_rule(each) for each in inner)})"
    end = f"@{rule.attr}" if rule.attr else ""
    return f"{rule.kind}:{rule.expression}{end}" if rule.expression else rule.kind or "pager"


# Hooks: functions in a Python file next to the portal file, for what rules cannot express.
#
# A hook is used as a selector:
#
#     def links(page_text: str, url: str) -> list[str]: ...
#
# The source of the module is part of the rule, so that worker processes run the code that was
# checked and allowed (``config/load.py``), and a changed hook changes the digests.


@dataclass(frozen=True)
class Hook:
    """A hook: ``name`` is module:function, ``source`` the text of the module's file."""

    name: str
    source: str


class HookFault(ValueError):
    """A hook that cannot be used; the message has the reason.

    ``defined`` are the functions of its file, where they are known.
    """

    def __init__(self, message: str, defined: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.defined = defined


@lru_cache(maxsize=64)
def hook_function(hook: Hook) -> Callable[[str, str], object]:
    """Return the function of a hook. Raises HookFault where the module cannot be run, has no such
    function, or the function does not take (page_text, url)."""
    file, _, name = hook.name.partition(":")
    defined = load_functions(hook)
    function = defined.get(name)
    if function is None:
        raise HookFault(
            make_message('{file}.py defines no function "{name}"', file=file, name=name),
            tuple(defined),
        )
    try:
        inspect.signature(function).bind("", "")
    except TypeError as error:
        raise HookFault(
            make_message(
                "{file}.py: {name}({value}) must take (page_text, url)",
                file=file,
                name=name,
                value=str(inspect.signature(function)).removeprefix("(").removesuffix(")"),
            ),
            tuple(defined),
        ) from error
    return function


@lru_cache(maxsize=64)
def load_functions(hook: Hook) -> dict[str, Callable[[str, str], object]]:
    """Return the functions that the hook's module defines, by name, in its order. The module is run
    once. Raises HookFault where it cannot be run."""
    file = hook.name.partition(":")[0]
    module = ModuleType(file)
    try:
        exec(compile(hook.source, f"{file}.py", "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        raise HookFault(
            make_message(
                "{value}.py cannot be run: {name}: {error}",
                value=file,
                name=type(error).__name__,
                error=error,
            )
        ) from error
    return {
        name: value
        for name, value in module.__dict__.items()
        if inspect.isfunction(value) and value.__module__ == file
    }


# How articles are read and asked for again: the section ``article``.


PSEUDONYMS = "pseudonyms"
"""The value of ``article.comments`` that replaces the names of readers."""


@dataclass(frozen=True)
class TagRow:
    """One row of a tag dictionary: ``signature`` is a CSS compound selector; ``operation``
    (``unwrap``, ``quote>paragraph`` …) and ``context`` (``in figure``, or empty) are as written,
    but checked."""

    signature: str
    operation: str
    keep: tuple[str, ...] = ()
    context: str = ""
    line: int = field(default=0, compare=False)
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True)
class SignatureRule:
    """One rule of ``body.signature``: how an attribute appears in signatures.

    ``tag`` and ``attr`` are lower case, or empty for all tags or attributes. ``replace`` are regex
    pairs on the value (on each name of ``class``); ``drop`` leaves the attribute out. A rule with
    neither adds an attribute that signatures do not have by default.
    """

    tag: str = ""
    attr: str = ""
    replace: tuple[tuple[str, str], ...] = ()
    drop: bool = False
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True)
class BodyRules:
    """``article.body:`` where the text is, and what its tags mean."""

    root: tuple[Rule, ...] = ()
    drop: tuple[Rule, ...] = ()
    tags: tuple[TagRow, ...] = ()
    first_page_only: tuple[Rule, ...] = ()  # dropped on all pages of an article except the first
    signature: tuple[SignatureRule, ...] = ()
    # where rules find no root, it is guessed; with refine, heuristics clean one found by rules, too
    guess: bool = False
    refine: bool = True
    # regexes and replacements for the text of each block
    clean: tuple[tuple[str, str], ...] = ()
    # each root is a post of a thread: who wrote it and when
    post_author: tuple[Rule, ...] = ()
    post_time: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class Reject:
    """A rule of ``article.reject``, with the reason for pages on which it finds something."""

    rule: Rule
    reason: str = "not-article"


@dataclass(frozen=True)
class Split:
    """``article.split:`` several articles on one page: their elements, and where the id of each is
    (``@attribute``, or CSS)."""

    items: Rule
    id: str = "@id"
    place: Place = field(default=Place(), compare=False)  # of the id


@dataclass(frozen=True)
class PartRules:
    """A row of ``article.parts``: what a page loads apart.

    ``address``: the links to it; ``kind`` (``as``): comments, feed-entries, gallery or text;
    ``page``: the HTML in a JSON answer; ``root``: the elements of its entries; ``next``: the link
    to its next page.
    """

    address: tuple[Rule, ...]
    kind: str
    page: tuple[Rule, ...] = ()
    root: tuple[Rule, ...] = ()
    next: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class ArticleRules:
    """The rules of one layout, merged. ``metadata`` are pairs of a field and its ordered sources,
    in the order of FIELDS."""

    body: BodyRules = BodyRules()
    metadata: tuple[tuple[str, tuple[Rule, ...]], ...] = ()
    next_page: tuple[Rule, ...] = ()
    reversed: bool = False
    reject: tuple[Reject, ...] = ()
    page: tuple[Rule, ...] = ()
    split: Split | None = None
    kind: str = "NewsArticle"  # Schema.org type
    is_kind_stated: bool = False
    comments: str = "keep"
    gate_off: tuple[str, ...] = ()  # reasons of verdict.GATED that are not checked
    single_page: tuple[Rule, ...] = ()  # the link to a page that holds the whole article
    parts: tuple[PartRules, ...] = ()
    page_kind: str = ""  # one of PAGE_KINDS; "" where it is judged
    assets: str = field(default="none", compare=False)  # which files of the page are stored
    has_one_page: bool = field(default=False, compare=False)  # as the portal file has it
    # metadata fields that the portal file does not have: their sources are the built-in ones
    default_fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class LayoutRules:
    """The rules of a layout. A page is read by the first layout whose ``when`` is true, else by the
    rules of ``article`` itself."""

    name: str
    when: Condition
    rules: ArticleRules


@dataclass(frozen=True)
class RefreshRules:
    """``article.refresh:`` which stored articles a crawl asks for again.

    They are those that were published less than ``within`` ago and whose latest capture is older
    than ``every``, and those whose values of the names ``listed`` have changed on archive pages.
    """

    within: timedelta | None = None
    every: timedelta = timedelta(days=1)
    listed: tuple[str, ...] = ()


# What a browser does with a page, and what it is given in place of answers from the network.


@dataclass(frozen=True)
class RenderSteps:
    """What a browser does with a page before it is taken as rendered.

    It clicks ``consent`` where that is shown, and waits for ``wait_for``. For a list, it scrolls or
    clicks ``click`` as ``archive_rules.Pagination`` describes. All selectors are CSS, empty for
    none. With ``is_known``, a list also ends after two rounds running that bring known links only.
    """

    wait_for: str = ""
    consent: str = ""
    scroll: bool = False
    click: str = ""
    until: str | int = ""
    max_rounds: int | None = None
    is_known: Callable[[str], bool] | None = None

    @property
    def is_list(self) -> bool:
        """True if the page is a list that is made longer."""
        return self.scroll or bool(self.click)

    def with_one_round(self) -> RenderSteps:
        """Return the steps for a sample of a list: it is made longer once."""
        return replace(self, until="", max_rounds=1) if self.is_list else self


@dataclass(frozen=True)
class LoadedAnswer:
    """What the browser is given for a request: the decoded body, and its Content-Type.

    With ``trouble``, a message, there is no usable answer, and the page cannot be rendered.
    """

    url: str
    status: int = 200
    content_type: str = ""
    content: bytes = b""
    trouble: str = ""


@dataclass(frozen=True)
class LoadRequest:
    """What a page requests: address, headers, and the kind of the request; with a ``body``, that is
    sent (POST)."""

    url: str
    headers: Mapping[str, str]
    kind: str
    body: bytes | None = None


Load = Callable[[LoadRequest], LoadedAnswer | None]
"""Request of a page → its answer; None if it must not be requested."""


class RenderingFailed(Exception):
    """A page could not be rendered; the message says why, and what may help."""
