import FermataKit

/// Why a command failed, of which most are failures of the connection.
typealias ClientFailure = FermataError

extension ClientFailure {
    /// The exit status of the program.
    enum Status: Int32 {
        /// The daemon refused the command, or it could not be carried out.
        case refused = 1
        /// The command line is wrong.
        case usage = 2
        /// No daemon answers.
        case noDaemon = 3
    }

    var status: Status {
        switch code {
        case .refused, .misunderstood: .refused
        case .misused: .usage
        case .unreachable: .noDaemon
        }
    }

    static func refused(_ message: String) -> ClientFailure { ClientFailure(.refused, message) }
    static func usage(_ message: String) -> ClientFailure { ClientFailure(.misused, message) }
    static func noDaemon(_ message: String) -> ClientFailure { ClientFailure(.unreachable, message) }
}
