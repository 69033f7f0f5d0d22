import ArgumentParser
import ControlProtocol
import MediaTypes

extension CompletionKind {
    /// Files, and the addresses that `play` and `queue add` take besides them.
    static let media = shellCommand(CompletionScript.mediaFunction)

    /// The outputs that the daemon knows now; only `default` if no daemon answers.
    static let output = custom { _, _, _ in
        [Candidate("default", "the desktop's default output").text]
            + (KnownNames.answer(Methods.Route.outputs, ()) ?? []).map { Candidate($0.port.uid, $0.port.name).text }
    }

    /// The inputs that the daemon knows now; only `default` if no daemon answers.
    static let input = custom { _, _, _ in
        [Candidate("default", "the desktop's default input").text]
            + (KnownNames.answer(Methods.Route.inputs, ()) ?? []).map { Candidate($0.uid, $0.name).text }
    }

    /// Changes of a volume.
    static let volume = list(["mute", "unmute", "+5", "-5", "25", "50", "75", "100"])

    /// The first items of the queue; none if no daemon answers.
    static let item = custom { _, _, _ in items }

    /// The stored playlists; none if no daemon answers.
    static let playlist = custom { _, _, _ in KnownNames.playlists.map(\.text) }

    /// The requests for permission to record that wait; none if no daemon answers.
    static let recordRequest = custom { _, _, _ in KnownNames.recordRequests.map(\.text) }

    /// The rooms of the Snapcast server, by name, or by id where several have the same; none if no daemon answers.
    static let room = custom { _, _, _ in
        let rooms = KnownNames.answer(Methods.Rooms.list, nil)?.rooms ?? []
        let counts = Dictionary(rooms.map { ($0.name.lowercased(), 1) }, uniquingKeysWith: +)
        return rooms.map {
            counts[$0.name.lowercased()] == 1 ? Candidate($0.name, $0.host).text : Candidate($0.room, $0.name).text
        }
    }

    /// The places of the first items of the queue; none if no daemon answers.
    static let place = custom { _, _, _ in
        queue.enumerated().map { Candidate("\($0 + 1)", StatusText.name(of: $1)).text }
    }

    /// What ends playback by itself.
    static let end = list(["current", "each", "off", "15m", "30m", "45m", "1h"])

    /// The chapters of the current item, and words for those beside the current one.
    static let chapter = custom { _, _, _ in
        let found = KnownNames.answer(Methods.Media.chapters, nil)?.chapters ?? []
        return ["next", "previous"] + found.map { Candidate("\($0.index + 1)", $0.title).text }
    }

    /// The albums, artists and genres of the library.
    static let album = custom { _, _, _ in KnownNames.albums.map(\.text) }
    static let artist = custom { _, _, _ in KnownNames.artists.map(\.text) }
    static let genre = custom { _, _, _ in KnownNames.names(of: .genre).map(\.text) }

    /// How many items are offered at most. More would not fit on the screen.
    private static let mostItems = 200

    private static var items: [String] { queue.map { Candidate("\($0.id)", StatusText.name(of: $0)).text } }

    private static var queue: [Wire.QueueItem] {
        KnownNames.answer(Methods.Queue.list, (offset: 0, limit: mostItems))?.items ?? []
    }
}
