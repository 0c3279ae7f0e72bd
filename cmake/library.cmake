# The library, from its sources.
file(GLOB_RECURSE SOSI_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cpp)
if(SOSI_BUILD_FUZZERS)
  # The readers, and what a model consists of: the rest would only take its time.
  list(FILTER SOSI_SOURCES INCLUDE REGEX "/src/(core|graph|io)/|_options|/(labels|normalization|samples)\\.\
|/classify/(calibration|model|nearest|selection)|/interpolate/(gaussian|kernel|rbf|sample|triangular)")
  list(FILTER SOSI_SOURCES EXCLUDE REGEX "/io/[a-z_]*(marks|picture|plot|report|sheet|table)[a-z_]*\\.cpp$")
endif()
add_library(sosi ${SOSI_SOURCES})
add_library(sosi::sosi ALIAS sosi)
configure_file(cmake/version.hpp.in ${PROJECT_BINARY_DIR}/include/sosi/core/version.hpp @ONLY)
target_compile_features(sosi PUBLIC cxx_std_20)
target_include_directories(sosi
  PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
         $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_include_directories(sosi SYSTEM PRIVATE ${SOSI_SPECTRA_INCLUDE_DIR} ${SOSI_LIBSVM_INCLUDE_DIR})
target_link_libraries(sosi
  PUBLIC Eigen3::Eigen
  PRIVATE Threads::Threads LAPACK::LAPACK ZLIB::ZLIB PNG::PNG JPEG::JPEG ${SOSI_LIBSVM_LIBRARY}
          $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> $<BUILD_INTERFACE:sosi_warnings>)
set_target_properties(sosi PROPERTIES POSITION_INDEPENDENT_CODE ON VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR})
