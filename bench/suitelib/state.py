# SPDX-License-Identifier: BSD-3-Clause
"""What has been measured so far: one JSON file, whole at every moment."""
import json
import os

FORMAT = 1


class Mismatch(Exception):
    """The file is of another machine, or no such file."""


class State:
    def __init__(self, path, machine):
        self.path = path
        self.data = {"ctsar_suite": FORMAT, "machine": machine, "results": {}}

    @classmethod
    def open(cls, path, machine):
        """The measurements in `path`, where there are any; on one machine only."""
        state = cls(path, machine)
        if not path.exists():
            return state
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            kept = data["machine"]
            results = data["results"]
        except (ValueError, KeyError, TypeError) as error:
            raise Mismatch(f"{path} is not a file of bench/suite's: {error}") from error
        for name in ("processor", "cores", "version", "compiler"):
            if kept.get(name) != machine[name]:
                raise Mismatch(f"{path} was measured with {name} '{kept.get(name)}', not '{machine[name]}'; "
                               "--restart begins anew")
        state.data["results"] = results
        return state

    def has(self, job):
        return job.key in self.data["results"]

    def add(self, job, result):
        self.data["results"][job.key] = result
        self.save()

    def save(self):
        """Replaces the file at once, so that an interruption leaves the old or the new one."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        draft.write_text(json.dumps(self.data, indent=1) + "\n", encoding="utf-8")
        os.replace(draft, self.path)

    def seconds(self):
        """(part, code, seconds) of the jobs that are done."""
        return [(result["job"]["part"], result["job"]["code"], result["wall_s"])
                for result in self.data["results"].values()]
