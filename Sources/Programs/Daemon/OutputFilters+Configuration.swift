import AudioTypes
import Configuration
import Filters
import SystemSupport

extension OutputFilters {
    /// Reads what `[outputs]` has for the sound of outputs. What cannot be used is left out, and `problems` says why.
    /// - Parameter home: the user's directory, which `~` stands for.
    init(_ outputs: [String: Configuration.OutputEntry], home: String?, problems: inout [String]) {
        self.init()
        for (name, output) in outputs.sorted(by: { $0.key < $1.key }) {
            if output.equalizer.isEmpty && output.parts == .none { continue }
            var choice = Choice(hasAutomaticLevel: output.automaticLevel)
            do throws(EqualizerTextError) {
                choice.equalizer = try Self.equalizer(output, home: home)
            } catch {
                problems.append("The equaliser of \(name) in the configuration is left out: \(error.description)")
                if output.parts == .none { continue }
            }
            var parts = output.parts
            // A percent sign in the name of the directory stands for itself.
            let home = home?.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
            parts.impulse = parts.impulse.map { Self.path($0, home: home) ?? $0 }
            for error in parts.leaveOutUnplayable() {
                problems.append("[outputs.\"\(name)\"] in the configuration is used without a part of it: \(error)")
            }
            choice.parts = parts
            // What is left of it must not silence a pattern, or the default.
            if choice.isOff && output.equalizer != "off" { continue }
            choices[name] = choice
        }
    }

    private static func equalizer(_ output: Configuration.OutputEntry, home: String?) throws(EqualizerTextError)
        -> OutputEqualizer?
    {
        if output.equalizer.isEmpty || output.equalizer == "off" { return nil }
        let equalizer = try PlayableEqualizer(try bytes(output.equalizer, home: home))
        return OutputEqualizer(text: equalizer.text)
    }

    /// The bytes of a text, or of the file that it names: an absolute path or one below `~/` in a single line.
    private static func bytes(_ text: String, home: String?) throws(EqualizerTextError) -> [UInt8] {
        guard !text.contains("\n"), let path = path(text, home: home) else { return Array(text.utf8) }
        do throws(FileFailure) {
            return try RegularFile.read(path, atMost: EqualizerReader.byteLimit, followsLinks: true)
        } catch {
            throw EqualizerTextError(fault: "\(path) cannot be read: \(error)")
        }
    }

    private static func path(_ text: String, home: String?) -> String? {
        if text.hasPrefix("/") { return text }
        return text.hasPrefix("~/") ? home.map { $0 + text.dropFirst() } : nil
    }
}
