import AudioTypes
import ControlProtocol
import JSON
import Testing

@Suite("Values that travel")
struct WireTests {
    /// Each value fits its schema, and reads back from its own text.
    private func check<Value: WireValue>(_ value: Value) throws {
        let json = try JSONValue(parsing: value.json.text)
        do {
            try Value.schema.check(json)
        } catch {
            Issue.record("\(Value.self): \(error) in \(json.text)")
        }
        #expect(try Value(json: json) == value)
    }

    @Test("a status looks as the protocol says")
    func status() throws {
        let status = Samples.status
        try check(status)
        #expect(
            status.json.text == """
                {"state":"playing","reason":"user","item":{"id":7,"uri":"/a.flac","title":"A","duration":180.2},\
                "position":{"seconds":12.34,"monotonic":98.7654,"rate":1.0},"duration":180.2,\
                "volume":{"level":0.7,"muted":false},\
                "queue":{"length":3,"index":0,"revision":12,"repeat":"off","shuffle":false,"consume":false},\
                "format":{"codec":"flac","sampleRate":44100,"channels":2,"bitsPerSample":16},\
                "output":{"uid":"hp","name":"Headphones","type":"headphones"},"resumeExpected":false,\
                "stopAfter":null,"notice":null}
                """)
    }

    @Test("a format tells the gain it is played with, where there is one")
    func replayGain() throws {
        var status = Samples.status
        status.format?.replayGain = -6.54
        try check(status)
        #expect(status.json["format"]?["replayGain"] == .number(-6.54))
        #expect(Samples.status.json["format"]?["replayGain"] == nil)
    }

    @Test("an item tells the tags of its album and that it has a picture, where it has them")
    func albumTags() throws {
        var item = Samples.item
        item.albumArtist = "Various"
        (item.trackNumber, item.trackTotal, item.discNumber, item.discTotal) = (3, 12, 1, 2)
        (item.date, item.genre, item.hasPicture) = ("1999", "Jazz", true)
        try check(item)
        #expect(
            item.json.text == """
                {"id":7,"uri":"/a.flac","title":"A","albumArtist":"Various","trackNumber":3,"trackTotal":12,"discNumber":1,\
                "discTotal":2,"date":"1999","genre":"Jazz","picture":true,"duration":180.2}
                """)
    }

    @Test("an item tells its priority and the part of its file, and a status the options, where there are any")
    func partsAndOptions() throws {
        var item = Samples.item
        (item.priority, item.range) = (7, Wire.ItemRange(start: 1.5, end: 3))
        try check(item)
        #expect(
            item.json.text == """
                {"id":7,"uri":"/a.flac","title":"A","duration":180.2,"priority":7,"range":{"start":1.5,"end":3.0}}
                """)
        var status = Samples.status
        status.options = PlaybackOptions([.crossfade: 2.0, .replayGain: "track"])
        status.format?.bitRate = 320_000
        status.queue.modes.consumeOnce = true
        try check(status)
        let options =
            #"{"crossfade":2.0,"crossfadeBy":"time","replayGain":"track","speed":1.0,"rewind":0.0,"skipSilence":"off","shuffleWeights":[],"endless":"off","passthrough":[]}"#
        #expect(status.json["options"]?.text == options)
        #expect(status.json["queue"]?["consumeOnce"] == true && status.json["format"]?["bitRate"] == 320_000)
    }

    @Test("what is passed through, and null for what is not there")
    func passthrough() throws {
        try check(Wire.Passthrough(codecs: ["ac3", "dop"], offered: ["ac3"], output: "receiver", playing: "ac3"))
        let nothing = Wire.Passthrough(codecs: [], offered: [], output: nil, playing: nil)
        try check(nothing)
        #expect(nothing.json.text == #"{"codecs":[],"offered":[],"output":null,"playing":null}"#)
    }

    @Test("a picture is its file, its bytes or both")
    func picture() throws {
        try check(Wire.Picture(source: .embedded, type: "image/png", size: 3, uri: "file:///a", data: "AAAA"))
        let bare = Wire.Picture(source: .file, type: "image/jpeg", size: 3)
        try check(bare)
        #expect(bare.json.text == #"{"source":"file","type":"image/jpeg","size":3}"#)
    }

    @Test("a duration that is an estimate is marked, and no other is")
    func estimate() throws {
        var (status, item) = (Samples.status, Samples.item)
        (status.durationIsEstimate, item.durationIsEstimate) = (true, true)
        try check(status)
        try check(item)
        let media = Wire.MediaDescription(container: "mp3", duration: 2, durationIsEstimate: true, audio: [])
        try check(media)
        for json in [status.json, item.json, media.json] { #expect(json["durationIsEstimate"] == .bool(true)) }
        for json in [Samples.status.json, Samples.item.json] { #expect(json["durationIsEstimate"] == nil) }
    }

    @Test("a reply tells ten thousand ids, and how many items there are")
    func manyIDs() throws {
        let (added, removed) = (
            Wire.QueueAddition(ids: Array(1...95_000), revision: 5), Wire.QueueRemoval(removed: Array(1...95_000), revision: 5)
        )
        #expect(added.json["ids"]?.arrayValue?.count == 10_000 && removed.json["removed"]?.arrayValue?.count == 10_000)
        #expect(added.json["count"] == 95_000 && removed.json["count"] == 95_000)
        #expect(added.json.bytes.count < 128 << 10 && removed.json.bytes.count < 128 << 10)
        // A daemon of before did not tell their number: it told all.
        #expect(try Wire.QueueAddition(json: ["ids": [1, 2], "revision": 5]).count == 2)
        #expect(try Wire.QueueRemoval(json: ["removed": [1, 2], "revision": 5]).count == 2)
    }

    @Test("an empty status has nulls where there is nothing")
    func emptyStatus() throws {
        let status = Wire.Status(
            state: .stopped, reason: .startup, volume: Wire.Volume(level: 1, muted: false),
            queue: Wire.QueueSummary(length: 0, index: nil, revision: 0, modes: Wire.QueueModes()))
        try check(status)
        for name in ["item", "position", "duration", "format", "output"] { #expect(status.json[name] == .null) }
        #expect(status.json["queue"]?["index"] == .null)
    }

    @Test("all others fit their schemas and read back")
    func others() throws {
        try check(Samples.item)
        try check(
            Wire.LibrarySong(
                song: 1, uri: "/a.flac", replayGain: Wire.ReplayGain(trackGain: -6.54, trackPeak: 0.5, albumGain: 1.5),
                lyrics: ["One\nTwo", "Eins"]))
        try check(Wire.LibrarySong(song: 1, uri: "/a.flac"))
        try check(Samples.session)
        try check(Samples.route)
        try check(Wire.Output(port: Samples.port, current: true, default: false))
        try check(Wire.QueuePage(items: [Samples.item], length: 1, revision: 4))
        try check(Wire.QueueAddition(ids: [1, 2], revision: 5))
        try check(
            Wire.QueueAddition(ids: [], revision: 5, skipped: [Wire.SkippedEntry(uri: "/a.m3u", message: "No.")]))
        try check(Wire.QueueRemoval(removed: [3], revision: 6))
        try check(Wire.QueueAddition(ids: Array(1...95_000), revision: 5))
        try check(Wire.QueueRemoval(removed: Array(1...95_000), revision: 6))
        try check(Wire.QueueRevision(revision: 5))
        try check(Wire.QueueModes(repeat: .one, shuffle: true, consume: true))
        try check(Wire.Volume(level: 0.5, muted: true))
        try check(Wire.Interruption(interruption: 1, reason: "alarm", source: "clock", ducked: true))
        try check(
            Wire.HeardChange(
                time: 1_800_000_000.5, change: "paused", reason: "interrupted", source: "linphone", interruption: "a call",
                resumes: true, over: true))
        var softer = Samples.status
        softer.cause = Wire.HeardChange(
            time: 1, change: "softer", reason: "interrupted", source: "doorbell", interruption: "bell")
        try check(softer)
        try check(Wire.HeardChange(time: 1, change: "volume", reason: "client", volume: Wire.Volume(level: 0.5, muted: true)))
        try check(Wire.StreamFormat.automatic)
        try check(Wire.StreamFormat(encoding: .s24le, sampleRate: 48_000, channels: 1))
        try check(
            Wire.ServerInfo(version: "0.1", pid: 1, uptime: 2.5, pipewire: nil, ffmpeg: "5.1", features: ["mpris"]))
        try check(Wire.ServerStatistics(underruns: 1, ringFill: 0.5, clients: 3))
        try check(
            Wire.MediaDescription(
                container: "flac", duration: nil,
                audio: [Wire.AudioStream(index: 0, codec: "flac", sampleRate: 44_100, channels: 2, channelLayout: "stereo")],
                video: [Wire.VideoStream(index: 1, codec: "mjpeg", width: 500, height: 500)], tags: ["title": "A"]))
    }

    @Test("a client passes over what a newer daemon adds")
    func growth() throws {
        var json = try #require(Samples.port.json.objectValue)
        json["type"] = "teleport"
        json["colour"] = "red"
        #expect(try Wire.Port(json: .object(json)).type == .unknown)
        #expect(throws: JSONMismatch.self) { try Wire.Port(json: ["uid": "a"]) }
        #expect(throws: JSONMismatch.self) { try Wire.Volume(json: ["level": 1e300, "muted": false]) }
        #expect(throws: JSONMismatch.self) { try Wire.Position(json: ["seconds": 0, "monotonic": 0, "rate": 1e300]) }
    }

    @Test("a position tells where playback is now")
    func position() {
        let position = Wire.Position(seconds: 10, monotonic: 100, rate: 1)
        #expect(position.seconds(at: 102.5) == 12.5)
        #expect(position.seconds(at: 0) == 0)
        #expect(Wire.Position(seconds: 10, monotonic: 100, rate: 0).seconds(at: 200) == 10)
    }
}

/// Values for tests.
enum Samples {
    static let item = Wire.QueueItem(id: 7, uri: "/a.flac", title: "A", duration: 180.2)
    static let port = Wire.Port(uid: "hp", name: "Headphones", type: .headphones, channels: 2)
    static let route = Wire.Route(outputs: [port])
    static let recording = Wire.Recording(
        recording: 1, state: .recording, source: .input, from: ["mic"], title: nil, path: "/a.wav", format: "wav",
        sampleRate: 48_000, channels: 2, duration: 1.5, missedFrames: 0, droppedFrames: 0)
    static let status = Wire.Status(
        state: .playing, reason: .user, item: item, position: Wire.Position(seconds: 12.34, monotonic: 98.7654, rate: 1),
        duration: 180.2, volume: Wire.Volume(level: 0.7, muted: false),
        queue: Wire.QueueSummary(length: 3, index: 0, revision: 12, modes: Wire.QueueModes()),
        format: Wire.AudioFormat(codec: "flac", sampleRate: 44_100, channels: 2, bitsPerSample: 16),
        output: Wire.OutputSummary(uid: "hp", name: "Headphones", type: .headphones))
    static let session = Wire.Session(
        category: "playback", mode: "default", options: ["mixWithOthers"], active: true, preferredIOBufferDuration: 0,
        ioBufferDuration: 0.0213, preferredSampleRate: 0, sampleRate: 48_000, outputLatency: 0.01, outputVolume: 0.7,
        outputMuted: false, outputChannels: 2, inputLatency: 0.005, inputVolume: 1, inputMuted: false, inputChannels: 0,
        otherAudioPlaying: false, secondaryAudioShouldBeSilencedHint: false,
        recordPermission: "undetermined",
        interruptions: [Wire.Interruption(interruption: 1, reason: "alarm", source: "clock", ducked: false)], route: route)
}

@Suite("Texts under names that somebody has chosen")
struct NamedTextsTests {
    @Test("are told apart by the bytes of their names, on the way to a client and at the client")
    func bytes() throws {
        let (one, two) = ("\u{E9}", "e\u{301}")
        let song = Wire.LibrarySong(song: 1, uri: "/a", stickers: [one: "1", two: "2", "a": "3"])
        let text = song.json.text
        let read = try #require(try Wire.LibrarySong(json: JSONValue(parsing: text)).stickers)
        #expect(read.elements.map { Array($0.name.utf8) } == ["a", two, one].map { Array($0.utf8) })
        #expect(read[one] == "1" && read[two] == "2" && read["b"] == nil)
        #expect(read == song.stickers)
        #expect(NamedTexts([(name: one, value: "1")]) != NamedTexts([(name: two, value: "1")]))
        #expect(NamedTexts([(name: "a", value: "1"), (name: "a", value: "2")]) == ["a": "2"])
    }
}
