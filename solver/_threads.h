/* Words that several threads read and write, the same on every compiler.
 *
 * peek reads one: what is read after it in the program is read after it. poke writes one:
 * whoever peeks at it sees what was written before it. On x86 both are plain moves.
 */
#ifndef MANNI_THREADS_H
#define MANNI_THREADS_H

#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
#include <windows.h>
/* Volatile accesses are ordered so on x86 and x64 (/volatile:ms, the default there). */
#define MANNI_PEEK(type, word) *(const volatile type *)word
#define MANNI_POKE(type, word, x) *(volatile type *)word = x
static __forceinline int take_flag(uint32_t *flag) { return _InterlockedExchange((volatile long *)flag, 1) == 0; }
static __forceinline void let_others_run(void) { SwitchToThread(); }
static __forceinline void sleep_briefly(void) { Sleep(1); }
#else
#include <sched.h>
#include <time.h>
#define MANNI_PEEK(type, word) __atomic_load_n(word, __ATOMIC_ACQUIRE)
#define MANNI_POKE(type, word, x) __atomic_store_n(word, x, __ATOMIC_RELEASE)
/* Raise a flag; whether it was down. Lowered by poke32(flag, 0). */
static inline int take_flag(uint32_t *flag) { return __atomic_exchange_n(flag, 1, __ATOMIC_ACQUIRE) == 0; }
static inline void let_others_run(void) { sched_yield(); }
static inline void sleep_briefly(void)
{
    struct timespec time = {0, 50000};
    nanosleep(&time, 0);
}
#endif

#define MANNI_WORD(type, peek, poke) \
    static inline type peek(const type *word) { return MANNI_PEEK(type, word); } \
    static inline void poke(type *word, type x) { MANNI_POKE(type, word, x); }
MANNI_WORD(uint64_t, peek64, poke64)
MANNI_WORD(uint32_t, peek32, poke32)
MANNI_WORD(uint8_t, peek8, poke8)
MANNI_WORD(int, peek_int, poke_int)

#endif
