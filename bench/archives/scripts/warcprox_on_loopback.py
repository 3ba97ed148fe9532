"""warcprox, which asks no server on loopback unless it is told in Python."""

from warcprox.main import main
from warcprox.warcproxy import WarcProxyHandler

WarcProxyHandler.allow_localhost = True
main()
