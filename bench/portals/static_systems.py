"""Sites that programs for static blogs make of the posts, for ``systems.py``."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

from bench.portals.system_posts import (
    AUTHORS,
    TITLE,
    Post,
    Site,
    Tools,
    first,
    inline,
    list_posts,
    markdown,
    nothing,
    read_site,
    run,
    slug_of,
    write,
    write_posts,
)


def make_pelican(theme: str, folder: Path, tools: Tools, package: str = "") -> Site:
    """A theme of a package shows the first author alone."""
    program = tools.find("pelican", "pip install pelican[markdown]")
    path = str(tools.package(package, f"pip install {theme}")) if package else theme
    home = f"http://pelican-{theme}.example"
    for post in list_posts():
        lines = [
            f"Title: {post.title}",
            f"Date: {post.published:%Y-%m-%d %H:%M}",
            f"Slug: {post.slug}",
        ]
        lines += [f"Category: {post.sections[0]}", f"Authors: {'; '.join(post.authors)}"]
        lines += [f"Tags: {', '.join(post.tags)}"] if post.tags else []
        lines += (
            [f"Modified: {post.modified:%Y-%m-%d %H:%M}"] if post.modified > post.published else []
        )
        write(folder / f"content/{post.slug}.md", "\n".join(lines) + f"\n\n{markdown(post)}\n")
    write(
        folder / "conf.py",
        f"""
AUTHOR = "Nobody"; SITENAME = {TITLE!r}; SITEURL = {home!r}; PATH = "content"; TIMEZONE = "UTC"
DEFAULT_LANG = "en"; DEFAULT_PAGINATION = 10; FEED_ALL_ATOM = "feeds/all.atom.xml"
LINKS = (("Pelican", "https://getpelican.com/"),); SOCIAL = (("social", "#"),)
THEME = {path!r}; PLUGINS = []; CC_LICENSE = {{}}
""",
    )
    run(folder, program, "content", "-s", "conf.py", "-o", "output", "-q")
    return read_site(
        folder / "output",
        home,
        lambda p: f"/{p.slug}.html",
        sections_of=lambda p: first(p.sections),
        authors_of=lambda p: first(p.authors) if package else p.authors,
    )


WITHOUT_AUTHORS = "landscape next butterfly stellar melody zhaoo particlex diaspora cards anzhiyu bamboo reimu".split()
"""Themes of Hexo that name the owner of the site on each page."""
WITHOUT_NAMES = "ayer pure arknights apollo".split()
"""Those that name nobody."""
WITHOUT_SECTIONS = "async kratos-rebirth pure zhaoo diaspora arknights apollo".split()
ONE_SECTION = "solitude particlex".split()
"""Those that show one section of a post, mostly the first."""


def make_hexo(theme: str, folder: Path, tools: Tools) -> Site:
    tools.package(f"hexo-theme-{theme}", f"npm install hexo-theme-{theme}")
    program = tools.package("hexo/bin/hexo", "npm install hexo")
    home = f"http://hexo-{theme}.example"
    write_posts(
        folder / "source/_posts",
        lambda p: {
            "title": p.title,
            "date": f"{p.published:%Y-%m-%d %H:%M:%S}",
            "updated": f"{p.modified:%Y-%m-%d %H:%M:%S}",
            "categories": [[name] for name in p.sections],
            "tags": list(p.tags),
            "author": ", ".join(p.authors),
        },
    )
    (folder / "node_modules").symlink_to(tools.folder / "node_modules")
    package = json.loads((tools.folder / "package.json").read_text())
    write(folder / "package.json", json.dumps({**package, "hexo": {"version": ""}}))
    write(
        folder / "_config.yml",
        f"""
title: "{TITLE}"
author: Nobody
language: en
timezone: UTC
url: {home}
permalink: :year/:month/:day/:title/
theme: {theme}
per_page: 10
syntax_highlighter: highlight.js
highlight: {{line_number: true, wrap: true, hljs: false}}
index_generator: {{per_page: 10, order_by: -date}}
archive_generator: {{per_page: 10, yearly: true, monthly: true}}
""",
    )
    run(folder, "node", str(program), "generate", "--silent")
    shows = theme not in WITHOUT_AUTHORS
    silent = theme in WITHOUT_NAMES
    sections = 0 if theme in WITHOUT_SECTIONS else 1 if theme in ONE_SECTION else None
    return read_site(
        folder / "public",
        home,
        lambda p: f"/{p.published:%Y/%m/%d}/{p.slug}/",
        authors_of=lambda p: () if silent else p.authors if shows else ("Nobody",),
        sections_of=lambda p: p.sections[:sections],
        keywords_of=lambda p: () if theme == "arknights" else p.tags,
    )


def make_jekyll(theme: str, folder: Path, tools: Tools) -> Site:
    program = tools.find("jekyll", f"apt install jekyll jekyll-theme-{theme}")
    home = f"http://jekyll-{theme}.example"

    def fields(post: Post) -> dict[str, object]:
        changed = {"modified_date": f"{post.modified:%Y-%m-%d %H:%M:%S} +0000"}
        return {
            "layout": "post", "title": post.title, "date": f"{post.published:%Y-%m-%d %H:%M:%S} +0000",
            "categories": [post.sections[0]], "tags": list(post.tags), "author": ", ".join(post.authors),
        } | (changed if post.modified > post.published else {})  # fmt: skip

    write_posts(folder / "_posts", fields, "{day}-{slug}.md")
    write(
        folder / "_config.yml",
        f"""
title: "{TITLE}"
url: {home}
theme: {theme}
timezone: UTC
permalink: /:year/:month/:day/:title.html
plugins: [jekyll-feed, jekyll-seo-tag, jekyll-sitemap]
""",
    )
    write(folder / "index.md", "---\nlayout: home\n---\n")
    write(
        folder / "about.md",
        "---\nlayout: page\ntitle: About\npermalink: /about/\n---\nThis is a blog.\n",
    )
    run(folder, program, "build", "-q", "-d", "_site")
    return read_site(
        folder / "_site", home, lambda p: f"/{p.published:%Y/%m/%d}/{p.slug}.html",
        sections_of=nothing, keywords_of=nothing,
    )  # fmt: skip


HUGO = {
    "plain": {
        "baseof": """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{{ if .IsHome }}{{ site.Title }}{{
else }}{{ .Title }} | {{ site.Title }}{{ end }}</title>{{ template "_internal/opengraph.html" . }}{{ template
"_internal/schema.html" . }}</head><body><header class="top"><a class="logo" href="/">{{ site.Title }}</a><ul
class="menu">{{ range site.Taxonomies.categories.ByCount }}<li><a href="{{ .Page.RelPermalink }}">{{ .Page.Title
}}</a></li>{{ end }}</ul></header>{{ block "main" . }}{{ end }}<footer>© {{ site.Title }}</footer></body></html>""",
        "single": """{{ define "main" }}<main class="post-single"><header class="post-header"><div class="breadcrumbs"><a
href="/">Home</a> » <a href="/post/">Posts</a></div><h1>{{ .Title }}</h1><div class="post-meta"><span title="{{ .Date
}}">{{ .Date.Format "January 2, 2006" }}</span> · {{ delimit .Params.authors ", " }}</div></header><div
class="post-content">{{ .Content }}</div><div class="post-terms">{{ range .Params.categories }}<a href="/categories/{{ . |
urlize }}/">{{ . }}</a> {{ end }}</div><ul class="post-tags">{{ range .Params.tags }}<li><a href="/tags/{{ . | urlize
}}/">{{ . }}</a></li>{{ end }}</ul><nav class="paginav">{{ with .PrevInSection }}<a class="prev" href="{{ .RelPermalink
}}">« Prev {{ .Title }}</a>{{ end }}</nav></main>{{ end }}""",
        "list": """{{ define "main" }}<main>{{ $p := .Paginate (where site.RegularPages "Type" "post") }}{{ range $p.Pages
}}<article class="post-entry"><h2>{{ .Title }}</h2><p>{{ .Summary | truncate 120 }}</p><a class="entry-link"
aria-label="post link to {{ .Title }}" href="{{ .Permalink }}"></a></article>{{ end }}{{ template
"_internal/pagination.html" . }}</main>{{ end }}""",
    },
    "magazine": {
        "baseof": """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }} – {{ site.Title
}}</title></head><body><div class="masthead"><a href="/">{{ site.Title }}</a><div class="mainmenu">{{ range site.Sections
}}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</div></div>{{ block "main" . }}{{ end }}<div class="bottom">All
rights reserved by {{ site.Title }}. <a href="/imprint">Imprint</a></div></body></html>""",
        "single": """{{ define "main" }}<div class="wrap"><div class="page-head"><ol class="crumbs"><li><a
href="/">Home</a></li><li><a href="{{ .CurrentSection.RelPermalink }}">{{ .CurrentSection.Title }}</a></li></ol><h1>{{
.Title }}</h1><p class="standfirst">{{ .Params.lead | safeHTML }}</p><p class="by">By {{ range $n, $name := .Params.authors }}{{
if $n }} and {{ end }}<a href="/people/{{ urlize $name }}/">{{ $name }}</a>{{ end }} | <time datetime="{{ .Date.Format
"2006-01-02T15:04:05Z" }}">{{ .Date.Format "2 Jan 2006" }}</time></p></div><div class="story">{{ .Content }}</div><div
class="spread"><a href="#f">Share</a> <a href="#m">Mail</a> <a href="#p">Print</a></div><div class="card"><h4>{{ index
.Params.authors 0 }}</h4><p>Writes for us since the beginning about all that can be seen from a window.</p></div><div
class="terms">Tags: {{ range .Params.tags }}<a href="/tags/{{ . | urlize }}/">{{ . }}</a> {{ end }}</div><div class="further"><h3>You may
like these, too</h3>{{ range first 3 (where site.RegularPages "Title" "!=" .Title) }}<div class="tile"><a href="{{ .RelPermalink
}}"><h5>{{ .Title }}</h5></a><p>{{ .Summary | plainify | truncate 90 }}</p><a href="{{ .CurrentSection.RelPermalink }}">{{
.CurrentSection.Title }}</a> <time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "2 Jan 2006" }}</time></div>{{
end }}</div></div>{{ end }}""",
        "list": """{{ define "main" }}<div class="wrap">{{ $p := .Paginate site.RegularPages }}{{ range $p.Pages }}<div
class="tile"><a href="{{ .RelPermalink }}"><h5>{{ .Title }}</h5></a><p>{{ .Summary | plainify | truncate 90
}}</p></div>{{ end }}{{ template "_internal/pagination.html" . }}</div>{{ end }}""",
    },
}
HUGO["folders"] = {
    **HUGO["magazine"],
    "single": re.sub(
        r'<ol class="crumbs">.*?</ol>', "", HUGO["magazine"]["single"], flags=re.DOTALL
    ),
}
TEASER = """

<div class="also"><a href="/x/"><img src="/i.png" alt=""><b>Read also</b></a><p><a href="/x/">{title}</a></p></div>

"""


def make_hugo(theme: str, folder: Path, tools: Tools) -> Site:
    """Themes as many are, of Hugo's own parts, since none is in a registry. ``magazine`` has the
    lead above the line of the authors, boxes in and below the text, and the section in the trail
    and the address; ``folders`` no trail."""
    program = tools.find("hugo", "apt install hugo")
    home = f"http://hugo-{theme}.example"
    posts = list_posts()
    for number, post in enumerate(posts):
        fields = {
            "title": post.title, "date": f"{post.published:%Y-%m-%dT%H:%M:%SZ}", "tags": list(post.tags),
            "authors": list(post.authors), "slug": post.slug,
        }  # fmt: skip
        text = markdown(post)
        place = "post"
        if theme == "plain":
            fields |= {
                "lastmod": f"{post.modified:%Y-%m-%dT%H:%M:%SZ}",
                "categories": list(post.sections),
            }
        else:
            place = slug_of(post.sections[0])
            write(folder / f"content/{place}/_index.md", json.dumps({"title": post.sections[0]}))
            fields["lead"] = inline(post.pieces[0].texts[0])
            start, _, rest = text.partition("\n\n")[2].partition("\n\n")
            teaser = TEASER.format(title=posts[number - 7].title) if number % 3 else "\n\n"
            text = f"{start}{teaser}{rest}" if rest else start
        write(
            folder / f"content/{place}/{post.slug}.md",
            f"{json.dumps(fields, ensure_ascii=False)}\n\n{text}\n",
        )
    for name, text in HUGO[theme].items():
        write(folder / f"layouts/_default/{name}.html", text)
    highlight = {"lineNos": True, "lineNumbersInTable": True, "noClasses": False}
    write(folder / "config.json", json.dumps({
        "baseURL": f"{home}/", "title": TITLE, "languageCode": "en", "paginate": 10,
        "markup": {"goldmark": {"renderer": {"unsafe": True}}, "highlight": highlight},
    }))  # fmt: skip
    run(folder, program, "--quiet", "-d", "public")
    if theme == "plain":
        return read_site(folder / "public", home, lambda p: f"/post/{p.slug}/")
    return read_site(
        folder / "public", home, lambda p: f"/{slug_of(p.sections[0])}/{p.slug}/",
        sections_of=lambda p: first(p.sections),
    )  # fmt: skip


def make_mkdocs(folder: Path, tools: Tools) -> Site:
    program = tools.find("mkdocs", "pip install mkdocs mkdocs-material")
    home = "http://mkdocs.example"
    writers = {
        slug_of(name): {"name": name, "description": "Writer", "avatar": "/a.png"}
        for name in AUTHORS
    }
    write(folder / "docs" / "index.md", "# Welcome\n\nA site.\n")
    write(folder / "docs/blog" / "index.md", "# Blog\n")
    write(folder / "docs/blog/.authors.yml", json.dumps({"authors": writers}))
    for post in list_posts():
        head = {
            "authors": [*map(slug_of, post.authors)], "categories": list(post.sections), "tags": list(post.tags),
            "slug": post.slug,
        }  # fmt: skip
        lines = "".join(f"{k}: {json.dumps(v, ensure_ascii=False)}\n" for k, v in head.items())
        start, _, rest = markdown(post).partition("\n\n")
        write(folder / f"docs/blog/posts/{post.slug}.md", f"---\ndate: {post.published:%Y-%m-%d}\n{lines}---\n"
              f"# {post.title}\n\n{start}\n\n<!-- more -->\n\n{rest}\n")  # fmt: skip
    write(
        folder / "mkdocs.yml",
        f"""
site_name: "{TITLE}"
site_url: {home}/
theme: {{name: material, font: false}}
plugins: [blog, tags]
markdown_extensions: [tables, pymdownx.superfences, pymdownx.highlight: {{linenums: true}}]
""",
    )
    run(folder, program, "build", "-q")
    return read_site(
        folder / "site",
        home,
        lambda p: f"/blog/{p.published:%Y/%m/%d}/{p.slug}/",
        first_page="/blog/",
    )


def make_nikola(theme: str, folder: Path, tools: Tools) -> Site:
    program = tools.find("nikola", "pip install nikola")
    home = f"http://nikola-{theme}.example"
    run(folder.parent, program, "init", "-q", str(folder))
    conf = (folder / "conf.py").read_text()
    write(
        folder / "conf.py",
        f"""{conf}
BLOG_AUTHOR = "Nobody"; BLOG_TITLE = {TITLE!r}; SITE_URL = BASE_URL = "{home}/"; THEME = {theme!r}
TIMEZONE = "UTC"; INDEX_DISPLAY_POST_COUNT = 10; INDEX_TEASERS = True; COMMENT_SYSTEM = ""
POSTS = (("posts/*.md", "posts", "post.tmpl"),); DISABLED_PLUGINS = ["render_galleries"]
SHOW_INDEX_PAGE_NAVIGATION = True
""",
    )
    for post in list_posts():
        lines = [
            f".. title: {post.title}",
            f".. slug: {post.slug}",
            f".. date: {post.published:%Y-%m-%d %H:%M:%S} UTC",
        ]
        lines += [
            f".. tags: {', '.join(post.tags)}",
            f".. category: {post.sections[0]}",
            f".. author: {post.authors[0]}",
        ]
        if post.modified > post.published:
            lines.append(f".. updated: {post.modified:%Y-%m-%d %H:%M:%S} UTC")
        write(
            folder / f"posts/{post.slug}.md",
            f"<!--\n{chr(10).join(lines)}\n-->\n\n{markdown(post)}\n",
        )
    run(folder, program, "build", "-q")
    return read_site(
        folder / "output", home, lambda p: f"/posts/{p.slug}/", authors_of=lambda p: first(p.authors),
        sections_of=nothing,
    )  # fmt: skip


def make_ablog(theme: str, folder: Path, tools: Tools) -> Site:
    program = tools.find("ablog", "pip install ablog myst-parser")
    home = f"http://ablog-{theme}.example"
    write(
        folder / "conf.py",
        f"""
extensions = ["ablog", "myst_parser"]; html_theme = {theme!r}; blog_title = project = {TITLE!r}
blog_baseurl = {home!r}; blog_post_pattern = "posts/*.md"; post_auto_excerpt = 1; language = "en"
html_sidebars = {{"**": [f"ablog/{{name}}.html" for name in ("postcard", "recentposts", "tagcloud", "categories")]}}
html_title = {TITLE!r}; html_baseurl = "{home}/"; fontawesome_included = True
""",
    )
    write(folder / "index.md", "# Welcome\n\nThe newest posts:\n\n```{postlist}\n:excerpts:\n```\n\n"
          "```{toctree}\n:hidden:\n\nblog\n```\n")  # fmt: skip
    for post in list_posts():
        head = (
            f"blogpost: true\ndate: {post.published:%b %d, %Y}\nauthor: {', '.join(post.authors)}\n"
        )
        head += f"category: {', '.join(post.sections)}\ntags: {', '.join(post.tags)}\n"
        write(
            folder / f"posts/{post.slug}.md",
            f"---\n{head}---\n\n# {post.title}\n\n{markdown(post)}\n",
        )
    run(folder, program, "build", "-w", "_website")
    return read_site(folder / "_website", home, lambda p: f"/posts/{p.slug}/")


ELEVENTY = {
    "base": """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ title or "Copper & Candle" }}</title>
</head><body><header><a href="/" class="home-link">Copper & Candle</a><nav><ul class="nav"><li class="nav-item"><a
href="/">Home</a></li><li class="nav-item"><a href="/tags/">Archive</a></li></ul></nav></header><main
id="skip">{{ content | safe }}</main><footer></footer></body></html>""",
    "post": """---
layout: base.njk
---
<h1>{{ title }}</h1>
<ul class="post-metadata"><li><time datetime="{{ day }}">{{ written }}</time></li>{% for tag in terms %}<li><a
href="/tags/{{ tag | slugify }}/" class="post-tag">{{ tag }}</a></li>{% endfor %}</ul>
{{ content | safe }}
<ul class="links-nextprev"><li class="links-nextprev-prev">← Previous<br> <a href="{{ before }}">older</a></li></ul>""",
    "list": """---
layout: base.njk
pagination: {data: collections.post, size: 10, reverse: true}
permalink: "{% if pagination.pageNumber %}/page/{{ pagination.pageNumber + 1 }}/{% else %}/{% endif %}"
---
<h1>Latest Posts</h1>
<ol reversed class="postlist">{% for post in pagination.items %}<li class="postlist-item"><a href="{{ post.url }}"
class="postlist-link">{{ post.data.title }}</a><time class="postlist-date" datetime="{{ post.data.day }}">{{
post.data.written }}</time>{% for tag in post.data.terms %}<a href="/tags/{{ tag | slugify }}/" class="post-tag">{{ tag
}}</a>{% endfor %}</li>{% endfor %}</ol>
{% if pagination.href.next %}<nav><a href="{{ pagination.href.next }}">Older</a></nav>{% endif %}""",
}


def make_eleventy(folder: Path, tools: Tools) -> Site:
    """Pages as those of its base blog: little markup, a tag list beside the day, no author."""
    program = tools.find("eleventy", "npm install @11ty/eleventy")
    home = "http://eleventy.example"
    for name, text in ELEVENTY.items():
        write(folder / (f"_includes/{name}.njk" if name != "list" else "index.njk"), text)
    posts = list_posts()
    older = {post.number: f"/blog/{next_post.slug}/" for post, next_post in pairwise(posts)}
    write_posts(folder / "blog", lambda p: {
        "layout": "post.njk", "tags": "post", "title": p.title, "date": f"{p.published:%Y-%m-%dT%H:%M:%SZ}",
        "day": f"{p.published:%Y-%m-%d}", "written": f"{p.published:%d %B %Y}", "terms": list(p.tags),
        "before": older.get(p.number, "/"),
    })  # fmt: skip
    run(folder, program, "--quiet")
    return read_site(
        folder / "_site",
        home,
        lambda p: f"/blog/{p.slug}/",
        authors_of=nothing,
        sections_of=nothing,
    )


def make_blag(folder: Path, tools: Tools) -> Site:
    program = tools.find("blag", "apt install blag")
    home = "http://blag.example"
    write(
        folder / "config.ini",
        f"[main]\nbase_url = {home}/\ntitle = {TITLE}\ndescription = x\nauthor = Nobody\n",
    )
    for post in list_posts():
        head = f"title: {post.title}\ndate: {post.published:%Y-%m-%d %H:%M}\ntags: {', '.join(post.tags)}\n"
        write(folder / f"content/{post.slug}.md", f"{head}\n{markdown(post)}\n")
    for each in ("static", "templates"):
        (folder / each).mkdir()
    run(folder, program, "build")
    return read_site(
        folder / "build", home, lambda p: f"/{p.slug}.html", authors_of=nothing, sections_of=nothing
    )
