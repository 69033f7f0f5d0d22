import JSON
import MusicLibrary
import Network

/// What Last.fm is told, and what its answers mean: version 2.0 of its interface, which Libre.fm has as well. A value without I/O.
struct LastFM: Sendable {
    /// The most songs of one request.
    static let most = 50

    let address: WebAddress
    let key: String
    let secret: String

    /// Why a call has failed: the number of the error.
    struct Failure: Error, Hashable {
        let code: Int64
        let status: Int
        let wait: Int64?

        /// The session is not valid, or not any more.
        var endsSession: Bool { code == 9 }
        /// The token for a session was not allowed yet.
        var awaitsPerson: Bool { code == 14 }
        /// The token for a session is not valid any more.
        var endsToken: Bool { code == 4 || code == 15 }

        /// What that means for what was told.
        var meaning: ListenFailure {
            switch code {
            case 9, 4, 14, 15: .needsPerson("Last.fm wants a person to sign in again (error \(code))")
            case 10, 13, 26: .needsPerson("Last.fm does not take the key or the secret (error \(code))")
            case 6, 7: .refused("Last.fm says that it is not valid (error \(code))")
            case 29: .later("Last.fm wants fewer requests", seconds: wait ?? 60)
            case 0: .later("what has answered is not Last.fm (status \(status))", seconds: wait)
            default: .later("Last.fm cannot do it now (error \(code))", seconds: wait)
            }
        }
    }

    // MARK: Requests

    /// Returns a call with its signature.
    func request(_ method: String, _ parameters: [String: String] = [:]) -> ServiceRequest {
        var all = parameters
        (all["method"], all["api_key"]) = (method, key)
        let sorted = all.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        let signed = sorted.map { $0.key + $0.value }.joined() + secret
        all["api_sig"] = MD5.text(of: Array(signed.utf8))
        all["format"] = "json"
        var request = ServiceRequest(address)
        request.method = .post
        request.bodyType = "application/x-www-form-urlencoded"
        let pairs = all.sorted { $0.key < $1.key }.map { "\(Self.escaped($0.key))=\(Self.escaped($0.value))" }
        request.body = Array(pairs.joined(separator: "&").utf8)
        request.mostBytes = 256 * 1024
        return request
    }

    /// Returns the call that tells what was heard.
    func scrobble(_ listens: [(Listen, SongIdentifiers)], session: String) -> ServiceRequest {
        var parameters = ["sk": session]
        for (index, (listen, song)) in listens.enumerated() {
            for (name, value) in Self.parameters(listen, song) { parameters["\(name)[\(index)]"] = value }
            parameters["timestamp[\(index)]"] = String(listen.startedAt)
        }
        return request("track.scrobble", parameters)
    }

    /// Returns the call that tells what is being heard.
    func nowPlaying(_ listen: Listen, _ song: SongIdentifiers, session: String) -> ServiceRequest {
        var parameters = Self.parameters(listen, song)
        parameters["sk"] = session
        return request("track.updateNowPlaying", parameters)
    }

    private static func parameters(_ listen: Listen, _ song: SongIdentifiers) -> [String: String] {
        var result = ["artist": listen.artist, "track": listen.title, "duration": String(Int64(listen.duration))]
        result["album"] = listen.album
        // Last.fm wants it only where it is another one.
        if listen.albumArtist != listen.artist { result["albumArtist"] = listen.albumArtist }
        result["trackNumber"] = listen.trackNumber.map { String($0) }
        result["mbid"] = song.recording
        return result
    }

    private static func escaped(_ text: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        return String(
            decoding: text.utf8.flatMap { byte -> [UInt8] in
                if plain.contains(byte) { return [byte] }
                let digits = String(byte, radix: 16, uppercase: true)
                return Array((digits.count == 1 ? "%0" : "%").utf8) + Array(digits.utf8)
            }, as: UTF8.self)
    }

    /// Where a person allows that Fermata tells what is heard.
    func permissionPage(token: String) -> String {
        let parts = address.text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        let host = parts.count > 1 ? String(parts[1]) : ""
        let origin = host == "ws.audioscrobbler.com" ? "https://www.last.fm" : "\(parts.first ?? "")//\(host)"
        return "\(origin)/api/auth/?api_key=\(Self.escaped(key))&token=\(Self.escaped(token))"
    }

    // MARK: Answers

    /// Returns the object that an answer has under `name`.
    static func object(
        _ name: String, status: Int, fields: [String: String], body: [UInt8]
    ) throws(Failure) -> JSONValue {
        let answer = try? JSONValue(parsing: body)
        let wait = ListenWait.seconds(fields)
        if let code = answer?["error"]?.integerValue { throw Failure(code: code, status: status, wait: wait) }
        if status == 429 { throw Failure(code: 29, status: status, wait: wait) }
        guard status == 200, let object = answer?[name] else { throw Failure(code: 0, status: status, wait: wait) }
        return object
    }

    /// The number of the reason for which Last.fm ignores what comes beyond what it takes on a day.
    private static let tooManyToday = "5"

    /// Judges what has become of each song, as `scrobbles` says it.
    /// - Throws: if some wait for another day. All of them are then told again, which changes nothing about those that were taken.
    static func judge(_ scrobbles: JSONValue) throws(ListenFailure) {
        let each = scrobbles["scrobble"]
        for song in each?.arrayValue ?? [each].compactMap({ $0 }) {
            let code = song["ignoredMessage"]?["code"]
            if code?.stringValue == tooManyToday || code?.integerValue == Int64(tooManyToday) {
                throw .later("Last.fm takes no more today", seconds: 6 * 3_600)
            }
        }
    }

    /// Returns a key or a token of an answer, if it can be one.
    static func word(_ value: JSONValue?) -> String? {
        guard let text = value?.stringValue, (1...200).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) })
        else { return nil }
        return text
    }
}
