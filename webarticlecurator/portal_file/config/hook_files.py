"""Hooks, ``hook: module:function`` in a rule: the source of the module, checked. The file is only
read, unless running it was allowed.
"""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Any

from webarticlecurator.base.model.verdict import GATED, SAME_TITLE
from webarticlecurator.base.portal.hooks import Hook, HookFault, hook_function
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.portal_file.config.columns import read_columns, read_fields_of_column
from webarticlecurator.portal_file.config.encodings import read_dated_encoding, read_encodings
from webarticlecurator.portal_file.config.load_context import (
    BROKEN,
    LoadContext,
    Reader,
    locate_node,
)
from webarticlecurator.portal_file.config.plug_in_selectors import read_plug_in_selector
from webarticlecurator.portal_file.config.plug_in_sources import read_plug_in_source
from webarticlecurator.portal_file.config.rules import (
    read_condition,
    read_filter,
    read_named_rules,
    read_pager,
    read_post_id,
    read_reason,
    read_reject,
    read_rejects,
    read_rule,
    read_rule_list,
    read_rules,
    read_split,
    read_text_test,
)
from webarticlecurator.portal_file.config.section import (
    read_address,
    read_command,
    read_list,
    read_sitemap_source,
    read_value,
)
from webarticlecurator.portal_file.config.section_values import (
    read_lookup,
    read_page_values,
    read_pairs,
    read_part_headers,
    read_secrets,
    read_table,
)
from webarticlecurator.portal_file.config.tags import read_tags
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.values.value_fault import quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import Tree


def read_hook(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the hook of a rule, whose file is next to the portal file and archived with it.

    The file is run only if ``context`` allows its digest.
    """
    name = read_value(context, tree, "module:function", path)
    if name is BROKEN:
        return BROKEN
    file = f"{name.partition(':')[0]}.py"
    where = locate_node(tree, path)
    source = context.read_file(file, where)
    if source is None:
        return BROKEN
    hook = Hook(name, source)
    digest = hashlib.sha256(context.files[file]).hexdigest()
    try:
        allowed = context.allow_hooks
        if not (allowed if isinstance(allowed, bool) else digest in allowed):
            return context.add_problem(
                where,
                make_message(
                    "code that may not be run yet: {name} in {folder} (sha256"
                    " {digest}); read that file, then allow it as it is now with"
                    " --allow-hooks (in Python: allow_hooks=True)",
                    name=name,
                    folder=context.folder / file,
                    digest=digest,
                ),
                found=digest,
                allowed="a hook whose file was allowed",
            )
        context.hooks[file] = digest
        hook_function(hook)
    except HookFault as fault:
        function = name.partition(":")[2]
        near = nearest_word(function, fault.defined) if function not in fault.defined else None
        message = as_message(fault.args[0])
        if near:
            cure = make_message("did you mean {nearest}?", nearest=quote_value(near))
            message = make_message("{problem}; {cure}", problem=message, cure=cure)
        return context.add_problem(
            where,
            message,
            found=name,
            allowed=", ".join(fault.defined) or "module:function",
            nearest=near,
        )
    return hook


READERS: dict[str, Reader] = {
    "texts": partial(read_list, type_="text"),
    "mail addresses": partial(read_list, type_="mail address"),
    "command": read_command,
    "host names": partial(read_list, type_="host name"),
    "regexes": partial(read_list, type_="regex"),
    "date formats": partial(read_list, type_="date format"),
    "pairs": read_pairs,
    "table": read_table,
    "secrets": read_secrets,
    "headers of a part": read_part_headers,
    "lookup": read_lookup,
    "page values": read_page_values,
    "columns": read_columns,
    "fields of a column": read_fields_of_column,
    "archive address": partial(read_address, type_="archive address"),
    "sitemap address": partial(read_address, type_="sitemap address"),
    "sitemap": read_sitemap_source,
    "character sets": read_encodings,
    "dated character set": read_dated_encoding,
    "tags": read_tags,
    "rule": read_rule,
    "rules": read_rules,
    "rule list": read_rule_list,
    "named rules": read_named_rules,
    "condition": read_condition,
    "layout condition": partial(read_condition, table="layout condition"),
    "pager": read_pager,
    "hook": read_hook,
    "plug-in selector": read_plug_in_selector,
    "plug-in link source": read_plug_in_source,
    "text test": read_text_test,
    "filter": read_filter,
    "rejects": read_rejects,
    "gate reasons": partial(read_list, type_="one of " + "|".join((*GATED, SAME_TITLE, "all"))),
    "reject": read_reject,
    "reason": read_reason,
    "split": read_split,
    "post ids": partial(read_list, type_="post id"),
    "post id": read_post_id,
}
"""Type in the key table → its reader; for scalars see expressions.SCALARS."""
