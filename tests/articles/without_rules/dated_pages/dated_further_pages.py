"""Forms that were written after those of ``dated_later_pages.py``: names of classes, places and
notations of blogs, newspapers, forums and authorities, in Latin and other scripts."""

from __future__ import annotations

from dated_page import DatedPage

_TOP = '<div class="header"><a href="/">Echo</a> <a href="/news">News</a></div>'
_BESIDE = (
    '<div class="side"><h3>Recent</h3><ul><li><a href="/harbour">The harbour</a>'
    ' <span>02/11/2024</span></li><li><a href="/market">The market</a> <span>01/11/2024</span></li>'
    "</ul></div>"
)
_FOOT = '<div class="bottom">© 2003-2024 Echo · <a href="/imprint">Imprint</a></div>'


def _page(
    name: str, language: str, body: str, *days: str | None, head: str = "", path: str = "bridge"
) -> DatedPage:
    whole = f'{_TOP}<div class="columns"><div class="main">{body}</div>{_BESIDE}</div>{_FOOT}'
    return DatedPage(name, language, whole, *days, head=head, path=path)


def _forum(name: str, language: str, first: str, second: str, day: str | None) -> DatedPage:
    """A thread whose posts have their days in ``first`` and ``second``."""
    posts = "".join(
        f'<div class="post"><div class="poster"><a href="/user/{n}">{user}</a></div><div'
        f' class="postbody">{when}<div class="content">{text}</div></div></div>'
        for n, (user, when, text) in enumerate(
            (
                ("anna", first, "{text}"),
                ("bea", second, "<p>How fine that is, I will go and see it tomorrow, I think.</p>"),
                ("carl", second.replace("12", "13"), "<p>It is open in the evening, too.</p>"),
            )
        )
    )
    return _page(name, language, f"<h2>{{title}}</h2>{posts}", day)


CLASSES = (
    _page(
        "blogger-date-header",
        "de",
        '<h2 class="date-header">Montag, 18. Januar 2016</h2><div class="post"><h3>{title}</h3>'
        '<div class="post-body">{text}</div></div>',
        "2016-01-18",
    ),
    _page(
        "entry-date-before",
        "en",
        '<div class="entry-date"><span class="day">18</span> <span class="month">Jan</span> <span'
        ' class="year">2018</span></div><h1>{title}</h1>{text}',
        "2018-01-18",
    ),
    _page(
        "p-article-date",
        "de",
        '<h1>{title}</h1><div class="share"><a href="#">Teilen</a></div><p class="article_date">'
        "18.01.18</p>{text}",
        "2018-01-18",
    ),
    _page(
        "h-time",
        "de",
        '<p class="h-time">18.01.2018, 10:11</p><h1>{title}</h1>{text}',
        "2018-01-18T10:11",
    ),
    _page(
        "news-list-date",
        "de",
        '<div class="news-single"><span class="news-list-date">18.01.2018</span> <h1>{title}</h1>'
        "{text}</div>",
        "2018-01-18",
    ),
    _page(
        "aside-time",
        "en",
        '<article><h1>{title}</h1><aside class="info"><p>By Anna Author</p><time'
        ' datetime="2018-01-18">18 Jan</time></aside>{text}</article>',
        "2018-01-18",
    ),
    _page(
        "aside-time-below",
        "en",
        '<article><h1>{title}</h1>{text}</article><aside class="about"><time'
        ' datetime="2018-01-18T10:11:00Z">18 January 2018</time></aside>',
        "2018-01-18T10:11",
    ),
    _page(
        "meta-published-on",
        "en",
        "<h1>{title}</h1>{text}",
        "2018-01-18",
        head='<meta name="published_on" content="2018-01-18">',
    ),
    _page(
        "meta-article-date",
        "en",
        "<h1>{title}</h1>{text}",
        "2018-01-18",
        head='<meta name="article.published" content="2018-01-18T10:11:00Z">',
    ),
    _page(
        "meta-dc-date-available",
        "en",
        "<h1>{title}</h1>{text}",
        "2018-01-18",
        head='<meta name="DCTERMS.available" content="2018-01-18">',
    ),
    _page(
        "meta-swiftype",
        "en",
        "<h1>{title}</h1>{text}",
        "2018-01-18",
        head='<meta class="swiftype" name="published_at" data-type="date" content="2018-01-18">',
    ),
    _page(
        "meta-itemprop-created",
        "en",
        '<h1>{title}</h1><div itemscope itemtype="https://schema.org/Article"><meta'
        ' itemprop="dateCreated" content="2018-01-18">{text}</div>',
        "2018-01-18",
    ),
    _page(
        "data-date",
        "en",
        '<h1>{title}</h1><span class="timeago" title="2018-01-18T10:11:00Z">six years ago</span>'
        "{text}",
        "2018-01-18T10:11",
    ),
    _page(
        "data-timestamp",
        "en",
        '<h1>{title}</h1><span class="published-at" data-datetime="2018-01-18T10:11:00Z">a while'
        " ago</span>{text}",
        "2018-01-18T10:11",
    ),
    _page(
        "day-month-below-each-other",
        "fr",
        '<div class="date"><div>18</div><div>janv.</div><div>2018</div></div><h1>{title}</h1>{text}',
        "2018-01-18",
    ),
    _page(
        "pubdate-after-text",
        "en",
        '<h1>{title}</h1>{text}<div class="pubdate">18 January 2018</div><div class="tags"><a'
        ' href="/tag/bridge">bridge</a></div>',
        "2018-01-18",
    ),
    _page(
        "date-after-tags",
        "en",
        '<h1>{title}</h1>{text}<div class="tags"><a href="/tag/bridge">bridge</a> <a'
        ' href="/tag/river">river</a></div><div class="share"><a href="#">Share</a></div><div'
        ' class="author">Anna Author</div><p class="date">January 18, 2018</p>',
        "2018-01-18",
    ),
    _page(
        "beside-column-facts",
        "en",
        '<h1>{title}</h1>{text}<div class="sidebar"><dl><dt>Date</dt><dd>18 January 2018</dd>'
        "<dt>Author</dt><dd>Anna Author</dd></dl></div>",
        "2018-01-18",
    ),
)

NOTATIONS = (
    _page("ordinal-us", "en", "<h1>{title}</h1><p>July 12th, 2024</p>{text}", "2024-07-12"),
    _page("ordinal-of", "en", "<h1>{title}</h1><p>12th of July 2024</p>{text}", "2024-07-12"),
    _page("ordinal-the", "en", "<h1>{title}</h1><p>Friday the 12th of July, 2024</p>{text}", "2024-07-12"),
    _page("hyphens", "en", "<h1>{title}</h1><p>12-Jul-2024</p>{text}", "2024-07-12"),
    _page("all-capitals", "en", "<h1>{title}</h1><p>JUL 12, 2024 | 10:11 AM</p>{text}", "2024-07-12T10:11"),
    _page("no-comma", "en", "<h1>{title}</h1><p>By Anna Author July 12 2024</p>{text}", "2024-07-12"),
    _page("two-digits-de", "de", "<h1>{title}</h1><p>12.07.24</p>{text}", "2024-07-12"),
    _page("two-digits-label-de", "de", "<h1>{title}</h1><p>Veröffentlicht am: 12.07.24</p>{text}", "2024-07-12"),
    _page("slashes-fr", "fr", "<h1>{title}</h1><p>Par Anne Auteur, le 12/07/2024 à 10h11</p>{text}", "2024-07-12T10:11"),
    _page("slashes-us", "en-US", "<h1>{title}</h1><p>07/12/2024 10:11 AM</p>{text}", "2024-07-12T10:11"),
    _page("slashes-short-us", "en-US", "<h1>{title}</h1><p>Posted: 7/12/24</p>{text}", "2024-07-12"),
    _page("long-weekday-es", "es", "<h1>{title}</h1><p>Madrid, viernes 12 de julio del 2024</p>{text}", "2024-07-12"),
    _page("points-nl", "nl", "<h1>{title}</h1><p>vr 12 jul. 2024, 10:11</p>{text}", "2024-07-12T10:11"),
    _page("hu-suffix", "hu", "<h1>{title}</h1><p>2024. július 12., péntek 10:11</p>{text}", "2024-07-12T10:11"),
    _page(
        "lead-in-brackets",
        "de",
        "<h1>{title}</h1><p>(12.07.2024) Die Brücke ist nach zwei Jahren wieder offen, und die Stadt"
        " lädt alle ein, die sie als Erste überqueren wollen, mit Musik und Wein.</p>{text}",
        "2024-07-12",
    ),
    _page(
        "lead-in-brackets-place",
        "de",
        "<h1>{title}</h1><p>Köln (12.07.2024). Die Brücke ist nach zwei Jahren wieder offen, und die"
        " Stadt lädt alle ein, die sie als Erste überqueren wollen, mit Musik und Wein.</p>{text}",
        "2024-07-12",
    ),
    _page(
        "lead-bold-day",
        "de",
        "<h1>{title}</h1><p><strong>12. Juli 2024</strong> Die Brücke ist nach zwei Jahren wieder"
        " offen, und die Stadt lädt alle ein, die sie als Erste überqueren wollen.</p>{text}",
        "2024-07-12",
    ),
    _page(
        "sentence-after-text",
        "en",
        "<h1>{title}</h1>{text}<p>This article was first published in the Echo on July 12, 2024, and"
        " appears here by kind permission.</p>",
        "2024-07-12",
    ),
    _page(
        "sentence-after-text-de",
        "de",
        "<h1>{title}</h1>{text}<p>Dieser Text erschien zuerst am 12. Juli 2024 im Echo.</p>",
        "2024-07-12",
    ),
    _page(
        "sentence-posted-by-anna",
        "en",
        "<h1>{title}</h1>{text}<p>Posted by Anna Author at 10:11 on July 12, 2024 in News, Bridges</p>",
        "2024-07-12T10:11",
    ),
    _page(
        "month-in-address",
        "en",
        "<h1>{title}</h1>{text}",
        "2024-07-12",
        path="blog/2024/july/12/the-old-bridge",
    ),
    _page(
        "short-month-in-address",
        "en",
        "<h1>{title}</h1>{text}",
        "2024-07-12",
        path="news/2024/jul/12/the-old-bridge",
    ),
    _page(
        "day-first-in-address",
        "de",
        "<h1>{title}</h1>{text}",
        "2024-07-22",
        path="blog/22-07-2024-bridge",
    ),
    _page(
        "cyrillic-words",
        "ru",
        "<h1>{title}</h1><div>12 июля 2024, 10:11</div>{text}",
        "2024-07-12T10:11",
    ),
    _page(
        "cyrillic-label",
        "ru",
        "<h1>{title}</h1>{text}<p>Дата публикации: 12.07.2024</p>",
        "2024-07-12",
    ),
    _page(
        "cyrillic-year-letter",
        "ru",
        "<h1>{title}</h1><p>Опубликовано 12 июля 2024 г. в 10:11</p>{text}",
        "2024-07-12T10:11",
    ),
    _page("greek-words", "el", "<h1>{title}</h1><p>Παρασκευή, 12 Ιουλίου 2024</p>{text}", "2024-07-12"),
    _page("greek-capitals", "el", "<h1>{title}</h1><p>12 ΙΟΥΛΙΟΥ 2024</p>{text}", "2024-07-12"),
    _page("greek-label", "el", "<h1>{title}</h1><p>Δημοσίευση: 12/07/2024</p>{text}", "2024-07-12"),
    _page("arabic-words", "ar", "<h1>{title}</h1><p>الجمعة 12 يوليو 2024</p>{text}", "2024-07-12"),
    _page("arabic-digits", "ar", "<h1>{title}</h1><p>١٢ يوليو ٢٠٢٤</p>{text}", "2024-07-12"),
    _page("arabic-levant", "ar", "<h1>{title}</h1><p>نشر في 12 تموز 2024</p>{text}", "2024-07-12"),
    _page("japanese", "ja", "<h1>{title}</h1><p>2024年7月12日(金) 10時11分</p>{text}", "2024-07-12T10:11"),
    _page("japanese-label", "ja", "<h1>{title}</h1><p>公開日：2024.07.12</p>{text}", "2024-07-12"),
    _page("japanese-era", "ja", "<h1>{title}</h1><p>令和6年7月12日</p>{text}", "2024-07-12"),
    _page("japanese-era-in-brackets", "ja", "<h1>{title}</h1><p>2024年（令和6年）7月12日</p>{text}", "2024-07-12"),
    _page("japanese-numerals", "ja", "<h1>{title}</h1><p>令和六年七月十二日</p>{text}", "2024-07-12"),
    _page("chinese-numerals", "zh", "<h1>{title}</h1><p>二〇二四年七月十二日</p>{text}", "2024-07-12"),
    _page("hong-kong-short", "zh-HK", "<h1>{title}</h1><p>12/07/24</p>{text}", "2024-07-12"),
    _page("chinese", "zh", "<h1>{title}</h1><p>发布时间：2024年07月12日 10:11</p>{text}", "2024-07-12T10:11"),
    _page("chinese-source", "zh", "<h1>{title}</h1><p>2024-07-12 10:11 来源：回声报</p>{text}", "2024-07-12T10:11"),
    _page("korean", "ko", "<h1>{title}</h1><p>입력 2024.07.12 10:11</p>{text}", "2024-07-12T10:11"),
    _page("korean-words", "ko", "<h1>{title}</h1><p>2024년 7월 12일 금요일</p>{text}", "2024-07-12"),
)  # fmt: skip

THREADS = (
    _forum("thread-phpbb", "en", "<p class='author'>by <b>anna</b> » Fri Jul 12, 2024 10:11 am</p>",
           "<p class='author'>by <b>bea</b> » Sat Aug 12, 2024 9:12 am</p>", "2024-07-12T10:11"),
    _forum("thread-smf", "en", "<div class='smalltext'>« on: July 12, 2024, 10:11:12 AM »</div>",
           "<div class='smalltext'>« Reply #1 on: August 12, 2024, 09:12:00 AM »</div>", "2024-07-12T10:11"),
    _forum("thread-time", "de", "<time datetime='2024-07-12T10:11:00Z'>12. Juli 2024</time>",
           "<time datetime='2024-08-12T09:12:00Z'>12. August 2024</time>", "2024-07-12T10:11"),
    _forum("thread-vb", "en", "<div class='thead'>07-22-2024, 10:11 AM</div>",
           "<div class='thead'>08-12-2024, 09:12 AM</div>", "2024-07-22T10:11"),
    _forum("thread-ru", "ru", "<div class='postdate'>12 июл 2024, 10:11</div>",
           "<div class='postdate'>12 авг 2024, 09:12</div>", "2024-07-12T10:11"),
)  # fmt: skip

NO_DAYS = (
    _page(
        "one-day-in-a-table",
        "en",
        "<h1>{title}</h1>{text}<table><tr><th>Arch</th><th>Ready</th></tr><tr><td>First</td><td>12 July"
        " 2023</td></tr><tr><td>Second</td><td>3 May 2024</td></tr></table>{text}",
    ),
    _page(
        "a-member-since",
        "en",
        '<h1>{title}</h1>{text}<div class="author-box"><p>Anna Author</p><p>Member since 12 July 2014'
        "</p></div>",
    ),
    _page(
        "days-of-teasers",
        "de",
        '<h1>{title}</h1>{text}<div class="more"><h2>Weitere Texte</h2><div><h3><a href="/a">Der'
        ' Hafen</a></h3><span class="date">12.07.2024</span></div><div><h3><a href="/b">Der Markt</a>'
        '</h3><span class="date">13.07.2024</span></div></div>',
    ),
    _page(
        "day-of-an-event",
        "en",
        "<h1>{title}</h1>{text}<h2>Join us</h2><p>When: 24 October 2024, 18:00</p><p>Where: at the"
        " bridge</p>",
    ),
)
FURTHER_PAGES: tuple[DatedPage, ...] = (*CLASSES, *NOTATIONS, *THREADS, *NO_DAYS)
