"""Call a person: by a command of their own, by mail, or by an Atom file, as ``settings.yaml`` of a
corpus says. A portal file cannot: what somebody else wrote must not run a command here."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from lxml import etree

from webarticlecurator.base.errors import CuratorError, UsageError
from webarticlecurator.base.system.output_files import read_if_present, write_file
from webarticlecurator.base.text.times import write_utc_second
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.corpus_settings import CorpusSettings
from webarticlecurator.portal_file.keys.keys_settings import NAME

_ATOM = "{http://www.w3.org/2005/Atom}"
_SECONDS = 60
"""How long a command or a mail server may take."""
_MAX_ENTRIES = 100


def call_person(
    folder: Path, settings: CorpusSettings, title: str, text: str, now: datetime
) -> tuple[bool, list[str]]:
    """Call in each way that the settings of the corpus in ``folder`` name. Return False if each
    failed, and for each that did why."""
    named: list[tuple[object, Callable[[], None]]] = [
        (settings.command, lambda: _run_command(folder, settings.command, f"{title}\n\n{text}\n")),
        (settings.mail, lambda: _send_mail(settings, title, text)),
        (settings.feed, lambda: _add_entry(settings.feed, title, text, now)),
    ]
    ways = [call for is_named, call in named if is_named]
    failures: list[str] = []
    for call in ways:
        try:
            call()
        except (CuratorError, OSError, ValueError) as error:
            failures.append(make_message("nobody was called: {reason}", reason=str(error)))
    return not ways or len(failures) < len(ways), failures


def _run_command(folder: Path, command: tuple[str, ...], text: str) -> None:
    import subprocess

    file = (folder / NAME).stat()
    if os.name == "posix" and (file.st_uid not in (0, os.getuid()) or file.st_mode & 0o022):
        raise UsageError(f"{folder / NAME} can be written by others, so its command is not run")
    try:
        subprocess.run(
            command, input=text.encode("utf-8"), timeout=_SECONDS, check=True, capture_output=True
        )
    except subprocess.SubprocessError as error:
        raise UsageError(str(error)) from error


def _send_mail(settings: CorpusSettings, title: str, text: str) -> None:
    import smtplib
    from email.message import EmailMessage

    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = title, settings.mail[0], ", ".join(settings.mail)
    mail.set_content(text)
    host, _, port = settings.smtp.partition(":")
    with smtplib.SMTP(host, int(port or 25), timeout=_SECONDS) as server:
        server.send_message(mail)


def _add_entry(path: Path | None, title: str, text: str, now: datetime) -> None:
    assert path is not None
    known = read_if_present(path)
    safe = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        feed = etree.fromstring(known or b'<feed xmlns="http://www.w3.org/2005/Atom"/>', safe)
    except etree.XMLSyntaxError as error:
        raise UsageError(f"{path} is no Atom file ({error})") from error
    if feed.tag != f"{_ATOM}feed":
        raise UsageError(f"{path} is no Atom file")
    time = write_utc_second(now)
    entries = feed.findall(f"{_ATOM}entry")[: _MAX_ENTRIES - 1]
    feed[:] = []
    _add_texts(feed, id=f"urn:curator:{path.name}", title="curator watch", updated=time)
    _add_texts(etree.SubElement(feed, f"{_ATOM}author"), name="curator")
    digest = sha256(f"{time} {title}".encode()).hexdigest()[:32]
    entry = etree.SubElement(feed, f"{_ATOM}entry")
    _add_texts(entry, id=f"urn:curator:{digest}", title=title, updated=time, content=text)
    feed.extend(entries)
    write_file(path, [etree.tostring(feed, xml_declaration=True, encoding="UTF-8")])


def _add_texts(parent: etree._Element, **texts: str) -> None:
    for name, text in texts.items():
        etree.SubElement(parent, f"{_ATOM}{name}").text = text
