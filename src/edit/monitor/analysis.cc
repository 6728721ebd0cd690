#include "monitor/analysis.h"

#include <algorithm>

#include "findings.h"

namespace grit::edit {

Analysis::Analysis(const GateInput& input)
    : before_bytes_(input.before),
      after_bytes_(input.after),
      target_(input.target),
      new_range_{std::min(input.target.range.begin, input.inserted.begin), input.inserted.end} {}

Analysis::~Analysis() = default;

const std::optional<DefinitionParts>& Analysis::old_parts() {
  if (!read_old_) old_parts_ = definition_parts(target_.range.of(before_bytes_));
  read_old_ = true;
  return old_parts_;
}

const std::optional<DefinitionParts>& Analysis::new_parts() {
  if (!read_new_) new_parts_ = definition_parts(new_text());
  read_new_ = true;
  return new_parts_;
}

std::string_view Analysis::new_text() const { return new_range_.of(after_bytes_); }

Result<syntax::FileSyntax> Analysis::parse(std::string_view bytes) const {
  syntax::Parser parser;
  return parser.parse(bytes, target_.language, {}, {.uses = false, .leaves = !by_parts()}, {});
}

namespace {

const syntax::Definition* definition_at(const Result<syntax::FileSyntax>& file, std::uint64_t begin,
                                        std::string_view symbol) {
  if (!file) return nullptr;
  const auto found = std::find_if(file->definitions.begin(), file->definitions.end(), [&](const auto& definition) {
    return definition.range.begin == begin && definition.qualified == symbol;
  });
  return found == file->definitions.end() ? nullptr : &*found;
}

std::vector<std::string_view> leaves_in(const Result<syntax::FileSyntax>& file, std::string_view bytes,
                                        const ByteRange& range, bool comments) {
  std::vector<std::string_view> out;
  if (!file) return out;
  for (const syntax::Leaf& leaf : file->leaves) {
    if (range.contains(leaf.range) && (leaf.kind == syntax::LeafKind::comment) == comments) {
      out.push_back(leaf.range.of(bytes));
    }
  }
  return out;
}

}  // namespace

const syntax::Definition* Analysis::old_definition() {
  return definition_at(before(), target_.range.begin, target_.symbol);
}

const syntax::Definition* Analysis::new_definition() {
  return definition_at(after(), new_range_.begin, target_.symbol);
}

std::vector<std::string_view> Analysis::old_leaves(bool comments) {
  return leaves_in(before(), before_bytes_, target_.range, comments);
}

std::vector<std::string_view> Analysis::new_leaves(bool comments) {
  return leaves_in(after(), after_bytes_, new_range_, comments);
}

const Result<syntax::FileSyntax>& Analysis::before() {
  if (!before_) before_.emplace(parse(before_bytes_));
  return *before_;
}

const Result<syntax::FileSyntax>& Analysis::after() {
  if (!after_) after_.emplace(parse(after_bytes_));
  return *after_;
}

std::uint32_t answer_line(const GateInput& input, std::size_t offset) {
  const std::uint64_t begin = std::min(input.target.range.begin, input.inserted.begin);
  const std::uint64_t at = begin + offset;
  if (at < input.inserted.begin) return 0;
  return line_at(input.inserted.of(input.after), static_cast<std::size_t>(at - input.inserted.begin));
}

}  // namespace grit::edit
