"""Warnings of libraries that a request must not print."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import urllib3

_lock = threading.Lock()
_requests = 0
_filters = warnings.catch_warnings()


@contextmanager
def suppress_warnings() -> Iterator[None]:
    """Suppress two warnings: the one of each request with ``verify_tls: false``, which is the
    user's decision, and the traceback of a cookie that http.cookiejar cannot parse.

    The filters belong to the process. They are set by the first of the requests that run at the
    same time, and the last one restores what was there before.
    """
    global _requests, _filters
    with _lock:
        _requests += 1
        if _requests == 1:
            _filters = warnings.catch_warnings()
            _filters.__enter__()
            warnings.filterwarnings("ignore", "http.cookiejar bug", UserWarning)
            warnings.simplefilter("ignore", urllib3.exceptions.InsecureRequestWarning)
    try:
        yield
    finally:
        with _lock:
            _requests -= 1
            if _requests == 0:
                _filters.__exit__(None, None, None)
