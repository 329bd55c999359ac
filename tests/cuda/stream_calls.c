// Preloaded into a program with the shared CUDA runtime: writes its calls that order work, one a line, to the file that
// STREAM_CALLS names, and passes them on. The emulator's own trace leaves streams and events out.
//
//   copy STREAM KIND BYTES | fill STREAM BYTES | kernel STREAM | record STREAM EVENT | hold STREAM EVENT
//   wait EVENT | block NAME         the host waits for an event; any other call that may wait
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  unsigned x, y, z;
} Dim3;

static void note(const char* format, ...) {
  static FILE* file;
  if (file == NULL) {
    const char* name = getenv("STREAM_CALLS");
    file = fopen(name != NULL ? name : "/dev/null", "w");
    if (file == NULL) abort();
  }
  va_list arguments;
  va_start(arguments, format);
  vfprintf(file, format, arguments);
  va_end(arguments);
}

#define PASS_ON(NAME, PARAMETERS, ARGUMENTS, ...)     \
  int NAME PARAMETERS {                               \
    static int(*real) PARAMETERS;                     \
    if (real == NULL) real = dlsym(RTLD_NEXT, #NAME); \
    note(__VA_ARGS__);                                \
    return real ARGUMENTS;                            \
  }

PASS_ON(cudaMemcpyAsync, (void* to, const void* from, size_t bytes, int kind, void* stream),
        (to, from, bytes, kind, stream), "copy %p %d %zu\n", stream, kind, bytes)
PASS_ON(cudaMemsetAsync, (void* to, int value, size_t bytes, void* stream), (to, value, bytes, stream), "fill %p %zu\n",
        stream, bytes)
PASS_ON(cudaLaunchKernel, (const void* kernel, Dim3 grid, Dim3 block, void** arguments, size_t shared, void* stream),
        (kernel, grid, block, arguments, shared, stream), "kernel %p\n", stream)
PASS_ON(__cudaLaunchKernel, (void* kernel, Dim3 grid, Dim3 block, void** arguments, size_t shared, void* stream),
        (kernel, grid, block, arguments, shared, stream), "kernel %p\n", stream)  // what <<<>>> becomes since CUDA 13
PASS_ON(cudaLaunchKernelExC, (const int* config, const void* kernel, void** arguments), (config, kernel, arguments),
        "block cudaLaunchKernelExC\n")  // its stream is inside the configuration: teach this file to read it
PASS_ON(cudaEventRecord, (void* event, void* stream), (event, stream), "record %p %p\n", stream, event)
PASS_ON(cudaStreamWaitEvent, (void* stream, void* event, unsigned flags), (stream, event, flags), "hold %p %p\n",
        stream, event)
PASS_ON(cudaEventSynchronize, (void* event), (event), "wait %p\n", event)
PASS_ON(cudaStreamSynchronize, (void* stream), (stream), "block cudaStreamSynchronize\n")
PASS_ON(cudaDeviceSynchronize, (void), (), "block cudaDeviceSynchronize\n")
PASS_ON(cudaMemcpy, (void* to, const void* from, size_t bytes, int kind), (to, from, bytes, kind), "block cudaMemcpy\n")
PASS_ON(cudaMemset, (void* to, int value, size_t bytes), (to, value, bytes), "block cudaMemset\n")
PASS_ON(cudaMalloc, (void** to, size_t bytes), (to, bytes), "block cudaMalloc\n")
PASS_ON(cudaFree, (void* memory), (memory), "block cudaFree\n")
PASS_ON(cudaMallocHost, (void** to, size_t bytes), (to, bytes), "block cudaMallocHost\n")
PASS_ON(cudaFreeHost, (void* memory), (memory), "block cudaFreeHost\n")
