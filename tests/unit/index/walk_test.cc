#include "walk.h"

#include "project.h"
#include "support/ordinary_user.h"

namespace grit::index {
namespace {

Lines paths(const Walked& walked) {
  Lines out;
  for (const WalkedFile& file : walked.files) out.push_back(file.path);
  return out;
}

Lines skipped(const Walked& walked) {
  Lines out;
  for (const SkippedFile& file : walked.skipped) out.push_back(file.reason + " " + file.path);
  return out;
}

Walked walk_all(FileSystem& files, const WalkOptions& options = {}) { return value_of(walk(files, options, {}, {})); }

TEST_CASE("files come in the order of their paths' bytes") {
  testing::MemoryFileSystem files;
  for (const char* path : {"a/b.py", "a.py", "a-b.py", "a/b/c.py", "a0.py", "B.py", "a/b-c.py"}) files.put(path, "x");
  CHECK(paths(walk_all(files)) == Lines{"B.py", "a-b.py", "a.py", "a/b-c.py", "a/b.py", "a/b/c.py", "a0.py"});
}

TEST_CASE("denied names, folders of tools and virtual environments are not entered") {
  testing::MemoryFileSystem files;
  for (const char* path :
       {".git/config", ".grit/index.db", "node_modules/x.js", "dist/x.py", ".env", ".env.local", "venv/pyvenv.cfg",
        "venv/lib/x.py", "__pycache__/x.pyc", ".hg/x", "ok.py", ".github/ci.yml"}) {
    files.put(path, "x");
  }
  const Walked walked = walk_all(files);
  CHECK(paths(walked) == Lines{".github/ci.yml", "ok.py"});
  CHECK(skipped(walked) == Lines{"tool_folder .hg/", "tool_folder __pycache__/", "virtual_environment venv/"});
}

TEST_CASE("links are not followed") {
  testing::MemoryFileSystem files;
  files.put("real/a.py", "x");
  files.put_link("link.py", "real/a.py");
  files.put_link("loop", ".");
  files.put_link("outside", "/etc");
  const Walked walked = walk_all(files);
  CHECK(paths(walked) == Lines{"real/a.py"});
  CHECK(skipped(walked) == Lines{"link link.py", "link loop", "link outside"});
}

TEST_CASE("what is left out is said with its reason") {
  testing::MemoryFileSystem files;
  files.put("big.py", std::string(101, 'x'));
  files.put("fits.py", std::string(100, 'x'));
  files.put("poetry.lock", "x");
  files.put("app.min.js", "x");
  files.put("made/a.py", "x");
  files.put("made/b.py", "x");
  files.put("made/.gitattributes", "*.py linguist-generated=true\nb.py -linguist-generated\n");
  const Walked walked = walk_all(files, {.root = "", .max_file_bytes = 100});
  CHECK(paths(walked) == Lines{"fits.py", "made/.gitattributes", "made/b.py"});
  CHECK(skipped(walked) ==
        Lines{"minified app.min.js", "too_large big.py", "generated made/a.py", "generated poetry.lock"});
}

TEST_CASE("ignore files work without git, and .gritignore has the last word") {
  testing::MemoryFileSystem files;
  files.put(".gitignore", "*.log\nbuild/\nvendor/\n");
  files.put(".gritignore", "!vendor/\n/notes.md\n");
  files.put("sub/.gitignore", "!keep.log\n");
  for (const char* path :
       {"a.log", "sub/keep.log", "build/x.py", "vendor/y.py", "notes.md", "sub/notes.md", "vendor/z.log"}) {
    files.put(path, "x");
  }
  const Walked walked = walk_all(files);
  CHECK(paths(walked) ==
        Lines{".gitignore", ".gritignore", "sub/.gitignore", "sub/keep.log", "sub/notes.md", "vendor/y.py"});
  CHECK(skipped(walked) == Lines{"ignored a.log", "ignored build/", "ignored notes.md", "ignored vendor/z.log"});
}

TEST_CASE("a folder that cannot be listed is reported, and so is an ignore file that cannot be read") {
  testing::MemoryFileSystem files;
  files.put("a/x.py", "x");
  files.put("b/.gitignore", "x.py");
  files.put("b/x.py", "x");
  files.set_fault([](std::string_view operation, std::string_view path) {
    const bool fails = (operation == "list" && path == "a") || (operation == "read" && path == "b/.gitignore");
    return fails ? Status(Code::permission_denied, "no") : Status();
  });
  const Walked walked = walk_all(files);
  CHECK(paths(walked) == Lines{"b/.gitignore", "b/x.py"});
  CHECK(skipped(walked) == Lines{"unreadable a/"});
  REQUIRE(walked.notes.size() == 1);
  CHECK(walked.notes[0].find("b/.gitignore") != std::string::npos);
}

TEST_CASE("a root that cannot be listed, and cancelling, are errors") {
  testing::MemoryFileSystem files;
  files.put("a/x.py", "x");
  StopConditions stop;
  stop.cancel.cancel();
  CHECK(walk(files, {}, {}, stop).error().code() == Code::cancelled);
  files.set_fault([](std::string_view, std::string_view) { return Status(Code::io, "no"); });
  CHECK(walk(files, {}, {}, {}).error().code() == Code::io);
}

TEST_CASE("deep trees end") {
  testing::MemoryFileSystem files;
  std::string path;
  for (int i = 0; i < 1100; ++i) path += "d/";
  files.put(path + "x.py", "x");
  files.put("d/y.py", "x");
  const Walked walked = walk_all(files);
  CHECK(paths(walked) == Lines{"d/y.py"});
  REQUIRE(walked.skipped.size() == 1);
  CHECK(walked.skipped[0].reason == "too_deep");
}

}  // namespace
}  // namespace grit::index
