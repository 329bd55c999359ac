#pragma once
// The instruction sets that the loops of this folder are compiled for: AVX-512, AVX2 with FMA, and what the compiler
// assumes without being told (`baseline`). Include before anything of Highway.
#if defined(__x86_64__)
#define HWY_DISABLED_TARGETS (HWY_AVX3_DL | HWY_SSE4 | HWY_SSSE3)
#else
#define HWY_COMPILE_ONLY_STATIC
#endif
