import AudioTypes
import ControlProtocol
import JSON

/// What Snapcast shows of the player. A value.
struct PluginProperties: Hashable {
    /// Snapcast's words for what repeats.
    static let loops: [Wire.RepeatMode: String] = [.off: "none", .one: "track", .all: "playlist"]
    /// The largest picture that is passed on, in characters of base64: Snapcast sends it to each of its clients whenever the player does
    /// anything.
    private static let mostPicture = 700_000

    /// The picture of an item, as the daemon answers with it.
    struct Art: Hashable {
        let item: Int64
        let data: String
        let suffix: String

        /// Makes art of the daemon's answer; `nil` without bytes, or with too many.
        init?(_ picture: Wire.Picture, of item: Int64) {
            guard let data = picture.data, data.utf8.count <= mostPicture else { return nil }
            self.item = item
            self.data = data
            suffix = picture.type == "image/jpeg" ? "jpg" : String(picture.type.split(separator: "/").last ?? "")
        }
    }

    private let status: Wire.Status?
    /// The tags that the media has given since the item began, such as a station's title.
    private let tags: [String: String]
    private let art: Art?

    /// Makes the properties of a player; without a status, those of one that nobody can reach.
    init(_ status: Wire.Status?, tags: [String: String] = [:], art: Art? = nil) {
        // The position moves by itself, and what is told of it is always that of the moment.
        self.status = status
        self.tags = tags
        self.art = art
    }

    /// Returns the properties at the time `now` of CLOCK_MONOTONIC, in seconds.
    func json(now: Double) -> JSONValue {
        var object: JSONObject = ["playbackStatus": "stopped", "loopStatus": "none", "shuffle": false]
        for ability in ["canPlay", "canPause", "canSeek", "canGoNext", "canGoPrevious", "canControl"] {
            object[ability] = .bool(status != nil)
        }
        guard let status else { return .object(object) }
        object["playbackStatus"] = .string(playbackStatus(status))
        object["loopStatus"] = .string(Self.loops[status.queue.modes.repeat] ?? "none")
        object["shuffle"] = .bool(status.queue.modes.shuffle)
        object["volume"] = .integer(Int64((min(max(status.volume.level, 0), 1) * 100).rounded()))
        object["rate"] = .number(rate(status))
        if let position = status.position { object["position"] = .number(place(position, now)) }
        object["canSeek"] = .bool(status.duration != nil)
        if let item = status.item { object["metadata"] = .object(metadata(item, duration: status.duration)) }
        return .object(object)
    }

    /// The properties without those that change by themselves, to compare.
    var lasting: JSONValue {
        guard case .object(var object) = json(now: 0) else { return .null }
        object["position"] = nil
        return .object(object)
    }

    /// Returns how fast the position advances, or would if it did not stand still: Snapcast knows no rate of 0.
    private func rate(_ status: Wire.Status) -> Double {
        if let rate = status.position?.rate, rate > 0 { return rate }
        return status.normalSpeed == nil ? status.speed?.speed ?? status.options?.speed ?? 1 : 1
    }

    private func place(_ position: Wire.Position, _ now: Double) -> Double {
        let seconds = max(0, position.seconds(at: now))
        return status?.duration.map { min(seconds, $0) } ?? seconds
    }

    private func playbackStatus(_ status: Wire.Status) -> String {
        switch status.state {
        case .playing, .buffering: "playing"
        case .paused: "paused"
        case .stopped: "stopped"
        }
    }

    /// Returns what is told of the item: names as MPRIS has them. Not its address, which may tell where a user keeps files.
    private func metadata(_ item: Wire.QueueItem, duration: Double?) -> JSONObject {
        func list(_ text: String?) -> JSONValue? { text.map { [.string($0)] } }
        var object: JSONObject = [
            "trackId": .string("\(item.id)"),
            "title": .string(tags["title"] ?? item.title ?? MediaAddress.name(of: item.uri)),
            "artist": list(tags["artist"] ?? item.artist),
            "album": (tags["album"] ?? item.album ?? tags["station"]).map(JSONValue.string),
            "albumArtist": list(item.albumArtist), "genre": list(item.genre),
            "trackNumber": item.trackNumber.map { .integer(Int64($0)) },
            "discNumber": item.discNumber.map { .integer(Int64($0)) },
            "contentCreated": item.date.map(JSONValue.string),
            "duration": duration.map(JSONValue.number),
        ]
        if let art, art.item == item.id {
            object["artData"] = ["data": .string(art.data), "extension": .string(art.suffix)]
        }
        return object
    }
}
