// The index of a project: which definitions, references and words its files hold, in one SQLite file.
//
// Indexer writes it, SymbolStore reads it. A store is one consistent snapshot: it sees the last complete state of the
// index, never a half-finished run, and keeps seeing it while a new run is written beside it.
#ifndef GRIT_INDEX_H_
#define GRIT_INDEX_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <grit/platform.h>
#include <grit/status.h>
#include <grit/types.h>

namespace grit::index {

// `class_` is any type that has a name: class, struct, enum, interface, trait, alias. `module` is a namespace, or a
// module inside a file.
enum class SymbolKind : std::uint8_t { function, method, class_, variable, module };
[[nodiscard]] const char* kind_name(SymbolKind kind) noexcept;  // "function", "method", "class", "variable", "module"

// A definition. Ranges are of the content with the hash in its file's FileRecord.
struct Symbol {
  std::int64_t id = 0;  // names it within one snapshot only
  std::string path;     // of its file, relative to the root
  std::string name;     // "value"
  // Qualified inside its file: "Class.method", "outer.<locals>.inner"; from the second definition of the same name in
  // the same scope on it carries an ordinal: "Box.value", "Box.value#2".
  std::string qualified;
  SymbolKind kind = SymbolKind::function;
  ByteRange range;  // the whole definition, from its first decorator on
  ByteRange inner;  // the definition without decorators
  ByteRange name_range;
  std::optional<ByteRange> docstring;   // the string literal with its quotes
  LineRange lines;                      // of `range`
  std::string signature;                // "def resolve_redirects(self, resp, req)", one line, blanks folded
  std::vector<std::string> decorators;  // source text, without '@'
  std::string parent;                   // the qualified name of the definition around it; empty at module level
};

enum class ReferenceKind : std::uint8_t { call, attribute, name, import };
[[nodiscard]] const char* kind_name(ReferenceKind kind) noexcept;

// How sure it is which definition a reference means.
enum class Resolution : std::uint8_t {
  same_file,   // a definition in the same file that the language's scoping rules find
  same_class,  // self.name with a definition in the class around it
  import,      // the name was imported from the file of the definition
  name_only,   // only the name agrees: it could not be told
  unresolved,  // nothing in the project that it can mean: no such name, a built-in, or imported from elsewhere
  inherited,   // self.name, super().name or Class.name with a definition in a base class
  inferred,    // an attribute of an object whose class follows from a call, an assignment or an annotation
};
[[nodiscard]] const char* resolution_name(Resolution resolution) noexcept;

// Whether it is known which definition is meant.
[[nodiscard]] constexpr bool is_certain(Resolution resolution) noexcept {
  return resolution != Resolution::name_only && resolution != Resolution::unresolved;
}

// A definition that a reference means.
struct ReferenceTarget {
  std::string path;
  std::string qualified;
  bool implied = false;  // the `__init__` that runs because the class before it is called
};

// One place where a name is used.
struct Reference {
  std::string path;
  std::string name;  // the last component: "save" in "self.db.save()"
  ReferenceKind kind = ReferenceKind::name;
  ByteRange range;  // of the name
  std::uint32_t line = 0;
  std::string scope;  // the qualified name of the innermost definition around it; empty at module level
  Resolution resolution = Resolution::unresolved;
  std::string target;             // the file of the definition where it is known: not for name_only and unresolved
  std::uint32_t definitions = 0;  // how many definitions the project has of that name
  // What is meant, where it is known: usually one definition; several where each of them can be the one, as in the
  // branches of an `if`. A name that `import … as` changed means a definition of another name.
  std::vector<ReferenceTarget> targets;
  // How many definitions it could mean: where it is known the targets that are not implied, for name_only those of
  // that name.
  std::uint32_t candidates = 0;
};

// All references in `from` to one name that `to` defines and that they can mean; the name is the one that `to` gives
// it. The weight per reference is 1, times 10 for a name of more than 8 characters that joins words in the way of the
// language of `from` (snake_case, camelCase or both; constants in snake_case everywhere), times 0.1 for a leading
// underscore or '#', times 0.1 for a name defined in more than 5 files.
struct Edge {
  std::string from;
  std::string to;
  std::string name;
  std::uint32_t references = 0;
  double weight = 0;                              // of one reference
  std::uint32_t definitions = 0;                  // how many definitions the name has in the project
  Resolution resolution = Resolution::name_only;  // the surest of its references
  std::uint32_t candidates = 0;                   // how many definitions that reference could mean
};

// How often two files were changed by the same commit, out of the stored history. Commits that changed more than 30
// files do not count: a reformatting says nothing about which files belong together.
struct CoChange {
  std::string path;                 // the other file; both are in the index
  std::uint32_t together = 0;       // commits that changed both
  std::uint32_t commits = 0;        // commits that changed the file asked for
  std::uint32_t other_commits = 0;  // commits that changed the other one
};

// A file of the project as it was indexed.
struct FileRecord {
  std::string path;
  std::string language;  // "python"; empty: words only
  ContentHash hash;
  std::uint64_t size = 0;
  std::uint32_t lines = 0;
  std::uint32_t symbols = 0;
  bool parse_errors = false;  // the grammar reported errors; the broken parts have no symbols
  // The lines of the imports outside of definitions, ascending and apart; empty where a store does not know them.
  std::optional<std::vector<LineRange>> import_lines = {};
  // 0 for a file changed by the newest commit, 1 by the one before, …; empty: not in the stored history.
  std::optional<std::uint32_t> commits_ago;
};

// Which files to visit: all where nothing is set; every field that is set narrows.
struct FileQuery {
  std::string path = {};  // exactly this one
  // Files that hold this word, whole and with letters folded: letters, marks, digits and '_' of any script, as
  // `rg -w -i`. Of a text that is no single word, files that hold all its words. Code::limit beyond 200 bytes.
  std::string word = {};
  std::optional<std::uint32_t> commits_ago_below = {};  // changed by one of the last N commits
};

// Which definitions to visit. In the order path, then begin of the range.
struct SymbolQuery {
  std::string path = {};
  std::string name = {};            // exactly this name
  std::string name_substring = {};  // folded to lower case
  std::string qualified = {};       // exactly this; with `path` it names one definition
  std::optional<std::int64_t> id = {};
};

// Which references to visit, in the order path, then position.
struct ReferenceQuery {
  std::string path = {};
  std::string name = {};  // uses of exactly this name, and of what an import of it is bound to with "as"
};

// Which edges to visit: those out of a file, into a file, or all, in the order from, to, name.
struct EdgeQuery {
  std::string from = {};
  std::string to = {};
};

// Which files to visit that changed together with `path`, in the order most often together first, then path.
struct CoChangeQuery {
  std::string path = {};
  std::string other = {};  // only this one
};

// The version of the index file's tables that this library writes.
inline constexpr std::int32_t kSchemaVersion = 5;

// What a snapshot holds.
struct StoreInfo {
  std::uint64_t generation = 0;  // grows with every run that changed something
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  std::uint64_t references = 0;
  std::int32_t schema_version = 0;
  std::string head_commit;  // the newest commit of the stored history; empty without git
};

// Sinks return false to end the visit early, which is no error.
using FileSink = std::function<bool(const FileRecord&)>;
using SymbolSink = std::function<bool(const Symbol&)>;
using ReferenceSink = std::function<bool(const Reference&)>;
using EdgeSink = std::function<bool(const Edge&)>;
using CoChangeSink = std::function<bool(const CoChange&)>;

// One snapshot of an index. References handed to a sink live for that call.
//
// Thread rule: one thread at a time per store; open one store per thread. Readers never wait for a writer.
class SymbolStore {
 public:
  virtual ~SymbolStore() = default;
  virtual Result<StoreInfo> info() = 0;
  virtual Status files(const FileQuery& query, const FileSink& sink) = 0;  // in the order of their paths' bytes
  virtual Status symbols(const SymbolQuery& query, const SymbolSink& sink) = 0;
  virtual Status references(const ReferenceQuery& query, const ReferenceSink& sink) = 0;
  virtual Status edges(const EdgeQuery& query, const EdgeSink& sink) = 0;
  // Nothing for a file that is not in the index, and where there is no git history.
  virtual Status co_changes(const CoChangeQuery& query, const CoChangeSink& sink) = 0;
};

// Opens the snapshot of the index file at `database` (an absolute path of this machine). Code::not_found: there is
// none; Code::newer_format: written by a newer Grit; Code::corrupt: damaged, index again to rebuild it.
[[nodiscard]] Result<std::unique_ptr<SymbolStore>> open_store(const std::string& database);

// Writes the last complete state of the index file at `from` to a new file `to`, for somebody who is to have an index
// of their own: one that holds unsaved buffers, say. Code::not_found without an index, Code::already_exists.
[[nodiscard]] Status copy_index(const std::string& from, const std::string& to);

// A file that the index left out, and why.
struct SkippedFile {
  std::string path;
  std::string reason;  // a stable word: "ignored", "too_large", "binary", "generated", "unreadable", "parse_limit", …
};

struct IndexOptions {
  std::string database = {};                  // where the index file is; its folder must exist
  std::uint32_t threads = 0;                  // 0: as many as the machine has cores
  std::uint64_t max_file_bytes = 4ULL << 20;  // larger files are skipped with their reason
  double parse_limit_s = 5.0;                 // per file
  bool git_history = true;                    // store recency and co-change where the project is a git repository
  std::uint32_t history_commits = 1000;       // how far back
  bool rebuild = false;                       // forget what is stored and parse everything
};

struct IndexReport {
  std::uint64_t files = 0;    // in the index now
  std::uint64_t parsed = 0;   // parsed by this run
  std::uint64_t reused = 0;   // unchanged since the last run
  std::uint64_t removed = 0;  // dropped because they are gone
  std::uint64_t bytes = 0;    // of all files in the index
  std::uint64_t symbols = 0;
  std::uint64_t references = 0;
  std::uint64_t edges = 0;  // distinct (file, name) pairs that could mean a definition elsewhere
  double seconds = 0;
  std::vector<SkippedFile> skipped;  // in the order of their paths
  std::vector<std::string> notes;    // what a person should know: "the database was damaged and was rebuilt"
};

// Brings the index of the project behind `files` up to date: parses what changed, drops what is gone, touches nothing
// else. Cancelling or failing at any moment leaves the last complete state. Another process that indexes the same
// project is waited for up to `stop`'s deadline (10 s without one), then Code::busy. `root` is the folder behind
// `files` on this machine, for the git history; empty: none is read.
[[nodiscard]] Result<IndexReport> update_index(FileSystem& files, const std::string& root, const IndexOptions& options,
                                               const ProgressSink& progress, const StopConditions& stop);

struct WatchOptions {
  IndexOptions index = {};
  double quiet_s = 0.1;          // a change is taken up when there was no further one for so long,
  double longest_wait_s = 1.0;   // or so long after the first
  double scan_interval_s = 2.0;  // how often the project is looked through where the system does not tell of changes
};

// Called after each run of the index, the first included. False ends the watch.
using WatchSink = std::function<bool(const IndexReport&)>;

// Brings the index up to date, and again whenever something in the project changes: edits, new and moved folders,
// checkouts, commits. Where the system cannot watch (too many folders, too many watchers), the project is looked
// through at intervals instead; that, and events that were lost, is said in the notes of the next report. Returns when
// `sink` returns false; Code::cancelled or Code::timeout by `stop`; else what a run failed with (Code::busy is waited
// out).
[[nodiscard]] Status watch_index(FileSystem& files, const std::string& root, const WatchOptions& options,
                                 const WatchSink& sink, const StopConditions& stop);

}  // namespace grit::index

#endif  // GRIT_INDEX_H_
