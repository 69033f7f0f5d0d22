import AudioTypes
import Glibc
import Logging
import RealtimeAudio
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import SnapcastOutput

/// One after the other, because some count the threads of the process.
@Suite("the output to rooms", .serialized)
struct SnapcastOutputTests {
    let events = Log()

    /// What the output has told.
    final class Log: Sendable {
        private let list = Mutex<[OutputEvent]>([])
        var all: [OutputEvent] { list.withLock { $0 } }
        func append(_ event: OutputEvent) { list.withLock { $0.append(event) } }
        var losses: [String] {
            all.compactMap { event in
                if case .outputLost(let message) = event { message } else { nil }
            }
        }
    }

    func output(
        port: UInt16, host: String = "127.0.0.1", format: String = "48000:16:2",
        waits: (Int64, Int64) = (20_000_000, 100_000_000), blocked: Int64 = 300_000_000, stall: Int64 = 600_000_000_000,
        gathering: Int64 = 20_000_000
    ) throws -> SnapcastOutput {
        var configuration = FeedConfiguration(
            source: try #require(ServerAddress("\(host):\(port)", port: port)), format: try #require(PCMFormat(format)))
        configuration.connectTimeout = 300_000_000
        configuration.blockedTimeout = blocked
        configuration.stallTimeout = stall
        configuration.gatheringTime = gathering
        configuration.retryWaits = waits
        let output = SnapcastOutput(configuration, logger: Logger(label: "test"))
        output.start(events: { [events] in events.append($0) }, renderEvents: { _ in })
        return output
    }

    /// A renderer that plays `samples` in all channels, and nothing after that.
    func renderer(
        _ samples: [Float], rate: SampleRate = .video, layout: ChannelLayout = .stereo
    ) throws -> Renderer {
        let renderer = try emptyRenderer(StreamFormat(sampleRate: rate, channelLayout: layout), frameCount: samples.count)
        decode(samples, to: renderer)
        return renderer
    }

    /// A renderer that plays a track of `frameCount` frames, none of which is there yet.
    func emptyRenderer(_ format: StreamFormat, frameCount: Int) throws -> Renderer {
        let renderer = try Renderer(format: format, bufferSeconds: 2, fadeSeconds: 0, workerDescriptor: EventDescriptor())
        let end = UInt64(frameCount)
        for marker in [
            SegmentMarker(ringFrame: 0, segment: 1, mediaFrame: 0, generation: 0, kind: .begin, rampsIn: false),
            SegmentMarker(ringFrame: end, segment: 1, mediaFrame: Int64(end), generation: 0, kind: .end, rampsIn: false),
        ] { #expect(renderer.producer.push(marker)) }
        renderer.setPlays(true)
        return renderer
    }

    /// Puts `samples` into all channels of `renderer`, as a decode worker does.
    private func decode(_ samples: [Float], to renderer: Renderer) {
        let count = renderer.format.channelCount
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: count) { planes in
            guard let start = planes.baseAddress else { return }
            #expect(renderer.producer.writeRegion(after: 0, into: start) >= samples.count)
            for channel in 0..<count { (start[channel]).update(from: samples, count: samples.count) }
        }
        renderer.producer.commit(samples.count)
    }

    func samples(_ bytes: [UInt8]) -> [Int16] {
        stride(from: 0, to: bytes.count - 1, by: 2).map { Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) }
    }

    private func hasThread() throws -> Bool { try ThreadActivity(of: getpid()).names.contains("fermata-rooms") }

    func waitForNoThread() async throws {
        try await waitUntil("the thread to end") { () async throws(TestSupportError) -> Bool in
            !(try ThreadActivity(of: getpid()).names.contains("fermata-rooms"))
        }
    }

    @Test("nothing runs before it is active, and nothing after it was")
    func rest() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        output.open(try renderer([0.5]))
        output.setVolume(1)
        #expect(try !hasThread())
        output.setActive(true)
        let connection = try server.accept()
        #expect(try hasThread())
        output.setActive(false)
        #expect(!connection.read().isEmpty)
        try await waitForNoThread()
        #expect(events.losses.isEmpty)
        output.shutDown()
    }

    @Test("each sample arrives as it is, followed by silence for more than any piece that a server waits for")
    func exact() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        let played = (0..<20_000).map { Float($0 % 30_000 - 15_000) / 32_768 }
        output.open(try renderer(played))
        output.setActive(true)
        let connection = try server.accept()
        var heard = samples(connection.read(20_000 * 4))
        output.setActive(false)
        heard += samples(connection.read())
        let left = stride(from: 0, to: heard.count, by: 2).map { heard[$0] }
        #expect(heard.count % 2 == 0)
        #expect(Array(left.prefix(20_000)) == played.map { Int16($0 * 32_768) })
        #expect(left.count >= 20_000 + 24_000)
        #expect(left.dropFirst(20_000).allSatisfy { $0 == 0 })
        output.shutDown()
    }

    @Test("the last silence is on its way when the end returns, because the process may end then")
    func end() throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        output.open(try renderer((0..<20_000).map { _ in 0.5 }))
        output.setActive(true)
        let connection = try server.accept()
        _ = connection.read(4_000)
        output.shutDown()
        #expect(!output.state.withLock { $0.isConnected })
        let heard = samples(connection.read())
        #expect(heard.suffix(2 * 24_000).count == 2 * 24_000 && heard.suffix(2 * 24_000).allSatisfy { $0 == 0 })
    }

    @Test("sound that is decoded more slowly than the server is fed ahead arrives without a gap", arguments: [48_000, 44_100])
    func slowDecoder(rate: Int) async throws {
        let played = (0..<30_000).map { Float($0 % 10_000 + 100) / 32_768 }
        let format = StreamFormat(sampleRate: try #require(SampleRate(hertz: rate)), channelLayout: .stereo)
        // Where other tests take all cores, this one may itself be slower than the feed can wait for: then it tries again.
        for _ in 0..<20 {
            let server = try FakeServer()
            let output = try output(port: server.port)
            defer { output.shutDown() }
            let renderer = try emptyRenderer(format, frameCount: played.count)
            output.open(renderer)
            decode(Array(played[..<8_192]), to: renderer)
            let began = MonotonicClock.nanoseconds
            output.setActive(true)
            let connection = try server.accept()
            for part in [8_192..<14_000, 14_000..<30_000] {
                // Nothing is waited for: this is how slow the decoder is.
                try await Task.sleep(for: .milliseconds(20))
                decode(Array(played[part]), to: renderer)
            }
            guard MonotonicClock.nanoseconds - began < Pacing.period else { continue }
            let count = 29_000 * 48_000 / rate
            let heard = samples(connection.read(count * 4))
            #expect(heard.count == 2 * count)
            #expect(heard.dropFirst(8).firstIndex(of: 0) == nil)
            #expect(renderer.statistics.underruns == 0)
            return
        }
        Issue.record("the machine was too busy for this test")
    }

    @Test("sound that does not come is silence, and the server is still given it in time")
    func noSound() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        let renderer = try emptyRenderer(StreamFormat(sampleRate: .video, channelLayout: .stereo), frameCount: 48_000)
        output.open(renderer)
        decode(Array(repeating: 0.5, count: 6_000), to: renderer)
        let began = MonotonicClock.nanoseconds
        output.setActive(true)
        let heard = samples(try server.accept().read(96_000 * 4))
        #expect(heard.count == 2 * 96_000)
        #expect(heard.prefix(12_000).allSatisfy { $0 == 16_384 } && heard.dropFirst(12_000).allSatisfy { $0 == 0 })
        // The server takes the last of these frames two seconds after the first one.
        let length: Int64 = 2_000_000_000
        #expect(MonotonicClock.nanoseconds - began < length + 300_000_000)
        #expect(renderer.statistics.underruns > 0)
        output.shutDown()
    }

    @Test("24 bits are in the lower part of 32, and 32 bits in all of them", arguments: [24, 32])
    func depths(bits: Int) async throws {
        let server = try FakeServer()
        let output = try output(port: server.port, format: "48000:\(bits):2")
        output.open(try renderer([-0.5, 1 / 8_388_608, 0.25]))
        output.setActive(true)
        let bytes = try server.accept().read(3 * 8)
        let numbers = stride(from: 0, to: bytes.count, by: 8).map { start in
            Int32(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) })
        }
        #expect(numbers == (bits == 24 ? [-4_194_304, 1, 2_097_152] : [-1_073_741_824, 256, 536_870_912]))
        output.shutDown()
    }

    @Test("sound at another rate is converted")
    func conversion() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        output.open(try renderer(Array(repeating: 0.5, count: 44_100), rate: .cd))
        output.setActive(true)
        let heard = samples(try server.accept().read(40_000 * 4))
        #expect(heard.dropFirst(2_000).allSatisfy { abs(Int($0) - 16_384) < 40 })
        output.shutDown()
    }

    @Test("sound of more channels than the rooms have goes on after a loss of the server")
    func wide() async throws {
        let port = try freePort()
        let output = try output(port: port)
        output.open(try renderer(Array(repeating: 0.1, count: 40_000), layout: try #require(.standard(channelCount: 6))))
        output.setActive(true)
        try await waitUntil("the loss") { !events.losses.isEmpty }
        let server = try FakeServer(port: port)
        let connection = try server.accept()
        try await waitUntil("the return") { events.all.contains(.outputReturned) }
        output.setActive(true)
        #expect(samples(connection.read(48_000 * 4)).contains { $0 > 3_000 })
        output.shutDown()
    }

    @Test("a new connection waits until the server has taken the last one")
    func oneAfterTheOther() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        output.open(try renderer([0.5]))
        output.setActive(true)
        let first = try server.accept()
        output.setActive(false)
        #expect(!first.read().isEmpty)
        let ended = MonotonicClock.nanoseconds
        try await waitForNoThread()
        output.setActive(true)
        _ = try server.accept()
        #expect(MonotonicClock.nanoseconds - ended > 150_000_000)
        output.shutDown()
    }

    @Test("the volume follows the cubic scale from the first frame on, and a change of it makes no step")
    func volume() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        output.setVolume(0.5)
        output.open(try renderer(Array(repeating: 0.5, count: 40_000)))
        output.setActive(true)
        let connection = try server.accept()
        var heard = samples(connection.read(10_000 * 4))
        #expect(heard[0] == 2_048 && heard[heard.count - 1] == 2_048)
        output.setVolume(0.25)
        heard += samples(connection.read(28_000 * 4))
        #expect(heard[heard.count - 1] == 256)
        #expect(zip(heard, heard.dropFirst(2)).allSatisfy { abs(Int($0) - Int($1)) < 16 })
        output.shutDown()
    }

    @Test("no renderer is used after its output was closed")
    func closed() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        let renderer = try renderer(Array(repeating: 0.5, count: 90_000))
        output.open(renderer)
        output.setActive(true)
        let connection = try server.accept()
        #expect(connection.read(4_000).count == 4_000)
        output.close()
        let calls = renderer.statistics.callbacks
        #expect(!connection.read().isEmpty)
        try await waitForNoThread()
        #expect(renderer.statistics.callbacks == calls)
        output.shutDown()
    }

    @Test("a frame is heard after what the server was given before it, and the server's buffer")
    func positions() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        let renderer = try renderer(Array(repeating: 0.5, count: 90_000))
        output.open(renderer)
        let before = MonotonicClock.nanoseconds
        output.setActive(true)
        _ = try server.accept().read(30_000 * 4)
        let anchor = try #require(renderer.clock())
        let heard = anchor.now + anchor.delay - anchor.mediaFrame * 1_000_000_000 / 48_000
        #expect(heard - before >= 1_000_000_000 && heard - before < 2_000_000_000)
        output.shutDown()
    }

    @Test("a frame that reaches the server late is heard late")
    func lateArrival() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port, blocked: 600_000_000_000)
        let renderer = try renderer(Array(repeating: 0.5, count: 90_000))
        output.open(renderer)
        output.setActive(true)
        let connection = try server.accept()
        // How long the failure lasts.
        let end = MonotonicClock.nanoseconds + 1_500_000_000
        try await waitUntil("the end of the failure") { MonotonicClock.nanoseconds > end }
        _ = connection.read(30_000 * 4)
        let anchor = try #require(renderer.clock())
        let heard = anchor.now + anchor.delay - anchor.mediaFrame * 1_000_000_000 / 48_000
        // The kernel of the server had some thousand bytes before.
        #expect(heard - end >= 900_000_000)
        #expect(events.losses.isEmpty)
        output.shutDown()
    }
}
