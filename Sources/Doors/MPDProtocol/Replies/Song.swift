/// A song as clients get it. A value.
package struct Song: Hashable, Sendable {
    /// The place of a song in the queue.
    package struct Place: Hashable, Sendable {
        /// The index in the queue.
        package let position: Int
        /// The id, which stays the same when the song moves.
        package let id: Int64
        /// The priority in a queue that plays in random order; 0 for none.
        package let priority: UInt8

        /// Makes a place.
        package init(position: Int, id: Int64, priority: UInt8 = 0) {
            self.position = position
            self.id = id
            self.priority = priority
        }
    }

    /// A part of a file, in seconds.
    package struct Part: Hashable, Sendable {
        package let start: Double
        /// The end; `nil` for that of the file.
        package let end: Double?

        /// Makes a part.
        package init(start: Double, end: Double?) {
            self.start = start
            self.end = end
        }

        /// The part as a line shows it: its bounds in seconds.
        package var text: String { "\(Decimals.milliseconds(start))-\(end.map(Decimals.milliseconds) ?? "")" }

        /// Returns the duration of the part in milliseconds; `nil` if it has no end of its own and that of the file is not known.
        /// - Parameter whole: the duration of the file in milliseconds; `nil` if unknown.
        package func milliseconds(of whole: Int?) -> Int? {
            let ends = [end.map(Decimals.wholeMilliseconds), whole].compactMap { $0 }
            return ends.min().map { max(0, $0 - Decimals.wholeMilliseconds(start)) }
        }
    }

    /// A tag with one of its values. A song with several values has the tag several times.
    package struct Tag: Hashable, Sendable {
        package let type: TagType
        package let value: String

        /// Makes a tag.
        package init(_ type: TagType, _ value: String) {
            self.type = type
            self.value = value
        }
    }

    /// The address: a path or a URL.
    package let file: String
    /// The part of the file that is played; `nil` for all of it.
    package var part: Part?
    /// The size of the file in bytes; `nil` if unknown.
    package var size: Int64?
    /// The last change of the file, in seconds since 1970; `nil` if unknown.
    package var modified: Double?
    /// Since when the library knows the song, in seconds since 1970; `nil` if it does not.
    package var added: Double?
    /// Rate, bits and channels, as `44100:16:2`; `nil` if unknown.
    package var format: String?
    /// The tags.
    package var tags: [Tag] = []
    /// The duration in seconds; `nil` if unknown.
    package var duration: Double?
    /// The place in the queue; `nil` for a song that is in none.
    package var place: Place?

    /// Makes a song without tags.
    package init(file: String) { self.file = file }

    /// Returns the values of a tag, or those of the tag that stands in for it.
    package func values(of type: TagType) -> [String] {
        var wanted: TagType? = type
        while let tag = wanted {
            let values = tags.filter { $0.type == tag }.map(\.value)
            if !values.isEmpty { return values }
            wanted = tag.substitute
        }
        return []
    }
}

extension ReplyText {
    /// Adds the block of a song: first `file`, by which clients tell songs apart.
    /// - Parameter tags: the tags that the client wants to see.
    package mutating func add(_ song: Song, showing tags: Set<TagType>) {
        add("file", song.file)
        add("Range", ifKnown: song.part?.text)
        if let modified = song.modified { add(modified: modified) }
        if let added = song.added { add("Added", at: added) }
        add("Format", ifKnown: song.format)
        for tag in song.tags where tags.contains(tag.type) { add(tag.type.rawValue, tag.value) }
        if let duration = song.duration {
            add("Time", Decimals.whole(duration))
            add("duration", Decimals.milliseconds(duration))
        }
        if let place = song.place { add(place) }
    }

    /// Adds the place of a song in the queue, which comes last in its block.
    package mutating func add(_ place: Song.Place) {
        add("Pos", place.position)
        add("Id", place.id)
        if place.priority > 0 { add("Prio", place.priority) }
    }
}

/// Numbers with decimals.
package enum Decimals {
    /// The longest time that is shown, in seconds: 31 years.
    private static let limit = 1e9

    /// Returns a number without decimals that say nothing.
    package static func short(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

    /// Returns seconds that can be counted: a playlist may state any number.
    static func bounded(_ seconds: Double) -> Double { seconds.isFinite ? min(max(0, seconds), limit) : 0 }

    /// Returns the nearest number of whole seconds.
    package static func whole(_ seconds: Double) -> Int { Int(bounded(seconds).rounded()) }

    /// Returns the nearest number of whole milliseconds.
    package static func wholeMilliseconds(_ seconds: Double) -> Int { Int((bounded(seconds) * 1_000).rounded()) }

    /// Returns seconds with three decimals.
    package static func milliseconds(_ seconds: Double) -> String {
        var bytes: [UInt8] = []
        write(milliseconds: wholeMilliseconds(seconds), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Adds milliseconds to a text, as seconds with three decimals. More than 31 years count as so much.
    package static func write(milliseconds: Int, to bytes: inout [UInt8]) {
        let thousandths = min(max(0, milliseconds), Int(limit) * 1_000)
        bytes.append(decimal: thousandths / 1_000)
        bytes.append(UInt8(ascii: "."))
        bytes.append(decimal: thousandths % 1_000, width: 3)
    }
}

extension [UInt8] {
    /// Adds a number that is not negative in decimal digits, with zeros in front up to `width` digits.
    package mutating func append(decimal number: Int, width: Int = 1) {
        let start = count
        var rest = number.magnitude
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0 || count < start + width
        self[start...].reverse()
    }
}
