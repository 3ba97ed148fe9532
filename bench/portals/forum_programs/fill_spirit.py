"""Fills a site of django-spirit with threads and writes ``truth.jsonl``."""

import json
import os
import re
import sys
from html import unescape
from pathlib import Path

from words import BOARDS, NAMES, make_threads

HERE = Path(__file__).resolve().parent


def fill() -> None:
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from spirit.category.models import Category
    from spirit.comment.models import Comment
    from spirit.core.utils.markdown import Markdown
    from spirit.topic.models import Topic

    call_command("migrate", verbosity=0)
    model = get_user_model()
    users = {}
    for number, name in enumerate(NAMES):
        users[name] = model.objects.create(username=name, email=f"{number}@x.example")
        users[name].st.nickname = name
        users[name].st.save()
    boards = [Category.objects.create(title=name) for name in BOARDS]
    with (HERE / "truth.jsonl").open("w") as stream:
        for thread in make_threads():
            opener = users[thread.posts[0].author]
            topic = Topic.objects.create(
                user=opener, category=boards[thread.board], title=thread.title
            )
            posts = []
            for each in thread.posts:
                html = Markdown().render(each.text)
                comment = Comment.objects.create(
                    user=users[each.author], topic=topic, comment=each.text, comment_html=html
                )
                Comment.objects.filter(pk=comment.pk).update(date=each.when)
                text = unescape(re.sub("<[^>]+>", " ", html))
                posts.append(
                    {"author": each.author, "when": f"{each.when:%Y-%m-%dT%H:%M}", "text": text}
                )
            first, last = thread.posts[0].when, thread.posts[-1].when
            number = len(posts)
            Topic.objects.filter(pk=topic.pk).update(
                date=first, last_active=last, comment_count=number
            )
            path = topic.get_absolute_url()
            stream.write(json.dumps({"path": path, "title": thread.title, "posts": posts}) + "\n")


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    os.environ["DJANGO_SETTINGS_MODULE"] = "site_of_bench.settings.dev"
    import django

    django.setup()
    fill()
