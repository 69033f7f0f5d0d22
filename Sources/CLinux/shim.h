// What a program asks of Linux and Swift cannot import: functions that take a variable list of arguments, that the C library
// has no name for, or whose header its module leaves out. None of it is for the real-time threads.
#pragma once

#include <malloc.h>
#include <sched.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/// Has the calling thread run only while nobody else wants the processor or the disk. What of it the system refuses stays as
/// it is. `ioprio_set` has no function in the C library, and `syscall` takes a variable list of arguments.
static inline void fermata_become_idle(void) {
    // SCHED_IDLE of linux/sched.h, which the C library hides. linux/ioprio.h: the class is above the 13 bits of the level;
    // 1 is for "a thread", 0 for "this one".
    const int idle_policy = 5, idle_class = 3, thread = 1;
    const struct sched_param parameters = {.sched_priority = 0};
    setpriority(PRIO_PROCESS, 0, 19);
    sched_setscheduler(0, idle_policy, &parameters);
    syscall(SYS_ioprio_set, thread, 0, idle_class << 13);
}

/// Has the calling thread, and those that it starts, get a tenth of what others get of a processor that is wanted by all: nice
/// values differ by a quarter each. `PRIO_PROCESS` is no number to Swift.
static inline void fermata_become_modest(void) { setpriority(PRIO_PROCESS, 0, 10); }

/// Gives memory that is free back to the system. The module of the C library leaves its `malloc.h` out.
static inline void fermata_release_memory(void) { malloc_trim(0); }

/// Names the calling thread for `top` and debuggers; at most 15 bytes count. `prctl` takes a variable list of arguments.
static inline void fermata_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

/// The number of the file system that an open file lies on, as in linux/magic.h; 0 where it does not say. The module of the C
/// library leaves its `sys/vfs.h` out.
static inline uint32_t fermata_file_system(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 ? (uint32_t)status.f_type : 0;
}
