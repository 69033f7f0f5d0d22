import AudioTypes
import Media
import MediaTypes
import PlayerModel

/// The recordings that copy the packets of what the player plays, and the packets that are kept for recordings to come. Decode thread
/// only.
///
/// The packets that were decoded and perhaps not heard yet are kept also while nobody records, so that whoever begins to record gets what
/// is heard from then on, and not what is heard some seconds later. They take less memory than the samples that were made of them,
/// which wait to be heard as well.
struct PacketTaps {
    /// The most bytes that are kept for recordings to come: several seconds of lossless sound in high resolution.
    private static let mostKeptBytes = 4 << 20
    /// The most packets that are kept, each of which takes some kilobytes more than its bytes: four seconds of the shortest packets. Of tracks that are
    /// shorter than the ring it is not known which are heard.
    private static let mostKept = 2_048

    private var queues: [PacketQueue] = []
    /// The packets that are kept, oldest first, with their segment and numbers.
    private var recent: [WaitingPackets.Entry] = []
    private var recentBytes = 0
    /// The ends of the segments of which packets are kept.
    private var ends: [(segment: UInt64, frame: Int64)] = []
    /// How many packets there were.
    private var count: UInt64 = 0

    /// Gives `queue` the packets that are decoded from now on, and those that are kept. Does nothing if it gets them already.
    /// - Parameter writer: the segment that is being decoded.
    mutating func add(_ queue: PacketQueue, during writer: SegmentWriter?) {
        guard !queues.contains(where: { $0 === queue }) else { return }
        if let writer { trim(to: writer) }
        queues.append(queue)
        for entry in recent { queue.append(entry) }
        for end in ends { queue.noteEnd(of: end.segment, at: end.frame) }
    }

    /// Gives `queue` nothing more.
    mutating func remove(_ queue: PacketQueue) { queues.removeAll { $0 === queue } }

    /// Takes in the packets that `writer` has read.
    mutating func take(from writer: SegmentWriter) {
        for packet in writer.input.source.takePackets() {
            count += 1
            let entry = WaitingPackets.Entry(packet: packet, segment: writer.order.segment, number: count)
            for queue in queues { queue.append(entry) }
            recent.append(entry)
            recentBytes += packet.data.byteCount
        }
        trim(to: writer)
    }

    /// Notes that a segment ends with the frame before `frame`.
    mutating func end(_ segment: UInt64, at frame: Int64) {
        for queue in queues { queue.noteEnd(of: segment, at: frame) }
        ends.removeAll { $0.segment == segment }
        // Media without packets would add an end for each item, and nothing would take them away.
        guard recent.contains(where: { $0.segment == segment }) else { return }
        ends.append((segment, frame))
    }

    /// Forgets the packets that are kept.
    mutating func forget() {
        recent = []
        recentBytes = 0
        ends = []
    }

    /// Forgets what is certainly heard by now, and what is too much.
    private mutating func trim(to writer: SegmentWriter) {
        let (segment, heard) = (writer.order.segment, writer.certainlyHeard)
        // Segments that end in the ring before this one begins are heard as long as its first frame is not.
        let isAlone = heard >= writer.order.startFrame.value
        var dropped = 0
        // They are in their order, so the first that stays ends it.
        for entry in recent {
            let isHeard = entry.segment == segment ? entry.packet.heard.upperBound <= heard : isAlone
            guard isHeard || recentBytes > Self.mostKeptBytes || recent.count - dropped > Self.mostKept else { break }
            recentBytes -= entry.packet.data.byteCount
            dropped += 1
        }
        recent.removeFirst(dropped)
        guard !ends.isEmpty, dropped > 0 else { return }
        // Segments end in the order of their packets.
        let first = recent.first?.segment
        ends.removeFirst(ends.firstIndex { $0.segment == first } ?? ends.count)
    }
}
