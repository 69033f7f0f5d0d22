import AudioTypes
package import MediaTypes

/// The state that the fetching thread and the reading thread share. A ``Monitor`` guards it.
struct Feed {
    /// How many bytes are fetched ahead at least: some seconds of plain samples, or a minute of compressed music.
    static let capacity = 1 << 20
    /// Which part of what may be held stays behind the reader, where more than the least may be held: a small jump back then needs no
    /// request, and what was read ahead stays.
    private static let keptPart = 8

    /// How many bytes of the content's beginning are kept, so that reading them again needs no other connection.
    static let beginningSize = 1 << 16

    private(set) var window = ByteWindow(capacity: capacity)
    /// The content's first bytes, as far as they were fetched.
    private(set) var beginning: [UInt8] = []
    /// The offset at which the reader wants to continue, if the fetcher is elsewhere; `nil` once the fetcher has taken it
    /// up.
    var jump: Int64?
    /// Whether the content ends behind the window.
    var isAtEnd = false
    /// Why nothing more comes behind the window; `nil` while there is no failure.
    var failure: MediaError?
    /// Whether the reader is gone.
    var isAbandoned = false
    /// What the first answer says about the content; `nil` before that answer.
    var content: RemoteContent?
    /// What lets it hold more than the least; `nil` for what cannot seek.
    var share: StreamShare?
    /// Since when the reader waits for bytes, by the monotonic clock in nanoseconds; `nil` if it does not.
    private(set) var awaitedSince: Int64? = 0
    /// When the reader last got what it waited for, by the monotonic clock in nanoseconds.
    private var lastAwaited: Int64 = 0
    /// The offset behind what was read last.
    private var place: Int64 = 0
    /// Whether memory was given back, because nobody read.
    private(set) var isIdle = false

    /// How long a station is fetched while its reader asks for nothing, in nanoseconds.
    private let attention: Int64

    init(attentionSeconds: Double) { attention = Int64(attentionSeconds * 1e9) }

    /// Appends fetched bytes, which must fit into the window. Returns whether there was memory for them.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if window.end == Int64(beginning.count) {
            unsafe beginning += bytes.prefix(Self.beginningSize - beginning.count)
        }
        return unsafe window.append(bytes)
    }

    /// Copies up to `buffer.count` bytes from `offset` on, forgets those before, and returns how many. Returns 0 if none
    /// of them are here.
    mutating func take(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        if offset < window.start {
            guard offset < beginning.count else { return 0 }
            let count = min(buffer.count, beginning.count - Int(offset))
            unsafe buffer.copyBytes(from: beginning[Int(offset)..<Int(offset) + count])
            return count
        }
        let count = unsafe window.copy(from: offset, into: buffer)
        place = offset + Int64(count)
        isIdle = false
        let kept = window.capacity > Self.capacity ? Int64(window.capacity / Self.keptPart) : 0
        window.forget(before: place - kept)
        return count
    }

    /// When memory is to be given back if nobody reads until then, by the monotonic clock in nanoseconds; `nil` if there is none.
    func endOfAttention(seconds: Double) -> Int64? {
        share == nil || isIdle || window.count <= Self.capacity ? nil : lastAwaited + Int64(seconds * 1e9)
    }

    /// Gives memory back: what was read, and what is far ahead of the reader. It is fetched again once somebody reads.
    mutating func giveBack() {
        let end = window.end
        window.forget(before: place)
        window.forget(from: max(place, window.start) + Int64(Self.capacity))
        if window.end < end { isAtEnd = false }
        isIdle = true
    }

    /// Has the fetcher continue at `offset`.
    mutating func jump(to offset: Int64) {
        window.move(to: offset)
        jump = offset
        (place, isIdle) = (offset, false)
        isAtEnd = false
        failure = nil
    }

    /// Notes that the reader waits, and returns whether it did not wait before.
    mutating func await(now: Int64) -> Bool {
        guard awaitedSince == nil else { return false }
        awaitedSince = now
        return true
    }

    /// Notes that the reader has got what it waited for.
    mutating func satisfy(now: Int64) {
        awaitedSince = nil
        lastAwaited = now
    }

    /// Takes over how much may be held now.
    mutating func updateCapacity() { if let share { window.capacity = share.capacity(holding: window.count) } }

    /// Returns whether at least `room` more bytes should be fetched behind the window. A station that nobody reads,
    /// because playback is paused, is left alone: each of its packets would wake the process.
    func wantsMore(room: Int, now: Int64) -> Bool {
        guard !isAtEnd, !isIdle, failure == nil, window.room >= room else { return false }
        return content?.isLive != true || awaitedSince != nil || now - lastAwaited < attention
    }

    /// The titles that a station has sent, each with its offset in the content.
    private var titles: [StreamTitle] = []

    /// Takes in a title, unless the previous one was the same.
    mutating func add(_ title: StreamTitle) {
        guard titles.last?.title != title.title else { return }
        titles.append(title)
        if titles.count > StreamTitle.waitingLimit { titles.removeFirst() }
    }

    /// Returns the titles, and forgets them.
    mutating func takeTitles() -> [StreamTitle] {
        defer { titles = [] }
        return titles
    }
}

/// What a server's first answer says about a content.
package struct RemoteContent: Hashable, Sendable {
    /// The address that gave the content, after all redirects.
    package var address: WebAddress
    /// Which addresses the content may lead to.
    package var reach: NetworkReach
    /// The size in bytes; `nil` if the server does not report it.
    package var size: Int64?
    /// Whether any part of the content can be requested.
    package var isSeekable: Bool
    /// Whether the content comes from a radio station.
    package var isLive: Bool
    /// The media type without parameters, in lower case; empty if the server does not report it.
    package var mediaType: String
    /// What a station reports about itself: `station`, `genre`.
    package var tags: [String: String]
    var validator: String?
    /// Whether texts lie between the sound, which the size counts too.
    var hasTexts = false
}

extension RemoteContent {
    init(_ exchange: Exchange) {
        let head = exchange.head
        address = exchange.address
        reach = exchange.reach
        isLive = head.isLive
        hasTexts = head.textInterval != nil
        // Only reading tells how much of what comes is sound.
        size = hasTexts ? nil : head.statedSize
        let takesRanges = head.status == 206 || head.fields["accept-ranges"]?.lowercased() == "bytes"
        isSeekable = takesRanges && size != nil && !isLive
        mediaType = (head.fields["content-type"] ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
        validator = head.validator
        tags = [:]
        for (field, tag) in [("icy-name", "station"), ("icy-genre", "genre"), ("ice-name", "station")] {
            if let text = head.fields[field], !text.isEmpty { tags[tag] = CleanText.of(text) }
        }
    }
}
