// What single calls cost inside of a process that has the project open: find, defs, refs and outline, in milliseconds
// of processor time. The project must have an index. Usage: bench_index_calls PROJECT [RUNS]; prints one JSON object.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <grit/loop.h>
#include <grit/retrieve.h>

namespace {

constexpr const char* kTicket =
    "Where are the arguments of a request checked before it is sent? The form's clean method drops the error message "
    "of a "
    "field when the validator of the model raises ValidationError twice.";
constexpr std::size_t kNames = 200;

[[noreturn]] void die(const grit::Status& status) {
  std::fprintf(stderr, "bench_index_calls: %s\n", status.message().c_str());
  std::exit(1);
}

double cpu_ms() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

double cost_of(const std::function<grit::Status()>& call) {
  const double begin = cpu_ms();
  const grit::Status status = call();
  const double end = cpu_ms();
  if (!status.ok()) die(status);
  return end - begin;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

template <class T>
T required(grit::Result<T> result) {
  if (!result) die(result.error());
  return std::move(result).value();
}

// Every n-th defined name, about kNames of them, and the name with the most references.
struct Names {
  std::vector<std::string> some;
  std::string busiest;
  std::vector<std::string> paths;
};

Names choose(grit::index::SymbolStore& store) {
  Names out;
  const auto info = required(store.info());
  const std::size_t step = std::max<std::size_t>(1, static_cast<std::size_t>(info.symbols) / kNames);
  std::size_t at = 0;
  grit::Status status = store.symbols({}, [&](const grit::index::Symbol& symbol) {
    if (at++ % step == 0) {
      out.some.push_back(symbol.name);
      out.paths.push_back(symbol.path);
    }
    return true;
  });
  if (!status.ok()) die(status);
  std::size_t most = 0;
  for (const std::string& name : out.some) {
    std::size_t uses = 0;
    status = store.references({.name = name}, [&](const grit::index::Reference&) { return ++uses > 0; });
    if (!status.ok()) die(status);
    if (uses > most) out.busiest = name;
    most = std::max(most, uses);
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const int runs = argc > 2 ? std::max(1, std::atoi(argv[2])) : 9;
  auto project = required(grit::loop::Project::open(argv[1], {}));
  std::vector<double> finds;
  for (int i = 0; i <= runs; ++i) {
    finds.push_back(cost_of([&] {
      const auto found = project->find(kTicket, {}, {});
      return found ? grit::Status() : found.error();
    }));
  }
  const double first_find = finds.front();
  finds.erase(finds.begin());
  std::shared_ptr<grit::index::SymbolStore> store;
  const double open = cost_of([&] {
    store = required(project->open_store());
    return grit::Status();
  });
  const Names names = choose(*store);
  std::vector<double> defs, refs, outlines, all_refs;
  const grit::retrieve::ToolLimits no_limits{1'000'000, 1U << 30};
  for (std::size_t i = 0; i < names.some.size(); ++i) {
    const std::string& name = names.some[i];
    defs.push_back(cost_of([&] {
      const auto found = grit::retrieve::find_defs(*store, name);
      return found ? grit::Status() : found.error();
    }));
    refs.push_back(cost_of([&] {
      const auto found = grit::retrieve::find_refs(*store, name);
      return found ? grit::Status() : found.error();
    }));
    outlines.push_back(cost_of([&] {
      const auto found = grit::retrieve::file_outline(*store, project->files(), names.paths[i]);
      return found ? grit::Status() : found.error();
    }));
  }
  std::size_t hits = 0;
  for (int i = 0; i < runs; ++i) {
    all_refs.push_back(cost_of([&] {
      const auto found = grit::retrieve::find_refs(*store, names.busiest, no_limits);
      if (!found) return found.error();
      hits = found->references.size();
      return grit::Status();
    }));
  }
  std::printf(
      "{\"open_ms\": %.3f, \"first_find_ms\": %.3f, \"find_ms\": %.3f, \"defs_ms\": %.4f, \"refs_ms\": %.4f, "
      "\"outline_ms\": %.4f, \"all_refs_ms\": %.3f, \"all_refs_name\": \"%s\", \"all_refs\": %zu}\n",
      open, first_find, median(finds), median(defs), median(refs), median(outlines), median(all_refs),
      names.busiest.c_str(), hits);
  return 0;
}
