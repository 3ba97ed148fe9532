"""Requests of several threads at the same time set the filters of warnings once and restore them."""

from __future__ import annotations

import warnings

import urllib3

from webarticlecurator.crawling.fetch.warning_filters import suppress_warnings


def test_the_last_of_overlapping_requests_restores_the_filters():
    before = list(warnings.filters)
    first, second = suppress_warnings(), suppress_warnings()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert warnings.filters != before
    with warnings.catch_warnings(record=True) as seen:
        warnings.filterwarnings("always", "other")
        warnings.warn("not verified", urllib3.exceptions.InsecureRequestWarning, stacklevel=1)
        warnings.warn("other", UserWarning, stacklevel=1)
    assert [str(each.message) for each in seen] == ["other"]
    second.__exit__(None, None, None)
    assert list(warnings.filters) == before
