# grit_layer(NAME SOURCES file… [USES layer…] [THIRD_PARTY name…])
#
# One layer, one static library grit_<NAME>.
#   USES         the layers below that it may include; their exported headers are visible to it and to what uses it
#   THIRD_PARTY  libraries out of cmake/Dependencies.cmake that only this layer is compiled with
# Other layers see src/<NAME>/include and include/; src/<NAME> itself is private.
function(grit_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;USES;THIRD_PARTY")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "grit_layer(${name}): unknown ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(private PRIVATE)
  set(public PUBLIC)
  if(arg_SOURCES)
    add_library(grit_${name} STATIC ${arg_SOURCES})
    set_property(GLOBAL APPEND PROPERTY GRIT_LAYERS grit_${name})
  else()
    add_library(grit_${name} INTERFACE) # nothing to compile yet
    set(private INTERFACE)
    set(public INTERFACE)
  endif()
  target_include_directories(grit_${name}
    ${public} ${PROJECT_SOURCE_DIR}/include ${CMAKE_CURRENT_SOURCE_DIR}/include
    ${private} ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(grit_${name} ${private} grit_options)
  foreach(layer IN LISTS arg_USES)
    target_link_libraries(grit_${name} ${public} grit_${layer})
  endforeach()
  foreach(library IN LISTS arg_THIRD_PARTY)
    target_link_libraries(grit_${name} ${private} grit_dep_${library})
  endforeach()
  # Containers and string tools for the inside of every layer; never in include/grit.
  target_link_libraries(grit_${name} ${public} grit_dep_absl)
endfunction()
