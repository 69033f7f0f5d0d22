import ControlProtocol
import FermataKit
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
    static var albums: [Candidate] {
        all { page in answer(Methods.Library.albums, page) }.map { Candidate($0.title, $0.artist) }
    }

    /// The artists, also of whole albums: these are played by name as well, and are mostly ones of songs.
    static var artists: [Candidate] {
        var seen: Set<Candidate> = []
        return (names(of: .artist) + names(of: .albumArtist)).filter { seen.insert($0).inserted }
    }

    /// The names that are values of a tag, such as genres.
    static func names(of tag: SongTag) -> [Candidate] {
        all { page in answer(Methods.Library.names, (tag.definition.name, page)) }.map { Candidate($0.name) }
    }

    /// The years of songs.
    static var years: [Candidate] { (answer(Methods.Library.years, ()) ?? []).map { Candidate("\($0.year)") } }

    /// The stored playlists.
    static var playlists: [Candidate] { (answer(Methods.Playlist.list, ()) ?? []).map { Candidate($0.name) } }

    /// The requests for permission to record that wait, by their numbers.
    static var recordRequests: [Candidate] {
        (answer(Methods.Session.recordPermissionRequests, ())?.1 ?? []).map { Candidate("\($0.request)", $0.program) }
    }

    /// Returns the elements of a list, part after part.
    private static func all<Element>(_ part: (Wire.LibraryPage) -> (elements: [Element], next: String?)?) -> [Element] {
        var (page, found) = (Wire.LibraryPage(limit: namesAtOnce), [Element]())
        for _ in 0..<mostParts {
            guard let (elements, next) = part(page) else { break }
            found += elements
            guard let next else { break }
            page.after = next
        }
        return found
    }

    /// Returns the daemon's answer; `nil` if there is none in time.
    static func answer<Parameters, Answer>(_ method: Method<Parameters, Answer>, _ parameters: Parameters) -> Answer? {
        // The shell waits for this while the user types.
        guard MonotonicClock.seconds < end, let connection = try? DaemonConnection(patience: 1)
        else { return nil }
        return (try? connection.ask(method, parameters))?.answer
    }
}
