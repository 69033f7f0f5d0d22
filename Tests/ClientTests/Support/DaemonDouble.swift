import AudioTypes
import ControlProtocol
import FoundationEssentials
import Glibc
import JSON
import LineServer
import Logging
import NIOCore
import NIOPosix
import Synchronization
import TestSupport

@testable import ControlServer

/// The real control server with a daemon behind it that remembers what it was asked.
final class DaemonDouble: Sendable {
    private let folder: TemporaryDirectory
    let path: String
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let received = Received()
    private let state: NIOLoopBound<(server: ControlServer, handler: RecordingHandler)>

    /// Starts it in a folder of its own, or on a path where another one was.
    init(at path: String? = nil) throws {
        folder = try TemporaryDirectory()
        self.path = path ?? folder.file("control.sock")
        let (loop, path, received) = (group.next(), self.path, received)
        state = try loop.submit {
            let server = ControlServer(eventLoop: loop, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let handler = RecordingHandler(received)
            try server.answer(with: handler)
            try server.start(path: path)
            return NIOLoopBound((server, handler), eventLoop: loop)
        }.wait()
    }

    var directory: String { folder.path }

    /// What was asked so far.
    func requests() throws -> [Asked] {
        try group.next().submit { [state] in state.value.handler.requests }.wait()
    }

    func publish(_ event: Event, pausing: Bool = false) throws {
        try group.next().submit { [state] in
            state.value.handler.status.volume.muted.toggle()
            if pausing { state.value.handler.status.state = .paused }
            state.value.server.publish(event)
        }.wait()
    }

    /// What was sent over streams that have ended.
    var pushed: [String] { received.value }

    /// Whether anything has come over a stream.
    var hasReceived: Bool { received.hasBegun }

    /// How many clients have subscribed so far.
    func subscriptions() throws -> Int {
        try group.next().submit { [state] in state.value.handler.subscriptions }.wait()
    }

    /// How many connections have ended so far.
    func departures() throws -> Int {
        try group.next().submit { [state] in state.value.handler.departures }.wait()
    }

    func stop() throws {
        try group.next().flatSubmit { [state] in state.value.server.shutDown() }.wait()
        try group.syncShutdownGracefully()
    }
}

/// What went wrong in a test's own machinery.
struct TestFailure: Error {
    let message: String
    init(_ message: String) { self.message = message }
}

/// What clients sent over streams.
final class Received: Sendable {
    private let streams = Mutex<[String]>([])
    private let begun = Atomic(false)
    var value: [String] { streams.withLock { $0 } }
    var hasBegun: Bool { begun.load(ordering: .relaxed) }

    /// Reads a stream to its end; one that is refused only for a while.
    func take(_ stream: MediaConnection, refuses: Bool) {
        var bytes = stream.leadingBytes
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !refuses || bytes.count < 1 << 17 {
            var entry = pollfd(fd: stream.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, 20_000)
            let count = recv(stream.descriptor, &buffer, buffer.count, 0)
            if count <= 0 { break }
            begun.store(true, ordering: .relaxed)
            bytes += buffer[..<count]
        }
        if refuses {
            let line = Response(error: ControlError(.mediaUnsupported, "this is not audio")).json.bytes + [UInt8(ascii: "\n")]
            _ = line.withUnsafeBytes { send(stream.descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
        } else {
            streams.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
        close(stream.descriptor)
    }
}

/// Answers everything at once with sample values.
final class RecordingHandler: ControlHandler {
    private let received: Received
    private var refusesStream = false
    var requests: [Asked] = []
    var subscriptions = 0
    var departures = 0
    var status = Wire.Status(
        state: .playing, reason: .user,
        item: Wire.QueueItem(id: 7, uri: "/music/a.flac", title: "Evil\u{1B}]0;x\u{7}", artist: "Ann"),
        position: Wire.Position(seconds: 83.5, monotonic: 0, rate: 0), duration: 180,
        volume: Wire.Volume(level: 0.7, muted: false),
        queue: Wire.QueueSummary(length: 3, index: 0, revision: 1, modes: Wire.QueueModes(repeat: .all)),
        format: Wire.AudioFormat(codec: "flac", sampleRate: 44_100, channels: 2, bitsPerSample: 16),
        output: Wire.OutputSummary(uid: "hp", name: "Headphones", type: .headphones))

    init(_ received: Received = Received()) { self.received = received }

    /// Titles of albums that shells trip over.
    static let albums = (
        plain: "Kind of Blue", colon: "Star Wars: A New Hope", slash: "AC/DC Live", quote: "it's \"quoted\" \\ so",
        glob: "100% [live] *? #1 ~a {c,d} <e> & f|g;", hostile: "x$(touch $HIT)`touch $HIT`${PATH}",
        backquotes: "y`pwd`"
    )

    static let bindings: [MethodBinding<RecordingHandler>] =
        Methods.all.filter { !["events.subscribe", "events.unsubscribe", "rpc.discover"].contains($0.name) }.map { recorded($0) }

    private static func recorded(_ method: some AnyMethod) -> MethodBinding<RecordingHandler> {
        MethodBinding(method) { parameters throws(ControlError) in
            let checked = try method.parameters(of: parameters)
            let asked = Asked(method.name, method.json(of: checked))
            return PreparedRequest(opensStream: method.opensStream(checked)) { handler, _, reply in
                handler.requests.append(asked)
                reply(Result { () throws(ControlError) in try handler.answer(to: asked) })
            }
        }
    }

    private func answer(to asked: Asked) throws(ControlError) -> JSONValue {
        let uri = asked["uri"]?.stringValue
        switch asked.method {
        case "library.albums":
            let titles = Self.albums
            let names = [titles.plain, titles.colon, titles.slash, titles.quote, titles.glob, titles.hostile, titles.backquotes]
            let albums = names.map { Wire.LibraryAlbum(album: 1, title: $0, artist: "An artist: one", date: nil, songs: 1) }
            return ["albums": .array(albums.map(\.json))]
        case "library.item" where asked["file"] == false:
            let song = asked["song"]?.integerValue ?? 0
            return Wire.LibrarySong(song: song, uri: "/songs/\(song).flac").json
        case "library.search":
            let song: Int64 = asked["after"] == nil ? 1 : 2
            let songs = [Wire.LibrarySong(song: song, uri: "/songs/\(song).flac")]
            return Wire.LibrarySongs(songs: songs, next: song == 1 ? "more" : nil).json
        case "library.browse":
            let isTop = asked["path"] == nil
            return Wire.LibrarySongs(
                songs: isTop ? [] : [Wire.LibrarySong(song: 3, uri: "/library/Jazz/b.flac")],
                directories: isTop ? [Wire.LibraryDirectory(path: "Jazz", uri: "/library/Jazz/")] : []
            ).json
        case "library.names": return ["names": [["id": 1, "name": "Rock & Roll"], ["id": 2, "name": asked["tag"]]]]
        case "library.update" where asked["path"] == "/unmeasured": return ["scan": 3, "problem": "nothing measures"]
        case "library.update": return ["scan": 3]
        case "library.gains":
            if asked["path"] == "/unmeasured" { return ["songs": []] }
            // Whose first part has none that were asked for.
            guard asked["after"] == "9" else { return ["songs": [], "next": "9"] }
            let gain = Wire.ReplayGain(trackGain: -1)
            return ["songs": [Wire.MeasuredSong(song: 1, uri: "/songs/none.flac", size: 1, modifiedAt: 1, gain: gain).json]]
        case "library.years": return ["years": [["year": 1_967, "songs": 1], ["year": 1_959, "songs": 2]]]
        case "playlist.list":
            let playlist = Wire.StoredPlaylist(name: "Sunday: late", path: "/lists/Sunday: late.m3u", modifiedAt: 0, size: 0)
            return ["playlists": [playlist.json]]
        case "play", "announce":
            guard let uri else { break }
            if uri.hasSuffix("/missing") { throw ControlError(.mediaNotFound, "no such file: \(uri)", uri: uri) }
            if uri.hasSuffix("/dead.m3u") {
                throw ControlError(.mediaNotFound, "no such file: /gone.flac", uri: "/gone.flac")
            }
        case "stream.open":
            refusesStream = asked["title"] == "refused"
            return ["item": 12]
        case "volume": return Wire.Volume(level: 0.4, muted: true).json
        case "queue.list": return page(from: asked["offset"]?.integerValue ?? 0, asked["limit"]).json
        case "queue.set": return Wire.QueueModes(repeat: .all).json
        case "queue.add" where asked["uris"] == ["playlist:Half"]:
            let skipped = [Wire.SkippedEntry(uri: "spotify://x", message: "spotify://x cannot be played")]
            return Wire.QueueAddition(ids: [1], revision: 2, skipped: skipped).json
        case "queue.add":
            return Wire.QueueAddition(ids: (asked["uris"]?.arrayValue ?? []).indices.map(Int64.init), revision: 2).json
        case "media.chapters":
            return Wire.Chapters(chapters: [Wire.Chapter(index: 0, title: "One", start: 0)], current: 0).json
        case "media.lyrics":
            let lines = [
                Wire.LyricLine(index: 0, start: 0, text: "One\nEins"), Wire.LyricLine(index: 1, start: 9, text: "Two \u{1B}[2J"),
            ]
            return Wire.Lyrics(lines: lines, source: .file, current: 1).json
        case "media.picture" where asked["item"] == 7:
            // The daemon could not make a file.
            let data = asked["data"] == true ? Base64.text(of: Array("GIF89a".utf8)) : nil
            return Wire.Picture(source: .embedded, type: "image/gif", size: 6, data: data).json
        case "media.picture" where uri != nil:
            let address = "file://" + (uri ?? "").split(separator: " ").joined(separator: "%20")
            return Wire.Picture(source: .file, type: "image/gif", size: 6, uri: address).json
        case "route.outputs":
            let port = Wire.Port(uid: "hp", name: "Headphones", type: .headphones, channels: 2)
            return .array([Wire.Output(port: port, current: true, default: false).json])
        case "session.beginInterruption":
            if asked["reason"] == "refused" { throw ControlError(.internalError, "not now") }
            return ["interruption": 5]
        default: break
        }
        if asked.method == "announce" { return ["announcement": 5] }
        let isOfPlayer = asked.method.hasPrefix("player.") || !asked.method.contains(".")
        return isOfPlayer ? status.json : ["done": true]
    }

    private func page(from offset: Int64, _ limit: JSONValue?) -> Wire.QueuePage {
        if offset >= 5_000 {
            let items = (1...2).map { Wire.QueueItem(id: offset + $0, uri: "/\(offset + $0)") }
            return Wire.QueuePage(items: items, length: 5_004, revision: 1, next: offset == 5_000 ? 5_002 : nil)
        }
        if offset == 1, limit == 1 {
            return Wire.QueuePage(items: [Wire.QueueItem(id: 10, uri: "/c")], length: 3, revision: 1)
        }
        let items = [Wire.QueueItem(id: 9, uri: "/a/b.ogg"), Wire.QueueItem(id: 10, uri: "/c", title: "C", duration: 61)]
        return Wire.QueuePage(items: items, length: 3, revision: 1)
    }

    func currentStatus() -> Wire.Status {
        subscriptions += 1
        return status
    }

    func adopt(_ stream: MediaConnection, from client: ClientID) {
        let (received, refuses) = (received, refusesStream)
        NIOThreadPool.singleton.submit { _ in received.take(stream, refuses: refuses) }
    }
    func clientDidDisconnect(_ client: ClientID) { departures += 1 }
}

/// What a client has asked: the name of the method, and the parameters without those that have their default value.
struct Asked: Hashable, Sendable, CustomStringConvertible {
    let method: String
    private let parameters: JSONValue

    init(_ method: String, _ parameters: JSONObject = [:]) {
        self.method = method
        self.parameters = Self.comparable(.object(parameters))
    }

    /// Returns the value with 90 for 90.0, which means the same.
    private static func comparable(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number: value.integerValue.map(JSONValue.integer) ?? value
        case .array(let elements): .array(elements.map(comparable))
        case .object(let object):
            .object(JSONObject(object.members.map { .init(name: $0.name, value: comparable($0.value)) }))
        default: value
        }
    }

    subscript(name: String) -> JSONValue? { parameters[name] }

    var description: String { "\(method) \(parameters.text)" }
}
