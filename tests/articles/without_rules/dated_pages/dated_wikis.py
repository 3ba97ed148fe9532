"""Pages of wikis: most say only when they were last changed."""

from __future__ import annotations

from dated_page import DatedPage

_VECTOR = (
    '<div id="mw-navigation"><ul><li>Main page</li><li>Recent changes</li></ul></div>'
    '<div id="content" class="mw-body" role="main"><h1 id="firstHeading" class="firstHeading">'
    '{title}</h1><div id="bodyContent"><div id="siteSub">From the town wiki</div>'
    '<div id="mw-content-text" class="mw-body-content"><div class="mw-parser-output">{text}</div>'
    '</div></div></div><footer id="footer" class="mw-footer" role="contentinfo">'
    '<ul id="footer-info"><li id="footer-info-lastmod"> %s</li>'
    '<li id="footer-info-copyright">CC BY-SA 4.0</li></ul><ul id="footer-places"><li>Privacy</li>'
    "</ul></footer>"
)
_MONOBOOK = (
    '<div id="globalWrapper"><div id="column-content"><div id="content">'
    '<h1 class="firstHeading">{title}</h1><div id="bodyContent">{text}</div></div></div>'
    '<div id="column-one"><div class="portlet" id="p-cactions"><h5>Views</h5></div></div>'
    '<div id="footer"><ul id="f-list"><li id="lastmod">%s</li><li id="viewcount">Read 3,012 times.'
    "</li></ul></div></div>"
)
_DOKUWIKI = (
    '<div id="dokuwiki__site"><div class="dokuwiki"><div id="dokuwiki__header"><p>Town wiki</p></div>'
    '<div id="dokuwiki__content"><div class="pad"><div class="page"><h1 class="sectionedit1"'
    ' id="bridge">{title}</h1><div class="level1">{text}</div></div><div class="docInfo">%s</div>'
    '</div></div><div id="dokuwiki__footer"><div class="license">CC BY-SA</div></div></div></div>'
)
_OLD_DOKUWIKI = (
    '<div class="dokuwiki"><div class="page"><h1>{title}</h1><div class="level1">{text}</div></div>'
    '<div class="stylefoot"><div class="meta"><div class="user"></div><div class="doc">%s</div>'
    '</div></div><div class="footerinc">Driven by a wiki</div></div>'
)


def _vector(language: str, line: str) -> DatedPage:
    return DatedPage(f"mediawiki-{language}", language, _VECTOR % line, None, "2023-05-05T10:11")


WIKIS = (
    _vector("en", "This page was last edited on 5 May 2023, at 10:11 (UTC)."),
    DatedPage(
        "mediawiki-monobook-de",
        "de",
        _MONOBOOK % "Diese Seite wurde zuletzt am 5. Mai 2023 um 10:11 Uhr bearbeitet.",
        None,
        "2023-05-05T10:11",
    ),
    _vector("hu", "A lap utolsó módosítása: 2023. május 5., 10:11"),
    _vector("fr", "La dernière modification de cette page a été faite le 5 mai 2023 à 10:11."),
    _vector("es", "Esta página se editó por última vez el 5 may 2023 a las 10:11."),
    _vector("pl", "Tę stronę ostatnio edytowano 5 maj 2023, 10:11."),
    _vector("nl", "Deze pagina is voor het laatst bewerkt op 5 mei 2023 om 10:11."),
    _vector("it", "Questa pagina è stata modificata per l'ultima volta il 5 mag 2023 alle 10:11."),
    _vector("pt", "Esta página foi editada pela última vez às 10h11 de 5 de maio de 2023."),
    _vector("cs", "Stránka byla naposledy editována 5. 5. 2023 v 10:11."),
    _vector("ro", "Ultima editare a paginii a fost efectuată la 5 mai 2023 ora 10:11."),
    _vector("sk", "Čas poslednej úpravy tejto stránky je 5. máj 2023, 10:11."),
    DatedPage(
        "dokuwiki-de",
        "de",
        _DOKUWIKI % "<bdi>wiki/bruecke.txt</bdi> · Zuletzt geändert: <time"
        ' datetime="2023-05-05T10:11:00+0000">2023/05/05 10:11</time> von <bdi>anna</bdi>',
        None,
        "2023-05-05T10:11",
    ),
    DatedPage(
        "dokuwiki-old",
        "en",
        _OLD_DOKUWIKI % "bridge.txt · Last modified: 2012/05/06 10:11 by anna",
        None,
        "2012-05-06T10:11",
    ),
    DatedPage(
        "moinmoin",
        "de",
        '<div id="header"><ul id="navibar"><li>StartSeite</li></ul></div><div id="page" lang="de">'
        '<h1 id="bruecke">{title}</h1>{text}<span class="anchor" id="bottom"></span></div>'
        '<div id="footer"><p id="pageinfo" class="info" lang="de">Brücke (zuletzt geändert am'
        " 2012-05-06 10:11:00 durch AnnaAuthor)</p><ul id=credits><li>Python Powered</li></ul></div>",
        None,
        "2012-05-06T10:11",
    ),
    DatedPage(
        "pmwiki",
        "en",
        '<table id="wikimid"><tr><td id="wikileft">Home</td><td id="wikibody"><div id="wikicmds">View'
        ' Edit</div><h1 class="pagetitle">{title}</h1><div id="wikitext">{text}</div></td></tr></table>'
        '<div id="wikifoot"><div class="footnav">Edit - History</div><div class="lastmod">Page last'
        " modified on May 06, 2012, at 10:11 AM</div></div>",
        None,
        "2012-05-06T10:11",
    ),
    DatedPage(
        "twiki",
        "en",
        '<div class="patternMainContents"><div class="patternTopic"><h1>{title}</h1>{text}</div>'
        '<div class="patternInfo"><div class="patternRevInfo">Topic revision: r12 - 06 May 2012 -'
        " 10:11:00 - AnnaAuthor</div></div></div>",
        None,
        "2012-05-06T10:11",
    ),
    DatedPage(
        "confluence",
        "en",
        '<div id="main" class="aui-page-panel"><div id="main-header"><h1 id="title-heading"'
        ' class="pagetitle">{title}</h1></div><div id="content" class="page view">'
        '<div class="page-metadata"><ul><li class="page-metadata-modification-info">Created by'
        ' <span class="author"><a>Anna Author</a></span>, last modified on <a class="last-modified">'
        'May 06, 2022</a></li></ul></div><div id="main-content" class="wiki-content">{text}</div>'
        "</div></div>",
        None,
        "2022-05-06",
    ),
    DatedPage(
        "wikidot",
        "en",
        '<div id="main-content"><div id="page-title">{title}</div><div id="page-content">{text}</div>'
        '<div class="page-tags"><span>bridge</span></div><div id="page-info-break"></div>'
        '<div id="page-options-container"><div id="page-info">page revision: 12, last edited:'
        ' <span class="odate">06 May 2012 10:11</span> (4580 days ago)</div></div></div>',
        None,
        "2012-05-06T10:11",
    ),
)
