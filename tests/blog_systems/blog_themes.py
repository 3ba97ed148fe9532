"""All blogs, by the name of their theme."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from blog_site import Blog
from blogger import make_blogger
from blogger_themes import CONTEMPO, MINIMA, SIMPLE
from drupal import make_drupal
from drupal_themes import BARTIK, OLIVERO
from ghost import make_ghost
from ghost_themes import CASPER, SOURCE
from joomla import make_joomla
from wordpress_blocks import TWENTYTWENTYFOUR, TWENTYTWENTYTHREE, TWENTYTWENTYTWO
from wordpress_classic import TWENTYTWENTYONE
from wordpress_others import TWENTYSEVENTEEN, TWENTYTWENTYFIVE
from wordpress_site import make_wordpress

BLOGS: dict[str, Callable[[int, int], Blog]] = {
    "twentytwentyone": partial(make_wordpress, TWENTYTWENTYONE),
    "twentytwentythree": partial(make_wordpress, TWENTYTWENTYTHREE),
    "casper": partial(make_ghost, CASPER),
    "simple": partial(make_blogger, SIMPLE),
    "contempo": partial(make_blogger, CONTEMPO),
    "olivero": partial(make_drupal, OLIVERO),
    "cassiopeia-4": partial(make_joomla, "cassiopeia-4"),
    "twentytwentytwo": partial(make_wordpress, TWENTYTWENTYTWO),
    "twentytwentyfour": partial(make_wordpress, TWENTYTWENTYFOUR),
    "source": partial(make_ghost, SOURCE),
    "minima": partial(make_blogger, MINIMA),
    "bartik": partial(make_drupal, BARTIK),
    "twentytwentyfive": partial(make_wordpress, TWENTYTWENTYFIVE),
    "twentyseventeen": partial(make_wordpress, TWENTYSEVENTEEN),
    "cassiopeia-5": partial(make_joomla, "cassiopeia-5", microdata=False),
}
SET_ASIDE = ("twentytwentytwo", "twentytwentyfour", "source", "minima", "bartik", "cassiopeia-5")
"""Themes that nothing was tried on while the proposals of ``curator new`` were written."""
