import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("A stream of the network")
struct BufferingTests {
    private static let rate: Int64 = 44_100

    /// A player that was told to play a stream, which is open.
    private func opened(seconds: Double? = nil, _ uris: [String] = ["http://radio"]) -> PlayerStage {
        var stage = PlayerStage(uris)
        stage.send(.play)
        stage.opens(nil, .stream(seconds))
        return stage
    }

    private func fills(_ stage: PlayerStage) -> [Double] {
        stage.events.compactMap { if case .buffering(let fill) = $0 { fill } else { nil } }
    }

    @Test("is heard once a second of it is there, and is buffering until then")
    func starts() {
        var stage = opened()
        #expect(stage.states == [.buffering])
        #expect(stage.actions.contains(.hold) && !stage.actions.contains(.resume))
        #expect(stage.answers.values.contains(.done))
        stage.hasDecoded(to: Self.rate / 2)
        stage.act { $0.lookAtBuffer() }
        #expect(fills(stage) == [0, 0.5])
        stage.hasDecoded(to: Self.rate / 2 + 10)
        stage.act { $0.lookAtBuffer() }
        #expect(fills(stage).count == 2, "a fill that hardly changed is not told")
        stage.hasDecoded(to: Self.rate)
        stage.act { $0.lookAtBuffer() }
        #expect(stage.states == [.buffering, .playing] && stage.actions.contains(.resume))
        #expect(fills(stage).last == 1)
    }

    @Test("of a format of which the ring holds little is heard once half of the ring is full")
    func smallRing() throws {
        let rate = try #require(SampleRate(hertz: 1_536_000))
        let format = StreamFormat(sampleRate: rate, channelLayout: try #require(ChannelLayout.standard(channelCount: 64)))
        var stage = PlayerStage(["http://radio"])
        stage.send(.play)
        stage.opens(
            nil,
            SourceDescription(
                format: format, codec: "pcm", bitsPerSample: nil, duration: nil, isSeekable: false, isRemote: true, tags: [:]))
        let half = Int64(format.longestBuffer * 1_536_000) / 2
        stage.hasDecoded(to: half - 10)
        stage.act { $0.lookAtBuffer() }
        #expect(stage.player.state == .buffering)
        stage.hasDecoded(to: half)
        stage.act { $0.lookAtBuffer() }
        #expect(stage.player.state == .playing)
    }

    @Test("that is shorter than that is heard when it is there whole")
    func short() {
        var stage = opened()
        stage.decodes(frames: 100)
        stage.act { $0.lookAtBuffer() }
        #expect(stage.player.state == .playing)
    }

    @Test("a local file does not wait")
    func local() {
        var stage = PlayerStage(["/a"])
        stage.send(.play)
        stage.opens()
        #expect(stage.states == [.playing] && stage.actions.contains(.resume) && !stage.actions.contains(.hold))
        stage.hears(.began)
        stage.hears(.starved)
        #expect(stage.player.state == .playing)
    }

    @Test("that runs dry is buffering, its position stands, and goes on when a second is there again")
    func runsDry() {
        var stage = opened()
        stage.hasDecoded(to: Self.rate * 3)
        stage.act { $0.lookAtBuffer() }
        stage.hears(.began)
        stage.goesOn(to: 3)
        stage.forget()
        stage.hears(.starved, at: Self.rate * 3)
        #expect(stage.states == [.buffering] && stage.actions.contains(.hold))
        #expect(stage.player.position?.rate == 0)
        stage.player.now += 5_000_000_000
        #expect(stage.seconds == 3)
        stage.hasDecoded(to: Self.rate * 4)
        stage.act { $0.lookAtBuffer() }
        #expect(stage.states == [.buffering, .playing] && stage.actions.contains(.resume))
        #expect(stage.events.contains { if case .positionChanged = $0 { true } else { false } })
    }

    @Test("that dies while buffering is reported, heard to where it got, and the next item follows")
    func dies() {
        var stage = opened(["http://radio", "/b"])
        stage.hasDecoded(to: 1_000)
        stage.tell(.failed(segment: 1, frames: 1_000, .missing))
        stage.act { $0.lookAtBuffer() }
        #expect(stage.failures == ["http://radio"] && stage.player.state == .playing)
        #expect(stage.pendingURIs == ["/b"])
        stage.opens()
        stage.hears(.began)
        stage.hears(.began, 2)
        #expect(stage.announced == ["http://radio", "/b"])
    }

    @Test("that follows and is not there in time is buffering, until a second of it is there")
    func follows() {
        var stage = PlayerStage(["/a", "http://b", "/c"])
        stage.starts()
        stage.decodes()
        stage.hears(.ended)
        #expect(stage.states == [.buffering] && stage.actions.contains(.hold))
        stage.act { $0.lookAtBuffer() }
        stage.opens(nil, .stream(nil))
        stage.act { $0.lookAtBuffer() }
        #expect(stage.player.state == .buffering)
        stage.hasDecoded(to: Self.rate)
        stage.act { $0.lookAtBuffer() }
        #expect(stage.states == [.buffering, .playing] && stage.actions.contains(.resume))
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.announced == ["http://b"])
    }

    /// A player whose file is over, and behind which a stream is open of which nothing came.
    private func openInSilence(_ uris: [String]) -> PlayerStage {
        var stage = PlayerStage(uris)
        stage.starts()
        stage.decodes()
        stage.opens(nil, .stream(nil))
        stage.hears(.ended)
        return stage
    }

    @Test("that follows, is open and gives nothing is buffering once what is before it is over")
    func followsInSilence() {
        var stage = openInSilence(["/a", "stream:1"])
        #expect(stage.states == [.buffering] && stage.actions.contains(.hold) && fills(stage) == [0])
        stage.hasDecoded(to: Self.rate)
        stage.act { $0.lookAtBuffer() }
        #expect(stage.states == [.buffering, .playing] && stage.actions.contains(.resume))
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.announced == ["stream:1"])
    }

    @Test("that follows in time is heard without a break, also where something behind it is decoded already")
    func followsInTime() {
        var stage = PlayerStage(["/a", "http://b", "/c"])
        stage.starts()
        stage.decodes()
        stage.opens(nil, .stream(nil))
        let stream = stage.player.numbers.segment
        stage.hasDecoded(to: Self.rate)
        stage.hears(.ended)
        #expect(stage.states.isEmpty && !stage.actions.contains(.hold))
        // The worker is further than its news.
        stage.player.progress = DecodeReading(segment: stream + 1, frame: 10)
        stage.hears(.ended)
        #expect(stage.states.isEmpty && !stage.actions.contains(.hold))
    }

    @Test("that follows, gives nothing and is taken out does not leave silence: the queue is over, or goes on")
    func silentIsRemoved() {
        var stage = openInSilence(["/a", "stream:1"])
        stage.send(.remove([2]))
        #expect(stage.player.state == .stopped && stage.player.reason == .endOfQueue && stage.announced == [""])
        stage.checkLeftovers()
        stage = openInSilence(["/a", "stream:1", "/c"])
        stage.send(.remove([2]))
        #expect(stage.pendingURIs == ["/c"])
        stage.opens()
        #expect(stage.states == [.buffering, .playing])
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.announced == ["/c"])
        stage.checkLeftovers()
    }

    @Test("that follows, gives nothing and cannot begin does not leave silence either")
    func silentCannotBegin() {
        var stage = openInSilence(["/a", "stream:1"])
        stage.tell(.failedToBegin(segment: stage.player.numbers.segment, .missing))
        #expect(stage.failures == ["stream:1"] && stage.player.state == .stopped && stage.announced == [""])
        stage.checkLeftovers()
    }

    @Test("that follows and cannot be opened holds up the file behind it no longer")
    func followsInVain() {
        var stage = PlayerStage(["/a", "http://b", "/c"])
        stage.starts()
        stage.decodes()
        stage.hears(.ended)
        stage.failsToOpen()
        #expect(stage.failures == ["http://b"] && stage.pendingURIs == ["/c"])
        stage.opens()
        #expect(stage.states == [.buffering, .playing] && stage.actions.last == .emit(.buffering(1)))
    }

    @Test("can be paused while it is buffering, and buffers again when it goes on")
    func paused() {
        var stage = opened()
        stage.hasDecoded(to: 1_000)
        stage.pauses()
        #expect(stage.player.state == .paused && stage.actions.contains(.deactivate))
        stage.act { $0.lookAtBuffer() }
        #expect(stage.player.state == .paused)
        stage.forget()
        stage.send(.play)
        #expect(stage.states == [.buffering] && stage.actions.contains(.hold))
        stage.send(.toggle)
        #expect(stage.player.state == .paused)
        stage.send(.play)
        stage.hasDecoded(to: Self.rate)
        stage.act { $0.lookAtBuffer() }
        #expect(stage.player.state == .playing)
    }

    @Test("buffers anew where it is sought")
    func seeking() {
        var stage = opened(seconds: 600)
        stage.hasDecoded(to: Self.rate)
        stage.act { $0.lookAtBuffer() }
        stage.hears(.began)
        stage.forget()
        #expect(stage.ask(.seekTo(300)) == .done)
        #expect(stage.states == [.buffering] && stage.begun.map(\.frame.value) == [300 * Self.rate])
        stage.hasDecoded(to: 301 * Self.rate)
        stage.act { $0.lookAtBuffer() }
        #expect(stage.player.state == .playing)
    }

    @Test("tells a title when its frame is heard, not when it is decoded")
    func titles() throws {
        var stage = opened()
        stage.hasDecoded(to: Self.rate * 3)
        stage.act { $0.lookAtBuffer() }
        stage.hears(.began)
        stage.forget()
        for (second, title) in [(2, "One"), (3, "Two")] {
            let change = TagChange(frame: FrameCount(Int64(second) * Self.rate), tags: ["title": title, "station": "Radio"])
            stage.tell(.tagsChanged(segment: 1, change))
        }
        stage.goesOn(to: 1.5)
        #expect(abs(try #require(stage.player.timeToTags) - 501_000_000) < 1_000_000)
        stage.act { $0.announceTags() }
        #expect(stage.events.isEmpty)
        stage.goesOn(to: 2 - 1.0 / Double(Self.rate))
        stage.act { $0.announceTags() }
        #expect(stage.events.isEmpty, "a frame too early")
        stage.goesOn(to: 2)
        stage.act { $0.announceTags() }
        #expect(stage.events.contains(.metadataChanged(["title": "One", "station": "Radio"])))
        #expect(stage.player.item?.title == "One" && stage.player.queue.items[0].title == "One")
        #expect(stage.actions.contains(.setTitle("One")))
        stage.pauses(at: 2.5)
        #expect(stage.player.timeToTags == nil)
        stage.send(.play)
        stage.goesOn(to: 3.1)
        stage.act { $0.announceTags() }
        #expect(stage.player.item?.title == "Two" && stage.player.timeToTags == nil)
    }

    @Test("that sends titles without end has the newest kept, each once")
    func titlesWithoutEnd() {
        var stage = opened()
        for number in 0..<1_000 {
            for _ in 0..<2 {
                let change = TagChange(frame: FrameCount(Int64(number) * 10), tags: ["title": "\(number)"])
                stage.tell(.tagsChanged(segment: 1, change))
            }
        }
        let kept = stage.player.current?.comingTags.map { $0.tags["title"] }
        #expect(kept == (936..<1_000).map(String.init))
    }
}

extension PlayerStage {
    /// So much of the current run of audio is in the ring.
    mutating func hasDecoded(to frame: Int64) {
        player.progress = DecodeReading(segment: player.numbers.segment, frame: frame)
    }
}

extension SourceDescription {
    /// A stream of the network; endless, or with an end and seekable.
    static func stream(_ seconds: Double?) -> SourceDescription {
        SourceDescription(
            format: StreamFormat(sampleRate: .cd, channelLayout: .stereo), codec: "mp3", bitsPerSample: nil,
            duration: seconds, isSeekable: seconds != nil, isRemote: true, tags: ["station": "Radio"])
    }
}

@Suite("Buffering that takes too long")
struct EndlessBufferingTests {
    @Test("fails the item with a reason after a minute, and the queue goes on")
    func minute() {
        var stage = PlayerStage(["http://radio", "/b"])
        stage.send(.play)
        stage.opens(nil, .stream(nil))
        stage.hasDecoded(to: 1_000)
        for _ in 0..<60 { stage.looks() }
        #expect(stage.player.state == .buffering && stage.failures.isEmpty)
        stage.looks()
        #expect(stage.failures == ["http://radio"] && stage.pendingURIs == ["/b"])
        stage.opens()
        #expect(stage.player.state == .playing && stage.player.item?.uri == "/b")
    }

    @Test("ends playback where nothing follows, with an error")
    func last() {
        var stage = PlayerStage(["http://radio"])
        stage.send(.play)
        stage.opens(nil, .stream(nil))
        for _ in 0..<61 { stage.looks() }
        #expect(stage.player.state == .stopped && stage.player.reason == .error)
    }

    @Test("is not too long for a client that sends a stream")
    func client() {
        var stage = PlayerStage(["stream:7"])
        stage.send(.play)
        stage.opens(nil, .stream(nil))
        for _ in 0..<600 { stage.looks() }
        #expect(stage.player.state == .buffering && stage.failures.isEmpty)
    }
}

extension PlayerStage {
    /// A second goes by, and the player looks how much has come.
    fileprivate mutating func looks() {
        player.now += 1_000_000_000
        act { $0.lookAtBuffer() }
    }
}
