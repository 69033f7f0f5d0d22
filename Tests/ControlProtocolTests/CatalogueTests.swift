import AudioTypes
import ControlProtocol
import JSON
import Testing

@Suite("The method catalogue")
struct CatalogueTests {
    private func request(_ method: String, _ parameters: JSONObject = [:]) throws(ControlError) -> Request {
        try MethodCatalogue.request(Call(id: .integer(1), method: method, parameters: parameters))
    }

    private func refusal(_ method: String, _ parameters: JSONObject) -> ControlError? {
        #expect(throws: ControlError.self) { try request(method, parameters) }
    }

    @Test("every method may be answered that the daemon is about to end, once", arguments: MethodCatalogue.all)
    func shuttingDown(method: Method) {
        #expect(method.errors.filter { $0 == .shuttingDown }.count == 1)
    }

    @Test("names every error that opening media may come to where media is opened, each once")
    func mediaErrors() throws {
        let opening: [ControlError.Code] = [.mediaNotFound, .networkFailed, .limitExceeded]
        let starting = opening + [.superseded, .nothingToPlay, .noRoute]
        let expected: [(method: String, errors: [ControlError.Code])] = [
            // A directory may hold more than the queue takes.
            ("play", starting + [.queueItemNotFound, .queueFull]), ("toggle", starting), ("next", starting),
            ("previous", starting),
            // Past the end is the next item.
            ("seek", starting + [.notSeekable]), ("queue.add", opening + [.queueFull]), ("media.probe", opening),
        ]
        for (name, errors) in expected {
            let method = try #require(MethodCatalogue.all.first { $0.name == name })
            #expect(errors.allSatisfy(method.errors.contains), "\(name): \(method.errors.map(\.name))")
        }
        for method in MethodCatalogue.all { #expect(Set(method.errors).count == method.errors.count, "\(method.name)") }
    }

    @Test("has every method of the protocol once")
    func names() {
        let names = MethodCatalogue.all.map(\.name)
        #expect(Set(names).count == names.count)
        let expected = """
            play pause toggle stop next previous seek player.seekToChapter volume player.setCrossfade player.setReplayGain player.passthrough status player.stopAfter queue.list queue.add queue.remove queue.deduplicate queue.move queue.clear \
            queue.set queue.setPriority queue.setRange queue.setTags stream.open media.probe media.chapters media.picture announce announce.cancel announce.list \
            record.start record.open record.pause record.resume record.split record.stop record.list \
            media.extract media.convert job.list job.cancel library.search library.albums library.artists library.names library.years library.browse library.item \
            library.update library.cancelUpdate library.statistics library.picture sticker.get sticker.set sticker.delete sticker.list \
            sticker.find playlist.list playlist.get playlist.save playlist.add playlist.move playlist.remove playlist.rename \
            playlist.delete rooms.list rooms.setVolume rooms.mute rooms.setLatency rooms.rename rooms.group rooms.ungroup session.get session.history session.setCategory session.setPreferredIOBufferDuration \
            session.setPreferredSampleRate session.setActive session.overrideOutput session.answerRecordPermission session.beginInterruption \
            session.endInterruption route.get route.outputs route.inputs route.selectInput route.setInputVolume route.select route.setVolume route.setDelay events.subscribe events.unsubscribe server.info \
            server.statistics server.reload rpc.discover
            """
        #expect(names == expected.split(separator: " ").map(String.init))
    }

    @Test("makes typed requests")
    func typed() throws {
        #expect(try request("player.passthrough") == .player(.passthrough(nil)))
        #expect(try request("player.passthrough", ["codecs": ["dts", "ac3"]]) == .player(.passthrough([.ac3, .dts])))
        #expect(try request("player.passthrough", ["codecs": []]) == .player(.passthrough([])))
        #expect(throws: ControlError.self) { try request("player.passthrough", ["codecs": ["mp3"]]) }
        #expect(try request("play") == .player(.play(.queue)))
        #expect(try request("play", ["uri": "/a.flac"]) == .player(.play(.media("/a.flac"))))
        #expect(try request("play", ["item": 3]) == .player(.play(.item(3))))
        #expect(try request("play", ["uri": "/a.flac", "position": 90]) == .player(.play(.media("/a.flac"), at: 90)))
        #expect(refusal("play", ["position": 90])?.code == .invalidParams)
        #expect(try request("player.seekToChapter", ["index": 2]) == .player(.seekToChapter(.index(2))))
        #expect(try request("player.seekToChapter", ["next": true]) == .player(.seekToChapter(.next)))
        #expect(try request("player.seekToChapter", ["previous": true]) == .player(.seekToChapter(.previous)))
        #expect(refusal("player.seekToChapter", [:])?.code == .invalidParams)
        #expect(refusal("player.seekToChapter", ["index": 2, "next": true])?.code == .invalidParams)
        #expect(refusal("player.seekToChapter", ["index": -1])?.code == .invalidParams)
        #expect(try request("media.chapters") == .media(.chapters(uri: nil)))
        #expect(try request("play", ["item": 3.0]) == .player(.play(.item(3))))
        #expect(try request("seek", ["offset": -10]) == .player(.seek(.offset(-10))))
        #expect(try request("volume", ["level": 7]) == .player(.volume(level: 7, delta: nil, muted: nil)))
        #expect(try request("queue.list") == .queue(.list(offset: 0, limit: nil)))
        #expect(try request("queue.set", ["repeat": "all"]) == .queue(.set(repeat: .all, shuffle: nil, consume: nil)))
        #expect(try request("route.select", ["output": .null]) == .route(.select(output: nil)))
        #expect(try request("route.select", ["outputs": ["a", "b"]]) == .route(.selectTogether(outputs: ["a", "b"])))
        #expect(refusal("route.select", ["output": "a", "outputs": ["b"]])?.code == .invalidParams)
        #expect(
            try request("route.setVolume", ["output": "a", "level": 0.5])
                == .route(.setVolume(output: "a", level: 0.5, delta: nil, muted: nil)))
        #expect(refusal("route.setVolume", ["output": "a", "level": 0.5, "delta": 0.1])?.code == .invalidParams)
        #expect(refusal("route.setVolume", ["output": "a"])?.code == .invalidParams)
        #expect(try request("route.setDelay", ["output": "a", "seconds": .null]) == .route(.setDelay(output: "a", seconds: nil)))
        #expect(try request("route.setDelay", ["output": "a", "seconds": 0.2]) == .route(.setDelay(output: "a", seconds: 0.2)))
        #expect(try request("session.setPreferredSampleRate", ["hertz": 0]) == .session(.setPreferredSampleRate(hertz: 0)))
        #expect(
            try request("session.setCategory", ["category": "ambient"])
                == .session(.setCategory(category: "ambient", mode: "default", options: [])))
        #expect(
            try request("stream.open", ["format": ["encoding": "s16le", "sampleRate": 44_100, "channels": 2]])
                == .media(
                    .openStream(
                        format: Wire.StreamFormat(encoding: .s16le, sampleRate: 44_100, channels: 2), title: nil, play: true)))
        #expect(try request("events.subscribe") == .connection(.subscribe(.all)))
        #expect(
            try request("announce", ["uri": "/a.wav", "volume": 0.5, "interrupt": "pause"])
                == .announcement(.media("/a.wav", Request.AnnouncementWish(volume: 0.5, effect: .pause))))
        #expect(
            try request("announce", ["title": "Bell"])
                == .announcement(.stream(.automatic, Request.AnnouncementWish(title: "Bell"))))
        #expect(
            try request("announce", ["uri": "/a.wav", "rooms": ["Kitchen", "bath"]])
                == .announcement(.media("/a.wav", Request.AnnouncementWish(rooms: ["Kitchen", "bath"]))))
        #expect(try request("announce.cancel") == .announcement(.cancel(nil)))
        #expect(try request("rooms.list") == .rooms(.list(room: nil)))
        #expect(
            try request("rooms.setVolume", ["room": "a", "delta": -0.1])
                == .rooms(.setVolume(room: "a", level: nil, delta: -0.1, muted: nil)))
        #expect(try request("rooms.mute", ["room": "a"]) == .rooms(.mute(room: "a", muted: true, wholeGroup: false)))
        #expect(try request("rooms.group", ["rooms": ["a", "b"]]) == .rooms(.group(rooms: ["a", "b"], name: nil)))
        #expect(
            try request("sticker.find", ["name": "rating", "after": "7", "limit": 2])
                == .sticker(.find(name: "rating", Request.LibraryPage(after: "7", limit: 2))))
        #expect(try request("library.item", ["song": 3]) == .library(.item(.song(3), readsFile: true)))
        #expect(
            try request("library.item", ["uri": "/a.flac", "file": false]) == .library(.item(.uri("/a.flac"), readsFile: false)))
    }

    @Test(
        "names the parameter that is wrong",
        arguments: [
            ("play", ["url": "/a"], "url"), ("play", ["uri": 1], "uri"), ("play", ["uri": ""], "uri"),
            ("play", ["uri": .null], "uri"), ("play", ["item": 1.5], "item"), ("play", ["item": "1"], "item"),
            ("pause", ["now": true], "now"), ("seek", ["position": -1], "position"), ("queue.add", [:], "uris"),
            ("queue.add", ["uris": []], "uris"), ("announce", ["rooms": []], "rooms"),
            ("queue.add", ["uris": ["/a", 2]], "uris[1]"),
            ("queue.remove", ["ids": [1, "x"]], "ids[1]"), ("queue.move", ["ids": [1]], "position"),
            ("queue.set", ["repeat": "never"], "repeat"), ("stream.open", ["format": ["encoding": "mp3"]], "format.encoding"),
            ("stream.open", ["format": ["encoding": "auto", "bits": 8]], "format.bits"),
            ("stream.open", ["format": ["encoding": "f32le", "channels": 2]], "format.sampleRate"),
            ("stream.open", ["format": ["encoding": "s16le", "sampleRate": 44_100]], "format.channels"),
            ("stream.open", ["format": ["encoding": "auto", "channels": 2]], "format.channels"),
            ("stream.open", ["format": ["encoding": "s24le", "sampleRate": 7_999, "channels": 2]], "format.sampleRate"),
            ("stream.open", ["format": ["encoding": "s32le", "sampleRate": 384_001, "channels": 2]], "format.sampleRate"),
            ("stream.open", ["format": ["encoding": "f32le", "sampleRate": 8_000, "channels": 9]], "format.channels"),
            ("stream.open", ["format": ["encoding": "f32le", "sampleRate": 8_000, "channels": 0]], "format.channels"),
            ("session.setPreferredIOBufferDuration", ["seconds": 0.6], "seconds"),
            ("session.setPreferredSampleRate", ["hertz": 7_999], "hertz"),
            ("session.setCategory", ["category": "loud"], "category"), ("route.select", [:], "output"),
            ("route.select", ["outputs": []], "outputs"), ("route.setDelay", ["output": "a", "seconds": 2.5], "seconds"),
            ("announce", ["uri": "/a", "volume": 1.5], "volume"), ("announce", ["interrupt": "shout"], "interrupt"),
            ("announce", ["uri": "/a", "format": ["encoding": "auto"]], "format"),
            ("announce", ["format": ["encoding": "s16le", "channels": 1]], "format.sampleRate"),
            ("announce.cancel", ["announcement": "1"], "announcement"),
            ("events.subscribe", ["types": ["player"]], "types"), ("rooms.setLatency", ["room": "a", "seconds": 11], "seconds"),
            ("rooms.group", ["rooms": []], "rooms"), ("rooms.rename", ["room": "a", "name": ""], "name"),
        ] as [(String, JSONObject, String)])
    func wrongParameters(method: String, parameters: JSONObject, name: String) throws {
        let error = try #require(refusal(method, parameters))
        #expect(error.code == .invalidParams)
        #expect(error.details["parameter"] == .string(name))
        #expect(error.message.contains("\"") && error.message.hasPrefix(method))
    }

    @Test("refuses parameters that exclude each other")
    func exclusive() {
        #expect(refusal("play", ["uri": "/a", "item": 1])?.code == .invalidParams)
        #expect(refusal("seek", [:])?.code == .invalidParams)
        #expect(refusal("seek", ["position": 1, "offset": 1])?.code == .invalidParams)
        #expect(refusal("volume", ["level": 1, "delta": 1])?.code == .invalidParams)
        #expect(refusal("rooms.setVolume", ["room": "a", "level": 1, "delta": 1])?.code == .invalidParams)
        #expect(refusal("rooms.setVolume", ["room": "a"])?.code == .invalidParams)
    }

    @Test("refuses parameters by position, and methods that are none")
    func otherRefusals() throws {
        let positional = try Call(json: ["method": "play", "params": [], "id": 1])
        let error = #expect(throws: ControlError.self) { try MethodCatalogue.request(positional) }
        #expect(error?.code == .invalidParams)
        #expect(refusal("rm", [:])?.code == .methodNotFound)
    }

    @Test("tells which methods may be overtaken")
    func waiting() {
        let waiting = MethodCatalogue.all.filter(\.waitsForMedia).map(\.name)
        #expect(
            waiting == [
                "play", "toggle", "next", "previous", "seek", "player.seekToChapter", "media.probe", "media.chapters",
                "media.picture",
                "announce", "record.start", "record.open", "record.stop", "library.search", "library.albums", "library.artists",
                "library.names",
                "library.years", "library.browse", "library.item",
                "library.statistics", "library.picture", "sticker.get", "sticker.set", "sticker.delete", "sticker.list",
                "sticker.find", "playlist.list", "playlist.get", "playlist.save", "playlist.add", "playlist.move",
                "playlist.remove", "playlist.rename", "playlist.delete", "rooms.setVolume", "rooms.mute", "rooms.setLatency",
                "rooms.rename", "rooms.group", "rooms.ungroup",
            ])
    }

    @Test("describes itself as OpenRPC, every reference resolved")
    func openRPC() throws {
        let document = try JSONValue(parsing: OpenRPCDocument.json.text)
        #expect(document["openrpc"] == "1.3.2")
        let methods = try #require(document["methods"]?.arrayValue)
        #expect(methods.compactMap { $0["name"]?.stringValue } == MethodCatalogue.all.map(\.name))
        for method in methods {
            #expect(method["paramStructure"] == "by-name")
            #expect(method["result"]?["schema"] != nil)
            for parameter in method["params"]?.arrayValue ?? [] {
                #expect(parameter["name"]?.stringValue != nil && parameter["schema"]?.objectValue != nil)
            }
        }
        for reference in references(in: document) {
            let name = try #require(reference.split(separator: "/").last)
            #expect(document["components"]?["schemas"]?[String(name)] != nil, "\(reference)")
        }
    }

    private func references(in value: JSONValue) -> [String] {
        switch value {
        case .array(let elements): elements.flatMap { references(in: $0) }
        case .object(let object):
            object.members.flatMap { member in
                member.name == "$ref" ? [member.value.stringValue ?? "?"] : references(in: member.value)
            }
        default: []
        }
    }
}
