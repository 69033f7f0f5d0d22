import AudioTypes
import Media
import MediaTypes
import TestSupport
import Testing

@testable import Network

@Suite("A seek that nobody waits for any more", .serialized)
struct InterruptionTests {
    /// Goes to a place that the server never sends, and when that order is taken back to one that it does, and reads there.
    private func heard(
        after place: Int, then other: Int, at address: String, _ isSilent: @escaping @Sendable () -> Bool
    ) async throws -> Sound {
        let (order, next) = (CancellationToken(), CancellationToken())
        // Nothing but the order ends the wait: the network's own time is an hour.
        async let sound = onOwnThread {
            Result { () throws in
                var reader = try AudioReader(at: address, .init(timeoutSeconds: 3_600))
                reader.cancellation.heed(order)
                let error = #expect(throws: MediaError.self) { try reader.seek(to: FrameCount(Int64(place))) }
                #expect(error?.code == .cancelled)
                reader.cancellation.heed(next)
                try reader.seek(to: FrameCount(Int64(other)))
                return try Sound(reading: &reader, atMost: 5_000)
            }
        }
        try await waitUntil("the silent part to be asked for") { isSilent() }
        order.cancel()
        return try await sound.get()
    }

    @Test(
        "ends at once though it waits for a server, and the next one is exact", .timeLimit(.minutes(3)),
        arguments: ["wav", "flac", "m4a"])
    func file(suffix: String) async throws {
        let server = try await MediaServer.withNoise("noise.\(suffix)", seconds: 40)
        let file = server.directory.file("noise.\(suffix)")
        let size = try readFile(file).count
        let sound = try await heard(after: 1_323_000, then: 352_800, at: server.address("noise.\(suffix)?silent=60-90")) {
            server.requests.contains { request in
                let start = request.split(separator: "=").last.flatMap { Int($0.dropLast()) } ?? 0
                return (size * 60 / 100..<size * 90 / 100).contains(start)
            }
        }
        #expect(try sound == Sound(of: file).part(from: 352_800, count: 5_000))
    }

    @Test("ends at once in a list of segments (HLS), where one of them never comes", .timeLimit(.minutes(3)))
    func segment() async throws {
        let server = try await MediaServer.start()
        let list = server.directory.file("list.m3u8")
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 441_000),
            options: ["-c:a", "mp2", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"], to: list)
        let whole = try Sound(of: list)
        let text = String(decoding: try readFile(list), as: UTF8.self)
        try server.directory.write(text.replacing("list3.ts", with: "list3.ts?stall=0"), to: "silent.m3u8")
        let sound = try await heard(after: 308_700, then: 44_100, at: server.address("silent.m3u8")) {
            server.requests.contains { $0.hasPrefix("/list3.ts") }
        }
        #expect(sound == whole.part(from: 44_100, count: 5_000))
    }

    @Test("that is taken back late interrupts nothing of the next one")
    func late() {
        let (token, first, second) = (CancellationToken(), CancellationToken(), CancellationToken())
        token.heed(first)
        token.heed(second)
        first.cancel()
        #expect(!token.isInterrupted)
        second.cancel()
        #expect(token.isInterrupted && !token.isCancelled)
        token.heed(nil)
        #expect(!token.isInterrupted)
        token.heed(first)
        #expect(token.isInterrupted, "it was taken back before")
    }
}
