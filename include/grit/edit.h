// From a model's answer to bytes on disk: locating the target, extracting the answer, the gates, splicing, committing.
//
// propose() is a pure function over bytes: no file is touched. commit() is the only door to the disk.
#ifndef GRIT_EDIT_H_
#define GRIT_EDIT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <grit/platform.h>
#include <grit/status.h>
#include <grit/types.h>

namespace grit::edit {

// The definition that an edit replaces. Ranges are of the content with the hash `content`.
struct Target {
  std::string path;
  std::string language;   // "python"
  std::string symbol;     // qualified inside the file: "Class.method", "Box.value#2"
  std::string name;       // "method"
  bool is_class = false;  // a type that has a name, not a function
  ByteRange range;        // from the first decorator on
  ByteRange inner;        // without decorators
  ByteRange name_range;
  ByteRange body;         // the statements after the header's colon
  LineRange lines;        // of `range`
  std::string signature;  // one line, blanks folded
  ContentHash content;
};

// Finds the definition that a person means by `symbol`: a name, or a qualified name such as "Class.method". Where that
// fits several definitions (a function that is defined again, a property's getter and setter, a nested function of the
// same name) it is Code::invalid_argument, and the message names each one with its ordinal ("Box.value#1",
// "Box.value#2"), which is never ambiguous. Code::not_found; Code::unsupported for a path whose language has no
// grammar.
[[nodiscard]] Result<Target> locate(std::string_view bytes, std::string_view path, std::string_view symbol);

// Finds the definition whose qualified name is exactly `symbol` as an index or Target::symbol has it: the first of its
// name has no ordinal. Errors as above, but never ambiguous.
[[nodiscard]] Result<Target> locate_exact(std::string_view bytes, std::string_view path, std::string_view symbol);

// Why a model stopped.
enum class FinishReason : std::uint8_t { stop, length, other };

// One objection of a gate, or (as a note) one thing that the harness mended.
struct Finding {
  std::string code;        // stable; docs/edits.md lists them all: "truncated", "no_code", "no_change", "syntax_error",
                           // "wrong_function", "signature_changed", "extra_code", "elided", "siblings_changed", …
  std::uint32_t line = 0;  // 1-based line of the answer's code; 0: the answer as a whole
  std::string message;     // for a person
  std::string for_model;   // one sentence that says what to change
};

class Analysis;  // what the built-in gates find out once for all of them

// What the gates look at. Borrowed for the call.
struct GateInput {
  std::string_view before;       // the file as it is
  std::string_view after;        // the file with the answer spliced in
  const Target& target;          // in `before`
  ByteRange replaced;            // of `before`
  ByteRange inserted;            // of `after`
  std::string_view answer;       // the code taken out of the model's answer, as the model wrote it
  Analysis* analysis = nullptr;  // null: every built-in gate finds out for itself
};

// One condition on an edit. Gates run in order, the cheap ones first; the first gate with a finding ends the row.
//
// Thread rule: const; may be shared.
class EditGate {
 public:
  virtual ~EditGate() = default;
  [[nodiscard]] virtual std::string_view id() const = 0;  // stable; also the switch's name
  // What is wrong; empty where nothing is.
  [[nodiscard]] virtual std::vector<Finding> check(const GateInput& input) const = 0;
};

// The built-in gates in their order.
[[nodiscard]] std::vector<std::unique_ptr<EditGate>> default_gates();

// An edit of one file, not yet on disk.
struct Proposal {
  std::string path;
  std::string bytes;   // the whole new file
  ByteRange replaced;  // of the old file
  ByteRange inserted;  // of the new file
  ContentHash before;
  ContentHash after;
  std::vector<Finding> notes;  // what was mended: indentation, a restored decorator
};

// Either a proposal, or the findings that speak against one.
struct Outcome {
  std::optional<Proposal> proposal;
  std::vector<Finding> findings;
};

// The parts of a file that a model has been shown in a run: bytes outside of them are not its to change.
struct Shown {
  bool all = true;
  std::vector<ByteRange> ranges = {};  // where not all; in any order, also overlapping
};

// Replaces the function `target` of `bytes` by the one in a model's `answer`. Code::changed when `bytes` do not have
// the hash in `target`; every objection to the answer itself is a finding, not an error; a change of bytes that were
// not shown is the finding "not_shown". Pure.
[[nodiscard]] Result<Outcome> propose_function(std::string_view bytes, const Target& target, std::string_view answer,
                                               FinishReason finish, std::span<const std::unique_ptr<EditGate>> gates,
                                               const Shown& shown = {});

// Replaces the only occurrence of `old_text` by `new_text`, both literal. The only tolerance: LF in `old_text` where
// the file has CRLF. Findings: "empty_old", "no_change", "not_found" (with the nearest lines and the first
// difference), "not_unique" (with the lines, overlapping hits counted), "syntax_error", "unsupported_encoding",
// "not_shown". Pure.
[[nodiscard]] Outcome propose_replace(std::string_view bytes, std::string_view path, std::string_view old_text,
                                      std::string_view new_text, const Shown& shown = {});

// A unified diff with three lines of context; empty where nothing differs. `before` empty and `created`: a new file.
[[nodiscard]] std::string unified_diff(std::string_view path, std::string_view before, std::string_view after,
                                       bool created = false);

// One file's change for commit(): `before` empty means that the file must not exist.
struct FileChange {
  std::string path;
  std::optional<ContentHash> before;
  std::string bytes;
};

// Writes all changes or none. `journal` is a folder of this machine (made where missing) that holds the old bytes
// until every file is in place, so that recover() can finish or take back a commit that was killed. Code::changed when
// any file is not what its change was made from.
[[nodiscard]] Status commit(FileSystem& files, std::span<const FileChange> changes, const std::string& journal);

// Takes back what an interrupted commit left half done; does nothing where there is none. Call it before the first
// edit of a session. Returns the paths that were restored.
[[nodiscard]] Result<std::vector<std::string>> recover(FileSystem& files, const std::string& journal);

}  // namespace grit::edit

#endif  // GRIT_EDIT_H_
