import AudioTypes
import ControlProtocol
import ControlServer
import FoundationEssentials
import Glibc
import JSON
import LineServer
import Logging
import NIOCore
import NIOPosix
import Synchronization
import TestSupport

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
            server.handler = handler
            try server.start(path: path)
            return NIOLoopBound((server, handler), eventLoop: loop)
        }.wait()
    }

    var directory: String { folder.path }

    /// What was asked so far.
    func requests() throws -> [Request] {
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
    var value: [String] { streams.withLock { $0 } }

    /// Reads a stream to its end; one that is refused only for a while.
    func take(_ stream: MediaConnection, refuses: Bool) {
        var bytes = stream.leadingBytes
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !refuses || bytes.count < 1 << 17 {
            var entry = pollfd(fd: stream.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, 20_000)
            let count = recv(stream.descriptor, &buffer, buffer.count, 0)
            if count <= 0 { break }
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
    var requests: [Request] = []
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

    func handle(_ request: Request, from client: ClientID, reply: Reply) {
        requests.append(request)
        switch request {
        case .library(.albums):
            let (titles, artist) = (Self.albums, JSONValue.string("An artist: one"))
            let names = [titles.plain, titles.colon, titles.slash, titles.quote, titles.glob, titles.hostile, titles.backquotes]
            reply.succeed(["albums": .array(names.map { ["title": .string($0), "artist": artist] })])
        case .library(.item(.song(let song), readsFile: false)):
            reply.succeed(Wire.LibrarySong(song: song, uri: "/songs/\(song).flac"))
        case .library(.search(_, _, let page)):
            let song: Int64 = page.after == nil ? 1 : 2
            reply.succeed(
                Wire.LibrarySongs(
                    songs: [Wire.LibrarySong(song: song, uri: "/songs/\(song).flac")], next: song == 1 ? "more" : nil))
        case .library(.browse(.directory(let path), _)):
            let isTop = path.isEmpty
            reply.succeed(
                Wire.LibrarySongs(
                    songs: isTop ? [] : [Wire.LibrarySong(song: 3, uri: "/library/Jazz/b.flac")],
                    directories: isTop ? [Wire.LibraryDirectory(path: "Jazz", uri: "/library/Jazz/")] : []))
        case .library(.names(let role, _)):
            reply.succeed(["names": .array(["Rock & Roll", role].map { ["name": .string($0)] })])
        case .library(.update): reply.succeed(["scan": 3])
        case .library(.years): reply.succeed(["years": [["year": 1_967, "songs": 1], ["year": 1_959, "songs": 2]]])
        case .playlist(.list): reply.succeed(["playlists": [["name": "Sunday: late"]]])
        case .player(.play(.media(let uri), _)) where uri.hasSuffix("/missing"):
            reply.fail(ControlError(.mediaNotFound, "no such file: \(uri)", uri: uri))
        case .player(.play(.media(let uri), _)) where uri.hasSuffix("/dead.m3u"):
            reply.fail(ControlError(.mediaNotFound, "no such file: /gone.flac", uri: "/gone.flac"))
        case .media(.openStream(_, let title, _)):
            refusesStream = title == "refused"
            reply.succeed(["item": 12])
        case .announcement(.media(let uri, _)) where uri.hasSuffix("/missing"):
            reply.fail(ControlError(.mediaNotFound, "no such file: \(uri)", uri: uri))
        case .announcement(.media), .announcement(.stream): reply.succeed(["announcement": 5])
        case .player(.volume): reply.succeed(Wire.Volume(level: 0.4, muted: true))
        case .player: reply.succeed(status)
        case .queue(.list(let offset, _)) where offset >= 5_000:
            let items = (1...2).map { Wire.QueueItem(id: Int64(offset + $0), uri: "/\(offset + $0)") }
            reply.succeed(Wire.QueuePage(items: items, length: 5_004, revision: 1, next: offset == 5_000 ? 5_002 : nil))
        case .queue(.list(offset: 1, limit: 1)):
            reply.succeed(Wire.QueuePage(items: [Wire.QueueItem(id: 10, uri: "/c")], length: 3, revision: 1))
        case .queue(.set): reply.succeed(Wire.QueueModes(repeat: .all))
        case .queue(.list):
            reply.succeed(
                Wire.QueuePage(
                    items: [Wire.QueueItem(id: 9, uri: "/a/b.ogg"), Wire.QueueItem(id: 10, uri: "/c", title: "C", duration: 61)],
                    length: 3, revision: 1))
        case .queue(.add(["playlist:Half"], _, _, _, _)):
            let skipped = [Wire.SkippedEntry(uri: "spotify://x", message: "spotify://x cannot be played")]
            reply.succeed(Wire.QueueAddition(ids: [1], revision: 2, skipped: skipped))
        case .queue(.add(let uris, _, _, _, _)): reply.succeed(Wire.QueueAddition(ids: uris.indices.map(Int64.init), revision: 2))
        case .media(.chapters):
            reply.succeed(Wire.Chapters(chapters: [Wire.Chapter(index: 0, title: "One", start: 0)], current: 0))
        case .media(.picture(of: .item(7), withData: let withData)):
            // The daemon could not make a file.
            reply.succeed(
                Wire.Picture(
                    source: .embedded, type: "image/gif", size: 6, data: withData ? Base64.text(of: Array("GIF89a".utf8)) : nil))
        case .media(.picture(of: .media(let path), _)):
            reply.succeed(
                Wire.Picture(
                    source: .file, type: "image/gif", size: 6,
                    uri: "file://" + path.split(separator: " ").joined(separator: "%20")))
        case .route(.outputs):
            let port = Wire.Port(uid: "hp", name: "Headphones", type: .headphones, channels: 2)
            reply.succeed(.array([Wire.Output(port: port, current: true, default: false).json]))
        case .session(.beginInterruption(reason: "refused", _)):
            reply.fail(ControlError(.internalError, "not now"))
        case .session(.beginInterruption): reply.succeed(["interruption": 5])
        default: reply.succeed(["done": true])
        }
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
