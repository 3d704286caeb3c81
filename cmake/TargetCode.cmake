# Code that becomes part of the program under test is compiled with Clang whatever compiler builds the engine:
# it uses Clang's calling conventions, and the models need our pass.

set(BRAID_TARGET_FLAGS -O2 -g1 -fPIC -fno-stack-protector -fno-omit-frame-pointer -Wall -Wextra
    -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/include
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)

# braid_target_objects(OUT_VARIABLE [INSTRUMENTED] [MERGING] SOURCES file... [FLAGS flag...])
# Compiles each file to an object file with Clang; with INSTRUMENTED through our pass, with MERGING so that paths can
# be merged.
function(braid_target_objects out)
  cmake_parse_arguments(ARG "INSTRUMENTED;MERGING" "" "SOURCES;FLAGS" ${ARGN})
  set(objects)
  foreach(source IN LISTS ARG_SOURCES)
    get_filename_component(path ${source} ABSOLUTE)
    file(RELATIVE_PATH relative ${PROJECT_SOURCE_DIR} ${path})
    set(object ${CMAKE_BINARY_DIR}/target/${relative}.o)
    set(plugin)
    set(environment)
    if(ARG_MERGING)
      set(object ${CMAKE_BINARY_DIR}/target/merging/${relative}.o)
      set(environment ${CMAKE_COMMAND} -E env BRAID_MERGING=1)
    endif()
    get_filename_component(folder ${object} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    set(depends ${path})
    if(ARG_INSTRUMENTED)
      set(plugin -fpass-plugin=$<TARGET_FILE:braid-pass>)
      list(APPEND depends braid-pass)
    endif()
    if(relative MATCHES "\\.cpp$")
      set(compiler ${BRAID_CLANGXX} -std=c++17)
    else()
      set(compiler ${BRAID_CLANG} -std=gnu11)
    endif()
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${environment} ${compiler} ${BRAID_TARGET_FLAGS} ${ARG_FLAGS} ${plugin} -MD -MF ${object}.d -c ${path} -o ${object}
      DEPENDS ${depends}
      DEPFILE ${object}.d
      COMMENT "Compiling for programs under test: ${relative}"
      VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

# braid_target_combined(OUT_VARIABLE NAME files...)
# Compiles C files together into one object NAME.o: functions of one file are inlined into those of another, which
# the slow paths of compiled code need.
function(braid_target_combined out name)
  set(modules)
  foreach(source IN LISTS ARGN)
    get_filename_component(path ${source} ABSOLUTE)
    file(RELATIVE_PATH relative ${PROJECT_SOURCE_DIR} ${path})
    set(module ${CMAKE_BINARY_DIR}/target/${relative}.bc)
    get_filename_component(folder ${module} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(
      OUTPUT ${module}
      COMMAND ${BRAID_CLANG} -std=gnu11 ${BRAID_TARGET_FLAGS} -emit-llvm -MD -MF ${module}.d -c ${path} -o ${module}
      DEPENDS ${path}
      DEPFILE ${module}.d
      COMMENT "Compiling for programs under test: ${relative}"
      VERBATIM)
    list(APPEND modules ${module})
  endforeach()
  set(object ${CMAKE_BINARY_DIR}/target/${name}.o)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${BRAID_LLVM_LINK} ${modules} -o ${object}.bc
    COMMAND ${BRAID_CLANG} -O3 -fPIC -c ${object}.bc -o ${object}
    DEPENDS ${modules}
    COMMENT "Combining ${name}.o"
    VERBATIM)
  set(${out} ${object} PARENT_SCOPE)
endfunction()

# braid_target_archive(NAME objects...) makes lib/NAME.a from object files.
function(braid_target_archive name)
  set(archive ${CMAKE_BINARY_DIR}/lib/${name}.a)
  add_custom_command(
    OUTPUT ${archive}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/lib
    COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
    COMMAND ${BRAID_AR} crs ${archive} ${ARGN}
    DEPENDS ${ARGN}
    COMMENT "Archiving ${name}.a"
    VERBATIM)
  add_custom_target(${name} ALL DEPENDS ${archive})
endfunction()
