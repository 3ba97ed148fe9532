"""Sites of systems that came after the first ones of ``static_systems.py``, for ``systems.py``."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

from bench.portals.served_systems import mirror, running
from bench.portals.system_posts import (
    AUTHORS,
    TITLE,
    Post,
    Site,
    Tools,
    first,
    html,
    list_posts,
    markdown,
    nothing,
    read_site,
    run,
    slug_of,
    write,
    write_posts,
)


def make_lektor(folder: Path, tools: Tools) -> Site:
    """The project that its own quickstart writes: no tags, no sections."""
    program = tools.find("lektor", "pip install lektor")
    home = "http://lektor.example"
    answers = f"{TITLE}\nNobody\n{folder}/made\nY\nY\n"
    run(folder, "sh", "-c", f"printf '{answers}' | {program} quickstart --path {folder}/made")
    root = folder / "made"
    for file in root.glob("content/blog/first-post/*"):
        file.unlink()
    for post in list_posts():
        write(
            root / f"content/blog/{post.slug}/contents.lr",
            f"title: {post.title}\n---\npub_date: {post.published:%Y-%m-%d}\n---\n"
            f"author: {', '.join(post.authors)}\n---\nbody:\n\n{markdown(post)}\n",
        )
    run(root, program, "build", "-O", str(folder / "site"))
    return read_site(
        folder / "site", home, lambda p: f"/blog/{p.slug}/",
        sections_of=nothing, keywords_of=nothing, first_page="/blog/",
    )  # fmt: skip


MEZZANINE = """
import json, sys
from datetime import datetime, timezone
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.contrib.sites.models import Site
from mezzanine.blog.models import BlogCategory, BlogPost
from mezzanine.conf import settings
from mezzanine.generic.models import AssignedKeyword, Keyword, ThreadedComment
Site.objects.update(domain=HOST, name=TITLE)
settings.clear_cache()
from mezzanine.conf.models import Setting
for name, value in (("SITE_TITLE", TITLE), ("COMMENTS_DEFAULT_APPROVED", "True"), ("BLOG_POST_PER_PAGE", "10")):
    Setting.objects.update_or_create(name=name, defaults={"value": value})
def day(text): return datetime.fromisoformat(text).replace(tzinfo=timezone.utc)
users = {}
for post in json.load(open("posts.json")):
    name = post["author"]
    if name not in users:
        start, _, rest = name.partition(" ")
        users[name] = get_user_model().objects.create(username=post["login"], first_name=start, last_name=rest)
    made = BlogPost.objects.create(title=post["title"], slug=post["slug"], content=post["html"], user=users[name],
        status=2, publish_date=day(post["day"]), allow_comments=True)
    for section in post["sections"]:
        made.categories.add(BlogCategory.objects.get_or_create(title=section)[0])
    for tag in post["tags"]:
        word = Keyword.objects.get_or_create(title=tag)[0]
        made.keywords.create(keyword=word)
    for writer, text, when in post["comments"]:
        ThreadedComment.objects.create(content_object=made, user_name=writer, user_email="x@x.example", comment=text,
            submit_date=day(when), site_id=1, is_public=True)
"""


def make_mezzanine(folder: Path, tools: Tools) -> Site:
    """Its pages show the first author and how long ago a post was written, and no section."""
    program = tools.find("mezzanine-project", "pip install mezzanine")
    python = str(Path(program).parent / "python")
    home, port = "http://mezzanine.example", 23711
    run(folder, program, "made", str(folder))
    settings = folder / "made/local_settings.py"
    write(settings, f"{settings.read_text()}\nDEBUG = False\nALLOWED_HOSTS = ['*']\nRATINGS_ACCOUNT_REQUIRED = False\n"
          "NEVERCACHE_KEY = SECRET_KEY = 'x'\nRICHTEXT_FILTER_LEVEL = 3\nBLOG_POST_PER_PAGE = 10\n")  # fmt: skip
    site = Site(
        home, home, list_posts(), authors_of=lambda p: first(p.authors), sections_of=nothing
    )
    write(folder / "posts.json", json.dumps([_as_data(post) for post in site.posts]))
    names = f"HOST, TITLE = {home[7:]!r}, {TITLE!r}\n"
    write(folder / "fill.py", f"{names}{MEZZANINE}")
    run(folder, python, "manage.py", "createdb", "--noinput", "--nodata")
    run(folder, "sh", "-c", f"{python} manage.py shell < fill.py")
    with running(
        [python, "manage.py", "runserver", "--insecure", "--noreload", f"{port}"], folder, port
    ):
        mirror(site, port, ["/blog/", "/robots.txt", "/sitemap.xml", "/blog/feeds/rss/"])
    site.addresses = {f"{home}/blog/{post.slug}/": post for post in site.posts}
    site.comments = {f"{home}/blog/{p.slug}/": [c.text for c in p.comments] for p in site.posts}
    site.first_page = "/blog/"
    return site


def _as_data(post: Post) -> dict[str, object]:
    return {
        "title": post.title, "slug": post.slug, "html": "\n".join(html(post)), "tags": post.tags,
        "author": post.authors[0], "login": _login_of(post)[0],
        "sections": post.sections, "day": f"{post.published:%Y-%m-%d %H:%M:%S}",
        "comments": [(c.author, c.text, f"{c.when:%Y-%m-%d %H:%M:%S}") for c in post.comments],
    }  # fmt: skip


def make_docusaurus(folder: Path, tools: Tools) -> Site:
    """Its classic preset with a blog alone: pages show no section."""
    cure = "npm install @docusaurus/core @docusaurus/preset-classic react react-dom"
    program = tools.find("docusaurus", cure)
    home = "http://docusaurus.example"
    (folder / "node_modules").symlink_to(tools.folder / "node_modules")
    write(folder / "package.json", '{"name": "made", "private": true}')
    write(folder / "docusaurus.config.js", f"""module.exports = {{
  title: {TITLE!r}, url: {home!r}, baseUrl: '/', trailingSlash: true, onBrokenLinks: 'ignore', markdown: {{format: 'md', hooks: {{onBrokenMarkdownImages: 'ignore'}}}},
  presets: [['classic', {{docs: false, blog: {{routeBasePath: '/', postsPerPage: 10, blogSidebarCount: 5, archiveBasePath: null}}}}]],
  themeConfig: {{navbar: {{title: {TITLE!r}, items: [{{to: '/', label: 'Blog'}}, {{to: '/tags', label: 'Tags'}}]}}}},
}};""")  # fmt: skip
    writers = "".join(
        f"{slug_of(name)}: {{name: {json.dumps(name)}, title: Writer}}\n" for name in AUTHORS
    )
    write(folder / "blog/authors.yml", writers)
    for post in list_posts():
        fields = {
            "title": post.title, "slug": post.slug,
            "authors": [*map(slug_of, post.authors)], "tags": list(post.tags),
        }  # fmt: skip
        start, _, rest = markdown(post).partition("\n\n")
        head = "".join(f"{k}: {json.dumps(v, ensure_ascii=False)}\n" for k, v in fields.items())
        head += f"date: {post.published:%Y-%m-%dT%H:%M:%SZ}\n"
        write(
            folder / f"blog/{post.slug}.md",
            f"---\n{head}---\n\n{start}\n\n<!-- truncate -->\n\n{rest}\n",
        )
    run(folder, program, "build")
    return read_site(folder / "build", home, lambda p: f"/{p.slug}/", sections_of=nothing)


def make_chirpy(folder: Path, tools: Tools) -> Site:
    """A theme for Jekyll with lists of sections and tags."""
    program = tools.find("jekyll", "apt install jekyll ruby-jekyll-redirect-from")
    theme = tools.package("jekyll-theme-chirpy", "npm install jekyll-theme-chirpy")
    home = "http://chirpy.example"
    for name in ("_layouts", "_includes", "_sass", "_tabs", "_data", "assets"):
        shutil.copytree(theme / name, folder / name)
    style = folder / "assets/css/style.scss"
    write(style, style.read_text().replace("{{ site.theme }}", "jekyll-theme-chirpy"))
    for file in folder.glob("_data/locales/*"):
        if file.name != "en.yml":
            file.unlink()  # one of them is no YAML for a newer Ruby
    write(folder / "index.html", "---\nlayout: home\n---\n")
    writers = "".join(
        f"{slug_of(n)}:\n  name: {json.dumps(n, ensure_ascii=False)}\n  url: https://x.example/{slug_of(n)}\n"
        for n in AUTHORS
    )
    write(folder / "_data/authors.yml", writers)
    write_posts(folder / "_posts", lambda p: {
        "title": p.title, "date": f"{p.published:%Y-%m-%d %H:%M:%S} +0000", "categories": list(p.sections),
        "tags": list(p.tags), "authors": [*map(slug_of, p.authors)],
    }, "{day}-{slug}.md")  # fmt: skip
    text = (theme / "_config.yml").read_text()
    for key, value in (
        ("title", json.dumps(TITLE)),
        ("url", home),
        ("timezone", "UTC"),
        ("img_cdn", "''"),
    ):
        text = re.sub(rf"(?m)^{key}:.*", f"{key}: {value}", text)
    text = re.sub(r"(?m)^theme:.*", "", text).replace("active:     giscus", "active:")
    text += "\nplugins: [jekyll-paginate, jekyll-redirect-from, jekyll-seo-tag, jekyll-archives, jekyll-sitemap]\n"
    write(folder / "_config.yml", text)
    run(folder, program, "build", "-q", "-d", "_site")
    return read_site(folder / "_site", home, lambda p: f"/posts/{p.slug}/")


def make_vuepress(folder: Path, tools: Tools) -> Site:
    """Its theme reco: one author a post."""
    cure = "npm install vuepress@1 vuepress-theme-reco"
    program = tools.find("vuepress", cure)
    home = "http://vuepress.example"
    (folder / "node_modules").symlink_to(tools.folder / "node_modules")
    write(folder / "package.json", '{"name": "made", "private": true}')
    write(folder / ".vuepress/config.js", f"""module.exports = {{ title: {TITLE!r}, theme: 'reco', themeConfig: {{
  type: 'blog', author: 'Nobody', perPage: 10, blogConfig: {{category: {{location: 2, text: 'Category'}}, tag: {{location: 3, text: 'Tag'}}}},
  valineConfig: undefined, noFoundPageByTencent: false, nav: [{{text: 'Home', link: '/'}}] }}, locales: {{'/': {{lang: 'en-US'}}}} }};""")  # fmt: skip
    write(folder / "README.md", "---\nhome: true\n---\n")
    write_posts(folder / "blogs", lambda p: {
        "title": p.title, "date": f"{p.published:%Y-%m-%d %H:%M:%S}", "categories": list(p.sections), "tags": list(p.tags),
        "author": p.authors[0],
    })  # fmt: skip
    run(folder, program, "build", ".", NODE_OPTIONS="--openssl-legacy-provider")
    return read_site(
        folder / ".vuepress/dist", home, lambda p: f"/blogs/{p.slug}.html",
        authors_of=lambda p: first(p.authors), sections_of=nothing,
    )  # fmt: skip


def make_hope(folder: Path, tools: Tools) -> Site:
    """VuePress 2 with the theme Hope and its blog. Needs Node 20 or newer."""
    cure = "npm install vuepress@2.0.0-rc.24 vuepress-theme-hope@2.0.0-rc.94"
    tools.find("vuepress", f"{cure} @vuepress/bundler-vite@2.0.0-rc.24 vue sass-embedded")
    home = "http://hope.example"
    # its bundler resolves names by the real place of a folder
    shutil.copytree(
        tools.folder / "node_modules", folder / "node_modules", symlinks=True, copy_function=os.link
    )
    write(folder / "package.json", '{"name": "made", "private": true, "type": "module"}')
    write(folder / "src/.vuepress/config.ts", f"""import {{defineUserConfig}} from 'vuepress'
import {{viteBundler}} from '@vuepress/bundler-vite'
import {{hopeTheme}} from 'vuepress-theme-hope'
export default defineUserConfig({{lang: 'en-US', title: {TITLE!r}, bundler: viteBundler(), theme: hopeTheme({{
  hostname: {home!r}, author: {{name: 'Nobody'}}, blog: {{articlePerPage: 10}}, plugins: {{blog: true}} }})}})
""")  # fmt: skip
    write(folder / "src/README.md", "---\nhome: true\nlayout: Blog\ntitle: Home\n---\n")
    write(folder / "src/.vuepress/public/images/fig.png", "x")
    write_posts(folder / "src/posts", lambda p: {
        "title": p.title, "author": list(p.authors), "category": list(p.sections), "tag": list(p.tags),
        "date": "",
    })  # fmt: skip
    for post in list_posts():
        file = folder / f"src/posts/{post.slug}.md"
        write(file, file.read_text().replace('date: ""', f"date: {post.published:%Y-%m-%d}"))
    run(folder, str(folder / "node_modules/.bin/vuepress"), "build", "src")
    return read_site(folder / "src/.vuepress/dist", home, lambda p: f"/posts/{p.slug}.html")


def _login_of(post: Post) -> tuple[str, ...]:
    return (slug_of(post.authors[0]).replace("-", "_"),)


PUPUT = """
import json
from datetime import datetime, timezone
from django.contrib.auth import get_user_model
from puput.models import BlogPage, Category, EntryPage
from wagtail.models import Page, Site
root = Page.get_first_root_node()
for page in root.get_children():
    page.delete()
root = Page.get_first_root_node()
blog = BlogPage(title=TITLE, slug="home", num_entries_page=10)
root.add_child(instance=blog)
Site.objects.all().delete()
Site.objects.create(hostname=HOST, root_page=blog, is_default_site=True, site_name=TITLE)
users = {}
for post in json.load(open("posts.json")):
    name = post["author"]
    if name not in users:
        start, _, rest = name.partition(" ")
        users[name] = get_user_model().objects.create(username=post["login"], first_name=start, last_name=rest)
    day = datetime.fromisoformat(post["day"]).replace(tzinfo=timezone.utc)
    made = EntryPage(title=post["title"], slug=post["slug"], body=post["html"], date=day, owner=users[name])
    blog.add_child(instance=made)
    for section in post["sections"]:
        term = Category.objects.get_or_create(name=section, slug=SLUGS[section])[0]
        made.entry_categories.create(category=term)
    made.tags.add(*post["tags"])
    made.save()
"""
PUPUT_SETTINGS = """
SECRET_KEY = "x"; DEBUG = False; ALLOWED_HOSTS = ["*"]; ROOT_URLCONF = "urls"; USE_TZ = True; SITE_ID = 1
STATIC_URL = "/static/"; MEDIA_URL = "/media/"; WAGTAIL_SITE_NAME = TITLE; WAGTAILADMIN_BASE_URL = HOME
LANGUAGE_CODE = "en-us"; TIME_ZONE = "UTC"; DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "site.db"}}
from puput import PUPUT_APPS
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
    "django.contrib.messages", "django.contrib.staticfiles", "django.contrib.sitemaps", "django.contrib.admin", *PUPUT_APPS]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware", "django.contrib.messages.middleware.MessageMiddleware",
    "wagtail.contrib.redirects.middleware.RedirectMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {"context_processors": [
    "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages", "django.template.context_processors.i18n"]}}]
"""


def make_puput(folder: Path, tools: Tools) -> Site:
    """A blog of Wagtail; its pages show the account of the first author."""
    program = tools.find("django-admin", "pip install puput")
    home, port = "http://puput.example", 23712
    write(folder / "settings.py", f"TITLE, HOME = {TITLE!r}, {home!r}\n{PUPUT_SETTINGS}")
    write(
        folder / "urls.py",
        "from django.urls import include, path\nurlpatterns = [path('', include('puput.urls'))]\n",
    )
    site = Site(home, home, list_posts(), authors_of=_login_of, shows_changes=False)
    write(folder / "posts.json", json.dumps([_as_data(post) for post in site.posts]))
    slugs = {name: slug_of(name) for post in site.posts for name in post.sections}
    write(folder / "fill.py", f"HOST, TITLE, SLUGS = {home[7:]!r}, {TITLE!r}, {slugs!r}\n{PUPUT}")
    given = {"DJANGO_SETTINGS_MODULE": "settings", "PYTHONPATH": str(folder)}
    run(folder, program, "migrate", "-v0", **given)
    run(folder, "sh", "-c", f"{program} shell < fill.py", **given)
    with running(
        [program, "runserver", "--insecure", "--noreload", f"{port}"], folder, port, **given
    ):
        mirror(site, port, ["/", "/robots.txt", "/sitemap.xml", "/feed/"])
    site.addresses = {f"{home}/{p.published:%Y/%m/%d}/{p.slug}/": p for p in site.posts}
    return site


def make_ikiwiki(folder: Path, tools: Tools) -> Site:
    """A blog of a wiki compiler: all posts on its archive page; tags, no sections."""
    program = tools.find("ikiwiki", "apt install ikiwiki")
    home = "http://ikiwiki.example"
    for post in list_posts():
        tags = (
            f"[[!tag {' '.join(tag.replace(' ', '_') for tag in post.tags)}]]" if post.tags else ""
        )
        text = "\n\n".join(html(post))
        write(folder / f"in/posts/{post.slug}.mdwn", f'[[!meta title="{post.title}"]]\n[[!meta date="{post.published:%Y-%m-%d %H:%M} UTC"]]\n'
              f'[[!meta author="{post.authors[0]}"]]\n\n{text}\n\n{tags}\n')  # fmt: skip
    write(
        folder / "in/index.mdwn",
        f'[[!meta title="{TITLE}"]]\n\n[[!inline pages="page(posts/*)" show="10"]]\n\n[[archives]]\n',
    )
    write(
        folder / "in/archives.mdwn",
        '[[!inline pages="page(posts/*)" archive=yes show=0 feedshow=10]]\n',
    )
    run(folder, program, "in", "out", "--url", home, "--wikiname", TITLE, "--rebuild", "--plugin", "inline", "--plugin", "tag",
        "--plugin", "meta", "--plugin", "mdwn", "--tagbase", "tags", "--rss", LC_ALL="C.UTF-8")  # fmt: skip
    return read_site(
        folder / "out", home, lambda p: f"/posts/{p.slug}/",
        sections_of=nothing, authors_of=lambda p: first(p.authors), shows_changes=False,
    )  # fmt: skip


def make_staticsite(folder: Path, tools: Tools) -> Site:
    """Its own theme: the front page has ten posts, the archive all; no tags are shown."""
    program = tools.find("ssite", "apt install staticsite")
    home = "http://staticsite.example"
    write(folder / "in/index.md", f"```yaml\nsite_url: {home}\nsite_name: {TITLE}\ntemplate: blog.html\n"
          f"syndication: yes\npages: \"posts/*\"\n```\n\n# {TITLE}\n\nThese are the last posts.\n")  # fmt: skip
    for post in list_posts():
        head = f"date: {post.published:%Y-%m-%d %H:%M:%S}+00:00\nauthor: {json.dumps(post.authors[0])}\ntags: {json.dumps(post.tags)}\n"
        write(
            folder / f"in/posts/{post.slug}.md",
            f"```yaml\n{head}```\n\n# {post.title}\n\n{markdown(post)}\n",
        )
    run(folder, program, "build", "in", "-o", str(folder / "out"))
    return read_site(
        folder / "out", home, lambda p: f"/posts/{p.slug}",
        authors_of=lambda p: first(p.authors), sections_of=nothing, keywords_of=nothing,
    )  # fmt: skip


def make_chronicle(theme: str, folder: Path, tools: Tools) -> Site:
    """With comments; no authors, no sections."""
    program = tools.find("chronicle", "apt install chronicle")
    home = f"http://chronicle-{theme}.example"
    names = {post.number: re.sub(r"[^A-Za-z0-9]", "_", post.title) for post in list_posts()}
    for post in list_posts():
        text = "\n\n".join(html(post))
        write(folder / f"in/{post.slug}.txt", f"Title: {post.title}\nDate: {post.published.day} {post.published:%B %Y}\n"
              f"Tags: {', '.join(post.tags)}\n\n{text}\n")  # fmt: skip
        for number, comment in enumerate(post.comments):
            name = f"{names[post.number]}.html.{comment.when:%H:%M:%S}-{number}"
            write(
                folder / f"comments/{name}",
                f"Name: {comment.author}\nMail: x@x.example\n\n{comment.text}\n",
            )
    (folder / "comments").mkdir(exist_ok=True)
    run(folder, program, "--input=in", "--output=out", f"--theme={theme}", f"--url-prefix={home}/", "--comments=comments",
        "--format=html", "--no-cache", "--lower-case", "--entry-count=10")  # fmt: skip
    return read_site(
        folder / "out", home, lambda p: f"/{names[p.number].lower()}.html",
        authors_of=nothing, sections_of=nothing, keywords_of=lambda p: [*map(str.lower, p.tags)],
    )  # fmt: skip
