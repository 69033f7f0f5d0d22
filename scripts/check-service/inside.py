"""Makes system calls in another process: the sandbox as code in it meets it.

The process is stopped in a call of its own, so the instruction behind it makes calls of the kernel. A debugger would do as well, but those
of Debian 12 cannot set the registers of the newest processors.
"""
import ctypes
import os
import platform
import signal

NUMBERS = {"mmap": 9, "socket": 41, "execve": 59, "ptrace": 101, "openat": 257, "unshare": 272}
"""The calls by their names, for x86-64."""
ATTACH, DETACH, GET_REGISTERS, SET_REGISTERS, STEP = 16, 17, 12, 13, 9
WAIT_FOR_THREADS = 0x40000000
INSTRUCTION = b"\x0f\x05"
HERE = -100
"""The directory of a path that is not absolute, for `openat`."""
BELOW_STACK = 4_096
"""Where texts are put, in bytes below the stack. Nobody keeps anything there."""

_library = ctypes.CDLL(None, use_errno=True)
_library.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
_library.ptrace.restype = ctypes.c_long


class Registers(ctypes.Structure):
    """Those of x86-64 (`struct user_regs_struct`)."""

    _fields_ = [
        (name, ctypes.c_ulonglong)
        for name in "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss fs_base gs_base ds es fs gs".split()
    ]


def is_supported():
    """Whether this module knows the machine."""
    return platform.machine() == "x86_64"


def system_call(process, name, *arguments):
    """What a call gives in a process of the same user, and the error number, which is 0 without an error. Texts are passed by address."""
    _trace(ATTACH, process)
    try:
        _await_stop(process, signal.SIGSTOP)
        saved, call = Registers(), Registers()
        _trace(GET_REGISTERS, process, data=ctypes.byref(saved))
        ctypes.memmove(ctypes.byref(call), ctypes.byref(saved), ctypes.sizeof(saved))
        memory = os.open(f"/proc/{process}/mem", os.O_RDWR)
        try:
            call.rip -= len(INSTRUCTION)
            if os.pread(memory, len(INSTRUCTION), call.rip) != INSTRUCTION:
                raise OSError(f"process {process} was not stopped in a system call")
            place = (saved.rsp - BELOW_STACK) & ~0xF
            for register, value in zip("rdi rsi rdx r10 r8 r9".split(), arguments):
                if isinstance(value, str):
                    text = value.encode() + b"\0"
                    place -= len(text)
                    os.pwrite(memory, text, place)
                    value = place
                setattr(call, register, value)
        finally:
            os.close(memory)
        call.rax = NUMBERS[name]
        # The kernel would begin the interrupted call again in place of this one.
        call.orig_rax = -1
        _trace(SET_REGISTERS, process, data=ctypes.byref(call))
        try:
            _trace(STEP, process)
            _await_stop(process, signal.SIGTRAP)
            _trace(GET_REGISTERS, process, data=ctypes.byref(call))
        finally:
            _trace(SET_REGISTERS, process, data=ctypes.byref(saved))
    finally:
        _trace(DETACH, process)
    result = ctypes.c_longlong(call.rax).value
    return (-1, -result) if -4_096 < result < 0 else (result, 0)


def _trace(request, process, data=None):
    if _library.ptrace(request, process, None, data) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"cannot trace process {process} ({request}): {os.strerror(number)}")


def _await_stop(process, expected):
    _, status = os.waitpid(process, WAIT_FOR_THREADS)
    if not os.WIFSTOPPED(status) or os.WSTOPSIG(status) != expected:
        raise OSError(f"process {process} has not stopped as it should: {status:#x}")
