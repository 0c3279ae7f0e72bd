include(CMakePackageConfigHelpers)

set(SOSI_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/sosi)
install(TARGETS sosi EXPORT sosi-targets)
install(DIRECTORY include/sosi ${PROJECT_BINARY_DIR}/include/sosi DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp")
install(EXPORT sosi-targets NAMESPACE sosi:: DESTINATION ${SOSI_CMAKE_DIR})
configure_package_config_file(cmake/sosi-config.cmake.in ${PROJECT_BINARY_DIR}/sosi-config.cmake
  INSTALL_DESTINATION ${SOSI_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sosi-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sosi-config.cmake ${PROJECT_BINARY_DIR}/sosi-config-version.cmake
  DESTINATION ${SOSI_CMAKE_DIR})
if(SOSI_BUILD_CLI)
  install(TARGETS sosi-program)
endif()
