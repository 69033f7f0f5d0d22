import AudioTypes
import Media
import MediaTypes
import PlayerModel

/// A source of which a part is read over and over, to the frame. Its frames are counted on and on: the first pass counts like the media,
/// and every later one goes on behind it. Used by one thread at a time.
final class LoopedSource: MediaSource {
    private let source: any MediaSource
    private let loop: FrameLoop
    /// The number of the next frame to read, counted on and on.
    private var played: Int64 = 0
    /// How many times the source went back.
    private var returns = 0
    private var isWanted: () -> Bool = { true }
    /// What came with the passes before.
    private var changes: [TagChange] = []
    private var packets: [PlayedPacket] = []
    /// Whether packets are kept.
    private var keepsPackets = false

    /// Repeats `loop` of `source`. A first frame behind the part has nothing repeated.
    init(_ source: any MediaSource, _ loop: FrameLoop) {
        self.source = source
        self.loop = loop
    }

    /// What opening the media has found out about them: times are those of the media.
    var description: SourceDescription { source.description }
    var decodeErrorCount: Int { source.decodeErrorCount }
    var heardDuration: Double? { source.heardDuration }
    var isLive: Bool { source.isLive }
    var isWaiting: Bool { source.isWaiting }

    func convert(to format: StreamFormat) throws(PlaybackError) { try source.convert(to: format) }

    /// Goes to a frame of the media, from which on the passes are counted.
    func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) throws(PlaybackError) {
        played = frame.value
        returns = 0
        self.isWanted = isWanted
        (changes, packets) = ([], [])
        try source.seek(to: frame, while: isWanted)
    }

    func read(into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int) throws(PlaybackError) -> Int {
        guard let turn = loop.nextTurn(after: Double(played)) else {
            return unsafe try source.read(into: planes, capacity: capacity)
        }
        if loop.returns(by: Double(played)) > returns { try goBack() }
        let count = unsafe try source.read(into: planes, capacity: Int(min(Int64(capacity), Int64(turn) - played)))
        played += Int64(count)
        return count
    }

    /// Goes back to the beginning of the part, to read the next pass.
    private func goBack() throws(PlaybackError) {
        changes += takeChanges()
        if keepsPackets { packets += takeNewPackets() }
        try source.seek(to: FrameCount(loop.start), while: isWanted)
        returns += 1
    }

    /// How far what the source reads now is behind where the media have it.
    private var shift: Int64 { Int64(returns) * (loop.end - loop.start) }

    private func takeChanges() -> [TagChange] {
        source.takeTagChanges().map { TagChange(frame: FrameCount($0.frame.value + shift), tags: $0.tags) }
    }

    func takeTagChanges() -> [TagChange] {
        defer { changes = [] }
        return changes + takeChanges()
    }

    func keepPackets(_ isWanted: Bool) {
        keepsPackets = isWanted
        source.keepPackets(isWanted)
    }

    /// Returns the packets of the newest pass. Those that lie behind the turn are heard only if there is none.
    private func takeNewPackets() -> [PlayedPacket] {
        let isLast = loop.passes.map { returns >= $0 - 1 } ?? false
        return source.takePackets().compactMap { packet in
            guard isLast || packet.heard.lowerBound < loop.end else { return nil }
            // Those from before the part only help to decode its beginning, once it went back there.
            guard returns == 0 || packet.heard.upperBound > loop.start else { return nil }
            var packet = packet
            let end = isLast ? packet.heard.upperBound : min(packet.heard.upperBound, loop.end)
            packet.heard = packet.heard.lowerBound + shift..<max(packet.heard.lowerBound, end) + shift
            return packet
        }
    }

    func takePackets() -> [PlayedPacket] {
        defer { packets = [] }
        return packets + takeNewPackets()
    }

    func follow(_ order: DecodeOrder) { source.follow(order) }
    // Silences are left out behind the last pass only, so they need no shift.
    func takeSilenceCuts() -> [SilenceCut] { source.takeSilenceCuts() }
    func takeGaps() -> [LiveGap] { source.takeGaps() }
    func heed(_ order: CancellationToken) { source.heed(order) }
}
