# The libraries as another build of the same sources has left them: 'make test' need not compile them twice.
function(sosi_built_library name)
  string(REPLACE sosi_ "" component ${name})
  add_library(${name} STATIC IMPORTED)
  add_library(sosi::${component} ALIAS ${name})
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${SOSI_BUILT_IN}/lib${name}.a)
  target_compile_features(${name} INTERFACE cxx_std_20)
  target_include_directories(${name} INTERFACE ${PROJECT_SOURCE_DIR}/include ${SOSI_BUILT_IN}/include)
  target_link_libraries(${name} INTERFACE ${ARGN})
endfunction()

sosi_built_library(sosi Eigen3::Eigen Threads::Threads LAPACK::LAPACK)
sosi_built_library(sosi_io sosi ZLIB::ZLIB PNG::PNG JPEG::JPEG)
