"""What Python's own parser finds in the files below a folder, one fact a line, for oracle_test.cc to compare with.

    F path
    D kind qualified range.begin range.end inner.begin name.begin docstring.begin docstring.end async decorator-begins
    U kind begin name
    X begin end                 a range in which this Python does not know the positions of names
"""

import ast
import os
import re
import sys

HEADER = re.compile(rb"(?:async[\s\\]+)?(?:def|class)[\s\\]+([^\W\d]\w*)")
FSTRINGS_HAVE_POSITIONS = sys.version_info >= (3, 12)


class File:
    def __init__(self, data):
        self.data = data
        self.begin = 3 if data.startswith(b"\xef\xbb\xbf") else 0
        ends = [match.end() for match in re.finditer(rb"\r\n|\n|\r", data)]
        self.starts = [0] + ends
        self.lines = []

    def offset(self, line, column):
        return self.starts[line - 1] + column + (self.begin if line == 1 else 0)

    def span(self, node):
        return self.offset(node.lineno, node.col_offset), self.offset(node.end_lineno, node.end_col_offset)

    def extended_end(self, end, column):
        """The end of a block with what follows it: ';', a comment on its line, comment lines indented as it is."""
        rest = re.compile(rb"[ \t]*;").match(self.data, end)
        end = rest.end() if rest else end
        comment = re.compile(rb"[ \t\f]*#[^\r\n]*").match(self.data, end)
        end = comment.end() if comment else end
        follow = re.compile(rb"(?:[ \t\f]*(?:\r\n|\n|\r))+([ \t]*)(#[^\r\n]*)?")
        while True:
            match = follow.match(self.data, end)
            if not match or match.group(2) is None or len(match.group(1).expandtabs()) < column:
                return end
            end = match.end()


class Facts(ast.NodeVisitor):
    def __init__(self, file):
        self.file = file
        self.scopes = [("", "module", {})]  # prefix of qualified names, kind, counts by name
        self.calls = set()

    def emit(self, *fields):
        print(*fields, sep="\t")

    def qualify(self, name):
        prefix, _, counts = self.scopes[-1]
        counts[name] = counts.get(name, 0) + 1
        return prefix + name + (f"#{counts[name]}" if counts[name] > 1 else "")

    def definition(self, node, kind):
        file = self.file
        qualified = self.qualify(node.name)
        inner, end = file.span(node)
        end = file.extended_end(end, node.body[0].col_offset)
        header = HEADER.match(file.data, inner)
        name = header.start(1)
        decorators = [file.data.rindex(b"@", 0, file.span(d)[0]) for d in node.decorator_list]
        doc = (-1, -1)
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            doc = file.span(first.value)
        is_async = isinstance(node, ast.AsyncFunctionDef)
        self.emit("D", kind, qualified, decorators[0] if decorators else inner, end, inner, name, *doc, int(is_async),
                  ",".join(map(str, decorators)))
        separator = "." if kind == "class" else ".<locals>."
        self.scopes.append((qualified + separator, kind, {}))
        self.generic_visit(node)
        self.scopes.pop()

    def visit_FunctionDef(self, node):
        self.definition(node, "method" if self.scopes[-1][1] == "class" else "function")

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        self.definition(node, "class")

    def targets(self, node, target):
        if isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self.targets(node, element)
        elif isinstance(target, ast.Starred):
            self.targets(node, target.value)
        elif isinstance(target, ast.Name) and self.scopes[-1][1] == "module":
            begin, end = self.file.span(node)
            name = self.file.span(target)[0]
            self.emit("D", "variable", self.qualify(target.id), begin, end, begin, name, -1, -1, 0, "")

    def visit_Assign(self, node):
        for target in node.targets:
            self.targets(node, target)
        self.generic_visit(node)

    def visit_AnnAssign(self, node):
        self.targets(node, node.target)
        self.generic_visit(node)

    def use(self, kind, begin, name):
        self.emit("U", kind, begin, name)

    def visit_Call(self, node):
        self.calls.add(id(node.func))
        self.generic_visit(node)

    def visit_Name(self, node):
        if not isinstance(node.ctx, ast.Store):
            self.use("call" if id(node) in self.calls else "name", self.file.span(node)[0], node.id)

    def visit_AugAssign(self, node):
        if isinstance(node.target, ast.Name):
            self.use("name", self.file.span(node.target)[0], node.target.id)
        self.generic_visit(node)

    def visit_Attribute(self, node):
        end = self.file.span(node)[1]
        begin = end - len(node.attr.encode())
        self.use("call" if id(node) in self.calls else "attribute", begin, node.attr)
        self.generic_visit(node)

    def visit_Import(self, node):
        for alias in node.names:
            if alias.name != "*":
                begin, end = self.file.span(alias)
                dotted = re.match(rb"[\w.]+", self.file.data[begin:end]).group()
                name = dotted[dotted.rfind(b".") + 1:]
                self.use("import", begin + len(dotted) - len(name), name.decode())

    visit_ImportFrom = visit_Import

    def visit_JoinedStr(self, node):
        if FSTRINGS_HAVE_POSITIONS:
            self.generic_visit(node)
        else:
            self.emit("X", *self.file.span(node))


def main():
    root = sys.argv[1]
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            if not name.endswith(".py"):
                continue
            path = os.path.join(folder, name)
            with open(path, "rb") as stream:
                data = stream.read()
            print("F", os.path.relpath(path, root), sep="\t")
            Facts(File(data)).visit(ast.parse(data, path))


main()
