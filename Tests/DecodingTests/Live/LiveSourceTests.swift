import AudioTypes
import Media
import MediaTypes
import Network
import PlayerModel
import RealtimeAudio
import SystemSupport
import Testing

@testable import Decoding

/// A live source, the ring that it fills, and the client.
private final class LiveSourceStage {
    private static let format = StreamFormat(sampleRate: .cd, channelLayout: .stereo)
    let bench = PushedBench()
    let connection: PushedBench.Connection
    let worker = EventDescriptor.indispensable()
    let renderer: Renderer
    let source: any MediaSource
    private let buffer = PlaneBuffer(channelCount: 2, capacity: 8_192)
    private var planes: [UnsafeMutablePointer<Float>]

    init(latency: Double = 0.02) throws {
        let samples = RawSamples(encoding: .s16le, sampleRate: .cd, channelCount: 2)
        connection = try bench.connect(samples: samples, latency: latency)
        connection.send([UInt8](repeating: 1, count: 4))
        source = try AnyMediaOpening(network: NetworkConfiguration(), pushed: bench.streams)
            .open(connection.stream.uri, cancellation: CancellationToken())
        renderer = try Renderer(format: Self.format, bufferSeconds: 1, fadeSeconds: 0, workerDescriptor: worker)
        planes = [buffer.planes[0], buffer.planes[1]]
        renderer.setPlays(true)
        cycle()
        source.follow(
            DecodeOrder(
                source: 1, segment: 1, generation: 0, startFrame: .zero, rampsIn: false, producer: renderer.producer))
    }

    /// Runs one cycle of the graph.
    func cycle() {
        planes.withUnsafeBufferPointer { planes in
            guard let start = planes.baseAddress else { return }
            renderer.consumer.render(into: start, frameCount: 441, time: CycleTime(now: MonotonicClock.nanoseconds, delay: 0))
        }
    }

    /// One read; how many frames it gave.
    func read() throws -> Int {
        try planes.withUnsafeMutableBufferPointer { planes in
            guard let start = planes.baseAddress else { return 0 }
            return try source.read(into: start, capacity: 8_192)
        }
    }

    /// Reads until nothing comes; how many frames that gave.
    func readToEnd() throws -> Int {
        var count = 0
        while true {
            let more = try read()
            if more == 0 { return count }
            count += more
        }
    }
}

@Suite("A live source")
struct LiveSourceTests {
    @Test("gives the worker its thread back for a message while the client is silent, and goes on where it was")
    func interrupted() throws {
        let stage = try LiveSourceStage()
        #expect(stage.source.isLive)
        // The frame that came is heard after the latency, with silence before it.
        var heard = 0
        while heard < 200 { heard += try stage.read() }
        for _ in 0..<3 {
            stage.worker.signal()
            #expect(try stage.read() == 0 && stage.source.isWaiting)
            #expect(stage.worker.drain(), "the message is still there for the worker")
        }
        stage.connection.send([UInt8](repeating: 2, count: 4 * 882))
        stage.connection.finish()
        let count = try stage.readToEnd()
        #expect(!stage.source.isWaiting, "this is the end")
        #expect(count >= 882)
    }

    @Test("whose client flushes thousands of times while nothing is heard has few markers and no gap")
    func flushes() throws {
        let stage = try LiveSourceStage()
        for _ in 0..<50 {
            stage.connection.send([UInt8](repeating: 3, count: 4 * 64))
            stage.connection.stream.flush()
        }
        // More than are kept.
        for _ in 0..<2_000 { stage.connection.stream.flush() }
        stage.connection.finish()
        let count = try stage.readToEnd()
        #expect(!stage.source.isWaiting)
        #expect(count >= 50 * 64)
        #expect(stage.source.takeGaps().isEmpty)
    }
}
