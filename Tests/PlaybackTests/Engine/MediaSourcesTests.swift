import Decoding
import Media
import Network
import PlayerModel
import Testing

@testable import Playback

@Suite("The sources of the player")
struct MediaSourcesTests {
    /// Sources that read two lists, and the tokens that end the reading.
    private func reading() -> (sources: MediaSources, first: CancellationToken, second: CancellationToken) {
        let sources = MediaSources()
        let tokens: [UInt64: CancellationToken] = [1: CancellationToken(), 2: CancellationToken()]
        sources.onRead { token, _ in tokens[token] ?? CancellationToken() }
        sources.read(1, "/a.m3u")
        sources.read(2, "/b.m3u")
        return (sources, tokens[1] ?? CancellationToken(), tokens[2] ?? CancellationToken())
    }

    @Test("a reading is cancelled on its own")
    func cancelled() {
        let (sources, first, second) = reading()
        sources.cancelOpening(1)
        #expect(first.isCancelled && !second.isCancelled)
    }

    @Test("an opening that waits for its time is cancelled with its timer")
    func waiting() {
        let scheduler = ManualScheduler()
        let sources = MediaSources()
        var opened: [SourceToken] = []
        for token in [SourceToken(1), 2, 3] {
            let timer = ControlTimer(scheduler)
            timer.set(afterNanoseconds: 100) { opened.append(token) }
            sources.wait(token, timer)
        }
        sources.cancelOpening(2)
        scheduler.advance(by: 200)
        #expect(opened == [1, 3])
    }

    @Test("closing a source ends a wait for it")
    func closed() {
        let (sources, first, second) = reading()
        sources.close(2)
        #expect(!first.isCancelled && second.isCancelled)
    }

    @Test("at the end everything is cancelled but what is forgotten")
    func end() {
        let (sources, first, second) = reading()
        sources.forget(1)
        sources.shutDown()
        #expect(!first.isCancelled && second.isCancelled)
    }

    @Test("a client's stream ends once the player has no use for it")
    func streams() throws {
        let pushed = PushedStreams(news: .init(farewell: { _ in [] }, report: { _ in }))
        let sources = MediaSources()
        sources.start(DecodeWorker(opening: AnyMediaOpening(network: .init(), pushed: pushed)) { _ in }, pushed: pushed)
        let stream = try pushed.expect(title: nil, samples: nil)
        var player = Player()
        _ = player.handle(.addItems([QueueItem(id: 0, uri: stream.uri)], QueueInsertion(.end)), request: 1)
        sources.lookAfterStreams(of: player)
        #expect(!pushed.isEmpty)
        _ = player.handle(.clear, request: 2)
        sources.lookAfterStreams(of: player)
        #expect(pushed.isEmpty)
        sources.shutDown()
    }
}
