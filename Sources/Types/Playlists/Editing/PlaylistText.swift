/// The text of an M3U playlist, of which single entries can be changed while every other byte stays as it is: comments, what other
/// programs have written about their entries, line ends, the byte order mark.
///
/// An entry is its line, with what was written before it about this entry alone (`#EXTINF`, `#EXTVLCOPT` and others of their kind).
/// All other lines between entries stay where they are when an entry moves or goes.
package struct PlaylistText: Hashable, Sendable {
    /// One entry, with the lines about it and its line end, if it has one.
    private struct Entry: Hashable {
        var bytes: [UInt8]
        /// The line itself within `bytes`, without blanks around it.
        var location: Range<Int>
        /// What follows `#EXTINF:`, within `bytes`; `nil` without such a line.
        var remark: Range<Int>?
        /// Whether a line says that the address may lead to public addresses only.
        var isPublicOnly = false
    }

    private var list: [Entry] = []
    /// What stands before each entry and belongs to none: one more than there are entries.
    private var between: [[UInt8]] = [[]]
    /// Lines about an entry that does not follow.
    private var tail: [UInt8] = []
    /// Whether the file begins with the byte order mark of UTF-8.
    private let hasMark: Bool
    private let lineEnd: [UInt8]
    /// Whether the file says that it has lines about its entries.
    private let isExtended: Bool

    /// Makes the text of a new playlist.
    package init() {
        hasMark = false
        lineEnd = [0x0A]
        isExtended = true
        between = [Array("#EXTM3U\n".utf8)]
    }

    /// Takes in a file.
    /// - Throws: ``PlaylistError`` if the file exceeds a limit, if it is in UTF-16, or if it is no list of items.
    package init(_ bytes: [UInt8]) throws(PlaylistError) {
        guard bytes.count <= Playlist.sizeLimit else { throw Self.tooLarge }
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw PlaylistError("is in UTF-16: convert it to UTF-8 to use it as a stored playlist")
        }
        hasMark = bytes.starts(with: Self.mark)
        lineEnd = Self.lineEnd(of: bytes)
        var rest = bytes[(hasMark ? Self.mark.count : 0)...]
        isExtended = rest.drop { $0.isBlank }.starts(withWord: "#EXTM3U")
        var pending = Entry(bytes: [], location: 0..<0)
        while let line = Self.takeLine(&rest) {
            let text = line.trimmed
            guard !text.starts(withWord: "#EXT-X-") else {
                throw PlaylistError("lists the segments of a stream, and no items")
            }
            if text.isEmpty || text.first == UInt8(ascii: "#") {
                guard Self.isAboutOneEntry(text) || !pending.bytes.isEmpty else {
                    between[list.count] += line
                    continue
                }
                if text.starts(withWord: "#EXTINF:") {
                    let start = pending.bytes.count + text.startIndex - line.startIndex
                    pending.remark = start + "#EXTINF:".utf8.count..<start + text.count
                }
                if text.starts(withWord: PlaylistEntry.publicOnlyLine) { pending.isPublicOnly = true }
                pending.bytes += line
                continue
            }
            let start = pending.bytes.count + text.startIndex - line.startIndex
            pending.bytes += line
            pending.location = start..<start + text.count
            guard list.count < Playlist.entryLimit else { throw Self.tooMany }
            list.append(pending)
            between.append([])
            pending = Entry(bytes: [], location: 0..<0)
        }
        tail = pending.bytes
    }

    /// How many entries there are.
    package var count: Int { list.count }

    /// The whole file.
    package var bytes: [UInt8] {
        var pieces: [ArraySlice<UInt8>] = []
        for (text, entry) in zip(between, list) { pieces += [text[...], entry.bytes[...]] }
        pieces += [(between.last ?? [])[...], tail[...]]
        pieces.removeAll(where: \.isEmpty)
        var bytes: [UInt8] = hasMark ? Self.mark : []
        // A line that has come to the beginning is not to be taken for a mark.
        if !hasMark, [Self.mark, [0xFF, 0xFE], [0xFE, 0xFF]].contains(where: { pieces.first?.starts(with: $0) ?? false }) {
            bytes += lineEnd
        }
        var last: UInt8?
        for piece in pieces {
            // An entry that was the last one of the file may have had no line end.
            if let last, last != 0x0A, last != 0x0D { bytes += lineEnd }
            bytes += piece
            last = piece.last
        }
        return bytes
    }

    /// The line of an entry as it is in the file, without blanks around it.
    package func location(_ index: Int) -> ArraySlice<UInt8> { list[index].bytes[list[index].location] }

    /// What the file says of an entry: artist, title and duration in seconds, as far as it does.
    package func remark(_ index: Int) -> (artist: String?, title: String?, duration: Double?) {
        guard let range = list[index].remark else { return (nil, nil, nil) }
        let remark = ExtendedRemark(list[index].bytes[range])
        return (remark.artist, remark.title, remark.duration)
    }

    /// Whether the file says of an entry that its address may lead to public addresses only.
    package func isPublicOnly(_ index: Int) -> Bool { list[index].isPublicOnly }

    // MARK: Changes

    /// Puts entries in front of the one at `index`, which is at most ``count``. Each is an absolute path or a URL.
    /// - Throws: ``PlaylistError`` if an address is neither, or if the file would exceed a limit.
    package mutating func insert(_ entries: [PlaylistEntry], at index: Int) throws(PlaylistError) {
        guard entries.count <= Playlist.entryLimit - list.count else { throw Self.tooMany }
        var size = 0
        let new = try entries.map { entry throws(PlaylistError) in
            let entry = try self.entry(entry)
            size += entry.bytes.count
            return entry
        }
        guard size <= Playlist.sizeLimit - byteCount else { throw Self.tooLarge }
        list.insert(contentsOf: new, at: index)
        // What belongs to no entry stays in front of the new ones.
        between.insert(contentsOf: new.map { _ in [] }, at: index + 1)
    }

    /// Removes entries with the lines about them.
    package mutating func remove(_ range: Range<Int>) {
        let kept = between[range.lowerBound...range.upperBound].flatMap(\.self)
        list.removeSubrange(range)
        between.replaceSubrange(range.lowerBound...range.upperBound, with: [kept])
    }

    /// Moves entries with the lines about them, so that the first of them is at `index`, counted without them.
    package mutating func move(_ range: Range<Int>, to index: Int) {
        let moved = Array(list[range])
        list.removeSubrange(range)
        list.insert(contentsOf: moved, at: index)
    }

    private var byteCount: Int { list.reduce(between.reduce(tail.count) { $0 + $1.count }) { $0 + $1.bytes.count + 2 } }

    private func entry(_ entry: PlaylistEntry) throws(PlaylistError) -> Entry {
        var new = Entry(bytes: [], location: 0..<0)
        if isExtended, let title = Self.oneLine(entry.title) {
            let seconds = entry.duration.map { $0.isFinite ? Int(min(max(0, $0), 1e9).rounded()) : -1 } ?? -1
            let name = Self.oneLine(entry.artist).map { "\($0) - \(title)" } ?? title
            new.bytes = Array("#EXTINF:".utf8)
            let text = Array("\(seconds),\(name)".utf8)
            new.remark = new.bytes.count..<new.bytes.count + text.count
            new.bytes += text + lineEnd
        }
        if entry.isPublicOnly {
            new.isPublicOnly = true
            new.bytes += "\(PlaylistEntry.publicOnlyLine)".utf8
            new.bytes += lineEnd
        }
        let line = Array(Self.line(for: entry.uri).utf8)
        guard case .address = LocationResolver.target(of: line[...]) else {
            throw PlaylistError("cannot hold the address \(Array(entry.uri.utf8)[...].quoted)")
        }
        new.location = new.bytes.count..<new.bytes.count + line.count
        new.bytes += line + lineEnd
        return new
    }

    // MARK: Texts

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The line for an address. A path that no line can hold becomes a URL, in which each byte is escaped that is in the way.
    private static func line(for address: String) -> String {
        let bytes = Array(address.utf8)
        let isPlain = !bytes.contains { $0 < 0x20 || $0 == 0x7F } && bytes.last.map { !$0.isBlank } ?? true
        guard !isPlain else { return address }
        if bytes.first == UInt8(ascii: "/") { return LocationResolver.fileURL(bytes) }
        return bytes.reduce(into: "") { text, byte in
            text += byte <= 0x20 || byte >= 0x7F ? LocationResolver.escaped(byte) : String(Unicode.Scalar(byte))
        }
    }

    /// The text without line ends; `nil` if nothing is left of it.
    private static func oneLine(_ text: String?) -> String? {
        text.flatMap { Array($0.utf8)[...].textIfAny }
    }

    /// Takes the next line, with its end; `nil` if there is none.
    private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        guard var end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
            defer { rest = [] }
            return rest
        }
        if rest[end] == 0x0D, rest[(end + 1)...].first == 0x0A { end += 1 }
        defer { rest = rest[(end + 1)...] }
        return rest[...end]
    }

    /// The line end of the first line; a line feed if there is none.
    private static func lineEnd(of bytes: [UInt8]) -> [UInt8] {
        guard let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [0x0A] }
        guard bytes[end] == 0x0D else { return [0x0A] }
        return bytes[(end + 1)...].first == 0x0A ? [0x0D, 0x0A] : [0x0D]
    }

    /// Whether a line is about the entry that follows, and about no other. What may be about a group or about the whole list does not
    /// count, so that the others keep it.
    private static func isAboutOneEntry(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(withWord: "#EXTINF:") || line.starts(withWord: "#EXTVLCOPT:") || line.starts(withWord: "#KODIPROP:")
            || line.starts(withWord: "#EXTBYT:") || line.starts(withWord: PlaylistEntry.publicOnlyLine)
    }

    private static let tooLarge = PlaylistError(
        "is larger than the \(Playlist.sizeLimit >> 20) MiB that a playlist may have", isLimit: true)
    private static let tooMany = PlaylistError(
        "has more than the \(Playlist.entryLimit) entries that a playlist may have", isLimit: true)
}
