"""The key table: the class of its rows, and the keys of the portal, of fetching and of rules.

The key table: the portal itself, its addresses, and how it is fetched.
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.translation import Message


@dataclass(frozen=True)
class Key:
    """A key of the portal file.

    ``type`` is the name of a scalar type, of a reader, or of a section; ``default`` is written as
    in the reference (empty: none); ``example`` is a value as in a file; ``also`` is another name by
    which people may know the key; ``or_none``: its value may be ``none``, which has a meaning.
    """

    name: str
    type: str
    default: str
    meaning: str
    example: str = ""
    required: bool = False
    also: str = ""
    or_none: bool = False

    @property
    def clause(self) -> Message:
        """The meaning without the full stop, for a message that lacks the key."""
        return Message(self.meaning.rstrip("."))

    @property
    def lower_clause(self) -> Message:
        """The same inside a sentence, without its brackets."""
        meaning = self.meaning.partition(" (")[0].rstrip(".")
        return Message(meaning[:1].lower() + meaning[1:])


PORTAL = (
    Key(
        "portal",
        "portal id",
        "",
        "Id of the portal; names the corpus folder and the WARC files.",
        "daily-echo",
        required=True,
    ),
    Key("title", "text", "the id", "Name of the portal as it is cited.", "The Daily Echo"),
    Key(
        "home",
        "web address",
        "",
        "Address of the home page.",
        "https://echo.example/",
        required=True,
    ),
    Key(
        "language",
        "language",
        "und",
        "Main language: month names in addresses and dates, xml:lang.",
        "hu",
        also="lang",
    ),
    Key(
        "timezone",
        "time zone",
        "UTC",
        "Zone of the portal's dates, and of `yesterday` and `settle`. Without it, times without a"
        " zone stay so.",
        "Europe/Budapest",
    ),
    Key(
        "encoding",
        "character sets",
        "detected",
        "Character set, if byte order mark, HTTP and meta do not name one; a list where it has"
        " changed: the first whose `when` is true is used.",
        "windows-1250",
    ),
    Key(
        "publisher",
        "section publisher",
        "",
        "Who publishes the portal.",
        "{name: Echo Kft., place: Budapest}",
    ),
    Key(
        "rights", "section rights", "", "What may be done with the texts.", '{text: "© Echo Kft."}'
    ),
    Key(
        "corpus",
        "section corpus",
        "",
        "How the corpus is cited.",
        '{title: Echo Corpus, version: "1.0"}',
    ),
    Key(
        "address",
        "section address",
        "",
        "Which addresses are the same article.",
        '{drop: [fragment, "utm_*"]}',
    ),
    Key("fetch", "section fetch", "", "How the portal is requested.", "{delay: 2.0}"),
    Key(
        "schedule",
        "schedule",
        "",
        "When `curator watch` crawls the portal: cron notation, in the portal's zone.",
        '"30 4 * * *"',
        also="cron",
    ),
    Key(
        "archive",
        "section archive",
        "",
        "The archive pages that list the articles; `none`: you have only saved pages.",
        "{url: …, links: h2}",
        required=True,
        or_none=True,
    ),
    Key(
        "article", "section article", "", "What the article pages hold.", "{body: {root: article}}"
    ),
    Key(
        "captures",
        "one of latest|first",
        "latest",
        "Which of several complete captures of an address is used.",
        "first",
    ),
    Key("tei", "section tei", "", "How the TEI is written.", "{template: default}"),
)

ENCODING = (
    Key(
        "name",
        "character set",
        "",
        "The character set of pages that do not name one.",
        "iso-8859-2",
        required=True,
    ),
    Key(
        "when",
        "layout condition",
        "always",
        "When a page is in this character set. Days of an archive page are those of its window.",
        "{published: {until: 2004-05-31}}",
    ),
)

PUBLISHER = (
    Key("name", "text", "", "Name.", "Echo Kft.", required=True),
    Key("place", "text", "", "Place of publication.", "Budapest"),
)

RIGHTS = (
    Key("text", "text", "", "The statement.", "© Echo Kft.", required=True),
    Key("url", "web address", "", "Its address.", '"http://rightsstatements.org/vocab/InC/1.0/"'),
)

CORPUS = (
    Key("title", "text", "the portal's title", "Title of the corpus.", "Echo Corpus"),
    Key("version", "text", "", "Its version.", '"1.0"'),
    Key("editors", "sections editor", "", "Who made it.", "[{name: A. Editor}]"),
    Key("funder", "text", "", "Who paid for it.", "NKFIH"),
    Key("licence", "text", "", "Licence of the corpus.", "CC BY 4.0"),
    Key("doi", "DOI", "", "Its DOI.", "10.5281/zenodo.1"),
    Key("handle", "Handle", "", "Its Handle, if it has no DOI.", "11234/1-5901"),
    Key("project", "RAiD", "", "RAiD of the project.", "https://raid.org/10.26259/d5e0e12f"),
    Key(
        "software",
        "SWHID",
        "",
        "SWHID of its programs or rules in Software Heritage.",
        "swh:1:dir:d198bc9d7a6bcf6db04f476d29314f157507d505",
    ),
)

EDITOR = (
    Key("name", "text", "", "Name.", "A. Editor", required=True),
    Key("orcid", "ORCID iD", "", "ORCID iD.", "0000-0002-1825-0097"),
    Key("role", "text", "editor", "What they did.", "editor"),
)

ADDRESS = (
    Key(
        "drop",
        "texts",
        "[fragment]",
        "`fragment`, and query parameters by name; `*` is a wildcard.",
        '[fragment, "utm_*"]',
    ),
    Key(
        "replace",
        "pairs",
        "[]",
        "Ordered regex pairs on the absolute address.",
        '[["^http:", "https:"]]',
    ),
    Key(
        "canonical",
        "one of address|link",
        "address",
        "`link`: believe the page's rel=canonical.",
        "link",
    ),
    Key(
        "public",
        "pairs",
        "[]",
        "Regex pairs from the canonical to a citable address.",
        '[["/json/", "/"]]',
    ),
)

BROWSER = Key(
    "browser",
    "true/false",
    "false",
    "Render archive pages and articles in a browser, and read them as they are then.",
    "true",
)
WAIT_FOR = Key(
    "wait_for",
    "browser CSS",
    "",
    "A page is rendered when an element that this selects is there; otherwise it has failed.",
    '"h2.headline, article"',
)
CONSENT = Key(
    "consent",
    "browser CSS",
    "",
    "The button to click if the browser shows it, such as that of a question for consent.",
    '"#accept-all"',
)
"""Keys of ``fetch`` that a column or a span may override."""

FETCH = (
    Key("delay", "seconds", "1.0", "Seconds between two requests to one host.", "2.0"),
    Key(
        "connections",
        "connections",
        "1",
        "Requests for articles that may wait for their answers at the same time; they are sent"
        " `delay` apart all the same.",
        "4",
        also="parallel",
    ),
    Key("retries", "count", "3", "How often a failed request is tried again.", "5"),
    Key(
        "timeout",
        "some seconds",
        "30",
        "Seconds to wait for an answer; all of it may take ten times as long.",
        "60",
    ),
    Key("robots", "one of obey|ignore", "obey", "Whether robots.txt is obeyed.", "ignore"),
    Key(
        "sitemaps",
        "one of robots|none",
        "robots",
        "The sitemaps to compare a complete walk with: those that robots.txt names, or none.",
        "none",
    ),
    Key("verify_tls", "true/false", "true", "Refuse invalid certificates.", "false"),
    Key(
        "cookies",
        "secrets",
        "{}",
        "Cookies sent with every request to the portal's hosts.",
        '{consent: "1"}',
    ),
    Key(
        "headers",
        "secrets",
        "{}",
        "Headers sent with every request to the portal's hosts.",
        "{Accept-Language: hu}",
    ),
    Key(
        "signed_in",
        "condition",
        "",
        "What article pages show only to subscribers. If a page does not show it, the crawl"
        " stops before it stores the page.",
        '"a[href$=logout]"',
    ),
    Key(
        "user_agent",
        "line",
        "the tool's own",
        "The User-Agent header; include how you can be reached.",
        "EchoCorpus (mailto:a@example.org)",
    ),
    Key(
        "proxy",
        "proxy",
        "",
        "A proxy for all requests; one with a password only by --proxy.",
        "socks5h://127.0.0.1:9050",
    ),
    Key(
        "max_bytes",
        "bytes of an answer",
        "50000000",
        "Longer responses are truncated and marked.",
        "10000000",
    ),
    Key("max_redirects", "count", "10", "Longer chains of redirects fail.", "5"),
    Key(
        "breaker",
        "at least 1",
        "10",
        "After this many refusals in a row by an origin, or odd pages instead of articles (a"
        " challenge, a login …), the crawl stops.",
        "3",
    ),
    Key(
        "durable",
        "duration",
        "1s",
        "What is stored is safe from a power failure after this time; 0s is slow without a delay.",
        "10s",
    ),
    Key(
        "confirm",
        "duration",
        "1d",
        "A page that is missing or lists nothing is asked for once more after this time, before"
        " that is final.",
        "12h",
    ),
    BROWSER,
    WAIT_FOR,
    CONSENT,
    Key(
        "browser_hosts",
        "host names",
        "[]",
        "Other hosts whose scripts, styles and data pages may load in the browser.",
        "[api.echo-cdn.example]",
    ),
    Key(
        "browser_post",
        "regexes",
        "[]",
        "Addresses to which scripts of pages may send something (POST), such as the query of a"
        " list.",
        '["/graphql$"]',
    ),
)

TEI = (
    Key(
        "template",
        "text",
        "default",
        "Name of a skeleton in tei_templates/, or an .xml file next to the portal file.",
        "echo.xml",
    ),
)
