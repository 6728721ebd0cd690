// Finding in real packages, through the real index and file system.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <grit/retrieve.h>

#include "sample_project.h"
#include "support/real_input.h"
#include "support/temporary_folder.h"
#include "word_search.h"
#include "words.h"

namespace grit::retrieve {
namespace {

template <class T>
T required(Result<T> result) {
  if (!result) FAIL(result.error().message());
  return std::move(result).value();
}

// A package as pip would install it, indexed into a folder of its own.
class Corpus {
 public:
  explicit Corpus(const std::string& name, std::uint32_t threads = 2) {
    root = test::corpus(name).string();
    files = required(open_file_system(root));
    index::IndexOptions options;
    options.database = folder_.path() + "/index.db";
    options.threads = threads;
    required(index::update_index(*files, root, options, {}, {}));
    store = required(index::open_store(options.database));
  }

  FindResult find(std::string_view ticket, const FindOptions& options = {}) {
    return required(retrieve::find(analyse(ticket), classic_signals(), *classic_ranker(), *store, *files, options, {}));
  }

  std::string root;
  std::unique_ptr<FileSystem> files;
  std::unique_ptr<index::SymbolStore> store;

 private:
  test::TemporaryFolder folder_;
};

std::vector<std::string> places(const FindResult& result) {
  std::vector<std::string> list;
  for (const Candidate& candidate : result.candidates) list.push_back(place_text(candidate.place));
  return list;
}

TEST_CASE("Flask: both classes named Blueprint are among the first five") {
  Corpus flask("flask-3.0.3");
  const auto found = places(flask.find("where is the Blueprint class defined", {.top = 5}));
  CHECK(found.size() == 5);
  CHECK(std::ranges::count(found, "flask/blueprints.py::Blueprint") == 1);
  CHECK(std::ranges::count(found, "flask/sansio/blueprints.py::Blueprint") == 1);
}

TEST_CASE("Flask: an identifier in a query of another script is found") {
  Corpus flask("flask-3.0.3");
  for (const char* ticket : {"修复 send_static_file 的缓存时间", "send_static_fileのキャッシュ時間を修正",
                             "Исправить время кэша в send_static_file", "Cachezeit von send_static_file ändern"}) {
    const auto found = places(flask.find(ticket, {.top = 2}));
    CAPTURE(ticket);
    CHECK(std::ranges::count(found, "flask/app.py::Flask.send_static_file") == 1);
  }
}

TEST_CASE("requests: the method that a ticket names comes first, with its source") {
  Corpus requests("requests-2.31.0");
  const FindResult result =
      requests.find("Session.resolve_redirects copies the original request", {.max_body_bytes = 100000});
  REQUIRE_FALSE(result.candidates.empty());
  CHECK(place_text(result.candidates[0].place) == "requests/sessions.py::SessionRedirectMixin.resolve_redirects");
  CHECK(result.candidates[0].kind == "method");
  CHECK(result.bodies.at(0).starts_with("def resolve_redirects(\n        self,"));
  CHECK(result.stale_paths.empty());
}

std::string everything(const FindResult& result) {
  std::string text;
  for (const Candidate& candidate : result.candidates) {
    char score[64];
    std::snprintf(score, sizeof score, " %a", candidate.score);  // every bit of it
    text += place_text(candidate.place) + score;
    for (const Contribution& part : candidate.signals) text += " | " + part.signal + " " + part.reason;
    text += "\n";
  }
  return text;
}

TEST_CASE("twenty runs give the same list to the last bit, from any number of indexing threads") {
  Corpus first("flask-3.0.3");
  const char* const ticket =
      "AttributeError in url_for when the blueprint has a url_prefix\n  File \"/srv/flask/app.py\", line 1000, in "
      "url_for\n";
  const std::string expected = everything(first.find(ticket, {.top = 0}));
  CHECK(expected.size() > 10000);
  for (int i = 0; i < 19; ++i) CHECK(everything(first.find(ticket, {.top = 0})) == expected);
  Corpus second("flask-3.0.3", 1);
  CHECK(everything(second.find(ticket, {.top = 0})) == expected);
}

// The store of a host that does not know where imports stand.
class WithoutImportLines final : public index::SymbolStore {
 public:
  explicit WithoutImportLines(index::SymbolStore& inner) : inner_(inner) {}
  Result<index::StoreInfo> info() override { return inner_.info(); }
  Status files(const index::FileQuery& query, const index::FileSink& sink) override {
    return inner_.files(query, [&](index::FileRecord file) {
      file.import_lines.reset();
      return sink(file);
    });
  }
  Status symbols(const index::SymbolQuery& query, const index::SymbolSink& sink) override {
    return inner_.symbols(query, sink);
  }
  Status references(const index::ReferenceQuery& query, const index::ReferenceSink& sink) override {
    return inner_.references(query, sink);
  }
  Status edges(const index::EdgeQuery& query, const index::EdgeSink& sink) override {
    return inner_.edges(query, sink);
  }
  Status co_changes(const index::CoChangeQuery& query, const index::CoChangeSink& sink) override {
    return inner_.co_changes(query, sink);
  }

 private:
  index::SymbolStore& inner_;
};

TEST_CASE("the lines of imports are the same whether the index knows them or the file is parsed for them") {
  std::size_t lines = 0;
  for (const char* name : {"flask-3.0.3", "requests-2.31.0"}) {
    Corpus corpus(name);
    WithoutImportLines unknowing(*corpus.store);
    std::vector<std::string> paths;
    REQUIRE(corpus.store
                ->files({},
                        [&](const index::FileRecord& file) {
                          CHECK(file.import_lines.has_value());
                          paths.push_back(file.path);
                          return true;
                        })
                .ok());
    for (const std::string& path : paths) {
      CAPTURE(path);
      const Outline known = required(file_outline(*corpus.store, *corpus.files, path));
      const Outline parsed = required(file_outline(unknowing, *corpus.files, path));
      CHECK(known.imports == parsed.imports);
      lines += known.imports.size();
    }
  }
  CHECK(lines > 300);
}

TEST_CASE("Flask: the outline of a module is what an editor shows") {
  Corpus flask("flask-3.0.3");
  const Outline outline = required(file_outline(*flask.store, *flask.files, "flask/app.py", {.max_results = 1000}));
  CHECK_FALSE(outline.cut);
  REQUIRE_FALSE(outline.imports.empty());
  CHECK(outline.imports.front() == "from __future__ import annotations");
  const auto line_of = [&](std::string_view qualified) {
    const auto at = std::ranges::find(outline.symbols, qualified, &index::Symbol::qualified);
    return at == outline.symbols.end() ? LineRange() : at->lines;
  };
  CHECK(line_of("_make_timedelta").begin == 72);
  const std::size_t lines = test::lines_of("cat '" + flask.root + "/flask/app.py'").size();
  CHECK(line_of("Flask") == LineRange{79, static_cast<std::uint32_t>(lines)});
}

TEST_CASE("Flask: a decorated definition is read from its first decorator on") {
  Corpus flask("flask-3.0.3");
  const SymbolText text = required(read_symbol(*flask.store, *flask.files, "flask/wrappers.py::Request.blueprint"));
  CHECK(text.text.starts_with("@property\n    def blueprint(self)"));
  CHECK(required(find_defs(*flask.store, "Blueprint")).symbols.size() == 2);
}

// Of each file the lines on which ripgrep finds a word.
std::set<std::string> lines_by_ripgrep(const Corpus& corpus, const std::string& word) {
  const auto lines =
      test::lines_of("cd '" + corpus.root + "' && rg --no-config -w -i -F -n --no-heading --no-ignore -o -- '" + word +
                         "' | cut -d: -f1,2",
                     1);
  return {lines.begin(), lines.end()};
}

std::set<std::string> lines_by_search(Corpus& corpus, const std::string& word) {
  std::set<std::string> found;
  const WordSearch search(folded(word));
  REQUIRE(corpus.store
              ->files({},
                      [&](const index::FileRecord& file) {
                        const FileContent content = required(corpus.files->read(file.path, std::uint64_t{64} << 20));
                        for (const std::uint32_t line : search.lines_in(content.bytes))
                          found.insert(file.path + ":" + std::to_string(line));
                        return true;
                      })
              .ok());
  return found;
}

TEST_CASE("whole words are found on the lines where ripgrep finds them") {
  Corpus requests("requests-2.31.0");
  for (const char* word : {"request", "redirect", "resolve_redirects", "URL", "is", "a", "200", "__init__", "Übung"}) {
    CAPTURE(word);
    CHECK(lines_by_search(requests, word) == lines_by_ripgrep(requests, word));
  }
}

}  // namespace
}  // namespace grit::retrieve
