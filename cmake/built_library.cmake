# The library as another build of the same sources has left it: 'make test' need not compile it twice.
add_library(sosi STATIC IMPORTED)
add_library(sosi::sosi ALIAS sosi)
set_target_properties(sosi PROPERTIES IMPORTED_LOCATION ${SOSI_BUILT_IN}/libsosi.a)
target_compile_features(sosi INTERFACE cxx_std_20)
target_include_directories(sosi INTERFACE ${PROJECT_SOURCE_DIR}/include ${SOSI_BUILT_IN}/include)
target_link_libraries(sosi INTERFACE Eigen3::Eigen Threads::Threads LAPACK::LAPACK ZLIB::ZLIB PNG::PNG JPEG::JPEG
  ${SOSI_LIBSVM_LIBRARY})
