import Glibc
import MediaTypes
import Testing

@testable import Media

/// A codec with the programs of those who made it.
struct ReferenceCodec: Sendable, CustomTestStringConvertible {
    /// The encoder, which also tells the files of two of them apart.
    let name: String
    let suffix: String
    var rate = 44_100
    var channels = 2
    /// The encoder's and the decoder's command lines, in which IN and OUT are files.
    let encode: String
    let decode: String
    /// The most that a sample may be off: decoders round to 16 bits, and FFmpeg's for Opus computes otherwise than its model.
    var tolerance: Float = 0

    var testDescription: String { name }

    private static let rounding: Float = 1.01 / 32_768

    static let all = [
        ReferenceCodec(
            name: "oggenc", suffix: "ogg", encode: "oggenc -Q -q 4 IN -o OUT", decode: "oggdec -Q -o OUT IN", tolerance: rounding),
        ReferenceCodec(
            name: "opusenc", suffix: "opus", rate: 48_000, encode: "opusenc --quiet IN OUT",
            decode: "opusdec --quiet --no-dither --force-wav IN OUT", tolerance: 0.003),
        ReferenceCodec(
            name: "mpcenc", suffix: "mpc", encode: "mpcenc --silent --overwrite IN OUT", decode: "mpcdec IN OUT",
            tolerance: 3 * rounding),
        ReferenceCodec(name: "wavpack", suffix: "wv", encode: "wavpack -q -y IN -o OUT", decode: "wvunpack -q -y IN -o OUT"),
        ReferenceCodec(
            name: "wavpack-hybrid", suffix: "wv", encode: "wavpack -q -y -b256 IN -o OUT", decode: "wvunpack -q -y IN -o OUT"),
        ReferenceCodec(name: "flac", suffix: "flac", encode: "flac -s -f IN -o OUT", decode: "flac -s -d -f IN -o OUT"),
        ReferenceCodec(name: "flac-ogg", suffix: "oga", encode: "flac -s -f --ogg IN -o OUT", decode: "flac -s -d -f IN -o OUT"),
        ReferenceCodec(
            name: "speexenc-narrow", suffix: "spx", rate: 8_000, channels: 1, encode: "speexenc IN OUT",
            decode: "speexdec IN OUT"),
        ReferenceCodec(
            name: "speexenc-wide", suffix: "spx", rate: 16_000, channels: 1, encode: "speexenc IN OUT", decode: "speexdec IN OUT"),
        ReferenceCodec(
            name: "speexenc-ultra", suffix: "spx", rate: 32_000, channels: 1, encode: "speexenc IN OUT",
            decode: "speexdec IN OUT"),
        ReferenceCodec(
            name: "speexenc-packets", suffix: "spx", rate: 16_000, channels: 1, encode: "speexenc --nframes 5 IN OUT",
            decode: "speexdec IN OUT"),
    ]

    /// Encodes a signal, and answers the file's path.
    func make(_ signal: Signal, count: Int) throws -> String {
        let name = "\(name)-\(signal)-\(count)"
        let wave = Workbench.write(signal.wave(count: count, rate: rate, channels: channels), as: name + ".wav")
        // Tests that run side by side make the same file; each finds a whole one.
        let file = "\(name).\(suffix)"
        let draft = try run(encode, wave, Workbench.draft(of: file))
        try #require(rename(draft, Workbench.path(file)) == 0, "\(draft) cannot be renamed")
        return Workbench.path(file)
    }

    /// What the codec's own decoder makes of a file.
    func reference(_ path: String) throws -> Sound {
        let bytes = Workbench.bytes(of: try run(decode, path, path + ".decoded.wav"))
        let data = try #require(bytes.firstRange(of: Array("data".utf8))).upperBound + 4
        let samples = bytes[data...].withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        return Sound(
            planes: (0..<channels).map { channel in
                stride(from: channel, to: samples.count, by: channels).map { Float(samples[$0]) / 32_768 }
            })
    }

    /// Whether FFmpeg finds a packet in a file. That of Debian 13 finds none in a Musepack that is shorter than one: then reading it fails.
    func isReadable(_ path: String) throws -> Bool {
        guard suffix == "mpc", try Sound(reference: path, channels: channels).count == 0 else { return true }
        let error = try #require(throws: MediaError.self) { _ = try Sound(of: path) }
        #expect(error.code == .unsupported || error.code == .corrupt)
        return false
    }

    private func run(_ line: String, _ input: String, _ output: String) throws -> String {
        let words = line.split(separator: " ").map { $0 == "IN" ? input : $0 == "OUT" ? output : String($0) }
        try #require(Command.run(words[0], Array(words.dropFirst())).status == 0, "\(words) failed")
        return output
    }
}
