// What a program asks of Linux and Swift cannot import: functions that take a variable list of arguments, that the C library
// has no name for, or whose header its module leaves out, as `link.h` (`dl_iterate_phdr`). None of it is for the real-time threads.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

// Last, because the C library shows `dl_iterate_phdr` only where this is set, which it does itself for C programs that ask for
// everything, and a Swift module cannot ask.
#ifndef __USE_GNU
#define __USE_GNU 1
#endif
#include <link.h>

/// Returns a descriptor that is readable from a time of the calendar's clock on, in seconds since the beginning of 1970, or -1. A read of it
/// fails with ECANCELED once somebody has set that clock. No time costs anything before.
static inline int fermata_calendar_timer(int64_t seconds) {
    const int descriptor = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (descriptor < 0) return -1;
    const struct itimerspec when = {.it_value = {.tv_sec = seconds > 0 ? seconds : 1}};
    if (timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL) < 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

/// Returns where `part` begins in `text`, or null. The C library shows `memmem` only to programs that ask for everything.
static inline const void *fermata_find(const void *text, size_t text_count, const void *part, size_t part_count) {
    extern void *memmem(const void *, size_t, const void *, size_t);
    return memmem(text, text_count, part, part_count);
}

/// Converts text of a character set to UTF-8, and returns how many bytes that are, or -1 if there is no such set. What is no character
/// becomes U+FFFD, and one that the text was cut within is left out. `to` has room for four bytes for each of `from`. The module of the C
/// library leaves its `iconv.h` out.
static inline ptrdiff_t fermata_convert_text(const char *set, const char *from, size_t from_count, char *to, size_t to_count) {
    const iconv_t converter = iconv_open("UTF-8", set);
    if (converter == (iconv_t)-1) return -1;
    char *in = (char *)from, *out = to;
    size_t in_left = from_count, out_left = to_count;
    while (in_left > 0 && iconv(converter, &in, &in_left, &out, &out_left) == (size_t)-1) {
        if (errno != EILSEQ || out_left < 3) break;
        *out++ = (char)0xEF, *out++ = (char)0xBF, *out++ = (char)0xBD;
        out_left -= 3;
        in++, in_left--;
    }
    // Some sets keep a letter back until it is known that no sign above it follows.
    iconv(converter, NULL, NULL, &out, &out_left);
    iconv_close(converter);
    return out - to;
}

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

/// The same for a path.
static inline uint32_t fermata_file_system_at(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (uint32_t)status.f_type : 0;
}

/// Has the disk begin with what was written to a file, from its first byte to its last, and does not wait for it. The C library's
/// function is not declared for Swift. 0, or -1 with `errno`.
static inline int fermata_begin_writeback(int file) {
    return (int)syscall(SYS_sync_file_range, file, (int64_t)0, (int64_t)0, 2u /* SYNC_FILE_RANGE_WRITE */);
}

/// Copies bytes of a file into another one within the kernel, which shares them on the disk where the file system can. Moves both places by
/// what was copied, and returns how much that is; 0 at the end, or -1 with `errno`. The C library's function is not declared for Swift.
static inline int64_t fermata_copy_range(int from, int64_t *from_place, int to, int64_t *to_place, size_t count) {
    return (int64_t)syscall(SYS_copy_file_range, from, from_place, to, to_place, count, 0);
}

/// Gives the file `from` of `directory` the name `to` there, and fails with EEXIST if that is taken. The C library's function is
/// not declared for Swift. NFS and others know no such call, but hard links, which do the same in two steps.
static inline int fermata_publish(int directory, const char *from, const char *to) {
    if (syscall(SYS_renameat2, directory, from, directory, to, 1 /* RENAME_NOREPLACE */) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return -1;
    if (linkat(directory, from, directory, to, 0) != 0) return -1;
    return unlinkat(directory, from, 0);
}

/// The number by which the kernel tells this machine's system calls from those of other machines; 0 for a machine that the
/// filter below does not know. The macros of linux/audit.h are too deep for Swift.
static inline uint32_t fermata_audit_architecture(void) {
#if defined(__x86_64__)
    return AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    return AUDIT_ARCH_AARCH64;
#else
    return 0;
#endif
}

/// Applies a filter of system calls to the calling thread and to all that it starts, for good. Returns 0, or -1 with the reason
/// in `errno`. The kernel lets a process without privileges do so only if it also gives up those of set-user-id programs.
static inline int fermata_filter_system_calls(const struct sock_filter *instructions, unsigned short count) {
    const struct sock_fprog program = {.len = count, .filter = (struct sock_filter *)instructions};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}
