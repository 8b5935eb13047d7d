"""What seats write, made safe to keep."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import ELLIPSIS, clean, paired


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Peace, Milan?", "Peace, Milan?"),
        ("  trimmed \n", "trimmed"),
        ("two\nlines\r\nof it", "two lines of it"),
        ("a\ttab", "a tab"),
        ("red \x1b[31mink\x1b[0m", "red ink"),
        ("title \x1b]0;owned\x07here", "title here"),
        ("bell\x07 and nul\x00", "bell and nul"),
        ("half a pair \ud835!", "half a pair \ufffd!"),
        ("turned \u202earound", "turned around"),
        ("a\u200b \ufeffhidden\U000e0041\U000e0042 word\u00ad", "a hidden word"),
        ("joined \U0001f469\u200d\U0001f680", "joined \U0001f469\u200d\U0001f680"),
        ("Sì, però …", "Sì, però …"),
    ],
)
def test_one_line(text, kept):
    assert clean(text, 400) == kept


def test_notes_keep_their_lines():
    assert clean("first\nsecond\tpart", 800, lines=True) == "first\nsecond part"


@pytest.mark.parametrize("cap", [120, 400, 800])
def test_caps_count_code_points_and_hold_the_ellipsis(cap):
    text = clean("🗡" * 2700, cap)
    assert len(text) == cap
    assert text == "🗡" * (cap - 1) + ELLIPSIS
    assert clean("x" * cap, cap) == "x" * cap


@given(st.text(st.characters(codec=None, exclude_categories=()), max_size=300), st.booleans())
def test_whatever_is_written_can_be_stored_and_printed(text, lines):
    kept = clean(text, 80, lines=lines)
    assert len(kept) <= 80
    kept.encode("utf-8")
    assert not any(unicodedata.category(char) in ("Cc", "Cs") for char in kept.replace("\n", "" if lines else "\n"))
    assert clean(kept, 80, lines=lines) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("plain", "plain"),
        ("Sì 🗡", "Sì 🗡"),
        ("\ud83d\udde1 torn", "🗡 torn"),
        ("\ud83d and \udde1", "\ud83d and \udde1"),
        ("\udde1\ud83d", "\udde1\ud83d"),
    ],
)
def test_torn_characters_are_put_together(text, kept):
    assert paired(text) == kept


@given(st.text(st.characters(codec="utf-16-le") | st.sampled_from("\ud83d\udde1\udfff\ud800")))
def test_a_paired_text_survives_json(text):
    assert json.loads(json.dumps(paired(text))) == paired(text)
