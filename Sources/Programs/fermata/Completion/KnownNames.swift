import JSON
import MediaTypes
import SystemSupport

/// What the daemon knows by name, for shells that complete it. Errors do not matter to somebody who presses a key for a completion: if no
/// daemon answers, there is nothing.
enum KnownNames {
    /// How many names of the library are asked for at once, and how often: the shell waits for them.
    private static let (namesAtOnce, mostParts) = (1_000, 10)
    /// When nothing more is asked, in seconds of the clock: a second after the first question, however many a completion has.
    private static let end = MonotonicClock.seconds + 1

    /// The albums, each with its artist as the note.
    static var albums: [Candidate] { names("library.albums", list: "albums", name: "title", note: "artist") }

    /// The artists, also of whole albums: these are played by name as well, and are mostly ones of songs.
    static var artists: [Candidate] {
        var seen: Set<Candidate> = []
        return (names(of: .artist) + names(of: .albumArtist)).filter { seen.insert($0).inserted }
    }

    /// The names that are values of a tag, such as genres.
    static func names(of tag: SongTag) -> [Candidate] {
        names("library.names", ["tag": .string(tag.definition.name)], list: "names", name: "name")
    }

    /// The years of songs.
    static var years: [Candidate] {
        answer("library.years") { $0["years"]?.arrayValue }
            .compactMap { $0["year"]?.integerValue.map { Candidate("\($0)") } }
    }

    /// The stored playlists.
    static var playlists: [Candidate] {
        answer("playlist.list") { $0["playlists"]?.arrayValue }
            .compactMap { $0["name"]?.stringValue.map { Candidate($0) } }
    }

    private static func names(
        _ method: String, _ parameters: JSONObject = [:], list: String, name: String, note: String? = nil
    ) -> [Candidate] {
        var (parameters, found) = (parameters, [Candidate]())
        parameters["limit"] = .integer(Int64(namesAtOnce))
        for _ in 0..<mostParts {
            var next: JSONValue?
            let elements = answer(method, parameters) { value in
                next = value["next"]
                return value[list]?.arrayValue
            }
            found += elements.compactMap { element in
                element[name]?.stringValue.map { Candidate($0, note.flatMap { element[$0]?.stringValue }) }
            }
            guard let next else { break }
            parameters["after"] = next
        }
        return found
    }

    /// Returns the elements of the daemon's answer.
    static func answer(
        _ method: String, _ parameters: JSONObject = [:], elements: (JSONValue) -> [JSONValue]? = { $0.arrayValue }
    ) -> [JSONValue] {
        // The shell waits for this while the user types.
        guard MonotonicClock.seconds < end, let connection = try? DaemonConnection(path: SocketPath.resolve(nil), patience: 1),
            let reply = try? connection.call(method, parameters), case .success(let value) = reply.result
        else { return [] }
        return elements(value) ?? []
    }
}
