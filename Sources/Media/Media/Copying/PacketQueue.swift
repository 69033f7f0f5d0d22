import Synchronization

/// Brings the packets of what the player plays from the thread that decodes them to a recording, which takes each once it is heard.
/// Any thread.
///
/// Packets wait for as long as decoding is ahead of what is heard. If the recording takes nothing for too long, the oldest packets
/// are lost, and counted.
package final class PacketQueue: Sendable {
    /// The most bytes that wait: half a minute of plain samples in CD quality, or many minutes of compressed music.
    package static let mostBytes = 16 << 20

    private let state: Mutex<WaitingPackets>

    /// Makes an empty queue.
    package init(mostBytes: Int = PacketQueue.mostBytes) { state = Mutex(WaitingPackets(mostBytes: mostBytes)) }

    /// Appends a packet of a segment, unless the queue had it before.
    package func append(_ entry: WaitingPackets.Entry) { state.withLock { $0.append(entry) } }

    /// Notes that a segment has no frame from `frame` on, and no further packet.
    package func noteEnd(of segment: UInt64, at frame: Int64) { state.withLock { $0.noteEnd(of: segment, at: frame) } }

    /// Drops the packets of `segment` all of whose frames lie before `frame`: they were decoded, and not heard.
    package func dropUnheard(of segment: UInt64, before frame: Int64) {
        state.withLock { $0.dropUnheard(of: segment, before: frame) }
    }

    /// Takes the oldest packet of `segment` that is heard if the frames before `frame` are; `nil` if there is none. What waits of
    /// earlier segments was never heard, and is dropped.
    package func takeHeard(of segment: UInt64, before frame: Int64) -> WaitingPackets.Entry? {
        state.withLock { $0.takeHeard(of: segment, before: frame) }
    }

    /// Returns the tags of the first packet of `stream`, before the frame `frame`, that has a title.
    package func firstTitle(of stream: CodedStream, before frame: Int64) -> [String: String]? {
        state.withLock { $0.firstTitle(of: stream, before: frame) }
    }

    /// Returns how many frames of packets were lost since the last call, because nobody took them in time.
    package func takeLostFrames() -> Int64 { state.withLock { $0.takeLostFrames() } }
}

/// What waits in a ``PacketQueue``, and which of it is heard.
package struct WaitingPackets: Sendable {
    /// A packet that waits.
    package struct Entry: Sendable {
        /// The packet.
        package let packet: PlayedPacket
        /// The segment that it belongs to.
        package let segment: UInt64
        /// Its number, which grows from packet to packet, whatever they belong to; the packet that follows it has the next one.
        package let number: UInt64

        /// Makes an entry.
        package init(packet: PlayedPacket, segment: UInt64, number: UInt64) {
            self.packet = packet
            self.segment = segment
            self.number = number
        }
    }

    private let mostBytes: Int
    private var entries: [Entry] = []
    /// How many of `entries`, from the front, were taken already.
    private var taken = 0
    private var byteCount = 0
    private var lastNumber: UInt64 = 0
    private var lostFrames: Int64 = 0
    /// The first frame of a segment that is heard and not dropped, where that was told last.
    private var begin: (segment: UInt64, frame: Int64) = (0, 0)
    /// The ends of the newest segments that have one.
    private var ends: [(segment: UInt64, frame: Int64)] = []

    /// More ends than wait to be heard.
    private static let mostEnds = 64

    init(mostBytes: Int) { self.mostBytes = mostBytes }

    mutating func append(_ entry: Entry) {
        guard entry.number > lastNumber else { return }
        lastNumber = entry.number
        // What plays may be told before the packets come that were decoded until then.
        guard !isUnheard(entry) else { return }
        entries.append(entry)
        byteCount += entry.packet.data.byteCount
        while byteCount > mostBytes, let lost = removeFirst() { lostFrames += lost.packet.kept }
    }

    mutating func noteEnd(of segment: UInt64, at frame: Int64) {
        ends.removeAll { $0.segment == segment }
        ends.append((segment, frame))
        if ends.count > Self.mostEnds { ends.removeFirst() }
    }

    mutating func dropUnheard(of segment: UInt64, before frame: Int64) {
        begin = (segment, frame)
        while let first, isUnheard(first) { _ = removeFirst() }
    }

    /// Whether what plays has begun behind a packet.
    private func isUnheard(_ entry: Entry) -> Bool {
        guard entry.segment == begin.segment else { return entry.segment < begin.segment }
        // Packets of an encoder's delay have no frame that is heard, and decoders need them all the same.
        return begin.frame > 0 && entry.packet.heard.upperBound <= begin.frame
    }

    mutating func takeHeard(of segment: UInt64, before frame: Int64) -> Entry? {
        dropEarlier(than: segment)
        guard let first, first.segment == segment else { return nil }
        // The last packets may have no frame that is heard. They belong to what is heard to its end.
        let isComplete = ends.contains { $0.segment == segment && $0.frame <= frame }
        return isComplete || first.packet.heard.lowerBound < frame ? removeFirst() : nil
    }

    func firstTitle(of stream: CodedStream, before frame: Int64) -> [String: String]? {
        entries.dropFirst(taken).prefix { $0.packet.stream === stream && $0.packet.heard.lowerBound < frame }
            .first { $0.packet.tags["title"] != nil }?.packet.tags
    }

    mutating func takeLostFrames() -> Int64 {
        defer { lostFrames = 0 }
        return lostFrames
    }

    private var first: Entry? { taken < entries.count ? entries[taken] : nil }

    private mutating func dropEarlier(than segment: UInt64) {
        while let first, first.segment < segment { _ = removeFirst() }
    }

    private mutating func removeFirst() -> Entry? {
        guard let first else { return nil }
        byteCount -= first.packet.data.byteCount
        taken += 1
        if taken == entries.count || taken >= 1_024 {
            entries.removeFirst(taken)
            taken = 0
        }
        return first
    }
}
