import Media

/// What the thread that fetches and the thread that reads share. Guarded by a ``Monitor``.
struct Feed {
    /// Fetched ahead: some seconds of plain samples, a minute of compressed music.
    static let capacity = 1 << 20

    /// So much of the content's beginning is kept: whoever looks at it again needs no other connection for that.
    static let beginningSize = 1 << 16

    private(set) var window = ByteWindow(capacity: capacity)
    /// The content's first bytes, as far as they were fetched.
    private(set) var beginning: [UInt8] = []
    /// Where the reader wants to go on, when that is not where the fetching is.
    var jump: Int64?
    /// Whether the content ends behind the window.
    var isAtEnd = false
    /// Why nothing more comes behind the window.
    var failure: MediaError?
    /// Whether nobody reads any more.
    var isAbandoned = false
    /// What the first answer told; `nil` before.
    var content: RemoteContent?
    /// Whether somebody waits for bytes.
    private var isAwaited = true
    /// When somebody did last, by the monotonic clock.
    private var lastAwaited: Int64 = 0

    /// For how long a station is listened to ahead of a reader that does not ask, in nanoseconds.
    private let attention: Int64

    init(attentionSeconds: Double) { attention = Int64(attentionSeconds * 1e9) }

    /// Adds bytes that were fetched; no more than there is room for.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if window.end == Int64(beginning.count) {
            unsafe beginning += bytes.prefix(Self.beginningSize - beginning.count)
        }
        unsafe window.append(bytes)
    }

    /// Gives away up to `buffer.count` bytes from `offset` on, and forgets those before; 0 where none of them are here.
    mutating func take(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        if offset < window.start {
            guard offset < beginning.count else { return 0 }
            let count = min(buffer.count, beginning.count - Int(offset))
            unsafe buffer.copyBytes(from: beginning[Int(offset)..<Int(offset) + count])
            return count
        }
        window.drop(Int(min(offset - window.start, Int64(window.count))))
        return unsafe window.take(into: buffer)
    }

    /// Has the fetching go on at `offset`.
    mutating func jump(to offset: Int64) {
        window.move(to: offset)
        jump = offset
        isAtEnd = false
        failure = nil
    }

    /// A reader begins to wait; whether it is the first to.
    mutating func await() -> Bool {
        defer { isAwaited = true }
        return !isAwaited
    }

    /// The reader has got what it waited for.
    mutating func satisfy(now: Int64) {
        isAwaited = false
        lastAwaited = now
    }

    /// Whether at least `room` more bytes are to be fetched behind the window. A station that nobody reads, because playback is
    /// paused, is left alone: it would wake the process with every packet.
    func wantsMore(room: Int, now: Int64) -> Bool {
        guard !isAtEnd, failure == nil, window.room >= room else { return false }
        return content?.isLive != true || isAwaited || now - lastAwaited < attention
    }

    /// Titles of a station, each with its offset in the content.
    private var titles: [StreamTitle] = []

    /// Takes in a title, unless the one before it was the same.
    mutating func add(_ title: StreamTitle) {
        guard titles.last?.title != title.title else { return }
        titles.append(title)
        if titles.count > StreamTitle.waitingLimit { titles.removeFirst() }
    }

    /// Gives the titles away.
    mutating func takeTitles() -> [StreamTitle] {
        defer { titles = [] }
        return titles
    }
}

/// What a server's first answer tells of a content.
package struct RemoteContent: Hashable, Sendable {
    /// Where it came from in the end.
    package var address: WebAddress
    /// What it may lead to.
    package var reach: NetworkReach
    /// In bytes; `nil` where it is not said.
    package var size: Int64?
    /// Whether any part of it can be asked for.
    package var isSeekable: Bool
    /// Whether it is a radio station.
    package var isLive: Bool
    /// The media type without parameters, in lower case; empty where it is not said.
    package var mediaType: String
    /// What a station says about itself: `station`, `genre`.
    package var tags: [String: String]
    var validator: String?
}

extension RemoteContent {
    init(_ exchange: Exchange) {
        let head = exchange.head
        address = exchange.address
        reach = exchange.reach
        isLive = head.isLive
        size = head.status == 206 ? head.contentRange.size : head.isChunked ? nil : head.contentLength
        let takesRanges = head.status == 206 || head.fields["accept-ranges"]?.lowercased() == "bytes"
        isSeekable = takesRanges && size != nil && !isLive
        mediaType = (head.fields["content-type"] ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
        validator = head.validator
        tags = [:]
        for (field, tag) in [("icy-name", "station"), ("icy-genre", "genre"), ("ice-name", "station")] {
            if let text = head.fields[field], !text.isEmpty { tags[tag] = text }
        }
        if isLive { size = nil }
    }
}
