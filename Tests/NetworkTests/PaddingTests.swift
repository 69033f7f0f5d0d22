import Media
import MediaTypes
import SystemSupport
import TestSupport
import Testing

@testable import Network

@Suite("Servers that send much and say little", .serialized)
struct PaddingTests {
    @Test("content with what belongs around it is read for ever, and anything else for a megabyte")
    func judgement() {
        var padding = Padding()
        // A chunk and a record of TLS around each packet of a station that is silent.
        let silence = (0..<1_000_000 as Range<Int64>).filter { packet in
            padding.isTooMuch(received: 9_000 + packet * 90, content: packet * 30)
        }
        #expect(silence.isEmpty)
        // What came before on the same connections does not count.
        padding = Padding()
        let before: Int64 = 1 << 40
        let cases: [(received: Int64, content: Int64, isTooMuch: Bool)] = [
            (before, 30_000_000, false), (before + Padding.allowance, 30_000_000, false),
            (before + Padding.allowance + 1, 30_000_000, true), (before + Padding.allowance + 5, 30_000_001, false),
            // A connection was closed.
            (5, 30_000_001, false), (5 + Padding.allowance, 30_000_001, false), (6 + Padding.allowance, 30_000_001, true),
        ]
        for (received, content, expected) in cases {
            let isTooMuch = padding.isTooMuch(received: received, content: content)
            #expect(isTooMuch == expected, "\(received), \(content)")
        }
    }

    @Test("chunks whose extensions are all there is are given up soon")
    func extensions() async throws {
        let server = try await MediaServer.withNoise()
        let error = #expect(throws: MediaError.self) {
            var reader = try AudioReader(at: server.address("noise.flac?padding=16000"), .patient)
            _ = try Sound(reading: &reader)
        }
        #expect(error?.code == .networkFailed && error?.message.contains("hardly anything") == true, "\(error?.message ?? "")")
        // It is not asked again.
        #expect(server.requests.count == 1)
    }

    @Test("chunks of the usual kind, with a name in each, are read")
    func usual() async throws {
        let server = try await MediaServer.withNoise()
        var reader = try AudioReader(at: server.address("noise.flac?padding=20&piece=40"), .patient)
        #expect(try Sound(reading: &reader).count > 0)
    }

    @Test("a station with a text after every few bytes of sound is not read", arguments: [1, 255])
    func interval(_ interval: Int) async throws {
        let server = try await MediaServer.withNoise()
        let error = #expect(throws: MediaError.self) {
            _ = try AudioReader(at: server.address("noise.flac?metaint=\(interval)&titles=A"), .patient)
        }
        #expect(error?.message.contains("every \(interval) bytes") == true && server.requests.count == 1)
    }

    @Test("a byte now and then is no progress, and enough bytes are")
    func drip() {
        let second: Int64 = 1_000_000_000
        var policy = RetryPolicy(timeoutSeconds: 30, now: 0)
        for time in 1...29 as ClosedRange<Int64> { policy.progressed(bytes: 1, now: time * second) }
        #expect(policy.deadline == 30 * second && policy.retryTime(now: 30 * second) == nil)
        policy.progressed(bytes: 512, now: 29 * second)
        #expect(policy.deadline == 59 * second)
    }

    @Test("who only wants to look into media waits for it until then, and no longer")
    func deadline() async throws {
        let server = try await MediaServer.withNoise()
        // It sends enough to be alive.
        let address = try WebAddress(server.address("noise.flac?rate=2000"))
        let source = try NetworkSource(
            address, until: MonotonicClock.nanoseconds + 500_000_000, .patient, cancellation: CancellationToken())
        let error = #expect(throws: MediaError.self) { _ = try AudioReader(source, name: "noise") }
        #expect(error?.message.contains("given up") == true, "\(error?.message ?? "")")
    }
}
