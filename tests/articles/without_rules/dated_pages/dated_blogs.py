"""Pages of small blogs; and what is near a text and is not its day: comments, other posts."""

from __future__ import annotations

from dated_page import DatedPage

_BLOGGER = (
    '<div id="main"><div class="blog-posts hfeed"><div class="date-outer"><h2 class="date-header">'
    '<span>%s</span></h2><div class="date-posts"><div class="post-outer"><div class="post hentry">'
    '<h3 class="post-title entry-title">{title}</h3><div class="post-body entry-content">{text}</div>'
    '<div class="post-footer">%s</div></div></div></div></div></div><div class="comments"'
    ' id="comments"><h4>2 comments:</h4><dl><dt>Bea said...</dt><dd><p>How fine.</p></dd><dd'
    ' class="comment-footer">June 1, 2024 at 9:12 AM</dd></dl></div></div><div class="sidebar">'
    "<h2>Archive</h2><ul><li>October 2024</li></ul></div>"
)

BLOGS = (
    DatedPage(
        "blogger-classic",
        "en",
        _BLOGGER % ("Tuesday, March 12, 2024", "Posted by Anna at 10:11 AM"),
        "2024-03-12",
    ),
    DatedPage(
        "blogger-classic-de",
        "de",
        _BLOGGER % ("Dienstag, 12. März 2024", "Eingestellt von Anna um 10:11"),
        "2024-03-12",
    ),
    DatedPage(
        "movable-type",
        "en",
        '<div id="container"><div class="content"><h2 class="date">March 12, 2004</h2><h3'
        ' class="title">{title}</h3>{text}<p class="posted">Posted by anna at March 12, 2004 10:11 AM</p>'
        '<h3>Comments</h3><div class="comments"><p>Fine.</p><span>Posted by: bea at March 15, 2004'
        " 09:12 PM</span></div></div></div>",
        "2004-03-12T10:11",
    ),
    DatedPage(
        "livejournal",
        "en",
        '<div class="entry"><div class="datesubject"><div class="date">Mar. 12th, 2004 | 10:11 am</div>'
        '<h3 class="subject">{title}</h3></div><div class="entry_text">{text}</div></div>',
        "2004-03-12T10:11",
    ),
    DatedPage(
        "textpattern",
        "en",
        '<div id="content"><h1>{title}</h1>{text}<p class="published"><span>12 March 2004, 10:11</span>'
        "</p></div>",
        "2004-03-12T10:11",
    ),
    DatedPage(
        "serendipity",
        "en",
        '<td id="content"><h3 class="serendipity_date">Friday, March 12. 2004</h3><h4'
        ' class="serendipity_title"><a href="/bridge">{title}</a></h4><div class="serendipity_entry">'
        "{text}</div></td>",
        "2004-03-12",
    ),
    DatedPage(
        "kubrick",
        "en",
        '<div id="content" class="widecolumn"><div class="post"><h2>{title}</h2><div class="entry">{text}'
        '<p class="postmetadata alt"><small>This entry was posted on Friday, March 12th, 2004 at 10:11 am'
        " and is filed under <a>News</a>. You can follow any responses to this entry through the feed."
        '</small></p></div></div><ol class="commentlist"><li><cite>Bea</cite> Says: <small>June 1st, 2004'
        " at 9:12 am</small><p>Fine.</p></li></ol></div>",
        "2004-03-12T10:11",
    ),
    DatedPage(
        "date-box",
        "en",
        '<div class="post"><div class="date"><span class="month">Mar</span> <span class="day">12</span>'
        ' <span class="year">2014</span></div><h2>{title}</h2><div class="entry">{text}</div></div>',
        "2014-03-12",
    ),
    DatedPage(
        "overblog-fr",
        "fr",
        '<div class="article"><h2>{title}</h2><p class="meta">Publié le 12 mars 2014 par Anne</p>'
        '<div class="contenu">{text}</div></div>',
        "2014-03-12",
    ),
    DatedPage(
        "blog-hu",
        "hu",
        '<div class="post"><h2>{title}</h2><div class="post-date"><span>2014.03.12. 10:11</span>'
        ' <span>Anna</span></div><div class="post-content">{text}</div></div>',
        "2014-03-12T10:11",
    ),
    DatedPage(
        "posted-below-text-pl",
        "pl",
        '<div class="wpis"><h2>{title}</h2><div class="tresc">{text}</div><div class="stopka">Opublikowano:'
        " wtorek, 12 marca 2024, autor: Anna</div></div>",
        "2024-03-12",
    ),
    DatedPage(
        "posted-below-text-it",
        "it",
        '<div class="post"><h2>{title}</h2>{text}<div class="post-footer">Pubblicato da Anna il 12 marzo'
        " 2024 alle 10:11</div></div>",
        "2024-03-12T10:11",
    ),
    DatedPage(
        "rdfa",
        "en",
        '<article typeof="schema:BlogPosting"><h1 property="schema:headline">{title}</h1>'
        '<span property="schema:datePublished" content="2024-03-12T10:11:00+00:00">four weeks ago</span>'
        "{text}</article>",
        "2024-03-12T10:11",
    ),
    DatedPage(
        "itemprop-alone",
        "en",
        '<article><h1>{title}</h1><meta itemprop="datePublished" content="2024-03-12"><meta'
        ' itemprop="dateModified" content="2024-04-04">{text}</article>',
        "2024-03-12",
        "2024-04-04",
    ),
    DatedPage(
        "only-comments-have-days",
        "en",
        '<article><h1>{title}</h1>{text}</article><section id="comments" class="comments"><ol><li><b>Bea'
        '</b> <time datetime="2024-06-01T09:12:00Z">1 June 2024</time><p>Fine.</p></li></ol></section>',
    ),
    DatedPage(
        "only-teasers-have-days",
        "de",
        '<article><h1>{title}</h1>{text}</article><div class="related"><h2>Mehr</h2><div'
        ' class="teaser"><a href="/x">Die Dächer</a><span class="date">Veröffentlicht am 2. Januar 2024'
        "</span></div></div>",
    ),
    DatedPage(
        "day-of-the-visit",
        "de",
        '<div id="top"><span class="date">Mittwoch, 20. November 2024</span></div><div id="main"><h1>'
        "{title}</h1>{text}</div>",
    ),
)
