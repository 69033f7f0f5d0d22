import Decoding
import Media
import MediaTypes
import NIOCore
import NIOPosix
import Network
import Synchronization
import TestSupport
import Testing

@testable import Application

@Suite("Looking into media for clients")
struct MediaProberTests {
    private static let (first, second) = (Origin(.control, client: 1), Origin(.control, client: 2))

    /// A prober on an event loop of its own, and the codes of the errors that came back: an empty word for none.
    private final class Bench: Sendable {
        private let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        private let prober: NIOLoopBound<MediaProber>
        private let answers = Mutex<[Origin: [String]]>([:])

        init() throws {
            let loop = loop
            prober = try loop.submit {
                let media = AnyMediaOpening(network: NetworkConfiguration(timeoutSeconds: 300))
                return NIOLoopBound(MediaProber(eventLoop: loop, media: media), eventLoop: loop)
            }.wait()
        }

        func answers(_ client: Origin) -> [String] { answers.withLock { $0[client] ?? [] } }

        func probe(_ uri: String, times: Int = 1, of client: Origin, _ token: CancellationToken) {
            loop.execute {
                for _ in 0..<times {
                    self.prober.value.probe(uri, for: client, cancellation: token) { result in
                        let code =
                            switch result {
                            case .success: ""
                            case .failure(.media(let error)): "\(error.code)"
                            case .failure(.tooManyWaiting(let limit)): "\(limit) wait"
                            }
                        self.answers.withLock { $0[client, default: []].append(code) }
                    }
                }
            }
        }

        func disconnect(_ client: Origin) { loop.execute { self.prober.value.clientLeft(client) } }
    }

    @Test("a client that asks for more than can be waited for is refused, holds up no other, and leaves nothing behind")
    func crowd() async throws {
        let server = try await MediaServer.start()
        try server.directory.write(String(repeating: "x", count: 4_096), to: "silent.mp3")
        let bench = try Bench()
        let token = CancellationToken()
        bench.probe(server.address("silent.mp3?stall=0"), times: 1_500, of: Self.first, token)
        try await waitUntil("the refusals") { bench.answers(Self.first).count >= 1_500 - 1_028 }
        #expect(bench.answers(Self.first) == Array(repeating: "1024 wait", count: 1_500 - 1_028))
        try await waitUntil("the requests") { server.requests.count >= 4 }
        bench.probe("/nothing/there.flac", of: Self.second, CancellationToken())
        try await waitUntil("the other client's answer") { bench.answers(Self.second) == ["notFound"] }

        let asked = server.requests.count
        bench.disconnect(Self.first)
        token.cancel()
        try await waitUntil("the end of those under way") { bench.answers(Self.first).count == 1_500 - 1_024 }
        // Each of the four may ask once more, as it does whenever a server says nothing for long; none of those that waited does.
        #expect(server.requests.count <= asked + 4)
    }

    @Test("leaves the processor to who answers clients and to who decodes, however many are looking")
    func modesty() async throws {
        let server = try await MediaServer.start()
        try server.directory.write(String(repeating: "x", count: 4_096), to: "silent.mp3")
        let bench = try Bench()
        let token = CancellationToken()
        bench.probe(server.address("silent.mp3?stall=0"), times: 4, of: Self.first, token)
        try await waitUntil("four that look, all of them modest") {
            let values = niceValues(ofThreads: "fermata-probe")
            return values.count >= 4 && values.allSatisfy { $0 == 10 }
        }
        token.cancel()
        try await waitUntil("their end") { bench.answers(Self.first).count == 4 }
    }

    @Test("a client gets all its answers, however long its list")
    func many() async throws {
        let bench = try Bench()
        bench.probe("/nothing/there.flac", times: 1_000, of: Self.first, CancellationToken())
        try await waitUntil("the answers") { bench.answers(Self.first).count == 1_000 }
        #expect(Set(bench.answers(Self.first)) == ["notFound"])
    }
}
