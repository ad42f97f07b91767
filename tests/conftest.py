"""How the tests run: Hypothesis repeats itself exactly unless told otherwise."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "fixed", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", parent=settings.get_profile("fixed"), derandomize=False, max_examples=10_000)
settings.register_profile("ci", parent=settings.get_profile("fixed"), print_blob=True)
settings.register_profile("long", parent=settings.get_profile("search"), max_examples=100_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


def pytest_configure(config: pytest.Config) -> None:
    # Loading a registry may raise Python's recursion limit, for good (rung.registry.make_room). Hypothesis, which sets
    # the limit around each example, says that it then leaves it alone; that is what we want.
    config.addinivalue_line("filterwarnings", "ignore:The recursion limit will not be reset")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data: real registries and cases. It stands beside the checkout and is no part of it."""
    folder = Path(os.environ.get("RUNG_SHARED") or Path(__file__).resolve().parents[2] / "shared")
    if not folder.is_dir():
        pytest.skip("the shared registries and cases are not here: set RUNG_SHARED to their folder")
    return folder
