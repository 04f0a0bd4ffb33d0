/* The network's sums: UNITS numbers of 16 bits, side by side. */

#ifndef MANNI_ROLLOUT_H
#define MANNI_ROLLOUT_H

#include <stdint.h>

#if defined(__AVX2__)
typedef int16_t policy_lanes __attribute__((vector_size(32), aligned(2), may_alias));
#define POLICY_LANES 16
#elif defined(__GNUC__)
typedef int16_t policy_lanes __attribute__((vector_size(16), aligned(2), may_alias));
#define POLICY_LANES 8
#else
typedef int16_t policy_lanes;
#define POLICY_LANES 1
#endif

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static inline void policy_add(int16_t *sums, const int16_t *row, int units)
{
    for (int k = 0; k < units; k += POLICY_LANES)
        *(policy_lanes *)(sums + k) += *(const policy_lanes *)(row + k);
}

/* The positive sums, weighed by `out`. */
static inline int32_t policy_total(const int16_t *sums, const int16_t *out, int units)
{
#if defined(__SSE2__)
    __m128i total = _mm_setzero_si128();
    for (int k = 0; k < units; k += 8) {
        __m128i each = _mm_loadu_si128((const __m128i *)(sums + k));
        each = _mm_max_epi16(each, _mm_setzero_si128());
        total = _mm_add_epi32(
            total, _mm_madd_epi16(each, _mm_loadu_si128((const __m128i *)(out + k))));
    }
    total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0x4e));
    total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0xb1));
    return _mm_cvtsi128_si32(total);
#else
    int32_t total = 0;
    for (int k = 0; k < units; k++)
        total += (sums[k] > 0 ? sums[k] : 0) * (int32_t)out[k];
    return total;
#endif
}

#endif
