"""Forms that were written after the rules, and read for the first time with them as they were."""

from __future__ import annotations

from dated_page import DatedPage

_TOP = '<div id="top"><a href="/">Echo</a> <a href="/news">News</a></div>'
_BESIDE = (
    '<div class="col-right"><h3>Agenda</h3><p>24.12.2024 Concert</p><p>02.11.2024 Market</p></div>'
)
_FOOT = '<div class="bottom">© 2003-2024 Echo · <a href="/imprint">Imprint</a></div>'


def _page(name: str, language: str, body: str, *days: str | None) -> DatedPage:
    return DatedPage(
        name, language, f'{_TOP}<div class="col-main">{body}</div>{_BESIDE}{_FOOT}', *days
    )


LATER_PAGES = (
    _page(
        "gov-ie",
        "en-IE",
        '<h1 class="title">{title}</h1><p class="published">Published on <span>12 March 2024</span></p>'
        '<p class="updated">Last updated on <span>4 April 2024</span></p>{text}',
        "2024-03-12",
        "2024-04-04",
    ),
    _page(
        "europa-ecl",
        "en",
        '<ul class="ecl-page-header__meta"><li class="ecl-page-header__meta-item">News article</li>'
        '<li class="ecl-page-header__meta-item">12 March 2024</li><li class="ecl-page-header__meta-item">'
        'Directorate for Bridges</li></ul><h1 class="ecl-page-header__title">{title}</h1>{text}',
        "2024-03-12",
    ),
    _page(
        "admin-ch-dateline",
        "de",
        "<h1>{title}</h1><p>Bern, 12.03.2024 - Der Rat hat an seiner Sitzung die alte Brücke wieder"
        " freigegeben, nachdem zwei Jahre an den Bögen gearbeitet worden war.</p>{text}",
        "2024-03-12",
    ),
    _page(
        "ots-at",
        "de",
        '<div class="ots-meta"><span>12.03.2024, 10:11</span> <span>/ OTS0042</span></div><h1>{title}</h1>'
        "{text}",
        "2024-03-12T10:11",
    ),
    _page(
        "publie-modifie-fr",
        "fr",
        "<h1>{title}</h1>{text}<p>Publié le 12/03/2024</p><p>Modifié le 04/04/2024</p>",
        "2024-03-12",
        "2024-04-04",
    ),
    _page(
        "pubblicato-it",
        "it",
        "<h1>{title}</h1>{text}<p>Pubblicato il: 12/03/2024 – Ultima modifica: 04/04/2024</p>",
        "2024-03-12",
        "2024-04-04",
    ),
    _page(
        "data-dodania-pl",
        "pl",
        "<h1>{title}</h1><ul><li>Data dodania: 2024-03-12</li><li>Dodał: Jan Nowak</li></ul>{text}",
        "2024-03-12",
    ),
    _page(
        "publikovano-cs",
        "cs",
        "<h1>{title}</h1>{text}<div>Publikováno: 12.3.2024 10:11 | Autor: Jan Novák</div>",
        "2024-03-12T10:11",
    ),
    _page(
        "feltoltve-hu",
        "hu",
        "<h1>{title}</h1><p>Feltöltve: 2024-03-12, Frissítve: 2024-04-04</p>{text}",
        "2024-03-12",
        "2024-04-04",
    ),
    _page(
        "publicado-es",
        "es",
        "<h1>{title}</h1>{text}<div class='node-info'>Publicado el martes, 12 de marzo de 2024 - 10:11"
        "</div>",
        "2024-03-12T10:11",
    ),
    _page(
        "joomla-gov-br",
        "pt-BR",
        '<h1 class="documentFirstHeading">{title}</h1><div class="content-header-options"><span'
        ' class="documentPublished">Publicado: Terça, 12 de Março de 2024, 10h11</span><span'
        ' class="separator">|</span><span class="documentModified">Última atualização em Quinta, 04 de'
        " Abril de 2024, 09h00</span></div>{text}",
        "2024-03-12T10:11",
        "2024-04-04T09:00",
    ),
    _page(
        "postat-ro",
        "ro",
        "<h2>{title}</h2><small>Postat la 12 Martie 2024</small>{text}",
        "2024-03-12",
    ),
    _page(
        "vytvorene-sk",
        "sk",
        "<h1>{title}</h1>{text}<p class='info'>Vytvorené: 12. 3. 2024, zmenené: 4. 4. 2024</p>",
        "2024-03-12",
        "2024-04-04",
    ),
    _page(
        "geplaatst-nl",
        "nl",
        "<h1>{title}</h1><p>Geplaatst op dinsdag 12 maart 2024</p>{text}",
        "2024-03-12",
    ),
    _page(
        "xwiki",
        "en",
        '<div id="document-title"><h1>{title}</h1></div><div class="xdocLastModification">Last modified by'
        ' <span class="xwikiuser">Anna Author</span> on 2022/05/06 10:11</div><div id="xwikicontent">'
        '{text}</div><div id="xdocFooter"><div class="xdocCreation">Created by Bea Baker on 2021/01/02'
        " 09:00</div></div>",
        "2021-01-02T09:00",
        "2022-05-06T10:11",
    ),
    _page(
        "relative-only",
        "en",
        "<h1>{title}</h1>{text}<p>Last updated 3 months ago</p>",
    ),
    _page(
        "trac",
        "en",
        '<div id="wikipage"><h1>{title}</h1>{text}</div><div class="trac-modifiedby">Last modified <a'
        ' class="timeline" title="See timeline at May 6, 2012, 10:11:00 AM">12 years ago</a> Last modified'
        " on May 6, 2012, 10:11:00 AM</div>",
        None,
        "2012-05-06T10:11",
    ),
    DatedPage(
        "tumblr",
        "en",
        '<div class="post"><h2><a href="/post/8412/the-old-bridge">{title}</a></h2>{text}<div class="date">'
        '<a href="/post/8412/the-old-bridge">March 12th, 2014</a></div></div>',
        "2014-03-12",
        path="post/8412/the-old-bridge",
    ),
    _page(
        "emacs-address",
        "en",
        "<h1>{title}</h1>{text}<hr><address><a href='/anna'>Anna Author</a></address>Last modified: Fri Mar"
        " 12 10:11:12 UTC 2004",
        None,
        "2004-03-12T10:11",
    ),
    _page(
        "antville",
        "de",
        '<div class="story"><h3>{title}</h3>{text}<p class="small">anna, 12. März 2004, 10:11</p></div>'
        '<div class="comments"><p><b>bea</b>, 15. März 2004, 9:12</p><p>Schön.</p></div>',
        "2004-03-12T10:11",
    ),
    _page(
        "twoday",
        "de",
        '<div class="storyDate">Freitag, 12. März 2004</div><div class="storyTitle"><h3>{title}</h3></div>'
        '<div class="storyText">{text}</div>',
        "2004-03-12",
    ),
    _page(
        "forum-en-us",
        "en-US",
        '<h1>{title}</h1><div class="submitted">Submitted by anna on Fri, 03/12/2004 - 10:11am</div>{text}',
        "2004-03-12T10:11",
    ),
    _page(
        "agenda-beside-only",
        "fr",
        "<h1>{title}</h1>{text}",
    ),
)
