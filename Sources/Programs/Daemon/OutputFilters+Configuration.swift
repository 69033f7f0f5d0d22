import AudioTypes
import Configuration
import Filters
import SystemSupport

extension OutputFilters {
    /// Reads the equalisers of `[outputs]`. One that cannot be used is left out, and `problems` says why.
    /// - Parameter home: the user's directory, which `~` stands for.
    init(_ outputs: [String: Configuration.OutputEntry], home: String?, problems: inout [String]) {
        self.init()
        for (name, output) in outputs.sorted(by: { $0.key < $1.key }) where !output.equalizer.isEmpty {
            do throws(Unusable) {
                choices[name] = try Self.choice(output, home: home)
            } catch {
                problems.append("The equaliser of \(name) in the configuration is left out: \(error.reason)")
            }
        }
    }

    private struct Unusable: Error { let reason: String }

    private static func choice(_ output: Configuration.OutputEntry, home: String?) throws(Unusable) -> Choice {
        if output.equalizer == "off" { return .off }
        do throws(EqualizerTextError) {
            let equalizer = try PlayableEqualizer(try bytes(output.equalizer, home: home))
            return .equalizer(OutputEqualizer(text: equalizer.text, hasAutomaticLevel: output.automaticLevel))
        } catch {
            throw Unusable(reason: error.description)
        }
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
