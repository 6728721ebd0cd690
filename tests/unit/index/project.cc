#include "project.h"

#include <cstdio>
#include "sqlite.h"
#include "support/index_text.h"

namespace grit::index {
namespace {

template <class T>
auto collect(Lines& lines) {
  return [&lines](const T& each) {
    lines.push_back(test::show(each));
    return true;
  };
}

void require(const Status& status) { REQUIRE_MESSAGE(status.ok(), status.message()); }

// A column as text, also where it is a blob.
std::string column(Statement& statement, int index) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char byte : statement.blob(index)) {
    out += kDigits[static_cast<unsigned char>(byte) >> 4];
    out += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return out;
}

Lines rows_of(Database& database, const std::string& table) {
  Lines out;
  const auto columns = value_of(database.integer("SELECT count(*) FROM pragma_table_info('" + table + "')"));
  Statement select = value_of(database.prepare("SELECT * FROM " + table));
  for (;;) {
    const auto row = select.step();
    if (!row || !*row) {
      require(row ? Status() : row.error());
      return out;
    }
    std::string line = table;
    for (int i = 0; i < columns; ++i) line += " " + column(select, i);
    out.push_back(std::move(line));
  }
}

}  // namespace

Lines file_lines(SymbolStore& store, const FileQuery& query) {
  Lines out;
  require(store.files(query, collect<FileRecord>(out)));
  return out;
}

Lines symbol_lines(SymbolStore& store, const SymbolQuery& query) {
  Lines out;
  require(store.symbols(query, collect<Symbol>(out)));
  return out;
}

Lines reference_lines(SymbolStore& store, const ReferenceQuery& query) {
  Lines out;
  require(store.references(query, collect<Reference>(out)));
  return out;
}

Lines edge_lines(SymbolStore& store, const EdgeQuery& query) {
  Lines out;
  require(store.edges(query, collect<Edge>(out)));
  return out;
}

Lines paths_with_word(SymbolStore& store, const std::string& word) {
  Lines out;
  require(store.files({.word = word}, [&out](const FileRecord& file) {
    out.push_back(file.path);
    return true;
  }));
  return out;
}

Lines everything(SymbolStore& store) { return value_of(test::everything(store)); }

Lines dump_rows(const std::string& database) {
  const auto opened = value_of(Database::open(database, Database::Mode::read_only));
  Lines out;
  for (const char* table :
       {"meta", "files", "outlines", "terms", "folds", "names", "segments", "postings", "commits", "changes"}) {
    const Lines rows = rows_of(*opened, table);
    out.insert(out.end(), rows.begin(), rows.end());
  }
  return out;
}

std::string run(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string out;
  for (int c = std::getc(pipe); c != EOF; c = std::getc(pipe)) out += static_cast<char>(c);
  const int status = pclose(pipe);
  REQUIRE_MESSAGE(status == 0, command);
  return out;
}

}  // namespace grit::index
