/* Weights of the first guess at a value (first_guess in _points.pyx), in 1/64 point: by aim
 * (many points, few), without trumps and with; of the features numbered there. Found by
 * benchmarks/points.py --guess. No value depends on them. */
#ifndef MANNI_POINTS_GUESS_H
#define MANNI_POINTS_GUESS_H

#include <stdint.h>

static const int16_t MANNI_POINTS_GUESS[2][2][6] = {
    {{-10, 326, 340, 40, 0, 0}, {-8, 118, 213, 42, 230, -84}},
    {{22, -385, 109, 29, 0, 0}, {22, -385, 109, 29, 227, -174}},
};

#endif
