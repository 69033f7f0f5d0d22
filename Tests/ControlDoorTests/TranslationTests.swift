import Application
import AudioSession
import AudioTypes
import ControlProtocol
import FoundationEssentials
import JSON
import Media
import MediaTypes
import MusicLibrary
import PlayerModel
import Testing

@testable import ControlDoor

@Suite("The values of the domain in the form of the protocol")
struct TranslationTests {
    @Test("an item that is not there is named for programs, too")
    func missingItem() {
        var player = Player()
        let answer = player.handle(.remove([7]), request: 1).last
        guard case .answer(1, .failed(let error)) = answer else {
            Issue.record("the answer is \(String(describing: answer))")
            return
        }
        #expect(ControlError(error).details == ["item": 7])
    }

    @Test("each failure of the player has a word of its own on the wire, and keeps its sentence and what it is about")
    func playbackErrors() {
        let codes: [(PlaybackError.Code, String)] = [
            (.media(.notFound), "media_not_found"), (.media(.unreadable), "media_unreadable"),
            (.media(.unsupported), "media_unsupported"), (.media(.corrupt), "media_corrupt"),
            (.media(.incomplete), "media_incomplete"), (.media(.notAllowed), "uri_not_allowed"),
            (.media(.networkFailed), "network_failed"), (.media(.notSeekable), "not_seekable"),
            (.media(.limitExceeded), "limit_exceeded"), (.superseded, "superseded"), (.nothingToPlay, "nothing_to_play"),
            (.queueItemNotFound, "queue_item_not_found"), (.queueFull, "queue_full"),
            (.mediaServicesFailed, "media_services_failed"), (.shuttingDown, "shutting_down"),
        ]
        for (code, word) in codes {
            let error = ControlError(PlaybackError(code, "Why.", uri: "/a", item: 3))
            #expect(error.code.name == word && error.message == "Why.")
            #expect(error.details == ["uri": "/a", "item": 3])
        }
        let limited = ControlError(ApplicationError.stream(PlaybackError(.limitExceeded, "Why.", uri: "/a")))
        #expect(limited.details == ["uri": "/a", "limit": "streams"])
    }

    @Test("a description that is refused says which limit, a cancelled one that the daemon ends, and none tells a password")
    func probeErrors() {
        let many = ControlError(ProbeError.tooManyWaiting(3), uri: "/a")
        #expect(many.code == .limitExceeded && many.details == ["limit": "probes"] && many.message.hasPrefix("3 requests"))
        let ended = ControlError(ProbeError.media(MediaError(.cancelled, "Why.")), uri: "/a")
        #expect(ended.code == .shuttingDown && ended.details == ["uri": "/a"])
        let failed = ControlError(ProbeError.media(MediaError(.corrupt, "Why.")), uri: "http://me:secret@host/a")
        #expect(failed.code == .mediaCorrupt && failed.details == ["uri": "http://host/a"])
    }

    @Test("a picture that is missing is named, and too many requests for pictures are refused as such")
    func pictureErrors() {
        let missing = ControlError(PictureError.none(uri: "http://me:secret@host/a"))
        #expect(missing.code == .pictureNotFound && missing.details == ["uri": "http://host/a"])
        let many = ControlError(PictureError.media(.tooManyWaiting(3), uri: "/a"))
        #expect(many.code == .limitExceeded && many.message.hasPrefix("3 media.picture"))
    }

    @Test("an item has all its tags on the wire")
    func albumTags() throws {
        let saved = """
            {"id":1,"uri":"/a","title":"T","albumArtist":"V","trackNumber":3,"trackTotal":12,"discNumber":1,"discTotal":2,\
            "date":"1999","genre":"Jazz","wasRead":true,"hasPicture":true}
            """
        let item = Wire.QueueItem(try JSONDecoder().decode(QueueItem.self, from: Data(saved.utf8)))
        #expect(
            item
                == Wire.QueueItem(
                    id: 1, uri: "/a", title: "T", albumArtist: "V", trackNumber: 3, trackTotal: 12, discNumber: 1, discTotal: 2,
                    date: "1999", genre: "Jazz", hasPicture: true))
    }

    @Test("a place among songs comes back from clients as it was, and is short enough for a parameter; other text is no place")
    func trackPlaces() {
        let titles = ["", "Box", " a  b ", String(repeating: "ä", count: 200)]
        for (index, title) in titles.enumerated() {
            let name = [UInt8](repeating: 0xFF, count: 255 * (index % 2))
            let place = TrackPlace(album: title, disc: .max, track: -1, name: name, id: .max)
            #expect(TrackPlace(cursor: place.cursor) == place)
            #expect(place.cursor.unicodeScalars.count <= 1_024)
        }
        for text in ["", "1", "1 2 3", "1 2 3 eA==", "1 2 x eA== a", "1 2 3 # a", "x 2 3 eA== a"] {
            #expect(TrackPlace(cursor: text) == nil, "\(text)")
        }
    }

    @Test("cancelled work was superseded, and every other failure of media has a word of its own on the wire")
    func mediaErrors() {
        #expect(ControlError.Code(MediaError.Code.cancelled) == .superseded)
        // The player opens such a stream anew. Where nobody does, it is a stream of the network that has ended.
        #expect(ControlError.Code(MediaError.Code.streamChanged) == .networkFailed)
        let others = MediaError.Code.allCases.filter { $0 != .streamChanged }
        #expect(Set(others.map { ControlError.Code($0) }).count == others.count)
    }

    @Test("each refusal of the session has a word of its own on the wire, and keeps its sentence")
    func sessionErrors() {
        let words: [String] = SessionError.Code.allCases.map { code in
            let error = ControlError(SessionError(code, "Why."))
            #expect(error.message == "Why.")
            switch code {
            case .limitExceeded: #expect(error.details == ["limit": "interruptions"])
            case .tooManyRequests: #expect(error.details == ["limit": "recordRequests"])
            case .tooManyFilters: #expect(error.details == ["limit": "filters"])
            case .tooManyVolumeRules: #expect(error.details == ["limit": "volumeLimits"])
            default: #expect(error.details == [:])
            }
            return error.code.name
        }
        #expect(
            words == [
                "session_incompatible_category", "session_bad_option",
                "session_insufficient_priority", "media_services_failed", "no_route", "output_not_found",
                "input_not_found", "permission_denied", "limit_exceeded", "limit_exceeded", "limit_exceeded",
                "limit_exceeded",
                "record_request_not_found", "invalid_params",
            ])
    }

    @Test("states and reasons keep their words, and the protocol has no others")
    func words() {
        #expect(
            Wire.PlayerState.allCases
                == Wire.PlayerState.allCases.compactMap { PlaybackState(rawValue: $0.rawValue) }.map(Wire.PlayerState.init))
        #expect(
            Wire.StateReason.allCases
                == Wire.StateReason.allCases.compactMap { PlaybackReason(rawValue: $0.rawValue) }.map(Wire.StateReason.init))
        #expect(
            Wire.ItemChangeReason.allCases
                == Wire.ItemChangeReason.allCases.compactMap { ItemChangeReason(rawValue: $0.rawValue) }.map(
                    Wire.ItemChangeReason.init))
        for mode in Wire.RepeatMode.allCases {
            let repeats = QueueModes.Repeat(rawValue: mode.rawValue)
            #expect(repeats.map { Wire.QueueModes(QueueModes(repeats: $0)).repeat } == mode)
        }
    }

    @Test("bare samples of a client are understood as they were described, and a container is none")
    func samples() {
        for encoding in Wire.StreamFormat.Encoding.allCases where encoding != .auto {
            let samples = RawSamples(Wire.StreamFormat(encoding: encoding, sampleRate: 48_000, channels: 6))
            #expect(samples?.encoding.rawValue == encoding.rawValue)
            #expect(samples?.sampleRate.hertz == 48_000 && samples?.channelCount == 6)
        }
        #expect(RawSamples(.automatic) == nil)
    }

    @Test("a gain is told to a hundredth of a decibel, and not at all where there is none")
    func gain() throws {
        let rate = try #require(SampleRate(hertz: 44_100))
        let source = SourceDescription(
            format: StreamFormat(sampleRate: rate, channelLayout: .stereo), codec: "flac", bitsPerSample: 16, duration: nil,
            isSeekable: true, tags: [:])
        #expect(Wire.AudioFormat(source, TrackGain(decibels: -7.126)).replayGain == -7.13)
        #expect(
            Wire.AudioFormat(source, nil) == Wire.AudioFormat(codec: "flac", sampleRate: 44_100, channels: 2, bitsPerSample: 16))
    }
}
