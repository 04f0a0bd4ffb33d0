/* Weights of the first guess at a value (first_guess in _points.pyx), in 1/64 point: by aim
 * (many points, few), without trumps and with; of the features numbered there. Found by
 * tools/data/guess_points.py, few points without trumps as with them. No value depends on any. */
/* made {"commit": "9ccf19c0834c1c342d0e9bbe00ff7955d26740f5", "command": "python benchmarks/guess_points.py, its weights copied", "seed": "not recorded", "cpu_seconds": "not recorded", "inputs": "not recorded"} */
#ifndef MANNI_POINTS_GUESS_H
#define MANNI_POINTS_GUESS_H

#include <stdint.h>

static const int16_t MANNI_POINTS_GUESS[2][2][6] = {
    {{-2, -150, 370, 33, 0, 0}, {-6, 136, 193, 48, 214, -103}},
    {{17, -346, 77, 39, 0, 0}, {17, -346, 77, 39, 291, -147}},
};

#endif
