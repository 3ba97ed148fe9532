"""The key table: ``settings.yaml`` of a corpus folder, and ``corpus.yaml``."""

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
CORPUS_FILE = (
    Key("title", "text", "the ids of the portals", "Title of the corpus.", "Two papers"),
    Key(
        "portals",
        "portal files",
        "",
        "The portal file of each, or a mapping that also names the folder of its corpus.",
        "[echo.yaml, {file: mirror.yaml, corpus: ../corpora/mirror}]",
        required=True,
    ),
    Key("where", "conditions", "", "What all articles meet, as for `--where`.", '["year>=2010"]'),
    Key(
        "duplicates",
        "one of keep|mark|once",
        "keep",
        "Articles that repeat another one: `mark` names it in exports, `once` leaves them out.",
        "once",
    ),
)
CORPUS_MEMBER = (
    Key(
        "file",
        "text",
        "",
        "The path of a portal file, or the name of a shipped one.",
        required=True,
    ),
    Key("corpus", "text", "corpora/<portal>", "The folder of its corpus.", "../corpora/mirror"),
)
