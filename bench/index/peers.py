"""Other tools on the same files: what they are, and the commands that are timed.

The ones from PyPI are installed into a cache folder, versions and hashes pinned.
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "scripts" / "lib"))
from packages import cache_folder, python_with  # noqa: E402

PINS = """\
aider-chat==0.86.2 --hash=sha256:64f6a0c66c9f4633ad9f479bca3e64ebcba02b9da03c6b604b74a44736b2416e
ast-grep-cli==0.51.1 --hash=sha256:f924a19765482f2ec8ce5450b053510b8fb609da4b57d19e332ad7b02584587b
diskcache==5.6.3 --hash=sha256:5e31b2d5fbad117cc363ebaf6b689474db18a1f6438bc82358b024abd4c2ca19
grep-ast==0.9.0 --hash=sha256:a3973dca99f1abc026a01bbbc70e00a63860c8ff94a56182ff18b089836826d7
markdown-it-py==4.0.0 --hash=sha256:87327c59b172c5011896038353a81343b6754500a08cd7a4973bb48c6d578147
mdurl==0.1.2 --hash=sha256:84008a41e51615a49fc9966191ff91509e3c40b939176e643fd50a5c2196b8f8
networkx==3.4.2 --hash=sha256:df5d4365b724cf81b8c6a7312509d0c22386097011ad1abe274afd5e9d3bbc5f
numpy==1.26.4 --hash=sha256:666dbfb6ec68962c033a450943ded891bed2d54e6755e35e5835d63f4f6931d5
packaging==26.0 --hash=sha256:b36f1fef9334a5588b4166f8bcd26a14e521f2b55e6b9de3aaa80d3ff7a37529
pathspec==1.0.4 --hash=sha256:fb6ae2fd4e7c921a165808a552060e722767cfa526f99ca5156ed2ce45a5c723
pygments==2.19.2 --hash=sha256:86540386c03d588bb81d44bc3928634ff26449851e99741617ecb9037ee5ec0b
rich==14.3.2 --hash=sha256:08e67c3e90884651da3239ea668222d19bea7b589149d8014a21c633420dbb69
scipy==1.15.3 --hash=sha256:39cb9c62e471b1bb3750066ecc3a3f3052b37751c7c3dfd0fd7e48900ed52982
tqdm==4.67.3 --hash=sha256:ee1e4c0e59148062281c49d80b25b67771a127c85fc9676d3be5f243206826bf
tree-sitter==0.25.2 --hash=sha256:3e65ae456ad0d210ee71a89ee112ac7e72e6c2e5aac1b95846ecc7afa68a194c
tree-sitter-c-sharp==0.23.1 --hash=sha256:035d259e64c41d02cc45afc3b8b46388b232e7d16d84734d851cca7334761da5
tree-sitter-embedded-template==0.25.0 --hash=sha256:a7c88c3dd8b94b3c9efe8ae071ff6b1b936a27ac5f6e651845c3b9631fa4c1c2
tree-sitter-language-pack==0.13.0 --hash=sha256:0d4f261fce387ae040dae7e4d1c1aca63d84c88320afcc0961c123bec0be8377
tree-sitter-yaml==0.7.2 --hash=sha256:f1a5c60c98b6c4c037aae023569f020d0c489fad8dc26fdfd5510363c9c29a41
"""
WORDS = ("redirect", "queryset", "validate", "timeout", "encoding", "session", "permission", "template")


def commands(project, aider):
    """name: command, in the order in which they are run. `aider_warm` goes on from what `aider_cold` left."""
    python = python_with(PINS, cache_folder() / "peers", "peers")
    aider_map = (python, HERE / "aider_map.py", project)
    commands = {
        "ctags": ("ctags", "-R", "--languages=Python", "--quiet=yes", "-f", "-", project),
        "ripgrep_one_word": ("rg", "--threads", "2", "-w", "-c", WORDS[0], project),
        "ripgrep_eight_words": ("rg", "--threads", "2", "-w", "-c", "|".join(WORDS), project),
        "ast_grep": (python.with_name("ast-grep"), "run", "--threads", "2", "-l", "python", "--json=stream",
                     "-p", "$A.resolve_redirects($$$)", project),
    }
    if aider:
        commands["aider_cold"] = aider_map
        commands["aider_warm"] = aider_map
    return commands


def versions():
    def first_line(*command):
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[0]

    pins = dict(line.split()[0].split("==") for line in PINS.splitlines())
    return {"ctags": first_line("ctags", "--version").split(",")[0], "ripgrep": first_line("rg", "--version"),
            "ast_grep": pins["ast-grep-cli"], "aider": pins["aider-chat"]}
