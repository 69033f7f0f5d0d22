/// What is around the daemon, at one moment, as far as it decides whether the daemon can do its work. A value without a rule; the rules are
/// in ``findings``.
package struct Surroundings: Hashable, Sendable {
    /// Whether a message bus answers.
    enum Bus: Hashable, Sendable {
        case answers
        /// Nobody has tried yet.
        case unknown
        /// Why it does not, as a sentence.
        case absent(String)
    }

    /// Why something is not heard although it plays.
    enum Silence: Hashable, Sendable {
        case mute
        case noVolume
    }

    /// The version of the sound server; `nil` if none answers.
    var soundServer: String?
    /// Whether there is a session manager. Says nothing without a server.
    var hasSessionManager = false
    /// The name of the output that the sound goes to; `nil` if there is none, or only one that stands in for one.
    var output: String?
    /// What keeps the player from being heard.
    var playerSilence: Silence?
    /// What keeps the output from being heard.
    var outputSilence: Silence?
    /// Whether the thread that fetches the sound has real-time priority; `nil` while there is none.
    var hasRealtimePriority: Bool?
    var sessionBus = Bus.unknown
    var systemBus = Bus.unknown
    /// What the daemon knows about itself.
    var daemon = DaemonFacts()
    /// Why other machines do not find a service of the daemon that they are to find; `nil` if they do, or are not to.
    var publishingAbsence: NetworkAbsence?
    /// How it is with the Icecast server.
    var icecast = IcecastDesk.State.off
    /// How it is with the services that are told what is heard.
    var listens: [ListenService: ListenSender.State] = [:]
    /// The door for the network.
    var remote = RemoteDoorState()
    /// For how many seconds its certificate is still valid.
    var certificateSecondsLeft: Int64 = .max
    /// The directories of music.
    var library: [Place] = []
    /// Whether somebody has named them.
    var isLibraryNamed = true
    /// The directories that the daemon writes to.
    var written: [Place] = []

    /// A directory, as a look at the disk has shown it.
    struct Place: Hashable, Sendable {
        /// What the directory is for, as part of a sentence.
        let purpose: String
        let path: String
        /// Whether the daemon needs it.
        var isNeeded = true
        /// What is wrong with it, as the system calls it; `nil` if nothing is.
        var problem: String?
        /// How many bytes may still be written there; `nil` if nobody knows.
        var free: Int64?
    }
}

/// What a daemon knows about itself, and what does not change after its start.
package struct DaemonFacts: Hashable, Sendable {
    /// Whether the kernel filters its system calls.
    package var isFiltered: Bool
    /// Whether it runs in the sandbox of its unit; `nil` if no service manager has started it.
    package var isInSandbox: Bool?
    /// Where clients of MPD can connect.
    package var mpdAddresses: [String]
    /// The directories that it writes to, each with what it is for.
    package var directories: [Directory]

    /// A directory and what it is for.
    package struct Directory: Hashable, Sendable {
        let purpose: String
        let path: String
        let isNeeded: Bool

        /// - Parameters:
        ///   - purpose: as part of a sentence, as in "the queue and the library".
        ///   - isNeeded: whether the daemon cannot do its work without it.
        package init(purpose: String, path: String, isNeeded: Bool) {
            self.purpose = purpose
            self.path = path
            self.isNeeded = isNeeded
        }
    }

    package init(isFiltered: Bool = true, isInSandbox: Bool? = nil, mpdAddresses: [String] = [], directories: [Directory] = []) {
        self.isFiltered = isFiltered
        self.isInSandbox = isInSandbox
        self.mpdAddresses = mpdAddresses
        self.directories = directories
    }
}
