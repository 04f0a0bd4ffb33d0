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
static __forceinline uint64_t peek64(const uint64_t *word) { return *(const volatile uint64_t *)word; }
static __forceinline uint32_t peek32(const uint32_t *word) { return *(const volatile uint32_t *)word; }
static __forceinline uint8_t peek8(const uint8_t *word) { return *(const volatile uint8_t *)word; }
static __forceinline int peek_int(const int *word) { return *(const volatile int *)word; }
static __forceinline void poke64(uint64_t *word, uint64_t x) { *(volatile uint64_t *)word = x; }
static __forceinline void poke32(uint32_t *word, uint32_t x) { *(volatile uint32_t *)word = x; }
static __forceinline void poke8(uint8_t *word, uint8_t x) { *(volatile uint8_t *)word = x; }
static __forceinline void poke_int(int *word, int x) { *(volatile int *)word = x; }
static __forceinline int take_flag(uint32_t *flag) { return _InterlockedExchange((volatile long *)flag, 1) == 0; }
static __forceinline void pause_briefly(void) { YieldProcessor(); }
static __forceinline void let_others_run(void) { SwitchToThread(); }
static __forceinline void sleep_briefly(void) { Sleep(1); }
#else
#include <sched.h>
#include <time.h>
static inline uint64_t peek64(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline uint32_t peek32(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline uint8_t peek8(const uint8_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline int peek_int(const int *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline void poke64(uint64_t *word, uint64_t x) { __atomic_store_n(word, x, __ATOMIC_RELEASE); }
static inline void poke32(uint32_t *word, uint32_t x) { __atomic_store_n(word, x, __ATOMIC_RELEASE); }
static inline void poke8(uint8_t *word, uint8_t x) { __atomic_store_n(word, x, __ATOMIC_RELEASE); }
static inline void poke_int(int *word, int x) { __atomic_store_n(word, x, __ATOMIC_RELEASE); }
/* Raise a flag; whether it was down. Lowered by poke32(flag, 0). */
static inline int take_flag(uint32_t *flag) { return __atomic_exchange_n(flag, 1, __ATOMIC_ACQUIRE) == 0; }
static inline void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}
static inline void let_others_run(void) { sched_yield(); }
static inline void sleep_briefly(void)
{
    struct timespec time = {0, 50000};
    nanosleep(&time, 0);
}
#endif

#endif
