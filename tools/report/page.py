# SPDX-License-Identifier: BSD-3-Clause
"""The report as one page that needs no network: page.html with the data put into it."""

import json
import os
from typing import Any

import why

HERE = os.path.dirname(os.path.realpath(__file__))
MOST_PASSES = 400  # drawn; more of them are taken together
MOST_EVENTS = 40000  # of a trace that are drawn, the longest ones
TOTALS = ("iterations", "busy_s", "waiting_s", "copying_s", "hidden_s")
BYTES = ("bytes_in", "bytes_out", "bytes_between")
PER_PASS = ("busy", "waiting", "copying", "work")


def unit_of(unit: dict) -> dict:
    totals = {key: why.number(unit.get(key) or 0) for key in (*TOTALS, *BYTES)}
    return {"name": str(unit["name"]), "core": unit["kind"] == "core", **totals}


def together(rows: list[list[float]]) -> list[float]:
    return [sum(column) for column in zip(*rows, strict=True)]


def pass_rows(region: dict) -> list[dict]:
    """What is drawn of the passes, several of them as one where there are many."""
    passes = region["passes"]
    size = -(-len(passes) // MOST_PASSES) or 1
    rows = []
    for first in range(0, len(passes), size):
        group = passes[first : first + size]
        row = {
            "from": first + 1,
            "to": first + len(group),
            "seconds": sum(why.number(p.get("elapsed_s") or 0) for p in group),
            "iterations": together([[int(n) for n in p["unit_iterations"]] for p in group]),
        }
        if all(p.get("unit_times") for p in group):
            for key in PER_PASS:
                row[key] = together([[why.number(x) for x in p["unit_times"][key]] for p in group])
        rows.append(row)
    return rows


def why_of(measured: why.Measured | None, answer: Any) -> dict | str | None:
    if measured is None or not isinstance(answer, why.Why):
        return answer
    data = why.json_of(measured, answer)
    data["losses"] = [
        {"what": why.LOSSES[key], "seconds": lost} for key, lost in data["lost_s"].items()
    ]
    data["gains"] = None
    if answer.gains:
        data["gains"] = {"change": answer.gains.what, "seconds": answer.gains.seconds}
    return data


def region_of(region: dict, measured: why.Measured | None, answer: Any) -> dict:
    return {
        "name": str(region["name"]),
        "tasks": region.get("kind") == "tasks",
        "policy": str(region["policy"]),
        "clock": str(region["clock"]),
        "passes": int(region["pass_count"]),
        "seconds": why.number(region.get("elapsed_s") or 0),
        "units": [unit_of(u) for u in region["units"]],
        "rows": pass_rows(region),
        "why": why_of(measured, answer),
    }


# ---- The time line -------------------------------------------------------------------------


def kind_of(name: str) -> str:
    """What has one colour: tasks of one kernel, and whatever the others are about."""
    return name if name.startswith("task ") else name.split(" ")[0]


def timeline_of(trace: dict) -> list[dict]:
    """For each region its tracks and, of those, events: [track, start, length, kind, what]."""
    regions: dict[int, dict] = {}
    tracks: dict[tuple[int, int], int] = {}
    for event in trace["traceEvents"]:
        pid = event["pid"]
        if event["ph"] != "M":
            add_event(regions[pid], tracks[pid, event["tid"]], event)
        elif event["name"] == "process_name":
            regions[pid] = {"name": str(event["args"]["name"]), "tracks": [], "events": []}
        elif event["name"] == "thread_name":
            tracks[pid, event["tid"]] = len(regions[pid]["tracks"])
            regions[pid]["tracks"].append(str(event["args"]["name"]))
    return [shortened(region) for region in regions.values() if region["events"]]


def add_event(region: dict, track: int, event: dict) -> None:
    about = event.get("args") or {}
    what = ", ".join(f"{key} {value}" for key, value in about.items())
    length = why.number(event.get("dur", 0))
    start = float(event["ts"])
    region["events"].append([track, start, length, kind_of(event["name"]), event["name"], what])


def shortened(region: dict) -> dict:
    events = region["events"]
    region["left_out"] = max(len(events) - MOST_EVENTS, 0)
    if region["left_out"]:
        events = sorted(events, key=lambda e: -e[2])[:MOST_EVENTS]
    used = sorted({e[0] for e in events})  # a track without events is not drawn
    region["tracks"] = [region["tracks"][track] for track in used]
    row = {track: i for i, track in enumerate(used)}
    for event in events:
        event[0] = row[event[0]]
    # What lies within another event is drawn after it.
    region["events"] = sorted(events, key=lambda e: (e[1], -e[2]))
    return region


# ---- The page ------------------------------------------------------------------------------


def page_of(title: str, regions: list[dict], serial: list[dict], trace: dict | None) -> str:
    data = {
        "title": title,
        "regions": regions,
        "serial": serial,
        "timeline": timeline_of(trace) if trace else [],
        "dropped": int(trace["otherData"]["dropped"]) if trace else 0,
    }
    with open(os.path.join(HERE, "page.html"), encoding="utf-8") as file:
        template = file.read()
    # Nothing in a name ends the script that it stands in.
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return template.replace("{{DATA}}", text)
