/// Why a line server cannot listen.
package struct LineServerError: Error, Hashable, Sendable {
    /// What kind of failure.
    package struct Code: Hashable, Sendable {
        private enum Kind: Hashable, Sendable { case pathTooLong, alreadyRunning, occupied, notListening, badAddress, system }
        private let kind: Kind

        /// The path is too long for a socket address.
        package static let pathTooLong = Code(kind: .pathTooLong)
        /// Another daemon uses the socket.
        package static let alreadyRunning = Code(kind: .alreadyRunning)
        /// The path exists and is not a socket.
        package static let occupied = Code(kind: .occupied)
        /// The descriptor that was passed is not a listening Unix stream socket.
        package static let notListening = Code(kind: .notListening)
        /// The text is no address of the network with a port.
        package static let badAddress = Code(kind: .badAddress)
        /// A system call failed.
        package static let system = Code(kind: .system)
    }

    /// What kind of failure.
    package let code: Code
    /// What failed, and on what, for a person.
    package let message: String
}

extension LineServerError: CustomStringConvertible {
    /// The message.
    package var description: String { message }
}
