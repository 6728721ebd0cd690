// A C++ host: indexes a project that is only in memory and looks a name up.
#include <cstdio>
#include <memory>
#include <string>

#include <grit/index.h>
#include <grit/model.h>
#include <grit/retrieve.h>
#include <grit/testing.h>

namespace {

int fail(const char* what, const grit::Status& status) {
  std::fprintf(stderr, "%s: %s\n", what, status.message().c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;  // the folder for the index file
  grit::testing::MemoryFileSystem files;
  files.put("shop/cart.py", "class Cart:\n    def total(self):\n        return 0\n");

  grit::index::IndexOptions options;
  options.database = std::string(argv[1]) + "/index.db";
  options.git_history = false;
  auto report = grit::index::update_index(files, "", options, {}, {});
  if (!report) return fail("index", report.error());
  auto store = grit::index::open_store(options.database);
  if (!store) return fail("open", store.error());
  auto found = grit::retrieve::find_defs(**store, "Cart.total");
  if (!found) return fail("find", found.error());
  if (found->symbols.size() != 1 || found->symbols.front().path != "shop/cart.py") return 1;

  // Links the model client too. The description is wrong on purpose.
  if (grit::model::open_backend("no-such-kind:", {})) return 1;
  std::puts("c++ host ok");
  return 0;
}
