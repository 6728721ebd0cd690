#include <doctest/doctest.h>
#include <grit/retrieve.h>

#include <string>
#include <vector>

namespace grit::retrieve {
namespace {

using List = std::vector<std::string>;

std::vector<std::string> frames_of(const Query& query) {
  std::vector<std::string> list;
  for (const Frame& frame : query.frames) {
    list.push_back(frame.file + ":" + std::to_string(frame.line) + ":" + frame.function);
  }
  return list;
}

TEST_CASE("tokens are folded, distinct and in order; no stop word is dropped") {
  CHECK(analyse("The age of the User is_valid, is it? user.Age").tokens ==
        List{"the", "age", "of", "user", "is", "valid", "it"});
}

TEST_CASE("identifiers are kept as written") {
  const Query query = analyse(
      "`Session` loses the copy in Session.resolve_redirects(); see `send(request, stream)` and HttpError, "
      "but not HTTP, Hello, e.g. or 2.31.0. max_redirects is 30.");
  CHECK(query.identifiers ==
        List{"Session", "Session.resolve_redirects", "send", "request", "stream", "HttpError", "max_redirects"});
}

TEST_CASE("a tick that nothing closes quotes nothing, a fence is no quote") {
  CHECK(analyse("it`s broken in foo").identifiers.empty());
  CHECK(analyse("```python\nvalue = other\n```").identifiers.empty());
  CHECK(analyse("``value`` is wrong").identifiers == List{"value"});
}

TEST_CASE("paths") {
  const Query query = analyse(
      "See src/flask/app.py:72, (tests/test_a.py::TestA::test_b) and \"C:\\proj\\views.py\". "
      "Also ./run/it/now and docs/ but not and/or nor https://example.com/a/b.py.");
  CHECK(query.paths == List{"src/flask/app.py", "tests/test_a.py", "C:/proj/views.py", "./run/it/now", "docs/"});
  CHECK(query.identifiers == List{"TestA", "test_b"});
}

TEST_CASE("a Python traceback gives its frames, innermost first") {
  const Query query = analyse(R"(It fails:
Traceback (most recent call last):
  File "/srv/app/main.py", line 10, in <module>
    run()
  File "/srv/app/pkg/core.py", line 20, in run
    step()
  File "/srv/app/pkg/core.py", line 30, in Core.step
    raise ValueError
ValueError)");
  CHECK(frames_of(query) ==
        List{"/srv/app/pkg/core.py:30:Core.step", "/srv/app/pkg/core.py:20:run", "/srv/app/main.py:10:<module>"});
}

TEST_CASE("of chained exceptions the last one's frames come first") {
  const Query query = analyse(R"(Traceback (most recent call last):
  File "a.py", line 1, in inner
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "b.py", line 2, in outer
  File "c.py", line 3, in raises
ValueError)");
  CHECK(frames_of(query) == List{"c.py:3:raises", "b.py:2:outer", "a.py:1:inner"});
}

TEST_CASE("frames without a function, in exception groups, repeated, and of no file") {
  const Query query = analyse(
      "  File \"bad.py\", line 7\n"
      "  + Exception Group Traceback (most recent call last):\n"
      "  |   File \"group.py\", line 8, in work\r\n"
      "  File \"<string>\", line 1, in <module>\n"
      "  File \"<frozen importlib._bootstrap>\", line 1, in f\n"
      "  File \"deep.py\", line 9, in again\n"
      "  File \"deep.py\", line 9, in again\n"
      "  File \"zero.py\", line 0, in never\n"
      "  File \"huge.py\", line 99999999999999, in never\n"
      "  File \"open.py, line 4, in never\n");
  CHECK(frames_of(query) == List{"deep.py:9:again", "group.py:8:work", "bad.py:7:"});
}

TEST_CASE("pytest's short and long forms") {
  const Query query = analyse(
      "tests/test_shop.py:12: in test_total\n"
      "    assert total(3) == 4\n"
      "shop/total.py:5: in total\n"
      "shop/total.py:9: ValueError\n"
      "tests/test_long.py:3: \n"
      "a.py:4: note that this is prose\n"
      "x.c:5:6: error: no\n"
      "12:30:00: started\n"
      "C:\\w\\t.py:8: pkg.errors.Bad\n");
  CHECK(frames_of(query) == List{"C:\\w\\t.py:8:", "tests/test_long.py:3:", "shop/total.py:9:", "shop/total.py:5:total",
                                 "tests/test_shop.py:12:test_total"});
}

TEST_CASE("the frames of a failed check come before the ticket's; its words are no query") {
  const Query query =
      analyse("File \"t.py\", line 1, in t", "Traceback:\n  File \"f.py\", line 2, in f\nKeyError: zebra");
  CHECK(frames_of(query) == List{"f.py:2:f", "t.py:1:t"});
  CHECK(query.tokens == List{"file", "t", "py", "line", "1", "in"});
}

TEST_CASE("a ticket without anything is an empty query") {
  const Query query = analyse("");
  CHECK(query.text.empty());
  CHECK(query.tokens.empty());
  CHECK(query.identifiers.empty());
  CHECK(query.paths.empty());
  CHECK(query.frames.empty());
  CHECK_FALSE(query.cut);
}

TEST_CASE("any bytes are fine") {
  std::string bytes;
  for (int round = 0; round < 3; ++round) {
    for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  }
  const Query query = analyse(bytes, bytes);
  CHECK(query.text == bytes);
  CHECK_FALSE(query.tokens.empty());
}

TEST_CASE("what a pasted log can cost is bounded, and said") {
  std::string many;
  for (int i = 0; i < 10000; ++i) many += "word" + std::to_string(i) + " ";
  const Query tokens = analyse(many);
  CHECK(tokens.tokens.size() == 4096);
  CHECK(tokens.cut);

  std::string frames;
  for (int i = 1; i <= 400; ++i) frames += "  File \"a.py\", line " + std::to_string(i) + ", in f\n";
  const Query deep = analyse("short", frames);
  CHECK(deep.frames.size() == 256);
  CHECK(deep.frames.front().line == 400);  // the innermost stay
  CHECK(deep.cut);

  const Query blob = analyse(std::string(std::size_t{3} << 20, 'x'));
  CHECK(blob.text.size() == std::size_t{1} << 20);
  CHECK(blob.tokens.empty());  // 1 MiB of one letter is data
  CHECK(blob.cut);
}

}  // namespace
}  // namespace grit::retrieve
