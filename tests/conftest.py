"""Settings for all tests: Hypothesis makes up the same examples each time, however slow the machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "stova", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("stova")
