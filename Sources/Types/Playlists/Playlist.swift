/// The contents of a playlist file: a pure value, read from bytes without looking at any other file.
package struct Playlist: Hashable, Sendable {
    /// The largest file that is read, in bytes.
    package static let sizeLimit = 8 << 20
    /// The most entries that a file may have.
    package static let entryLimit = 100_000
    /// The longest address that an entry may have, in bytes: every status and event of the item contains it.
    private static let addressLimit = 16 << 10

    /// The entries, in the order in which they are to be played.
    package internal(set) var entries: [PlaylistEntry] = []
    /// What was left out and why, in sentences for the log: at most 50, and one with the number of the others.
    package var faults: [String] {
        omittedFaults == 0 ? keptFaults : keptFaults + ["\(omittedFaults) more entries are left out."]
    }
    /// Whether the file is not a list of items but lists the segments of one stream (HLS, RFC 8216); there are no entries
    /// then.
    package internal(set) var isStream = false

    private var keptFaults: [String] = []
    private var omittedFaults = 0

    /// Reads a playlist.
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - format: The format that the file's name promises; if the content clearly shows another one, that one counts.
    ///   - directory: The absolute path of the file's directory, against which relative paths are resolved.
    /// - Throws: ``PlaylistError`` if nothing of the file can be understood, or if the file exceeds a limit.
    package init(_ bytes: [UInt8], format: PlaylistFormat, directory: [UInt8]) throws(PlaylistError) {
        guard bytes.count <= Self.sizeLimit else {
            throw PlaylistError("is larger than the \(Self.sizeLimit >> 20) MiB that a playlist may have")
        }
        let text = bytes.decodedByMark
        let resolver = LocationResolver(directory: directory)
        switch PlaylistFormat(of: text, promised: format) {
        case .m3u: try readM3U(text, resolver)
        case .pls: try readPLS(text, resolver)
        case .xspf: try readXSPF(text, resolver)
        case .cue: try readCue(text, resolver)
        case .asx: try readASX(text, resolver)
        }
    }

    /// How far from the beginning a list may name its character set, in bytes.
    private static let headSize = 4_096

    /// The name of the character set that an M3U list states for itself with `#EXTENC:`; `nil` if it states none.
    package static func statedCharacterSet(of bytes: [UInt8]) -> String? {
        let tag: StaticString = "#EXTENC:"
        let line = bytes.prefix(headSize).lines.first { $0.starts(withWord: tag) }
        return line?.dropFirst(tag.utf8CodeUnitCount).textIfAny
    }

    /// Adds an entry, or leaves it out if its address is too long.
    /// - Throws: ``PlaylistError`` if there are too many entries.
    mutating func add(_ entry: PlaylistEntry) throws(PlaylistError) {
        guard entries.count < Self.entryLimit else {
            throw PlaylistError("has more than the \(Self.entryLimit) entries that a playlist may have")
        }
        guard entry.uri.utf8.count <= Self.addressLimit else {
            return leaveOut("An address of more than \(Self.addressLimit >> 10) KiB is left out.")
        }
        entries.append(entry)
    }

    /// Notes that an entry is left out. `sentence` quotes at most a line of the file.
    mutating func leaveOut(_ sentence: String) {
        // A file of 8 MiB can contain millions of faults, which the log need not list.
        guard keptFaults.count < 50 else {
            omittedFaults += 1
            return
        }
        keptFaults.append(sentence)
    }
}
