#include "reasoning.h"

#include <doctest/doctest.h>

#include <string>

using grit::model::ReasoningFilter;

namespace {

struct Filtered {
  std::string text;
  std::string streamed;
};

Filtered filter(std::string_view reply, std::size_t size) {
  ReasoningFilter filter;
  std::string streamed;
  for (std::size_t i = 0; i < reply.size(); i += size) streamed += filter.push(reply.substr(i, size));
  streamed += filter.finish();
  return {filter.text(), streamed};
}

// The text of a reply, which must not depend on how the reply was cut. Without a lone closing tag the pieces add up
// to it.
std::string text_of(std::string_view reply) {
  const Filtered whole = filter(reply, reply.size() + 1);
  for (std::size_t size = 1; size <= reply.size(); ++size) {
    const Filtered cut = filter(reply, size);
    CAPTURE(size);
    REQUIRE(cut.text == whole.text);
    REQUIRE(cut.streamed == whole.streamed);
  }
  return whole.text;
}

void check_unchanged(std::string_view reply) {
  CAPTURE(reply);
  CHECK(text_of(reply) == reply);
  CHECK(filter(reply, 1).streamed == reply);
}

}  // namespace

TEST_CASE("a reply without reasoning is unchanged") {
  check_unchanged("");
  check_unchanged("\n\n  \n");
  check_unchanged("    return total\n");
  check_unchanged("\n\ndef f():\n    return 1 < 2 and x</thinkable>\n");
  check_unchanged("a < b and <thin");
  check_unchanged("</thin");
}

TEST_CASE("a section at the begin goes, with the blank lines after it") {
  CHECK(text_of("<think>hm\nhm</think>\n\n    return 1\n") == "    return 1\n");
  CHECK(text_of("\n <think>a</think>b") == "b");
  CHECK(text_of("<think></think>b") == "b");
  CHECK(text_of("<thinking>a</think>b</thinking>c") == "c");
  CHECK(text_of("[THINK]a[/THINK]b") == "b");
  CHECK(text_of("<seed:think>a</seed:think>b") == "b");
  CHECK(text_of("<reasoning>a</reasoning>\n<thought>b</thought>\nc\n") == "c\n");
}

TEST_CASE("a section on its own line in the middle goes") {
  CHECK(text_of("First.\n<think>a\nb</think>\nThen.\n") == "First.\nThen.\n");
}

TEST_CASE("reasoning that never ends is no answer") {
  CHECK(text_of("<think>I could write\n```python\ndef f(): pass\n```\n") == "");
  CHECK(text_of("Yes.\n<think>or") == "Yes.\n");
}

TEST_CASE("a closing tag alone drops what is before it") {
  CHECK(text_of("I see.\nThe bound is wrong.\n</think>\n\ndef f():\n    pass\n") == "def f():\n    pass\n");
  CHECK(text_of("Provide it briefly.</think>391") == "391");
  CHECK(text_of("done.</think> The answer") == " The answer");
  CHECK(text_of("</think>a") == "a");
  CHECK(text_of("a</think>") == "");
  CHECK(text_of("<think>a <think>b</think> c</think>d") == "d");
  CHECK(text_of("```python\ndraft\n```\n</think>\n```python\nx = 1\n```\n") == "```python\nx = 1\n```\n");
  CHECK(text_of("```python\ndraft\n```\n</think>\n```python\nx = 1\n") == "```python\nx = 1\n");
}

TEST_CASE("code is kept: tags in a code fence are text") {
  check_unchanged("```python\n<think>\nx = '</think>'\n</think>\n```\n");
  check_unchanged("~~~~\n<think>\n~~~\n</think>\n~~~~\n");
  CHECK(text_of("<think>a</think>\n```\n<think>\n```\n") == "```\n<think>\n```\n");
  CHECK(text_of("```\nx\n```\n<think>b</think>\nend\n") == "```\nx\n```\nend\n");
}

TEST_CASE("code is kept: tags in quotes and in sentences are text") {
  check_unchanged("def strip(s):\n    return s.replace(\"</think>\", '')\n");
  check_unchanged("The tag `</think>` closes it.");
  check_unchanged("    if line == '<think>':\n        return \"x</think>\"\n");
  check_unchanged("I removed the stray </think> tag.");
  check_unchanged("x = a <think> b\n");
}

TEST_CASE("code is kept: a lone closing tag never removes the only code block") {
  CHECK(text_of("```python\nx = 1\n```\nI removed a stray </think>.\n") ==
        "```python\nx = 1\n```\nI removed a stray </think>.\n");
  CHECK(text_of("<think>a</think>```python\nx\n```\nend</think>\n") == "```python\nx\n```\nend</think>");
}
