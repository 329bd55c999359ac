# `cmake --install`: the program, the library as the package qgpu (target qgpu::qgpu), and what documents them.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/qgpu)

install(TARGETS qgpu_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS qgpu EXPORT qgpu_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/qgpu DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT qgpu_targets FILE qgpu-targets.cmake NAMESPACE qgpu:: DESTINATION ${package_dir})

configure_package_config_file(cmake/qgpu-config.cmake.in ${PROJECT_BINARY_DIR}/qgpu-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/qgpu-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/qgpu-config.cmake ${PROJECT_BINARY_DIR}/qgpu-config-version.cmake DESTINATION ${package_dir})

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
set(written ${PROJECT_BINARY_DIR}/written)
install(FILES ${written}/qgpu.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${written}/qgpu.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME qgpu)
install(FILES ${written}/_qgpu DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${written}/qgpu.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
