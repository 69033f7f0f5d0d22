/// A refusal of a command, as clients of MPD get it: the reply `ACK [code@index] {command} message`.
package struct MPDFailure: Error, Hashable, Sendable {
    /// The kinds of refusals, by the numbers of the protocol.
    package enum Code: Int, Hashable, Sendable {
        /// An argument is missing, of the wrong form, or outside its range.
        case argument = 2
        /// The password is not one of those that the configuration has.
        case password = 3
        /// The client may not give this command.
        case permission = 4
        /// The command does not exist, or cannot be carried out here at all.
        case unknown = 5
        /// What the command names does not exist.
        case noExist = 50
        /// The queue has no room.
        case playlistMax = 51
        /// The system refused something.
        case system = 52
        /// The command needs a current song, and there is none.
        case playerSync = 55
        /// What the command makes exists already.
        case exist = 56
    }

    /// The kind, for programs.
    package let code: Code
    /// What failed, for a person.
    package let message: String

    /// Makes a refusal.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Returns the reply without its line end.
    /// - Parameters:
    ///   - index: the place of the command in its list, from 0.
    ///   - command: the name of the command; empty if the server does not know it.
    package func line(index: Int, command: String) -> String {
        "ACK [\(code.rawValue)@\(index)] {\(command)} \(ReplyText.oneLine(message))"
    }
}

extension MPDFailure {
    /// Returns the refusal of an argument. A text that is wrong because it is empty leaves no blank behind the sentence.
    static func wrong(_ sentence: String) -> MPDFailure {
        MPDFailure(.argument, sentence.utf8.last == UInt8(ascii: " ") ? String(sentence.dropLast()) : sentence)
    }

    /// A position outside the queue.
    package static let badIndex = MPDFailure(.argument, "Bad song index")
    /// An id that no item of the queue has.
    package static let noSuchSong = MPDFailure(.noExist, "No such song")
    /// A place relative to the current song, and there is none.
    package static let noCurrentSong = MPDFailure(.playerSync, "No current song")
    /// A command that only a running player can carry out.
    package static let notPlaying = MPDFailure(.playerSync, "Not playing")
    /// A command about a library, and there is none.
    package static let noDatabase = MPDFailure(.noExist, "No database")
}
