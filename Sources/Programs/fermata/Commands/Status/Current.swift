import ArgumentParser
import ControlProtocol
import SystemSupport

struct Current: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print a line about the current item, for scripts and status bars.",
        discussion: """
            A format has fields between percent signs; %% is a percent sign. A group in
            brackets is shown only if one of its fields has a value. A|B is A if that is
            shown, else B; A&B is both or nothing. # takes the meaning from the character
            behind it.

            With --follow, fermata prints a line whenever it changes. It connects again if
            the daemon ends, and prints an empty line meanwhile.

            FIELDS
            \(fields)

            EXAMPLES
              fermata current
              fermata current --format '%artist% – %title%'
              fermata current --follow --format '[%artist% – ]%name% [%elapsed%/%time%]'
            """)

    private static let fields = FormatField.all.map { field in
        let name = "%\(field.name)%"
        return "  " + name + String(repeating: " ", count: max(1, 12 - name.count)) + field.summary
    }.joined(separator: "\n")

    @Option(name: .shortAndLong, help: "What to print.") var format = "[%artist% – ]%name%"
    @Flag(help: "Keep running, and print each change.") var follow = false
    @OptionGroup var options: ConnectionOptions

    func validate() throws { _ = try Self.parsed(format) }

    func run() throws {
        let format = try Self.parsed(format)
        if follow {
            var follower = try CurrentFollower(format, options)
            return try follower.run()
        }
        try options.perform(Methods.status, ()) { format.line($0, now: MonotonicClock.seconds) }
    }

    /// Returns the format that somebody has written.
    static func parsed(_ format: String) throws -> StatusFormat {
        do throws(FormatError) {
            return try StatusFormat(format)
        } catch {
            throw ValidationError(error.message)
        }
    }
}
