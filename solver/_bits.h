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
#define MANNI_PREFETCH(p) ((void)(p))
#else
static inline int bits_low(uint64_t x) { return __builtin_ctzll(x); }
static inline int bits_high(uint64_t x) { return 63 - __builtin_clzll(x); }
#define MANNI_PREFETCH(p) __builtin_prefetch(p)
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

#endif
