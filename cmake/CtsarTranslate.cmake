# SPDX-License-Identifier: BSD-3-Clause
#
# ctsar_translate(TARGET): compiles the C sources of TARGET by ctsarcc, which hands what it has
# translated to CMake's own compiler, and links the target with ctsar and OpenMP.
#
# With CTSAR_CUDA_KERNELS, loops get CUDA forms too, compiled by nvcc: on by default where the CUDA
# toolkit is.
if(NOT DEFINED CTSAR_CUDA_KERNELS)
  find_package(CUDAToolkit QUIET)
endif()
option(CTSAR_CUDA_KERNELS "Compile CUDA forms of annotated loops" "${CUDAToolkit_FOUND}")

function(ctsar_translate target)
  find_package(OpenMP REQUIRED COMPONENTS C)
  set(launcher "${CTSAR_CTSARCC}")
  if(CTSAR_CUDA_KERNELS)
    find_package(CUDAToolkit REQUIRED)
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
