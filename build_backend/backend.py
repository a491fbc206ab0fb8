"""The build backend of this package: scikit-build-core's hooks (PEP 517 and PEP 660) behind the building of the client.

The client that browsers get is built from `web/` into the package, unless it is there already, as in an sdist.
"""

from typing import Any

import client
from scikit_build_core import build as core
from scikit_build_core.build import prepare_metadata_for_build_editable, prepare_metadata_for_build_wheel

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Config = dict[str, Any] | None


def get_requires_for_build_sdist(config_settings: Config = None) -> list[str]:
    return [*core.get_requires_for_build_sdist(config_settings), *client.requirements()]


def get_requires_for_build_wheel(config_settings: Config = None) -> list[str]:
    return [*core.get_requires_for_build_wheel(config_settings), *client.requirements()]


def get_requires_for_build_editable(config_settings: Config = None) -> list[str]:
    return [*core.get_requires_for_build_editable(config_settings), *client.requirements()]


def build_sdist(sdist_directory: str, config_settings: Config = None) -> str:
    client.ensure()
    return core.build_sdist(sdist_directory, config_settings)


def build_wheel(wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None) -> str:
    client.ensure()
    return core.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None) -> str:
    client.ensure()
    return core.build_editable(wheel_directory, config_settings, metadata_directory)
