"""Pages of authorities: towns, ministries, police, agencies."""

from __future__ import annotations

from dated_page import DatedPage

_NEWS_BESIDE = (
    '<aside class="sidebar"><h2>News</h2><ul><li><a href="/a">Roof of the school</a> 18.11.2024</li>'
    '<li><a href="/b">New buses</a> 15.11.2024</li></ul></aside>'
)
_FOOTER = '<footer class="footer"><p>© 2010–2024 Town of Echo</p><p>Imprint</p></footer>'


def _page(
    name: str,
    language: str,
    body: str,
    published: str | None = None,
    modified: str | None = None,
    head: str = "",
) -> DatedPage:
    return DatedPage(
        name,
        language,
        f'<header class="site-header"><a href="/">Echo</a></header>{body}{_NEWS_BESIDE}{_FOOTER}',
        published,
        modified,
        head,
    )


AUTHORITIES = (
    _page(
        "bund-docdata-de",
        "de",
        '<div id="content" class="content"><h1 class="isFirstInSlot">{title}</h1><dl class="docData">'
        '<dt class="docType">Typ:</dt><dd>Pressemitteilung</dd><dt>Datum</dt><dd>12.03.2024</dd></dl>'
        "{text}</div>",
        "2024-03-12",
    ),
    _page(
        "presseportal-de",
        "de",
        '<article class="story"><div class="story-head"><p class="date">12.03.2024 – 10:11</p>'
        '<p class="customer"><a href="/p">Polizei Echo</a></p><h1>POL-EC: {title}</h1></div>'
        '<p><i>Echo (ots)</i></p>{text}<p class="contact">Rückfragen bitte an: Polizei Echo</p></article>',
        "2024-03-12T10:11",
    ),
    _page(
        "stand-de",
        "de",
        '<main><h1>{title}</h1><div class="text">{text}</div><p class="stand">Stand: 12.03.2024</p>'
        "</main>",
        None,
        "2024-03-12",
    ),
    _page(
        "letzte-aenderung-de",
        "de",
        '<div class="main"><h1>{title}</h1><div class="text">{text}</div></div><div class="pagefoot">'
        "<span>Letzte Änderung: 12. März 2024</span> <a href=#top>nach oben</a></div>",
        None,
        "2024-03-12",
    ),
    _page(
        "veroeffentlicht-und-geaendert-de",
        "de",
        '<main><div class="news-single"><h1>{title}</h1>{text}<p class="meta"><span>Zuletzt'
        " aktualisiert am: 04.04.2024</span> | <span>Veröffentlicht am: 12.03.2024</span></p></div></main>",
        "2024-03-12",
        "2024-04-04",
    ),
    _page(
        "gov-uk",
        "en-GB",
        '<main id="content" role="main"><span class="gem-c-title__context">Press release</span>'
        '<h1 class="gem-c-title__text">{title}</h1><div class="gem-c-metadata"><dl><dt>From:</dt>'
        "<dd><a>Ministry of Bridges</a></dd><dt>Published</dt><dd>12 March 2024</dd><dt>Last updated"
        "</dt><dd>4 April 2024 — <a>See all updates</a></dd></dl></div>"
        '<div class="gem-c-govspeak">{text}</div></main>',
        "2024-03-12",
        "2024-04-04",
    ),
    _page(
        "canada-en",
        "en-CA",
        '<main property="mainContentOfPage" class="container"><h1 property="name" id="wb-cont">{title}'
        '</h1>{text}<div class="pagedetails"><dl id="wb-dtmd"><dt>Date modified:</dt><dd><time'
        ' property="dateModified">2024-04-04</time></dd></dl></div></main>',
        None,
        "2024-04-04",
    ),
    _page(
        "mairie-fr",
        "fr",
        '<main><h1>{title}</h1><p class="infos">Publié le 12 mars 2024 - Mis à jour le 4 avril 2024</p>'
        "{text}</main>",
        "2024-03-12",
        "2024-04-04",
    ),
    _page(
        "prefecture-spip-fr",
        "fr",
        '<div class="contenu-principal"><h1 class="titre-article">{title}</h1><div class="chapo"></div>'
        '<div class="texte-article">{text}</div><p class="info-publi">Mise en ligne : <abbr'
        ' class="published" title="2024-03-12T10:11:00Z">12 mars 2024</abbr></p></div>',
        "2024-03-12",
    ),
    _page(
        "date-de-modification-fr",
        "fr",
        '<main><h1>{title}</h1>{text}<p class="last-change">Dernière mise à jour : 12/03/2024</p></main>',
        None,
        "2024-03-12",
    ),
    _page(
        "gov-pl",
        "pl",
        '<main><article id="main-content" class="article-area__article"><h2>{title}</h2>'
        '<p class="event-date">12.03.2024</p><div class="editor-content">{text}</div></article></main>',
        "2024-03-12",
    ),
    _page(
        "bip-pl",
        "pl",
        '<div id="tresc"><h2>{title}</h2><div>{text}</div><table class="metryczka"><caption>Metryka'
        "</caption><tr><th>Opublikował:</th><td>Jan Nowak</td></tr><tr><th>Data publikacji:</th>"
        "<td>2024-03-12 10:11</td></tr><tr><th>Data ostatniej modyfikacji:</th><td>2024-04-04 09:00"
        "</td></tr></table></div>",
        "2024-03-12T10:11",
        "2024-04-04T09:00",
    ),
    _page(
        "onkormanyzat-hu",
        "hu",
        '<div class="item-page"><h2>{title}</h2><dl class="article-info"><dt>Részletek</dt>'
        "<dd>Létrehozva: 2024. március 12.</dd><dd>Utolsó módosítás: 2024. április 4.</dd>"
        "<dd>Találatok: 1512</dd></dl>{text}</div>",
        "2024-03-12",
        "2024-04-04",
    ),
    _page(
        "ministry-hu-above-title",
        "hu",
        '<div class="article"><div class="article-head"><span class="time">2024. március 12. 10:11'
        '</span><h1>{title}</h1></div><div class="article-content">{text}</div></div>',
        "2024-03-12T10:11",
    ),
    _page(
        "kozzeteve-hu",
        "hu",
        '<main><h1>{title}</h1><div class="content">{text}</div><p>Közzétéve: 2024.03.12.</p></main>',
        "2024-03-12",
    ),
    _page(
        "ayuntamiento-es",
        "es",
        '<main><h1 class="titulo">{title}</h1><div class="fecha"><span class="etiqueta">Fecha de'
        ' publicación:</span> <span class="valor">12/03/2024</span></div>{text}</main>',
        "2024-03-12",
    ),
    _page(
        "actualizado-es",
        "es",
        "<main><h1>{title}</h1>{text}<p>Última actualización: 12 de marzo de 2024</p></main>",
        None,
        "2024-03-12",
    ),
    _page(
        "comune-it",
        "it",
        '<main><div class="container" id="main-container"><h1>{title}</h1><div class="row mt-5 mb-4">'
        '<div class="col-6"><small>Data:</small><p class="fw-semibold font-monospace">12 marzo 2024</p>'
        '</div><div class="col-6"><small>Tempo di lettura:</small><p>2 min</p></div></div></div>'
        '<article class="it-page-section">{text}</article><article id="ultimo-aggiornamento"><p>Ultimo'
        " aggiornamento: 04/04/2024, 10:11</p></article></main>",
        "2024-03-12",
        "2024-04-04T10:11",
    ),
    _page(
        "zverejneno-cs",
        "cs",
        '<div id="stred"><h1>{title}</h1><div class="obsah">{text}</div><p class="info">Datum'
        " zveřejnění: 12. března 2024</p><p>Aktualizováno: 4. 4. 2024</p></div>",
        "2024-03-12",
        "2024-04-04",
    ),
    _page(
        "obec-sk",
        "sk",
        '<div class="article"><h1>{title}</h1><p class="info">Publikované: 12. marca 2024, Aktualizované:'
        " 4. apríla 2024</p>{text}</div>",
        "2024-03-12",
        "2024-04-04",
    ),
    _page(
        "rijksoverheid-nl",
        "nl",
        '<main><div class="wrapper article"><div class="article content"><h1 class="news">{title}</h1>'
        '<p class="article-meta">Nieuwsbericht | 12-03-2024 | 10:11</p>{text}</div></div></main>',
        "2024-03-12T10:11",
    ),
    _page(
        "gemeente-nl",
        "nl",
        '<main><h1>{title}</h1>{text}<p class="small">Laatst gewijzigd op: 12 maart 2024</p></main>',
        None,
        "2024-03-12",
    ),
    _page(
        "plone-pt",
        "pt",
        '<div id="content"><article><h1 class="documentFirstHeading">{title}</h1>'
        '<div class="documentByLine"><span class="documentPublished"><span>Publicado em</span>'
        ' <span class="value">12/03/2024 10h11</span></span> <span class="documentModified">'
        '<span>Atualizado em</span> <span class="value">04/04/2024 09h00</span></span></div>'
        '<div id="content-core">{text}</div></article></div>',
        "2024-03-12T10:11",
        "2024-04-04T09:00",
    ),
    _page(
        "primarie-ro",
        "ro",
        '<div class="entry"><h1>{title}</h1>{text}<table><tr><td>Data publicării</td><td>12 martie 2024'
        "</td></tr><tr><td>Ultima actualizare</td><td>4 aprilie 2024</td></tr></table></div>",
        "2024-03-12",
        "2024-04-04",
    ),
    _page(
        "drupal-7-submitted",
        "en-US",
        '<div id="content"><h1 class="title" id="page-title">{title}</h1><div class="node node-article">'
        '<div class="submitted">Submitted by <span class="username">webadmin</span> on Tue, 03/12/2024'
        ' - 10:11</div><div class="content clearfix">{text}</div></div></div>',
        "2024-03-12T10:11",
    ),
    _page(
        "drupal-9-field-date",
        "en",
        '<main role="main"><h1 class="page-header">{title}</h1><article class="node node--type-news">'
        '<div class="field field--name-field-date field--type-datetime"><div class="field__label">Date'
        '</div><div class="field__item">12 March 2024</div></div><div class="field--name-body">{text}'
        "</div></article></main>",
        "2024-03-12",
    ),
    _page(
        "press-release-above-title",
        "en-US",
        '<main><article><p class="release">FOR IMMEDIATE RELEASE<br>Tuesday, March 12, 2024</p>'
        '<h1>{title}</h1><div class="body">{text}</div></article></main>',
        "2024-03-12",
    ),
    _page(
        "dateline-de",
        "de",
        "<main><h1>{title}</h1><p>Echo, 12. März 2024 – Der Stadtrat hat heute die Brücke freigegeben,"
        " und viele Leute aus den Nachbarorten sind dafür gekommen, um sie als erste zu betreten.</p>"
        "{text}</main>",
        "2024-03-12",
    ),
    _page(
        "dateline-en",
        "en",
        "<main><h1>{title}</h1><p>ECHO (March 12, 2024) — The council has opened the bridge today, and"
        " many people came from the villages around to be among the first who cross the river.</p>"
        "{text}</main>",
        "2024-03-12",
    ),
    _page(
        "dublin-core",
        "de",
        "<main><h1>{title}</h1>{text}</main>",
        "2024-03-12",
        "2024-04-04",
        '<meta name="DC.Date.Created" scheme="DCTERMS.W3CDTF" content="2024-03-12"><meta'
        ' name="DC.Date.Modified" content="2024-04-04">',
    ),
    _page(
        "dcterms-modified",
        "en",
        "<main><h1>{title}</h1>{text}</main>",
        None,
        "2024-04-04",
        '<meta name="dcterms.modified" title="W3CDTF" content="2024-04-04">',
    ),
    _page(
        "date-and-number-en",
        "en",
        '<div class="content"><h1>{title}</h1><table class="release-info"><tr><td><b>Release No.</b></td>'
        "<td>24-118</td></tr><tr><td><b>Release date</b></td><td>March 12, 2024</td></tr></table>{text}"
        "</div>",
        "2024-03-12",
    ),
    _page(
        "event-to-come-de",
        "de",
        "<main><h1>{title}</h1>{text}<dl><dt>Datum:</dt><dd>24.12.2024</dd><dt>Ort:</dt><dd>Markt</dd>"
        "</dl></main>",
    ),
)
