/* Weights, written by tools/data/tune.py, which went after b033327d, and what was before it: of the
 * move order, by aim and trumps (many points without trumps and with, few), side of the seat to play,
 * and lead or not (score_of in _points_moves.pxi). Do not edit; no value depends on any. */
#ifndef MANNI_POINTS_WEIGHTS_H
#define MANNI_POINTS_WEIGHTS_H

#include <stdint.h>

/* made order, NT: {"commit": "a1b805a487b2dc6a1e35c4fe0b12706633ce7235, with changes", "command": "python tools/data/tune_points.py NT -n 60 --seconds 200 --seed 3", "seed": 3, "cpu_seconds": 17.7, "inputs": {}} */
/* made order, all but few: {"commit": "not recorded", "command": "the tuner of a prototype, its weights copied", "seed": "not recorded", "cpu_seconds": "not recorded", "inputs": "not recorded"} */
/* made order, few: {"commit": "7d0cb03e6b2a9ba8bf23bc498bc5c64bdaaae902", "command": "python tools/data/tune_points.py few -n 60 --seconds 420", "seed": 1, "cpu_seconds": 129.5, "inputs": {}} */

static const int16_t MANNI_POINTS_WEIGHTS[3][4][23] = {
    {
        {92, -35, 21, 40, -72, -38, -6, -6, 0, -8, -2, -16, -32, 65, 16, 0, 0, 16, 52, -80, -32, -1, 0},
        {156, -10, 8, 16, -63, -88, 0, -10, 0, -16, 1, 0, -62, 16, 0, 16, 0, -10, -177, 0, -105, -3, -12},
        {76, -35, 21, 40, -88, -22, -6, -22, 16, -8, -2, -32, -16, 65, 0, -16, 0, 0, 36, -64, -32, -17, 0},
        {156, -10, 24, 32, -63, -72, 0, -10, 0, 0, 1, 0, -46, 0, 0, 0, 0, -10, -177, 0, -89, -3, 4},
    },
    {
        {8, -3, 24, 40, -52, -64, -24, -32, 8, 0, 12, 0, 0, 12, -2, 0, 0, -4, 11, -164, 0, 8, 0},
        {-30, 3, 134, 22, -32, -109, -16, -3, 13, 2, -8, 40, -96, -22, -6, -16, 4, -8, 88, 0, -9, -4, 4},
        {4, -3, 32, 40, -52, -60, -24, -31, 7, -8, 12, -2, -2, 11, 76, -1, -6, -4, 4, -97, 48, 7, 0},
        {36, -18, 150, 25, -72, -41, 4, -16, 18, 5, -1, 33, -64, -6, -69, 0, 20, -4, 111, -15, 34, -4, 4},
    },
    {
        {-28, -57, 46, 56, -40, -23, -16, 0, 0, 8, 20, -48, -16, 18, 32, 0, 16, 0, 28, 2, -16, 8, 0},
        {95, -10, 24, 40, -40, -24, 3, 16, -16, 0, 4, 28, 0, 0, 0, 0, 4, 14, 0, -14, 16, -8, 12},
        {108, -10, 41, 40, -40, -64, -128, -1, 0, -16, 0, 0, -16, 0, 0, 34, 0, -16, -30, 16, -84, 94, 0},
        {114, -26, 0, 56, -24, -40, -16, -1, 20, -16, -4, 0, 0, -8, 18, 0, -64, 46, 16, -4, 0, -12, 32},
    },
};

#endif
