import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("A disk that is away")
struct GoneDiskTests {
    private static func gone(_ path: String) -> PlaybackError {
        PlaybackError(
            .media(.notFound), "no such file", gone: GoneDirectory(path: Array(path.utf8)))
    }

    private static func names(_ count: Int) -> [String] { (0..<count).map { "/disk/album \($0 / 10)/\($0 % 10).flac" } }

    @Test(
        "is noticed at the first item: playback ends with one failure and its reason, and the queue stays",
        arguments: [false, true])
    func starting(shuffles: Bool) {
        var stage = PlayerStage(Self.names(95_000), QueueModes(repeats: .all, shuffles: shuffles))
        let queue = stage.player.queue
        let request = stage.send(.play)
        stage.failsToOpen(nil, Self.gone("/disk"))
        #expect(stage.answers[request] == .failed(Self.gone("/disk")) && stage.failures.count == 1)
        #expect(stage.player.state == .stopped && stage.pending.isEmpty)
        #expect(stage.player.queue.items == queue.items && stage.player.queue.revision == queue.revision)
        stage.checkLeftovers()
    }

    @Test("does not keep from trying what is elsewhere", arguments: [false, true])
    func elsewhere(shuffles: Bool) {
        let names = Self.names(50) + ["/other.flac"] + ["file:///disk/a%20b.flac#t=1,2", "/disk2/x.flac"]
        var stage = PlayerStage(names, QueueModes(shuffles: shuffles))
        let others = Set(["/other.flac", "/disk2/x.flac"])
        stage.send(.play)
        while let uri = stage.pendingURIs.last, !others.contains(uri) { stage.failsToOpen(nil, Self.gone("/disk")) }
        // By chance something from elsewhere is the first where it shuffles.
        #expect(stage.failures.count <= 1 && others.contains(stage.pendingURIs.last ?? ""))
        stage.opens()
        #expect(others.contains(stage.player.item?.uri ?? ""))
    }

    @Test("is noticed once while something plays, which is heard to its end, and told as the reason then")
    func ahead() {
        var stage = PlayerStage(["/here.flac"] + Self.names(95_000))
        stage.starts()
        stage.decodes()
        stage.failsToOpen(nil, Self.gone("/disk"))
        #expect(stage.pending.isEmpty && stage.failures.count == 1 && stage.player.state == .playing)
        stage.hears(.ended)
        #expect(stage.player.state == .stopped && stage.player.reason == .error && stage.player.queue.items.count == 95_001)
        #expect(stage.player.item?.uri == "/here.flac")
        stage.checkLeftovers()
    }

    @Test("under a list that is to be played leaves everything as it was after one try")
    func list() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        let request = stage.send(.playList("/list.m3u"))
        stage.lists(Self.names(1_000))
        stage.failsToOpen(nil, Self.gone("/disk"))
        #expect(stage.answers[request] == .failed(Self.gone("/disk")) && stage.player.state == .playing)
        stage.checkLeftovers()
    }

    @Test("or whatever else it is, after a hundred failures in a row playback ends, and the next try begins behind them")
    func manyFailures() {
        var stage = PlayerStage((0..<1_000).map { "/\($0)" })
        stage.send(.play)
        while !stage.pending.isEmpty { stage.failsToOpen() }
        #expect(stage.failures.count == 100 && stage.player.state == .stopped)
        stage.send(.next)
        #expect(stage.pendingURIs == ["/100"])
        stage.opens()
        stage.hears(.began)
        stage.decodes()
        while !stage.pending.isEmpty { stage.failsToOpen() }
        #expect(stage.failures.count == 200 && stage.player.state == .playing)
        stage.hears(.ended)
        #expect(stage.player.state == .stopped && stage.player.reason == .error && stage.player.item?.uri == "/100")
    }
}
