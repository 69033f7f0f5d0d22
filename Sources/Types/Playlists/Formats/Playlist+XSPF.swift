// XSPF version 1: playlist, trackList, track, and the few elements of a track that matter here.
extension Playlist {
    mutating func readXSPF(_ text: ArraySlice<UInt8>, _ resolver: LocationResolver) throws(PlaylistError) {
        var reader = try XMLReader(text.isUTF8 ? text : Array(text.text.utf8)[...])
        var path: [String] = []
        var track: XSPFTrack?
        while let token = try reader.next() {
            switch token {
            case .start(let name):
                path.append(name)
                if path.count == 1, name != "playlist" {
                    throw PlaylistError("is no XSPF playlist: its root element is \(name)")
                }
                if path == XSPFTrack.path { track = XSPFTrack() }
                if path.count == XSPFTrack.path.count + 1 { track?.begin(name) }
            case .text(let text):
                if path.count == XSPFTrack.path.count + 1 { try track?.append(text) }
            case .end:
                if path == XSPFTrack.path, let ended = track {
                    try add(ended, resolver)
                    track = nil
                }
                path.removeLast()
            }
        }
    }

    private mutating func add(_ track: XSPFTrack, _ resolver: LocationResolver) throws(PlaylistError) {
        guard !track.locations.isEmpty else {
            leaveOut("An entry\(track.title.map { " with the title \($0.prefix(200))" } ?? "") is left out: it has no location.")
            return
        }
        // Several locations are alternatives, with the best one first. What is no path of this system is the last to be tried.
        let foreign = track.locations.filter { SpeltPath.isForeign($0.trimmed) }
        for location in track.locations.filter({ !SpeltPath.isForeign($0.trimmed) }) + foreign {
            guard let uri = located(location.trimmed, resolver.uri(ofReference:)) else { continue }
            var entry = PlaylistEntry(
                uri: uri, title: track.title, artist: track.artist, album: track.album, duration: track.duration)
            entry.isForeign = SpeltPath.isForeign(location.trimmed)
            try add(entry)
            return
        }
    }
}

/// What was read of a track element so far.
private struct XSPFTrack {
    static let path = ["playlist", "trackList", "track"]
    /// The most bytes of a text: more than any path or title has.
    private static let textLimit = 64 << 10

    private(set) var locations: [ArraySlice<UInt8>] = []
    private var texts: [String: ArraySlice<UInt8>] = [:]
    private var element = ""

    var title: String? { texts["title"]?.textIfAny }
    var artist: String? { texts["creator"]?.textIfAny }
    var album: String? { texts["album"]?.textIfAny }
    /// The duration in seconds; the file has milliseconds.
    var duration: Double? { texts["duration"]?.seconds(unit: 1_000) }

    mutating func begin(_ name: String) {
        element = name
        if name == "location" { locations.append([]) }
    }

    mutating func append(_ text: [UInt8]) throws(PlaylistError) {
        switch element {
        case "location":
            locations[locations.count - 1] += text
            try check(locations[locations.count - 1])
        case "title", "creator", "album", "duration":
            texts[element, default: []] += text
            try check(texts[element, default: []])
        default: break
        }
    }

    private func check(_ text: ArraySlice<UInt8>) throws(PlaylistError) {
        guard text.count > Self.textLimit else { return }
        throw PlaylistError("has a text of more than \(Self.textLimit >> 10) KiB")
    }
}
