/// Why a command came to nothing.
struct ClientFailure: Error, Hashable {
    /// The exit status of the program.
    enum Status: Int32 {
        /// The daemon refused.
        case refused = 1
        /// The command line makes no sense.
        case usage = 2
        /// No daemon answers.
        case noDaemon = 3
    }

    let status: Status
    /// For a person.
    let message: String

    static func refused(_ message: String) -> ClientFailure { ClientFailure(status: .refused, message: message) }
    static func usage(_ message: String) -> ClientFailure { ClientFailure(status: .usage, message: message) }
    static func noDaemon(_ message: String) -> ClientFailure { ClientFailure(status: .noDaemon, message: message) }
}
