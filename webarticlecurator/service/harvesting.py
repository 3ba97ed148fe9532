"""``curator serve --harvest``: corpora and their articles for catalogues, by OAI-PMH 2.0.

http://www.openarchives.org/OAI/openarchivesprotocol.html. A record is a corpus or an article; sets
are portals and years of publication. A list is read from the index page by page, by the time of
change, and what a resumption token says is all that the next page needs. Withdrawn articles are
deleted records at the end of the list, so that a harvest that is under way hears of them, too. All
records are in Dublin Core; corpora in CMDI, too, and those with a DOI and editors in DataCite's
format.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timezone
from operator import attrgetter
from pathlib import Path
from typing import Any

from lxml import etree
from lxml.builder import ElementMaker

from webarticlecurator.base.dataclasses import asdict, dataclass, field, replace
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.installation import is_installed
from webarticlecurator.base.text.times import DAY_LENGTH, SECOND_LENGTH, write_utc_second
from webarticlecurator.corpus.deposit.catalogued_corpus import describe_for_catalogues
from webarticlecurator.corpus.deposit.cmdi_record import (
    CMDI_NAMESPACE,
    CMDI_SCHEMA,
    make_cmdi_record,
)
from webarticlecurator.corpus.deposit.datacite_record import make_datacite_record
from webarticlecurator.corpus.export.tei_articles import FOLDER
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.service.signposting import name_record
from webarticlecurator.storage.index.disk import locate_stored_file
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.storage.store.withdrawn_texts import read_tombstones
from webarticlecurator.storage.texts.tei_files import TeiFile
from webarticlecurator.tei.documents.read import Header, read_header
from webarticlecurator.tei.documents.xml import clean_text

PAGE = 100
_OAI = "http://www.openarchives.org/OAI/2.0/"
_DC, _OAI_DC = "http://purl.org/dc/elements/1.1/", f"{_OAI}oai_dc/"
_DUBLIN_CORE, _DATACITE, _CMDI = "oai_dc", "datacite", "cmdi"
_FORMATS = {
    _DUBLIN_CORE: (f"{_OAI}oai_dc.xsd", _OAI_DC),
    _DATACITE: (
        "http://schema.datacite.org/meta/kernel-4.7/metadata.xsd",
        "http://datacite.org/schema/kernel-4",
    ),
    _CMDI: (CMDI_SCHEMA, CMDI_NAMESPACE),
}
"""Prefix of a format → its schema and namespace."""
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_LOCATION = f"{{{_XSI}}}schemaLocation"
_E = ElementMaker(namespace=_OAI, nsmap={None: _OAI, "xsi": _XSI})
_YEAR = re.compile(r"year:(\d{4})")
_BEGINNING = ("corpus", 0, "")
_NEVER = 2**40
_MAX_TOKEN = 2_000
_PLACES = ("corpus", "articles", "not noted", "withdrawn")
"""What a list has of a portal, in this order."""
_VERBS: dict[str, tuple[set[str], set[str]]] = {
    "Identify": (set(), set()),
    "ListMetadataFormats": (set(), {"identifier"}),
    "ListSets": (set(), {"resumptionToken"}),
    "GetRecord": ({"identifier", "metadataPrefix"}, set()),
    "ListIdentifiers": ({"metadataPrefix"}, {"from", "until", "set", "resumptionToken"}),
    "ListRecords": ({"metadataPrefix"}, {"from", "until", "set", "resumptionToken"}),
}
"""Verb → the arguments that it must have, and those that it may have."""
_BOUND = re.compile(r"(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)Z)?")
Corpora = Mapping[str, tuple[Portal, Path]]
"""Id of a portal → the portal and the folder of its corpus."""


class _Refusal(Exception):
    """An error of the protocol: its code, and a message."""


@dataclass(frozen=True)
class _Request:
    """What a list is asked for, and where it goes on: the portal, and the place in it: one of
    _PLACES, and the time of change (seconds) and the path or id behind which."""

    prefix: str
    set: str = ""
    since: str = ""
    until: str = ""
    portal: str = ""
    place: tuple[str, int, str] = _BEGINNING


@dataclass(frozen=True)
class _Item:
    """A record: its identifier, when it changed, its sets, the address of the article; ``make``
    returns its metadata, and is None for a deleted one. ``others``: return it in the other formats
    that it has."""

    name: str
    changed: str
    sets: tuple[str, ...]
    make: Callable[[], list[tuple[str, str]]] | None
    url: str = ""
    others: Mapping[str, Callable[[], Any]] = field(default_factory=dict)

    def is_in(self, prefix: str) -> bool:
        """Return True if the record can be had in a format."""
        return prefix == _DUBLIN_CORE or prefix in self.others


class Harvest:
    """Answers requests about the corpora that ``list_corpora`` returns, at an ``address``, by whose
    host the records are called; ``contact``: the e-mail address of who is responsible."""

    def __init__(self, list_corpora: Callable[[], Corpora], address: str, contact: str) -> None:
        self._list, self._address, self._contact = list_corpora, address, contact

    def answer(self, arguments: list[tuple[str, str]], now: datetime) -> bytes:
        """Return the answer to a request as XML."""
        root = _E("OAI-PMH", {_LOCATION: f"{_OAI} {_OAI}OAI-PMH.xsd"})
        root.append(_E.responseDate(write_utc_second(now)))
        arguments = [(clean_text(name)[0], clean_text(value)[0]) for name, value in arguments]
        given = dict(arguments)
        try:
            verb = self._check(arguments, given)
            found = _E(verb, *getattr(self, f"_{verb}")(given))
            root.extend((_E.request(self._address, given), found))
        except _Refusal as refusal:
            code, message = refusal.args
            root.append(_E.request(self._address))
            root.append(_E.error(message, code=code))
        return bytes(etree.tostring(root, encoding="UTF-8", xml_declaration=True))

    def _check(self, arguments: list[tuple[str, str]], given: dict[str, str]) -> str:
        verb = given.get("verb", "")
        if verb not in _VERBS:
            raise _Refusal("badVerb", f"no verb of OAI-PMH: {verb!r}")
        needed, allowed = _VERBS[verb]
        names = set(given) - {"verb"}
        if "resumptionToken" in names and names != {"resumptionToken"}:
            raise _Refusal("badArgument", "resumptionToken stands alone")
        wrong = (names - needed - allowed) or (
            set() if "resumptionToken" in names else needed - names
        )
        if wrong or len(given) != len(arguments):
            raise _Refusal("badArgument", f"wrong, missing or repeated: {', '.join(sorted(wrong))}")
        if given.get("metadataPrefix", _DUBLIN_CORE) not in _FORMATS:
            raise _Refusal("cannotDisseminateFormat", f"the formats are {', '.join(_FORMATS)}")
        return verb

    def _Identify(self, _given: dict[str, str]) -> Iterator[Any]:  # noqa: N802
        corpora = self._list()
        yield _E.repositoryName(", ".join(p.corpus.title or p.title for p, _ in corpora.values()))
        yield _E.baseURL(self._address)
        yield _E.protocolVersion("2.0")
        yield _E.adminEmail(self._contact)
        firsts = (_read_first(portal, folder) for portal, folder in corpora.values())
        yield _E.earliestDatestamp(min(filter(None, firsts), default=_stamp(0)))
        yield _E.deletedRecord("transient")  # what a build leaves out is not kept
        yield _E.granularity("YYYY-MM-DDThh:mm:ssZ")

    def _ListMetadataFormats(self, given: dict[str, str]) -> Iterator[Any]:  # noqa: N802
        item = self._find(given["identifier"]) if "identifier" in given else None
        for prefix, (schema, namespace) in _FORMATS.items():
            if item.is_in(prefix) if item else prefix != _DATACITE or is_installed(prefix):
                yield _E.metadataFormat(
                    _E.metadataPrefix(prefix), _E.schema(schema), _E.metadataNamespace(namespace)
                )

    def _ListSets(self, given: dict[str, str]) -> Iterator[Any]:  # noqa: N802
        if "resumptionToken" in given:
            raise _Refusal("badResumptionToken", "the list of sets is whole")
        years: set[str] = set()
        for name, (portal, folder) in self._list().items():
            yield _E.set(_E.setSpec(f"portal:{name}"), _E.setName(portal.title or name))
            years.update(each.name for each in (folder / FOLDER).glob("[0-9]*"))
            years.update(each.year for each in read_tombstones(folder).values() if each.year)
        for year in sorted(years):
            yield _E.set(_E.setSpec(f"year:{year}"), _E.setName(f"published in {year}"))

    def _GetRecord(self, given: dict[str, str]) -> Iterator[Any]:  # noqa: N802
        item, prefix = self._find(given["identifier"]), given["metadataPrefix"]
        if not item.is_in(prefix):
            raise _Refusal("cannotDisseminateFormat", f"{item.name} is not in {prefix}")
        yield self._write(item, prefix)

    def _ListRecords(self, given: dict[str, str]) -> Iterator[Any]:  # noqa: N802
        return self._write_list(given, self._write)

    def _ListIdentifiers(self, given: dict[str, str]) -> Iterator[Any]:  # noqa: N802
        return self._write_list(given, _write_head)

    def _write_list(
        self, given: dict[str, str], write: Callable[[_Item, str], Any]
    ) -> Iterator[Any]:
        token = given.get("resumptionToken")
        request = _read_token(token) if token is not None else _make_request(given)
        items, following = self._read_page(request)
        if not items and following is None and token is None:
            raise _Refusal("noRecordsMatch", "there is no such record")
        for item in items:
            yield write(item, request.prefix)
        if following is not None:
            yield _E.resumptionToken(_write_token(following))
        elif token is not None:
            yield _E.resumptionToken()

    def _read_page(self, request: _Request) -> tuple[list[_Item], _Request | None]:
        """Return a page of items, as far as they are left, and what asks for those behind them."""
        items: list[_Item] = []
        following: _Request | None = request
        while following is not None and len(items) < PAGE:
            more, following = self._read_part(following)
            items += more
        return items, following

    def _read_part(self, request: _Request) -> tuple[list[_Item], _Request | None]:
        """Return items of the portal that a request has come to, perhaps none, and what asks for
        those behind them."""
        corpora = self._list()
        names = [name for name in corpora if name >= request.portal]
        if request.portal not in ("", *names):  # its index is being made again, or moved
            raise _Refusal(
                "badResumptionToken", f"{request.portal} cannot be read now; begin again"
            )
        if not names:
            return [], None
        name = names[0]
        items: list[_Item] = []
        behind: tuple[str, int, str] | None = None
        if request.set in ("", f"portal:{name}") or _YEAR.fullmatch(request.set):
            place = request.place if name == request.portal else _BEGINNING
            items, behind = self._read_portal(*corpora[name], request, place)
        if behind is not None:
            return items, replace(request, portal=name, place=behind)
        return items, replace(request, portal=names[1], place=_BEGINNING) if names[1:] else None

    def _read_portal(
        self, portal: Portal, folder: Path, request: _Request, place: tuple[str, int, str]
    ) -> tuple[list[_Item], tuple[str, int, str] | None]:
        """Return the next items of a portal, and the place behind them, None at its end."""
        kind, after, name = place
        year = _YEAR.fullmatch(request.set)
        files: list[TeiFile] = []
        if kind == "corpus":
            found = () if year else (self._corpus_item(portal, folder),)
            items = [each for each in found if each.is_in(request.prefix)]
        elif kind == "withdrawn":
            gone = sorted(self._list_withdrawn(portal, folder), key=attrgetter("changed", "name"))
            items = [each for each in gone if request.set in ("", *each.sets)]
        else:
            below = f"{year[1]}/" if year else ""
            first, until = _read_bounds(request)
            with view_corpus(folder, portal.id) as corpus:
                files = (
                    corpus.tei_files.by_change(max((after, name), (first, "")), until, below, PAGE)
                    if kind == "articles"
                    else corpus.tei_files.not_noted(name, below, PAGE)
                )
                items = [self._item(corpus, portal, file) for file in files]
        items = [each for each in items if _is_in_range(each, request)]
        if len(files) == PAGE:
            return items, (kind, files[-1].noted or 0, files[-1].path)
        behind = _PLACES[_PLACES.index(kind) + 1 :]
        is_whole = not behind or request.prefix != _DUBLIN_CORE
        return items, None if is_whole else (behind[0], 0, "")

    def _item(self, corpus: CorpusView, portal: Portal, tei: TeiFile) -> _Item:
        file = locate_stored_file(corpus.folder, f"{FOLDER}/{tei.path}")
        written = tei.on_disk(corpus.folder / FOLDER) if tei.noted is None else None
        changed = written[1] // 10**9 if written else tei.noted or 0
        year = tei.path.partition("/")[0]
        sets = (f"portal:{portal.id}", *((f"year:{year}",) if year.isdigit() else ()))
        name = tei.path.rpartition("/")[2].removesuffix(".xml")

        def make() -> list[tuple[str, str]]:
            return _describe_article(portal, read_header(file.read_bytes()))

        return _Item(self._name(portal.id, name), _stamp(changed), sets, make, tei.canonical)

    def _corpus_item(self, portal: Portal, folder: Path) -> _Item:
        """Return the record of the corpus itself. It has changed when what it says has: by a crawl,
        a build, a withdrawal, or an edit of the portal file."""
        with view_corpus(folder, portal.id) as corpus:
            first, last = corpus.captures.times()
            articles = corpus.article_counts.by_state().tei
            built = corpus.tei_files.last_change()
        times = [each.changed for each in self._list_withdrawn(portal, folder)]
        with suppress(OSError):
            times.append(_stamp(int(portal.path.stat().st_mtime)))
        name = self._name(portal.id)
        own = f"{self._address}?verb=GetRecord&metadataPrefix={_CMDI}&identifier={name}"
        others = {
            _CMDI: lambda: make_cmdi_record(describe_for_catalogues(portal, folder), own),
            **(
                {_DATACITE: lambda: _describe_for_datacite(portal, folder)}
                if portal.corpus.doi and portal.corpus.editors and is_installed(_DATACITE)
                else {}
            ),
        }
        return _Item(
            name,
            max(_stamp(built), *times, f"{last[:SECOND_LENGTH]}Z" if last else ""),
            (f"portal:{portal.id}",),
            lambda: _describe_corpus(portal, first[:DAY_LENGTH], last[:DAY_LENGTH], articles),
            others=others,
        )

    def _list_withdrawn(self, portal: Portal, folder: Path) -> Iterator[_Item]:
        """Yield the records of withdrawn articles."""
        for name, tombstone in read_tombstones(folder).items():
            years = (f"year:{tombstone.year}",) if tombstone.year else ()
            gone = tombstone.time or f"{tombstone.day}T00:00:00Z"
            yield _Item(self._name(portal.id, name), gone, (f"portal:{portal.id}", *years), None)

    def _name(self, *parts: str) -> str:
        return name_record(self._address, *parts)

    def _find(self, identifier: str) -> _Item:
        parts = identifier.split(":")
        corpora = self._list()
        if (
            parts[:2] != self._name().split(":")
            or len(parts) not in (3, 4)
            or parts[2] not in corpora
        ):
            raise _Refusal("idDoesNotExist", f"no record: {identifier}")
        portal, folder = corpora[parts[2]]
        if len(parts) == 3:
            return self._corpus_item(portal, folder)
        for item in self._list_withdrawn(portal, folder):
            if item.name == identifier:
                return item
        with view_corpus(folder, portal.id) as corpus:
            found = corpus.dated_articles.find(parts[3])
            if found is None:
                raise _Refusal("idDoesNotExist", f"no record: {identifier}")
            return self._item(corpus, portal, corpus.tei_files.of(found.canonical, found.path))

    def _write(self, item: _Item, prefix: str) -> Any:
        head = _write_head(item, prefix)
        if item.make is None:
            return _E.record(head)
        if prefix in item.others:
            return _E.record(head, _E.metadata(item.others[prefix]()))
        try:
            values = item.make()
        except (CuratorError, OSError):  # `verify` names it; a catalogue keeps what it is given
            values = [("title", item.url), ("type", "Text"), ("identifier", item.url)]
        maker = ElementMaker(namespace=_DC, nsmap={"oai_dc": _OAI_DC, "dc": _DC, "xsi": _XSI})
        location = {_LOCATION: f"{_OAI_DC} {_OAI}oai_dc.xsd"}
        dublin = etree.Element(f"{{{_OAI_DC}}}dc", location, {"oai_dc": _OAI_DC, "dc": _DC})
        dublin.extend(maker(name, clean_text(value)[0]) for name, value in values if value)
        return _E.record(head, _E.metadata(dublin))


def _read_first(portal: Portal, folder: Path) -> str:
    """Return when the first page was stored, before which no record has changed; "" without any."""
    with view_corpus(folder, portal.id) as corpus:
        first = corpus.captures.times()[0]
    return first and f"{first[:SECOND_LENGTH]}Z"


def _write_head(item: _Item, _prefix: str) -> Any:
    return _E.header(
        _E.identifier(item.name),
        _E.datestamp(item.changed),
        *map(_E.setSpec, item.sets),
        {"status": "deleted"} if item.make is None else {},
    )


def _describe_article(portal: Portal, header: Header) -> list[tuple[str, str]]:
    texts = header.metadata.texts
    licences = [each.value for each in header.rights if "license" in each.kind]
    return [
        ("title", header.metadata.first("title") or header.url),
        *(("creator", name) for name in texts("authors")),
        *(("subject", name) for name in (*texts("section"), *texts("keywords"))),
        ("publisher", header.publisher or portal.title),
        ("date", header.metadata.first("published") or ""),
        ("type", "Text"),
        ("identifier", header.url),
        ("identifier", portal.corpus.persistent_id(header.id)),
        ("source", portal.home),
        ("language", header.language),
        ("relation", portal.corpus_title),
        *(("rights", value) for value in licences),
    ]


def _describe_corpus(portal: Portal, first: str, last: str, articles: int) -> list[tuple[str, str]]:
    corpus, title = portal.corpus, portal.title or portal.id
    return [
        ("title", portal.corpus_title),
        *(("creator", editor.name) for editor in corpus.editors),
        ("description", f"{articles} articles of {title}, crawled from {first} to {last}"),
        ("type", "Collection"),
        ("identifier", portal.corpus.persistent_id()),
        ("source", portal.home),
        ("language", portal.language),
        ("rights", corpus.licence),
    ]


def _describe_for_datacite(portal: Portal, folder: Path) -> Any:
    """Return the record that ``curator package`` writes as JSON as XML."""
    from datacite import schema45

    record = make_datacite_record(describe_for_catalogues(portal, folder))
    # as text, since the elements of the library's tree are in no namespace
    made = etree.fromstring(schema45.tostring(record).encode())
    made.set(_LOCATION, " ".join(reversed(_FORMATS[_DATACITE])))  # the library ends at 4.5
    return made


def _make_request(given: dict[str, str]) -> _Request:
    bounds = [given.get(name, "") for name in ("from", "until")]
    for bound in (given[name] for name in ("from", "until") if name in given):
        try:
            _read_bound(bound)
        except (ValueError, TypeError) as error:
            raise _Refusal("badArgument", f"not a date: {bound}") from error
    if all(bounds) and (len(bounds[0]) != len(bounds[1]) or bounds[0] > bounds[1]):
        raise _Refusal("badArgument", "from and until have one form, and from is the earlier one")
    return _Request(given["metadataPrefix"], given.get("set", ""), bounds[0], bounds[1])


def _read_bound(text: str) -> datetime:
    """Return the moment at which a bound begins. Raises ValueError, TypeError for another text."""
    found = _BOUND.fullmatch(text)
    day, time = found.groups() if found else ("", "")
    return datetime.fromisoformat(f"{day}T{time or '00:00:00'}+00:00")


def _read_bounds(request: _Request) -> tuple[int, int]:
    """Return the times of change (seconds) from which on, and before which, records are in the
    range of a request."""
    since, until = request.since, request.until
    first = int(_read_bound(since).timestamp()) if since else 0
    last = int(_read_bound(until).timestamp()) if until else _NEVER
    return first, last + (1 if len(until) > DAY_LENGTH else 24 * 3600)


def _stamp(seconds: int) -> str:
    return write_utc_second(datetime.fromtimestamp(seconds, timezone.utc))


def _is_in_range(item: _Item, request: _Request) -> bool:
    until = request.until + "T23:59:59Z" if len(request.until) == DAY_LENGTH else request.until
    return item.changed >= request.since and (not until or item.changed <= until)


def _write_token(request: _Request) -> str:
    return base64.urlsafe_b64encode(json.dumps(asdict(request)).encode()).decode()


def _read_token(token: str) -> _Request:
    try:
        stored = json.loads(base64.urlsafe_b64decode(token[:_MAX_TOKEN].encode()))
        kind, number, path = stored.pop("place")
        place = (str(kind), int(number), str(path))
        request = _Request(**{name: str(value) for name, value in stored.items()}, place=place)
        _FORMATS[request.prefix], _PLACES.index(place[0]), _read_bounds(request)
        if not 0 <= place[1] < _NEVER:
            raise ValueError(place)
        return request
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise _Refusal("badResumptionToken", "not a token of this service") from error


def list_harvested(portals: Mapping[str, Portal], folder: Callable[[str], Path]) -> Corpora:
    """Return the portals that have a corpus, by id."""
    return {
        name: (portals[name], folder(name)) for name in sorted(portals) if has_corpus(folder(name))
    }
