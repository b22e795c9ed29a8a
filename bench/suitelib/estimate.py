# SPDX-License-Identifier: BSD-3-Clause
"""How long a job will take, from what others took."""

from collections.abc import Iterable
from typing import Any

from .plan import LIMIT, Job

EXECUTION, REST = 0.1, 0.5  # seconds, before anything is known: an execution, and all else of a job


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


class Estimates:
    def __init__(self, results: Iterable[dict[str, Any]] = ()) -> None:
        self.executions: dict[Any, list[float]] = {}
        self.rests: dict[Any, list[float]] = {}
        for result in results:
            self.learn(result)

    def learn(self, result: dict[str, Any]) -> None:
        """Takes one measurement in."""
        code, devices = result["job"]["code"], result["job"]["devices"]
        for line in result["variants"]:
            for key in ((code, devices, line["variant"]), (code, devices), code, None):
                self.executions.setdefault(key, []).append(line["total_s"] / line["runs"])
        rest = result["wall_s"] - sum(line["total_s"] for line in result["variants"])
        for key in (code, None):
            self.rests.setdefault(key, []).append(max(0.0, rest))

    def _known(
        self, table: dict[Any, list[float]], keys: tuple[Any, ...], otherwise: float
    ) -> float:
        return next((_mean(table[key]) for key in keys if key in table), otherwise)

    def job(self, job: Job) -> float:
        """Seconds. The nearest that is known: the variant, the code on these units, the code, or
        any code."""
        total = self._known(self.rests, (job.code, None), REST)
        for variant in job.variants:
            each = self._known(
                self.executions,
                ((job.code, job.devices, variant), (job.code, job.devices), job.code, None),
                EXECUTION,
            )
            total += each * min(job.runs, max(3, LIMIT / each if each > 0 else job.runs))
        return total

    def jobs(self, pending: list[Job]) -> float:
        return sum(self.job(job) for job in pending)
