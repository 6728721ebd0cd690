#include "support/index_text.h"

#include <sstream>

namespace grit::test {
namespace {

std::string show(const ByteRange& range) { return std::to_string(range.begin) + "-" + std::to_string(range.end); }

template <class T>
auto collect(std::vector<std::string>& lines) {
  return [&lines](const T& each) {
    lines.push_back(test::show(each));
    return true;
  };
}

}  // namespace

std::string show(const index::Symbol& symbol) {
  std::ostringstream out;
  out << symbol.path << ' ' << symbol.qualified << ' ' << kind_name(symbol.kind) << ' ' << show(symbol.range) << ' '
      << show(symbol.inner) << ' ' << show(symbol.name_range) << " lines " << symbol.lines.begin << '-'
      << symbol.lines.end << " [" << symbol.signature << "] in [" << symbol.parent << ']';
  if (symbol.docstring) out << " doc " << show(*symbol.docstring);
  for (const std::string& decorator : symbol.decorators) out << " @" << decorator;
  return out.str();
}

std::string show(const index::Reference& reference) {
  std::ostringstream out;
  out << reference.path << ':' << reference.line << ' ' << show(reference.range) << ' ' << kind_name(reference.kind)
      << ' ' << reference.name << " in [" << reference.scope << "] " << resolution_name(reference.resolution) << " ["
      << reference.target << "] of " << reference.definitions;
  return out.str();
}

std::string show(const index::Edge& edge) {
  std::ostringstream out;
  out << edge.from << " -> " << edge.to << ' ' << edge.name << " x" << edge.references << " w" << edge.weight << " of "
      << edge.definitions << ' ' << resolution_name(edge.resolution);
  return out.str();
}

std::string show(const index::FileRecord& file) {
  std::ostringstream out;
  out << file.path << " [" << file.language << "] " << file.hash.hex() << ' ' << file.size << " bytes " << file.lines
      << " lines " << file.symbols << " symbols" << (file.parse_errors ? " broken" : "");
  if (file.import_lines) {
    for (const LineRange& range : *file.import_lines) out << " import " << range.begin << '-' << range.end;
  }
  if (file.commits_ago) out << " ago " << *file.commits_ago;
  return out.str();
}

std::string show(const index::CoChange& change) {
  return change.path + ' ' + std::to_string(change.together) + " times of " + std::to_string(change.commits) + " and " +
         std::to_string(change.other_commits);
}

Result<std::vector<std::string>> everything(index::SymbolStore& store, const std::vector<std::string>& words) {
  std::vector<std::string> out;
  Status status = store.files({}, collect<index::FileRecord>(out));
  if (status.ok()) status = store.symbols({}, collect<index::Symbol>(out));
  if (status.ok()) status = store.references({}, collect<index::Reference>(out));
  if (status.ok()) status = store.edges({}, collect<index::Edge>(out));
  std::vector<std::string> paths;
  if (status.ok()) {
    status = store.files({}, [&paths](const index::FileRecord& file) {
      paths.push_back(file.path);
      return true;
    });
  }
  for (const std::string& path : paths) {
    if (!status.ok()) break;
    status = store.co_changes({.path = path}, [&](const index::CoChange& change) {
      out.push_back(path + " changed with " + show(change));
      return true;
    });
  }
  for (const std::string& word : words) {
    if (!status.ok()) break;
    status = store.files({.word = word}, [&](const index::FileRecord& file) {
      out.push_back(word + " in " + file.path);
      return true;
    });
  }
  if (!status.ok()) return status;
  return out;
}

}  // namespace grit::test
