import Decoding
import Media
import MediaLibrary
import MediaTypes
import NIOCore
import NIOPosix
import Network
import PlayerModel
import Synchronization
import TestSupport
import Testing

@testable import Application

@Suite("Reading lists for clients")
struct PlaylistReaderTests {
    /// A reader on an event loop of its own, and what it answered: the number of items, or the code of the error.
    private final class Bench: Sendable {
        private let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        private let reader: PlaylistReader
        private let given = Mutex<[String]>([])

        init() {
            reader = PlaylistReader(
                eventLoop: loop, media: AnyMediaOpening(network: NetworkConfiguration(timeoutSeconds: 300)))
        }

        var answers: [String] { given.withLock { $0 } }

        func read(_ uri: String, times: Int = 1, limit: Int = 100, _ token: CancellationToken = CancellationToken()) {
            loop.execute { [self] in
                let stored = PlaylistDirectory(path: "/nowhere") { _ in [] }
                for _ in 0..<times {
                    reader.read(
                        [uri], stored: stored, limit: limit, scope: .everything, refusesMissing: false, cancellation: token
                    ) { [self] result in
                        loop.preconditionInEventLoop()
                        let answer =
                            switch result {
                            case .success(let expansion): "\(expansion.items.count)"
                            case .failure(let error): "\(error.code)"
                            }
                        given.withLock { $0.append(answer) }
                    }
                }
            }
        }
    }

    @Test("so many are read at once that those which hang leave some threads; their end makes room again")
    func crowd() async throws {
        let server = try await MediaServer.start()
        try server.directory.write(String(repeating: "# silence\n", count: 100), to: "list.m3u")
        let bench = Bench()
        let token = CancellationToken()
        bench.read(server.address("list.m3u?stall=9"), times: 67, token)
        try await waitUntil("the refusals") { bench.answers.count >= 3 }
        #expect(bench.answers == Array(repeating: "\(PlaybackError.Code.limitExceeded)", count: 3))
        try await waitUntil("them to leave the processor to others") {
            let values = niceValues(ofThreads: "fermata-lists")
            return values.count >= 64 && values.allSatisfy { $0 == 10 }
        }
        token.cancel()
        try await waitUntil("the answers to those that were cancelled") { bench.answers.count == 67 }
        #expect(bench.answers.suffix(64).allSatisfy { $0 == "\(PlaybackError.Code.superseded)" }, "\(bench.answers)")
        bench.read(server.address("song.mp3"))
        try await waitUntil("one more") { bench.answers.count == 68 }
        #expect(bench.answers.last == "1")
    }

    @Test("a directory becomes its files, or an error where it is not there or has more than there is room for")
    func directories() async throws {
        let directory = try TemporaryDirectory()
        for name in ["a.flac", "b.flac", "c.txt"] { try directory.write("", to: name) }
        let bench = Bench()
        for (uri, limit) in [(directory.path, 2), (directory.path, 1), (directory.file("nothing.m3u"), 2)] {
            let count = bench.answers.count
            bench.read(uri, limit: limit)
            try await waitUntil("the answer") { bench.answers.count > count }
        }
        #expect(bench.answers == ["2", "\(PlaybackError.Code.queueFull)", "\(PlaybackError.Code.media(.notFound))"])
    }
}
