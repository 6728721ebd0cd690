// Languages besides Python in the index: what is stored and read back, weights, imports, and what has no definitions.
#include <string>

#include "path_resolver.h"
#include "project.h"

namespace grit::index {
namespace {

Symbol symbol(SymbolStore& store, const std::string& qualified) {
  std::optional<Symbol> found;
  REQUIRE(store
              .symbols({.qualified = qualified},
                       [&](const Symbol& each) {
                         found = each;
                         return true;
                       })
              .ok());
  REQUIRE_MESSAGE(found, qualified);
  return *found;
}

// "call name -> target resolution" for every reference in a file to a name.
Lines meanings(SymbolStore& store, const std::string& path, const std::string& name) {
  Lines out;
  REQUIRE(store
              .references({.path = path, .name = name},
                          [&](const Reference& each) {
                            out.push_back(std::string(kind_name(each.kind)) + " " + each.name + " -> " + each.target +
                                          " " + resolution_name(each.resolution));
                            return true;
                          })
              .ok());
  return out;
}

double weight(SymbolStore& store, const std::string& from, const std::string& name) {
  double out = -1;
  REQUIRE(store
              .edges({.from = from},
                     [&](const Edge& each) {
                       if (each.name == name) out = each.weight;
                       return true;
                     })
              .ok());
  return out;
}

std::string repeated(std::size_t times, const std::function<std::string(std::size_t)>& text) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text(i);
  return out;
}

TEST_CASE("what a language finds is read back from the index") {
  Project project;
  const std::string go =
      "package shop\n\n// Sells.\nfunc (s *Shop) Sell(name string) error {\n\treturn s.find(name)\n}\n";
  const std::string rust =
      "mod net {\n    /// Opens.\n    #[inline]\n    pub fn open() {}\n}\nimpl Shop { fn open(&self) {} }\n";
  project.files.put("shop.go", go);
  project.files.put("src/lib.rs", rust);
  const auto store = project.indexed_store();
  const Symbol sell = symbol(*store, "Shop.Sell");
  CHECK(sell.kind == SymbolKind::method);
  CHECK(sell.parent == "Shop");
  CHECK(sell.signature == "func (s *Shop) Sell(name string) error");
  REQUIRE(sell.docstring);
  CHECK(sell.docstring->of(go) == "// Sells.");
  const Symbol net = symbol(*store, "net");
  CHECK(net.kind == SymbolKind::module);
  const Symbol open = symbol(*store, "net.open");
  CHECK(open.kind == SymbolKind::function);
  CHECK(open.parent == "net");
  CHECK(open.decorators == Lines{"#[inline]"});
  CHECK(open.range.of(rust).starts_with("#[inline]"));
  CHECK(open.inner.of(rust).starts_with("pub fn"));
  CHECK(open.docstring->of(rust) == "/// Opens.");
  CHECK(symbol(*store, "Shop.open").kind == SymbolKind::method);
}

TEST_CASE("the language of a file that shares its ending or has none") {
  Project project;
  project.files.put("c.h", "struct point { int x; };\n");
  project.files.put("cpp.h", "namespace a {\nclass Point { int x() const { return 1; } };\n}\n");
  project.files.put("run", "#!/usr/bin/env -S bash -e\nmain() { :; }\n");
  project.files.put("notes", "main() { :; }\n");
  CHECK(project.index().files == 4);
  Lines languages;
  REQUIRE(project.store()
              ->files({},
                      [&](const FileRecord& file) {
                        languages.push_back(file.path + " " + file.language);
                        return true;
                      })
              .ok());
  CHECK(languages == Lines{"c.h c", "cpp.h cpp", "notes ", "run bash"});
}

TEST_CASE("weights follow how the people of a language join words") {
  Project project;
  project.files.put(
      "lib.js",
      "export function resolveRedirects() {}\nexport function resolve_all() {}\nexport function _hidden() {}\n");
  project.files.put("use.js", "resolveRedirects(); resolve_all(); _hidden();\n");
  project.files.put("lib.rb", "def resolve_redirects; end\ndef resolveRedirect; end\nRETRY_LIMIT = 1\n");
  project.files.put("use.rb", "resolve_redirects\nresolveRedirect\nRETRY_LIMIT\n");
  project.files.put("lib.go", "package a\nconst RETRY_TIMES = 1\n");
  project.files.put("use.go", "package a\nvar x = RETRY_TIMES\n");
  const auto store = project.indexed_store();
  CHECK(weight(*store, "use.js", "resolveRedirects") == doctest::Approx(10));
  CHECK(weight(*store, "use.js", "resolve_all") == doctest::Approx(1));
  CHECK(weight(*store, "use.js", "_hidden") == doctest::Approx(0.1));
  CHECK(weight(*store, "use.rb", "resolve_redirects") == doctest::Approx(10));
  CHECK(weight(*store, "use.rb", "resolveRedirect") == doctest::Approx(1));
  CHECK(weight(*store, "use.rb", "RETRY_LIMIT") == doctest::Approx(10));
  CHECK(weight(*store, "use.go", "RETRY_TIMES") == doctest::Approx(10));
}

TEST_CASE("names do not reach into files of another family of languages") {
  Project project;
  project.files.put("a.py", "def render(): pass\n");
  project.files.put("b.js", "view.render(); view.update();\n");
  project.files.put("c.ts", "export class View { update() {} }\n");
  const auto store = project.indexed_store();
  CHECK(meanings(*store, "b.js", "render") == Lines{"call render ->  unresolved"});
  CHECK(meanings(*store, "b.js", "update") == Lines{"call update ->  name_only"});
  CHECK(edge_lines(*store, {.from = "b.js"}).size() == 1);
  CHECK(project.index().edges == 1);
}

TEST_CASE("imports lead to files by their paths") {
  Project project;
  project.files.put("web/a.js",
                    "import { save } from './store.js';\nimport * as all from '../lib';\nsave(); all.load();\n");
  project.files.put("web/store.js", "export function save() {}\n");
  project.files.put("other/store.js", "export function save() {}\nexport function load() {}\n");
  project.files.put("lib/index.ts", "export function load() {}\n");
  project.files.put("src/main.rs", "use crate::net::connect;\nmod net;\nfn main() { connect(); net::close(); }\n");
  project.files.put("src/net.rs", "pub fn connect() {}\npub fn close() {}\n");
  project.files.put("src/other.rs", "pub fn connect() {}\npub fn close() {}\n");
  project.files.put("app/Main.java", "import com.shop.Store;\nclass Main { void run() { new Store(); } }\n");
  project.files.put("src/com/shop/Store.java", "public class Store {}\n");
  project.files.put("src/com/other/Store.java", "public class Store {}\n");
  project.files.put("cmd/main.go", "package main\nimport \"example.com/shop/store\"\nfunc main() { store.Open() }\n");
  project.files.put("store/store.go", "package store\nfunc Open() {}\n");
  project.files.put("cache/store.go", "package cache\nfunc Open() {}\n");
  project.files.put("m.c", "#include \"shop/list.h\"\nint main(void) { return LIST_MAX; }\n");
  project.files.put("include/shop/list.h", "#define LIST_MAX 3\n");
  project.files.put("include/other.h", "#define LIST_MAX 4\n");
  const auto store = project.indexed_store();
  CHECK(meanings(*store, "web/a.js", "save") ==
        Lines{"import save -> web/store.js import", "call save -> web/store.js import"});
  CHECK(meanings(*store, "web/a.js", "load") == Lines{"call load -> lib/index.ts import"});
  CHECK(meanings(*store, "src/main.rs", "connect").back() == "call connect -> src/net.rs import");
  CHECK(meanings(*store, "src/main.rs", "close") == Lines{"call close -> src/net.rs import"});
  CHECK(meanings(*store, "app/Main.java", "Store").back() == "call Store -> src/com/shop/Store.java import");
  CHECK(meanings(*store, "cmd/main.go", "Open") == Lines{"call Open -> store/store.go import"});
  CHECK(meanings(*store, "m.c", "LIST_MAX") == Lines{"name LIST_MAX -> include/shop/list.h import"});
}

TEST_CASE("how a path fits a module") {
  CHECK(module_fit("./a", "x/m.js", "x/a.js") > 0);
  CHECK(module_fit("./a", "x/m.js", "x/a/index.ts") > 0);
  CHECK(module_fit("./a", "x/m.js", "y/a.js") == 0);
  CHECK(module_fit("../../a", "x/m.js", "a.js") == 0);
  CHECK(module_fit("..", "x/y/m.js", "x/index.js") > 0);
  CHECK(module_fit("crate::net::tcp", "src/m.rs", "src/net/tcp.rs") == 2);
  CHECK(module_fit("crate::net::tcp", "src/m.rs", "src/tcp.rs") == 0);
  CHECK(module_fit("net/http", "m.go", "internal/http/server.go") == 0);
  CHECK(module_fit("example.com/x/internal/http", "m.go", "internal/http/server.go") == 2);
  CHECK(module_fit("", "m.go", "a.go") == 0);
}

TEST_CASE("a large source file has its symbols") {
  Project project;
  const auto function = [](const char* begin, const char* end) {
    return repeated(11000, [=](std::size_t i) {
      return begin + std::to_string(i) + "(value) {\n  return other(value + 1) * 2; // and more\n}" + end;
    });
  };
  project.files.put("a.js", function("function name", "\n"));
  project.files.put("a.c", function("int name", "\n"));
  project.files.put("a.py", repeated(11000, [](std::size_t i) {
                      return "def name" + std::to_string(i) +
                             "(value):\n    return other(value + 1) * 2  # and even more of it\n";
                    }));
  const IndexReport report = project.index();
  CHECK(report.bytes > 3 * 700'000);
  CHECK(report.skipped.empty());
  CHECK(report.symbols == 33000);
}

TEST_CASE("macros in the middle of a class cost nothing around them") {
  Project project;
  project.files.put("a.h", R"(
class SHOP_EXPORT Store : public Base {
  Q_OBJECT
 public:
  Q_PROPERTY(int size READ size WRITE setSize)
  void open() { find(); }
  SHOP_META(Store)
  [[nodiscard]] SHOP_PURE int count() const;
  int size() const SHOP_GUARDED_BY(mu_) { return 1; }
  static SHOP_CALL(fast) int twice(int n) { return 2 * n; }
  void close();
  int mu_ SHOP_ALIGNED(8);
  int last() { return 1; }
};
int behind() { return 2; }
)");
  project.files.put("b.h", R"(
class Broken : public Base {
 public:
  void open() { find(); }
  Q_INVOKABLE virtual int go(int a) SHOP_NOEXCEPT(x) = = 0;
  int size( const { return 1; }
  void close() { open(); }
};
)");
  const auto store = project.indexed_store();
  for (const char* name : {"Store", "Store.open", "Store.count", "Store.size", "Store.twice", "Store.close",
                           "Store.last", "behind", "Broken", "Broken.open", "Broken.close"}) {
    (void)symbol(*store, name);
  }
}

TEST_CASE("notebooks have words only, and the report says so") {
  Project project;
  project.files.put("a.ipynb",
                    "{\"cells\": [{\"source\": [\"%matplotlib inline\\n\", \"!ls\\n\", \"def plotted(): pass\"]}]}\n");
  const IndexReport report = project.index();
  CHECK(report.files == 1);
  CHECK(report.symbols == 0);
  REQUIRE(report.skipped.size() == 1);
  CHECK(report.skipped[0].path == "a.ipynb");
  CHECK(report.skipped[0].reason == "notebook");
  CHECK(paths_with_word(*project.store(), "plotted") == Lines{"a.ipynb"});
}

TEST_CASE("a definition at the first byte of a file has its name") {
  Project project;
  const std::vector<std::pair<std::string, std::string>> files = {
      {"a.sh", "total() {\n  echo 1\n}\n"},
      {"a.c", "total() { return 1; }\n"},
      {"a.js", "total = () => 1;\n"},
      {"a.rb", "Total = 1\n"},
      {"a.py", "total = 1\n"},
      {"A.java", "enum Total { a }\n"},
      {"a.rs", "fn total() {}\n"},
      {"a.go", "func total() {}\n"},
      {"a.ts", "type Total = number;\n"},
      {"a.cpp", "total::total() {}\n"},
  };
  for (const auto& [path, text] : files) project.files.put(path, text);
  const auto store = project.indexed_store();
  for (const auto& [path, text] : files) {
    CAPTURE(path);
    std::vector<std::string> names;
    REQUIRE(store
                ->symbols({.path = path},
                          [&](const Symbol& each) {
                            names.push_back(each.name);
                            return true;
                          })
                .ok());
    for (const std::string& name : names) CHECK_FALSE(name.empty());
    // No definitions: an assignment to a name that is nowhere declared, and a function without a type.
    if (path != "a.js" && path != "a.c") CHECK_FALSE(names.empty());
  }
}

TEST_CASE("data and prose are words only") {
  Project project;
  for (const char* path : {"a.json", "a.toml", "a.yaml", "a.md"}) project.files.put(path, "key: value def f class A\n");
  const IndexReport report = project.index();
  CHECK(report.files == 4);
  CHECK(report.symbols == 0);
  CHECK(report.skipped.empty());
  CHECK(paths_with_word(*project.store(), "value").size() == 4);
}

TEST_CASE("matches that were given up are said") {
  Project project;
  project.options.parse_limit_s = 120;  // whatever the machine has to do beside this
  project.files.put(
      "a.js", "function first() {}\nx" + repeated(6000, [](std::size_t) { return std::string("\n.f()"); }) + ";\n");
  const IndexReport report = project.index();
  CHECK(report.symbols == 1);
  REQUIRE(report.skipped.size() == 1);
  CHECK(report.skipped[0].reason == "match_limit");
}

}  // namespace
}  // namespace grit::index
