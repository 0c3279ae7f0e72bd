# Three libraries from the folders of src: the method, files, evaluation. Each may link those before it.
set(SOSI_METHOD_FOLDERS core linalg data synthetic graph embed kernel extend classify model rounds tune fit)

# What reads bytes from outside: fuzz targets compile it with their sanitizers.
set(SOSI_UNTRUSTING_FOLDERS core data kernel extend model io)

# With CMAKE_UNITY_BUILD, files of one folder are compiled together, at most eight at once: most of the time goes into
# templates that they share. With SOSI_BUILT_IN, the objects that the other build of the same sources has left.
function(sosi_sources name)
  foreach(folder ${ARGN})
    file(GLOB_RECURSE sources RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp)
    set(objects ${sources})
    if(CMAKE_UNITY_BUILD)
      set(objects "")
      set(n 0)
      foreach(source ${sources})
        math(EXPR group "${n} / 8")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${group})
        list(APPEND objects Unity/unity_${folder}_${group}_cxx.cxx)
        math(EXPR n "${n} + 1")
      endforeach()
      list(REMOVE_DUPLICATES objects)
    endif()
    if(SOSI_BUILT_IN AND NOT (SOSI_BUILD_FUZZERS AND folder IN_LIST SOSI_UNTRUSTING_FOLDERS))
      list(TRANSFORM objects PREPEND ${SOSI_BUILT_IN}/CMakeFiles/${name}.dir/)
      list(TRANSFORM objects APPEND ${CMAKE_CXX_OUTPUT_EXTENSION})
      set(sources ${objects})
    endif()
    target_sources(${name} PRIVATE ${sources})
  endforeach()
endfunction()

function(sosi_library name)
  cmake_parse_arguments(ARG "" "" "FOLDERS;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name})
  sosi_sources(${name} ${ARG_FOLDERS})
  string(REPLACE sosi_ "" component ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${component} POSITION_INDEPENDENT_CODE ON DEFINE_SYMBOL ""
    UNITY_BUILD_MODE GROUP
    LINKER_LANGUAGE CXX INSTALL_RPATH $ORIGIN VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  add_library(sosi::${component} ALIAS ${name})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE} $<BUILD_INTERFACE:sosi_warnings>)
  if(name STREQUAL sosi)
    target_precompile_headers(sosi PRIVATE ${SOSI_PRECOMPILED})
  else()
    target_precompile_headers(${name} REUSE_FROM sosi)
  endif()
endfunction()

configure_file(cmake/version.hpp.in ${PROJECT_BINARY_DIR}/include/sosi/core/version.hpp @ONLY)

sosi_library(sosi FOLDERS ${SOSI_METHOD_FOLDERS} PUBLIC Eigen3::Eigen PRIVATE Threads::Threads LAPACK::LAPACK)
target_include_directories(sosi PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_include_directories(sosi SYSTEM PRIVATE ${SOSI_SPECTRA_INCLUDE_DIR})

sosi_library(sosi_io FOLDERS io PUBLIC sosi
  PRIVATE ZLIB::ZLIB PNG::PNG JPEG::JPEG $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)

if(TIFF_FOUND)
  target_compile_definitions(sosi_io PRIVATE SOSI_HAS_TIFF)
  target_include_directories(sosi_io SYSTEM PRIVATE ${TIFF_INCLUDE_DIRS})
  target_link_libraries(sosi_io PRIVATE tiff)
endif()
if(SOSI_WEBP_INCLUDE_DIR AND SOSI_WEBP_LIBRARY)
  target_compile_definitions(sosi_io PRIVATE SOSI_HAS_WEBP)
  target_include_directories(sosi_io SYSTEM PRIVATE ${SOSI_WEBP_INCLUDE_DIR})
  target_link_libraries(sosi_io PRIVATE webp)
endif()

if(SOSI_BUILD_EVALUATE)
  sosi_library(sosi_evaluate FOLDERS evaluate paper PUBLIC sosi_io
    PRIVATE Threads::Threads LibSVM::LibSVM $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
endif()
