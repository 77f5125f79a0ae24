// Counts heap bytes by standing in for the allocator's entry points, which glibc allows an executable to do.
// While the meter is off each call costs one relaxed load.
#include "AllocationMeter.h"
#include <stddef.h>

#if defined(__linux__) && defined(__GLIBC__)
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_bool is_on;
static _Atomic int64_t live, peak, count;

static inline bool counting(void) { return atomic_load_explicit(&is_on, memory_order_relaxed); }

static void add(int64_t bytes) {
  int64_t now = atomic_fetch_add(&live, bytes) + bytes;
  int64_t highest = atomic_load(&peak);
  while (now > highest && !atomic_compare_exchange_weak(&peak, &highest, now)) {}
}

static void *counted(void *pointer) {
  if (pointer && counting()) {
    atomic_fetch_add(&count, 1);
    add((int64_t)malloc_usable_size(pointer));
  }
  return pointer;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *pointer = counted(__libc_memalign(alignment, size));
  if (!pointer) return ENOMEM;
  *result = pointer;
  return 0;
}

void *realloc(void *pointer, size_t size) {
  int64_t before = pointer && counting() ? (int64_t)malloc_usable_size(pointer) : 0;
  void *result = __libc_realloc(pointer, size);
  if (result && counting()) {
    atomic_fetch_add(&count, 1);
    add((int64_t)malloc_usable_size(result) - before);
  }
  return result;
}

void free(void *pointer) {
  if (pointer && counting()) add(-(int64_t)malloc_usable_size(pointer));
  __libc_free(pointer);
}

bool allocation_meter_is_available(void) { return true; }

void allocation_meter_start(void) {
  atomic_store(&live, 0);
  atomic_store(&peak, 0);
  atomic_store(&count, 0);
  atomic_store(&is_on, true);
}

allocation_totals allocation_meter_stop(void) {
  atomic_store(&is_on, false);
  return (allocation_totals){atomic_load(&peak), atomic_load(&live), atomic_load(&count)};
}

#else
bool allocation_meter_is_available(void) { return false; }
void allocation_meter_start(void) {}
allocation_totals allocation_meter_stop(void) { return (allocation_totals){0, 0, 0}; }
#endif
