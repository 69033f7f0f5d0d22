import ArgumentParser
import AudioTypes
import Decoding
import Filters
import Glibc

/// Sends samples through filters or to another speed, and does nothing else, for whoever measures that stage or looks for a fault in it.
@main
struct RunFilters: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run-filters",
        abstract: "Send raw samples through an equaliser, an impulse response, a limiter, or to another speed.",
        discussion: """
            Standard input and output have 32-bit floats, one frame behind the other, as run-decoder --raw writes them. Speed comes first.

            EXAMPLES
              run-decoder --raw song.flac | run-filters --rate 44100 --equalizer ParametricEQ.txt | run-output --rate 44100
            """)

    /// The frames of a callback.
    private static let block = 1_024

    @Option(help: "Frames a second.") var rate = 48_000
    @Option(help: "The number of channels.") var channels = 2
    @Option(help: "The file of an equaliser, whose level is that of the file.") var equalizer: String?
    @Option(help: "The WAV file of an impulse response.") var impulse: String?
    @Flag(help: "No sample is louder than -1 dBFS.") var limiter = false
    @Option(help: "How many times as fast.") var speed = 1.0

    func run() throws {
        guard let sampleRate = SampleRate(hertz: rate), let layout = ChannelLayout.standard(channelCount: channels) else {
            throw ValidationError("a rate of \(rate) Hz with \(channels) channels is none that can be played")
        }
        guard (0.25...4).contains(speed) else { throw ValidationError("--speed is 0.25 to 4") }
        let text = try equalizer.map { try EqualizerReader(Self.contents($0)).equalizer }
        guard let filters = FilterChain(preamp: .decibels(0), equalizer: text ?? .flat) else {
            throw ValidationError("the equaliser cannot be run")
        }
        let plan = ListeningPlan(
            filters: filters, impulse: try impulse.map { try ImpulseResponse(Self.contents($0)).resampled(to: sampleRate) },
            limiter: limiter ? .standard : nil)
        let processor = try ListeningProcessor(plan, for: layout, at: sampleRate)
        let stretched = StretchedSamples(speed: speed, channelCount: channels, sampleRate: sampleRate)
        let input = Planes(channels: channels, capacity: Self.block)
        let output = Planes(channels: channels, capacity: Self.block)
        var isEnded = false
        while !isEnded {
            var count = input.read()
            isEnded = count == 0
            guard speed != 1 else {
                unsafe processor.process(input.planes, channelCount: channels, count: count)
                try input.write(count)
                continue
            }
            if isEnded { stretched.finish() } else { unsafe stretched.write(input.planes, count: count) }
            repeat {
                count = unsafe stretched.read(into: output.planes, capacity: Self.block)
                unsafe processor.process(output.planes, channelCount: channels, count: count)
                try output.write(count)
            } while count > 0
        }
    }

    /// Reads a file of at most 64 MiB.
    private static func contents(_ path: String) throws -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ValidationError("there is no file \(path)") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = unsafe Glibc.read(descriptor, &piece, piece.count), count > 0 {
            bytes += piece.prefix(count)
            guard bytes.count <= 64 << 20 else { throw ValidationError("\(path) is longer than 64 MiB") }
        }
        return bytes
    }
}

/// Samples by channel, and as they come in and go out.
@safe private final class Planes {
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let channels: Int
    private let capacity: Int
    private var samples: [Float]

    init(channels: Int, capacity: Int) {
        (self.channels, self.capacity) = (channels, capacity)
        samples = [Float](repeating: 0, count: channels * capacity)
        unsafe planes = .allocate(capacity: channels)
        for channel in 0..<channels {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
            unsafe plane.initialize(repeating: 0, count: capacity)
            unsafe (planes + channel).initialize(to: plane)
        }
    }

    deinit {
        for channel in 0..<channels { unsafe planes[channel].deallocate() }
        unsafe planes.deallocate()
    }

    /// Reads frames from standard input, and returns how many: as many as there is room for, and fewer at the end.
    func read() -> Int {
        let size = unsafe samples.withUnsafeMutableBytes { bytes in
            var size = 0
            while size < bytes.count {
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[size...])
                let taken = unsafe Glibc.read(STDIN_FILENO, rest.baseAddress, rest.count)
                if taken <= 0 { break }
                size += taken
            }
            return size
        }
        let count = size / (channels * MemoryLayout<Float>.stride)
        for frame in 0..<count {
            for channel in 0..<channels { unsafe planes[channel][frame] = samples[frame * channels + channel] }
        }
        return count
    }

    /// Writes frames to standard output.
    func write(_ count: Int) throws {
        for frame in 0..<count {
            for channel in 0..<channels { samples[frame * channels + channel] = unsafe planes[channel][frame] }
        }
        try unsafe samples.withUnsafeBytes { bytes in
            var rest = unsafe bytes.prefix(count * channels * MemoryLayout<Float>.stride)
            while unsafe !rest.isEmpty {
                let piece = unsafe UnsafeRawBufferPointer(rebasing: rest)
                let written = unsafe Glibc.write(STDOUT_FILENO, piece.baseAddress, piece.count)
                guard written > 0 else { throw ExitCode(1) }
                unsafe rest = rest.dropFirst(written)
            }
        }
    }
}
