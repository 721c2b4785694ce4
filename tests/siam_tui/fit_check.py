"""Finds what does not fit on a screen: texts that are cut, widgets without room or one over another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from textual.app import App
from textual.geometry import Region
from textual.widget import Widget

from tests.siam_tui.marked_texts import marks, unmarked

def visible_text(widget):
    size = widget.outer_size
    try:
        strips = widget.render_lines(Region(0, 0, size.width, size.height))
    except Exception as e:
        return [f"ERROR {e!r}"]
    return [strip.text for strip in strips]


def name_of(widget):
    return " ".join(
        f"{type(each).__name__}{'#' + each.id if each.id else ''}"
        for each in reversed([w for w in widget.ancestors_with_self if isinstance(w, Widget)][:3])
    )


def faults(app: App[Any]):
    """Return facts on the screen: cut texts, scroll bars, no room, overlapping."""
    screen = app.screen
    out = {"cut": [], "scroll": [], "hidden": [], "overlap": [], "ids": set(), "plain": []}
    shown = screen._compositor.visible_widgets
    leaves = []
    for widget in screen.walk_children(with_self=True):
        if not isinstance(widget, Widget) or not widget.display:
            continue
        if any(not w.display for w in widget.ancestors if isinstance(w, Widget)):
            continue
        if widget.show_vertical_scrollbar and widget.scrollbars_enabled[0]:
            out["scroll"].append(name_of(widget) + " v")
        if widget.show_horizontal_scrollbar and widget.scrollbars_enabled[1]:
            out["scroll"].append(name_of(widget) + " h")
        if widget not in shown:
            if not widget.is_container and not any(w.max_scroll_y for w in widget.ancestors if isinstance(w, Widget)) and widget.styles.visibility != "hidden":
                out["hidden"].append(f"{name_of(widget)} {widget.region} {_content(widget)}")
            continue
        if widget is screen or any("Markdown" in type(w).__name__ for w in widget.ancestors_with_self):
            continue
        lines = visible_text(widget)
        text = "\n".join(lines)
        began, ended = marks(text)
        out["ids"] |= set(began) | set(ended)
        cut = (began - ended) + (ended - began)
        if cut and widget.max_scroll_y > 0:
            first, _ = marks(lines[0])[::-1]
            last, _ = marks(lines[-1])
            cut -= marks(lines[-1])[0]
            cut -= marks(lines[0])[1]
        for each in cut:
            out["cut"].append(f"{name_of(widget)}: {each}: {_snippet(text, lines)}")
        region, clip = shown[widget]
        if not clip.contains_region(region) and (began or ended):
            visible = clip.intersection(region)
            if visible.width < region.width:
                out["cut"].append(f"{name_of(widget)}: clipped {region} to {clip}: {_snippet(text, lines)}")
            if visible.height < region.height and not any(
                w.max_scroll_y for w in widget.ancestors if isinstance(w, Widget)
            ):
                out["cut"].append(f"{name_of(widget)}: clipped {region} to {clip}: {_snippet(text, lines)}")
        if not list(widget.children) and clip.overlaps(region):
            leaves.append((widget, region.intersection(clip)))
    for number, (one, region) in enumerate(leaves):
        for other, theirs in leaves[:number]:
            if region.overlaps(theirs) and one.layer == other.layer:
                out["overlap"].append(f"{name_of(one)} {region} over {name_of(other)} {theirs}: {_content(one)} / {_content(other)}")
    return out


def _snippet(text, lines):
    return "|".join(unmarked(line).strip() for line in lines if unmarked(line).strip())[:1500]


def _content(widget):
    return unmarked(str(getattr(widget, "content", "") or getattr(widget, "label", "") or getattr(widget, "description", "")))[:80]
