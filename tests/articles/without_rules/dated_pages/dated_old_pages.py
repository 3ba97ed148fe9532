"""Pages of the years before 2010: layout tables, portals in PHP, meta elements of the time."""

from __future__ import annotations

from dated_page import DatedPage

_MENU = '<td width="150" bgcolor="#eeeeee"><a href="/">Home</a><br><a href="/n">News</a></td>'


def _table(name: str, language: str, cell: str, *days: str | None, head: str = "") -> DatedPage:
    body = f'<table width="760" border="0"><tr>{_MENU}<td valign="top">{cell}</td></tr></table>'
    return DatedPage(name, language, body, *days, head=head)


OLD_PAGES = (
    _table(
        "frontpage",
        "en",
        "<h1>{title}</h1>{text}<hr><p><font size=1>Last updated: March 12, 2004</font></p>",
        None,
        "2004-03-12",
    ),
    _table(
        "layout-table",
        "de",
        '<font size="5"><b>{title}</b></font><br><font size="1">12.03.2004</font><br>{text}',
        "2004-03-12",
    ),
    _table(
        "php-nuke",
        "en",
        '<table><tr><td><font class="option"><b>{title}</b></font><br><font class="tiny">Posted on'
        " Friday, March 12, 2004 @ 10:11:12 UTC by <a>admin</a></font></td></tr></table>{text}",
        "2004-03-12T10:11",
    ),
    _table(
        "mambo",
        "en",
        '<table class="contentpaneopen"><tr><td class="contentheading">{title}</td></tr></table>'
        '<table class="contentpaneopen"><tr><td class="createdate">Friday, 12 March 2004</td></tr><tr>'
        '<td>{text}</td></tr><tr><td class="modifydate">Last Updated ( Sunday, 04 April 2004 )</td></tr>'
        "</table>",
        "2004-03-12",
        "2004-04-04",
    ),
    _table(
        "signed-at-the-end",
        "hu",
        '<h2>{title}</h2>{text}<p align="right"><i>Budapest, 2004. március 12.</i></p>',
        "2004-03-12",
    ),
    _table(
        "copyright-and-change",
        "en",
        "<h1>{title}</h1>{text}<p>© 1998-2004 Town of Echo. Last modified 12 March 2004.</p>",
        None,
        "2004-03-12",
    ),
    _table(
        "meta-date",
        "en",
        "<h1>{title}</h1>{text}",
        "2004-03-12",
        head='<meta name="date" content="2004-03-12T10:11:00+00:00">',
    ),
    _table(
        "meta-revised",
        "en",
        "<h1>{title}</h1>{text}",
        None,
        "2004-03-12",
        head='<meta name="revised" content="Friday, March 12, 2004, 10:11 am">',
    ),
    _table(
        "meta-last-modified",
        "en",
        "<h1>{title}</h1>{text}",
        None,
        "2004-03-12",
        head='<meta http-equiv="Last-Modified" content="Fri, 12 Mar 2004 10:11:00 GMT">',
    ),
    _table(
        "date-on-the-right",
        "de",
        '<div align="right">12. März 2004</div><h2>{title}</h2>{text}',
        "2004-03-12",
    ),
    _table(
        "in-brackets-at-the-end",
        "de",
        "<h1>{title}</h1>{text}<p>(12.03.2004)</p><p><a href=/n>zurück</a></p>",
        "2004-03-12",
    ),
    _table(
        "xoops",
        "fr",
        '<div class="itemHead"><h1 class="itemTitle">{title}</h1></div><div class="itemInfo">Posté par'
        ' <a>anne</a> le 12/03/2004 10:11:12 (1512 lectures)</div><div class="itemBody">{text}</div>',
        "2004-03-12T10:11",
    ),
    _table(
        "geschrieben-von-de",
        "de",
        '<h3>{title}</h3><span class="small">Geschrieben von Administrator am Freitag, 12. März 2004'
        "</span>{text}",
        "2004-03-12",
    ),
    _table(
        "copyright-only",
        "en",
        "<h1>{title}</h1>{text}<p>Copyright © 1998, 2004 Town of Echo. All rights reserved.</p>",
    ),
)
