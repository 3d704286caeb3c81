# braid_unit_test(NAME SOURCES file... [LIBRARIES library...]): one program of GoogleTest cases. Each of
# its suites is a test of CTest's, expr.TextTest or the like: a process for each single case would spend more time on
# starting than on testing.

set(BRAID_UNIT_TEST_SUITES ${CMAKE_CURRENT_LIST_DIR}/UnitTestSuites.cmake)

function(braid_unit_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} GTest::gtest GTest::gtest_main)
  # What takes long in a test is in the libraries.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)

  string(REGEX REPLACE "[-_]test$" "" prefix ${name})
  set(suites ${CMAKE_CURRENT_BINARY_DIR}/${name}_suites.cmake)
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${name}> -DPREFIX=${prefix} -DSUITES=${suites}
            -DFOLDER=${CMAKE_CURRENT_BINARY_DIR} -P ${BRAID_UNIT_TEST_SUITES}
    VERBATIM)
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${suites})
endfunction()
