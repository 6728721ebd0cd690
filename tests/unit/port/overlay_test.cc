#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <grit/testing.h>

namespace grit {
namespace {

// A project in memory under an overlay.
struct Project {
  Project() {
    disk.put("src/a.py", "saved", 0640);
    disk.put("src/b.py", "other");
    disk.put_link("link.py", "src/a.py");
    disk.put_link("linked", "src");
  }

  [[nodiscard]] std::string read(std::string_view path) {
    const auto content = files.read(path, 1000);
    return content ? content->bytes : code_name(content.error().code());
  }
  [[nodiscard]] std::string names(std::string_view folder) {
    const auto entries = files.list(folder);
    if (!entries) return code_name(entries.error().code());
    std::string out;
    for (const FileInfo& entry : *entries) out += entry.name + (entry.type == FileType::directory ? "/ " : " ");
    return out;
  }

  testing::MemoryFileSystem disk;
  OverlayFileSystem files{disk};
};

}  // namespace

TEST_CASE("overlay: a buffer stands in place of its file, by whatever way it is reached, until it is cleared") {
  Project project;
  REQUIRE(project.files.set("src/./a.py", "unsaved text").ok());
  for (const char* path : {"src/a.py", "link.py", "linked/a.py"}) {
    CAPTURE(path);
    CHECK(project.read(path) == "unsaved text");
  }
  CHECK(project.read("src/b.py") == "other");
  const auto info = project.files.stat("src/a.py");
  REQUIRE(info);
  CHECK(info->name == "a.py");
  CHECK(info->size == 12);
  CHECK(info->mode == 0640);
  CHECK(project.files.read("src/a.py", 11).error().code() == Code::limit);
  CHECK(project.disk.read("src/a.py", 1000)->bytes == "saved");
  REQUIRE(project.files.clear("link.py").ok());
  CHECK(project.read("src/a.py") == "saved");
  CHECK(project.files.clear("src/a.py").code() == Code::not_found);
}

TEST_CASE("overlay: a buffer that was set through a link is of the file behind it") {
  Project project;
  REQUIRE(project.files.set("linked/a.py", "unsaved").ok());
  CHECK(project.files.buffers() == std::map<std::string, std::string>{{"src/a.py", "unsaved"}});
  CHECK(project.files.stat("link.py")->type == FileType::symlink);
}

TEST_CASE("overlay: a buffer of a file that does not exist yet is there with the folders it needs") {
  Project project;
  REQUIRE(project.files.set("new/deep/c.py", "text").ok());
  CHECK(project.names("") == "link.py linked new/ src/ ");
  CHECK(project.names("new") == "deep/ ");
  CHECK(project.names("new/deep") == "c.py ");
  CHECK(project.files.stat("new/deep")->type == FileType::directory);
  CHECK(project.read("new/deep/c.py") == "text");
  CHECK(project.names("none") == "not_found");
  REQUIRE(project.files.set("src/c.py", "text").ok());
  CHECK(project.names("linked") == "a.py b.py c.py ");
  REQUIRE(project.files.clear("new/deep/c.py").ok());
  CHECK(project.names("") == "link.py linked src/ ");
}

TEST_CASE("overlay: what is read by way of a link is not direct, so that a fence looks where it leads") {
  Project project;
  REQUIRE(project.files.set("src/a.py", "unsaved").ok());
  CHECK(project.files.read("src/a.py", 1000)->info.direct);
  CHECK_FALSE(project.files.read("link.py", 1000)->info.direct);
  CHECK_FALSE(project.files.read("linked/a.py", 1000)->info.direct);
  CHECK_FALSE(project.files.stat("linked/a.py")->direct);
  CHECK(project.files.list("src")->front().direct);
  CHECK_FALSE(project.files.list("linked")->front().direct);
  const auto fenced = fence(project.files, {{"src"}});
  for (const char* path : {"src/a.py", "link.py", "linked/a.py"}) {
    CAPTURE(path);
    CHECK(fenced->read(path, 1000).error().code() == Code::fenced);
  }
}

TEST_CASE("overlay: no two contents of a file have the same time") {
  Project project;
  std::vector<std::int64_t> times;
  for (int i = 0; i < 3; ++i) {
    REQUIRE(project.files.set("src/a.py", "same size").ok());
    times.push_back(project.files.stat("src/a.py")->mtime_ns);
  }
  CHECK(times[0] < times[1]);
  CHECK(times[1] < times[2]);
}

TEST_CASE("overlay: an edit of a file with a buffer changes the buffer, and only what was read") {
  Project project;
  REQUIRE(project.files.set("src/a.py", "unsaved").ok());
  CHECK(project.files.replace("src/a.py", "edited", ContentHash::of("saved")).error().code() == Code::changed);
  const auto replaced = project.files.replace("link.py", "edited", ContentHash::of("unsaved"));
  REQUIRE(replaced);
  CHECK(replaced->name == "link.py");
  CHECK(project.read("src/a.py") == "edited");
  CHECK(project.disk.read("src/a.py", 1000)->bytes == "saved");
  CHECK(project.files.replace("src/b.py", "edited", ContentHash::of("other")).has_value());
  CHECK(project.disk.read("src/b.py", 1000)->bytes == "edited");
}

TEST_CASE("overlay: what cannot be is refused and leaves everything as it was") {
  Project project;
  REQUIRE(project.files.set("new/c.py", "text").ok());
  CHECK(project.files.set("", "x").code() == Code::unsupported);
  CHECK(project.files.set("src", "x").code() == Code::unsupported);
  CHECK(project.files.set("new", "x").code() == Code::unsupported);
  CHECK(project.files.set("src/a.py/b", "x").code() == Code::unsupported);
  CHECK(project.files.set("new/c.py/d", "x").code() == Code::unsupported);
  CHECK(project.files.set("../a", "x").code() == Code::fenced);
  CHECK(project.files.create("new/c.py", "x").error().code() == Code::already_exists);
  CHECK(project.files.create("new", "x").error().code() == Code::already_exists);
  CHECK(project.files.create("new/c.py/d", "x").error().code() == Code::unsupported);
  CHECK(project.files.remove("new/c.py", ContentHash::of("text")).code() == Code::unsupported);
  CHECK(project.files.buffers() == std::map<std::string, std::string>{{"new/c.py", "text"}});
  CHECK(project.names("") == "link.py linked new/ src/ ");
}

}  // namespace grit
