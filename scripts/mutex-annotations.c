// Tells the thread sanitizer of the lock inside the toolchain's Mutex.
//
// Under contention Mutex locks and unlocks inside libswiftSynchronization, which is not instrumented: the sanitizer then
// misses that one thread waited for the other, and reports races where there are none. This library is loaded before
// it, calls on to it, and passes on what it orders. Only scripts/sanitize uses it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SELF __attribute__((swift_context)) void *self
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

static void annotate(const char *name, void *address) {
    void (*function)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, name);
    if (function) function(address);
}

__attribute__((swiftcall)) void lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
__attribute__((swiftcall)) void lock_slow(uint32_t thread, SELF) {
    ((__attribute__((swiftcall)) void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK_SLOW))(thread, self);
    annotate("__tsan_acquire", self);
}

__attribute__((swiftcall)) void unlock_slow(SELF) __asm__(UNLOCK_SLOW);
__attribute__((swiftcall)) void unlock_slow(SELF) {
    annotate("__tsan_release", self);
    ((__attribute__((swiftcall)) void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK_SLOW))(self);
}
