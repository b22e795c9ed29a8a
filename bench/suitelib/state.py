# SPDX-License-Identifier: BSD-3-Clause
"""What has been measured so far: one JSON file, whole at every moment."""

import dataclasses
import fcntl
import json
import os
import pathlib
from typing import IO, Any

from .plan import Job

FORMAT = 2


class Mismatch(Exception):
    """The file is of another machine, of no such kind, or another command's at this moment."""


class State:
    def __init__(self, path: pathlib.Path, machine: dict[str, Any]) -> None:
        self.path = path
        self.data: dict[str, Any] = {
            "ctsar_suite": FORMAT,
            "machine": machine,
            "planned": [],
            "results": {},
            "failed": {},
        }

    @classmethod
    def open(cls, path: pathlib.Path, machine: dict[str, Any]) -> "State":
        """The measurements in `path`, where there are any; on one machine and of one build only."""
        state = cls(path, machine)
        if not path.exists():
            return state
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            kept = data["machine"]
            results, failed = data["results"], data["failed"]
        except (ValueError, KeyError, TypeError) as error:
            raise Mismatch(
                f"{path} is not a file of this bench/suite's: {error}; --restart begins anew"
            ) from error
        for name in ("processor", "cores", "compiler", "programs"):
            if kept.get(name) != machine[name]:
                raise Mismatch(
                    f"{path} was measured with {name} '{kept.get(name)}', not '{machine[name]}'; "
                    "--restart begins anew"
                )
        state.data.update(results=results, failed=failed)
        return state

    def lock(self) -> IO[str]:
        """Keeps other commands away from the folder as long as the returned file is open."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = self.path.with_suffix(".lock").open("w", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            raise Mismatch(f"another bench/suite is at work in {self.path.parent}") from error
        return file

    def plan(self, jobs: list[Job]) -> None:
        """Notes what is to be measured, so that what is missing can be told."""
        self.data["planned"] = [dataclasses.asdict(job) for job in jobs]
        self.save()

    def has(self, job: Job) -> bool:
        return job.key in self.data["results"]

    def add(self, job: Job, result: dict[str, Any]) -> None:
        self._forget(job)
        self.data["results"][job.key] = result
        self.save()

    def fail(self, job: Job, message: str) -> None:
        """It could not be measured; it is tried again when the command goes on."""
        self._forget(job)
        self.data["failed"][job.key] = {"job": dataclasses.asdict(job), "message": message}
        self.save()

    def _forget(self, job: Job) -> None:
        """What has that name: an older measurement, of another size or number of runs, or a
        failure."""
        for kind in ("results", "failed"):
            self.data[kind] = {
                key: entry
                for key, entry in self.data[kind].items()
                if tuple(entry["job"][field] for field in ("part", "code", "devices", "label"))
                != job.name
            }

    def save(self) -> None:
        """Replaces the file at once, so that an interruption leaves the old or the new one."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        draft.write_text(json.dumps(self.data, indent=1) + "\n", encoding="utf-8")
        os.replace(draft, self.path)

    def results(self) -> list[dict[str, Any]]:
        return list(self.data["results"].values())
