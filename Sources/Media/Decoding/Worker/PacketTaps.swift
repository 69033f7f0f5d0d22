import Media
import MediaTypes
import PlayerModel

/// The recordings that copy the packets of what the player plays, and the packets that are kept for recordings to come. Decode thread
/// only.
///
/// If media can be read again, no packet is kept. If a station plays, the packets that were decoded and perhaps not heard yet are kept:
/// a recording that begins then has what is heard from then on, and not what is heard some seconds later.
struct PacketTaps {
    /// The most bytes that are kept for those to come: several seconds of a station.
    private static let mostKeptBytes = 256 << 10

    private var queues: [PacketQueue] = []
    /// The packets that are kept, oldest first, with their segment and numbers.
    private var recent: [WaitingPackets.Entry] = []
    private var recentBytes = 0
    /// How many packets there were.
    private var count: UInt64 = 0

    /// Gives `queue` the packets that are decoded from now on, and those that are kept. Does nothing if it gets them already.
    mutating func add(_ queue: PacketQueue, reading source: (any MediaSource)?) {
        guard !queues.contains(where: { $0 === queue }) else { return }
        queues.append(queue)
        for entry in recent { queue.append(entry) }
        source?.keepPackets(true)
    }

    /// Gives `queue` nothing more.
    mutating func remove(_ queue: PacketQueue, reading source: (any MediaSource)?) {
        queues.removeAll { $0 === queue }
        if let source { source.keepPackets(wants(source)) }
    }

    /// Notes that `source` is read from now on.
    mutating func begin(_ source: any MediaSource) {
        forget()
        source.keepPackets(wants(source))
    }

    /// Takes in the packets that `writer` has read.
    mutating func take(from writer: SegmentWriter) {
        let source = writer.input.source
        let keeps = Self.isPassing(source)
        guard keeps || !queues.isEmpty else { return }
        for packet in source.takePackets() {
            count += 1
            let entry = WaitingPackets.Entry(packet: packet, segment: writer.order.segment, number: count)
            for queue in queues { queue.append(entry) }
            guard keeps else { continue }
            recent.append(entry)
            recentBytes += packet.data.byteCount
        }
        if keeps { trim(before: writer.certainlyHeard) }
    }

    /// Notes that a segment ends with the frame before `frame`.
    func end(_ segment: UInt64, at frame: Int64) {
        for queue in queues { queue.noteEnd(of: segment, at: frame) }
    }

    /// Forgets the packets that are kept.
    mutating func forget() {
        recent = []
        recentBytes = 0
    }

    private func wants(_ source: any MediaSource) -> Bool { !queues.isEmpty || Self.isPassing(source) }

    /// Whether the media cannot be read again.
    private static func isPassing(_ source: any MediaSource) -> Bool {
        source.description.isRemote && !source.description.isSeekable
    }

    private mutating func trim(before frame: Int64) {
        var dropped = 0
        for entry in recent where entry.packet.heard.upperBound <= frame || recentBytes > Self.mostKeptBytes {
            // They are in their order, so the first that stays ends it.
            guard dropped < recent.count, recent[dropped].number == entry.number else { break }
            recentBytes -= entry.packet.data.byteCount
            dropped += 1
        }
        recent.removeFirst(dropped)
    }
}
