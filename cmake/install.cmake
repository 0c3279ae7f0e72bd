include(CMakePackageConfigHelpers)

set(SOSI_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/sosi)
foreach(name sosi sosi_io sosi_evaluate)
  if(NOT TARGET ${name})
    continue()
  endif()
  string(REPLACE sosi_ "" component ${name})
  install(TARGETS ${name} EXPORT sosi-${component}-targets)
  install(EXPORT sosi-${component}-targets NAMESPACE sosi:: DESTINATION ${SOSI_CMAKE_DIR})
endforeach()
install(DIRECTORY include/sosi ${PROJECT_BINARY_DIR}/include/sosi DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp")
configure_package_config_file(cmake/sosi-config.cmake.in ${PROJECT_BINARY_DIR}/sosi-config.cmake
  INSTALL_DESTINATION ${SOSI_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sosi-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sosi-config.cmake ${PROJECT_BINARY_DIR}/sosi-config-version.cmake
  cmake/FindLibSVM.cmake DESTINATION ${SOSI_CMAKE_DIR})
if(SOSI_BUILD_CLI)
  install(TARGETS sosi-program)
endif()
