/* The same once more for processors that add sixteen numbers at a time; the results are the same. */
#ifdef __x86_64__
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define compare_moves compare_moves_avx2
#include "comparison.c"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
