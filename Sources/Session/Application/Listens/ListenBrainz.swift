import JSON
import MusicLibrary
import Network

/// What ListenBrainz is told, and what its answers mean: version 1 of its interface. A value without I/O.
struct ListenBrainz: Sendable {
    /// The most listens of one request. It takes a thousand; a hundred are some hundred kilobytes at most.
    static let most = 100

    let address: WebAddress
    let token: String

    /// Returns the request that tells what was heard, or what is being heard.
    /// - Parameter isPlaying: whether it is being heard: then it is one, without its time.
    func request(_ listens: [(Listen, SongIdentifiers)], isPlaying: Bool) -> ServiceRequest {
        var request = ServiceRequest(address)
        request.method = .post
        request.fields = ["Authorization: Token \(token)", "Accept: application/json"]
        let kind = isPlaying ? "playing_now" : listens.count == 1 ? "single" : "import"
        let payload = listens.map { Self.payload($0, $1, isPlaying: isPlaying) }
        let content: JSONValue = ["listen_type": .string(kind), "payload": .array(payload)]
        request.body = content.bytes
        request.mostBytes = 64 * 1024
        return request
    }

    private static func payload(_ listen: Listen, _ song: SongIdentifiers, isPlaying: Bool) -> JSONValue {
        let more: JSONValue = [
            "media_player": "Fermata", "submission_client": "Fermata",
            "duration_ms": .integer(Int64(listen.duration * 1_000)),
            "tracknumber": listen.trackNumber.map { .integer(Int64($0)) },
            "release_artist_name": listen.albumArtist.map { .string($0) },
            "recording_mbid": song.recording.map { .string($0) },
            "release_mbid": song.release.map { .string($0) },
            "artist_mbids": song.artists.isEmpty ? nil : .array(song.artists.map { .string($0) }),
        ]
        return [
            "listened_at": isPlaying ? nil : .integer(listen.startedAt),
            "track_metadata": [
                "artist_name": .string(listen.artist), "track_name": .string(listen.title),
                "release_name": listen.album.map { .string($0) }, "additional_info": more,
            ],
        ]
    }

    /// Judges an answer.
    /// - Throws: why the listens were not taken.
    static func judge(status: Int, fields: [String: String], body: [UInt8]) throws(ListenFailure) {
        switch status {
        case 200:
            // A page in which a hotel wants a login has this status too. Nothing is given up for what such a page says.
            guard (try? JSONValue(parsing: body))?["status"]?.stringValue == "ok" else {
                throw .later("what has answered is not ListenBrainz")
            }
        case 400 where (try? JSONValue(parsing: body))?["error"] != nil, 413:
            throw .refused("ListenBrainz says that it is not valid (status \(status))")
        case 401, 403: throw .needsPerson("ListenBrainz does not know the token (status \(status))")
        case 429:
            throw .later("ListenBrainz wants fewer requests", seconds: ListenWait.seconds(fields, "x-ratelimit-reset-in"))
        default:
            throw .later("ListenBrainz has answered with status \(status)", seconds: ListenWait.seconds(fields))
        }
    }
}

/// How long a service wants nobody to ask.
enum ListenWait {
    /// Returns what the fields of an answer say, in seconds, from a second to a day; `nil` if they say nothing that counts.
    static func seconds(_ fields: [String: String], _ own: String? = nil) -> Int64? {
        let texts = [own.flatMap { fields[$0] }, fields["retry-after"]]
        return texts.lazy.compactMap { $0.flatMap { Int64($0) } }.first.map { min(max($0, 1), 86_400) }
    }
}
