# SPDX-License-Identifier: BSD-3-Clause
#
# The suite's programs.  ctsarcc compiles each code into suite/ctsar/CODE, plain cc into
# suite/serial/CODE; with DOUBLE also with elements of type double, in folders of that name, but for
# sanitizers, which see the same accesses in either.

# suite_program(TARGET FOLDER NAME TYPE SOURCE...)
function(suite_program target folder name type)
  add_executable(${target} ${ARGN})
  # A source's options come after those of libraries: after -Wall.
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -Wno-unknown-pragmas)
  target_link_libraries(${target} PRIVATE suite_harness)
  if(type)
    target_compile_definitions(${target} PRIVATE DATA_TYPE=${type})
  endif()
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name}
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/suite/${folder}")
endfunction()

# suite_pair(NAME FOLDER_SUFFIX TYPE): both programs, from `sources` and with `libraries`.
macro(suite_pair name suffix type)
  suite_program(suite_${name}_serial${suffix} serial${suffix} ${name} "${type}" ${sources})
  target_link_libraries(suite_${name}_serial${suffix} PRIVATE suite_variants_none ${libraries})
  suite_program(suite_${name}${suffix} ctsar${suffix} ${name} "${type}" ${sources})
  target_link_libraries(suite_${name}${suffix} PRIVATE suite_variants_ctsar ${libraries})
  ctsar_translate(suite_${name}${suffix})
endmacro()

# suite_code(NAME [DOUBLE] [LIBRARIES LIBRARY...] SOURCES SOURCE...): the programs of one code.
function(suite_code name)
  cmake_parse_arguments(PARSE_ARGV 1 code "DOUBLE" "" "LIBRARIES;SOURCES")
  set(sources ${code_SOURCES})
  set(libraries ${code_LIBRARIES})
  suite_pair(${name} "" "")
  if(code_DOUBLE AND sanitized_at EQUAL -1)
    suite_pair(${name} -double double)
  endif()
endfunction()
