"""The OpenAPI description of the service: what FastAPI cannot know is added to what it finds."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from webarticlecurator.service.models import ExtractRequest, LinksRequest, ProblemDetails
from webarticlecurator.service.request_problems import MEDIA_TYPE

_REF = "#/components/schemas/{model}"
_ADDED: tuple[type[BaseModel], ...] = (
    ExtractRequest,
    LinksRequest,
    ProblemDetails,
)
"""Models that no route names as such: a body may be HTML instead, errors come from any route."""
_PROBLEMS = {
    400: "the request cannot be answered",
    401: "the token is missing or wrong",
    403: "a page of another origin asks",
    404: "the portal, article or page does not exist",
    406: "the answer does not have this form",
    408: "the body does not arrive",
    409: "the portal file has problems, or the folder is another corpus",
    413: "the body is too large",
    415: "the body is of another kind",
    421: "the service does not have this name",
    422: "a value does not have the form that it must have",
    500: "the store is damaged, or the program has an error",
    503: "too much to do at the moment",
    504: "the rules take too long on the page",
}
_HTML_PARAMETERS = ("portal", "url", "captured", "column")


def describe_body(model: type[BaseModel]) -> dict[str, Any]:
    """Return what ``openapi_extra`` of a route says of its body: JSON of a model; or HTML, and then
    the rest of the model in the query."""
    return {
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": {"$ref": _REF.format(model=model.__name__)}},
                "text/html": {"schema": {"type": "string", "format": "binary"}},
            },
        },
        "parameters": [
            {
                "name": name,
                "in": "query",
                "required": False,
                "schema": {"type": "string"},
                "description": f"`{name}`, where the body is the page itself",
            }
            for name in _HTML_PARAMETERS
            if name in model.model_fields
        ],
    }


def describe_service(application: FastAPI, has_token: bool) -> dict[str, Any]:
    """Return the description of the service."""
    description: dict[str, Any] = get_openapi(
        title=application.title,
        version=application.version,
        description=application.description,
        routes=application.routes,
    )
    components = description.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):  # those of FastAPI, never sent
        schemas.pop(name, None)
    _, added = models_json_schema(
        [(model, "serialization") for model in _ADDED],
        ref_template=_REF,
    )
    schemas.update(added["$defs"])
    schema = {"$ref": _REF.format(model=ProblemDetails.__name__)}
    for path in description["paths"].values():
        for operation in path.values():
            operation["responses"].update(
                {
                    str(status): {"description": words, "content": {MEDIA_TYPE: {"schema": schema}}}
                    for status, words in _PROBLEMS.items()
                }
            )
    if has_token:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        description["security"] = [{"token": []}]
    return description
