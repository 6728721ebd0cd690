"""Makes aider's map of a project, of 1,024 tokens, as its command does when it starts. Usage: aider_map.py PROJECT"""

import pathlib
import sys

from aider.repomap import RepoMap


class Model:
    def token_count(self, text):
        return len(text) // 4


class Console:
    def read_text(self, name):
        return pathlib.Path(name).read_text(encoding="utf-8", errors="replace")

    def tool_output(self, *_, **__):
        pass

    tool_warning = tool_error = tool_output


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    files = sorted(str(path) for path in root.rglob("*.py"))
    text = RepoMap(map_tokens=1024, root=str(root), main_model=Model(), io=Console()).get_repo_map([], files)
    if not text:
        sys.exit("aider made no map")


if __name__ == "__main__":
    main()
