# Helpers for the CMakeLists.txt files under tests/. Each ignores an empty list, so a folder may wait for its first test.

find_package(doctest REQUIRED)
find_program(GRIT_PYTHON python3 REQUIRED) # the one that a user of this shell gets, not the newest on the machine

# Builds the tests labelled `threads`: what a thread sanitizer run needs.
add_custom_target(thread_tests)

# grit_doctest(NAME SOURCES file… LINK target… [INCLUDE folder…] [LABELS label…])
# One doctest executable, registered as one test.
function(grit_doctest name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;INCLUDE;LABELS")
  if(NOT arg_SOURCES)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE grit_options grit_test_main ${arg_LINK})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${arg_INCLUDE})
  target_compile_definitions(${name} PRIVATE GRIT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  grit_test_properties(${name} "${arg_LABELS}")
  if("threads" IN_LIST arg_LABELS)
    add_dependencies(thread_tests ${name})
  endif()
endfunction()

# grit_unit_test(LAYER SOURCES file… [THIRD_PARTY name…] [LABELS label…])
# The unit tests of one layer: they see its private headers too.
function(grit_unit_test layer)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;THIRD_PARTY;LABELS")
  list(TRANSFORM arg_THIRD_PARTY PREPEND grit_dep_)
  grit_doctest(test_${layer} SOURCES ${arg_SOURCES} LINK grit_${layer} grit_test_support ${arg_THIRD_PARTY}
    INCLUDE ${PROJECT_SOURCE_DIR}/src/${layer} LABELS unit ${arg_LABELS})
endfunction()

# grit_pytest(NAME SOURCES file… [LABELS label…])
# Python tests of the built command and libraries; they find them through GRIT_BIN, GRIT_LIB and GRIT_BUILD.
function(grit_pytest name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LABELS")
  if(NOT arg_SOURCES)
    return()
  endif()
  list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  add_test(NAME ${name} COMMAND ${GRIT_PYTHON} -m pytest -q -p no:cacheprovider ${arg_SOURCES}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  grit_test_properties(${name} "${arg_LABELS}")
endfunction()

function(grit_test_properties name labels)
  set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT 900 SKIP_RETURN_CODE 77
    ENVIRONMENT "GRIT_BIN=${CMAKE_BINARY_DIR}/bin/grit;GRIT_LIB=${CMAKE_BINARY_DIR}/lib/libgrit.so;GRIT_BUILD=${CMAKE_BINARY_DIR};GRIT_SOURCE=${PROJECT_SOURCE_DIR};PYTHONDONTWRITEBYTECODE=1")
endfunction()
