"""Pages of static-site generators and of documentation."""

from __future__ import annotations

from dated_page import DatedPage

_SPHINX = (
    '<div class="wy-nav-content"><div role="main" class="document"><div itemprop="articleBody">'
    '<section><h1>{title}</h1>{text}</section></div></div><footer><div role="contentinfo"><p>&#169;'
    ' Copyright 2019-2024, Anna Author. <span class="lastupdated">Last updated on Apr 04, 2024.</span>'
    "</p></div>Built with Sphinx</footer></div>"
)

STATIC_SITES = (
    DatedPage(
        "hugo-papermod",
        "en",
        '<main class="main"><article class="post-single"><header class="post-header"><h1'
        ' class="post-title">{title}</h1><div class="post-meta"><span title="2024-03-12 10:11:00 +0000'
        ' UTC">March 12, 2024</span>&nbsp;·&nbsp;3 min&nbsp;·&nbsp;Anna Author</div></header>'
        '<div class="post-content">{text}</div></article></main>',
        "2024-03-12",
    ),
    DatedPage(
        "jekyll-poole",
        "en",
        '<div class="container"><div class="post"><h1 class="post-title">{title}</h1>'
        '<span class="post-date">12 Mar 2024</span>{text}</div><div class="related"><h2>Related'
        ' posts</h2><ul class="related-posts"><li><h3><a href="/x">Roofs <small>02 Jan 2024</small>'
        "</a></h3></li></ul></div></div>",
        "2024-03-12",
    ),
    DatedPage(
        "jekyll-address-only",
        "en",
        "<article><h1>{title}</h1>{text}</article>",
        "2024-03-12",
        path="blog/2024/03/12/bridge.html",
    ),
    DatedPage(
        "pelican-notmyidea",
        "en",
        '<section id="content" class="body"><article><header><h1 class="entry-title"><a href="/bridge"'
        ' rel="bookmark">{title}</a></h1></header><div class="entry-content"><footer class="post-info">'
        '<abbr class="published" title="2024-03-12T10:11:00+00:00">Published: Tue 12 March 2024</abbr>'
        "<br>In <a>News</a>.</footer>{text}</div></article></section>",
        "2024-03-12T10:11",
    ),
    DatedPage(
        "pelican-simple",
        "en",
        "<main><article><header><h2>{title}</h2></header>{text}<footer><p>Published: <time"
        ' datetime="2024-03-12T10:11:00+00:00">Tue 12 March 2024</time></p><p>Last updated: <time'
        ' datetime="2024-04-04T09:00:00+00:00">Thu 04 April 2024</time></p></footer></article></main>',
        "2024-03-12T10:11",
        "2024-04-04T09:00",
    ),
    DatedPage(
        "docusaurus",
        "en",
        '<main><article><div class="theme-doc-markdown markdown"><header><h1>{title}</h1></header>{text}'
        '</div><footer class="theme-doc-footer"><span class="theme-last-updated">Last updated on'
        ' <b><time datetime="2024-04-04T09:00:00.000Z">Apr 4, 2024</time></b> by'
        " <b>Anna</b></span></footer></article></main>",
        None,
        "2024-04-04T09:00",
    ),
    DatedPage(
        "mkdocs",
        "en",
        '<div class="md-content"><article class="md-content__inner"><h1>{title}</h1>{text}<hr>'
        '<div class="md-source-file"><small>Last update: <span class="git-revision-date">April 4, 2024'
        '</span><br>Created: <span class="git-revision-date">March 12, 2024</span></small></div>'
        "</article></div>",
        "2024-03-12",
        "2024-04-04",
    ),
    DatedPage("sphinx", "en", _SPHINX, None, "2024-04-04"),
    DatedPage(
        "org-mode",
        "en",
        '<div id="content"><h1 class="title">{title}</h1>{text}</div><div id="postamble"'
        ' class="status"><p class="date">Date: 2024-03-12</p><p class="author">Author: Anna Author</p>'
        '<p class="validation">Validate</p></div>',
        "2024-03-12",
    ),
    DatedPage(
        "gatsby",
        "en",
        '<div class="global-wrapper"><main><article class="blog-post"><header><h1>{title}</h1><p>'
        "March 12, 2024</p></header><section>{text}</section></article></main><footer>© 2024</footer></div>",
        "2024-03-12",
    ),
    DatedPage(
        "eleventy-footer",
        "en",
        '<main id="skip"><h1>{title}</h1>{text}<ul class="post-metadata"><li>Filed in News</li><li>'
        "Written on 12 March 2024</li></ul></main>",
        "2024-03-12",
    ),
    DatedPage(
        "hugo-lastmod",
        "de",
        '<article><header><h1>{title}</h1><p class="meta">12. März 2024 · Zuletzt bearbeitet am 4. April'
        " 2024 · 3 Minuten Lesezeit</p></header>{text}</article>",
        "2024-03-12",
        "2024-04-04",
    ),
    DatedPage(
        "bookdown",
        "en",
        '<div id="header"><h1 class="title">{title}</h1><p class="author"><em>Anna Author</em></p>'
        '<p class="date"><em>Version of March 12, 2024</em></p></div><div class="section">{text}</div>',
        "2024-03-12",
    ),
    DatedPage(
        "nanoc-time-without-datetime",
        "fr",
        "<article><h1>{title}</h1><p><time>12 mars 2024</time></p>{text}</article>",
        "2024-03-12",
    ),
)
