import AudioTypes
import Media
import RealtimeAudio

/// The packets that a recording copies: which of them are heard, and how they follow each other. Confined to the recording's thread.
struct PacketCopying {
    private let queue: PacketQueue
    private var sequence = PacketSequence()
    /// The place of the next frame that will be heard; `nil` before the first.
    private var place: PlayedPlace?
    /// Whether the player has told the title of the item that begins.
    private var isTitleTold = false
    /// The frames that were lost so far.
    private(set) var lostFrames: Int64 = 0
    /// What writes the piece; `nil` if none is being written.
    var piece: CopiedPiece?

    init(_ queue: PacketQueue) { self.queue = queue }

    /// Takes in that the frames from the one with `marker` on do not follow those before them.
    mutating func meet(_ marker: CaptureMarker) {
        let next = marker.place
        let isSame = place?.segment == next.segment
        // What the buffer had no room for was heard all the same.
        if let place, isSame, place.mediaFrame + marker.droppedFrames == next.mediaFrame {
        } else {
            queue.dropUnheard(of: next.segment, before: next.mediaFrame)
        }
        place = next
    }

    /// Takes in that so many frames more are heard.
    mutating func heard(_ count: Int) { place?.mediaFrame += Int64(count) }

    /// Takes the next packet that is heard; `nil` if there is none by now.
    mutating func next() -> (WaitingPackets.Entry, PacketSequence.Join)? {
        guard let place, let entry = queue.takeHeard(of: place.segment, before: place.mediaFrame) else { return nil }
        var join = sequence.add(entry)
        // The player knows more of an item than its media do, such as the title that a playlist gives it.
        if isTitleTold, join.isOtherStream { join.title = nil }
        isTitleTold = false
        return (entry, join)
    }

    /// Returns whether a title that the player has told names the next piece.
    /// - Parameters:
    ///   - current: the title of the piece that is being written.
    ///   - atItem: whether an item begins with the next frame.
    mutating func heedsTitle(_ played: PlayedTitle?, of current: String, atItem: Bool) -> Bool {
        if atItem {
            isTitleTold = true
            return true
        }
        // The media had this title already when the recording began, and the player has told it only now.
        return played?.text != current && played?.text == sequence.playedTitle.text
    }

    /// How long after its beginning a station may tell the first title, in seconds. Until then, the beginning belongs to that title.
    private static let latestTitle: Int64 = 4

    /// Returns what the media play that begin with `packet`.
    func title(of packet: PlayedPacket) -> PlayedTitle {
        let own = PlayedTitle(packet.tags)
        guard own.text.isEmpty, let place else { return own }
        let latest = place.mediaFrame + Self.latestTitle * Int64(packet.stream.format.sampleRate.hertz)
        return queue.firstTitle(of: packet.stream, before: latest).map { PlayedTitle($0) } ?? own
    }

    /// Returns how many frames were lost since the last call.
    mutating func takeLostFrames() -> Int64 {
        let lost = queue.takeLostFrames()
        lostFrames += lost
        return lost
    }
}
