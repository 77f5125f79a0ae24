#pragma once
#include <stdbool.h>
#include <stdint.h>

/// What was allocated between `allocation_meter_start` and `allocation_meter_stop`.
typedef struct {
  /// The highest number of bytes alive at once, beyond those alive at the start.
  int64_t peak_bytes;
  /// Bytes allocated and not freed when the meter stopped; negative if more was freed.
  int64_t live_bytes;
  /// The number of allocations.
  int64_t count;
} allocation_totals;

/// Whether this platform lets the meter count anything.
bool allocation_meter_is_available(void);
/// Starts counting from zero, for all threads.
void allocation_meter_start(void);
/// Stops counting and returns the totals.
allocation_totals allocation_meter_stop(void);
