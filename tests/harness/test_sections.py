"""Blocks of templates as text: where they stand, what is left without one."""

from __future__ import annotations

import pytest

from harness.sections import body, extends, sections, without

TEXT = """\
{# {% block ghost %} is only spoken of #}
{% block shared %}
board
{%- endblock shared %}
{%- block private -%}
{% block role %}You are {{ power }}.{% endblock %}
{% raw %}{% block quoted %}{% endraw %}
{% block past scoped %}
past
{% endblock %}
{% endblock %}
"""


def test_blocks_are_found_with_those_inside_them() -> None:
    assert [(section.name, section.nested) for section in sections(TEXT)] == [
        ("shared", False),
        ("private", True),
        ("role", False),
        ("past", False),
    ]


@pytest.mark.parametrize(
    ("name", "text"), [("shared", "\nboard\n"), ("role", "You are {{ power }}."), ("past", "\npast\n"), ("ghost", None)]
)
def test_what_stands_in_a_block(name: str, text: str | None) -> None:
    assert body(TEXT, name) == text


def test_a_block_is_emptied_and_nothing_else_changes() -> None:
    assert without(TEXT, "role") == TEXT.replace("You are {{ power }}.", "")


def test_a_block_that_is_not_there_is_overridden_with_nothing() -> None:
    text = '{% extends "base/orders.j2" %}\n'
    assert without(text, "past") == '{% extends "base/orders.j2" %}\n{% block past %}{% endblock %}\n'


@pytest.mark.parametrize(
    ("text", "found"),
    [('{% extends "base/x.j2" %}', True), ('{# {% extends "x" %} #}', False), ("extends", False), (TEXT, False)],
)
def test_whether_a_template_extends_another(text: str, found: bool) -> None:
    assert extends(text) == found
