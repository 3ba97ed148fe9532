"""Fills django-machina with threads, writes ``truth.jsonl``, and is its settings and addresses."""

import json
import os
import re
import sys
from html import unescape
from pathlib import Path

import machina
from words import BOARDS, NAMES, make_threads

HERE = Path(__file__).resolve().parent
SECRET_KEY, DEBUG, ALLOWED_HOSTS, ROOT_URLCONF = "x", True, ["*"], "forum_addresses"
USE_TZ, TIME_ZONE, LANGUAGE_CODE, STATIC_URL = True, "UTC", "en", "/static/"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": HERE / "db.sqlite3"}}
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
APPS = (
    "forum forum_conversation forum_conversation.forum_attachments forum_conversation.forum_polls"
)
APPS += " forum_feeds forum_moderation forum_search forum_tracking forum_member forum_permission"
DJANGO = [f"django.contrib.{app}" for app in "auth contenttypes sessions messages admin".split()]
INSTALLED_APPS = [*DJANGO, "mptt", "haystack", "widget_tweaks", "machina"]
INSTALLED_APPS += [f"machina.apps.{app}" for app in APPS.split()]
CONTEXT = [f"django.{each}" for each in ("template.context_processors.request",)]
CONTEXT += [
    "django.contrib.auth.context_processors.auth",
    "machina.core.context_processors.metadata",
]
CONTEXT += ["django.contrib.messages.context_processors.messages"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [machina.MACHINA_MAIN_TEMPLATE_DIR],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": CONTEXT},
    }
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "machina.apps.forum_permission.middleware.ForumPermissionMiddleware",
]
MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
CACHES = {"default": MEMORY, "machina_attachments": MEMORY}
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}}
MACHINA_FORUM_NAME = "Boats"


def fill() -> None:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from machina.apps.forum.models import Forum
    from machina.apps.forum_conversation.models import Post, Topic
    from machina.apps.forum_permission.models import ForumPermission, UserForumPermission

    call_command("migrate", verbosity=0)
    users = {name: User.objects.create(username=name) for name in NAMES}
    for code in ("can_see_forum", "can_read_forum"):
        permission = ForumPermission.objects.get(codename=code)
        UserForumPermission.objects.create(
            permission=permission, anonymous_user=True, has_perm=True
        )
    top = Forum.objects.create(name="All of it", type=Forum.FORUM_CAT)
    boards = [Forum.objects.create(name=n, type=Forum.FORUM_POST, parent=top) for n in BOARDS]
    with (HERE / "truth.jsonl").open("w") as stream:
        for thread in make_threads():
            board, title = boards[thread.board], thread.title
            topic = Topic.objects.create(
                forum=board, subject=title, poster=users[thread.posts[0].author],
                type=Topic.TOPIC_POST, status=Topic.TOPIC_UNLOCKED, approved=True,
            )  # fmt: skip
            posts = []
            for each in thread.posts:
                post = Post.objects.create(
                    topic=topic, poster=users[each.author], subject=title, content=each.text,
                    approved=True,
                )  # fmt: skip
                Post.objects.filter(pk=post.pk).update(created=each.when, updated=each.when)
                text = unescape(re.sub("<[^>]+>", " ", post.content.rendered))
                posts.append(
                    {"author": each.author, "when": f"{each.when:%Y-%m-%dT%H:%M}", "text": text}
                )
            path = f"/forum/forum/{board.slug}-{board.pk}/topic/{topic.slug}-{topic.pk}/"
            stream.write(json.dumps({"path": path, "title": title, "posts": posts}) + "\n")


if __name__ == "__main__":
    addresses = "from django.urls import include, path\nfrom django.http import HttpResponse\nimport machina.urls\n"
    addresses += "nothing = lambda request: HttpResponse('')\nurlpatterns = [path('forum/', include(machina.urls)),"
    addresses += " path('in', nothing, name='login'), path('out', nothing, name='logout'), path('up', nothing, name='account_signup')]\n"
    (HERE / "forum_addresses.py").write_text(addresses)
    sys.path.insert(0, str(HERE))
    os.environ["DJANGO_SETTINGS_MODULE"] = "fill_machina"
    import django

    django.setup()
    fill()
