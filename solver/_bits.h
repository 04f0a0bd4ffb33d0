/* Bit operations on sets of cards, with the same results on every compiler.
 *
 * The search keeps a hand in one 64-bit word. Each suit has a lane of 16 bits, and the
 * lowest card of the suit is bit 0 of its lane. Bit 15 of a lane is never a card: it is
 * a fence between suits.
 *
 * bits_low and bits_high give the index of the lowest and the highest bit. Their
 * arguments must not be zero.
 */
#ifndef MANNI_BITS_H
#define MANNI_BITS_H

#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
static __forceinline void bits_prefetch(const void *address) { (void)address; }
static __forceinline int bits_low(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
static __forceinline int bits_high(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
#else
static inline void bits_prefetch(const void *address) { __builtin_prefetch(address); }
static inline int bits_low(uint64_t x) { return __builtin_ctzll(x); }
static inline int bits_high(uint64_t x) { return 63 - __builtin_clzll(x); }
#endif

/* The number of cards. Without a popcount instruction in the baseline the compiler would call a
 * library function; adding up the bits is faster. */
static inline int bits_count64(uint64_t x)
{
#if defined(__POPCNT__) || defined(__wasm__)
    return __builtin_popcountll(x);
#else
    x = x - ((x >> 1) & 0x5555555555555555u);
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((x * 0x0101010101010101u) >> 56);
#endif
}

/* Compare x with seven patterns at once: bit i < 7 of the result is set if
 * (x & mask[i]) == code[i]. Both arrays must have eight words, as the eighth may be read. */
#if defined(__SANITIZE_THREAD__)
/* Other threads may be writing: a pattern that fits is read again under its stamp (_table.pxd). */
#define BITS_READ(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#else
#define BITS_READ(word) (word)
#endif
#if defined(__AVX2__) && !defined(__SANITIZE_THREAD__)
#include <immintrin.h>
static inline int bits_fitting4(const uint64_t *mask, const uint64_t *code, __m256i x)
{
    __m256i m = _mm256_loadu_si256((const __m256i *)mask);
    __m256i c = _mm256_loadu_si256((const __m256i *)code);
    return _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(_mm256_and_si256(x, m), c)));
}
static inline int bits_fitting7(const uint64_t *mask, const uint64_t *code, uint64_t x)
{
    __m256i all = _mm256_set1_epi64x((long long)x);
    return (bits_fitting4(mask, code, all) | bits_fitting4(mask + 4, code + 4, all) << 4) & 0x7f;
}
#else
static inline int bits_fitting7(const uint64_t *mask, const uint64_t *code, uint64_t x)
{
    int i, found = 0;
    for (i = 0; i < 7; i++)
        found |= (int)((x & BITS_READ(mask[i])) == BITS_READ(code[i])) << i;
    return found;
}
#endif

/* bits_gather packs the bits of x under mask together at the low end, in order (pext).
 * bits_spread puts the low bits of x under mask (pdep). Each undoes the other. */
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

/* Whether the build for x86-64-v3 runs on this processor and is faster there. AMD's Zen 1
 * and 2 have pext and pdep, but in microcode, slower than the loops above. The processor is
 * asked directly, as not all compilers fill in what they offer for this. */
#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
static inline int bits_wide_processor(void)
{
    const unsigned first = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29; /* FMA MOVBE OSXSAVE AVX F16C */
    const unsigned seventh = 1u << 3 | 1u << 5 | 1u << 8;                        /* BMI1 AVX2 BMI2 */
    const unsigned extended = 1u << 5;                                           /* LZCNT */
    unsigned a, b, c, d, family, saved, amd;
    if (!__get_cpuid(0, &a, &b, &c, &d)) return 0;
    amd = b == 0x68747541u;     /* "Auth", of AuthenticAMD */
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & first) != first) return 0;
    family = (a >> 8 & 15) + (a >> 20 & 255);
    /* OSXSAVE is set, so xgetbv says which registers the system saves. AVX needs its own. */
    __asm__ volatile("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
    if ((saved & 6) != 6) return 0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & seventh) != seventh) return 0;
    if (!__get_cpuid(0x80000001u, &a, &b, &c, &d) || (c & extended) != extended) return 0;
    return !(amd && family == 0x17);
}
#else
static inline int bits_wide_processor(void) { return 0; }
#endif

#endif
