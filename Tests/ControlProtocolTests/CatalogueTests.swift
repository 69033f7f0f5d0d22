import AudioTypes
import ControlProtocol
import JSON
import Testing

@Suite("The method catalogue")
struct CatalogueTests {
    private func refusal(_ method: String, _ parameters: JSONObject) -> ControlError? {
        #expect(throws: ControlError.self) {
            let call = Call(id: .integer(1), method: method, parameters: parameters)
            _ = try Methods.method(of: call).parameters(of: call.parameters)
        }
    }

    @Test("every method may be answered that the daemon is about to end, once")
    func shuttingDown() {
        for method in Methods.all { #expect(method.errors.filter { $0 == .shuttingDown }.count == 1, "\(method.name)") }
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
            let method = try #require(Methods.all.first { $0.name == name })
            #expect(errors.allSatisfy(method.errors.contains), "\(name): \(method.errors.map(\.name))")
        }
        for method in Methods.all { #expect(Set(method.errors).count == method.errors.count, "\(method.name)") }
    }

    @Test("has every method of the protocol once")
    func names() {
        let names = Methods.all.map { $0.name }
        #expect(Set(names).count == names.count)
        let expected = """
            play pause toggle stop next previous seek player.seekToChapter player.selectAudio volume player.setVolume player.setCrossfade player.setCrossfadeBy player.setReplayGain player.speed player.setRewind player.setSkipSilence player.setShuffleWeights player.setEndless player.passthrough status player.stopAfter player.setSpeed player.setLoop queue.list queue.add queue.remove queue.deduplicate queue.move queue.clear queue.undo queue.redo \
            queue.set queue.setPriority queue.setRange queue.setTags stream.open stream.flush media.probe media.chapters media.lyrics media.picture announce announce.cancel announce.list alarm.add alarm.change alarm.list alarm.remove alarm.snooze alarm.dismiss \
            record.start record.open record.pause record.resume record.setMuted record.split record.stop record.list \
            media.extract media.convert job.list job.cancel library.search library.albums library.artists library.names library.years library.browse library.item \
            library.update library.gains library.cancelUpdate library.statistics library.picture sticker.get sticker.set sticker.delete sticker.list \
            sticker.find playlist.list playlist.get playlist.save playlist.add playlist.move playlist.remove playlist.rename \
            playlist.rules playlist.setRules playlist.delete radio.search radio.list radio.add radio.play radio.keep rooms.list rooms.setVolume rooms.mute rooms.setLatency rooms.rename rooms.group rooms.ungroup session.get session.history session.setCategory session.setPreferredIOBufferDuration \
            session.setPreferredSampleRate session.setPreferredOutputNumberOfChannels session.setPreferredInput session.setPrefersNoInterruptions session.setPrefersInterruptionOnRouteDisconnect session.setAllowsSystemSoundsDuringRecording session.setActive session.overrideOutput session.requestRecordPermission session.recordPermissionRequests session.answerRecordPermission session.beginInterruption \
            session.endInterruption route.get route.outputs route.inputs route.selectInput route.setInputVolume route.select route.setVolume route.setDelay output.filters output.setFilters output.volumeLimits output.setVolumeLimits remote.pair remote.list remote.revoke remote.listenAddress events.subscribe events.unsubscribe server.info \
            server.statistics server.check server.reload rpc.discover
            """
        #expect(names == expected.split(separator: " ").map(String.init))
    }

    @Test("each method needs a role, and what is not listed here is for programs of the user alone")
    func roles() {
        let expected: [Wire.Role: String] = [
            .view: """
            status queue.list media.chapters media.lyrics media.picture announce.list alarm.list library.search library.albums library.artists library.names \
            library.years library.browse library.item library.statistics library.picture library.gains sticker.get sticker.list \
            sticker.find playlist.list playlist.get playlist.rules radio.search radio.list rooms.list session.get session.history route.get route.outputs route.inputs \
            output.filters output.volumeLimits remote.listenAddress events.subscribe events.unsubscribe server.info rpc.discover
            """,
            .guest: "queue.add radio.add",
            .control: """
            play pause toggle stop next previous seek player.seekToChapter player.selectAudio volume player.setVolume \
            player.passthrough player.stopAfter player.setSpeed player.setLoop queue.remove queue.deduplicate queue.move queue.clear \
            queue.undo queue.redo queue.set queue.setPriority queue.setRange queue.setTags media.probe announce.cancel alarm.add alarm.change alarm.remove alarm.snooze alarm.dismiss sticker.set \
            sticker.delete playlist.save playlist.add playlist.move playlist.remove playlist.rename playlist.setRules playlist.delete radio.play radio.keep rooms.setVolume \
            rooms.mute rooms.group rooms.ungroup route.select route.setVolume player.setCrossfade player.setCrossfadeBy player.setReplayGain player.speed \
            player.setRewind player.setSkipSilence player.setShuffleWeights player.setEndless
            """,
            .admin: """
            library.update library.cancelUpdate rooms.setLatency rooms.rename route.selectInput route.setInputVolume route.setDelay \
            output.setFilters output.setVolumeLimits record.start record.pause record.resume record.setMuted record.split record.stop \
            record.list job.list job.cancel server.statistics server.check server.reload remote.pair remote.list remote.revoke
            """,
        ]
        for role in Wire.Role.allCases where role != .owner {
            let names = Set(expected[role, default: ""].split(separator: " ").map(String.init))
            #expect(Set(Methods.all.filter { $0.role == role }.map { $0.name }) == names, "\(role)")
        }
        // What opens a stream, names files or touches the session is never among the others.
        for method in Methods.all
        where ["record.open", "session.set", "stream.", "media.convert"].contains(where: method.name.hasPrefix) {
            #expect(method.role == .owner, "\(method.name)")
        }
    }

    @Test("takes which stations are wanted, and refuses what could be no question")
    func stations() throws {
        let whole: JSONObject = [
            "name": "jazz", "country": "de", "language": "german", "tag": "swing", "codec": "AAC", "order": "clicks",
            "offset": 40,
            "limit": 100,
        ]
        let search = Wire.StationSearch(
            name: "jazz", country: "de", language: "german", tag: "swing", codec: "AAC", order: .clicks, offset: 40, limit: 100)
        #expect(try read(Methods.Radio.search, whole) == search)
        #expect(try Methods.Radio.search.parameters(of: .named([:])) == Wire.StationSearch())
        let wrong: [JSONObject] = [
            ["name": ""], ["limit": 0], ["limit": 101], ["offset": -1], ["order": "best"],
            ["tag": .string(String(repeating: "x", count: 257))],
        ]
        for parameters in wrong { #expect(refusal("radio.search", parameters)?.code == .invalidParams) }
        for station in ["", "960e57c5", String(repeating: "x", count: 37)] {
            #expect(refusal("radio.play", ["station": .string(station)])?.code == .invalidParams)
        }
    }

    @Test("takes what is wanted of an alarm, and tells what stays as it is from what is taken out")
    func alarms() throws {
        let whole: JSONObject = [
            "time": "7:30", "days": ["mon"], "fade": 120, "volume": 0.4, "snooze": 5, "output": "speaker", "unmute": true,
            "enabled": false, "uri": "/a.flac",
        ]
        let order = Wire.AlarmOrder(
            time: "7:30", days: ["mon"], uri: "/a.flac", fade: 120, volume: 0.4, snooze: 5, output: "speaker", unmute: true,
            enabled: false)
        #expect(try read(Methods.Alarm.add, whole) == order)
        let change = try Methods.Alarm.change.parameters(of: .named(["alarm": 3, "volume": .null, "output": .null]))
        #expect(change == (3, Wire.AlarmOrder(volume: .some(nil), output: .some(nil))))
        #expect(try Methods.Alarm.change.parameters(of: .named(["alarm": 3])) == (3, Wire.AlarmOrder()))
        let wrong: [JSONObject] = [
            ["time": "7:30"], ["uri": "/a"], ["time": "", "uri": "/a"], ["time": "7:30", "uri": "/a", "fade": 3_601],
            ["time": "7:30", "uri": "/a", "snooze": 121], ["time": "7:30", "uri": "/a", "days": "daily"],
        ]
        for parameters in wrong { #expect(refusal("alarm.add", parameters)?.code == .invalidParams) }
    }

    @Test("takes a number of channels of a recording or the numbers of up to eight, and no other value")
    func recordedChannels() throws {
        #expect(try read(Methods.Record.start, ["channels": 2]).channels == .count(2))
        #expect(try read(Methods.Record.start, ["channels": [3, 4]]).channels == .numbers([3, 4]))
        let wrong: [JSONValue] = [[], [0], [65], [1.5], ["1"], "2", -1, .array(Array(repeating: 1, count: 9))]
        for value in wrong { #expect(refusal("record.start", ["channels": value])?.code == .invalidParams, "\(value)") }
    }

    @Test("cancels the echo of the current input alone")
    func echoCancelled() throws {
        #expect(try read(Methods.Record.start, ["echoCancelled": true]).echoCancelled)
        for other in [["source": "output"], ["source": "player"], ["input": "mic"], ["preRoll": 1]] as [JSONObject] {
            var parameters = other
            parameters.append(JSONObject.Member(name: "echoCancelled", value: true))
            #expect(refusal("record.open", parameters)?.details["parameter"] == "echoCancelled")
        }
    }

    @Test("takes a purpose of up to 200 characters with a request for permission to record, and with a recording")
    func purpose() throws {
        for length in [1, 200] {
            let purpose = String(repeating: "é", count: length)
            #expect(try read(Methods.Session.requestRecordPermission, ["purpose": .string(purpose)]) == purpose)
            #expect(try read(Methods.Record.start, ["purpose": .string(purpose)]).purpose == purpose)
        }
        #expect(try read(Methods.Session.requestRecordPermission) == nil)
        for wrong in ["", .string(String(repeating: "é", count: 201)), 1, ["a"]] as [JSONValue] {
            for method in ["session.requestRecordPermission", "record.start", "record.open"] {
                #expect(refusal(method, ["purpose": wrong])?.details["parameter"] == "purpose")
            }
        }
        for wrong in ["1", 1.5, ["a"]] as [JSONValue] {
            #expect(refusal("session.answerRecordPermission", ["allow": true, "request": wrong])?.code == .invalidParams)
        }
    }

    /// Returns what a method reads of parameters. What is written of that reads back the same.
    private func read<Parameters: Equatable, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: JSONObject = [:]
    ) throws -> Parameters {
        let value = try method.parameters(of: .named(parameters))
        #expect(try method.parameters(of: .named(method.json(of: value))) == value, "\(method.name)")
        return value
    }

    @Test("reads the parameters of the player, and writes them")
    func player() throws {
        #expect(try read(Methods.Player.passthrough) == nil)
        #expect(try read(Methods.Player.passthrough, ["codecs": ["dts", "ac3"]]) == ["dts", "ac3"])
        #expect(try read(Methods.Player.passthrough, ["codecs": []]) == [])
        #expect(refusal("player.passthrough", ["codecs": ["mp3"]])?.code == .invalidParams)
        #expect(try read(Methods.play) == .queue)
        #expect(try read(Methods.play, ["uri": "/a.flac"]) == .media("/a.flac"))
        #expect(try read(Methods.play, ["item": 3]) == .item(3))
        #expect(try read(Methods.play, ["item": 3.0]) == .item(3))
        #expect(try read(Methods.play, ["index": 2]) == .place(2))
        #expect(try read(Methods.play, ["uri": "/a.flac", "position": 90]) == .media("/a.flac", at: 90))
        #expect(refusal("play", ["position": 90])?.code == .invalidParams)
        #expect(try read(Methods.Player.seekToChapter, ["index": 2]) == .index(2))
        #expect(try read(Methods.Player.seekToChapter, ["next": true]) == .next)
        #expect(try read(Methods.Player.seekToChapter, ["previous": true]) == .previous)
        #expect(refusal("player.seekToChapter", [:])?.code == .invalidParams)
        #expect(refusal("player.seekToChapter", ["index": 2, "next": true])?.code == .invalidParams)
        #expect(refusal("player.seekToChapter", ["index": -1])?.code == .invalidParams)
        #expect(try read(Methods.seek, ["offset": -10]) == .offset(-10))
        #expect(try read(Methods.seek, ["fraction": 0.5]) == .fraction(0.5))
        #expect(try Methods.volume.parameters(of: .named(["level": 7])) == (Wire.VolumeChange(level: 7), nil))
        #expect(try Methods.volume.parameters(of: .named(["delta": 1, "over": 60])) == (Wire.VolumeChange(delta: 1), 60))
        let faded = (Wire.VolumeChange(level: 0.5), Double?.some(3_600))
        #expect(try Methods.volume.parameters(of: .named(Methods.volume.json(of: faded))) == faded)
        let wrongs: [JSONObject] = [
            ["over": 1], ["muted": true, "over": 1], ["level": 0, "over": -1], ["level": 0, "over": 3_601],
        ]
        for wrong in wrongs {
            #expect(refusal("volume", wrong)?.code == .invalidParams)
        }
        // The volumes of devices and rooms do not move in time.
        #expect(refusal("route.setVolume", ["level": 0, "over": 1])?.code == .invalidParams)
        #expect(refusal("route.setInputVolume", ["level": 0, "over": 1])?.code == .invalidParams)
        #expect(refusal("rooms.setVolume", ["room": "a", "level": 0, "over": 1])?.code == .invalidParams)
        #expect(try read(Methods.Player.stopAfter) == nil)
        #expect(try read(Methods.Player.stopAfter, ["item": "each"]) == .each)
        #expect(try read(Methods.Player.stopAfter, ["item": 4]) == .item(4))
        #expect(try read(Methods.Player.stopAfter, ["minutes": 3, "fade": 20]) == .minutes(3, fade: 20))
        #expect(try read(Methods.Player.setLoop) == nil && read(Methods.Player.setLoop, ["from": .null, "to": .null]) == nil)
        #expect(try read(Methods.Player.setLoop, ["from": 1, "to": 2.5, "count": 3]) == Wire.Loop(from: 1, to: 2.5, count: 3))
        let news = Wire.SpeedChoice(speed: 1.5, for: .feed, of: "https://h")
        #expect(try read(Methods.Player.setSpeed, ["speed": 1.5, "for": "feed", "of": "https://h"]) == news)
        #expect(try read(Methods.Player.setSpeed, ["speed": .null, "for": "book"]) == Wire.SpeedChoice(speed: nil, for: .book))
        let noSpeeds: [JSONObject] = [
            ["speed": 1], ["for": "item"], ["speed": 5, "for": "item"], ["speed": 1, "for": "album"],
            ["speed": 1, "for": "item", "of": "/a"], ["speed": 1, "for": "all", "of": "/a"], ["speed": .null, "for": "all"],
        ]
        for wrong in noSpeeds { #expect(refusal("player.setSpeed", wrong)?.code == .invalidParams) }
        let thrice = Wire.QueueModeChange(repeat: .one, repeatCount: 3)
        #expect(try read(Methods.Queue.set, ["repeat": "one", "repeatCount": 3]) == thrice)
        for wrong in [["repeatCount": 3], ["repeat": "all", "repeatCount": 3], ["repeat": "one", "repeatCount": 0]]
            as [JSONObject]
        {
            #expect(refusal("queue.set", wrong)?.code == .invalidParams)
        }
        let noLoops: [JSONObject] = [
            ["from": 1], ["to": 1], ["count": 2], ["from": 0, "to": 1, "count": 0], ["from": -1, "to": 1],
        ]
        for wrong in noLoops { #expect(refusal("player.setLoop", wrong)?.code == .invalidParams) }
    }

    @Test("reads the parameters of the queue, the route, the session and the rooms, and writes them")
    func queueAndSession() throws {
        #expect(try Methods.Queue.list.parameters(of: .named([:])) == (0, nil))
        #expect(try read(Methods.Queue.set, ["repeat": "all"]) == Wire.QueueModeChange(repeat: .all))
        #expect(
            try read(Methods.Queue.add, ["uris": ["/a"], "next": true]) == Wire.QueueInsertion(uris: ["/a"], next: true))
        #expect(try read(Methods.Route.select, ["output": .null]) == .one(nil))
        #expect(try read(Methods.Route.select, ["output": "a"]) == .one("a"))
        #expect(try read(Methods.Route.select, ["outputs": ["a", "b"]]) == .together(["a", "b"]))
        #expect(refusal("route.select", ["output": "a", "outputs": ["b"]])?.code == .invalidParams)
        #expect(
            try Methods.Route.setVolume.parameters(of: .named(["output": "a", "level": 0.5]))
                == ("a", Wire.VolumeChange(level: 0.5)))
        #expect(refusal("route.setVolume", ["output": "a", "level": 0.5, "delta": 0.1])?.code == .invalidParams)
        #expect(refusal("route.setVolume", ["output": "a"])?.code == .invalidParams)
        #expect(try Methods.Route.setDelay.parameters(of: .named(["output": "a", "seconds": .null])) == ("a", nil))
        #expect(try Methods.Route.setDelay.parameters(of: .named(["output": "a", "seconds": 0.2])) == ("a", 0.2))
        #expect(Methods.Route.setDelay.json(of: ("a", nil)) == ["output": "a", "seconds": .null])
        #expect(try read(Methods.Output.filters, ["output": "a"]) == "a")
        #expect(
            try Methods.Output.setFilters.parameters(of: .named(["output": "a", "equalizer": .null]))
                == Wire.FilterOrder(output: "a", equalizer: .some(nil)))
        #expect(
            try Methods.Output.setFilters.parameters(
                of: .named(["output": "a*", "equalizer": "off", "automaticLevel": false]))
                == Wire.FilterOrder(output: "a*", equalizer: "off", automaticLevel: false))
        let parts: JSONObject = [
            "output": "a", "impulse": .null, "limiter": -1, "nightMode": true, "balance": -2, "crossfeed": ["feed": 6],
            "loudness": ["reference": -20], "matrix": [0, 1, 1, 0], "delays": [1.5, 0],
            "crossover": ["frequency": 80, "sides": ["low", "high"]],
        ]
        let order = try Methods.Output.setFilters.parameters(of: .named(parts))
        #expect(order.equalizer == nil && order.mono == nil && order.impulse == .some(nil) && order.limiter == -1)
        #expect(order.crossfeed == Wire.Crossfeed(feed: 6) && order.matrix == [0, 1, 1, 0] && order.delays == [1.5, 0])
        #expect(try Methods.Output.setFilters.parameters(of: .named(Methods.Output.setFilters.json(of: order))) == order)
        #expect(refusal("output.setFilters", ["output": "a", "limiter": 1])?.code == .invalidParams)
        #expect(refusal("output.setFilters", ["output": "a", "crossfeed": ["cutoff": 100]])?.code == .invalidParams)
        #expect(try read(Methods.Session.setPreferredSampleRate, ["hertz": 0]) == 0)
        #expect(try read(Methods.Session.setPreferredOutputNumberOfChannels, ["channels": 6]) == 6)
        #expect(
            try Methods.Session.setCategory.parameters(of: .named(["category": "ambient"])) == ("ambient", "default", []))
        #expect(try read(Methods.Rooms.list) == nil)
        #expect(
            try Methods.Rooms.setVolume.parameters(of: .named(["room": "a", "delta": -0.1]))
                == ("a", Wire.VolumeChange(delta: -0.1)))
        #expect(try Methods.Rooms.mute.parameters(of: .named(["room": "a"])) == ("a", true, false))
        #expect(Methods.Rooms.mute.json(of: ("a", true, false)) == ["room": "a"])
    }

    @Test("reads the parameters about media and the library, and writes them")
    func mediaAndLibrary() throws {
        #expect(try read(Methods.Media.chapters) == nil)
        let samples: JSONObject = ["format": ["encoding": "s16le", "sampleRate": 44_100, "channels": 2]]
        let format = Wire.StreamFormat(encoding: .s16le, sampleRate: 44_100, channels: 2)
        #expect(try Methods.Stream.open.parameters(of: .named(samples)) == (format, nil, true, nil, nil))
        #expect(Methods.Stream.open.json(of: (format, nil, true, nil, nil)) == samples)
        #expect(
            try read(Methods.announce, ["uri": "/a.wav", "volume": 0.5, "interrupt": "pause"])
                == Wire.AnnouncementOrder(uri: "/a.wav", volume: 0.5, interrupt: .pause))
        #expect(try read(Methods.announce, ["title": "Bell"]) == Wire.AnnouncementOrder(title: "Bell"))
        #expect(
            try read(Methods.announce, ["uri": "/a.wav", "rooms": ["Kitchen", "bath"]])
                == Wire.AnnouncementOrder(uri: "/a.wav", rooms: ["Kitchen", "bath"]))
        #expect(try read(Methods.Announce.cancel) == nil)
        #expect(
            try Methods.Sticker.find.parameters(of: .named(["name": "rating", "after": "7", "limit": 2]))
                == ("rating", Wire.LibraryPage(after: "7", limit: 2)))
        #expect(try Methods.Library.item.parameters(of: .named(["song": 3])) == (.song(3), true))
        #expect(try Methods.Library.item.parameters(of: .named(["uri": "/a.flac", "file": false])) == (.uri("/a.flac"), false))
        let places: [(JSONObject, Wire.LibraryPlace)] = [
            ([:], .directory("")), (["path": "Jazz"], .directory("Jazz")), (["album": 1], .album(1)), (["name": 2], .name(2)),
            (["year": 1_959], .year(1_959)), (["list": "recentlyAdded"], .recentlyAdded),
            (["list": "recentlyPlayed"], .recentlyPlayed), (["list": "neverPlayed"], .neverPlayed),
            (["list": "random"], .random(seed: 0)), (["list": "random", "seed": 4], .random(seed: 4)),
        ]
        for (json, place) in places {
            #expect(try Methods.Library.browse.parameters(of: .named(json)) == (place, Wire.LibraryPage()))
            #expect(Methods.Library.browse.json(of: (place, Wire.LibraryPage())) == json)
        }
        var recording = Wire.RecordingOrder()
        (recording.source, recording.output, recording.fillGaps) = (.output, "speaker", false)
        let order: JSONObject = ["source": "output", "output": "speaker", "fillGaps": false]
        #expect(try read(Methods.Record.start, order) == recording)
        #expect(Methods.Record.open.json(of: (recording, false)) == order)
        #expect(refusal("record.open", ["path": "a.wav"])?.code == .invalidParams)
    }

    @Test("says which requests turn the connection into one of media")
    func streams() throws {
        #expect(Methods.Stream.open.opensStream((.automatic, nil, true, nil, nil)))
        #expect(Methods.Record.open.opensStream((Wire.RecordingOrder(), false)))
        #expect(!Methods.Record.start.opensStream(Wire.RecordingOrder()))
        #expect(Methods.announce.opensStream(Wire.AnnouncementOrder()))
        #expect(!Methods.announce.opensStream(Wire.AnnouncementOrder(uri: "/a")))
        #expect(Methods.Media.extract.opensStream(Wire.ExtractionOrder(uri: "/a", to: .chunks)))
        #expect(!Methods.Media.convert.opensStream(Wire.ConversionOrder(uri: "/a")))
    }

    @Test("writes what methods answer, and reads it back")
    func answers() throws {
        let albums = [Wire.LibraryAlbum(album: 1, title: "A", artist: nil, date: nil, songs: 3)]
        let json = Methods.Library.albums.answer.json(of: (albums, "next"))
        #expect(json == ["albums": [["album": 1, "title": "A", "songs": 3]], "next": "next"])
        #expect(try Methods.Library.albums.answer.value(of: json) == (albums, "next"))
        #expect(try Methods.Library.update.answer.value(of: ["scan": 3]).0 == 3)
        #expect(throws: JSONMismatch.self) { try Methods.Library.update.answer.value(of: ["done": true]) }
        #expect(Methods.Announce.cancel.answer.json(of: ()) == [:])
        #expect(throws: JSONMismatch.self) { try Methods.Route.outputs.answer.value(of: [:]) }
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
            ("session.setPreferredOutputNumberOfChannels", ["channels": 65], "channels"),
            ("session.setPreferredOutputNumberOfChannels", ["channels": 1.5], "channels"),
            ("session.setCategory", ["category": "loud"], "category"), ("route.select", [:], "output"),
            ("route.select", ["outputs": []], "outputs"), ("output.setFilters", ["output": "a", "equalizer": 1], "equalizer"),
            ("output.setFilters", ["output": "", "equalizer": .null], "output"),
            ("output.setVolumeLimits", ["output": "a", "maximum": 1.1], "maximum"),
            ("output.setVolumeLimits", ["output": "a", "control": "knob"], "control"),
            ("route.setDelay", ["output": "a", "seconds": 2.5], "seconds"),
            ("announce", ["uri": "/a", "volume": 1.5], "volume"), ("announce", ["interrupt": "shout"], "interrupt"),
            ("announce", ["uri": "/a", "format": ["encoding": "auto"]], "format"),
            ("announce", ["format": ["encoding": "s16le", "channels": 1]], "format.sampleRate"),
            ("announce.cancel", ["announcement": "1"], "announcement"),
            ("rooms.setLatency", ["room": "a", "seconds": 11], "seconds"),
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
        let error = #expect(throws: ControlError.self) { try Methods.play.parameters(of: positional.parameters) }
        #expect(error?.code == .invalidParams)
        #expect(refusal("rm", [:])?.code == .methodNotFound)
    }

    @Test("tells which methods may be overtaken")
    func waiting() {
        let waiting = Methods.all.filter { $0.waitsForMedia }.map { $0.name }
        #expect(
            waiting == [
                "play", "toggle", "next", "previous", "seek", "player.seekToChapter", "player.selectAudio", "media.probe",
                "media.chapters", "media.lyrics",
                "media.picture",
                "announce", "record.start", "record.open", "record.stop", "library.search", "library.albums", "library.artists",
                "library.names",
                "library.years", "library.browse", "library.item", "library.gains",
                "library.statistics", "library.picture", "sticker.get", "sticker.set", "sticker.delete", "sticker.list",
                "sticker.find", "playlist.list", "playlist.get", "playlist.save", "playlist.add", "playlist.move",
                "playlist.remove", "playlist.rename", "playlist.rules", "playlist.setRules", "playlist.delete",
                "radio.search", "radio.list", "radio.add", "radio.play", "radio.keep", "rooms.setVolume",
                "rooms.mute", "rooms.setLatency",
                "rooms.rename", "rooms.group", "rooms.ungroup", "session.requestRecordPermission", "server.check",
            ])
    }

    @Test("describes itself as OpenRPC, every reference resolved")
    func openRPC() throws {
        let document = try JSONValue(parsing: OpenRPCDocument.json.text)
        #expect(document["openrpc"] == "1.3.2")
        let methods = try #require(document["methods"]?.arrayValue)
        #expect(methods.compactMap { $0["name"]?.stringValue } == Methods.all.map { $0.name })
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
