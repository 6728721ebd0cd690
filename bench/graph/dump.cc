// Prints what an index knows of a project, for comparing it with what others know: a line with all definitions, then
// for each file a line with its references, in the form of `grit defs --json` and `grit refs --json`.
// Usage: bench_graph_dump DATABASE
#include <cstdio>
#include <string>
#include <vector>

#include <grit/index.h>
#include <grit/json.h>
#include <grit/retrieve.h>

namespace {

using grit::Status;

int fail(const Status& status) {
  std::fprintf(stderr, "dump: %s\n", std::string(status.message()).c_str());
  return 1;
}

void print(const std::string& line) { std::printf("%s\n", line.c_str()); }

Status dump(grit::index::SymbolStore& store) {
  grit::retrieve::Definitions definitions;
  Status status = store.symbols({}, [&](const grit::index::Symbol& symbol) {
    definitions.symbols.push_back(symbol);
    return true;
  });
  if (!status.ok()) return status;
  print(grit::to_json(definitions));
  std::vector<std::string> paths;
  status = store.files({}, [&](const grit::index::FileRecord& file) {
    if (!file.language.empty()) paths.push_back(file.path);
    return true;
  });
  for (const std::string& path : paths) {
    if (!status.ok()) return status;
    grit::retrieve::References references;
    status = store.references({.path = path}, [&](const grit::index::Reference& reference) {
      if (reference.kind == grit::index::ReferenceKind::call) references.references.push_back(reference);
      return true;
    });
    if (!references.references.empty()) print(grit::to_json(references));
  }
  return status;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return fail(Status(grit::Code::invalid_argument, "usage: bench_graph_dump DATABASE"));
  auto store = grit::index::open_store(arguments[1]);
  if (!store) return fail(store.error());
  const Status status = dump(**store);
  return status.ok() ? 0 : fail(status);
}
