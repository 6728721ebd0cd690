// Parser: feeds bytes to tree-sitter within limits and hands the tree to the language's walk.
#include <algorithm>
#include <bitset>
#include <chrono>
#include <limits>
#include <string>
#include <utility>

#include <tree_sitter/api.h>

#include "arena.h"
#include "base/text.h"
#include "base/try.h"
#include "base/utf8.h"
#include "language.h"
#include "macros.h"
#include "syntax/syntax.h"
#include "tree_walk.h"

namespace grit::syntax {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

// A tree lives in the arena of the parse and goes with it: nothing is gained by taking it apart.
struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
using ParserPtr = std::unique_ptr<TSParser, ParserDeleter>;

const char* read_rest(void* payload, std::uint32_t byte_index, TSPoint, std::uint32_t* bytes_read) {
  const auto& bytes = *static_cast<const std::string_view*>(payload);
  if (byte_index >= bytes.size()) {
    *bytes_read = 0;
    return "";
  }
  *bytes_read = static_cast<std::uint32_t>(bytes.size() - byte_index);
  return bytes.data() + byte_index;
}

// Decodes what tree-sitter's own decoder or the grammar would stumble over, so that every byte keeps its offset: a lone
// CR reads as a line end, NUL as a blank, and a byte that is no UTF-8 as the Latin-1 character of that value.
std::uint32_t decode_lenient(const std::uint8_t* s, std::uint32_t length, std::int32_t* code_point) {
  if (length == 0) {
    *code_point = 0;
    return 0;
  }
  if (s[0] >= 0x80) {
    const CodePoint point = decode_utf8({reinterpret_cast<const char*>(s), length}, 0);
    *code_point = static_cast<std::int32_t>(point.value);
    if (point.valid) return static_cast<std::uint32_t>(point.length);
  }
  *code_point = s[0];
  if (s[0] == '\r' && !(length > 1 && s[1] == '\n')) *code_point = '\n';
  if (s[0] == '\0') *code_point = ' ';
  return 1;
}

bool has_lone_cr(std::string_view bytes) {
  for (std::size_t at = bytes.find('\r'); at != std::string_view::npos; at = bytes.find('\r', at + 1)) {
    if (at + 1 == bytes.size() || bytes[at + 1] != '\n') return true;
  }
  return false;
}

void report_nul(std::string_view bytes, std::vector<SyntaxError>& errors) {
  for (std::size_t at = bytes.find('\0'); at != std::string_view::npos && errors.size() < kMaxErrors;
       at = bytes.find('\0', at + 1)) {
    errors.push_back({"nul", {at, at + 1}});
  }
}

// The grammar's scanner keeps its stack of indentations in tree-sitter's buffer of 1,024 bytes, two bytes a level, and
// does not look after its end.
constexpr std::size_t kMaxIndentations = 250;

// The indentation at `at`, the begin of a line, as the grammar's scanner counts it; `at` moves behind it.
std::uint16_t indentation(std::string_view bytes, std::size_t& at) {
  std::uint16_t column = 0;
  for (; at < bytes.size(); ++at) {
    const char c = bytes[at];
    if (c == ' ') {
      ++column;
    } else if (c == '\t') {
      column = static_cast<std::uint16_t>(column + 8);
    } else if (c == '\f' || c == '\r') {
      column = 0;
    } else if (c == '\\' && at + 1 < bytes.size() && (bytes[at + 1] == '\n' || bytes[at + 1] == '\r')) {
      at += bytes.substr(at + 1, 2) == "\r\n" ? 2 : 1;
    } else {
      break;
    }
  }
  return column;
}

// Whether the lines that end with `line_end` have more than kMaxIndentations different indentations, which bounds how
// deep they can nest.
bool indented_too_deep(std::string_view bytes, char line_end) {
  std::bitset<std::size_t{1} << 16> seen;
  std::size_t different = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const std::uint16_t column = indentation(bytes, at);
    if (!seen[column] && ++different > kMaxIndentations) return true;
    seen[column] = true;
    at = bytes.find(line_end, at);
    if (at == std::string_view::npos) break;
  }
  return false;
}

// Ruby's scanner keeps the size of a delimiter in one byte.
constexpr std::size_t kMaxHeredocDelimiter = 200;

// Whether what may be a here-document has a longer delimiter.
bool has_long_heredoc(std::string_view bytes) {
  for (std::size_t at = bytes.find("<<"); at != std::string_view::npos; at = bytes.find("<<", at + 1)) {
    std::size_t begin = at + 2;
    if (begin < bytes.size() && (bytes[begin] == '-' || bytes[begin] == '~')) ++begin;
    const bool quoted = begin < bytes.size() && (bytes[begin] == '"' || bytes[begin] == '\'' || bytes[begin] == '`');
    const std::string_view ends =
        quoted ? bytes.substr(begin, 1) : std::string_view(" \t\r\n.,;()[]{}+-*/&|<>=!?:\"'`");
    const std::size_t end = std::min(bytes.find_first_of(ends, begin + (quoted ? 1 : 0)), bytes.size());
    if (end - begin > kMaxHeredocDelimiter) return true;
  }
  return false;
}

struct Watch {
  const StopConditions* stop;
  SteadyTime limit;
  Status status;
};

bool should_stop(TSParseState* state) {
  auto& watch = *static_cast<Watch*>(state->payload);
  watch.status = watch.stop->check();
  if (watch.status.ok() && std::chrono::steady_clock::now() >= watch.limit) {
    watch.status = Status(Code::limit, "parsing took longer than its time limit");
  }
  return !watch.status.ok();
}

SteadyTime deadline_after(double seconds) {
  const auto now = std::chrono::steady_clock::now();
  constexpr double kLongest = 1e9;  // thirty years: keeps the sum within the clock's range
  if (!(seconds > 0)) return now;
  return now + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                   std::chrono::duration<double>(std::min(seconds, kLongest)));
}

Status check_size(std::string_view bytes, const ParseLimits& limits) {
  if (bytes.size() > limits.bytes || bytes.size() >= std::numeric_limits<std::uint32_t>::max()) {
    return Status(Code::limit, "a source of " + std::to_string(bytes.size()) + " bytes is larger than the limit");
  }
  return {};
}

// Refuses what a grammar's scanner does not stand.
Status check_scanner(std::string_view bytes, std::string_view language) {
  if (language == "python" && (indented_too_deep(bytes, '\n') || indented_too_deep(bytes, '\r'))) {
    return Status(Code::limit, "a source has more than " + std::to_string(kMaxIndentations) + " levels of indentation");
  }
  if (language == "ruby" && has_long_heredoc(bytes)) {
    return Status(Code::limit, "a source has a here-document with a delimiter of more than " +
                                   std::to_string(kMaxHeredocDelimiter) + " bytes");
  }
  return {};
}

}  // namespace

// The memory of the parses, and the walkers made so far.
struct Parser::State {
  Arena arena;
  std::vector<std::pair<const Language*, std::unique_ptr<Walker>>> walkers;

  Walker& walker(const Language& language) {
    for (auto& [known, walker] : walkers) {
      if (known == &language) return *walker;
    }
    return *walkers.emplace_back(&language, make_walker(language)).second;
  }
};

namespace {

Result<const TSTree*> parse_tree(TSParser* parser, std::string_view bytes, bool plain, SteadyTime limit,
                                 const StopConditions& stop) {
  Watch watch{&stop, limit, Status()};
  TSInput input{&bytes, read_rest, plain ? TSInputEncodingUTF8 : TSInputEncodingCustom,
                plain ? nullptr : decode_lenient};
  const TSTree* tree = ts_parser_parse_with_options(parser, nullptr, input, {&watch, should_stop});
  if (tree != nullptr) return tree;
  if (!watch.status.ok()) return watch.status;
  return Status(Code::internal, "tree-sitter returned no tree");
}

LeafKind leaf_kind(const TSLanguage* language, TSSymbol symbol) {
  if (ts_language_symbol_type(language, symbol) != TSSymbolTypeRegular) return LeafKind::code;
  const std::string_view name = ts_language_symbol_name(language, symbol);
  if (name.find("comment") != std::string_view::npos) return LeafKind::comment;
  // Grammars agree on these words: string_literal, raw_string, template_string, char_literal, rune_literal, …
  constexpr std::string_view kLiterals[] = {"string", "char_literal", "character", "rune", "regex", "heredoc_body"};
  const auto holds = [&](std::string_view word) { return name.find(word) != std::string_view::npos; };
  return std::any_of(std::begin(kLiterals), std::end(kLiterals), holds) ? LeafKind::literal : LeafKind::code;
}

// `macros` were blanked out before the parse: each is a leaf of its own.
void collect_leaves(const TSTree* tree, const std::vector<ByteRange>& macros, std::vector<Leaf>& out) {
  const TSLanguage* language = ts_tree_language(tree);
  TreeWalk walk(tree);
  bool below = true;
  do {
    const LeafKind kind = leaf_kind(language, walk.symbol());
    const bool leaf = kind != LeafKind::code || ts_node_child_count(walk.node()) == 0;
    if (leaf && walk.end() > walk.begin()) out.push_back({kind, {walk.begin(), walk.end()}});
    below = !leaf;
  } while (walk.next(below));
  for (const ByteRange& macro : macros) out.push_back({LeafKind::code, macro});
  std::stable_sort(out.begin(), out.end(), [](const Leaf& a, const Leaf& b) { return a.range < b.range; });
}

}  // namespace

Parser::Parser() : state_(std::make_unique<State>()) {}
Parser::~Parser() = default;

Result<FileSyntax> Parser::parse(std::string_view bytes, std::string_view language, const ParseLimits& limits,
                                 const ParseParts& parts, const StopConditions& stop) {
  const Language* found = find_language(language);
  if (found == nullptr) {
    return Status(Code::unsupported, "no grammar for the language \"" + std::string(language) + "\"");
  }
  GRIT_RETURN_IF_ERROR(stop.check());
  GRIT_RETURN_IF_ERROR(check_size(bytes, limits));
  GRIT_RETURN_IF_ERROR(check_scanner(bytes, found->name));
  FileSyntax out;
  report_nul(bytes, out.errors);
  const bool plain = out.errors.empty() && !has_lone_cr(bytes) && is_valid_utf8(bytes);
  Walker& walker = state_->walker(*found);
  const ArenaScope scope(state_->arena);
  const ParserPtr parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), found->grammar())) {
    return Status(Code::internal, "the grammar of " + std::string(language) + " does not fit this tree-sitter");
  }
  const SteadyTime limit = deadline_after(limits.seconds);
  const std::vector<ByteRange> macros = find_macros(bytes, found->macros_after);
  const std::string masked = macros.empty() ? std::string() : without_macros(bytes, macros);
  const std::string_view read = macros.empty() ? bytes : masked;
  GRIT_ASSIGN_OR_RETURN(const TSTree* tree, parse_tree(parser.get(), read, plain, limit, stop));
  GRIT_RETURN_IF_ERROR(walker.walk({tree, bytes, parts, stop, macros, limit}, out));
  if (parts.leaves) collect_leaves(tree, macros, out.leaves);
  std::stable_sort(out.errors.begin(), out.errors.end(),
                   [](const SyntaxError& a, const SyntaxError& b) { return a.range < b.range; });
  return out;
}

}  // namespace grit::syntax
