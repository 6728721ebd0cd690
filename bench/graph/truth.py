"""What jedi says each call in a project means, one JSON object a line.

Run by `run` inside of an environment that has jedi. Usage: truth.py PROJECT EVERY >answers.jsonl

EVERY: one of so many calls is asked about, chosen by a hash of its place and name, so that the choice never changes.

A line is `{"path", "begin", "name", "known", "targets": [[path, begin, name], …]}`. `begin` counts bytes. `known`: jedi
had an answer, inside of the project or not. `targets`: those answers that are a function, a class, or a variable that a
module's own statements assign, in a file of the project. These are no answers: the call itself, an import that jedi
could not follow, and a stub that jedi brings along for a package that is the project itself.
"""

import ast
import hashlib
import io
import json
import pathlib
import sys
import tokenize
import warnings

import jedi


class Source:
    """A file's text, and bytes offsets of its lines."""

    def __init__(self, path):
        self.bytes = path.read_bytes()
        encoding, _ = tokenize.detect_encoding(io.BytesIO(self.bytes).readline)
        self.encoding = encoding
        self.text = self.bytes.decode(encoding)
        tree = ast.parse(self.bytes)
        self.calls = list(calls(tree))
        self.definitions = definition_lines(tree)
        self.imports = import_lines(tree)
        self.lines = self.bytes.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def characters(self, line, column):
        """From a column in UTF-8 bytes, as ast counts, to one in characters, as jedi counts."""
        return len(self.lines[line - 1][:column].decode(self.encoding, "replace"))

    def offset(self, line, characters):
        text = self.lines[line - 1].decode(self.encoding, "replace")
        return self.starts[line - 1] + len(text[:characters].encode(self.encoding, "replace"))


def calls(tree):
    """Line, column in bytes and name of the last component of every called name."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name):
            yield node.func.lineno, node.func.col_offset, node.func.id
        elif isinstance(node.func, ast.Attribute):
            name = node.func.attr
            yield node.func.end_lineno, node.func.end_col_offset - len(name.encode()), name


def is_chosen(path, begin, name, every):
    digest = hashlib.sha256(f"{path}:{begin}:{name}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % every == 0


def module_statements(body):
    """The statements that run when the module is imported, also those in branches."""
    for statement in body:
        yield statement
        if isinstance(statement, (ast.If, ast.For, ast.While, ast.With, ast.Try)):
            for field in ("body", "orelse", "finalbody"):
                yield from module_statements(getattr(statement, field, []))
            for handler in getattr(statement, "handlers", []):
                yield from module_statements(handler.body)


def definition_lines(tree):
    """(line, name) of every def and class, and of the variables that module-level statements assign."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add((node.lineno, node.name))
    for statement in module_statements(tree.body):
        targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
        if not isinstance(statement, (ast.Assign, ast.AnnAssign)):
            continue
        for node in (each for target in targets for each in ast.walk(target)):
            if isinstance(node, ast.Name):
                found.add((node.lineno, node.id))
    return found


def import_lines(tree):
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update(range(node.lineno, node.end_lineno + 1))
    return found


class Answers:
    def __init__(self, root):
        self.root = root
        self.project = jedi.Project(root, added_sys_path=[str(root)])
        self.sources = {}

    def source(self, path):
        if path not in self.sources:
            self.sources[path] = Source(path)
        return self.sources[path]

    def answers(self, names, asked):
        """The answers, and those of them that are definitions of the project."""
        known, targets = False, set()
        for name in names:
            path = name.module_path
            if path is None or name.line is None:
                known = True  # built in
                continue
            if path.suffix == ".pyi" and (self.root / (name.full_name or ".").split(".")[0]).exists():
                continue
            if not path.is_relative_to(self.root):
                known = True
                continue
            try:
                source = self.source(path)
            except (SyntaxError, UnicodeDecodeError, ValueError):
                continue
            place = (str(path.relative_to(self.root)), source.offset(name.line, name.column), name.name)
            if (name.line, name.name) in source.definitions:
                targets.add(place)
            elif place[:2] == asked or name.line in source.imports:
                continue
            known = True
        return known, sorted(targets)

    def of_file(self, path, every):
        relative = str(path.relative_to(self.root))
        try:
            source = self.source(path)
        except (SyntaxError, UnicodeDecodeError, ValueError):
            return
        chosen = []
        for line, column, name in source.calls:
            begin = source.starts[line - 1] + column
            # Counting bytes of the file itself needs a file in UTF-8, as nearly all are.
            if source.bytes[begin:begin + len(name.encode())] == name.encode() and is_chosen(relative, begin, name, every):
                chosen.append((begin, line, column, name))
        script = jedi.Script(source.text, path=path, project=self.project) if chosen else None
        for begin, line, column, name in sorted(chosen):
            try:
                names = script.goto(line, source.characters(line, column), follow_imports=True)
            except Exception as error:  # jedi fails on some sources: no answer
                print(f"truth: {relative}:{line} {name}: {type(error).__name__}", file=sys.stderr)
                names = []
            known, targets = self.answers(names, (relative, begin))
            yield {"path": relative, "begin": begin, "name": name, "known": known, "targets": targets}


def main():
    root, every = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2])
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(10000)
    answers = Answers(root)
    for path in sorted(root.rglob("*.py")):
        if ".grit" in path.parts:
            continue
        for answer in answers.of_file(path, every):
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
