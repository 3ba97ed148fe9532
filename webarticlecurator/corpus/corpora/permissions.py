"""``curator report permissions``: what each host said about the use of its texts, day by day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.articles.rights.usage_preferences import list_said
from webarticlecurator.base.model.article import TDMREP_PATH
from webarticlecurator.base.portal.hosts import origin_of
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.corpora.reporting import Row
from webarticlecurator.crawling.fetch.answer_kinds import LICENSEES
from webarticlecurator.storage.answers.fetches import Fetch
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.storage.warc.record import warc_date

PERMISSIONS: Row = ("host", "day", "source", "said", "articles")
_StatementKey = tuple[str, str, str, str]


def list_permissions(portal: Portal, folder: Path) -> Iterator[Row]:
    """Yield what was said: per host and day (UTC) the answers for robots.txt and tdmrep.json with
    their statements, then the statements of articles that were captured that day, with how many
    articles have them, and answers that ask for a licence."""
    from webarticlecurator.articles.rights.rsl_licences import find_challenges

    counts: Counter[_StatementKey] = Counter()
    with view_corpus(folder, portal.id) as corpus:
        for fetch in corpus.captures.fetches_of_levels("permissions", "robots", "home"):
            host, day = _place(fetch)
            for source, text in _describe_answer(corpus, fetch):
                counts[host, day, source, text] += 0
        statements = [*corpus.tei_files.captured_rights()]
        for answer in corpus.captures.article_answers(*LICENSEES):
            asked = find_challenges(corpus.read(answer).headers)
            statements += ((each, answer.url, warc_date(answer.time)) for each in asked)
        for statement, url, time in statements:
            counts[origin_of(url), time[:10], statement.source, statement.value] += 1
    yield PERMISSIONS
    for key, articles in sorted(counts.items()):
        yield (*key, str(articles) if articles else "")


def _place(fetch: Fetch) -> tuple[str, str]:
    time = fetch.captures[0].time if fetch.captures else None
    if time is None and fetch.failure is not None:
        time = fetch.failure.time
    return origin_of(fetch.url), warc_date(time)[:10] if time else ""


def _describe_answer(corpus: CorpusView, fetch: Fetch) -> Iterator[tuple[str, str]]:
    """Yield source and text of what a robots.txt or tdmrep.json said."""
    from webarticlecurator.articles.rights.rsl_licences import read_rsl
    from webarticlecurator.articles.rights.tdm_reservations import read_reservations

    name = fetch.url.rpartition("/")[2]
    final = fetch.final
    if final is None:
        kind = fetch.failure.kind if fetch.failure else "no answer"
        yield name, f"not answered: {kind}"
        return
    digest = f", sha256 {final.body_digest}" if final.status == 200 else ""
    yield name, f"status {final.status}{digest}"
    if final.status == 200:
        content = corpus.read(final).content
        if fetch.url.endswith(TDMREP_PATH):
            rules = read_reservations(content)
            if not rules:
                yield "tdmrep.json", "no rule that can be read"
            for rule in rules:
                for statement in rule.statements:
                    yield statement.source, statement.value
        elif name == "robots.txt" or fetch.origin.level != "permissions":
            said = list_said(content.decode("utf-8", "replace"))
            yield from (("robots.txt", line) for line, _ in said)
        else:
            contents = read_rsl(content)
            if not contents:
                yield name, "no licence that can be read"
            for each in contents:
                yield from ((s.at(fetch.url, each.url).source, s.value) for s in each.licences)
