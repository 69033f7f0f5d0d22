import ArgumentParser
import ControlProtocol
import FermataKit
import Glibc
import JSON

struct Probe: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Describe a file or URL without playing it.",
        discussion: """
            EXAMPLE
              fermata probe --json song.m4a | jq .result.tags
            """)
    @Argument(help: "A file or a URL.", completion: .file()) var media: String
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        try MediaAddress.check([media])
        if LocalFile.isOwnDescriptor(media) {
            throw ValidationError("fermatad cannot open \(media), which belongs to this process: give the path of a file")
        }
    }

    func run() throws {
        try options.perform(Methods.Media.probe, MediaAddress.address(media), rawText: PlainText.text)
    }
}

struct Monitor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print events as they happen.",
        discussion: """
            EXAMPLES
              fermata monitor
              fermata monitor player.itemChanged session.
              fermata monitor --json | jq -r '.method // empty'
            """)
    @Argument(
        help: "Names of events, or prefixes that end with a dot (default: all events).",
        completion: .list(EventType.all.map(\.name)))
    var types: [String] = []
    @OptionGroup var options: ConnectionOptions

    func run() throws { try Self.run(types, options, once: false) }

    /// Prints events of these types, or of all.
    /// - Parameters:
    ///   - once: whether it ends with the first of them.
    ///   - text: formats a message for people; `nil` for one that is left out.
    static func run(
        _ types: [String], _ options: ConnectionOptions, once: Bool, text: (String) -> String? = EventText.text
    ) throws {
        let connection = try options.connect()
        try options.perform(Methods.Events.subscribe, types.isEmpty ? nil : types, on: connection)
        while true {
            while let line = connection.takeLine() {
                guard let shown = options.json ? line : text(line) else { continue }
                Terminal.write(shown)
                if once { return }
            }
            let waiter = Waiter(for: [.input(of: connection.descriptor), .loss(of: STDOUT_FILENO)])
            // Whoever read the lines is gone.
            if waiter.hasNews(1) { return }
            if waiter.hasNews(0) { try connection.receive() }
        }
    }
}

struct CallMethod: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call any method of the control protocol.",
        discussion: """
            EXAMPLES
              fermata call server.info
              fermata call server.statistics
              fermata call volume '{"level": 0.4}'
              fermata call rpc.discover --json
            """)
    @Argument(help: "The name of the method.", completion: .list(Methods.all.map { $0.name })) var method: String
    @Argument(help: "Its parameters, a JSON object.") var parameters: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws { _ = try object() }

    func run() throws {
        let (result, line) = try options.connect().ask(named: method, try object())
        try options.show(result, line, text: PlainText.text)
    }

    private func object() throws -> JSONObject {
        guard let parameters else { return [:] }
        do {
            if let object = try JSONValue(parsing: parameters).objectValue { return object }
        } catch {
            throw ValidationError("the parameters are not JSON: \(error)")
        }
        throw ValidationError("the parameters are not a JSON object: write them as in '{\"level\": 0.4}'")
    }
}
