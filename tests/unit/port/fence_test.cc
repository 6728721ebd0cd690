#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <grit/platform.h>
#include <grit/testing.h>

using grit::check_fence;
using grit::Code;
using grit::ContentHash;
using grit::FencePolicy;

namespace {

bool fenced(std::string_view path, const FencePolicy& policy = {}) {
  const grit::Status status = check_fence(path, policy);
  CHECK((status.ok() || status.code() == Code::fenced));
  CHECK(status.ok() == status.message().empty());
  return !status.ok();
}

}  // namespace

TEST_CASE("fence: ordinary names pass") {
  for (const char* path : {"",
                           "a.py",
                           "src/a.py",
                           ".gitignore",
                           ".github/workflows/x.yml",
                           ".gitattributes",
                           "git",
                           "github/x",
                           "distance.py",
                           "dist2",
                           "environment.py",
                           "env/x",
                           "node_modules.py",
                           ".gritignore",
                           "grit/grit.h",
                           "a..b",
                           "..a",
                           ".hidden",
                           "a~1",
                           "x~",
                           "git~",
                           "my git",
                           "README",
                           "\u00E9t\u00E9.py",
                           "\u4E2D\u6587.py",
                           "\u0434\u0438\u0441\u0442/x",
                           "a\xFF"
                           "b",
                           "a b/c d",
                           "./a//b/",
                           "x/.e",
                           "note:1",
                           "src/a:b"}) {
    CAPTURE(path);
    CHECK_FALSE(fenced(path));
  }
}

TEST_CASE("fence: denied names, in every disguise and at every depth") {
  const std::vector<std::string> names = {".git",
                                          ".GIT",
                                          ".Git",
                                          ".git.",
                                          ".git ",
                                          ".git. . .",
                                          ".git\t",
                                          ".git\u00A0",
                                          ".git\u3000",
                                          "git~1",
                                          "GIT~1",
                                          "Git~2",
                                          ".git::$INDEX_ALLOCATION",
                                          ".git:stream",
                                          ".GIT::$Index_Allocation",
                                          ".git ::$DATA",
                                          ".git.:x",
                                          ".g\u200Cit",
                                          ".g\u200Dit",
                                          ".gi\u2060t",
                                          "\uFEFF.git",
                                          ".git\u200B",
                                          ".g\u00ADit",
                                          ".g\u034Fit",
                                          ".\u202Egit",
                                          ".g\u206Ait",
                                          ".g\uFE0Fit",
                                          ".g\U000E0001it",
                                          ".g\u180Eit",
                                          ".g\u0130t",
                                          ".g\u0131t",
                                          ".grit",
                                          ".GRIT",
                                          ".grit.",
                                          ".gr\u200Cit",
                                          "grit~1",
                                          ".grit-tmp-0123456789abcdef",
                                          ".GRIT-TMP-x",
                                          "\uFF0E\uFF47\uFF49\uFF54",
                                          ".\U0001D420it",
                                          "\u2024git",
                                          "x\uFF0F.git",
                                          ".git\uFF0Fx",
                                          ".e\u33B5",
                                          "\u2116de_modules",
                                          ".env",
                                          ".ENV",
                                          ".Env.Local",
                                          ".env.local",
                                          ".envrc",
                                          ".environment",
                                          ".env ",
                                          ".e\u200Dnv",
                                          ".env::$DATA",
                                          "env~1",
                                          "ENV~1.LOC",
                                          "dist",
                                          "DIST",
                                          "Dist.",
                                          "di\u017Ft",
                                          "di\uFB06",
                                          "di\uFB05",
                                          "dist ",
                                          "di\u200Bst",
                                          "node_modules",
                                          "Node_Modules",
                                          "node_modules.",
                                          "NODE_M~1",
                                          "node_module\u017F"};
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(fenced(name));
    CHECK(fenced("a/b/" + name));
    CHECK(fenced(name + "/config"));
    CHECK(fenced("./" + name + "/"));
    CHECK(fenced("x//" + name));
  }
}

TEST_CASE("fence: names that are no place in the project") {
  for (const std::string& path : {std::string("/abs"),         std::string("/"),
                                  std::string("//server/x"),   std::string(".."),
                                  std::string("../x"),         std::string("a/../../x"),
                                  std::string("a/.."),         std::string("a/../b"),
                                  std::string("..\\x"),        std::string("a\\..\\x"),
                                  std::string("C:\\x"),        std::string("C:/x"),
                                  std::string("c:x"),          std::string("\\\\server\\x"),
                                  std::string("\\\\?\\C:\\x"), std::string("a\\b"),
                                  std::string("x\0y", 3),      std::string("\0", 1),
                                  std::string("..."),          std::string("a/... /b"),
                                  std::string(".. /x"),        std::string(" "),
                                  std::string("a/\u200B/b"),   std::string(".\u200B./x"),
                                  std::string("\u2025/x"),     std::string(". ")}) {
    CAPTURE(path);
    CHECK(fenced(path));
  }
}

TEST_CASE("fence: the message shows what was asked for, whatever it holds") {
  const grit::Status status = check_fence(std::string("\x1b[31m\xFF\0x", 8), {});
  CHECK(status.message().find('\x1b') == std::string::npos);
  CHECK(status.message().find("\uFFFD") != std::string::npos);
  const grit::Status longer = check_fence(std::string(100'000, 'a') + "/../x", {});
  CHECK(longer.code() == Code::fenced);
  CHECK(longer.message().size() < 1000);
}

TEST_CASE("fence: patterns of the host") {
  const FencePolicy policy{{"*.pem", "secrets/", "build/**/cache", "/top", "Caf\u00E9/**", "[xy]1"}};
  for (const char* path :
       {"a.pem",       "x/y/a.pem",     "A.PEM",           "a.p\u200Bem",     "secrets", "secrets/a/b", "x/secrets/a",
        "SECRETS/x",   "build/cache",   "build/a/b/cache", "build/a/cache/x", "top",     "top/x",       "TOP",
        "CAF\u00C9/x", "caf\u00E9/y/z", "cafe\u0301/x",    "CAFE\u0301/x",    "a/x1",    "y1/b"}) {
    CAPTURE(path);
    CHECK(fenced(path, policy));
    CHECK_FALSE(fenced(path));
  }
  for (const char* path : {"a.pem.py", "secret", "buildx/cache", "build/caches", "x/build/cache/y", "z1"}) {
    CAPTURE(path);
    CHECK_FALSE(fenced(path, policy));
  }
  CHECK(check_fence("x/a.pem", policy).message().find("*.pem") != std::string::npos);
}

TEST_CASE("fence: a fenced file system shows and touches nothing that is denied") {
  grit::testing::MemoryFileSystem inner;
  for (const char* path :
       {".git/config", ".env", "src/a.py", "src/.ENV.local", "src/key.pem", "dist/x.js", "back\\slash"}) {
    inner.put(path, "secret");
  }
  const auto files = grit::fence(inner, {{"*.pem"}});
  const auto names = [&](std::string_view folder) {
    std::string all;
    const auto entries = files->list(folder);
    REQUIRE(entries.has_value());
    for (const grit::FileInfo& entry : *entries) all += entry.name + ' ';
    return all;
  };
  CHECK(names("") == "src ");
  CHECK(names("src") == "a.py ");
  const ContentHash hash = ContentHash::of("secret");
  for (const char* path :
       {".git/config", ".env", "src/.ENV.local", "src/key.pem", "dist/x.js", "back\\slash", "SRC/../.env"}) {
    CAPTURE(path);
    CHECK(files->stat(path).error().code() == Code::fenced);
    CHECK(files->list(path).error().code() == Code::fenced);
    CHECK(files->read(path, 100).error().code() == Code::fenced);
    CHECK(files->create(path, "x").error().code() == Code::fenced);
    CHECK(files->replace(path, "x", hash).error().code() == Code::fenced);
    CHECK(files->remove(path, hash).code() == Code::fenced);
  }
  CHECK(files->create(".git/hooks/pre-commit", "x").error().code() == Code::fenced);
  CHECK(inner.read(".env", 100)->bytes == "secret");
}

TEST_CASE("fence: a link is no way around it") {
  grit::testing::MemoryFileSystem inner;
  inner.put(".git/config", "secret");
  inner.put("src/.env", "secret");
  inner.put("src/a.py", "code");
  inner.put("key.pem", "secret");
  inner.put_link("harmless", ".git/config");
  inner.put_link("folder", ".git");
  inner.put_link("src/up", "../folder");
  inner.put_link("second", "harmless");
  inner.put_link("src/conf", ".env");
  inner.put_link("key", "key.pem");
  inner.put_link("code", "src/a.py");
  inner.put_link("over", "folder/../src/a.py");
  const auto files = grit::fence(inner, {{"*.pem"}});
  const ContentHash hash = ContentHash::of("secret");
  for (const char* path : {"harmless", "folder/config", "src/up/config", "second", "src/conf", "key"}) {
    CAPTURE(path);
    CHECK(files->read(path, 100).error().code() == Code::fenced);
    CHECK(files->replace(path, "x", hash).error().code() == Code::fenced);
  }
  CHECK(files->list("folder").error().code() == Code::fenced);
  CHECK(files->list("src/up").error().code() == Code::fenced);
  CHECK(files->create("folder/new", "x").error().code() == Code::fenced);
  CHECK(files->remove("folder/config", hash).code() == Code::fenced);
  CHECK(files->stat("folder/config").error().code() == Code::fenced);
  CHECK(files->stat("harmless").has_value());  // about the link, not what it leads to
  CHECK(files->read("code", 100)->bytes == "code");
  CHECK(files->read("code", 100)->info.name == "code");
  CHECK(files->replace("code", "new", ContentHash::of("code")).has_value());
  CHECK(inner.read("src/a.py", 100)->bytes == "new");
  CHECK(inner.read(".git/config", 100)->bytes == "secret");
  CHECK(inner.stat("key.pem")->size == 6);
  const grit::Status said = files->read("harmless", 100).error();
  CHECK(said.message().find("harmless") != std::string::npos);
  CHECK(said.message().find(".git/config") != std::string::npos);
}

TEST_CASE("fence: faults of the file system below come through") {
  grit::testing::MemoryFileSystem inner;
  inner.put("a/b", "x");
  const auto files = grit::fence(inner, {});
  inner.set_fault([](std::string_view operation, std::string_view) {
    return operation == "stat" ? grit::Status(Code::io, "bad disk") : grit::Status();
  });
  CHECK(files->read("a/b", 100).error().code() == Code::io);
  inner.set_fault({});
  CHECK(files->read("a/b", 100)->bytes == "x");
}
