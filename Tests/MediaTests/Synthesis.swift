import Glibc
import Synchronization
import Testing

/// Media made with the ffmpeg program: a sweep and noise that differ from channel to channel, so that no two stretches and no two
/// channels are alike. Monkey's Audio, which the program cannot write, is made of its samples of 16 bits.
struct Synthesis: Sendable, CustomTestStringConvertible {
    /// The file's name, which also chooses the container.
    let name: String
    var rate = 44_100
    var channels = 2
    var seconds = 3.0
    /// What follows the input on the command line: codec and options.
    let options: [String]

    init(_ name: String, rate: Int = 44_100, channels: Int = 2, seconds: Double = 3, _ options: String...) {
        self.init(name, rate: rate, channels: channels, seconds: seconds, options)
    }

    init(_ name: String, rate: Int = 44_100, channels: Int = 2, seconds: Double = 3, _ options: [String]) {
        self.name = name
        self.rate = rate
        self.channels = channels
        self.seconds = seconds
        self.options = options
    }

    var testDescription: String { name }

    private static let drafts = Atomic<Int>(0)

    /// The file's path, after making it once.
    func make() throws -> String {
        let path = Workbench.path(name)
        guard Workbench.bytes(of: path).isEmpty else { return path }
        let channelSources = (0..<channels).map { channel in
            let base = 200 + 110 * channel
            return "0.3*sin(2*PI*(\(base)+\(97 + 13 * channel)*t)*t)+0.1*sin(2*PI*\(base * 3)*t)+0.05*(random(\(channel))-0.5)"
        }.joined(separator: "|")
        // Tests run side by side: each makes a file of its own, and the last to be renamed stays.
        let draftName = "draft\(Self.drafts.add(1, ordering: .relaxed).newValue)-\(name)"
        let draft = Workbench.path(draftName)
        let status = Command.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "aevalsrc=\(channelSources):s=\(rate):d=\(seconds)"] + options
                + ["-bitexact", draft]
        ).status
        try #require(status == 0, "ffmpeg could not make \(name)")
        if name.hasSuffix(".ape") {
            let samples = Workbench.bytes(of: draft)
            Workbench.write(MonkeysAudio.bytes(rate: rate, channels: channels, interleaved: samples), as: draftName)
        }
        try #require(rename(draft, path) == 0, "\(draft) could not be renamed")
        return path
    }
}
