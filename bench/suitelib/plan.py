# SPDX-License-Identifier: BSD-3-Clause
"""What is measured: a list of jobs, each one process of one code."""

import dataclasses
import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

POLYBENCH = (
    "atax",
    "bicg",
    "corr",
    "covar",
    "fdtd2d",
    "gemm",
    "gesummv",
    "gramschmidt",
    "mvt",
    "syr2k",
    "syrk",
    "3dconv",
    "3mm",
    "2dconv",
    "2mm",
)
PAPER = ("cg", "gem", "helmholtz", "kmeans", *POLYBENCH)  # the 19 codes of the paper's Table 2
OTHERS = ("nbody", "blackscholes", "stream", "transpose", "convolution", "reduction", "perlin")
CODES = PAPER + OTHERS
SCHEDULES = ("omp:static", "omp:dynamic", "omp:guided")
PERSISTENT = ("fdtd2d", "helmholtz", "cg")
PEERS = ("gemm", "kmeans", "helmholtz")
STARPU_BLOCKS = {
    "gemm": (1, 16, 32, 64, 128, 256),
    "kmeans": (1000, 5000, 25000, 50000),
    "helmholtz": (1, 32, 128, 256, 512),
}
CHUNKS = (2, 4, 8, 16, 32, 64, 128, 256, 400)
OURS = ("static", "adaptive", "hybrid", "auto")  # what is held to OpenMP's schedules
LIMIT = 2  # seconds: a variant that has taken as long is executed three times, not ten

# A tenth of a second or so for an execution on a core of today.
BALANCED = {
    "atax": "standard",
    "bicg": "standard",
    "mvt": "standard",
    "gesummv": "standard",
    "2dconv": "standard",
    "3dconv": "standard",
    "gemm": "standard",
    "2mm": "400,400,400,400",
    "3mm": "small",
    "corr": "mini",
    "covar": "mini",
    "syrk": "small",
    "syr2k": "small",
    "gramschmidt": "384,384",
    "fdtd2d": "mini",
    "cg": "standard",
    "gem": "small",
    "helmholtz": "standard",
    "kmeans": "small",
    "nbody": "2500,10",
    "blackscholes": "standard",
    "stream": "standard",
    "transpose": "standard",
    "convolution": "standard",
    "reduction": "standard",
    "perlin": "standard",
}
# Some milliseconds for an execution.
QUICK = {
    "gemm": "small",
    "atax": "small",
    "covar": "256,256",
    "2dconv": "standard",
    "kmeans": "mini",
    "helmholtz": "256,256,20",
}


@dataclasses.dataclass(frozen=True)
class Job:
    part: str  # the table or figure that it is for
    code: str
    program: str  # under BUILD/suite
    size: str  # a size's name or the dimensions
    devices: str  # CTSAR_DEVICES
    variants: tuple
    runs: int
    settings: tuple = ()  # further (variable, value) of the environment
    report: bool = False  # also what the library's report counts
    label: str = ""  # what tells jobs of one part and code apart, for figures

    @property
    def key(self) -> str:
        """The same for the same measurement, in every run of the command."""
        return json.dumps(dataclasses.astuple(self))

    @property
    def name(self) -> tuple[str, ...]:
        """What it measures, whatever the size: a newer measurement takes the place of an older one
        of that name."""
        return self.part, self.code, self.devices, self.label

    def words(self, variants: Iterable[str]) -> list[str]:
        """Every execution is compared with a serial one, outside of its time."""
        named = self.size.isalpha()
        return [
            "--size" if named else "--dims",
            self.size,
            "--runs",
            str(self.runs),
            "--limit",
            str(LIMIT),
            "--check",
            "--variants",
            ",".join(variants),
        ]


@dataclasses.dataclass(frozen=True)
class Choice:
    """What the command line asks for."""

    codes: tuple
    policies: tuple
    units: tuple  # CTSAR_DEVICES of the sets with an accelerator or more
    parts: tuple
    size: str  # "balanced", "quick" or a size's name
    runs: int
    starpu: bool  # whether the peers' programs were built with it

    def size_of(self, code: str) -> str:
        if self.size == "quick":
            return QUICK.get(code, "mini")
        return BALANCED[code] if self.size == "balanced" else self.size


def jobs(choice: Choice) -> list[Job]:
    """All jobs of the parts that were chosen, those of the page's first tables first."""
    return [job for part in PARTS if part in choice.parts for job in PARTS[part](choice)]


def needs(job: Job, among: Iterable[Any]) -> list[Job]:
    """The jobs without which it must not be measured: StarPU's history model is trained first."""
    return [
        other
        for other in among
        if other.part == "train"
        and job.part == "peers"
        and (other.code, other.devices) == (job.code, job.devices)
    ]


def _codes(choice: Choice, among: Iterable[Any]) -> list[str]:
    return [code for code in choice.codes if code in among]


def _ctsar(
    choice: Choice,
    part: str,
    code: str,
    devices: str,
    variants: Iterable[str],
    runs: int | None = None,
    **more: Any,
) -> Job:
    return Job(
        part,
        code,
        f"ctsar/{code}",
        choice.size_of(code),
        devices,
        tuple(variants),
        runs or choice.runs,
        **more,
    )


NO_BACKOFF = (("CTSAR_BACKOFF", "0"),)


def accelerators(units: str) -> str:
    """The set of units without its cores."""
    return ",".join(item for item in units.split(",") if not item.startswith("cpu"))


def characteristics(choice: Choice) -> Iterator[Job]:
    """Table 2: cores alone, one accelerator alone, and both: passes, and the time of one."""
    for code in _codes(choice, CODES):
        for units in choice.units[:1]:
            yield _ctsar(
                choice,
                "characteristics",
                code,
                units,
                ["omp:static", "static@gpu", "static"],
                report=True,
                settings=NO_BACKOFF,
            )


def openmp(choice: Choice) -> Iterator[Job]:
    """On cores only, against OpenMP's schedules over the same kernels; then, apart, since counting
    takes time too, what the library counts of the same passes."""
    for code in _codes(choice, PAPER):
        yield _ctsar(choice, "openmp", code, "cpu", SCHEDULES + OURS)
    for code in _codes(choice, PAPER):
        yield _ctsar(choice, "counts", code, "cpu", OURS, runs=min(3, choice.runs), report=True)


def schedulers(choice: Choice) -> Iterator[Job]:
    """Figure 9: every policy on every set of units, in turns with the cores alone and the
    accelerators alone."""
    for code in _codes(choice, CODES):
        cores = choice.policies + (() if "chunk" in choice.policies else ("chunk",))
        for number, units in enumerate(choice.units or ("cpu",)):
            own = [f"{policy}@cpu" for policy in cores] if number == 0 else ["chunk@cpu"]
            both = [*choice.policies, "static@gpu"] if units != "cpu" else []
            yield _ctsar(choice, "schedulers", code, units, own + both)


def chunks(choice: Choice) -> Iterator[Job]:
    """Figure 8: the basic chunk scheduler over the number of chunks, with one accelerator."""
    for code in _codes(choice, PAPER):
        for units in choice.units[:1] or ("cpu",):
            yield _ctsar(choice, "chunks", code, units, [f"chunk:{count}" for count in CHUNKS])


def padding(choice: Choice) -> Iterator[Job]:
    """Figure 6: GEMM on accelerators alone, with and without padded rows."""
    for units in choice.units[:1]:
        for extra in range(0, 33, 3 if choice.size == "mini" else 1):
            extent = (128 if choice.size == "mini" else 512) + extra
            yield Job(
                "padding",
                "gemm",
                "ctsar/gemm",
                f"{extent},{extent},{extent}",
                accelerators(units),
                ("static", "static-unpadded"),
                min(5, choice.runs),
                label=str(extra),
            )


def starpus(units: str) -> tuple[tuple[str, str], ...]:
    """StarPU's settings for a set of units that it can have: cores and OpenCL's devices, CPUs among
    them."""
    return (("STARPU_NOPENCL", "1" if "opencl" in units else "0"), ("STARPU_OPENCL_ON_CPUS", "1"))


def peers(choice: Choice) -> Iterator[Job]:
    """Figure 11: three codes by libgomp, StarPU and ctsar over the same kernels; with accelerators
    also the first one alone, by hand."""
    ours = tuple(f"ctsar:{policy}" for policy in choice.policies)
    for code in _codes(choice, PEERS):
        tasks = tuple(f"starpu:{block}" for block in STARPU_BLOCKS[code] if choice.starpu)
        for units in ("cpu", *(units for units in choice.units if "opencl" in units)):
            job = Job(
                "train",
                code,
                f"peers/{code}",
                choice.size_of(code),
                units,
                tasks,
                max(10, choice.runs),
                settings=starpus(units),
            )
            if choice.starpu:
                yield job  # the history model wants ten runs before anything is measured
            theirs = SCHEDULES if units == "cpu" else ("omp:dynamic", "opencl")
            yield dataclasses.replace(
                job, part="peers", variants=theirs + ours + tasks, runs=choice.runs
            )
            yield dataclasses.replace(
                job,
                part="counts",
                variants=ours,
                runs=min(3, choice.runs),
                report=True,
                label="peers",
            )


# A core, and a PoCL device that is restricted to another processor: two speeds that add up. Both
# are bound; the library's threads may use either.
APART = "cpu:1,opencl:cpu"
ONE_EACH = (
    ("OMP_NUM_THREADS", "1"),
    ("OMP_PLACES", "{1},{0}"),
    ("OMP_PROC_BIND", "true"),
    ("POCL_MAX_PTHREAD_COUNT", "1"),
    ("POCL_AFFINITY", "1"),
)
TWO_CORES = (("OMP_NUM_THREADS", "2"), ("OMP_PLACES", "{0},{1}"), ("OMP_PROC_BIND", "true"))


def apart(choice: Choice) -> Iterator[Job]:
    """A core and a device on separate processors: each alone, and together; then what a second
    core brings, which is what this machine's caches and memory let one gain; then, by themselves,
    what the library says of what is lost."""
    if not any("opencl" in units for units in choice.units) or not os.sched_getaffinity(0) >= {
        0,
        1,
    }:
        return
    if choice.size == "quick":  # passes of less than a millisecond are another matter
        choice = dataclasses.replace(choice, size="balanced")
    for code in _codes(choice, CODES):
        variants = ["omp:static", "static@gpu", "adaptive", "auto"]
        more = {"runs": max(20, choice.runs)}  # in the first ones memory is touched
        yield _ctsar(choice, "apart", code, APART, variants, settings=ONE_EACH, **more)
        yield _ctsar(choice, "apart", code, "cpu", ["omp:static"], settings=TWO_CORES, **more)
    for code in _codes(choice, CODES):
        yield _ctsar(choice, "lost", code, APART, ["auto"], report=True, settings=ONE_EACH)


def persist(choice: Choice) -> Iterator[Job]:
    """What moves when arrays stay on the units, and when everything is copied in every pass."""
    for code in _codes(choice, PERSISTENT):
        for units in choice.units[:1]:
            yield _ctsar(
                choice,
                "persist",
                code,
                units,
                ["static", "static-copied"],
                report=True,
                settings=NO_BACKOFF,
            )


# Codes whose passes are short: what an accelerator costs them that does not pay.
SHORT = (
    ("fdtd2d", "128,128,100"),
    ("gramschmidt", "128,128"),
    ("helmholtz", "128,128,50"),
    ("helmholtz", "512,512,50"),
    ("2dconv", "512,512"),
)
SHORT_RUNS = 50
CAREFUL = ("auto", "adaptive")  # policies that leave out what does not pay
OPENER = "chunk@cpu"  # is executed first: it opens the devices and touches the memory


def harm(choice: Choice) -> Iterator[Job]:
    """For docs/harm.md: short passes beside this machine's first accelerator and beside an emulated
    one, in turns with the same policies on the cores alone. The sizes are always these."""
    for code, dims in SHORT:
        if code not in choice.codes:
            continue
        for units in dict.fromkeys((*choice.units[:1], "cpu,emu:1")):
            yield Job(
                "harm",
                code,
                f"ctsar/{code}",
                dims,
                units,
                (OPENER, *(f"{policy}{where}" for policy in CAREFUL for where in ("@cpu", ""))),
                max(SHORT_RUNS, choice.runs),
                label=dims,
            )


# In the order of docs/results.md, so that what stands there first is measured first.
PARTS = {
    "apart": apart,
    "characteristics": characteristics,
    "openmp": openmp,
    "peers": peers,
    "persist": persist,
    "schedulers": schedulers,
    "chunks": chunks,
    "padding": padding,
    "harm": harm,
}
