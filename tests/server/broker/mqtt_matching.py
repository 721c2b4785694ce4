"""Matching of topics as MQTT 3.1.1 describes it (4.7), written down anew as regular expressions."""

from __future__ import annotations

import re

from hypothesis import strategies as st

_LEVELS = ["a", "b", "", "$x"]


def matches(topic_filter: str, topic: str) -> bool:
    """Return whether a filter matches a topic."""
    if topic.startswith("$") and topic_filter[:1] in ("+", "#"):
        return False
    head, deep = (topic_filter[:-1], True) if topic_filter.endswith("#") else (topic_filter, False)
    pattern = re.escape(head).replace(r"\+", "[^/]*")
    if deep:
        pattern = f"{pattern.removesuffix('/')}(/.*)?" if head else ".*"
    return re.fullmatch(pattern, topic) is not None


topics = st.lists(st.sampled_from(_LEVELS), min_size=1, max_size=5).map("/".join).filter(bool)
filters = (
    st.tuples(
        st.lists(st.sampled_from([*_LEVELS, "+"]), max_size=4), st.sampled_from(["a", "+", "#"])
    )
    .map(lambda parts: "/".join([*parts[0], parts[1]]))
    .filter(bool)
)
