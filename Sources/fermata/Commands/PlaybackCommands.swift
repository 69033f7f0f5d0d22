import ArgumentParser
import ControlProtocol

extension ConnectionOptions {
    /// Calls a method whose reply is the status, and shows it.
    func control(_ method: String, _ parameters: JSONObject = [:]) throws(ClientFailure) {
        try perform(method, parameters, text: Self.headline)
    }

    /// Returns the line that shows the result of a command, followed by a line for each entry that was left out.
    static func headline(_ reply: JSONValue) -> String {
        guard let status = try? Wire.Status(json: reply), let object = reply.objectValue else { return PlainText.text(reply) }
        let skipped = (try? Wire.SkippedEntry.all(in: object)) ?? []
        return ([StatusText.headline(status)] + QueueText.left(out: skipped)).joined(separator: "\n")
    }
}

struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Pause playback.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control("pause") }
}

struct Toggle: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Pause if something plays, and play otherwise.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control("toggle") }
}

struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Stop playback. The queue stays.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control("stop") }
}

struct Next: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Go to the next item.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control("next") }
}

struct Previous: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Go to the previous item.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control("previous") }
}
