import SystemSupport

/// What a piece is called and tagged with.
struct PieceName {
    /// When the first frame of the piece was sound.
    let time: LocalTime
    /// The same in seconds since 1970, by the clock on the wall.
    let clock: Double
    /// The same in seconds since midnight.
    let secondOfDay: Double
    let tags: [String: String]
}

/// The titles of a recording's pieces. A value; its time is the length of the recording, in seconds.
struct PieceTitles {
    private(set) var title: String
    private var tags: [String: String]
    private var pace = TitlePace()
    /// The title that plays and has no file of its own yet, because the station tells titles too often; `nil` if there is none.
    private var late: PlayedTitle?

    /// Makes the titles of a recording that begins with this one.
    init(_ title: String, _ tags: [String: String]) {
        self.title = title
        self.tags = tags
    }

    /// Whether a title waits for its file.
    var hasLate: Bool { late != nil }

    /// The pieces to come have this title, and the tags that they had.
    mutating func rename(_ title: String) { self.title = title }

    /// The pieces to come have the title and the tags of what plays.
    mutating func begin(_ played: PlayedTitle) {
        name(played)
        late = nil
    }

    /// The piece that is about to begin has the title and the tags of what plays, whatever waits.
    mutating func name(_ played: PlayedTitle) { (title, tags) = (played.text, played.tags) }

    /// Returns whether a title of a station begins a file at once. If it does not, it waits for ``beginLate(at:)``.
    mutating func mayBegin(_ played: PlayedTitle, at seconds: Double) -> Bool {
        // The station is back at the title that the file has.
        if late != nil, played.text == title {
            late = nil
            return false
        }
        if pace.takes(at: seconds) { return true }
        late = played
        return false
    }

    /// Begins with the title that waits, if it is time. Returns whether it has.
    mutating func beginLate(at seconds: Double) -> Bool {
        guard let late, pace.takes(at: seconds) else { return false }
        begin(late)
        return true
    }

    /// Returns the name of a piece that begins now.
    /// - Parameters:
    ///   - waiting: how long ago its first frame was sound, in seconds.
    ///   - added: tags that count more than those of the title.
    func name(after waiting: Double, _ added: [String: String]) -> PieceName {
        let begin = CalendarClock.seconds - waiting
        let time = LocalTime.at(begin)
        var tags = tags.merging(added) { _, added in added }
        if !title.isEmpty, tags["title"] == nil { tags["title"] = title }
        return PieceName(
            time: time, clock: begin, secondOfDay: time.secondOfDay + begin.truncatingRemainder(dividingBy: 1), tags: tags)
    }
}
