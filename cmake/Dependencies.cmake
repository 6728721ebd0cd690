# Every library from outside, as an imported target grit_dep_<name>. A layer names the ones it uses in its own
# CMakeLists.txt, and only that layer is compiled with them.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

if(NOT GRIT_DEPS_DIR)
  set(flavour plain)
  if(GRIT_FUZZ)
    set(flavour fuzz)
  elseif(GRIT_SANITIZE MATCHES "address")
    set(flavour asan)
  elseif(GRIT_SANITIZE MATCHES "thread")
    set(flavour tsan)
  endif()
  set(GRIT_DEPS_DIR ${CMAKE_CURRENT_SOURCE_DIR}/build/deps/${flavour})
endif()
if(NOT EXISTS ${GRIT_DEPS_DIR}/.stamp)
  message(FATAL_ERROR "No third-party libraries in ${GRIT_DEPS_DIR}. Run scripts/setup, and for a sanitizer or fuzz "
                      "build also scripts/deps FLAVOUR.")
endif()

# grit_built(name folder archive…): a library out of GRIT_DEPS_DIR.
function(grit_built name folder)
  add_library(grit_dep_${name} INTERFACE)
  target_include_directories(grit_dep_${name} SYSTEM INTERFACE ${GRIT_DEPS_DIR}/${folder}/include)
  foreach(archive IN LISTS ARGN)
    target_link_libraries(grit_dep_${name} INTERFACE ${GRIT_DEPS_DIR}/${folder}/lib/lib${archive}.a)
    set_property(GLOBAL APPEND PROPERTY GRIT_DEP_ARCHIVES ${GRIT_DEPS_DIR}/${folder}/lib/lib${archive}.a)
  endforeach()
endfunction()

# grit_system(name module): a library of the system, found through pkg-config.
function(grit_system name module)
  pkg_check_modules(grit_pc_${name} REQUIRED IMPORTED_TARGET ${module})
  add_library(grit_dep_${name} INTERFACE)
  target_link_libraries(grit_dep_${name} INTERFACE PkgConfig::grit_pc_${name})
endfunction()

# grit_loaded(name module): a library of the system that is loaded when it is needed; only its headers are used here.
function(grit_loaded name module)
  pkg_check_modules(grit_pc_${name} REQUIRED ${module})
  add_library(grit_dep_${name} INTERFACE)
  target_include_directories(grit_dep_${name} SYSTEM INTERFACE ${grit_pc_${name}_INCLUDE_DIRS})
endfunction()

grit_built(absl absl absl)
target_link_libraries(grit_dep_absl INTERFACE Threads::Threads)
grit_built(tree_sitter tree-sitter tree-sitter tree-sitter-grammars)

set(GRIT_SQLITE_MINIMUM 3.51.3) # older ones can lose a write-ahead log that is being reset
if(GRIT_SYSTEM_SQLITE)
  grit_system(sqlite3 "sqlite3>=${GRIT_SQLITE_MINIMUM}")
else()
  file(STRINGS ${GRIT_DEPS_DIR}/sqlite3/include/sqlite3.h line REGEX "^#define SQLITE_VERSION  ")
  string(REGEX MATCH "[0-9.]+" version "${line}")
  if(NOT version OR version VERSION_LESS GRIT_SQLITE_MINIMUM)
    message(FATAL_ERROR "SQLite ${version} is older than ${GRIT_SQLITE_MINIMUM}")
  endif()
  grit_built(sqlite3 sqlite3 sqlite3)
  target_link_libraries(grit_dep_sqlite3 INTERFACE m ${CMAKE_DL_LIBS} Threads::Threads)
endif()

grit_system(crypto "libcrypto>=3.0")
grit_loaded(curl "libcurl>=7.88")
grit_loaded(git2 "libgit2>=1.5")
grit_system(seccomp "libseccomp>=2.5")
grit_system(simdjson "simdjson>=3.0")

foreach(header toml++/toml.h CLI/CLI.hpp)
  string(MAKE_C_IDENTIFIER "GRIT_HEADER_${header}" variable)
  find_path(${variable} ${header} REQUIRED)
endforeach()
add_library(grit_dep_toml INTERFACE)
target_include_directories(grit_dep_toml SYSTEM INTERFACE ${GRIT_HEADER_toml___toml_h})
target_compile_definitions(grit_dep_toml INTERFACE TOML_EXCEPTIONS=0 TOML_HEADER_ONLY=1)
add_library(grit_dep_cli11 INTERFACE)
target_include_directories(grit_dep_cli11 SYSTEM INTERFACE ${GRIT_HEADER_CLI_CLI_hpp})
