# Flags that every target of the project shares. The floating-point ones are part of the arithmetic
# contract: no contraction, no fast-math, on the host as on the device.
add_library(qgpu_options INTERFACE)
target_compile_features(qgpu_options INTERFACE cxx_std_20)
target_compile_options(qgpu_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off;-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wno-sign-conversion>
  # GCC 12 sees overlapping copies inside std::string that are not there (GCC bug 105651).
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-restrict>
  # CMake 3.25 does not know C++20 for nvcc 13.
  $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20;--fmad=false;--expt-relaxed-constexpr;--extended-lambda;-Xcompiler=-ffp-contract=off,-Wall,-Wextra>)
if(QGPU_SANITIZE)
  target_compile_options(qgpu_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${QGPU_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=all>)
  target_link_options(qgpu_options INTERFACE -fsanitize=${QGPU_SANITIZE})
  if(QGPU_SANITIZE MATCHES thread)
    target_compile_definitions(qgpu_options INTERFACE QGPU_THREAD_SANITIZER=1)  # host/task_order.hpp
  endif()
endif()
