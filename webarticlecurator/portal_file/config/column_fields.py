"""Fills the fields of a column (``fields: {cat: 4986}``) into its addresses and rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeGuard

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.portal import AddressTemplate, Field, SourceSettings
from webarticlecurator.base.portal.rule import Condition, Rule, TextTest
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import LoadContext, Location, Section
from webarticlecurator.portal_file.values.address_templates import FIELDS
from webarticlecurator.portal_file.values.value_fault import quote_value

_FIELD = re.compile(r"\{([A-Za-z][A-Za-z0-9_-]*)\}")


class ColumnFields:
    """The fields of one column: fills them in, and notes which are used.

    A field that other columns declare and this one lacks is a problem of the place where it is
    used. Other words in braces stay as they are.
    """

    def __init__(self, context: LoadContext, column: str, section: Section) -> None:
        self._context, self._declared = context, context.declared_fields
        self._column = column
        self.values: Mapping[str, str] = {name: section.get(name, "") for name in section.entries}

    def fill_address(self, address: AddressTemplate, at: Location) -> AddressTemplate:
        """Return the address with the values of the column as literal text."""
        parts: list[str | Field] = []
        for part in address.parts:
            filled: str | Field = part
            if isinstance(part, Field) and part.name not in FIELDS:
                filled = self._value(part.name, at)
            if isinstance(filled, str) and parts and isinstance(parts[-1], str):
                parts[-1] += filled
            else:
                parts.append(filled)
        if tuple(parts) == address.parts:
            return address
        return AddressTemplate(self._fill_text(address.text, at), tuple(parts))

    def fill_rules(self, rules: tuple[Rule, ...], at: Location) -> tuple[Rule, ...]:
        """Return the rules with the values in ``template``, ``map`` and ``text``."""
        return rules if not self._declared else tuple(self._fill_rule(rule, at) for rule in rules)

    def fill_named_rules(
        self, rules: tuple[tuple[str, Rule], ...], at: Location
    ) -> tuple[tuple[str, Rule], ...]:
        """Return the rules of ``listed`` with the values in ``template``, ``map`` and ``text``."""
        return tuple((name, self.fill_rules((rule,), at)[0]) for name, rule in rules)

    def fill_source(self, source: SourceSettings, at: Location) -> SourceSettings:
        """Return the settings with the values in their rules."""
        options = tuple(
            (name, self.fill_rules(value, at) if _is_rules(value) else value)
            for name, value in source.options
        )
        return replace(source, options=options)

    def _fill_rule(self, rule: Rule, at: Location) -> Rule:
        return replace(
            rule,
            first_of=self.fill_rules(rule.first_of, at),
            union=self.fill_rules(rule.union, at),
            within=rule.within and self._fill_rule(rule.within, at),
            html=rule.html and self._fill_rule(rule.html, at),
            when=self._fill_condition(rule.when, at),
            unless=self._fill_condition(rule.unless, at),
            text=rule.text and self._fill_test(rule.text, at),
            map=tuple((key, self._fill_text(value, at)) for key, value in rule.map),
            template=rule.template and self._fill_text(rule.template, at),
        )

    def _fill_condition(self, condition: Condition | None, at: Location) -> Condition | None:
        return condition and replace(condition, has=self.fill_rules(condition.has, at))

    def _fill_test(self, test: TextTest, at: Location) -> TextTest:
        return TextTest(
            equals=test.equals and self._fill_text(test.equals, at),
            starts=test.starts and self._fill_text(test.starts, at),
            contains=test.contains and self._fill_text(test.contains, at),
            one_of=tuple(self._fill_text(each, at) for each in test.one_of),
            regex=test.regex and self._fill_text(test.regex, at, escape=True),
        )

    def _fill_text(self, text: str, at: Location, *, escape: bool = False) -> str:
        """Return the text with values in place of declared fields; for a regex, ``escape`` them."""

        def fill(match: re.Match[str]) -> str:
            if match[1] not in self._declared:
                return match[0]
            value = self._value(match[1], at)
            return re.escape(value) if escape else value

        return _FIELD.sub(fill, text)

    def _value(self, name: str, at: Location) -> str:
        self._context.used_fields.add((self._column, name))
        if name in self.values:
            return self.values[name]
        self._context.add_problem(
            at,
            make_message(
                "the column {column} has no field {name}; add it to the column's fields",
                column=quote_value(self._column),
                name=quote_value(name),
            ),
            found=name,
            allowed=", ".join(self.values) or "none is declared",
        )
        return ""


def _is_rules(value: object) -> TypeGuard[tuple[Rule, ...]]:
    return isinstance(value, tuple) and all(isinstance(each, Rule) for each in value)


def check_fields_are_used(context: LoadContext, columns: Section) -> None:
    """Report the fields of columns that nothing uses."""
    for column, entry in columns.entries.items():
        fields = entry.value.section("fields") if isinstance(entry.value, Section) else None
        for name in fields.entries if fields is not None else ():
            if (column, name) not in context.used_fields:
                context.add_problem(
                    fields.where(name) if fields is not None else entry.at,
                    make_message(
                        "unused field: {name} (expected {{{name2}}} in an address, or in"
                        " template, map or text of an archive rule); use or remove it",
                        name=quote_value(name),
                        name2=name,
                    ),
                    found=name,
                    allowed=f"{{{name}}}",
                )
