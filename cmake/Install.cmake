# What a host uses from the build tree, and what is installed.
#   grit         libgrit.so: the C interface (built in capi/)
#   grit_static  the C++ interface with everything in it
#   libgrit_cxx.a is grit_static as one installed archive: all layers and the fetched libraries
set(GRIT_SYSTEM_MODULES "libcrypto simdjson")
if(GRIT_SYSTEM_SQLITE)
  string(APPEND GRIT_SYSTEM_MODULES " sqlite3")
endif()

# Links every layer but shows only include/: the layers' own headers stay inside.
add_library(grit_static INTERFACE)
target_include_directories(grit_static INTERFACE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(grit_static INTERFACE $<LINK_ONLY:grit_loop>)

get_property(layers GLOBAL PROPERTY GRIT_LAYERS)
get_property(archives GLOBAL PROPERTY GRIT_DEP_ARCHIVES)
set(merged ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/libgrit_cxx.a)
list(TRANSFORM layers REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE layer_files)
add_custom_command(OUTPUT ${merged}
  COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/merge-archives ${CMAKE_AR} ${merged} ${layer_files} ${archives}
  DEPENDS ${layers} ${archives} ${PROJECT_SOURCE_DIR}/cmake/merge-archives VERBATIM)
add_custom_target(grit_cxx ALL DEPENDS ${merged})
install(FILES ${merged} DESTINATION ${CMAKE_INSTALL_LIBDIR})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/grit DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/grit)
install(DIRECTORY ${GRIT_DEPS_DIR}/licenses/ DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/grit/third_party)

# The files that pkg-config and find_package read say everything relative to themselves, so an installed tree can move.
file(RELATIVE_PATH from_pc "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
file(RELATIVE_PATH from_config "/${CMAKE_INSTALL_LIBDIR}/cmake/grit" "/")
string(REGEX REPLACE "/$" "" from_pc ${from_pc})
string(REGEX REPLACE "/$" "" from_config ${from_config})
set(VERSION ${PROJECT_VERSION})
set(LIBDIR ${CMAKE_INSTALL_LIBDIR})
set(INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
set(SYSTEM_MODULES ${GRIT_SYSTEM_MODULES})
set(UP ${from_pc})
foreach(file grit.pc grit-cxx.pc)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${file}.in ${CMAKE_BINARY_DIR}/${file} @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
set(UP ${from_config})
foreach(file gritConfig.cmake gritConfigVersion.cmake)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${file}.in ${CMAKE_BINARY_DIR}/${file} @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/grit)
endforeach()
