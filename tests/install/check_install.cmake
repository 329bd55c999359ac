# cmake -DBUILD_DIR=... -DSCRATCH=... -DVERSION=... -P check_install.cmake
# Installs the build to a fresh prefix, builds consumer.cpp against that package alone, and runs it.
file(REMOVE_RECURSE ${SCRATCH})
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(status)
    message(FATAL_ERROR "${ARGN}: ${status}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${SCRATCH}/prefix)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${SCRATCH}/build -G Ninja
    -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
run(${SCRATCH}/build/consumer)
# Scale 3 / 255, zero point 85: one unit is 85 codes.
if(NOT output STREQUAL "0 85 170 255, 0 clipped\n")
  message(FATAL_ERROR "the consumer printed '${output}', expected 0 85 170 255, 0 clipped")
endif()
run(${SCRATCH}/prefix/bin/qgpu --version)
if(NOT output MATCHES "${VERSION}")
  message(FATAL_ERROR "the installed qgpu --version says '${output}', expected ${VERSION}")
endif()
