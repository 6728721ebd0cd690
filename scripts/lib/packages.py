"""Packages out of registries, checked by hash and kept unpacked in the user's cache folder, never in the repository."""

import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import venv


class Unavailable(Exception):
    """Something could not be had; the message is for a person."""


def cache_folder():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return pathlib.Path(cache) / "grit"


def run(command, folder, **environment):
    """The output of a registry's client."""
    try:
        done = subprocess.run(command, cwd=folder, env={**os.environ, **environment}, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
    except FileNotFoundError:
        raise Unavailable(f"{command[0]} is not installed") from None
    if done.returncode != 0:
        raise Unavailable(f"{' '.join(command[:3])} failed:\n{(done.stdout + done.stderr).strip()}")
    return done.stdout


def download_pip(requirement, sha256, folder, options=(), source=False):
    """The wheel, or the source archive, of `requirement` in `folder`, with exactly that hash. Nothing of it is run but
    what pip runs of a source archive to read its name."""
    pins = folder / "pins.txt"
    pins.write_text(f"{requirement} --hash=sha256:{sha256}\n", encoding="utf-8")
    run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--no-binary=:all:" if source else "--only-binary=:all:", *options, "--require-hashes", "--dest", str(folder),
         "--requirement", str(pins)], folder)
    archives = sorted(path for path in folder.iterdir() if path.suffix in (".whl", ".gz"))
    if len(archives) != 1:
        raise Unavailable(f"pip fetched {len(archives)} archives of {requirement}")
    check_hash(archives[0], sha256)
    return archives[0]


def check_hash(archive, sha256):
    if hashlib.sha256(archive.read_bytes()).hexdigest() != sha256:
        raise Unavailable(f"{archive.name} has another hash than the one that is pinned")


def check_name(name, archive):
    path = pathlib.PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise Unavailable(f"{archive.name} holds the path {name!r}")
    return name


def provide(folder, title, make):
    """`folder`, made when it is not there yet: `make(work)` returns a folder below `work` that takes its place. A folder
    that is there is complete."""
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.parent / ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.is_dir():  # another process was faster
            return folder
        print(f"{title}: fetching {folder.name}", file=sys.stderr)
        work = pathlib.Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
        try:
            os.rename(make(work), folder)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    return folder


def python_with(pins, folder, title):
    """The interpreter of an environment below `folder` with exactly the packages of `pins`, lines of pip's requirements
    with hashes, and no others."""
    def make(work):
        (work / "pins.txt").write_text(pins, encoding="utf-8")
        venv.create(work / "env", with_pip=True, symlinks=True)
        run([str(work / "env" / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:",
             "--disable-pip-version-check", "--require-hashes", "--requirement", str(work / "pins.txt")], work)
        return work / "env"

    name = "env-" + hashlib.sha256((pins + sys.version).encode()).hexdigest()[:16]
    return provide(folder / name, title, make) / "bin" / "python"
