# SPDX-License-Identifier: BSD-3-Clause
#
# Debian packages, by `cpack` in the build folder; scripts/package builds and tries them.
#   libctsar0.1    the shared library
#   libctsar-dev   the header, the archive, the CMake package, the pkg-config file, the Fortran module
#   ctsar-tools    ctsar-info, ctsar-report, ctsar-sim
#   ctsarcc        the translator
#   python3-ctsar  the Python module
# The library's package bears its soname, so that two versions of it can be installed.
set(soname ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ctsar)
set(CPACK_PACKAGE_VENDOR ctsar)
set(CPACK_PACKAGE_CONTACT "The ctsar developers <ctsar@localhost>" CACHE STRING "Who maintains the packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # what is packed has been built
set(CPACK_COMPONENTS_ALL runtime development tools translator python)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

file(READ "${PROJECT_SOURCE_DIR}/LICENSE" license_text)
string(REGEX REPLACE "\n\n" "\n.\n" license_text "${license_text}")
string(REGEX REPLACE "\n$" "" license_text "${license_text}")
string(REPLACE "\n" "\n " license_text " ${license_text}")

# ctsar_package(COMPONENT NAME SECTION SUMMARY TEXT DEPENDS): dependencies on libraries are found besides.
function(ctsar_package component name section summary text depends)
  string(TOUPPER ${component} part)
  foreach(setting IN ITEMS "PACKAGE_NAME;${name}" "PACKAGE_SECTION;${section}" "PACKAGE_DEPENDS;${depends}")
    list(POP_FRONT setting key)
    set(CPACK_DEBIAN_${part}_${key} "${setting}" PARENT_SCOPE)
  endforeach()
  set(CPACK_DEBIAN_${part}_DESCRIPTION "${summary}\n${text}" PARENT_SCOPE)
  set(doc "${CMAKE_CURRENT_BINARY_DIR}/debian/${name}")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/copyright.in" "${doc}/copyright" @ONLY)
  file(WRITE "${doc}/changelog.Debian" "ctsar (${PROJECT_VERSION}-1) unstable; urgency=medium\n\n"
    "  * What has changed stands in CHANGELOG.md.\n\n -- ${CPACK_PACKAGE_CONTACT}  Thu, 01 Jan 2026 00:00:00 +0000\n")
  execute_process(COMMAND gzip -9nf "${doc}/changelog.Debian" COMMAND_ERROR_IS_FATAL ANY)
  install(FILES "${doc}/copyright" "${doc}/changelog.Debian.gz" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${name}"
    COMPONENT ${component})
endfunction()

set(about "ctsar decides at run time which iterations of a loop each CPU core and each\naccelerator (OpenCL, CUDA) executes, and moves the data that they need.")
set(exact "(= ${PROJECT_VERSION}-1)")
set(dev_needs "libctsar${soname} ${exact}, libjansson-dev")
if(CTSAR_WITH_GLPK)
  string(APPEND dev_needs ", libglpk-dev")
endif()
ctsar_package(runtime libctsar${soname} libs "one parallel loop over all compute units - library" "${about}" "")
ctsar_package(development libctsar-dev libdevel "one parallel loop over all compute units - development"
  "${about}\nThis package has what programs are built with, the Fortran module included." "${dev_needs}")
ctsar_package(tools ctsar-tools utils "one parallel loop over all compute units - tools"
  "${about}\nThis package has ctsar-info, ctsar-report and the simulator ctsar-sim." "python3 (>= 3.11)")
ctsar_package(translator ctsarcc devel "translator of annotated C loops, used as a C compiler"
  "${about}\nctsarcc translates loops with directives. It wants islpy from PyPI besides,\nwhich no package has."
  "libctsar-dev ${exact}, gcc | c-compiler, python3 (>= 3.11), python3-clang, python3-jinja2")
ctsar_package(python python3-ctsar python "one parallel loop over all compute units - Python module"
  "${about}\nThis package has the Python module, for loops over NumPy arrays."
  "libctsar${soname} ${exact}, python3 (>= 3.11), python3-numpy")
# One for each MPI: nobody wants both.
foreach(name IN LISTS CTSAR_MPIS)
  string(TOUPPER ${name} upper)
  list(APPEND CPACK_COMPONENTS_ALL ${name})
  ctsar_package(${name} libctsar${soname}-${name} libs "one parallel loop over all compute units - nodes"
    "${about}\nThis package has what joins the ranks of ${name}'s mpirun." "libctsar${soname} ${exact}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS ON)
endforeach()
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
# CPack has scripts call ldconfig; Debian wants the trigger besides.
set(control "${CMAKE_CURRENT_BINARY_DIR}/debian")
file(WRITE "${control}/shlibs" "libctsar ${soname} libctsar${soname} (>= ${PROJECT_VERSION})\n")
file(WRITE "${control}/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA "${control}/shlibs;${control}/triggers")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS python3-matplotlib)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "gfortran, ctsarcc")
foreach(part IN ITEMS DEVELOPMENT TRANSLATOR PYTHON)
  set(CPACK_DEBIAN_${part}_PACKAGE_SHLIBDEPS OFF)
endforeach()
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all) # ctsarcc is not: it knows where libraries are
install(DIRECTORY "${PROJECT_SOURCE_DIR}/bindings/python/ctsar" DESTINATION lib/python3/dist-packages
  COMPONENT python FILES_MATCHING PATTERN "*.py" PATTERN "__pycache__" EXCLUDE)
include(CPack)
