"""The addresses of shown pages and of their files: ``/page/<capability>``."""

from __future__ import annotations

import re
import secrets
from http import HTTPStatus
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.text.translation import translate
from webarticlecurator.proposing.trial.shown_style import RESOURCE
from webarticlecurator.studio.frame.page_files import make_page_file
from webarticlecurator.studio.frame.page_shelf import PAGE_PATH, PageShelf
from webarticlecurator.studio.shown_page_policy import file_headers, page_headers

# ``/page/{capability}/`` and ``/page/{capability}/res?u=…``: shown pages and their files.
#
# The frame has an opaque origin. What it asks for brings no cookie, ``Sec-Fetch-Site: cross-site``
# and, for fonts, ``Origin: null``; so the guard of the window lets everything below ``PAGE_PATH``
# through without cookie and whatever its origin is, but checks ``Host`` first: the capability in
# the address is the permission, and a name that someone has pointed at this machine is still
# refused. The window itself sends ``frame-src ORIGIN/page/``, which ends a frame that leads itself
# elsewhere.


_HOST = re.compile(r"[A-Za-z0-9._-]+(?::[0-9]{1,5})?")
"""Names that may stand in a policy; the guard has compared them with those of this service."""
_NONCE_BYTES = 16
MAX_ADDRESSES = 8
"""Addresses of one picture, of which the first that is stored is served."""
_NOT_STORED = "This file is not stored, or is not a picture, style sheet or font."


class ShownPageRoutes:
    """The routes of the pages on a shelf. They run in threads."""

    def __init__(self, shelf: PageShelf) -> None:
        self._shelf = shelf
        files = Path(__file__).with_name("frame")
        self._script = (files / "shown_page.js").read_text(encoding="utf-8")
        style, reading = (
            (files / name).read_text(encoding="utf-8")
            for name in ("shown_page.css", "reading_view.css")
        )
        self._styles = {False: style, True: style + reading}

    def make_router(self) -> APIRouter:
        """Return the routes as FastAPI takes them."""
        router = APIRouter(include_in_schema=False)
        router.add_api_route(f"{PAGE_PATH}{{capability}}/", self.show, response_class=Response)
        router.add_api_route(
            f"{PAGE_PATH}{{capability}}/{RESOURCE}", self.send_file, response_class=Response
        )
        # no cookie is asked for here: NiceGUI would keep a page of its own for each other address
        router.add_api_route(f"{PAGE_PATH}{{_:path}}", lambda: _refuse(_NOT_STORED))
        return router

    def show(self, capability: str, request: Request) -> Response:
        """Answer with a shown page, to which our script and style are added."""
        shelved = self._shelf.find(capability)
        host = request.headers.get("host", "")
        if shelved is None or not _HOST.fullmatch(host):
            return _refuse(
                translate(
                    "This page is no longer shown. Open it again in the window of curator studio."
                )
            )
        page, _ = shelved
        origin = f"{request.url.scheme}://{host}"
        nonce = secrets.token_urlsafe(_NONCE_BYTES)
        # our style gives way to any of the page
        script = self._script.replace('"CURATOR_ORIGIN"', f'"{origin}"')
        style = self._styles[page.is_reading]
        head = f'<style>{style}</style><script nonce="{nonce}">{script}</script>'
        return Response(
            page.join(head.encode("utf-8")),
            media_type="text/html; charset=utf-8",
            headers=page_headers(origin, f"{origin}{PAGE_PATH}{capability}/", nonce),
        )

    def send_file(
        self,
        capability: str,
        addresses: Annotated[list[str], Query(alias="u", max_length=MAX_ADDRESSES)],
    ) -> Response:
        """Answer with the first of some files that is stored."""
        shelved = self._shelf.find(capability)
        if shelved is None:
            return _refuse(_NOT_STORED)
        _, find_body = shelved
        for address in addresses:
            try:
                body = find_body(address)
            except CuratorError:  # a damaged record, of which `curator verify` tells: no picture
                continue
            file = None if body is None else make_page_file(body)
            if file is not None:
                return Response(file[0], media_type=file[1], headers=file_headers())
        return _refuse(_NOT_STORED)


def _refuse(message: str) -> Response:
    return Response(
        message,
        status_code=HTTPStatus.NOT_FOUND,
        media_type="text/plain; charset=utf-8",
        headers=file_headers(),
    )
