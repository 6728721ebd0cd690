#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <string>

#include <grit/status.h>

#include "base/try.h"

namespace {

using grit::Code;
using grit::Result;
using grit::Status;

Result<int> half(int number) {
  if (number % 2 != 0) return Status(Code::invalid_argument, "odd");
  return number / 2;
}

Result<int> quarter(int number) {
  GRIT_ASSIGN_OR_RETURN(const int once, half(number));
  GRIT_ASSIGN_OR_RETURN(const int twice, half(once));
  return twice;
}

Status check_quarter(int number) {
  GRIT_RETURN_IF_ERROR(quarter(number).has_value() ? Status() : Status(Code::refused, "no quarter"));
  return {};
}

}  // namespace

TEST_CASE("status: every code has a name of its own") {
  std::set<std::string> names;
  for (int value = 0; value >= -21; --value) names.insert(grit::code_name(static_cast<Code>(value)));
  names.insert(grit::code_name(Code::internal));
  CHECK(names.size() == 23);
  CHECK(names.count("unknown") == 0);
  CHECK(std::string(grit::code_name(Code::no_space)) == "no_space");
  CHECK(std::string(grit::code_name(static_cast<Code>(7))) == "unknown");
}

TEST_CASE("status: the default is ok and carries nothing") {
  const Status ok;
  CHECK(ok.ok());
  CHECK(static_cast<bool>(ok));
  CHECK(ok.message().empty());
  CHECK(ok.with_context("reading").ok());
  CHECK(ok.with_context("reading").message().empty());
}

TEST_CASE("status: context goes before the message and keeps the rest") {
  const Status plain = Status(Code::io, "bad disk").with_context("reading 'a'");
  CHECK(plain.code() == Code::io);
  CHECK(plain.message() == "reading 'a': bad disk");
  CHECK(plain.for_model() == plain.message());
  const Status both = Status(Code::refused, "for people", "for models").with_context("x").with_context("y");
  CHECK(both.message() == "y: x: for people");
  CHECK(both.for_model() == "for models");
}

TEST_CASE("result: holds a value or says why not") {
  CHECK(quarter(12).value() == 3);
  CHECK(*quarter(12) == 3);
  CHECK(quarter(6).error().message() == "odd");
  CHECK(quarter(6).value_or(-1) == -1);
  CHECK(quarter(8).value_or(-1) == 2);
  CHECK(check_quarter(4).ok());
  CHECK(check_quarter(2).code() == Code::refused);
}

TEST_CASE("result: moves values that cannot be copied") {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
  REQUIRE(result.has_value());
  const std::unique_ptr<int> taken = std::move(result).value();
  CHECK(*taken == 7);
}
