import ArgumentParser
import ControlProtocol

struct LoopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loop",
        abstract: "Hear a part of the current item over and over.",
        usage: """
            fermata loop [<from> <to>] [--count <number>] [--socket <path>] [--json]
            fermata loop off
            """,
        discussion: """
            Playback goes on where it is, and at the end of the part back to its beginning,
            to the frame and without a gap; from behind the part it goes there at once. Who
            seeks behind the part hears the rest, and the part again after a seek back. The
            loop ends with its item. Without arguments, fermata shows it.

            EXAMPLES
              fermata loop 1:00 1:30           until somebody ends it
              fermata loop 62.5 64 --count 5   five times, and then on
              fermata loop off
            """)

    @Argument(
        help: ArgumentHelp("Where the part begins and where it ends, or off.", valueName: "time"), completion: .list(["off"]))
    var times: [String] = []
    @Option(help: ArgumentHelp("How many times it is heard, 1 to 1000.", valueName: "number")) var count: Int?
    @OptionGroup var options: ConnectionOptions

    func validate() throws { _ = try loop() }

    /// Returns the part that is to be repeated; `nil` if none is, or if that is only to be shown.
    private func loop() throws -> Wire.Loop? {
        guard times.count == 2 else {
            if count != nil { throw ValidationError("--count goes with a part, such as: 1:00 1:30 --count 5") }
            guard times.isEmpty || times == ["off"] else {
                throw ValidationError("give where the part begins and where it ends, such as: 1:00 1:30; or off")
            }
            return nil
        }
        let (from, to) = (try TimeText.required(times[0]), try TimeText.required(times[1]))
        guard to > from else { throw ValidationError("a part ends behind its beginning") }
        if let count, !(1...1_000).contains(count) { throw ValidationError("a part is heard 1 to 1000 times") }
        return Wire.Loop(from: from, to: to, count: count)
    }

    func run() throws {
        let text = { (status: Wire.Status) in StatusText.loop(status.loop) }
        if times.isEmpty {
            try options.perform(Methods.status, (), text: text)
        } else {
            try options.perform(Methods.Player.setLoop, try loop(), text: text)
        }
    }
}
