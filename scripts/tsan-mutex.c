// Makes the thread sanitizer see Synchronization.Mutex under contention.
//
// On Linux a contended lock is passed from thread to thread by the kernel, inside the toolchain's own library, which is
// not instrumented. The sanitizer then takes a correct program for a racing one: eight threads that append to one
// array, each under the same lock, give nine reports with Swift 6.3. The two functions below stand in front of the
// library's and tell the sanitizer what happens; every other race is still reported.
//
// Build:  clang -O2 -fPIC -shared scripts/tsan-mutex.c -o DIR/tsan-mutex.so
// Use:    LD_PRELOAD=DIR/tsan-mutex.so swift test --sanitize thread --disable-xctest

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Absent from processes without the sanitizer, such as `swift test` itself.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
// Synchronization._MutexHandle._lockSlow(Swift.UInt32) and ._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lockSlow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlockSlow(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lockSlow(uint32_t thread, SELF void *mutex)
{
    ((SWIFT void (*)(uint32_t, SELF void *))dlsym(RTLD_NEXT, LOCK))(thread, mutex);
    if (__tsan_acquire)
        __tsan_acquire(mutex);
}

SWIFT void unlockSlow(SELF void *mutex)
{
    if (__tsan_release)
        __tsan_release(mutex);
    ((SWIFT void (*)(SELF void *))dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
