import ArgumentParser
import ControlProtocol

extension CompletionKind {
    /// The outputs that the daemon knows now; only `default` if no daemon answers.
    static let output = custom { _, _, _ in
        [Candidate("default", "the desktop's default output").text]
            + answer("route.outputs").compactMap { output in
                output["uid"]?.stringValue.map { Candidate($0, output["name"]?.stringValue).text }
            }
    }

    /// The first items of the queue; none if no daemon answers.
    static let item = custom { _, _, _ in items }

    /// The stored playlists; none if no daemon answers.
    static let playlist = custom { _, _, _ in
        answer("playlist.list") { $0["playlists"]?.arrayValue }
            .compactMap { $0["name"]?.stringValue.map { Candidate($0, nil).text } }
    }

    /// The rooms of the Snapcast server, by name, or by id where several have the same; none if no daemon answers.
    static let room = custom { _, _, _ in
        let rooms = answer("rooms.list") { $0["rooms"]?.arrayValue }.compactMap { try? Wire.Room(json: $0) }
        let counts = Dictionary(rooms.map { ($0.name.lowercased(), 1) }, uniquingKeysWith: +)
        return rooms.map {
            counts[$0.name.lowercased()] == 1 ? Candidate($0.name, $0.host).text : Candidate($0.room, $0.name).text
        }
    }

    /// What ends playback by itself: words, times and the first items of the queue.
    static let end = custom { _, _, _ in ["current", "off", "15m", "30m", "45m", "1h"] + items }

    /// The chapters of the current item, and words for those beside the current one.
    static let chapter = custom { _, _, _ in
        let found = answer("media.chapters") { $0["chapters"]?.arrayValue }.compactMap { try? Wire.Chapter(json: $0) }
        return ["next", "previous"] + found.map { Candidate("\($0.index + 1)", $0.title).text }
    }

    /// The albums, artists and genres of the library.
    static let album = custom { _, _, _ in
        names("library.albums", list: "albums", name: "title", note: "artist")
    }
    static let artist = custom { _, _, _ in
        // An artist of whole albums is played by name as well, and is mostly one of songs.
        var seen: Set<String> = []
        let roles: [JSONObject] = [[:], ["role": "albumArtist"]]
        return roles.flatMap { names("library.artists", $0, list: "names", name: "name") }.filter { seen.insert($0).inserted }
    }
    static let genre = custom { _, _, _ in
        names("library.artists", ["role": "genre"], list: "names", name: "name")
    }

    /// How many names of the library are asked for at once, and how often: the shell waits for them, and picks those that begin as typed.
    private static let (namesAtOnce, mostParts) = (1_000, 10)

    private static func names(
        _ method: String, _ parameters: JSONObject = [:], list: String, name: String, note: String? = nil
    ) -> [String] {
        var (parameters, found) = (parameters, [String]())
        parameters["limit"] = .integer(Int64(namesAtOnce))
        for _ in 0..<mostParts {
            var next: JSONValue?
            let elements = answer(method, parameters) { value in
                next = value["next"]
                return value[list]?.arrayValue
            }
            found += elements.compactMap { element in
                element[name]?.stringValue.map { Candidate($0, note.flatMap { element[$0]?.stringValue }).text }
            }
            guard let next else { break }
            parameters["after"] = next
        }
        return found
    }

    /// How many items are offered at most. More would not fit on the screen.
    private static let mostItems = 200

    private static var items: [String] {
        let page = answer("queue.list", ["limit": .integer(Int64(mostItems))]) { $0["items"]?.arrayValue }
        return page.compactMap { try? Wire.QueueItem(json: $0) }.map { Candidate("\($0.id)", StatusText.name(of: $0)).text }
    }

    /// Returns the elements of the daemon's answer.
    private static func answer(
        _ method: String, _ parameters: JSONObject = [:], elements: (JSONValue) -> [JSONValue]? = { $0.arrayValue }
    ) -> [JSONValue] {
        // The shell waits for this while the user types. Errors do not matter to somebody who presses a key for a completion.
        guard let connection = try? DaemonConnection(path: SocketPath.resolve(nil), patience: 1),
            let reply = try? connection.call(method, parameters), case .success(let value) = reply.result
        else { return [] }
        return elements(value) ?? []
    }
}

/// A word that a shell may complete to, and what the shell says about it.
private struct Candidate {
    private let word: String
    private let note: String?

    init(_ word: String, _ note: String?) {
        self.word = Terminal.harmless(word)
        self.note = note.map { Terminal.fit(Terminal.harmless($0), columns: 60) }
    }

    /// The line as the shell that asks takes it. bash would take the note as words.
    var text: String {
        switch CompletionShell.requesting {
        case .zsh:
            let word = word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            return note.map { "\(word):\($0)" } ?? word
        case .fish: return note.map { "\(word)\t\($0)" } ?? word
        default: return quoted
        }
    }

    /// The word as bash takes it, which expands what is offered to it as a part of a script: it would run a command in the name of an album.
    /// bash writes a dollar into the line as the beginning of a variable; an empty line offers nothing.
    private var quoted: String {
        guard !word.contains("$") else { return "" }
        let isPlain = word.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || "-_.,:/+@%".utf8.contains(byte)
        }
        return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }
}
