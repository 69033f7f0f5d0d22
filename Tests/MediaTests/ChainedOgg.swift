import Testing

/// Ogg streams one behind the other in a file, as radio recordings are.
struct ChainedOgg: Sendable, CustomTestStringConvertible {
    let name: String
    let links: [Synthesis]

    var testDescription: String { name }

    static let all = [
        ChainedOgg(name: "vorbis.ogg", links: [vorbis(0), vorbis(1), vorbis(2)]),
        ChainedOgg(
            name: "rates.ogg",
            links: [
                vorbis(0), Synthesis("link48.ogg", rate: 48_000, seconds: 2, "-c:a", "libvorbis", "-serial_offset", "9"), flac(4),
            ]),
        ChainedOgg(
            name: "channels.ogg",
            links: [vorbis(0), Synthesis("mono.ogg", channels: 1, seconds: 2, "-c:a", "libvorbis", "-serial_offset", "8")]),
        ChainedOgg(name: "codecs.ogg", links: [flac(2), vorbis(3)]),
        ChainedOgg(name: "opus.opus", links: [opus(0), opus(1)]),
        ChainedOgg(name: "flac.oga", links: [flac(0), flac(1)]),
    ]

    /// Links of unequal length, so that no two places of a chain are alike.
    private static func vorbis(_ number: Int) -> Synthesis {
        Synthesis("link\(number).ogg", seconds: 2 + Double(number) / 7, "-c:a", "libvorbis", "-serial_offset", "\(number)")
    }

    private static func opus(_ number: Int) -> Synthesis {
        Synthesis(
            "link\(number).opus", rate: 48_000, seconds: 2 + Double(number) / 7, "-c:a", "libopus", "-serial_offset",
            "\(number)")
    }

    private static func flac(_ number: Int) -> Synthesis {
        Synthesis("link\(number).oga", seconds: 2 + Double(number) / 7, "-c:a", "flac", "-serial_offset", "\(number)")
    }

    /// The file's path.
    func make() throws -> String {
        let bytes = try links.flatMap { Workbench.bytes(of: try $0.make()) }
        return Workbench.write(bytes, as: "chain-\(name)")
    }

    /// The links' sounds, one behind the other.
    func sounds() throws -> [Sound] { try links.map { try Sound(of: try $0.make()) } }
}
