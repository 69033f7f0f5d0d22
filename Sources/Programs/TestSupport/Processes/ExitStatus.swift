/// How a process ended.
package enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    /// The process returned this status.
    case exited(Int32)
    /// This signal ended the process.
    case signalled(Int32)

    /// Whether the process returned 0.
    package var isSuccess: Bool { self == .exited(0) }

    /// The status in words.
    package var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signalled(let signal): "ended by signal \(signal)"
        }
    }
}
