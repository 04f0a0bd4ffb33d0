/* Bit operations on card sets, the same on every compiler.
 *
 * The search keeps a hand in one 64-bit word: four lanes of 16 bits, a suit a
 * lane, the lowest card of the suit in the lane's bit 0. Bit 15 of a lane is
 * never a card; it serves as a fence between suits.
 *
 * All arguments of the scans below must be non-zero.
 */
#ifndef MANNI_BITS_H
#define MANNI_BITS_H

#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
static __forceinline int bits_low(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
static __forceinline int bits_high(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
#else
static inline int bits_low(uint64_t x) { return __builtin_ctzll(x); }
static inline int bits_high(uint64_t x) { return 63 - __builtin_clzll(x); }
#endif

/* Cards in a 16-bit lane. Without a popcount instruction in the baseline the
 * compiler would call a library function; a lane is small enough to add up. */
static inline int bits_count16(uint64_t x)
{
#if defined(__POPCNT__)
    return __builtin_popcountll(x);
#else
    x = x - ((x >> 1) & 0x5555u);
    x = (x & 0x3333u) + ((x >> 2) & 0x3333u);
    x = (x + (x >> 4)) & 0x0f0fu;
    return (int)((x + (x >> 8)) & 0x1fu);
#endif
}

/* bits_gather packs the bits of x that lie under mask together at the low end, in
 * order; bits_spread lays the low bits of x out under mask. They undo each other. */
#if defined(__BMI2__)
#include <immintrin.h>
static inline uint64_t bits_gather(uint64_t x, uint64_t mask) { return _pext_u64(x, mask); }
static inline uint64_t bits_spread(uint64_t x, uint64_t mask) { return _pdep_u64(x, mask); }
#else
static inline uint64_t bits_gather(uint64_t x, uint64_t mask)
{
    uint64_t out = 0, place = 1;
    for (; mask; mask &= mask - 1, place <<= 1)
        if (x & mask & (0 - mask)) out |= place;
    return out;
}
static inline uint64_t bits_spread(uint64_t x, uint64_t mask)
{
    uint64_t out = 0;
    for (; x && mask; mask &= mask - 1, x >>= 1)
        if (x & 1) out |= mask & (0 - mask);
    return out;
}
#endif

/* Whether the build for x86-64-v3 runs here and pays: AMD's Zen 1 and 2 have the
 * gather and spread instructions, but in microcode, slower than the loops above. */
static inline int bits_wide_processor(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
        && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma")
        && !__builtin_cpu_is("amdfam17h");
#else
    return 0;
#endif
}

#endif
