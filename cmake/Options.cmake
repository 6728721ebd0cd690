# grit_options: how every target of Grit is compiled. grit_warnings: the same without sanitizers.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

add_library(grit_warnings INTERFACE)
target_compile_options(grit_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wformat=2 -Wundef
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi>
  $<$<BOOL:${GRIT_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # gcc 12 sees overlapping copies in `"literal" + std::string` (its bug 105651), and reads of an empty std::optional that
  # no path makes (its bug 80635).
  target_compile_options(grit_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict> $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
endif()
target_compile_definitions(grit_warnings INTERFACE
  GRIT_VERSION="${PROJECT_VERSION}"
  $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)

add_library(grit_options INTERFACE)
target_link_libraries(grit_options INTERFACE grit_warnings)
if(GRIT_SANITIZE)
  # The instrumentation hides from gcc that a value is set, so this warning is noise there.
  target_compile_options(grit_options INTERFACE
    -fsanitize=${GRIT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND GRIT_SANITIZE MATCHES "undefined")
    # With these checks gcc no longer takes the address of a function for a constant (its bug 71962), which Abseil's
    # containers need. A null pointer that is used still ends the program.
    target_compile_options(grit_options INTERFACE
      -fno-sanitize=null,nonnull-attribute,returns-nonnull-attribute)
  endif()
  target_link_options(grit_options INTERFACE -fsanitize=${GRIT_SANITIZE})
endif()
