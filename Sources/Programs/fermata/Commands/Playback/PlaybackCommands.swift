import ArgumentParser
import ControlProtocol
import FermataKit

extension ConnectionOptions {
    /// Calls a method whose reply is the status, and shows it.
    func control<Parameters>(_ method: Method<Parameters, Wire.Status>, _ parameters: Parameters) throws(ClientFailure) {
        try perform(method, parameters, text: Self.headline)
    }

    /// Returns the line that shows the result of a command, followed by a line for each entry that was left out.
    static func headline(_ status: Wire.Status) -> String {
        ([StatusText.headline(status)] + QueueText.left(out: status.skipped)).joined(separator: "\n")
    }
}

struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Pause playback.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control(Methods.pause, ()) }
}

struct Toggle: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Pause if something plays, and play otherwise.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control(Methods.toggle, ()) }
}

struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Stop playback. The queue stays.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control(Methods.stop, ()) }
}

struct Next: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Go to the next item, or several items on.")
    @Argument(help: "How many items, or albums with --album.") var count = 1
    @Flag(help: "Go to the next album, also in a queue that shuffles.") var album = false
    @OptionGroup var options: ConnectionOptions
    func validate() throws { try Skipping.check(count) }
    func run() throws { try Skipping.run(Methods.next, count, byAlbums: album, options) }
}

struct Previous: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Go to the previous item, or several items back.", aliases: ["prev"])
    @Argument(help: "How many items, or albums with --album.") var count = 1
    @Flag(help: "Go to the beginning of the album, or of the one before.") var album = false
    @OptionGroup var options: ConnectionOptions
    func validate() throws { try Skipping.check(count) }
    func run() throws { try Skipping.run(Methods.previous, count, byAlbums: album, options) }
}

/// Going to another item several times: each time the player decides which it is, also in a queue that shuffles.
private enum Skipping {
    /// How many items at most: each is opened.
    private static let most = 100

    static func check(_ count: Int) throws {
        guard (1...most).contains(count) else { throw ValidationError("give a number of items from 1 to \(most)") }
    }

    static func run(
        _ method: Method<Bool, Wire.Status>, _ count: Int, byAlbums: Bool, _ options: ConnectionOptions
    ) throws {
        let connection = try options.connect()
        for _ in 1..<count {
            let reply = try connection.ask(method, byAlbums)
            // The queue is at its end, and would begin anew.
            if case .failure = reply.result { break }
            if reply.answer?.state == .stopped { break }
        }
        try options.perform(method, byAlbums, on: connection, text: ConnectionOptions.headline)
    }
}
