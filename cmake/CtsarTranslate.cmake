# SPDX-License-Identifier: BSD-3-Clause
#
# ctsar_translate(TARGET): compiles the C sources of TARGET by ctsarcc, which hands what it has
# translated to CMake's own compiler, and links the target with ctsar and OpenMP.
#
# CUDA forms are made where a CUDA toolkit is; each file with a loop then takes nvcc some seconds.
# CTSAR_TRANSLATE_CUDA=OFF leaves them out.
function(ctsar_translate target)
  if(NOT EXISTS "${CTSAR_CTSARCC}")
    message(FATAL_ERROR "ctsar_translate(${target}): ctsarcc is not installed: there is no ${CTSAR_CTSARCC}")
  endif()
  find_package(OpenMP REQUIRED COMPONENTS C)
  find_package(CUDAToolkit QUIET)
  option(CTSAR_TRANSLATE_CUDA "Make CUDA forms of annotated loops" ${CUDAToolkit_FOUND})
  set(launcher "${CTSAR_CTSARCC}")
  if(CTSAR_TRANSLATE_CUDA)
    target_link_libraries(${target} PRIVATE CUDA::cudart_static)
  else()
    list(APPEND launcher --no-cuda)
  endif()
  set_target_properties(${target} PROPERTIES C_COMPILER_LAUNCHER "${launcher};--cc")
  if(CTSAR_CTSARCC_FILES) # in ctsar's own tree, where the translator may change
    get_target_property(sources ${target} SOURCES)
    set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS "${CTSAR_CTSARCC_FILES}")
  endif()
  target_link_libraries(${target} PRIVATE ctsar::ctsar OpenMP::OpenMP_C)
endfunction()
