# Installs the static libraries of BUILD and shared ones of the same objects, each into a fresh prefix. Moves the
# prefix, then configures, builds and runs the programs that find it there.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${output}")
  endif()
endfunction()

function(check_paths folder)
  file(GLOB_RECURSE files "${folder}/*.cmake")
  foreach(file ${files})
    file(STRINGS "${file}" lines REGEX "(^|[ \";:=(])/[A-Za-z]")
    if(lines)
      message(FATAL_ERROR "${file} has a path of the machine it was built on:\n${lines}")
    endif()
  endforeach()
endfunction()

function(use_installed kind build)
  set(prefix "${WORK}/moved prefix/${kind}")
  run(${CMAKE_COMMAND} --install ${build} --prefix ${WORK}/${kind}/prefix)
  file(MAKE_DIRECTORY "${WORK}/moved prefix")
  file(RENAME ${WORK}/${kind}/prefix "${prefix}")
  check_paths("${prefix}")
  run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/${kind}/consumers -G Ninja "-DCMAKE_PREFIX_PATH=${prefix}"
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS})
  run(${CMAKE_COMMAND} --build ${WORK}/${kind}/consumers)
  run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/${kind}/consumers --output-on-failure --no-tests=error)
  if(EXISTS "${prefix}/bin")
    run("${prefix}/bin/sosi" --version)
  endif()
endfunction()

unset(ENV{DESTDIR})
file(REMOVE_RECURSE ${WORK})
use_installed(static ${BUILD})
run(${CMAKE_COMMAND} -S ${PROJECT} -B ${WORK}/shared/build -G Ninja -DSOSI_BUILT_IN=${BUILD} -DBUILD_SHARED_LIBS=ON
  -DCMAKE_UNITY_BUILD=${UNITY}
  -DSOSI_BUILD_CLI=OFF -DSOSI_BUILD_TESTS=OFF -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${WORK}/shared/build)
use_installed(shared ${WORK}/shared/build)
