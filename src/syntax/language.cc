#include "language.h"

#include <algorithm>

#include <tree_sitter/grammars.h>

#include "base/text.h"
#include "python.h"
#include "query_walker.h"

namespace grit::syntax {
namespace {

#include "languages.inc"

// A "#!" line is short; what is longer is none.
constexpr std::size_t kMaxInterpreterLine = 256;
// How far a file with a shared extension is looked into.
constexpr std::size_t kMarkBytes = std::size_t{64} << 10;

bool contains(Texts texts, std::string_view text) { return std::find(texts.begin(), texts.end(), text) != texts.end(); }

std::string_view after_last(std::string_view text, char separator) { return text.substr(text.rfind(separator) + 1); }

// The program of a "#!" line without folders and version: "bash" of "#!/usr/bin/env -S bash -e".
std::string_view interpreter_of(std::string_view bytes) {
  if (!bytes.starts_with("#!")) return {};
  std::string_view line = bytes.substr(2, std::min(bytes.find('\n'), kMaxInterpreterLine) - 2);
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
    const std::string_view program = after_last(line.substr(0, end), '/');
    if (program.empty()) return {};
    line.remove_prefix(end);
    const bool argument = program.starts_with('-') || program.find('=') != std::string_view::npos;
    if (program == "env" || argument) continue;
    return program.substr(0, program.find_last_not_of("0123456789.") + 1);
  }
}

bool has_line_with(std::string_view bytes, Texts marks) {
  bytes = bytes.substr(0, kMarkBytes);
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string_view line = bytes.substr(0, end);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) { return line.starts_with(mark); })) {
      return true;
    }
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return false;
}

bool marked(const Language& language, std::string_view extension, std::string_view bytes) {
  for (const SharedExtension& shared : language.shared_extensions) {
    if (shared.extension == extension && has_line_with(bytes, shared.marks)) return true;
  }
  return false;
}

}  // namespace

std::span<const Language> all_languages() { return kLanguages; }

const Language* find_language(std::string_view name) {
  const auto found = std::find_if(std::begin(kLanguages), std::end(kLanguages),
                                  [name](const Language& language) { return language.name == name; });
  return found == std::end(kLanguages) ? nullptr : found;
}

std::string_view language_of(std::string_view path, std::string_view bytes) {
  const std::string_view file = after_last(path, '/');
  const std::size_t dot = file.rfind('.');
  const std::string extension = dot == std::string_view::npos ? std::string() : to_lower_ascii(file.substr(dot));
  for (const Language& language : kLanguages) {
    if (marked(language, extension, bytes)) return language.name;
  }
  for (const Language& language : kLanguages) {
    if (contains(language.extensions, extension) || contains(language.file_names, file)) return language.name;
  }
  if (!extension.empty()) return {};
  const std::string_view interpreter = interpreter_of(bytes);
  for (const Language& language : kLanguages) {
    if (!interpreter.empty() && contains(language.interpreters, interpreter)) return language.name;
  }
  return {};
}

bool has_grammar(std::string_view language) { return find_language(language) != nullptr; }

std::string_view family_of(std::string_view language) {
  const Language* found = find_language(language);
  return found == nullptr ? language : found->family;
}

NamingRules naming_of(std::string_view language) {
  const Language* found = find_language(language);
  return found == nullptr ? NamingRules{} : found->naming;
}

std::unique_ptr<Walker> make_walker(const Language& language) {
  if (language.queries.empty()) return make_python_walker(language.grammar());
  return make_query_walker(language);
}

}  // namespace grit::syntax
