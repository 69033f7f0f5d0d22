import CLinux
import Glibc

/// The system calls that a program gives up because it never needs them. An attacker who takes the program over cannot make them either.
///
/// The kernel refuses to start programs, to look into other processes, and to make sockets of the network unless they are
/// allowed. A sandbox around the process can do some of this, but not all: it has to start the process first.
package struct SystemCallFilter: Hashable, Sendable {
    /// The error if the kernel takes no filter.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        /// The system's `errno` value.
        package let number: CInt

        /// A sentence with the reason.
        package var description: String {
            "the kernel takes no filter of system calls (error \(number))"
        }
    }

    /// The calls that start programs, read or change the memory of other processes, or take over their descriptors.
    private static let refused = [
        SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_getfd,
    ]
    /// The signals that a crash causes.
    private static let crashes = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
    /// The first number of the calls of x86-64 with short pointers, which would pass a filter for the usual numbers.
    private static let shortPointerCalls: UInt32 = 0x4000_0000
    /// The offsets within the kernel's `seccomp_data`, in bytes: the number of the call, the machine, the first argument.
    private static let (numberOffset, machineOffset, firstArgumentOffset): (UInt32, UInt32, UInt32) = (0, 4, 16)

    /// Whether sockets of the network can be made. Unix sockets always can.
    private let allowsNetwork: Bool

    /// Makes a filter; nothing is refused yet.
    package init(allowsNetwork: Bool) { self.allowsNetwork = allowsNetwork }

    /// Applies the filter to the calling thread, and to the threads that it starts from then on. Nothing takes it back. A crash
    /// of the process then prints no backtrace.
    package func apply() throws(Failure) {
        let machine = fermata_audit_architecture()
        guard machine != 0 else { throw Failure(number: ENOSYS) }
        let instructions = instructions(for: machine)
        let result = unsafe instructions.withUnsafeBufferPointer { instructions in
            unsafe fermata_filter_system_calls(instructions.baseAddress, UInt16(instructions.count))
        }
        if result != 0 { throw Failure(number: errno) }
        // Swift's own handlers start a program that prints a backtrace. They would wait for it for ever.
        for number in Self.crashes { signal(number, SIG_DFL) }
    }

    private func instructions(for machine: UInt32) -> [sock_filter] {
        var program = [Self.load(Self.machineOffset)]
        program += [Self.skip(1, ifEqual: machine), Self.refuse(EPERM), Self.load(Self.numberOffset)]
        program += [Self.skip(1, ifBelow: Self.shortPointerCalls), Self.refuse(EPERM)]
        for number in Self.refused { program += [Self.skip(1, ifNot: UInt32(number)), Self.refuse(EPERM)] }
        // Its rings make calls that no filter sees.
        program += [Self.skip(1, ifNot: UInt32(SYS_io_uring_setup)), Self.refuse(ENOSYS)]
        if !allowsNetwork {
            program += [Self.skip(3, ifNot: UInt32(SYS_socket)), Self.load(Self.firstArgumentOffset)]
            program += [Self.skip(1, ifEqual: UInt32(AF_UNIX)), Self.refuse(EAFNOSUPPORT)]
        }
        program.append(Self.instruction(BPF_RET | BPF_K, UInt32(SECCOMP_RET_ALLOW)))
        return program
    }

    private static func instruction(_ code: CInt, _ operand: UInt32, then: UInt8 = 0, otherwise: UInt8 = 0) -> sock_filter {
        sock_filter(code: UInt16(code), jt: then, jf: otherwise, k: operand)
    }

    private static func load(_ offset: UInt32) -> sock_filter { instruction(BPF_LD | BPF_W | BPF_ABS, offset) }

    private static func skip(_ count: UInt8, ifEqual value: UInt32) -> sock_filter {
        instruction(BPF_JMP | BPF_JEQ | BPF_K, value, then: count)
    }

    private static func skip(_ count: UInt8, ifNot value: UInt32) -> sock_filter {
        instruction(BPF_JMP | BPF_JEQ | BPF_K, value, otherwise: count)
    }

    private static func skip(_ count: UInt8, ifBelow value: UInt32) -> sock_filter {
        instruction(BPF_JMP | BPF_JGE | BPF_K, value, otherwise: count)
    }

    private static func refuse(_ error: CInt) -> sock_filter {
        instruction(BPF_RET | BPF_K, UInt32(SECCOMP_RET_ERRNO) | UInt32(error))
    }
}
