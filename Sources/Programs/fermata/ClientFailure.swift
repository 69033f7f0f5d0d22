/// Why a command failed.
struct ClientFailure: Error, Hashable {
    /// The exit status of the program.
    enum Status: Int32 {
        /// The daemon refused the command.
        case refused = 1
        /// The command line is wrong.
        case usage = 2
        /// No daemon answers.
        case noDaemon = 3
    }

    let status: Status
    /// The sentence for a person.
    let message: String

    static func refused(_ message: String) -> ClientFailure { ClientFailure(status: .refused, message: message) }
    static func usage(_ message: String) -> ClientFailure { ClientFailure(status: .usage, message: message) }
    static func noDaemon(_ message: String) -> ClientFailure { ClientFailure(status: .noDaemon, message: message) }
}
