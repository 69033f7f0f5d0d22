import AudioTypes
import ControlProtocol

/// A row of a list, as it is shown, and what it stands for.
struct ListRow: Hashable, Sendable {
    /// What a row stands for.
    enum Target: Hashable, Sendable {
        /// An item of the queue.
        case item(Int64)
        /// Something that can be added to the queue by its address.
        case media(String)
        /// A directory of the library: where it is, and its address.
        case directory(String, uri: String)
        /// Songs of the library.
        case songs(Wire.LibraryPlace)
        /// All albums, or all names of a kind.
        case albums
        case names(String)
        case playlist(String)
        case output(String)
        case room(String, isMuted: Bool)
        case chapter(Int)
        /// A line of lyrics by its number, and when it is sung.
        case lyric(Int, start: Double?)
        case nothing
    }

    /// What stands in front of a row.
    enum Mark: Hashable, Sendable {
        case none, chosen, failed, muted
    }

    let text: String
    var detail = ""
    /// What stands at the right edge.
    var end = ""
    var mark = Mark.none
    let target: Target

    /// Whether opening it leads to another list.
    var isContainer: Bool {
        switch target {
        case .directory, .songs, .albums, .names, .playlist: true
        default: false
        }
    }

    /// The row for a reader of screens: one sentence without columns.
    var spoken: String {
        let state =
            switch mark {
            case .none: ""
            case .chosen: "current"
            case .failed: "could not be played"
            case .muted: "muted"
            }
        return [text, detail, end, state].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension ListRow {
    init(_ item: Wire.QueueItem) {
        let duration = item.duration.map { ClockText.duration($0, isEstimate: item.durationIsEstimate) } ?? ""
        self.init(
            text: item.title ?? ClockText.name(of: item.uri),
            detail: item.failure ?? [item.artist, item.album].compactMap(\.self).joined(separator: " – "),
            end: duration, mark: item.failure == nil ? .none : .failed, target: .item(item.id))
    }

    init(_ song: Wire.LibrarySong) {
        self.init(
            text: song.title ?? ClockText.name(of: song.uri),
            detail: [song.artist, song.album].compactMap(\.self).joined(separator: " – "),
            end: song.duration.map { ClockText.duration($0, isEstimate: false) } ?? "", target: .media(song.uri))
    }

    init(_ album: Wire.LibraryAlbum) {
        self.init(
            text: album.title.isEmpty ? "(without a title)" : album.title,
            detail: [album.artist, album.date.map { String($0.prefix(4)) }].compactMap(\.self).joined(separator: ", "),
            end: album.songs == 1 ? "1 song" : "\(album.songs) songs", target: .songs(.album(album.album)))
    }

    init(_ entry: Wire.PlaylistEntry) {
        self.init(
            text: entry.title ?? ClockText.name(of: entry.uri), detail: entry.problem ?? entry.artist ?? "",
            end: entry.duration.map { ClockText.duration($0, isEstimate: true) } ?? "",
            mark: entry.problem == nil ? .none : .failed, target: .media(entry.uri))
    }

    init(_ output: Wire.Output) {
        var parts = [output.port.type.rawValue]
        if output.default { parts.append("the default output") }
        let volume = output.port.volume.map { "\(Int(($0 * 100).rounded())) %" } ?? ""
        self.init(
            text: output.port.name, detail: parts.joined(separator: ", "),
            end: output.port.muted == true ? "muted" : volume, mark: output.current ? .chosen : .none,
            target: .output(output.port.uid))
    }

    init(_ room: Wire.Room, in groups: [Wire.RoomGroup]) {
        let group = groups.first { $0.group == room.group }
        let others = (group?.rooms.count ?? 1) - 1
        let together = group?.name ?? (others > 0 ? "with \(others) other\(others == 1 ? "" : "s")" : "")
        let isMuted = room.muted || group?.muted == true
        self.init(
            text: room.name, detail: room.connected ? together : "away",
            end: "\(Int((room.level * 100).rounded())) %", mark: isMuted ? .muted : .none,
            target: .room(room.room, isMuted: room.muted))
    }

    init(_ chapter: Wire.Chapter, isCurrent: Bool) {
        self.init(
            text: chapter.title ?? "Chapter \(chapter.index + 1)", end: ClockText.time(chapter.start),
            mark: isCurrent ? .chosen : .none, target: .chapter(chapter.index))
    }
}
