"""Build one article from stored captures to TEI; every build process runs this."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import Article, Rejected
from webarticlecurator.base.model.article_shape import ArticleShape, Present
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.times import to_zone
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.captures.article_versions import VersionedArticle, read_versions
from webarticlecurator.crawling.captures.build_outcome import BuildOutcome, write_drafts
from webarticlecurator.crawling.captures.page_choice import Source
from webarticlecurator.crawling.captures.site_reservations import add_reservations
from webarticlecurator.crawling.captures.split_articles import SplitArticle
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.crawling.captures.text_lines import list_text_lines
from webarticlecurator.storage.frontier.index_values import PageRow
from webarticlecurator.tei.documents.tei_dates import find_local_day

MAX_NOW, MINUTE, QUARTER, MAX_ZONES = 5, 60, 900, 26 * 3600
"""Seconds between the times of a request and of the page that the portal makes for it, since their
clocks differ; of the units in which times are given and zones differ; between two zones at most."""
_TIME_LENGTH = len("2019-03-15T08:30:00")


def build_article(portal: Portal, source: Source, task: Task) -> BuildOutcome:
    """Build one article. Faults of the article are in the outcome; only errors of the store are
    raised."""
    outcome = _build(portal, source, task, read_versions(portal, source, task))
    return replace(outcome, truncated=source.take_truncated(), answers=source.take_answers())


def build_valid_article(
    validates_all: bool, portal: Portal, source: Source, task: Task
) -> BuildOutcome:
    """Build one article, and validate its documents: all, or those of the sample
    (``tei.is_sampled``)."""
    # our tests prove nothing of what a template of the user makes
    validates_all = validates_all or portal.has_own_template
    return _validate(build_article(portal, source, task), validates_all)


def build_draft(
    folder: Path, validates_all: bool, portal: Portal, source: Source, task: Task
) -> BuildOutcome:
    """As ``build_valid_article``; write the documents to drafts in ``folder``. Raises errors of
    the store, and DiskFull."""
    return write_drafts(folder, build_valid_article(validates_all, portal, source, task))


def _validate(outcome: BuildOutcome, validates_all: bool) -> BuildOutcome:
    """Return an outcome with a problem for each error of its documents."""
    from webarticlecurator.tei.documents.validation import is_sampled, validate

    parts = tuple((requested, _validate(part, validates_all)) for requested, part in outcome.parts)
    document = outcome.document
    errors: tuple[str, ...] = ()
    if document is not None and (validates_all or is_sampled(document.id)):
        errors = validate(document.content)
    invalid = (Problem("invalid-tei", outcome.canonical, error) for error in errors)
    return replace(outcome, parts=parts, problems=(*outcome.problems, *invalid))


def _build(portal: Portal, source: Source, task: Task, read: VersionedArticle) -> BuildOutcome:
    state = read.text
    if state.outcome is not None:
        return state.outcome
    if state.parts is not None:
        # the articles of a split page are built; the page itself is rejected
        verdict = Rejected(
            task.canonical, "split", make_message("{number} articles", number=len(state.parts))
        )
        outcomes = tuple(
            (part.requested, _build_part(portal, source, part)) for part in state.parts
        )
        day = max((part.published_day or "" for _, part in outcomes), default="")
        return BuildOutcome(
            task.canonical,
            state.rows,
            None,
            verdict,
            state.problems,
            outcomes,
            published_day=day or None,
            changed=state.changed,
            look_due=state.look_due,
            outside=state.outside,
        )
    assert state.article is not None
    outcome = _build_tei(portal, state.article, state.rows, state.unfollowed)
    if task.is_sample and outcome.shape is not None:
        lines = list_text_lines(state.article, source.is_listed)
        outcome = replace(outcome, shape=replace(outcome.shape, lines=lines))
    return replace(outcome, changed=state.changed, look_due=state.look_due)


def _build_tei(
    portal: Portal, article: Article, rows: tuple[PageRow, ...], unfollowed: str = ""
) -> BuildOutcome:
    from webarticlecurator.tei.documents.document import build_document

    document = build_document(article, portal)
    filled = tuple(name for name, _ in article.metadata.fields)
    layout, words = article.extra.get("layout", ""), article.account.kept
    present = _find_present(article, portal.timezone)
    shape = ArticleShape(layout, words=words, filled=filled, unfollowed=unfollowed, present=present)
    return BuildOutcome(
        article.url,
        rows,
        document,
        None,
        article.problems,
        shape=shape,
        published_day=find_local_day(article.metadata.first("published"), portal.timezone),
        rights=article.rights,
    )


def _find_present(article: Article, timezone: str) -> Present | None:
    """Return how the time of publication is that of a request, None if it is not.

    Zones differ by quarters of an hour: in another one, or by a clock without seconds, it has the
    same place within a quarter."""
    published = article.metadata.first("published") or ""
    if len(published) < _TIME_LENGTH:
        return None
    try:
        time = to_zone(published, timezone)
    except (ValueError, OverflowError):
        return None
    ages = [(capture.time - time).total_seconds() for capture in article.captures]
    place = (time.minute * 60 + time.second) % QUARTER
    width = MINUTE if time.second == 0 else MAX_NOW
    if any(abs(age) < MAX_ZONES and (age + MAX_NOW) % QUARTER <= width + MAX_NOW for age in ages):
        return Present(place, is_exact=any(abs(age) <= MAX_NOW for age in ages))
    return None


def _build_part(portal: Portal, source: Source, part: SplitArticle) -> BuildOutcome:
    from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion

    rows = (PageRow(part.requested, part.record),)
    excluded = find_exclusion(portal, (part.canonical, part.requested))
    if excluded is not None:
        return BuildOutcome(
            part.canonical, rows, None, Rejected(part.canonical, "excluded", excluded)
        )
    if isinstance(part.read, Rejected):
        return BuildOutcome(part.canonical, rows, None, part.read)
    return _build_tei(portal, add_reservations(source, part.read), rows)


def read_split_part(
    portal: Portal, source: Source, task: Task, requested: str
) -> Article | Rejected | None:
    """Return one article of a split page by its listed address, or the rejection of the page; None
    if the pages of ``task`` do not have it."""
    from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion

    state = read_versions(portal, source, task).text
    if state.outcome is not None:
        return state.outcome.rejected
    part = next((part for part in state.parts or () if part.requested == requested), None)
    if part is None:
        return None
    excluded = find_exclusion(portal, (part.canonical, requested))
    if excluded is not None:
        return Rejected(requested, "excluded", excluded)
    return part.read if isinstance(part.read, Rejected) else add_reservations(source, part.read)
