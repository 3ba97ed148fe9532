"""The key table: ``settings.yaml`` of a corpus folder."""

from __future__ import annotations

from webarticlecurator.portal_file.keys.keys_portal import Key

NAME = "settings.yaml"
SETTINGS = (
    Key(
        "copies",
        "texts",
        "",
        "Folders with copies of the corpus, absolute or below its folder; they are only read.",
        "[/mnt/archive/echo, /media/disk/echo]",
    ),
    Key(
        "parity",
        "percent",
        "5",
        "Recovery data (PAR2) beside the WARC files, in percent of their size; `none` for none.",
        "10",
        or_none=True,
    ),
    Key("notify", "section notify", "", "Whom `curator watch` calls.", "{mail: me@example.org}"),
)
NOTIFY = (
    Key(
        "command",
        "command",
        "",
        "A program of your own and its arguments; it reads the message from standard input.",
        "[/usr/local/bin/tell-me, corpus]",
    ),
    Key("mail", "mail addresses", "", "Addresses that get a mail.", "me@example.org"),
    Key("smtp", "mail server", "localhost:25", "The mail server.", "mail.example.org:25"),
    Key("feed", "text", "", "An Atom file, absolute or below the folder.", "alarms.atom"),
)
