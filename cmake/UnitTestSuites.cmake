# Asks a program of GoogleTest cases (PROGRAM) which suites it has, and writes a test for each into the file SUITES,
# which CTest includes. They are named PREFIX.suite and run in FOLDER.
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed RESULT_VARIABLE result TIMEOUT 60)
if(NOT result EQUAL 0)
  file(REMOVE ${PROGRAM}) # it is tried again when the build is
  message(FATAL_ERROR "${PROGRAM} --gtest_list_tests: ${result}\n${listed}")
endif()

# Suites are at the beginning of a line and end with a point, their cases are indented.
string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." found "${listed}")
if(NOT found)
  message(FATAL_ERROR "${PROGRAM} has no tests")
endif()
set(tests)
foreach(suite IN LISTS found)
  string(REGEX REPLACE "[\n.]" "" suite "${suite}")
  string(APPEND tests "add_test([=[${PREFIX}.${suite}]=] [=[${PROGRAM}]=] [=[--gtest_filter=${suite}.*]=])\n"
         "set_tests_properties([=[${PREFIX}.${suite}]=] PROPERTIES WORKING_DIRECTORY [=[${FOLDER}]=])\n")
endforeach()
file(WRITE ${SUITES} "${tests}")
