import ControlProtocol

/// A field of a format: its name between percent signs, and its text.
struct FormatField: Sendable {
    let name: String
    /// What it is, in a few words.
    let summary: String
    /// Whether it changes while an item plays.
    let followsTime: Bool
    /// Returns the text at the time `now` of CLOCK_MONOTONIC; `nil` if there is none.
    let text: @Sendable (_ status: Wire.Status, _ now: Double) -> String?

    private init(
        _ name: String, _ summary: String, followsTime: Bool = false,
        text: @escaping @Sendable (Wire.Status, Double) -> String?
    ) {
        self.name = name
        self.summary = summary
        self.followsTime = followsTime
        self.text = text
    }

    /// All fields, in the order of the documentation.
    static let all: [FormatField] = [
        FormatField("title", "title") { status, _ in status.item?.title },
        FormatField("artist", "artist") { status, _ in status.item?.artist },
        FormatField("album", "album") { status, _ in status.item?.album },
        FormatField("albumartist", "artist of the album") { status, _ in status.item?.albumArtist },
        FormatField("track", "number of the track") { status, _ in status.item?.trackNumber.map { "\($0)" } },
        FormatField("disc", "number of the disc") { status, _ in status.item?.discNumber.map { "\($0)" } },
        FormatField("date", "date of release") { status, _ in status.item?.date },
        FormatField("genre", "genre") { status, _ in status.item?.genre },
        FormatField("name", "title, else the last part of the address") { status, _ in
            status.item.map { $0.title ?? MediaAddress.title(of: $0.uri) }
        },
        FormatField("file", "path or URL") { status, _ in status.item?.uri },
        FormatField("id", "number of the item") { status, _ in status.item.map { "\($0.id)" } },
        FormatField("place", "place in the queue, from 1 on") { status, _ in status.queue.index.map { "\($0 + 1)" } },
        FormatField("length", "number of items in the queue") { status, _ in "\(status.queue.length)" },
        FormatField("time", "duration") { status, _ in
            status.duration.map { TimeText.duration($0, isEstimate: status.durationIsEstimate) }
        },
        FormatField("elapsed", "position", followsTime: true) { status, now in
            status.position.map { TimeText.text($0.seconds(at: now)) }
        },
        FormatField("percent", "position in percent", followsTime: true) { status, now in
            guard let position = status.position, let duration = status.duration, duration > 0 else { return nil }
            return "\(Int(min(100, position.seconds(at: now) / duration * 100)))"
        },
        FormatField("state", "playing, paused, stopped or buffering") { status, _ in status.state.rawValue },
        FormatField("volume", "volume in percent") { status, _ in "\(Int((status.volume.level * 100).rounded()))" },
        FormatField("output", "name of the output") { status, _ in status.output?.name },
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Returns the field with that name.
    static func named(_ name: String) -> FormatField? { byName[name] }
}
