#include "matches.h"

#include <algorithm>
#include <array>
#include <utility>

#include <absl/container/flat_hash_map.h>

#include "base/try.h"
#include "nodes.h"

namespace grit::syntax {
namespace {

// Matches that may be open at a time. A pattern needs a handful for each level of nesting; tree-sitter gives up the
// oldest when there are more.
constexpr std::uint32_t kMaxOpenMatches = 4096;

constexpr std::size_t kMarks = static_cast<std::size_t>(Mark::import_alias) + 1;

struct CursorDeleter {
  void operator()(TSQueryCursor* cursor) const { ts_query_cursor_delete(cursor); }
};

struct Watch {
  const WalkInput* input;
  Status status;
};

bool should_stop(TSQueryCursorState* state) {
  auto& watch = *static_cast<Watch*>(state->payload);
  watch.status = watch.input->stop.check();
  if (watch.status.ok() && std::chrono::steady_clock::now() >= watch.input->limit) {
    watch.status = Status(Code::limit, "looking through a parsed file took longer than its time limit");
  }
  return !watch.status.ok();
}

// Sorts what one match captured into the lists.
class Collector {
 public:
  Collector(const Rules& rules, const WalkInput& input) : rules_(rules), input_(input) {}

  void add(const TSQueryMatch& match) {
    captured_.fill(std::nullopt);
    for (std::uint16_t i = 0; i < match.capture_count; ++i) {
      const ByteRange range = range_of(match.captures[i].node);
      const Mark mark = rules_.mark(match.captures[i].index);
      if (mark == Mark::comment) out.comments.push_back(range);
      if (mark == Mark::decorator) out.decorators.push_back(range);
      if (mark == Mark::skip || mark == Mark::import_module || mark == Mark::import_all) out.skipped.push_back(range);
      if (mark == Mark::scope) out.scopes.push_back({range, false, {}});
      std::optional<ByteRange>& slot = captured_[static_cast<std::size_t>(mark)];
      if (!slot) slot = range;
    }
    if (has(Mark::name) && !get(Mark::name).empty()) add_named(match.pattern_index);
    for (const Mark mark : {Mark::call, Mark::attribute, Mark::reference, Mark::local}) {
      if (input_.parts.uses && has(mark) && !get(mark).empty())
        out.uses.push_back({get(mark), mark, get(Mark::receiver)});
    }
    for (const Mark mark : {Mark::import_module, Mark::import_all, Mark::import_name, Mark::import_alias}) {
      if (has(mark)) return add_import();
    }
  }

  // Macros that the grammar did not see are uses of their names.
  void add_macros() {
    for (const ByteRange& macro : input_.macros) {
      const std::size_t size = std::min(macro.of(input_.bytes).find('('), static_cast<std::size_t>(macro.size()));
      out.uses.push_back({{macro.begin, macro.begin + size}, size < macro.size() ? Mark::call : Mark::reference, {}});
    }
  }

  Matches out;

 private:
  [[nodiscard]] bool has(Mark mark) const { return captured_[static_cast<std::size_t>(mark)].has_value(); }
  [[nodiscard]] ByteRange get(Mark mark) const {
    return captured_[static_cast<std::size_t>(mark)].value_or(ByteRange{});
  }
  [[nodiscard]] std::string_view text(Mark mark) const { return get(mark).of(input_.bytes); }

  void add_named(std::uint32_t pattern) {
    if (has(Mark::extension)) {
      out.scopes.push_back({get(Mark::extension), true, text(Mark::name)});
      return;
    }
    const ByteRange name = get(Mark::name);
    const auto [entry, added] = by_name_.try_emplace(name.begin, out.definitions.size());
    if (added) out.definitions.emplace_back().name = name;
    FoundDefinition& definition = out.definitions[entry->second];
    for (const Mark kind : {Mark::function, Mark::method, Mark::class_, Mark::variable, Mark::module, Mark::nothing}) {
      if (has(kind) && pattern < definition.pattern) take(pattern, kind, definition);
    }
    definition.async = definition.async || has(Mark::async);
    definition.hoisted = definition.hoisted || has(Mark::hoisted);
    if (has(Mark::type)) definition.type = get(Mark::type);
    if (has(Mark::outer) && (!definition.outer || get(Mark::outer).contains(*definition.outer))) {
      definition.outer = get(Mark::outer);
    }
  }

  void take(std::uint32_t pattern, Mark kind, FoundDefinition& out_definition) const {
    out_definition.pattern = pattern;
    out_definition.kind = kind;
    out_definition.name = get(Mark::name);
    out_definition.node = get(kind);
    out_definition.parameters = get(Mark::parameters);
    out_definition.body = get(Mark::body);
    out_definition.owner = text(Mark::owner);
    out_definition.self = text(Mark::self);
  }

  void add_import() {
    FoundImport import;
    import.all = has(Mark::import_all);
    import.module = get(import.all ? Mark::import_all : Mark::import_module);
    import.name = get(Mark::import_name);
    import.alias = get(Mark::import_alias);
    import.group = has(Mark::import) && !import.all && !has(Mark::import_name) && !has(Mark::import_alias);
    for (const Mark mark :
         {Mark::import, Mark::import_name, Mark::import_alias, Mark::import_module, Mark::import_all}) {
      if (import.statement.empty()) import.statement = get(mark);
    }
    out.imports.push_back(import);
  }

  const Rules& rules_;
  const WalkInput& input_;
  std::array<std::optional<ByteRange>, kMarks> captured_;  // the first node of each mark in the match
  absl::flat_hash_map<std::uint64_t, std::size_t> by_name_;
};

}  // namespace

Result<Matches> find_matches(const Rules& rules, const WalkInput& input) {
  Watch watch{&input, Status()};
  const TSQueryCursorOptions options{&watch, should_stop};
  const std::unique_ptr<TSQueryCursor, CursorDeleter> cursor(ts_query_cursor_new());
  ts_query_cursor_set_match_limit(cursor.get(), kMaxOpenMatches);
  ts_query_cursor_exec_with_options(cursor.get(), rules.query(), ts_tree_root_node(input.tree), &options);
  Collector collector(rules, input);
  TSQueryMatch match;
  while (ts_query_cursor_next_match(cursor.get(), &match)) {
    if (rules.holds(match, input.bytes)) collector.add(match);
  }
  GRIT_RETURN_IF_ERROR(watch.status);
  if (input.parts.uses) collector.add_macros();
  collector.out.cut = ts_query_cursor_did_exceed_match_limit(cursor.get());
  return std::move(collector.out);
}

}  // namespace grit::syntax
