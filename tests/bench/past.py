"""Another commit of this repository, ready to be served beside this one."""

from __future__ import annotations

import subprocess
import tarfile
from io import BytesIO
from pathlib import Path

from tests.server import ROOT

BUILT = ("static/vendor",)
"""What a checkout lacks: fetched once, and the same for both."""


def checkout(ref: str, folder: Path) -> Path:
    """Its tree, without touching the work tree. Raises CalledProcessError for an unknown name."""
    packed = subprocess.run(["git", "archive", ref], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    tree = folder / "tree"
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(tree, filter="data")
    for name in BUILT:
        (tree / name).symlink_to(ROOT / name)
    return tree
