#include "port/loaded_library.h"

#include <doctest/doctest.h>

#include <string>

using grit::Code;
using grit::port::LoadedLibrary;

TEST_CASE("a library that is not installed is named in the message") {
  const auto library = LoadedLibrary::load("libno-such-thing.so.7");
  REQUIRE_FALSE(library.has_value());
  CHECK(library.error().code() == Code::unavailable);
  CHECK(library.error().message().find("libno-such-thing.so.7") != std::string::npos);
}

TEST_CASE("functions are found by name, and the first that is missing is named") {
  auto library = LoadedLibrary::load("libc.so.6");
  REQUIRE(library.has_value());
  int (*absolute)(int) = nullptr;
  CHECK(library->find("abs", absolute).status().ok());
  REQUIRE((absolute != nullptr));
  CHECK(absolute(-7) == 7);
  int (*missing)(int) = absolute;
  library->find("no_such_function", missing).find("nor_this_one", missing);
  CHECK((missing == nullptr));
  CHECK(library->status().code() == Code::unavailable);
  CHECK(library->status().message().find("no_such_function") != std::string::npos);
}
