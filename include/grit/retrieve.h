// Finding the code that a ticket is about: query analysis, signals, ranking, and the code tools.
#ifndef GRIT_RETRIEVE_H_
#define GRIT_RETRIEVE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <grit/index.h>
#include <grit/platform.h>
#include <grit/status.h>
#include <grit/types.h>

namespace grit::retrieve {

// One frame of a traceback that stands in a ticket or in the output of a failed check.
struct Frame {
  std::string file;  // as written
  std::uint32_t line = 0;
  std::string function;  // empty where the format has none
};

// A ticket taken apart. Tokens are folded to lower case, distinct, in order of first appearance.
struct Query {
  std::string text;
  std::vector<std::string> tokens;       // words with snake_case, camelCase, dots and slashes split
  std::vector<std::string> identifiers;  // as written: quoted code, dotted names, names with '_' or inner capitals
  std::vector<std::string> paths;        // words that look like a file's path
  std::vector<Frame> frames;             // innermost first
  bool cut = false;                      // the ticket held more than is looked at (1 MiB, 4,096 tokens, 256 frames)
};

// Takes `ticket` apart; `failure` is the output of a failed check whose frames come before the ticket's own.
// Pure; any bytes are fine.
[[nodiscard]] Query analyse(std::string_view ticket, std::string_view failure = {});

// A place in the code: a definition, or a whole file where `symbol` is empty.
struct Place {
  std::string path;
  std::string symbol;  // qualified inside the file
  auto operator<=>(const Place&) const = default;
};

// What one signal says of one place: a score in 0..1 and the words, edges or frames that caused it.
struct Evidence {
  Place place;
  double score = 0;
  std::string reason;  // for a person: "words: redirect, request"
};

// What the signals may look at. Borrowed for one find.
struct SignalInput {
  const Query& query;
  index::SymbolStore& store;
  FileSystem& files;
  // What earlier signals said, by their order in the profile; signals that spread look at it.
  std::span<const std::vector<Evidence>> earlier;
  const StopConditions& stop;
};

// One signal of the ranking.
//
// Thread rule: one find at a time per instance.
class Signal {
 public:
  virtual ~Signal() = default;
  // A stable name: "keyword_symbol", "keyword_path", "keyword_content", "lexical_overlap", "structural_spread",
  // "recency", "traceback"; a host's own signal has any other.
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual double default_weight() const = 0;
  // At most one Evidence per place, scores in 0..1, order of no meaning.
  virtual Result<std::vector<Evidence>> score(const SignalInput& input) = 0;
};

// What one signal added to a candidate.
struct Contribution {
  std::string signal;
  double score = 0;     // as the signal gave it
  double weighted = 0;  // after dividing by the signal's maximum and weighing
  std::string reason;
};

// A ranked place with everything needed to show and to edit it.
struct Candidate {
  Place place;
  std::string kind;  // "function", "method", "class", "variable", "file"
  double score = 0;
  bool boosted = false;  // the sum was doubled because the place defines a name with a query token in it
  std::vector<Contribution> signals;
  ByteRange bytes;  // of a definition; of the whole file otherwise
  LineRange lines;
  std::string signature;
  ContentHash content;  // of the file that the ranges belong to
};

// The evidence of one signal with its weight.
struct Weighed {
  std::string signal;
  double weight = 0;
  std::vector<Evidence> evidence;
};

// A file with what all its places together are worth.
struct RankedFile {
  std::string path;
  double score = 0;
};

struct Ranking {
  std::vector<Candidate> candidates;  // best first
  std::vector<RankedFile> files;      // best first; empty where the profile ranks places only
  std::uint64_t considered = 0;       // how many places had any evidence
};

// What a ranker may look at. Borrowed for one find.
struct RankInput {
  const Query& query;
  std::span<const Weighed> evidence;  // of each signal, in the order of the profile
  index::SymbolStore& store;
  FileSystem& files;
  std::uint32_t top = 0;  // how many candidates are wanted; 0: all
  const StopConditions& stop;
};

// Turns the signals' evidence into one order. The same input gives the same order on every machine.
//
// Thread rule: const; may be shared.
class Ranker {
 public:
  virtual ~Ranker() = default;
  // The best candidates. Code::callback names a signal whose evidence breaks Signal's contract.
  virtual Result<Ranking> rank(const RankInput& input) const = 0;
};

// The `classic` profile: each signal divided by its maximum, weighed, added; doubled for a definition of a name with a
// query token in it; ties go to the symbol before the file, then to path order, then to position.
[[nodiscard]] std::vector<std::unique_ptr<Signal>> classic_signals();
[[nodiscard]] std::unique_ptr<Ranker> classic_ranker();

// The default profile: named features of the functions and classes in the files that fit best, weighed by constants
// that were learned from tickets with known fixes. It has no signals of its own: the ranker reads the ticket and the
// files; what a host's signals say is added.
[[nodiscard]] std::vector<std::unique_ptr<Signal>> default_signals();
[[nodiscard]] std::unique_ptr<Ranker> default_ranker();

enum class ProfileKind : std::uint8_t { standard, classic };

struct Profile {
  std::vector<std::unique_ptr<Signal>> signals;
  std::unique_ptr<Ranker> ranker;
};
[[nodiscard]] Profile make_profile(ProfileKind kind);

struct FindOptions {
  std::uint32_t top = 10;            // how many candidates; 0: all
  std::uint32_t max_body_bytes = 0;  // of each candidate's source in FindResult::bodies; 0: none are read
};

struct FindResult {
  Query query;
  std::vector<Candidate> candidates;  // best first
  std::vector<RankedFile> files;      // the files worth looking at, best first; empty for the `classic` profile
  std::vector<std::string> bodies;    // parallel to `candidates` where asked for; cut at a line end where too long
  std::uint64_t considered = 0;       // how many places had any evidence
  // Candidates whose file changed since it was indexed: their ranges may be stale.
  std::vector<std::string> stale_paths;
};

// Runs the signals in order and ranks. Borrows everything for the call.
[[nodiscard]] Result<FindResult> find(const Query& query, std::span<const std::unique_ptr<Signal>> signals,
                                      const Ranker& ranker, index::SymbolStore& store, FileSystem& files,
                                      const FindOptions& options, const StopConditions& stop);

// The code tools. Each bounds its output and says in `cut` when it left something out.
struct ToolLimits {
  std::uint32_t max_results = 200;
  std::uint32_t max_bytes = 64 * 1024;
};

struct Definitions {
  std::vector<index::Symbol> symbols;
  bool cut = false;
};
// Definitions of exactly this name ("Blueprint") or qualified name ("Session.resolve_redirects").
[[nodiscard]] Result<Definitions> find_defs(index::SymbolStore& store, std::string_view name,
                                            const ToolLimits& limits = {});

// Where something is used.
struct References {
  std::vector<index::Reference> references;
  bool cut = false;
  // The definitions and modules that call it, also of what was cut: those where it is known that they mean it, and
  // those of which it could not be told. Both 0: it has no callers.
  std::uint32_t certain_callers = 0;
  std::uint32_t possible_callers = 0;
};
// The uses of a name ("save"), or of one definition: "Session.save", "db/session.py::Session.save". Of a definition
// those that mean another one are left out, those that could not be told are not.
[[nodiscard]] Result<References> find_refs(index::SymbolStore& store, std::string_view name,
                                           const ToolLimits& limits = {});

struct Outline {
  std::vector<std::string> imports;  // source lines, first
  std::vector<index::Symbol> symbols;
  bool cut = false;
};
[[nodiscard]] Result<Outline> file_outline(index::SymbolStore& store, FileSystem& files, std::string_view path,
                                           const ToolLimits& limits = {});

struct SymbolText {
  index::Symbol symbol;
  std::string text;  // the bytes of symbol.range
  bool cut = false;
};
// `where` is "path::Class.method", or a name that has one definition. Several: Code::invalid_argument naming them.
// Code::changed when the file on disk is not the one that was indexed.
[[nodiscard]] Result<SymbolText> read_symbol(index::SymbolStore& store, FileSystem& files, std::string_view where,
                                             const ToolLimits& limits = {});

struct RepoMapOptions {
  std::uint32_t max_tokens = 1024;      // of the text, a token counted as three bytes
  std::vector<std::string> focus = {};  // files at hand: what they lean on comes first, they themselves are left out
};

// A project in a page: the definitions that the rest of it refers to most, by file and line.
struct RepoMap {
  std::string text;  // "path:" and below it "LINE signature", inner definitions indented
  std::uint32_t tokens = 0;
  std::uint32_t files = 0;
  std::uint32_t symbols = 0;
  bool cut = false;  // there are definitions that did not fit
};
// Ranks files by PageRank over the edges of the index, an edge as strong as its weight times the square root of its
// references, and definitions by what their name brings of it. Room that is left goes to the other definitions at
// module level. Reads all edges.
[[nodiscard]] Result<RepoMap> repo_map(index::SymbolStore& store, const RepoMapOptions& options,
                                       const StopConditions& stop);

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_H_
