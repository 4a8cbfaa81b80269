"""The probe that shows the capabilities of its own process, and how to read it."""

import os

SHOW_CAPABILITIES = os.environ["SHOW_CAPABILITIES"]
SETS = ["permitted", "effective", "inheritable", "ambient", "bounding"]


def capability_sets(shown):
    """{"permitted": ["0", "7"], …} from the output of the probe."""
    sets = {name: members.split() for name, members in (line.split(":") for line in shown.splitlines())}
    assert list(sets) == SETS, shown
    return sets
