// What the built-in gates look at, found out once for all of them and only when one asks.
#ifndef GRIT_EDIT_MONITOR_ANALYSIS_H_
#define GRIT_EDIT_MONITOR_ANALYSIS_H_

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <grit/edit.h>

#include "contract.h"
#include "syntax/syntax.h"

namespace grit::edit {

// Thread rule: one thread at a time. Borrows what its input borrows.
class Analysis {
 public:
  explicit Analysis(const GateInput& input);
  ~Analysis();

  // The definition in both versions; nothing where the text is none.
  [[nodiscard]] const std::optional<DefinitionParts>& old_parts();
  [[nodiscard]] const std::optional<DefinitionParts>& new_parts();
  // The text of the new definition, from its first decorator on, and where it begins in `after`.
  [[nodiscard]] std::string_view new_text() const;
  // Python's definitions are read by the parts above, those of other languages by what the grammar finds.
  [[nodiscard]] bool by_parts() const { return is_read_by_parts(target_); }
  // The definition as the grammar finds it in both files; null where it does not.
  [[nodiscard]] const syntax::Definition* old_definition();
  [[nodiscard]] const syntax::Definition* new_definition();
  // Its leaves that are, or are not, comments.
  [[nodiscard]] std::vector<std::string_view> old_leaves(bool comments);
  [[nodiscard]] std::vector<std::string_view> new_leaves(bool comments);
  // The syntax of both files; with leaves where the language is read by its grammar.
  [[nodiscard]] const Result<syntax::FileSyntax>& before();
  [[nodiscard]] const Result<syntax::FileSyntax>& after();

 private:
  [[nodiscard]] Result<syntax::FileSyntax> parse(std::string_view bytes) const;

  std::string_view before_bytes_;
  std::string_view after_bytes_;
  const Target& target_;
  ByteRange new_range_;
  bool read_old_ = false;
  bool read_new_ = false;
  std::optional<DefinitionParts> old_parts_;
  std::optional<DefinitionParts> new_parts_;
  std::optional<Result<syntax::FileSyntax>> before_;
  std::optional<Result<syntax::FileSyntax>> after_;
};

// The input's analysis, or one of its own where it has none.
class AnalysisOf {
 public:
  explicit AnalysisOf(const GateInput& input) {
    if (input.analysis == nullptr) own_.emplace(input);
    analysis_ = input.analysis == nullptr ? &*own_ : input.analysis;
  }
  Analysis* operator->() const { return analysis_; }
  Analysis& operator*() const { return *analysis_; }

 private:
  std::optional<Analysis> own_;
  Analysis* analysis_ = nullptr;
};

// The line of the inserted text that holds `offset` of the new definition's text.
[[nodiscard]] std::uint32_t answer_line(const GateInput& input, std::size_t offset);

}  // namespace grit::edit

#endif  // GRIT_EDIT_MONITOR_ANALYSIS_H_
