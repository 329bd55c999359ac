#pragma once

/// Marks a function that host and device share: every expression that decides a bit is written once.
#if defined(__CUDACC__)
#define QGPU_HD __host__ __device__
#else
#define QGPU_HD
#endif
