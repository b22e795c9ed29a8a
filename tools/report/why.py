# SPDX-License-Identifier: BSD-3-Clause
"""Why a region was not faster: from what its units did in each pass, and from playing that again,
changed in one thing, in the simulator.

What was lost the library says (libctsar/observe/shortfall.h).
"""

import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

HERE = os.path.dirname(os.path.realpath(__file__))
SPLITS = ("static", "adaptive", "quick")  # policies that give a unit one range a pass
MOST_PLAYED = 200  # passes; the rest are as the last half of these
MOST_ITERATIONS = 1 << 15  # of a pass that is played; more of them are taken together
ROUGH = 0.05  # the replay differs by more from what was measured: predictions are rough
CACHED = (
    3e-3  # seconds of a pass: a core that computes for less may find its data in a cache or not
)
WORTH = 0.01  # of the time: what gains less is not named
SIMD = 1000.0  # a core's, so that an accelerator may be as much slower than a core by default
LEAST = 1e-12  # the least that the simulator takes for a unit's time
WITHOUT_CORES = "leaving out the cores"
LOSSES = {
    "imbalance": "imbalance: waiting for the unit that ends last",
    "first_passes": "first passes, in which the policy gets to know the units",
    "copies": "copies that no kernel hides",
    "fetches": "copies that come once",
    "trials": "trials: probes of accelerators that had been left out, units of one kind compared",
    "left_out": "units that had no part of a pass",
    "waiting": "waiting before and between ranges",
    "overhead": "overhead: launches",
    "slower": "units that are slower beside each other",
    "scheduler": "the scheduler's decisions",
}


# Of a region in which no pass counts.
NOTHING: dict[str, Any] = {
    "from_pass": sys.maxsize,
    "first_passes": 0,
    "bound_s": 0,
    "lost_s": dict.fromkeys(LOSSES, 0),
}


class NotPlayed(Exception):
    """Why there is no answer, in words."""


# ---- What was measured ---------------------------------------------------------------------


@dataclass(frozen=True)
class Times:
    """What a unit did in a pass; seconds. libctsar/observe/stats.h says what each is."""

    turns: float = 0
    work: float = 0
    busy: float = 0
    waiting: float = 0
    copying: float = 0
    hidden: float = 0
    once: float = 0
    loose: float = 0
    fixed: float = 0
    fixed_copies: float = 0
    loose_fixed: float = 0
    halo: float = 0
    bytes: float = 0

    @property
    def exposed(self) -> float:
        return max(self.copying - self.hidden, 0)

    @property
    def shown(self) -> float:
        """The part of copying that no kernel hid."""
        return self.exposed / self.copying if self.copying > 0 else 1

    @property
    def overhead(self) -> float:
        return max(self.fixed - self.shown * self.fixed_copies, 0)

    @property
    def computing(self) -> float:
        return self.busy - self.exposed - self.overhead


@dataclass(frozen=True)
class Pass:
    iterations: int
    seconds: float
    usual: bool  # neither is the policy learning in it, nor does it try anything
    units: list  # of Times

    @property
    def work(self) -> float:
        return sum(t.work for t in self.units)


@dataclass(frozen=True)
class Measured:
    """What a report says of a region."""

    name: str
    policy: str
    clock: str
    names: list  # of units
    cores: int
    pass_count: int
    passes: list  # of Pass; those that count
    first: int  # passes of them in which the policy is learning
    bound: float
    lost: dict  # by the keys of LOSSES
    settings: dict
    copied: list  # of units: bytes to it, bytes from it
    gone: list  # names of accelerators that take no part any more
    backoffs: int


def signed(value: Any) -> float:
    result = float(value)
    if not math.isfinite(result):
        raise ValueError(f"a number is {result}")
    return result


def number(value: Any) -> float:
    """What rounding leaves below nothing is nothing."""
    return max(signed(value), 0.0)


def pass_of(data: dict, units: int) -> Pass:
    columns = data["unit_times"]
    lists = {name: columns[name] for name in Times.__dataclass_fields__}
    if any(len(one) != units for one in lists.values()):
        raise ValueError("a pass has another number of units")
    rows = [Times(**{k: number(v[u]) for k, v in lists.items()}) for u in range(units)]
    seconds = number(data["elapsed_s"]) + number(data["deciding_s"])
    usual = not (columns["probing"] or data["first"])
    return Pass(int(data["iterations"]), seconds, usual, rows)


def measured_of(region: dict) -> Measured | None:
    """None: a set of tasks, or written by a library that did not keep what this needs."""
    timed = [p for p in region["passes"] if p.get("unit_times")]
    if region.get("kind") == "tasks" or not timed or "shortfall" not in region:
        return None
    units, short = region["units"], region["shortfall"] or NOTHING
    counting = [p for p in region["passes"][int(short["from_pass"]) :] if p.get("unit_times")]
    return Measured(
        name=str(region["name"]),
        policy=str(region["policy"]),
        clock=str(region["clock"]),
        names=[str(u["name"]) for u in units],
        cores=sum(u["kind"] == "core" for u in units),
        pass_count=int(region["pass_count"]),
        passes=[p for p in (pass_of(p, len(units)) for p in counting) if p.work > 0],
        first=int(short["first_passes"]),
        bound=number(short["bound_s"]),
        lost={key: signed(short["lost_s"][key]) for key in LOSSES},
        settings=settings_of(region["settings"], units),
        copied=[(number(u["bytes_in"]), number(u["bytes_out"])) for u in units],
        gone=[str(u["name"]) for u in units if u.get("gone")],
        backoffs=int(region["scheduler"]["backoffs"]),
    )


def settings_of(data: dict, units: list) -> dict:
    accelerators = [[number(x) for x in pair] for pair in data["accelerators"]]
    if len(accelerators) != sum(u["kind"] != "core" for u in units):
        raise ValueError("settings are of another number of accelerators")
    return {
        "div": int(data["div"]),
        "chunk": int(data["chunk"]),
        "ratio": None if data["ratio"] is None else number(data["ratio"]),
        "backoff": str(data["backoff"]),
        "backoff_passes": int(data["backoff_passes"]),
        "guessed": bool(data["guessed"]),
        "core": [number(x) for x in data["core"]],
        "accelerators": [(time, overhead) for time, overhead in accelerators],
    }


# ---- What units take -----------------------------------------------------------------------


@dataclass(frozen=True)
class Pace:
    """What a unit takes where it is settled; seconds."""

    name: str
    core: bool
    computing: float  # an iteration (unit of work), nothing else
    each: float  # the same with copies that come again
    a_range: float  # a range besides
    told: float  # of that, what the policy was told before
    default: float  # an iteration, as the policy was told
    cold: float = 0  # the first range besides
    move: float = 0  # data of an iteration that it does not have
    loose_each: float = 0  # of `each`: arrays that do not persist
    loose_range: float = 0  # of `a_range` the same
    halo: float = 0  # a range, if those persisted: rows that come from both sides
    inwards: float = 1  # the part of its copies that leads to it


def total(times: list[Times], of: Callable[[Times], float]) -> float:
    return sum(of(t) for t in times)


def once_shown(t: Times) -> float:
    return t.once * t.shown


def first_touch(times: list[Times]) -> tuple[float, float]:
    """What the first range took once, and what each iteration takes whose data come anew: as far
    as later, larger shares show that; else all of it grows with the share."""
    first, grown, cost, most = times[0], 0.0, 0.0, times[0].work
    for t in times[1:]:
        if t.work > most:
            grown, cost, most = grown + t.work - most, cost + once_shown(t), t.work
    if grown == 0:
        return 0.0, once_shown(first) / first.work
    move = min(cost / grown, once_shown(first) / first.work)
    return max(once_shown(first) - move * first.work, 0), move


def still_once(times: list[Times]) -> float:
    """Copies that the library takes for the last ones, a range, where they come all the same."""
    return statistics.median(once_shown(t) / max(t.turns, 1) for t in times[len(times) // 2 :])


def only_its_first(m: Measured, u: int) -> bool:
    """Has the accelerator had a single range?  By the real clock that one took what no later one
    takes: waking threads, arrays that come whole."""
    turns = sum(p.units[u].turns for p in m.passes)
    return m.clock != "virtual" and u >= m.cores and turns == 1


def of_the_first(p: Pace) -> Pace:
    """What the unit takes where all that its one range took besides is the first range's."""
    once = max(p.a_range - p.told, 0)
    return replace(p, a_range=p.a_range - once, cold=p.cold + once, loose_range=0)


def pace_of(m: Measured, u: int, settled: list[Pass]) -> Pace | None:
    """None: the unit has never done anything, so nothing is known of it."""
    ever = [p.units[u] for p in m.passes if p.units[u].work > 0]
    if not ever:
        return None
    times = [p.units[u] for p in settled if p.units[u].work > 0] or ever
    work, core = total(times, lambda t: t.work), u < m.cores
    ranges = len(times) if m.policy in SPLITS else total(times, lambda t: t.turns)
    loose = total(times, lambda t: t.shown * t.loose)
    loose_fixed = total(times, lambda t: t.shown * t.loose_fixed)
    default, told = m.settings["core"] if core else m.settings["accelerators"][u - m.cores]
    cold, move = first_touch(ever)
    incoming, outgoing = m.copied[u]
    pace = Pace(
        name=m.names[u],
        core=core,
        computing=max(total(times, lambda t: t.computing) / work, LEAST),
        each=max(total(times, lambda t: t.busy - once_shown(t) - t.fixed) / work, LEAST),
        a_range=total(times, lambda t: t.fixed) / ranges + still_once(times),
        told=told,
        default=default or 1.0,
        cold=cold,
        move=move,
        loose_each=max(loose - loose_fixed, 0) / work,
        loose_range=loose_fixed / ranges,
        halo=total(times, lambda t: t.halo) / ranges,
        inwards=incoming / (incoming + outgoing) if incoming + outgoing > 0 else 1,
    )
    return of_the_first(pace) if only_its_first(m, u) else pace


# ---- Playing it ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    seconds: float  # of all passes
    best: float  # of the best split in hindsight


@dataclass
class Player:
    """Plays a region's passes on machines that are like the measured one."""

    measured: Measured
    command: list  # of the simulator
    scale: float = field(init=False)  # work in an iteration that is played
    iterations: int = field(init=False)

    def __post_init__(self) -> None:
        passes = self.measured.passes
        mean = sum(p.iterations for p in passes) / len(passes)
        self.iterations = max(1, min(round(mean), MOST_ITERATIONS))
        self.scale = sum(p.work for p in passes) / len(passes) / self.iterations

    def label(self, policy: str, backoff: str | None = None) -> str:
        """The policy with the region's settings, as the simulator takes it."""
        s, keys = self.measured.settings, [policy]
        if s["div"] > 0:
            keys.append(f"div={s['div']}")
        if s["chunk"] > 0:
            mean = sum(p.iterations for p in self.measured.passes) / len(self.measured.passes)
            keys.append(f"chunk={max(1, round(s['chunk'] * self.iterations / mean))}")
        if s["ratio"] is not None:
            keys.append(f"ratio={s['ratio']:.17g}")
        rule = backoff or s["backoff"]
        passes = f"/{s['backoff_passes']}" if s["backoff_passes"] > 0 and rule != "0" else ""
        keys.append(f"backoff={rule}{passes}")
        if s["guessed"]:
            keys.append("times=guessed")
        if self.measured.clock == "virtual":
            keys.append("times=exact")
        return ":".join(keys)

    def machine(self, units: list[Pace]) -> dict:
        core = next((p.default for p in units if p.core), 1.0)
        return {"ctsar_machine": 1, "units": [self.unit(p, core) for p in units]}

    def unit(self, p: Pace, core: float) -> dict:
        one = {
            "kind": "core" if p.core else "accelerator",
            "name": p.name[:40] or "unit",
            "time": max(p.each * self.scale, LEAST),
            "launch": min(p.a_range, p.told),
            "wake": max(p.a_range - p.told, 0),
            "cold": p.cold,
            "simd": min(max(SIMD if p.core else SIMD * core / p.default, 1), 1e6),
        }
        if p.move > 0:
            one["bandwidth"] = max(1 / (p.move * self.scale), 1)
        return one

    def workload(self, units: list[Pace]) -> dict:
        load: dict[str, Any] = {
            "ctsar_workload": 1,
            "iterations": self.iterations,
            "passes": min(len(self.measured.passes), MOST_PLAYED),
            "time": 1,
        }
        if any(p.move > 0 for p in units if not p.core):
            written = any(p.core and (p.cold > 0 or p.move > 0) for p in units)
            load["persisted"] = {"bytes_per_iteration": 1, "written": written}
        return load

    def play(self, units: list[Pace], labels: list[str]) -> dict[str, Played]:
        """By label; the best split in hindsight is called "oracle"."""
        options = ["--policy", ",".join(labels), "--runs"]
        said = simulate(self.command, self.machine(units), self.workload(units), options)
        return {p["label"]: self.played(p) for p in said["policies"]}

    def played(self, policy: dict) -> Played:
        times = [p["time_s"] for p in policy["runs"][0]]
        late = times[len(times) // 2 :]
        left = len(self.measured.passes) - len(times)
        seconds = sum(times) + left * sum(late) / len(late)
        best = policy["runs"][0][-1]["best_s"] * len(self.measured.passes)
        return Played(seconds, best)


def simulate(command: list[str], machine: dict, workload: dict, options: list[str]) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, name) for name in ("machine.json", "workload.json")]
        for path, data in zip(files, (machine, workload), strict=True):
            with open(path, "w", encoding="utf-8") as file:
                json.dump(data, file)
        done = subprocess.run(
            [*command, *files, *options, "--seeds", "1", "--noise", "0", "--json", "-"],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        raise NotPlayed((done.stderr.strip().splitlines() or ["the simulator has failed"])[-1])
    return json.loads(done.stdout)


def policies(command: list[str]) -> list[str]:
    """The library's, which the simulator plays where none is named."""
    unit = {"ctsar_machine": 1, "units": [{"kind": "core"}]}
    said = simulate(command, unit, {"ctsar_workload": 1}, ["--passes", "1", "--iterations", "1"])
    return [p["policy"] for p in said["policies"] if p["policy"] != "oracle"]


def simulator() -> list[str]:
    """ctsar-sim, in the tree or installed."""
    for place in ("..", os.path.join("..", "..", "..", "bin")):
        path = os.path.normpath(os.path.join(HERE, place, "ctsar-sim"))
        if os.path.isfile(path):
            return [sys.executable, path]
    raise NotPlayed("ctsar-sim is not installed")


# ---- The answer ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    what: str  # in words, for people
    seconds: float  # predicted, of all passes that were measured
    unsure: bool = False


@dataclass(frozen=True)
class Why:
    """Seconds of all passes that have been measured."""

    measured: float
    passes: int
    all_passes: int
    bound: float
    lost: dict  # by the keys of LOSSES; with the bound they come to what was measured
    best: float  # of the best split, with overheads and copies as they are
    played: float  # the same run, played again
    without: dict  # by what is left out
    changes: list  # of Change; the one that gains most first
    notes: list  # of words

    @property
    def gains(self) -> Change | None:
        """The change to be made; None: nothing that was tried gains anything."""
        worth = (1 - WORTH) * self.measured
        return self.changes[0] if self.changes and self.changes[0].seconds < worth else None


def without_copies(p: Pace) -> Pace:
    """The unit where arrays that are copied in every pass persist: they come once."""
    return replace(
        p,
        each=max(p.each - p.loose_each, p.computing),
        a_range=max(p.a_range - p.loose_range, 0) + p.halo,
        cold=p.cold + p.loose_range * p.inwards,
        move=p.move + p.loose_each * p.inwards,
    )


def persisting(units: list[Pace]) -> list[Pace]:
    """Rows at the boundary between cores and accelerators come to the last core as well."""
    kept_there = [without_copies(p) for p in units]
    last = sum(p.core for p in units) - 1
    if 0 <= last < len(units) - 1:
        beside = kept_there[last]
        kept_there[last] = replace(beside, a_range=beside.a_range + units[last + 1].halo / 2)
    return kept_there


def leaving_out(units: list[Pace]) -> list[tuple[str, list[Pace]]]:
    """What may be left out, and who is left."""
    accelerators = [p for p in units if not p.core]
    cores = [p for p in units if p.core]
    ways = [(p.name, [q for q in units if q is not p]) for p in accelerators]
    if len(accelerators) > 1 and cores:
        ways.append(("all accelerators", cores))
    if cores and accelerators:
        ways.append(("the cores", accelerators))
    return [(what, left) for what, left in ways if left]


def other_machines(player: Player, units: list[Pace]) -> list[tuple[str, float]]:
    """What the run takes where the units are others, or known before."""
    own = player.label(player.measured.policy)
    tried = []
    if any(p.loose_each > 0 or p.loose_range > 0 for p in units):
        kept_there = player.play(persisting(units), [own])[own]
        tried.append(
            (
                "persist (CTSAR_MEM_PERSIST), for arrays that are copied in every pass and that "
                "the host does not need in between",
                kept_there.seconds,
            )
        )
    if player.measured.first > 0 and len(units) > 1:
        known = player.play([replace(p, default=p.each) for p in units], [own])[own]
        tried.append(("CTSAR_HISTORY: speeds known from an earlier run", known.seconds))
    return tried


def unsure_of_ranges(m: Measured) -> str | None:
    """Why policies that hand out several ranges may take longer or less."""
    for u, name in enumerate(m.names):
        if only_its_first(m, u):
            return (
                "predictions of policies that hand out several ranges are unsure: what a range "
                f"takes besides its iterations is known of the first one of {name} only"
            )
    return None


def unsure_of_cores(m: Measured) -> str | None:
    """Why the cores may be faster or slower once they have another share, or wait less.

    Filling 16 MB of a cache anew takes 0.4 ms or so, which is 15 % of CACHED."""
    if m.clock == "virtual" or m.cores == len(m.names):
        return None
    for u, name in enumerate(m.names[: m.cores]):
        took = [max(p.units[u].computing, 0) for p in m.passes if p.units[u].turns > 0]
        if took and statistics.median(took) < CACHED:
            return (
                f"predictions in which the cores take part are unsure: {name} computes for "
                f"{shown(statistics.median(took))} of a pass, so its speed is that of what finds "
                "its data in a cache or not, and another share or less waiting changes that"
            )
    return None


def notes_on(m: Measured, units: list[Pace | None], played: float, seconds: float) -> list[str]:
    notes = [f"{name} is gone: these are the passes after that" for name in m.gone]
    notes += [
        f"{m.names[u]} had nothing to do, so nothing is known of it"
        for u, p in enumerate(units)
        if p is None and u >= m.cores and m.names[u] not in m.gone
    ]
    if abs(played - seconds) > ROUGH * seconds:
        more = "more" if played > seconds else "less"
        notes.append(
            f"played again, the same run takes {100 * abs(played / seconds - 1):.0f} % {more}: "
            "iterations that cost differently, or speeds that changed; predictions are rough"
        )
    return notes + [why for why in (unsure_of_cores(m), unsure_of_ranges(m)) if why]


def doubts(m: Measured) -> Callable[[str], bool]:
    """Whether the prediction of a change is unsure."""
    cores, ranges = unsure_of_cores(m), unsure_of_ranges(m)
    one_range = {f"CTSAR_POLICY={name}" for name in SPLITS}

    def unsure(what: str) -> bool:
        several = what.startswith("CTSAR_POLICY=") and what not in one_range
        return bool((cores and what != WITHOUT_CORES) or (ranges and several))

    return unsure


def explain(m: Measured, command: list[str] | None = None) -> Why:
    """Raises NotPlayed."""
    if not m.passes:
        raise NotPlayed("no pass had iterations" + " after a unit had gone" * bool(m.gone))
    player = Player(m, command or simulator())
    settled = [p for p in m.passes if p.usual]
    every = [pace_of(m, u, settled) for u in range(len(m.names))]
    units = [p for p in every if p is not None]
    own = player.label(m.policy)
    others = {player.label(name): name for name in policies(player.command) if name != m.policy}
    all_played = player.play(units, [own, *others])
    seconds = sum(p.seconds for p in m.passes)
    as_it_was = all_played[own].seconds
    ways = {what: player.play(left, [own])[own].seconds for what, left in leaving_out(units)}
    tried = [(f"CTSAR_POLICY={others[label]}", all_played[label].seconds) for label in others]
    tried += [(f"leaving out {what}", took) for what, took in ways.items()]
    tried += other_machines(player, units)
    if m.backoffs > 0:
        never = player.label(m.policy, "0")
        tried.append(("CTSAR_BACKOFF=0", player.play(units, [never])[never].seconds))
    scale = seconds / as_it_was
    unsure = doubts(m)
    changes = sorted(
        (Change(what, took * scale, unsure(what)) for what, took in tried),
        key=lambda c: c.seconds,
    )
    return Why(
        measured=seconds,
        passes=len(m.passes),
        all_passes=m.pass_count,
        bound=m.bound,
        lost=m.lost,
        best=all_played["oracle"].best,
        played=as_it_was,
        without={what: took * scale for what, took in ways.items()},
        changes=changes,
        notes=notes_on(m, every, as_it_was, seconds),
    )


# ---- Saying it -----------------------------------------------------------------------------


def shown(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if abs(seconds) >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def lines_of(why: Why) -> list[str]:
    """For a terminal."""
    of = "" if why.passes == why.all_passes else f" of {why.passes} passes"
    lines = [
        f"why not faster: {shown(why.measured)}{of}; "
        f"the units together could do it in {shown(why.bound)}"
    ]
    for key, seconds in sorted(why.lost.items(), key=lambda item: -item[1]):
        if abs(seconds) >= 0.0005 * why.measured:
            share = 100 * seconds / why.measured
            lines.append(f"  {shown(seconds):>8}  {share:5.1f} %  {LOSSES[key]}")
    for what, seconds in why.without.items():
        lines.append(f"  {shown(seconds):>8}           without {what}")
    lines.append(
        f"  {shown(why.best):>8}           with the best split, overheads and copies as now"
    )
    if why.gains:
        less = 100 * (1 - why.gains.seconds / why.measured)
        lines.append(
            f"  gains most: {why.gains.what}: {shown(why.gains.seconds)}, {less:.0f} % less"
        )
    else:
        lines.append(f"  gains most: nothing that was tried gains {100 * WORTH:.0f} %")
    return lines + [f"  note: {note}" for note in why.notes]


def json_of(m: Measured, why: Why) -> dict:
    return {
        "name": m.name,
        "policy": m.policy,
        "clock": m.clock,
        "passes": why.passes,
        "measured_s": why.measured,
        "bound_s": why.bound,
        "lost_s": why.lost,
        "best_split_s": why.best,
        "played_s": why.played,
        "without_s": why.without,
        "changes": [
            {"change": c.what, "predicted_s": c.seconds, "unsure": c.unsure} for c in why.changes
        ],
        "notes": why.notes,
    }
