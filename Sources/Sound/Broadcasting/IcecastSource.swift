package import SystemSupport

/// Sends a stream to an Icecast server, which gives it to its listeners, and tries again for ever if the server is away. A thread of its own does
/// that, as long as this lives.
package final class IcecastSource: Sendable {
    /// Where the stream goes, and how the server shows it.
    package struct Settings: Hashable, Sendable {
        package var server: HostPort
        /// The path of the stream on the server, beginning with a slash.
        package var mount: String
        package var format: BroadcastFormat
        package var user: String
        /// The file whose first line is the password. It is read with each attempt, and shown nowhere.
        package var passwordFile: String
        package var name: String
        package var genre: String
        /// Whether the server may list the stream in directories.
        package var isPublic: Bool

        package init(
            server: HostPort, mount: String, format: BroadcastFormat, user: String, passwordFile: String, name: String,
            genre: String, isPublic: Bool
        ) {
            self.server = server
            self.mount = mount
            self.format = format
            self.user = user
            self.passwordFile = passwordFile
            self.name = name
            self.genre = genre
            self.isPublic = isPublic
        }
    }

    /// What comes of it.
    package enum News: Hashable, Sendable {
        /// The server takes the stream: it is to be sent from its beginning on.
        case connected
        /// The server takes nothing any more, for a reason that is a sentence for a person.
        case lost(String)
        /// The server does not take a title, for a reason that is a sentence for a person.
        case titleRefused(String)
    }

    private let thread: WorkerThread<IcecastRun.Message>
    private let backlog = IcecastBacklog()

    /// Begins to look for the server. `report` is called on the thread.
    /// - Throws: if no descriptor or no thread is left.
    package init(_ settings: Settings, report: @escaping @Sendable (News) -> Void) throws {
        thread = try WorkerThread(dispensable: "fermata-icecast")
        let (thread, backlog) = (thread, backlog)
        try thread.attemptStart {
            var run = IcecastRun(settings, thread: thread, backlog: backlog, report: report)
            run.run()
        }
    }

    deinit { thread.post(.end) }

    /// Sends what follows in the stream. Only while the server is connected. If too much waits already, the connection ends.
    package func send(_ bytes: [UInt8]) { if backlog.add(bytes.count) { thread.post(.bytes(bytes)) } }

    /// Tells the server the title of what is heard.
    package func tell(_ title: String) { thread.post(.title(title)) }
}
