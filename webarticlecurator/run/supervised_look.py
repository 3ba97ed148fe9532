"""A stored page looked at in a supervised process: a rule of the portal file may run for ever."""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.building.article_page_choice import LookRequest, PageLook, look_at_page
from webarticlecurator.run.workers.evaluate import evaluate_in_worker


def look_supervised(portal: Portal, question: LookRequest) -> PageLook:
    """As ``finding.look``, without the parsed page. Raises PageUnreadable where a rule takes too
    long, RulesTooSlow where that goes on."""
    found: PageLook = evaluate_in_worker(portal, _look, question, question.body.capture.url)
    return found


def _look(portal: Portal, _source: object, question: LookRequest) -> PageLook:
    return replace(look_at_page(portal, question), page=None)
