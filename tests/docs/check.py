"""What the documentation names exists: links, files, scripts, presets, suites and grit's own commands.

Usage: check.py [GRIT]      GRIT is the built command; with it every `grit COMMAND --option` shown is looked up in its help.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
BLOCK = re.compile(r"^```(?:sh|console|bash)\n(.*?)^```", re.M | re.S)
PATH = re.compile(r"`((?:src|include|capi|cmake|docs|tests|scripts|examples|bench|third_party|\.ci)/[\w./-]+)`")


def pages():
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT,
                           capture_output=True, text=True, check=True).stdout.split()
    # Tickets and instruction files are input of the program, not documentation.
    return [ROOT / name for name in names if not name.startswith(("examples/tickets/", "tests/"))]


def bad_links(page, text):
    for target in LINK.findall(text):
        if not re.match(r"[a-z]+:", target) and not (page.parent / target).exists():
            yield f"link to {target}"
    for path in PATH.findall(text):
        if not (ROOT / path).exists():
            yield f"names {path}"


def commands(text):
    for block in BLOCK.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            line = re.sub(r"\s+#.*", "", line).removeprefix("$ ").strip()
            for part in re.split(r"\s*(?:&&|\|\||;|\|)\s*", line):
                if part and not part.startswith("#"):
                    yield part.split()


def bad_preset(words):
    presets = json.loads((ROOT / "CMakePresets.json").read_text())
    names = {p["name"] for p in presets["configurePresets"] if not p.get("hidden")}
    if "--preset" in words and words[words.index("--preset") + 1] not in names:
        yield f"no preset {words[words.index('--preset') + 1]}"


def bad_suite(words):
    help_text = subprocess.run(["scripts/test", "--help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    suites = re.findall(r"^ {2}(\w+) ", help_text, re.M)
    for word in words[1:]:
        if re.fullmatch(r"[a-z]+", word) and word not in suites:
            yield f"no suite {word}"


class Grit:
    """What the built command says about itself."""

    def __init__(self, binary):
        self.binary = binary
        self.helps = {}

    def help(self, *command):
        if command not in self.helps:
            done = subprocess.run([self.binary, *command, "--help"], capture_output=True, text=True, check=False)
            self.helps[command] = done.stdout if done.returncode == 0 else ""
        return self.helps[command]

    def bad(self, words):
        general = self.help()
        rest = iter(words[1:])
        command = next((w for w in rest if re.fullmatch(r"[a-z]+", w) and f"  {w} " in general), None)
        options = [w.split("=")[0] for w in words[1:] if re.fullmatch(r"--[a-z][a-z-]*(=.*)?", w)]
        if command is None and not options:
            yield f"no such grit command: {' '.join(words)}"
        known = general + (self.help(command) if command else "")
        if command in ("runs",):
            known += "".join(self.help(command, w) for w in words[words.index(command) + 1:] if w.isalpha())
        for option in options:
            if option not in ("--help", "--version") and not re.search(re.escape(option) + r"(?![\w-])", known):
                yield f"grit {command or ''} has no {option}"


def bad_commands(text, grit):
    for words in commands(text):
        name = words[0].removeprefix("./")
        if name.startswith(("scripts/", "tests/", ".ci/", "bench/")):
            if not (ROOT / name).exists():
                yield f"no {name}"
            elif name == "scripts/test":
                yield from bad_suite(words)
        elif name in ("cmake", "ctest"):
            yield from bad_preset(words)
        elif (name == "grit" or name.endswith("/bin/grit")) and grit:
            yield from grit.bad(words)


def main():
    grit = Grit(str(pathlib.Path(sys.argv[1]).resolve())) if len(sys.argv) > 1 else None
    found = 0
    for page in pages():
        text = page.read_text(encoding="utf-8")
        for problem in [*bad_links(page, text), *bad_commands(text, grit)]:
            print(f"{page.relative_to(ROOT)}: {problem}")
            found += 1
    if not (ROOT / "README.md").exists():
        print("there is no README.md")
        found += 1
    print(f"{len(pages())} pages, {found} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
