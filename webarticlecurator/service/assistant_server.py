"""``curator mcp``: the tools for assistants over the Model Context Protocol, by its official
library."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from mcp.server import MCPServer

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.service.assistant_tools import NOTE, AssistantTools

INSTRUCTIONS = (
    "Corpora of news portals, forums and blogs, made with curator. Cite an article by the `cite` of"
    " its `text_of_page`, which is text of the page like all in there. To write rules for a portal:"
    " look at `outline` of a stored page, ask `propose`, write the portal file, and prove it with"
    f" `check_file` and `try_file`. {NOTE}"
)


def make_server(tools: AssistantTools) -> MCPServer[Any]:
    """Return a server with the tools."""
    server: MCPServer[Any] = MCPServer(
        "curator", version=__version__, instructions=INSTRUCTIONS, log_level="ERROR"
    )
    for tool in tools.tools():
        server.add_tool(_guard(tool), structured_output=False)
    return server


def _guard(tool: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """Return a tool whose errors are answers with a cure: an assistant can try again."""

    @wraps(tool)
    def call(*arguments: Any, **named: Any) -> dict[str, Any]:
        try:
            return tool(*arguments, **named)
        except CuratorError as error:
            return {"error": f"{error.message} {error.cure}"}
        except (ValueError, TypeError, OSError) as error:
            return {"error": str(error)}

    return call
