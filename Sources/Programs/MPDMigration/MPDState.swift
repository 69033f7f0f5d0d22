/// What MPD's state file says: the queue, the place in it, the volume, the modes. A value.
package struct MPDState: Hashable, Sendable {
    /// What the player was doing.
    package enum Playback: String, Hashable, Sendable {
        case play, pause, stop
    }

    /// How MPD plays one song at a time.
    package enum Single: String, Hashable, Sendable {
        case off = "0"
        case on = "1"
        case oneshot
    }

    /// The part of a song's file that plays, in seconds of the file.
    package struct Part: Hashable, Sendable {
        package let start: Double
        /// `nil` for the end of the file.
        package let end: Double?
    }

    /// A tag of a stream that fermatad's queue has a place for. The names are those of the control protocol.
    package enum Tag: String, Hashable, Sendable {
        case title, artist, album, albumArtist, trackNumber, discNumber, date, genre
    }

    /// The largest file that is read, in bytes.
    package static let sizeLimit = 64 << 20
    /// The most songs.
    package static let songLimit = 200_000
    /// The longest address of a song, in bytes.
    private static let addressLimit = 16 << 10
    /// The longest text of a tag that is kept, in Unicode scalars.
    private static let tagLimit = 1_000
    /// The most names of anything that are told as left out.
    private static let namesLimit = 20

    package private(set) var playback = Playback.stop
    /// The index of the current song; `nil` if there is none.
    package private(set) var current: Int?
    /// The place in it, in seconds.
    package private(set) var elapsed: Double = 0
    /// 0…100; `nil` if it is not stated.
    package private(set) var volume: Int?
    package private(set) var random = false
    package private(set) var repeats = false
    package private(set) var single = Single.off
    package private(set) var consume = false
    /// Whether only the next song that was played leaves the queue.
    package private(set) var consumesOnce = false
    /// In seconds.
    package private(set) var crossfade: Double = 0
    /// The level in decibels at which songs overlap by MixRamp. It counts only with ``mixRampDelay``.
    package private(set) var mixRampDecibels: Double = 0
    /// How many seconds songs overlap less than MixRamp would have them; `nil` if MixRamp is off.
    package private(set) var mixRampDelay: Double?
    /// `off`, `track`, `album` or `auto`; `nil` if it is not stated.
    package private(set) var replayGain: String?
    /// The outputs by their names, and whether they are enabled.
    package private(set) var outputs: [String: Bool] = [:]
    /// The songs of the queue: paths relative to the directory of music, absolute paths, or URLs.
    package private(set) var songs: [String] = []
    /// The priorities of songs by their indices in ``songs``; a song without one is not there.
    package private(set) var priorities: [Int: UInt8] = [:]
    /// The parts of songs by their indices in ``songs``; a song that plays whole is not there.
    package private(set) var parts: [Int: Part] = [:]
    /// The tags of streams by their indices in ``songs``: MPD has them from clients, or from the stream itself. Those of files are in the
    /// files.
    package private(set) var tags: [Int: [Tag: String]] = [:]
    /// What cannot be taken over, in sentences.
    package private(set) var losses: [String] = []

    /// The priority of the next song: it stands before the song.
    private var nextPriority: UInt8 = 0
    /// The index of the last song; `nil` if that one is left out.
    private var last: Int?
    /// How many songs are left out, and how many of them come before the current one.
    private var (omitted, omittedBefore) = (0, 0)
    /// Whether the last song has the name of a station.
    private var lastIsNamed = false
    /// The tags of streams that are left out, and the names of the state that nobody knows.
    private var (leftOutTags, unknownNames): (Set<String>, Set<String>) = ([], [])

    /// Reads a file. Lines of which nothing is known are left out.
    package init(_ text: [UInt8]) {
        guard text.count <= Self.sizeLimit else {
            losses.append("the state file is larger than \(Self.sizeLimit >> 20) MiB: nothing of it is taken")
            return
        }
        var isInQueue = false
        var isInSong = false
        var isOfOther = false
        for line in text.split(separator: 0x0A) {
            let line = String(decoding: line, as: UTF8.self)
            if !isInQueue, let partition = Self.value(of: "partition: ", in: line) {
                // Newer ones than 0.23 have the state of each partition behind its name, and that of the usual one in front.
                isOfOther = partition != "default"
                if isOfOther { lose("the partition \(partition) with its queue: fermatad has one player") }
            } else if isOfOther {
                continue
            } else if line == "playlist_begin" {
                isInQueue = true
            } else if line == "playlist_end" {
                isInQueue = false
            } else if isInQueue {
                takeSong(line, &isInSong)
            } else if let colon = line.firstIndex(of: ":") {
                take(String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
            }
        }
        if let index = current, !songs.indices.contains(index) { current = nil }
        if omitted > 0 {
            losses.append("\(omitted) songs of the queue are left out: they are too many, or their addresses too long")
        }
        if !leftOutTags.isEmpty {
            losses.append("tags of streams for which the queue has no place: \(leftOutTags.sorted().joined(separator: ", "))")
        }
        for name in unknownNames.sorted() { losses.append("\(name) of MPD's state has no counterpart") }
    }

    /// Returns what stands behind a beginning of a line; `nil` if the line begins in another way.
    private static func value(of beginning: String, in line: String) -> String? {
        line.hasPrefix(beginning) ? String(line.dropFirst(beginning.count)) : nil
    }

    private mutating func lose(_ sentence: String) {
        if losses.count < Self.namesLimit { losses.append(sentence) }
    }

    private mutating func take(_ name: String, _ value: String) {
        switch name {
        case "state": playback = Playback(rawValue: value) ?? .stop
        case "current": current = Int(value).flatMap { $0 >= 0 ? $0 : nil }
        case "time": elapsed = Self.seconds(value) ?? 0
        case "sw_volume": volume = Int(value).flatMap { (0...100).contains($0) ? $0 : nil }
        case "random": random = value == "1"
        case "repeat": repeats = value == "1"
        case "single": single = Single(rawValue: value) ?? .off
        case "consume":
            consumesOnce = value == "oneshot"
            consume = consumesOnce || value == "1"
        case "crossfade": crossfade = Self.seconds(value) ?? 0
        case "mixrampdb": mixRampDecibels = Double(value).flatMap { $0.isFinite ? $0 : nil } ?? 0
        // What is not above 0 switches it off, and older ones than 0.18 wrote "nan" for that.
        case "mixrampdelay": mixRampDelay = Self.seconds(value).flatMap { $0 > 0 ? $0 : nil }
        case "replay_gain_mode": replayGain = ["off", "track", "album", "auto"].contains(value) ? value : nil
        case "audio_device_state":
            guard let colon = value.firstIndex(of: ":") else { return }
            if outputs.count < 100 { outputs[String(value[value.index(after: colon)...])] = value[..<colon] == "1" }
        // A storage that a client has mounted: its name, and its address, which may hold a password.
        case "uri": if !value.isEmpty { lose("the mount \(value): fermatad plays files of this machine, and http: and https:") }
        case "mounted_url": break
        default: if !value.isEmpty { Self.note(name, in: &unknownNames) }
        }
    }

    /// Notes a name that is told later, if it looks like one.
    private static func note(_ name: String, in names: inout Set<String>) {
        let isName = !name.isEmpty && name.utf8.count <= 32 && name.utf8.allSatisfy { Self.isOfName($0) }
        if isName, names.count < namesLimit { names.insert(name) }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// Takes in a line of the queue: `0:address`, or `song_begin: address` with tags and the part up to `song_end`, and the priority of the
    /// next song.
    private mutating func takeSong(_ line: String, _ isInSong: inout Bool) {
        let (begin, range, priority) = ("song_begin: ", "Range: ", "Prio: ")
        if line == "song_end" {
            isInSong = false
        } else if isInSong {
            guard let last else { return }
            if line.hasPrefix(range) { parts[last] = Self.part(line.dropFirst(range.count)) } else { takeTag(line, of: last) }
        } else if line.hasPrefix(begin) {
            isInSong = true
            add(String(line.dropFirst(begin.count)))
        } else if line.hasPrefix(priority) {
            nextPriority = UInt8(line.dropFirst(priority.count)) ?? 0
        } else if let colon = line.firstIndex(of: ":"), Int(line[..<colon]) != nil {
            add(String(line[line.index(after: colon)...]))
        }
    }

    private static let tagNames: [String: Tag] = [
        "Title": .title, "Artist": .artist, "Album": .album, "AlbumArtist": .albumArtist, "Track": .trackNumber,
        "Disc": .discNumber, "Date": .date, "Genre": .genre,
    ]
    /// What MPD writes among the tags and the stream tells by itself.
    private static let facts: Set = ["Time", "Playlist", "mtime", "Format"]

    /// Takes in a tag of a stream.
    private mutating func takeTag(_ line: String, of index: Int) {
        guard Self.isStream(songs[index]), let colon = line.firstIndex(of: ":") else { return }
        let name = String(line[..<colon])
        let scalars = line[line.index(after: colon)...].drop { $0 == " " }.unicodeScalars.prefix(Self.tagLimit)
        let text = String(String.UnicodeScalarView(scalars))
        guard !text.isEmpty, !Self.facts.contains(name) else { return }
        if name == "Name" {
            // The name of a station lasts. Its title is only what was on the air when MPD wrote its state.
            if !lastIsNamed { tags[index, default: [:]][.title] = text }
            lastIsNamed = true
        } else if let tag = Self.tagNames[name] {
            if tag == .title, lastIsNamed { return }
            if tags[index]?[tag] == nil { tags[index, default: [:]][tag] = text } else { Self.note(name, in: &leftOutTags) }
        } else {
            Self.note(name, in: &leftOutTags)
        }
    }

    /// Whether the queue keeps tags of the song: those of an address of the network.
    private static func isStream(_ address: String) -> Bool {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        return ["http", "https"].contains(scheme) && address.dropFirst(scheme.count).hasPrefix("://")
    }

    private mutating func add(_ address: String) {
        let priority = nextPriority
        (nextPriority, last, lastIsNamed) = (0, nil, false)
        guard songs.count < Self.songLimit, (1...Self.addressLimit).contains(address.utf8.count) else {
            // The place of the current song counts all of them, and is stated before them.
            if let index = current, songs.count + omitted < index + omittedBefore {
                (current, omittedBefore) = (index - 1, omittedBefore + 1)
            }
            omitted += 1
            return
        }
        last = songs.count
        if priority > 0 { priorities[songs.count] = priority }
        songs.append(address)
    }

    /// The part that a text such as `1500-4000` or `1500-` states, in milliseconds; `nil` for one that is none, or that is all of the file.
    private static func part(_ text: Substring) -> Part? {
        let numbers = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { UInt32($0) }
        guard let start = numbers.first.flatMap({ $0 }) else { return nil }
        let end: UInt32 = numbers.count > 1 ? numbers[1] ?? 0 : 0
        guard end > start || end == 0 && start > 0 else { return nil }
        return Part(start: Double(start) / 1_000, end: end == 0 ? nil : Double(end) / 1_000)
    }

    private static func seconds(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite && $0 >= 0 ? min($0, 1e9) : nil }
    }
}
