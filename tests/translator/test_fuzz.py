# SPDX-License-Identifier: BSD-3-Clause
"""A fixed set of what `fuzz` makes by the thousand."""
import pytest

import fuzz_run
import fuzz_sources

MUTANTS, BATCHES, BATCH = 800, 3, 30
DEVICES = ["cpu:2,emu:2", "emu:3", "cpu:1,emu:1"]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_loop_nests_print_what_serial_ones_print(batch, tmp_path):
    settings = {"CTSAR_DEVICES": DEVICES[batch % len(DEVICES)]}
    wrong = fuzz_run.check(range(batch * BATCH, (batch + 1) * BATCH), tmp_path, settings)
    assert not wrong, "\n".join(f"nest {nest.seed}, {settings}: {what}" for nest, what in wrong)


def test_random_clauses_are_refused_or_right(tmp_path):
    wrong, accepted = fuzz_run.check_altered(range(BATCH), tmp_path, {"CTSAR_DEVICES": "cpu:1,emu:2"})
    assert not wrong, "\n".join(f"nest {nest.seed}: {what}" for nest, what in wrong)
    assert 0 < accepted < BATCH


def test_the_sources_of_cases_are_translated_as_they_are():
    for path, text in fuzz_sources.sources().items():
        if "/cases/" in path:
            assert fuzz_sources.attempt(path, text)[0] == "translated", path


@pytest.mark.parametrize("seed", range(4))
def test_mutated_sources_are_translated_or_refused(seed, tmp_path):
    outcomes = set()
    for number, path, text in fuzz_sources.mutants(seed, MUTANTS // 4):
        outcome, result = fuzz_sources.attempt(path, text)
        outcomes.add(outcome)
        # Where cc accepts the mutant, it accepts what was made of it: looked at now and then.
        if result is not None and number % 8 == 0 and not fuzz_sources.accepted(text, tmp_path, "mutant"):
            assert not fuzz_sources.accepted(result.preprocessed, tmp_path, "translated"), f"mutant {seed}/{number} of {path}"
    assert {"translated", "refused", "not C"} <= outcomes
