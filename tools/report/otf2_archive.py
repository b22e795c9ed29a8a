# SPDX-License-Identifier: BSD-3-Clause
"""A trace as an archive of the Open Trace Format 2, which Vampir, Scalasca and others read.

A region, or a set of tasks, is a process of the archive, a track is a location, an event an enter
and a leave in nanoseconds, with what the event says as attributes of the enter.
"""

import collections
import contextlib
import os
from typing import Any

NANOSECONDS = 10**9


class NotWritten(Exception):
    """In words why there is no archive."""


def library() -> Any:
    """OTF2's Python module."""
    try:
        import otf2
    except ImportError:
        raise NotWritten(
            "--otf2 needs OTF2's Python module (Debian's python3-otf2, PyPI's otf2)"
        ) from None
    return otf2


def spans_of(trace: dict) -> dict[tuple[int, int], list[tuple[int, int, dict]]]:
    """Of each track its events, with begin and end, those first that others lie within."""
    tracks: dict[tuple[int, int], list] = collections.defaultdict(list)
    for event in trace["traceEvents"]:
        if event["ph"] != "M":
            begin = round(float(event["ts"]) * 1000)
            end = begin + round(float(event.get("dur", 0)) * 1000)
            tracks[event["pid"], event["tid"]].append((begin, end, event))
    for events in tracks.values():
        events.sort(key=lambda e: (e[0], -e[1]))
    return tracks


class Definitions:
    """What events refer to, each made once."""

    def __init__(self, otf2: Any, archive: Any, trace: dict) -> None:
        self.otf2, self.archive = otf2, archive
        self.regions: dict[str, Any] = {}
        self.attributes: dict[str, Any] = {}
        self.locations: dict[tuple[int, int], Any] = {}
        groups: dict[int, Any] = {}
        root = archive.definitions.system_tree_node("ctsar")
        for event in trace["traceEvents"]:
            about = event.get("args") or {}
            if event["name"] == "process_name":
                groups[event["pid"]] = archive.definitions.location_group(
                    str(about["name"]), system_tree_parent=root
                )
            elif event["name"] == "thread_name":
                self.locations[event["pid"], event["tid"]] = archive.definitions.location(
                    str(about["name"]), group=groups[event["pid"]]
                )

    def region(self, name: str) -> Any:
        if name not in self.regions:
            self.regions[name] = self.archive.definitions.region(name)
        return self.regions[name]

    def values(self, about: dict) -> dict:
        for name in about:
            if name not in self.attributes:
                self.attributes[name] = self.archive.definitions.attribute(
                    name, "", self.otf2.Type.INT64
                )
        return {self.attributes[name]: int(value) for name, value in about.items()}


def write_track(writer: Any, events: list[tuple[int, int, dict]], made: Definitions) -> None:
    open_ones: list[tuple[int, Any]] = []
    for begin, end, event in events:
        while open_ones and open_ones[-1][0] <= begin:
            writer.leave(*open_ones.pop())
        if open_ones and end > open_ones[-1][0]:
            raise ValueError(f"events of a track overlap at {begin} ns")
        region = made.region(str(event["name"]))
        about = event.get("args")
        writer.enter(begin, region, made.values(about) if about else None)
        open_ones.append((end, region))
    while open_ones:
        writer.leave(*open_ones.pop())


def write(trace: dict, folder: str) -> None:
    """The archive `folder`/traces.otf2; `folder` must not be there yet."""
    otf2 = library()
    import _otf2

    if os.path.lexists(folder):
        raise NotWritten(f"{folder} is there already; an archive is a new folder")
    spans = spans_of(trace)
    try:
        with contextlib.closing(
            otf2.writer.Writer(folder, timer_resolution=NANOSECONDS)
        ) as archive:
            made = Definitions(otf2, archive, trace)
            for track, events in spans.items():
                writer = archive.event_writer_from_location(made.locations[track])
                write_track(writer, events, made)
    except _otf2.Error as error:
        raise NotWritten(f"cannot write {folder}: {error}") from None
